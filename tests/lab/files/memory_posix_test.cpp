// Running out of memory, under a limit of a process.
#include "fixtures.h"
#include "lab/run/runner.h"
#include "limit.h"

#include <chrono>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

using test::kMiB;
using test::kSanitized;
using test::Limit;
using test::small_cloth;

/// Runs `task` in a child process that may map `bytes` more than this one has. Returns its exit code, or 100 + signal.
template <class Task>
int within(double bytes, Task task) {
    const pid_t child = ::fork();
    if (child == 0) {
        long pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const double limit = static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE)) + bytes;
        const rlimit space{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
        ::_exit(::setrlimit(RLIMIT_AS, &space) == 0 ? task() : 99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

TEST(Memory, RunningOutOfItIsAnErrorInTheWindowsRunnerAndTheRunnerLivesOn) {
    if (kSanitized) {
        GTEST_SKIP() << "needs a limit on the address space";
    }
    const Limit limit(1e12);
    const int code = within(256 * kMiB, [] {
        const auto runner = ThreadedRunner::create(small_cloth(8), 2);
        if (!runner) {
            return 1;
        }
        const auto settle = [&](Command command) {
            const std::uint64_t number = (*runner)->post(std::move(command));
            for (int tick = 0; (*runner)->latest()->commands_done < number; ++tick) {
                if (tick > 60000) {
                    ::_exit(98); // it hangs
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return (*runner)->latest();
        };
        auto snapshot = settle(SetScene{small_cloth(512).scene}); // does not fit
        if (snapshot->error.find("out of memory") == std::string::npos) {
            return 2;
        }
        if (snapshot->playing || snapshot->model->particle_count() != 64) {
            return 3;
        }
        snapshot = settle(StepFrames{5});
        if (snapshot->frame != 5 || snapshot->error_serial != 1) {
            return 4;
        }
        // A scene that fits, with panes whose solver does not.
        settle(SetScene{small_cloth(200).scene});
        std::vector<Settings> panes = small_cloth(8).panes;
        panes[0].method = panes[1].method = find_method("newton");
        settle(SetPanes{panes});
        snapshot = settle(StepFrames{1});
        if (snapshot->error_serial < 2 || snapshot->frame != 0) {
            return 5;
        }
        settle(SetPanes{small_cloth(8).panes});
        snapshot = settle(StepFrames{2});
        return snapshot->frame == 2 && !snapshot->panes[0].diverged ? 0 : 6;
    });
    EXPECT_EQ(code, 0);
}

} // namespace
} // namespace xpbd::lab
