// Work beside the window: on a thread and, as in a browser, in slices of the window's own thread.
#include "lab/run/runner.h"
#include "lab/study/sweep.h"
#include "lab/threads/background.h"

#include "fixtures.h"
#include "running.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <set>

namespace xpbd::lab {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPatience = 120s; // far longer than any machine needs: a test fails after it

class WorkBesideTheWindow : public testing::TestWithParam<RunsOn> {
protected:
    /// Runs a slice per frame, as the window does, until `done` returns true.
    template <class Done>
    static void frames_until(Done done) {
        const auto deadline = Clock::now() + kPatience;
        while (!done()) {
            ASSERT_LT(Clock::now(), deadline) << "nothing came";
            Background::go_on(0.001);
        }
    }
};

TEST_P(WorkBesideTheWindow, IsDoneSliceBySliceToItsEnd) {
    int slices = 0;
    Background work([&] { return ++slices < 5; }, GetParam());
    work.wait();
    EXPECT_FALSE(work.running());
    EXPECT_EQ(slices, 5);
}

TEST_P(WorkBesideTheWindow, IsWaitedForAsLongAsAsked) {
    std::atomic<bool> end = false;
    Background work([&] { return !end; }, GetParam());
    EXPECT_FALSE(work.wait_until(Clock::now() + 5ms));
    end = true;
    EXPECT_TRUE(work.wait_until(Clock::now() + kPatience));
}

TEST_P(WorkBesideTheWindow, EndsWithItsOwnerAfterTheSliceUnderWay) {
    std::atomic<int> slices = 0;
    {
        Background endless(
            [&] {
                ++slices;
                return true;
            },
            GetParam());
        frames_until([&] { return slices > 2; });
    }
    const int before = slices;
    Background::go_on(0.001);
    EXPECT_EQ(slices, before);
}

TEST_P(WorkBesideTheWindow, JobsAreDoneOnceEachAndOneWithoutMemoryIsLeftOut) {
    std::mutex mutex;
    std::multiset<std::size_t> done;
    BackgroundJobs jobs(
        20,
        [&](std::size_t job) -> Background::Slice {
            if (job == 7) {
                throw std::bad_alloc();
            }
            return [&, job, left = 3]() mutable {
                if (--left > 0) {
                    return true;
                }
                const std::lock_guard lock(mutex);
                done.insert(job);
                return false;
            };
        },
        3, GetParam());
    frames_until([&] { return !jobs.running(); });
    EXPECT_EQ(done.size(), 19u);
    EXPECT_EQ(std::set(done.begin(), done.end()).size(), 19u);
    EXPECT_EQ(done.count(7), 0u);
}

TEST_P(WorkBesideTheWindow, ASweepGivesWhatItGivesAtOnce) {
    SweepPlan plan;
    plan.base = test::small_cloth();
    plan.axes = {{"iterations", {"2", "5"}}};
    plan.frames = 20;
    Result<ParameterSweep> at_once = ParameterSweep::create(plan);
    Result<ParameterSweep> beside = ParameterSweep::create(plan);
    ASSERT_TRUE(at_once && beside);
    WorkerPool pool(1);
    at_once->run_all(pool);
    BackgroundJobs jobs(
        beside->job_count(), [&](std::size_t job) { return beside->begin(job); }, 2, GetParam());
    frames_until([&] { return !jobs.running(); });
    EXPECT_EQ(beside->csv(true), at_once->csv(true));
    EXPECT_EQ(beside->done_count(), beside->job_count());
}

INSTANTIATE_TEST_SUITE_P(EveryPlace, WorkBesideTheWindow, testing::Values(RunsOn::own_thread, RunsOn::caller),
                         [](const auto& place) {
                             return std::string(place.param == RunsOn::caller ? "Caller" : "OwnThread");
                         });

std::unique_ptr<ThreadedRunner> make_sliced(const Session& session) {
    auto runner = ThreadedRunner::create(session, 0, RunsOn::caller);
    if (!runner) {
        ADD_FAILURE() << runner.error().message;
        std::abort();
    }
    return std::move(*runner);
}

/// Lets the runner work a slice per frame, as a window does, until seen(newest snapshot) is true.
template <class Seen>
std::shared_ptr<const Snapshot> work_until(ThreadedRunner& runner, Seen seen) {
    const auto deadline = Clock::now() + kPatience;
    while (!seen(*runner.latest()) && Clock::now() < deadline) {
        runner.work(0.002);
    }
    EXPECT_TRUE(seen(*runner.latest())) << "nothing came";
    return runner.latest();
}

TEST(RunnerInSlices, ReachesTheStatesOfARunAtOnce) {
    const auto runner = make_sliced(test::small_cloth());
    runner->post(StepFrames{40});
    const auto sliced = work_until(*runner, [](const Snapshot& s) { return s.frame == 40 && !s.busy; });
    const auto at_once = test::runner_of(test::small_cloth());
    at_once->advance(40);
    EXPECT_EQ(sliced->hash, at_once->latest()->hash);
}

TEST(RunnerInSlices, PlaysByTheClockAndDoesNothingByItself) {
    const auto runner = make_sliced(test::small_cloth());
    runner->post(Play{true});
    EXPECT_EQ(runner->latest()->commands_done, 0u) << "nobody has given it time";
    const auto start = Clock::now();
    work_until(*runner, [](const Snapshot& s) { return s.frame >= 12; });
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    EXPECT_GT(passed, 11 * test::small_cloth().world.dt - 0.02) << "faster than the clock";
}

TEST(RunnerInSlices, ALongJobShowsItsProgressAndCanBeCancelled) {
    const auto runner = make_sliced(test::small_cloth());
    runner->post(StepFrames{1000000}); // would take hours
    const auto under_way = work_until(*runner, [](const Snapshot& s) { return s.busy && s.frame > 3; });
    EXPECT_LT(under_way->progress, 0.5);
    runner->post(Cancel{});
    const auto ended = work_until(*runner, [](const Snapshot& s) { return !s.busy; });
    EXPECT_LT(ended->frame, 1000000);
    EXPECT_TRUE(runner->stop(0ms));
}

} // namespace
} // namespace xpbd::lab
