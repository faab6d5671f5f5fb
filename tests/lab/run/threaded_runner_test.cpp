// The runner with a thread of its own: it reaches the states of the inline runner, reacts while it works, and ends.
#include "lab/run/runner.h"

#include "../usage.h"
#include "fixtures.h"

#include <chrono>
#include <thread>

namespace xpbd::lab {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPatience = 120s; // far longer than any machine needs: a test fails after it

std::unique_ptr<ThreadedRunner> make_threaded(const Session& session, int threads = 0) {
    auto runner = ThreadedRunner::create(session, threads);
    if (!runner) {
        ADD_FAILURE() << runner.error().message;
        std::abort();
    }
    return std::move(*runner);
}

/// Waits for the first snapshot for which `predicate` is true.
template <class Predicate>
std::shared_ptr<const Snapshot> wait_until(const Runner& runner, Predicate predicate) {
    const auto deadline = Clock::now() + kPatience;
    for (;;) {
        auto snapshot = runner.latest();
        if (predicate(*snapshot)) {
            return snapshot;
        }
        if (Clock::now() > deadline) {
            ADD_FAILURE() << "nothing came, frame " << snapshot->frame;
            return snapshot;
        }
        std::this_thread::sleep_for(1ms);
    }
}

/// Posts a command and waits until it is done.
std::shared_ptr<const Snapshot> settle(Runner& runner, Command command) {
    const std::uint64_t number = runner.post(std::move(command));
    return wait_until(runner, [&](const Snapshot& s) { return s.commands_done >= number; });
}

std::shared_ptr<const Snapshot> inline_after(const Session& session, int frames) {
    const auto runner = InlineRunner::create(session);
    (*runner)->advance(frames);
    return (*runner)->latest();
}

TEST(ThreadedRunner, LargePanesAreShownAndMeasuredOnManyThreadsAsOnOne) {
    Session session = test::small_cloth();
    session.scene.values["resolution"] = {65, 64, 0}; // enough for threads
    const auto shown_by = [&](int threads) {
        const auto runner = make_threaded(session, threads);
        settle(*runner, SetDetail{.residuals = true, .forces = true});
        return settle(*runner, StepFrames{3});
    };
    const auto one = shown_by(1);
    for (const int threads : {2, 4}) {
        const auto many = shown_by(threads);
        EXPECT_EQ(many->hash, one->hash);
        ASSERT_EQ(many->panes.size(), one->panes.size());
        for (std::size_t i = 0; i < one->panes.size(); ++i) {
            const PaneSnapshot& a = one->panes[i];
            const PaneSnapshot& b = many->panes[i];
            EXPECT_EQ(a.positions, b.positions);
            EXPECT_EQ(a.strain, b.strain);
            EXPECT_EQ(a.tension, b.tension);
            EXPECT_EQ(a.measure.mean_strain, b.measure.mean_strain);
            EXPECT_EQ(a.measure.residual_primal, b.measure.residual_primal);
            ASSERT_EQ(a.residuals.size(), b.residuals.size());
            EXPECT_FALSE(a.residuals.empty());
            EXPECT_EQ(a.residuals.back().residual_dual, b.residuals.back().residual_dual);
        }
    }
}

TEST(ThreadedRunner, SteppedWhilePausedItReachesTheStatesOfTheInlineRunner) {
    const auto expected = inline_after(test::small_cloth(), 120);
    for (const int threads : {1, 2, 0}) {
        const auto runner = make_threaded(test::small_cloth(), threads);
        const auto shown = settle(*runner, StepFrames{120});
        EXPECT_EQ(shown->frame, 120);
        EXPECT_EQ(shown->hash, expected->hash) << threads;
    }
}

TEST(ThreadedRunner, PlayedByTheClockItReachesTheStatesOfTheInlineRunner) {
    const auto runner = make_threaded(test::small_cloth());
    runner->post(SetSpeed{8});
    runner->post(Play{true});
    wait_until(*runner, [](const Snapshot& s) { return s.frame >= 120; });
    settle(*runner, Play{false});
    const auto shown = settle(*runner, Seek{120});
    EXPECT_EQ(shown->frame, 120);
    EXPECT_EQ(shown->hash, inline_after(test::small_cloth(), 120)->hash);
}

TEST(ThreadedRunner, CommandsBetweenStepsActAtTheSameFrameAsInline) {
    Session session = test::small_cloth();
    auto panes = session.panes;
    panes[0].iterations = 2;
    panes[1].method = find_method("pbd_corrected");
    World world = session.world;
    world.gravity = {1, -5, 0};
    const std::vector<Command> script = {StepFrames{10},  SetPanes{panes}, StepFrames{10},
                                         SetWorld{world}, StepFrames{10},  SetHand{{{{9, Vec3(1, 2, 3)}}, {}}},
                                         StepFrames{5},   StepFrames{-7},  SetHand{},
                                         StepFrames{20}};
    const auto threaded = make_threaded(session);
    const auto in_line = InlineRunner::create(session);
    std::uint64_t last = 0;
    for (const Command& command : script) {
        last = threaded->post(command);
        (*in_line)->post(command);
    }
    EXPECT_EQ(last, script.size());
    const auto shown = wait_until(*threaded, [&](const Snapshot& s) { return s.commands_done >= last; });
    EXPECT_EQ(shown->frame, 48);
    EXPECT_EQ(shown->hash, (*in_line)->latest()->hash);
}

TEST(ThreadedRunner, ReactsToCommandsWhilePaused) {
    const auto runner = make_threaded(test::small_cloth());
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(settle(*runner, StepFrames{1})->frame, i + 1);
    }
    EXPECT_FALSE(settle(*runner, Play{false})->playing);
}

