// Random test of the window (monkey test). First a tour clicks, opens, drags and closes every widget that appears. Then
// random actions follow. The window must not end, hang, show a value that is not a number, nor take more
// memory than its cap. subject.h lists all checks.
//
// monkey PROGRAM [--seconds S] [--seed N] [--memory-cap MB] [--least N] [--no-tour] [--list] [--keep]
// Exit: 0 passed, 1 failed, 77 skipped (no Xvfb).
#include "monkey_random.h"
#include "monkey_tour.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace xpbd::test {
namespace {

struct Options {
    Subject::Options subject;
    double seconds = 60; ///< of tour and play together; longer if one of them needs more for its minimum
    unsigned seed = 1;
    int least = 30; ///< random actions
    bool tour = true;
    bool list = false;
    bool keep = false;
};

bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return i + 1 < argc ? argv[++i] : ""; };
        if (word == "--seconds") {
            options.seconds = std::strtod(next(), nullptr);
        } else if (word == "--seed") {
            options.seed = static_cast<unsigned>(std::strtoul(next(), nullptr, 10));
        } else if (word == "--memory-cap") {
            options.subject.memory_cap_mb = std::strtod(next(), nullptr);
        } else if (word == "--least") {
            options.least = std::atoi(next());
        } else if (word == "--no-tour") {
            options.tour = false;
        } else if (word == "--list") {
            options.list = true;
        } else if (word == "--keep") {
            options.keep = true;
        } else if (options.subject.program.empty() && word[0] != '-') {
            options.subject.program = std::filesystem::absolute(word).string();
        } else {
            return false;
        }
    }
    return !options.subject.program.empty();
}

int run(const Options& options) {
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    Subject subject(options.subject);
    // Small: the software renderer's time grows with the pixels. Pictures have the window's size, except those that the
    // tour takes at a larger size on purpose.
    std::ofstream(subject.folder() / "config" / "xpbd-lab" / "preferences.json")
        << R"({"window_width": 640, "window_height": 400, "scale": 0.5, "screenshot_size": "window", "supersampling": 1, "quality": "low",
             "scene_pinned": true, "methods_pinned": true, "plots_pinned": true})";
    Hand hand(subject);
    subject.start({"--set", "scene.resolution=6x6"});
    hand.take_window();
    if (options.keep) {
        subject.keep_folder();
        std::printf("folder %s\n", subject.folder().c_str());
    }
    try {
        Tour tour(subject, hand);
        if (options.tour) {
            tour.run();
            std::printf("tour: %zu widgets in %.0f s, %lld frames, peak memory %.0f MB\n", tour.touched_count(),
                        seconds(), subject.last().drawn, subject.peak_mb());
            if (options.list) {
                tour.say_touched();
            }
            std::string left;
            for (const std::string& key : tour.untouched()) {
                left += "\n  " + key;
            }
            if (!left.empty()) {
                throw Failure("widgets that were seen and never touched:" + left);
            }
        }
        std::fflush(stdout);
        const int actions = play(subject, hand, options.seed, options.seconds - seconds(), options.least);
        std::printf("play: %d actions with seed %u, %.0f s in all, %lld frames, memory %.0f MB, peak %.0f MB\n",
                    actions, options.seed, seconds(), subject.last().drawn, subject.resident_mb(), subject.peak_mb());
        tour.quit();
        return 0;
    } catch (const Failure& failure) {
        std::printf("FAILED with seed %u after %.0f s: %s\nThe last actions:\n", options.seed, seconds(),
                    failure.what());
        for (const std::string& action : subject.actions()) {
            std::printf("  %s\n", action.c_str());
        }
        std::printf("The program said: %s\nIts state: %s\n", subject.said().c_str(), subject.last_state().c_str());
        return 1;
    }
}

} // namespace
} // namespace xpbd::test

int main(int argc, char** argv) {
    using namespace xpbd::test;
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(
            stderr, "usage: monkey PROGRAM [--seconds S] [--seed N] [--memory-cap MB] [--least N] [--no-tour] [--list] "
                    "[--keep]\n");
        return 2;
    }
    try {
        return run(options);
    } catch (const Missing& missing) {
        std::printf("skipped: %s\n", missing.what());
        return 77;
    } catch (const Failure& failure) {
        std::printf("FAILED: %s\n", failure.what());
        return 1;
    }
}
