// Sweeps: every combination of values gives the same numbers as a separate run, in any order and on any thread.
#include "lab/study/sweep.h"

#include "core/model/parameters.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"
#include "lab/study/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    EXPECT_EQ(sweep->session(3, 0).panes[1].iterations, 4);
    EXPECT_EQ(sweep->session(3, 0).world.dt, 0.01);
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
        Session session = one->session(point, 0);
        EXPECT_EQ(session.frame, 15);
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

TEST(ParameterSweep, EndsWhereARunHangsStillAndWhatItMeasuredIsWhatTheSessionShows) {
    SweepPlan plan{test::small_cloth(6), {{"iterations", {"4", "16"}}}, 5000, true};
    Result<ParameterSweep> sweep = ParameterSweep::create(plan);
    ASSERT_TRUE(sweep) << sweep.error().message;
    WorkerPool pool(2);
    sweep->run_all(pool);
    for (std::size_t point = 0; point < 2; ++point) {
        for (std::size_t pane = 0; pane < 2; ++pane) {
            const SweepResult& result = sweep->result(point, pane);
            EXPECT_TRUE(result.settled);
            EXPECT_LT(result.frame, 5000);
            const Session session = sweep->session(point, pane);
            auto experiment = Experiment::create(session);
            ASSERT_TRUE(experiment);
            while (experiment->frame() < session.frame) {
                experiment->step();
            }
            const std::vector<double> shown = read_pane(*experiment, pane);
            for (std::size_t row = 0; row < shown.size(); ++row) {
                if (readouts()[row].reproducible && !std::isnan(shown[row])) {
                    EXPECT_EQ(result.readout[row], shown[row]) << readouts()[row].key;
                    EXPECT_LE(result.low[row], shown[row]) << readouts()[row].key;
                    EXPECT_GE(result.high[row], shown[row]) << readouts()[row].key;
                }
            }
            for (int i = 0; i < 300; ++i) {
                experiment->step();
            }
            const auto sag = static_cast<std::size_t>(find_readout("sag") - readouts().data());
            EXPECT_NEAR(read_pane(*experiment, pane)[sag], shown[sag], 0.01 * shown[sag]) << "it stays";
        }
    }
}

TEST(ParameterSweep, SaysWhereTheEndStillMovesAndHowFar) {
    const Session swinging = *default_session("pendulum");
    SweepPlan plan{swinging, {{"a.iterations", {"20"}}}, 240, true};
    Result<ParameterSweep> sweep = ParameterSweep::create(plan);
    ASSERT_TRUE(sweep) << sweep.error().message;
    WorkerPool pool(1);
    sweep->run_all(pool);
    const SweepResult& result = sweep->result(0, 0);
    const auto row = static_cast<std::size_t>(find_readout("kinetic_energy") - readouts().data());
    EXPECT_FALSE(result.settled);
    EXPECT_EQ(result.frame, 240);
    // Runs the last second again, frame by frame.
    auto experiment = Experiment::create(sweep->session(0, 0));
    ASSERT_TRUE(experiment);
    const auto second = static_cast<std::int64_t>(std::ceil(1 / experiment->world().dt));
    double low = std::numeric_limits<double>::infinity(), high = 0;
    while (experiment->frame() < 240) {
        experiment->step();
        if (experiment->frame() > 240 - second) {
            low = std::min(low, read_pane(*experiment, 0)[row]);
            high = std::max(high, read_pane(*experiment, 0)[row]);
        }
    }
    EXPECT_EQ(result.low[row], low);
    EXPECT_EQ(result.high[row], high);
    EXPECT_GT(high, 2 * low);
    EXPECT_NE(sweep->csv(true).find(",kinetic_energy,kinetic_energy_low,kinetic_energy_high,"), std::string::npos);
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