#if defined(__linux__) && !defined(__SANITIZE_THREAD__)
TEST(ThreadedRunner, SleepsWhilePaused) {
    const auto runner = make_threaded(test::small_cloth());
    settle(*runner, StepFrames{1});
    EXPECT_TRUE(xpbd::test::other_threads_fall_asleep());
}
#endif

TEST(ThreadedRunner, OpensASessionAtItsFrame) {
    Session session = test::small_cloth();
    session.frame = 40;
    const auto runner = make_threaded(test::small_cloth(5));
    const auto shown = settle(*runner, OpenSession{session});
    EXPECT_EQ(shown->frame, 40);
    EXPECT_FALSE(shown->playing);
    EXPECT_FALSE(shown->busy);
    EXPECT_EQ(shown->hash, inline_after(test::small_cloth(), 40)->hash);

    const auto created = make_threaded(session);
    const auto there = wait_until(*created, [](const Snapshot& s) { return !s.busy; });
    EXPECT_EQ(there->frame, 40);
    EXPECT_EQ(there->commands_done, 0u);
}

TEST(ThreadedRunner, ARestartOrANewerSessionCutsALongAdvanceShort) {
    Session endless = test::small_cloth();
    endless.frame = std::int64_t{1} << 50;
    const auto runner = make_threaded(test::small_cloth());
    runner->post(OpenSession{endless});
    const auto busy = wait_until(*runner, [](const Snapshot& s) { return s.busy && s.frame > 0; });
    EXPECT_GT(busy->progress, 0);
    EXPECT_LT(busy->progress, 1);
    const auto restarted = settle(*runner, Restart{});
    EXPECT_FALSE(restarted->busy);
    EXPECT_EQ(restarted->frame, 0);

    runner->post(OpenSession{endless});
    Session next = test::small_cloth(6);
    next.frame = 3;
    const auto opened = settle(*runner, OpenSession{next});
    EXPECT_EQ(opened->frame, 3);
    EXPECT_EQ(opened->scene, next.scene);
}

TEST(ThreadedRunner, EndsInTheMiddleOfALongAdvance) {
    Session endless = test::small_cloth();
    endless.frame = std::int64_t{1} << 50;
    const auto runner = make_threaded(endless);
    wait_until(*runner, [](const Snapshot& s) { return s.frame > 0; });
} // leaving this scope joins the thread

