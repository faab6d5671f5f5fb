#include "lab/worker_pool.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace xpbd::lab
