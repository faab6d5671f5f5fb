// Scenes that open with a colouring of their own, and the forces at the grips of the textile tests.
#include "lab/run/runner.h"
#include "picture/view/grip_forces.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace xpbd::picture {
namespace {

lab::Snapshot snapshot_at(const std::string& scene, int frames, const std::vector<std::string>& changes = {}) {
    Result<lab::Session> session = lab::default_session(scene);
    for (const std::string& change : changes) {
        EXPECT_TRUE(lab::apply_assignment(*session, change)) << change;
    }
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner);
    (*runner)->advance(frames);
    return *(*runner)->latest();
}

glm::vec3 way(const GripForce& force) {
    return force.arrow.to - force.arrow.from;
}

TEST(SceneColour, OfEverySceneIsARowOfTheTable) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        const auto rows = colourings();
        EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.key == scene.colour; }))
            << scene.key;
    }
}

TEST(SceneColour, IsWhatThePictureShowsUntilTheUserChooses) {
    scenes::SceneSpec scene;
    EXPECT_EQ(colouring_of(scene, {}), Colouring::stretch);
    scene.name = "tensile_strip";
    EXPECT_EQ(colouring_of(scene, {}), Colouring::tension);
    scene.name = "shear_frame";
    EXPECT_EQ(colouring_of(scene, {}), Colouring::shear_tension);
    EXPECT_TRUE(needs_forces(scene, {}));
    PictureOptions chosen;
    chosen.colouring = Colouring::material;
    EXPECT_EQ(colouring_of(scene, chosen), Colouring::material);
    EXPECT_FALSE(needs_forces(scene, chosen));
    scene.values["material"] = {0, 0, 0};
    EXPECT_EQ(colouring_of(scene, {}), Colouring::tension) << "springs have no shear between warp and weft";
}

TEST(GripForces, PullAStripApartByTheForceThatItsFabricAsksFor) {
    const lab::Snapshot snapshot = snapshot_at("tensile_strip", 60);
    const std::vector<GripForce> forces = grip_forces(snapshot, 1);
    ASSERT_EQ(forces.size(), 2u);
    const Model& model = *snapshot.panes[1].model;
    const double asked = model.specimen.asked * model.specimen.width;
    for (const GripForce& force : forces) {
        EXPECT_NEAR(force.newtons, asked, 0.01 * asked);
        EXPECT_EQ(way(force).x, 0);
    }
    EXPECT_LT(way(forces[0]).y, 0);
    EXPECT_GT(way(forces[1]).y, 0);
    // Both panes have the same scale: XPBD has not converged, and has short arrows.
    const std::vector<GripForce> soft = grip_forces(snapshot, 0);
    ASSERT_EQ(soft.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_LT(soft[i].newtons, 0.5 * asked);
        EXPECT_NEAR(static_cast<double>(glm::length(way(soft[i])) / glm::length(way(forces[i]))),
                    soft[i].newtons / forces[i].newtons, 1e-3);
    }
}

TEST(GripForces, ShearAFrameByOppositeForcesAlongItsBars) {
    const lab::Snapshot snapshot = snapshot_at("shear_frame", 60, {"scene.resolution=9x9"});
    const std::vector<GripForce> forces = grip_forces(snapshot, 1);
    ASSERT_EQ(forces.size(), 2u);
    EXPECT_GT(way(forces[0]).x, 0);
    EXPECT_LT(way(forces[1]).x, 0);
    EXPECT_NEAR(forces[0].newtons, forces[1].newtons, 0.01 * forces[0].newtons);
    EXPECT_FALSE(forces[0].on_left);
    EXPECT_TRUE(forces[1].on_left);
}

TEST(GripForces, PointInwardsWhereAStripIsPressed) {
    const lab::Snapshot snapshot = snapshot_at("tensile_strip", 60, {"scene.strain=-0.02", "scene.resolution=5x9"});
    const std::vector<GripForce> forces = grip_forces(snapshot, 1);
    ASSERT_EQ(forces.size(), 2u);
    EXPECT_LT(forces[0].newtons, 0);
    EXPECT_GT(way(forces[0]).y, 0);
    EXPECT_LT(way(forces[1]).y, 0);
}

TEST(GripForces, AreWrittenAtTheirTipsWhereTheRulerIsOn) {
    const lab::Snapshot snapshot = snapshot_at("tensile_strip", 60);
    std::vector<Label> labels;
    std::vector<render::Arrow> arrows;
    PictureOptions options;
    append_grip_labels(snapshot, 1, options, glm::vec3(1), labels);
    append_grip_arrows(snapshot, 1, options, arrows);
    ASSERT_EQ(labels.size(), 2u);
    ASSERT_EQ(arrows.size(), 2u);
    EXPECT_TRUE(labels[0].text.ends_with(" N")) << labels[0].text;
    EXPECT_NEAR(std::stod(labels[0].text), grip_forces(snapshot, 1)[0].newtons, 5e-4); // three digits behind the point
    EXPECT_EQ(labels[0].at, arrows[0].to);
    options.ruler = false;
    append_grip_labels(snapshot, 1, options, glm::vec3(1), labels);
    append_grip_arrows(snapshot, 1, options, arrows);
    EXPECT_EQ(labels.size(), 2u);
    EXPECT_EQ(arrows.size(), 2u);
}

TEST(GripForces, AreNoneWithoutGripsOrWithoutForces) {
    EXPECT_TRUE(grip_forces(snapshot_at("oscillator", 2), 0).empty());
    EXPECT_TRUE(grip_forces(snapshot_at("tensile_strip", 2, {"a.method=hpbd"}), 0).empty());
}

} // namespace
} // namespace xpbd::picture
