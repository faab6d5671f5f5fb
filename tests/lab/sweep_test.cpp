// Sweeps: every combination of values gives the same numbers as a separate run, in any order and on any thread.
#include "lab/study/sweep.h"

#include "core/parameters.h"
#include "fixtures.h"
#include "lab/run/experiment.h"

#include <cmath>

namespace xpbd::lab {
namespace {

SweepPlan small_plan() {
    return {test::small_cloth(6), {{"iterations", {"1", "4"}}, {"dt", {"0.01", "0.02", "0.04"}}}, 15};
}

double readout(const SweepResult& result, std::string_view key) {
    return result.readout[static_cast<std::size_t>(find_readout(key) - readouts().data())];
}

TEST(ParameterSweep, HasEveryCombinationTheLastAxisTurningFastest) {
    const Result<ParameterSweep> sweep = ParameterSweep::create(small_plan());
    ASSERT_TRUE(sweep) << sweep.error().message;
    EXPECT_EQ(sweep->point_count(), 6u);
    EXPECT_EQ(sweep->job_count(), 12u);
    EXPECT_EQ(sweep->values(0), (std::vector<std::string>{"1", "0.01"}));
    EXPECT_EQ(sweep->values(2), (std::vector<std::string>{"1", "0.04"}));
    EXPECT_EQ(sweep->values(3), (std::vector<std::string>{"4", "0.01"}));
    EXPECT_EQ(sweep->session(3).panes[1].iterations, 4);
    EXPECT_EQ(sweep->session(3).world.dt, 0.01);
    EXPECT_EQ(sweep->session(3).frame, 15);
}

TEST(ParameterSweep, GivesTheNumbersOfARunOfItsOwnOnAnyNumberOfThreads) {
    Result<ParameterSweep> one = ParameterSweep::create(small_plan());
    Result<ParameterSweep> many = ParameterSweep::create(small_plan());
    ASSERT_TRUE(one && many);
    WorkerPool alone(1);
    WorkerPool pool(4);
    one->run_all(alone);
    many->run_all(pool);
    EXPECT_EQ(one->csv(), many->csv());
    for (std::size_t point = 0; point < one->point_count(); ++point) {
        Session session = one->session(point);
        session.frame = 0;
        auto experiment = Experiment::create(session);
        ASSERT_TRUE(experiment);
        for (int i = 0; i < 15; ++i) {
            experiment->step();
        }
        for (std::size_t pane = 0; pane < 2; ++pane) {
            const Pane& other = experiment->panes()[pane];
            const Measure m = measure(*experiment->model(), other.state, other.settings, experiment->world().gravity,
                                      experiment->world().dt);
            EXPECT_TRUE(one->result(point, pane).done);
            EXPECT_EQ(readout(one->result(point, pane), "sag"), m.sag);
            EXPECT_EQ(readout(one->result(point, pane), "mean_strain"), m.mean_strain);
        }
    }
}

TEST(ParameterSweep, RefusesWhatCannotBeVariedAndNamesTheNearest) {
    const auto refusal = [](std::vector<SweepAxis> axes) {
        const Result<ParameterSweep> sweep = ParameterSweep::create({test::small_cloth(6), std::move(axes), 5});
        return sweep ? std::string("accepted") : sweep.error().message;
    };
    EXPECT_NE(refusal({{"iteration", {"1"}}}).find("iterations"), std::string::npos);
    EXPECT_NE(refusal({{"iterations", {"1", "1000000"}}}).find("1 to 100000"), std::string::npos);
    EXPECT_NE(refusal({{"iterations", {}}}).find("no values"), std::string::npos);
    const std::vector<std::string> hundred(101, "1");
    EXPECT_NE(refusal({{"iterations", hundred}, {"substeps", hundred}}).find("10000"), std::string::npos);
}

TEST(ParameterSweep, ADivergedRunIsMarkedAndGivesItsLastGoodFrame) {
    Session session = test::runaway();
    Result<ParameterSweep> sweep = ParameterSweep::create({session, {{"velocity_damping", {"0", "10"}}}, 20});
    ASSERT_TRUE(sweep) << sweep.error().message;
    WorkerPool pool(2);
    sweep->run_all(pool);
    EXPECT_TRUE(sweep->result(0, 0).diverged);
    EXPECT_EQ(sweep->result(0, 0).frame, test::kRunawayFrame - 1);
    EXPECT_FALSE(sweep->result(1, 0).diverged);
    EXPECT_EQ(sweep->result(1, 0).frame, 20);
}

TEST(ParameterSweep, StopsWithinAFrameAndKeepsWhatIsDone) {
    SweepPlan plan = small_plan();
    plan.frames = 1000000000; // would take days
    Result<ParameterSweep> sweep = ParameterSweep::create(plan);
    ASSERT_TRUE(sweep);
    WorkerPool pool(2);
    std::stop_source stop;
    std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    sweep->run_all(pool, {}, stop.get_token());
    EXPECT_FALSE(sweep->result(0, 0).done);
    EXPECT_EQ(sweep->csv().find('\n'), sweep->csv().size() - 1) << "the header alone";
}

TEST(SweepValues, SpreadOverTheRangeAndReachBothEnds) {
    EXPECT_EQ(sweep_values(1, 5, 5, false, true), (std::vector<double>{1, 2, 3, 4, 5}));
    EXPECT_EQ(sweep_values(1, 3, 9, true, true), (std::vector<double>{1, 2, 3})) << "each whole number once";
    const std::vector<double> decades = sweep_values(1e-9, 1e-3, 7, true, false);
    ASSERT_EQ(decades.size(), 7u);
    EXPECT_EQ(decades.front(), 1e-9);
    EXPECT_EQ(decades.back(), 1e-3);
    EXPECT_NEAR(decades[3], 1e-6, 1e-18);
}

} // namespace
} // namespace xpbd::lab
