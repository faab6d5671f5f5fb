#include "lab/threads/worker_pool.h"

#include "../usage.h"
#include "system/machine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

namespace xpbd::lab {
namespace {

TEST(WorkerPool, DoesEveryTaskOnceAndWaitsForAll) {
    for (const int threads : {0, 1, 2, 4}) {
        WorkerPool pool(threads);
        for (std::size_t count = 0; count < 20; ++count) {
            std::vector<int> done(count, 0); // each task writes its own place only
            pool.run(count, [&](std::size_t i) { ++done[i]; });
            EXPECT_EQ(done, std::vector<int>(count, 1)) << threads;
        }
    }
}

TEST(WorkerPool, ThrowsWhatATaskThrewAfterAllHaveEndedAndGoesOn) {
    for (const int threads : {1, 2, 4}) {
        WorkerPool pool(threads);
        for (int round = 0; round < 50; ++round) {
            std::atomic<int> running = 0;
            const auto task = [&](std::size_t i) {
                ++running;
                const auto inner = [&](std::size_t) { throw std::bad_alloc(); };
                if (i == 3) {
                    pool.run(2, inner); // through a nested run()
                }
                --running;
            };
            EXPECT_THROW(pool.run(8, task), std::bad_alloc) << threads;
            EXPECT_EQ(running, 1) << "others still ran"; // running: the task that threw
            std::atomic<int> done = 0;
            pool.run(8, [&](std::size_t) { ++done; });
            EXPECT_EQ(done, 8);
        }
    }
}

TEST(WorkerPool, CanBeUsedAgainAndAgain) {
    WorkerPool pool(3);
    long total = 0;
    for (int round = 0; round < 2000; ++round) {
        std::vector<long> parts(3, 0);
        pool.run(parts.size(), [&](std::size_t i) { parts[i] = round; });
        total += parts[0] + parts[1] + parts[2];
    }
    EXPECT_EQ(total, 3L * 2000 * 1999 / 2);
}

TEST(WorkerPool, RunsTasksThatRunTasks) {
    for (const int threads : {1, 2, 3, 8}) {
        WorkerPool pool(threads);
        for (int round = 0; round < 200; ++round) {
            std::vector<std::vector<int>> done(3, std::vector<int>(5, 0));
            pool.run(done.size(), [&](std::size_t i) {
                for (int phase = 0; phase < 4; ++phase) {
                    pool.run(done[i].size(), [&](std::size_t j) { ++done[i][j]; });
                }
            });
            EXPECT_EQ(done, std::vector<std::vector<int>>(3, std::vector<int>(5, 4))) << threads;
        }
    }
}

TEST(WorkerPool, ItsThreadsRunBehindTheInterfaceWhereTheOneDoesThatStartsThem) {
    for (const bool behind : {false, true}) {
        std::thread([behind] {
            if (behind) {
                system::run_behind_the_interface();
            }
            WorkerPool pool(3);
            std::atomic<int> started = 0;
            std::atomic<int> lower = 0;
            pool.run(3, [&](std::size_t) {
                ++started;
                while (started < 3) { // each task on a thread of its own
                    std::this_thread::yield();
                }
                lower += system::runs_behind_the_interface() ? 1 : 0;
            });
            EXPECT_EQ(lower, behind ? 3 : 0);
        }).join();
    }
}

#if defined(__linux__) && !defined(__SANITIZE_THREAD__)
TEST(WorkerPool, SleepsWhileNobodyNeedsIt) {
    WorkerPool pool(4);
    pool.run(4, [](std::size_t) {});
    EXPECT_TRUE(xpbd::test::other_threads_fall_asleep());
}
#endif

} // namespace
} // namespace xpbd::lab