TEST(ThreadedRunner, EndsWhilePlayingAndWithCommandsLeft) {
    const auto runner = make_threaded(test::small_cloth());
    runner->post(Play{true});
    for (int i = 0; i < 100; ++i) {
        runner->post(StepFrames{1000});
    }
}

TEST(ThreadedRunner, ADivergencePausesAndCanBeRestored) {
    const auto runner = make_threaded(test::runaway());
    runner->post(SetSpeed{10});
    runner->post(Play{true});
    const auto bad = wait_until(*runner, [](const Snapshot& s) { return s.panes[0].diverged; });
    EXPECT_FALSE(bad->playing);
    EXPECT_EQ(bad->frame, test::kRunawayFrame);
    const auto good = settle(*runner, RestoreLastGood{0});
    EXPECT_EQ(good->frame, test::kRunawayFrame - 1);
    EXPECT_FALSE(good->panes[0].diverged);
    EXPECT_EQ(good->hash, inline_after(test::runaway(), test::kRunawayFrame - 1)->hash);
}

TEST(ThreadedRunner, MeasuresItsSpeedAndShowsTheAskedOneWhilePaused) {
    const auto runner = make_threaded(test::small_cloth(4));
    EXPECT_EQ(runner->latest()->measured_speed, 1);
    runner->post(SetSpeed{0.5});
    const auto start = Clock::now();
    runner->post(Play{true});
    const auto shown = wait_until(*runner, [](const Snapshot& s) { return s.frame >= 40; });
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    EXPECT_TRUE(shown->playing);
    EXPECT_GT(shown->measured_speed, 0);
    EXPECT_LE(shown->time, 0.5 * elapsed.count() + shown->world.dt) << "it never runs away from the clock";
    EXPECT_EQ(settle(*runner, Play{false})->measured_speed, 0.5);
}

TEST(ThreadedRunner, FailuresAreReportedOnce) {
    const auto runner = make_threaded(test::small_cloth());
    scenes::SceneSpec spec;
    spec.name = "no such scene";
    const auto shown = settle(*runner, SetScene{spec});
    EXPECT_EQ(shown->error_serial, 1u);
    EXPECT_NE(shown->error.find("no such scene"), std::string::npos);
    EXPECT_EQ(settle(*runner, StepFrames{1})->error_serial, 1u);
}

TEST(ThreadedRunner, ManyReadersAndWritersDoNotRace) {
    const auto runner = make_threaded(test::small_cloth(5));
    runner->post(Play{true});
    std::vector<std::jthread> threads;
    threads.reserve(3);
    for (int t = 0; t < 3; ++t) {
        threads.emplace_back([&runner, t] {
            for (int i = 0; i < 200; ++i) {
                const auto shown = runner->latest();
                ASSERT_EQ(shown->panes.size(), 2u);
                if (i % 10 == t) {
                    auto panes = std::vector<Settings>{shown->panes[0].settings, shown->panes[1].settings};
                    panes[0].iterations = 1 + i % 20;
                    runner->post(SetPanes{panes});
                    runner->post(SetHand{{{{4, Vec3(0.1 * i, 1, 0)}}, {}}});
                }
            }
        });
    }
    threads.clear();
    EXPECT_FALSE(settle(*runner, Play{false})->playing);
}

TEST(ThreadedRunner, AFaultySessionIsRefusedAtTheStart) {
    Session session = test::small_cloth();
    session.scene.name = "no such scene";
    EXPECT_FALSE(ThreadedRunner::create(session));
}

