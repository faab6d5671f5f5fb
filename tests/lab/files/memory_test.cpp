#include "lab/files/memory.h"

#include "fixtures.h"
#include "lab/files/method_cost.h"
#include "lab/run/runner.h"
#include "limit.h"

#include <chrono>
#include <thread>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace xpbd::lab {
namespace {

using test::kMiB;
using test::kSanitized;
using test::Limit;
using test::small_cloth;

TEST(Memory, TheEstimateIsNearWhatAPaneHolds) {
#if defined(__GLIBC__)
    if (kSanitized) {
        GTEST_SKIP() << "counts what the C library gives out";
    }
    const auto held = [] {
        const auto info = ::mallinfo2();
        return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
    };
    const auto check = [&](const std::string& scene, const std::string& method,
                           const std::vector<std::string>& assignments) {
        SCOPED_TRACE(scene + " " + method + " " + assignments.back());
        Session session = *default_session(scene);
        session.panes.resize(1);
        std::vector<std::string> all = assignments;
        all.insert(all.begin(), {"method=" + method, "iterations=1"});
        for (const std::string& text : all) {
            const Status status = apply_assignment(session, text);
            ASSERT_TRUE(status) << status.error().message;
        }
        const double before = held();
        Result<Experiment> experiment = Experiment::create(session);
        ASSERT_TRUE(experiment);
        experiment->step();
        const double taken = held() - before;
        const double estimate =
            estimate_scene(session.scene) + estimate_pane(*experiment->model(), session.panes.front());
        EXPECT_GT(estimate, 0.9 * taken);
        EXPECT_LT(estimate, 6 * taken);
    };
    for (const std::string method : {"pbd", "xpbd", "hpbd", "vbd", "avbd"}) {
        for (const char* engine : {"engine=textbook", "engine=fast"}) {
            check("cloth", method, {"scene.resolution=96x96", engine});
        }
    }
    check("flag", "xpbd", {"scene.resolution=96x96"});
    check("cloth_drop", "xpbd", {"scene.resolution=64x64"});
    check("rope_hanging", "xpbd", {"scene.segments=2000"});
    for (const char* engine : {"engine=textbook", "engine=fast"}) {
        check("twisted_rod", "xpbd", {"scene.segments=2000", engine});
    }
    check("balloon", "xpbd", {"scene.detail=4"});
    check("cloth", "direct", {"scene.resolution=32x32"});
    check("cloth", "mgpbd", {"scene.resolution=96x96"});
    check("cloth", "newton", {"scene.resolution=24x24"});
    check("flag", "newton", {"scene.resolution=24x24"});
    check("canvas", "global", {"scene.resolution=64x64"});
    check("flag", "global", {"scene.resolution=64x64"});
    check("canvas", "global", {"scene.resolution=96x96", "linear_solver=multigrid"});
#else
    GTEST_SKIP() << "needs mallinfo2";
#endif
}

TEST(Memory, AnExperimentBeyondTheLimitIsNotMade) {
    const Limit limit(1 * kMiB);
    const Result<Experiment> experiment = Experiment::create(small_cloth(64));
    ASSERT_FALSE(experiment);
    EXPECT_EQ(experiment.error().kind, Error::Kind::bad_input);
    for (const char* words : {"needs about", "the limit is 1 MiB", "--memory"}) {
        EXPECT_NE(experiment.error().message.find(words), std::string::npos) << experiment.error().message;
    }
    EXPECT_TRUE(Experiment::create(small_cloth(8)));
}

TEST(Memory, ARefusalNamesThePaneItsMethodAndItsMesh) {
    Session session = *default_session("canvas");
    session.panes.back().method = find_method("global");
    const Limit limit(20 * kMiB);
    const Result<Experiment> experiment = Experiment::create(session);
    ASSERT_FALSE(experiment);
    for (const char* words : {"in 3 panes needs about", "pane c alone", "Primal-dual Newton on 4096 particles",
                              "the limit is 20 MiB", "--memory"}) {
        EXPECT_NE(experiment.error().message.find(words), std::string::npos) << experiment.error().message;
    }
    EXPECT_EQ(experiment.error().message.find('\n'), std::string::npos);
    session.panes.pop_back();
    EXPECT_TRUE(Experiment::create(session)) << "without a factor it fits";
}

TEST(MethodCost, IsThatOfTheFactorAndSaysWhatAStepTakes) {
    Session session = *default_session("canvas");
    session.scene.values["resolution"] = {24, 24, 0};
    const Result<Model> small = scenes::build(session.scene);
    session.scene.values["resolution"] = {48, 48, 0};
    const Result<Model> large = scenes::build(session.scene);
    ASSERT_TRUE(small && large);
    Settings settings = session.panes[1];
    EXPECT_FALSE(method_cost(*small, settings)) << "XPBD has none";
    EXPECT_TRUE(is_cost_known(*small, settings));
    settings.method = find_method("global");
    EXPECT_FALSE(is_cost_known(*small, settings));
    const MethodCost cost = method_cost(*small, settings).value();
    EXPECT_TRUE(is_cost_known(*small, settings));
    EXPECT_GT(cost.peak_bytes, cost.factor_bytes);
    // Nested dissection of a grid of n particles: the factor grows like n log n, the work like n^(3/2).
    const MethodCost more = method_cost(*large, settings).value();
    EXPECT_GT(more.factor_bytes, 4 * cost.factor_bytes);
    EXPECT_LT(more.factor_bytes, 8 * cost.factor_bytes);
    EXPECT_GT(more.seconds_per_iteration, 4 * cost.seconds_per_iteration);
    // Stiff bending is part of the factored matrix: the cost is several times as high.
    Settings stiff = settings;
    stiff.bend_compliance = 1e-9;
    EXPECT_GT(method_cost(*small, stiff).value().seconds_per_iteration, 2 * cost.seconds_per_iteration);

    settings.linear_solver = LinearSolver::multigrid;
    EXPECT_FALSE(method_cost(*small, settings)) << "multigrid has no factor";
    settings.iterations = 3;
    settings.substeps = 2;
    EXPECT_EQ(cost_text({11.2e6, 20e6, 0.0091}, settings),
              "factor 11 MB, about 9.1 ms per iteration, 55 ms per step on this mesh");
    settings.stretch_compliance = 1e-12;
    EXPECT_EQ(
        cost_text({1.1e9, 2e9, 1.25}, settings),
        "factor 1.1 GB, about 1.2 s per iteration, 7.5 s per step on this mesh; compliances below 1.0e-9 m/N count "
        "as that");
}

TEST(Memory, ARunnerRefusesAndKeepsWhatItHas) {
    const auto runner = InlineRunner::create(small_cloth(8));
    ASSERT_TRUE(runner);
    (*runner)->advance(5);
    const std::uint64_t hash = (*runner)->latest()->hash;
    const Limit limit(2 * kMiB);
    const auto expect_refused = [&](Command command) {
        const std::uint64_t errors = (*runner)->latest()->error_serial;
        (*runner)->post(std::move(command));
        const auto snapshot = (*runner)->latest();
        EXPECT_EQ(snapshot->error_serial, errors + 1);
        EXPECT_NE(snapshot->error.find("--memory"), std::string::npos) << snapshot->error;
        EXPECT_EQ(snapshot->hash, hash);
        EXPECT_EQ(snapshot->frame, 5);
    };
    expect_refused(SetScene{small_cloth(128).scene});
    expect_refused(OpenSession{small_cloth(128)});
    const Limit smaller(0.1 * kMiB);
    std::vector<Settings> panes = small_cloth(8).panes;
    panes[0].method = find_method("newton");
    expect_refused(SetPanes{panes});
}

} // namespace
} // namespace xpbd::lab
