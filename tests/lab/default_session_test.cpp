// What the program opens with shows its point: PBD's cloth depends on the iterations, XPBD's does not, and both are
// cloth.
#include "core/measure/measure.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

constexpr double kSeconds = 4; ///< the swing has died down

/// How one pane of the default session comes to rest.
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
        if (scene.key != "mesh" && scene.key != "custom") { // they need data of their own
            const std::string path = test::source_folder() + "/assets/sessions/" + std::string(scene.key) + ".json";
            const Result<Session> file = load_session(path);
            ASSERT_TRUE(file) << file.error().message;
            EXPECT_EQ(*file, *default_session(scene.key)) << scene.key;
        }
    }
}

} // namespace
} // namespace xpbd::lab
