// A program for the tests. `child_program FILE EXIT_CODE WORDS` writes its words and all of its input into a file.
// `child_program --listen FILE` listens for requests to stop, writes "ready" into the file, waits for the first, writes
// its number once another one would count as a second, and waits until it is killed.
#include "system/names.h"
#include "system/signals.h"
#include "system/standard_streams.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

int listen(const std::string& path) {
    const xpbd::system::Signals signals;
    std::ofstream file(xpbd::system::path_of(path), std::ios::binary);
    file << "ready" << std::flush;
    while (!signals.stop().stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    file << ", stopped by " << signals.received() << std::flush;
    for (;;) {
        std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

} // namespace

int main(int argc, char** argv) {
    xpbd::system::prepare_standard_streams();
    const std::vector<std::string> words = xpbd::system::command_line(argc, argv);
    if (words.size() < 3) {
        return 99;
    }
    if (words[1] == "--listen") {
        return listen(words[2]);
    }
    std::ofstream file(xpbd::system::path_of(words[1]), std::ios::binary);
    for (std::size_t i = 3; i < words.size(); ++i) {
        file << words[i] << '\n';
    }
    char buffer[4096];
    for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof(buffer), stdin)) > 0;) {
        file.write(buffer, static_cast<std::streamsize>(count));
    }
    return std::stoi(words[2]);
}
