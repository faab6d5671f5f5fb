// The default session shows its point: PBD's cloth depends on the iterations, XPBD's does not, and both behave like
// cloth.
#include "core/step/measure/measure.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

constexpr double kSeconds = 4; ///< [s], until the swing has decayed

/// The state in which one pane of the default session comes to rest.
struct Settled {
    double sag = 0;          ///< mean of the last second [m]
    double worst_strain = 0; ///< of any edge in the second half [1]
};

/// Runs the pane with this method alone.
Settled settled(std::string_view method, int iterations) {
    Session session = *default_session();
    std::erase_if(session.panes, [&](const Settings& pane) { return pane.method != find_method(method); });
    EXPECT_EQ(session.panes.size(), 1u) << method;
    session.panes[0].iterations = iterations;
    Result<Experiment> experiment = Experiment::create(session);
    EXPECT_TRUE(experiment) << experiment.error().message;
    Settled result;
    int measured = 0;
    while (experiment->time() < kSeconds && !experiment->any_diverged()) {
        experiment->step();
        if (experiment->time() > kSeconds / 2) {
            const Measure now = measure(*experiment->model(), experiment->panes()[0].state, session.panes[0],
                                        session.world.gravity, session.world.dt);
            result.worst_strain = std::max(result.worst_strain, now.max_strain);
            if (experiment->time() > kSeconds - 1) {
                result.sag += now.sag;
                ++measured;
            }
        }
    }
    EXPECT_FALSE(experiment->any_diverged()) << method;
    result.sag /= measured;
    return result;
}

TEST(DefaultSession, XpbdHangsAtOneDepthFromTenIterationsOnAndHardlyStretches) {
    std::vector<double> sags;
    for (const int iterations : {10, 20, 40, 80}) {
        const Settled xpbd = settled("xpbd", iterations);
        EXPECT_LT(xpbd.worst_strain, 0.15) << iterations << " iterations";
        sags.push_back(xpbd.sag);
    }
    const auto [least, most] = std::minmax_element(sags.begin(), sags.end());
    EXPECT_GT(*least, 0);
    EXPECT_LT(*most, 1.02 * *least);
}

TEST(DefaultSession, PbdHangsVisiblyDeeperTheFewerItsIterations) {
    const double height = scenes::scene_value(default_session()->scene, "size")[1];
    const double few = settled("pbd", 5).sag;
    const double some = settled("pbd", 20).sag;
    const double many = settled("pbd", 80).sag;
    EXPECT_GT(many, 0);
    EXPECT_GT(some, 1.2 * many);
    EXPECT_GT(few, 1.2 * some);
    EXPECT_LT(few, 0.5 * height) << "a cloth, not a rubber band";
}

TEST(DefaultSession, ClothWeighsAsMuchAsATextile) {
    const scenes::SceneSpec scene = default_session()->scene;
    const Value size = scenes::scene_value(scene, "size");
    const double density = scenes::scene_value(scene, "mass")[0] / (size[0] * size[1]); // [kg/m^2]
    EXPECT_GE(density, 0.050);
    EXPECT_LE(density, 0.250);
}

TEST(DefaultSession, RunsTheFastEngineButWhereOneRigidRodWouldShowItsRoundOff) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        const Result<Session> session = default_session(scene.key);
        ASSERT_TRUE(session) << session.error().message;
        for (const Settings& pane : session->panes) {
            EXPECT_EQ(pane.engine, scene.key == "pendulum" ? Engine::textbook : Engine::fast) << scene.key;
        }
    }
}

TEST(DefaultSession, OfEveryBuiltInSceneIsTheOneThatTheRepositoryHoldsAsAFile) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key != "mesh" && scene.key != "custom") { // these two have no body of their own
            const std::string path = test::source_folder() + "/assets/sessions/" + std::string(scene.key) + ".json";
            const Result<Session> file = load_session(path);
            ASSERT_TRUE(file) << file.error().message;
            EXPECT_EQ(*file, *default_session(scene.key)) << scene.key;
        }
    }
}

/// An experiment of a scene's default session after `seconds`.
Experiment run_for(std::string_view scene, double seconds, const std::vector<std::string>& changes = {}) {
    Session session = *default_session(scene);
    for (const std::string& change : changes) {
        EXPECT_TRUE(apply_assignment(session, change)) << change;
    }
    Result<Experiment> experiment = Experiment::create(session);
    EXPECT_TRUE(experiment) << experiment.error().message;
    while (experiment->time() < seconds && !experiment->any_diverged()) {
        experiment->step();
    }
    EXPECT_FALSE(experiment->any_diverged());
    return std::move(*experiment);
}

Vec3 centre_of_mass(const Pane& pane) {
    Vec3 sum(0);
    double mass = 0;
    for (std::size_t i = 0; i < pane.model->particle_count(); ++i) {
        sum += pane.model->mass[i] * xyz(pane.state.particles.position[i]);
        mass += pane.model->mass[i];
    }
    return sum / mass;
}

TEST(BalloonSession, LiesWhereItFellInEveryMethod) {
    const Experiment experiment = run_for("balloon", 20);
    const double radius = scenes::scene_value(default_session("balloon")->scene, "radius")[0];
    for (const Pane& pane : experiment.panes()) {
        const Vec3 now = centre_of_mass(pane);
        EXPECT_LT(std::hypot(now.x, now.z), 0.05 * radius) << method_of(pane.settings).key;
        EXPECT_LT(now.y, 1.1 * radius) << "it has fallen";
    }
}

TEST(DrapeSession, HangsInFewTrianglesAsInManyWhateverTheMethod) {
    const auto coefficient = [](const Experiment& experiment, std::size_t pane) {
        const Pane& one = experiment.panes()[pane];
        return measure(*one.model, one.state, one.settings, experiment.session().world.gravity,
                       experiment.session().world.dt)
            .specimen.drape_coefficient;
    };
    const double fine =
        coefficient(run_for("drape", 2, {"scene.rings=16", "b.method=xpbd", "b.iterations=1", "b.substeps=1"}), 0);
    EXPECT_NEAR(fine, 0.36, 0.02) << "a limp knit; a board has 1";
    const Experiment coarse = run_for("drape", 2);
    ASSERT_EQ(coarse.panes().size(), 2u);
    for (std::size_t pane = 0; pane < 2; ++pane) {
        EXPECT_NEAR(coefficient(coarse, pane), fine, 0.05) << "pane " << pane;
    }
}

} // namespace
} // namespace xpbd::lab
