// Runs a fuzz target without libFuzzer: every input of a corpus folder, then mutations of them by a fixed seed.
//   fuzz_replay TARGET CORPUS                    a fixed number of mutations, two seconds at the most
//   fuzz_replay TARGET CORPUS SECONDS [SEED]     as many as fit
// A crash leaves its input in `crash-replay` in the current folder.
#include "fuzz.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Target {
    std::string_view name;
    int (*take)(const std::uint8_t*, std::size_t);
};
constexpr Target kTargets[] = {
    {"assignment", xpbd::fuzz::take_assignment},
    {"link", xpbd::fuzz::take_link},
    {"obj", xpbd::fuzz::take_obj},
    {"png_text", xpbd::fuzz::take_png_text},
    {"preferences", xpbd::fuzz::take_preferences},
    {"scene", xpbd::fuzz::take_scene},
    {"session", xpbd::fuzz::take_session},
};

constexpr int kMutations = 20000;
constexpr std::size_t kLongest = 8192;

const Bytes* current = nullptr; ///< the input of the running target, for the signal handler

/// Signal handler (async-signal-safe): saves the input that caused the signal, then ends by the same signal.
void keep_input(int signal) {
    const int fd = ::open("crash-replay", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd >= 0 && current != nullptr) {
        (void)!::write(fd, current->data(), current->size());
    }
    constexpr char kText[] = "replay: the input lies in crash-replay\n";
    (void)!::write(STDERR_FILENO, kText, sizeof(kText) - 1);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void take(const Target& target, const Bytes& input) {
    current = &input;
    target.take(input.data(), input.size());
    current = nullptr;
}

int usage(const char* program) {
    std::fprintf(stderr, "usage: %s TARGET CORPUS [SECONDS [SEED]]; targets are", program);
    for (const Target& target : kTargets) {
        std::fprintf(stderr, " %s", std::string(target.name).c_str());
    }
    std::fprintf(stderr, "\n");
    return 2;
}

std::vector<Bytes> read_corpus(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<Bytes> corpus;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return corpus;
}

/// One simple change: a bit, a byte, a cut, a repeated piece, or the tail of another input.
void mutate(Bytes& input, const std::vector<Bytes>& corpus, std::mt19937& random) {
    const auto below = [&](std::size_t count) { return count == 0 ? 0 : random() % count; };
    const std::size_t at = below(input.size());
    const auto here = input.begin() + static_cast<std::ptrdiff_t>(at);
    switch (input.empty() ? 4 : below(6)) {
    case 0:
        *here ^= static_cast<std::uint8_t>(1u << below(8));
        break;
    case 1:
        *here = static_cast<std::uint8_t>(random());
        break;
    case 2:
        input.resize(at);
        break;
    case 3: {
        const Bytes piece(here,
                          here + static_cast<std::ptrdiff_t>(below(std::min<std::size_t>(64, input.size() - at))));
        input.insert(here, piece.begin(), piece.end());
        break;
    }
    case 4: {
        const Bytes& other = corpus[below(corpus.size())];
        input.resize(at);
        input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(below(other.size())), other.end());
        break;
    }
    default:
        input.erase(here, here + static_cast<std::ptrdiff_t>(below(std::min<std::size_t>(64, input.size() - at))));
    }
    input.resize(std::min(input.size(), kLongest));
}

} // namespace

int main(int argc, char** argv) {
    const Target* target = argc < 3 ? std::end(kTargets)
                                    : std::find_if(std::begin(kTargets), std::end(kTargets),
                                                   [&](const Target& row) { return row.name == argv[1]; });
    if (target == std::end(kTargets)) {
        return usage(argv[0]);
    }
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) {
        std::signal(signal, keep_input);
    }
    const std::vector<Bytes> corpus = read_corpus(argv[2]);
    if (corpus.empty()) {
        std::fprintf(stderr, "%s: no inputs\n", argv[2]);
        return 2;
    }
    for (const Bytes& input : corpus) {
        take(*target, input);
    }
    std::mt19937 random(argc > 4 ? static_cast<unsigned>(std::atoi(argv[4])) : 1u);
    const int most = argc > 3 ? std::numeric_limits<int>::max() : kMutations;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(argc > 3 ? std::atoi(argv[3]) : 2);
    int done = 0;
    for (; done < most && std::chrono::steady_clock::now() < end; ++done) {
        Bytes input = corpus[random() % corpus.size()];
        for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
            mutate(input, corpus, random);
        }
        take(*target, input);
    }
    std::printf("%zu inputs, %d mutations\n", corpus.size(), done);
    return 0;
}