TEST(ThreadedRunner, ABodyOnItsWayTellsItsProgressAndIsCancelled) {
    Session session = test::small_cloth(24);
    session.panes.pop_back();
    auto runner = ThreadedRunner::create(session);
    ASSERT_TRUE(runner);
    (*runner)->post(StepFrames{50});
    std::vector<Settings> panes = {session.panes[0], session.panes[0]};
    panes[1].iterations = 2000; // one frame takes a while
    panes[1].mesh.resolution = 31;
    const std::uint64_t asked = (*runner)->post(SetPanes{panes});
    const auto coming = wait_until(**runner, [](const Snapshot& s) { return s.bodies_coming; });
    EXPECT_TRUE(coming->busy);
    EXPECT_GT(coming->progress, 0);
    EXPECT_LT(coming->progress, 1);
    EXPECT_EQ(coming->frame, 50);
    EXPECT_EQ(coming->panes.size(), 1u) << "what there was shows meanwhile";
    (*runner)->post(Cancel{});
    const auto done = wait_until(**runner, [&](const Snapshot& s) { return s.commands_done > asked; });
    EXPECT_FALSE(done->busy);
    EXPECT_FALSE(done->bodies_coming);
    EXPECT_EQ(done->panes.size(), 1u);
    EXPECT_EQ(done->error_serial, 1u);
    EXPECT_NE(done->error.find("cancelled"), std::string::npos) << done->error;

    panes[1].iterations = 2; // Cancel stops only commands posted before it
    const std::uint64_t again = (*runner)->post(SetPanes{panes});
    const auto both = wait_until(**runner, [&](const Snapshot& s) { return s.commands_done >= again; });
    EXPECT_EQ(both->panes.size(), 2u);
    EXPECT_EQ(both->error_serial, 1u);
}

TEST(ThreadedRunner, ABodyOfASessionsPastTellsItsProgressAndIsCancelled) {
    Session session = test::small_cloth(24);
    session.panes.pop_back();
    session.frame = 50;
    session.past = {{50, session.world, session.panes, {}, session.scene.changes}};
    session.panes.push_back(session.panes[0]);
    session.panes[1].iterations = 2000; // one frame takes a while
    session.panes[1].mesh.resolution = 31;
    const auto runner = make_threaded(session);
    const auto coming = wait_until(*runner, [](const Snapshot& s) { return s.bodies_coming; });
    EXPECT_TRUE(coming->busy);
    EXPECT_LT(coming->progress, 1);
    EXPECT_EQ(coming->busy_until, 50);
    runner->post(Cancel{});
    const auto done = wait_until(*runner, [&](const Snapshot& s) { return s.commands_done == 1; });
    EXPECT_FALSE(done->busy);
    EXPECT_EQ(done->frame, 50);
    EXPECT_EQ(done->panes.size(), 1u) << "without the body that was on its way";
    EXPECT_NE(done->error.find("cancelled"), std::string::npos) << done->error;

    const auto later = settle(*runner, StepFrames{5});
    EXPECT_EQ(later->frame, 55);
    EXPECT_EQ(later->panes.size(), 1u) << "the past has ended there";
    session.past.clear();
    session.panes.pop_back();
    session.frame = 0;
    EXPECT_EQ(later->hash, inline_after(session, 55)->hash);
}

TEST(ThreadedRunner, RunningAheadTellsItsProgressAndIsCancelled) {
    Session session = test::small_cloth(24);
    auto runner = ThreadedRunner::create(session);
    ASSERT_TRUE(runner);
    (*runner)->post(RunAhead{1000000});
    const auto busy = wait_until(**runner, [](const Snapshot& s) { return s.busy && s.frame > 3; });
    EXPECT_EQ(busy->busy_until, 1000000);
    EXPECT_GT(busy->progress, 0);
    const std::uint64_t number = (*runner)->post(Cancel{});
    const auto done = wait_until(**runner, [&](const Snapshot& s) { return s.commands_done >= number; });
    EXPECT_FALSE(done->busy);
    EXPECT_FALSE(done->playing);
    EXPECT_EQ(done->last_frame, done->frame) << "what was computed is kept";
    EXPECT_EQ(done->first_frame, 0);
}

} // namespace
} // namespace xpbd::lab
