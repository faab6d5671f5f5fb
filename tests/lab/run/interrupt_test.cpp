// Work that is interrupted in the middle of a step ends soon, and later results do not depend on it.
#include "lab/experiment/experiment.h"
#include "lab/run/runner.h"
#include "lab/study/sweep.h"

#include "core/model/parameters.h"
#include "fixtures.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <future>
#include <ostream>
#include <thread>

namespace xpbd::lab {
namespace {

using namespace std::chrono_literals;

/// Far longer than any machine needs to react to a stop request, far shorter than the interrupted work.
constexpr auto kHang = 60s;
/// These iterations take hours.
constexpr int kEndless = 1'000'000'000;

/// Processor time of this process since its start [s].
double processor_time() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Waits until the process has used some processor time: the work is then under way.
void let_it_work() {
    const double start = processor_time();
    while (processor_time() < start + 0.05) {
        std::this_thread::sleep_for(1ms);
    }
}

/// Runs `work` on another thread, requests a stop while it runs, and waits for its end. If it does not end, the test
/// program aborts: a thread that hangs cannot be joined.
void cut_short(std::stop_source& stop, const std::function<void()>& work) {
    std::future<void> end = std::async(std::launch::async, work);
    let_it_work();
    stop.request_stop();
    if (end.wait_for(kHang) != std::future_status::ready) {
        std::fprintf(stderr, "not cut short\n");
        std::abort();
    }
}

struct Way {
    const char* name;
    const char* method;
    Engine engine = Engine::textbook;
    xpbd::SweepOrder sweep = xpbd::SweepOrder::listed;
    bool by_substeps = false; ///< many substeps instead of many iterations: the method ends its iterations itself
};

/// For test names.
void PrintTo(const Way& way, std::ostream* out) {
    *out << way.name;
}

class InterruptedStep : public testing::TestWithParam<Way> {};

TEST_P(InterruptedStep, EndsInTheMiddleAndLeavesNoTraceInTheSolver) {
    const Way way = GetParam();
    const Session session = test::small_cloth(12);
    const Result<Model> model = scenes::build(session.scene);
    ASSERT_TRUE(model);
    Settings settings;
    settings.method = find_method(way.method);
    settings.engine = way.engine;
    settings.sweep = way.sweep;
    settings.iterations = 3;
    Settings endless = settings;
    (way.by_substeps ? endless.substeps : endless.iterations) = kEndless;
    const Control control = control_of(session.world);

    const auto solver = make_solver(settings);
    std::stop_source stop;
    solver->set_interrupt(stop.get_token());
    State cut = initial_state(*model);
    StepStats stats;
    cut_short(stop, [&] { stats = solver->step(*model, cut, control, endless, session.world.dt); });
    EXPECT_TRUE(stats.interrupted);
    EXPECT_EQ(cut.step, 0);

    State after = initial_state(*model);
    EXPECT_TRUE(solver->step(*model, after, control, settings, session.world.dt).interrupted) << "still asked to stop";
    solver->set_interrupt({});
    after = initial_state(*model);
    State fresh = after;
    EXPECT_FALSE(solver->step(*model, after, control, settings, session.world.dt).interrupted);
    make_solver(settings)->step(*model, fresh, control, settings, session.world.dt);
    EXPECT_EQ(hash(after), hash(fresh));
}

INSTANTIATE_TEST_SUITE_P(Methods, InterruptedStep,
                         testing::Values(Way{"pbd", "pbd"}, Way{"xpbd", "xpbd"},
                                         Way{"xpbd_coloured", "xpbd", Engine::textbook, xpbd::SweepOrder::coloured},
                                         Way{"xpbd_chebyshev", "xpbd", Engine::textbook, xpbd::SweepOrder::chebyshev},
                                         Way{"xpbd_fast", "xpbd", Engine::fast},
                                         Way{"xpbd_fast_coloured", "xpbd", Engine::fast, xpbd::SweepOrder::coloured},
                                         Way{"hpbd", "hpbd"}, Way{"vbd", "vbd"}, Way{"avbd", "avbd"},
                                         // true (by_substeps): these methods end their iterations once converged
                                         Way{"direct", "direct", Engine::textbook, xpbd::SweepOrder::listed, true},
                                         Way{"mgpbd", "mgpbd", Engine::textbook, xpbd::SweepOrder::listed, true},
                                         Way{"newton", "newton", Engine::textbook, xpbd::SweepOrder::listed, true}),
                         [](const auto& way) { return std::string(way.param.name); });

TEST(InterruptedExperiment, StandsAtTheLastFrameOfAllPanes) {
    Session session = test::small_cloth(12);
    session.panes.resize(2);
    Experiment undisturbed = std::move(*Experiment::create(session));
    Experiment experiment = std::move(*Experiment::create(session, 2));
    for (int i = 0; i < 3; ++i) {
        undisturbed.step();
        EXPECT_TRUE(experiment.step());
    }
    const std::uint64_t before = state_hash(experiment);
    const int iterations = experiment.panes()[0].stats.iterations;

    // Pane A finishes its frame long before B. The interruption takes it back to the frame of B.
    std::vector<Settings> panes = session.panes;
    panes[0].iterations = 1;
    panes[1].iterations = kEndless;
    EXPECT_TRUE(experiment.set_panes(panes));
    std::stop_source stop;
    experiment.set_interrupt(stop.get_token());
    bool whole = true;
    cut_short(stop, [&] { whole = experiment.step(); });
    EXPECT_FALSE(whole);
    EXPECT_EQ(experiment.frame(), 3);
    EXPECT_EQ(state_hash(experiment), before);
    EXPECT_EQ(experiment.panes()[0].stats.iterations, iterations);
    EXPECT_FALSE(experiment.panes()[1].stats.interrupted);
    EXPECT_TRUE(experiment.trace_step(0).empty());

    EXPECT_TRUE(experiment.set_panes(session.panes));
    experiment.set_interrupt({});
    EXPECT_TRUE(experiment.step());
    undisturbed.step();
    EXPECT_EQ(state_hash(experiment), state_hash(undisturbed));
}

/// One frame of this session takes minutes.
Session heavy() {
    Session session = test::small_cloth(256);
    session.panes.resize(1);
    session.panes[0].iterations = 200;
    session.panes[0].substeps = 100;
    return session;
}

TEST(InterruptedRunner, EndsInTheMiddleOfAFrame) {
    for (const bool playing : {false, true}) {
        std::unique_ptr<ThreadedRunner> runner = std::move(*ThreadedRunner::create(heavy()));
        if (playing) {
            runner->post(Play{});
        } else {
            runner->post(StepFrames{1});
        }
        let_it_work();
        EXPECT_TRUE(runner->stop(kHang));
    }
}

TEST(InterruptedRunner, RestartAndCancelCutAFrameShort) {
    std::unique_ptr<ThreadedRunner> runner = std::move(*ThreadedRunner::create(heavy()));
    for (const Command& cut : {Command{Restart{}}, Command{Cancel{}}, Command{OpenSession{test::small_cloth()}}}) {
        runner->post(StepFrames{1});
        let_it_work();
        const std::uint64_t number = runner->post(cut);
        const auto deadline = std::chrono::steady_clock::now() + kHang;
        while (runner->latest()->commands_done < number && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(1ms);
        }
        ASSERT_GE(runner->latest()->commands_done, number);
        EXPECT_EQ(runner->latest()->frame, 0);
        EXPECT_EQ(runner->latest()->error, "");
    }
    // An interrupted step does not change the steps that follow.
    const std::uint64_t number = runner->post(StepFrames{5});
    const auto deadline = std::chrono::steady_clock::now() + kHang;
    while (runner->latest()->commands_done < number && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(1ms);
    }
    const auto undisturbed = std::move(*InlineRunner::create(test::small_cloth()));
    undisturbed->advance(5);
    EXPECT_EQ(runner->latest()->hash, undisturbed->latest()->hash);
}

TEST(InterruptedSweep, KeepsWhatIsDoneAndNothingElse) {
    SweepPlan plan{test::small_cloth(128), {{"substeps", {"1", "100"}}}, 1};
    plan.base.panes.resize(1);
    plan.base.panes[0].iterations = 200;
    ParameterSweep sweep = std::move(*ParameterSweep::create(plan));
    sweep.run(0);
    EXPECT_EQ(sweep.done_count(), 1u);
    std::stop_source stop;
    cut_short(stop, [&] { sweep.run(1, stop.get_token()); });
    EXPECT_EQ(sweep.done_count(), 1u);
    const std::string csv = sweep.csv();
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << csv;
}

} // namespace
} // namespace xpbd::lab
