// Panes with a mesh of their own: the grid of resolutions, the parameter, and the hand in such a pane.
#include "desk.h"

#include "core/model/method_traits.h"
#include "picture/picture.h"
#include "scenes/changes/other_mesh.h"
#include "window/stage/picking.h"
#include "window/state/comparison.h"

#include <array>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

/// A cloth of 8 x 8 particles; pane B has 4 x 4.
lab::Session coarse_b() {
    lab::Session session = small_session();
    EXPECT_TRUE(lab::apply_assignment(session, "scene.resolution=8x8"));
    EXPECT_TRUE(lab::apply_assignment(session, "scene.gather=0")); // flat, as 4 particles cannot show folds
    session.panes[1].mesh.resolution = 4;
    return session;
}

/// Screen position of a particle of a pane's own mesh.
glm::vec2 seen_at(const Desk& desk, int pane, int particle) {
    for (const PaneRects& rects : desk.layout.panes) {
        if (rects.pane == pane) {
            const lab::Camera& camera = desk.state.stage.cameras[static_cast<std::size_t>(pane)];
            const auto orbit = picture::to_orbit(camera, desk.snapshot(), rects.view.width() / rects.view.height());
            const auto& shown = desk.snapshot().panes[static_cast<std::size_t>(pane)];
            return to_screen(orbit, rects.view, shown.positions[static_cast<std::size_t>(particle)])
                .value_or(glm::vec2(0));
        }
    }
    ADD_FAILURE() << "pane " << pane << " is not on screen";
    return {};
}

void choose_grid(Desk& desk, const std::string& entry) {
    desk.click("menu.View");
    desk.move(desk.rect("menu.grid").center());
    desk.frame(30);
    desk.click(entry);
    desk.frame(3);
}

TEST(CompareResolutions, MakesTheGridInOneStepOfTheHistory) {
    Desk desk(*lab::default_session("cloth"));
    const Document before = desk.state.document;
    choose_grid(desk, "menu.grid.resolution");
    ASSERT_EQ(desk.snapshot().panes.size(), 6u);
    EXPECT_EQ(desk.layout.panes.size(), 6u);
    constexpr std::array<std::size_t, 3> kSides = {8, 16, 32};
    for (int pane = 0; pane < 6; ++pane) {
        const std::size_t side = kSides[static_cast<std::size_t>(pane % 3)];
        const lab::PaneSnapshot& shown = desk.snapshot().panes[static_cast<std::size_t>(pane)];
        EXPECT_EQ(shown.settings.method, find_method(pane < 3 ? "pbd" : "xpbd")) << pane;
        EXPECT_EQ(shown.positions.size(), side * side) << pane;
        EXPECT_EQ(comparison_label(desk.state.document, pane), std::to_string(side) + " x " + std::to_string(side));
        EXPECT_NE(desk.state.ui_map.find("readout_" + pane_label(pane) + ".compared"), nullptr);
        EXPECT_EQ(desk.state.ui_map.find("chip_" + pane_label(pane) + ".resolution"), nullptr) << "the title says it";
    }
    EXPECT_EQ(desk.snapshot().panes[0].model, desk.snapshot().panes[3].model) << "a mesh is built once";
    EXPECT_LT(desk.snapshot().frame, 3) << "all start together";
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    desk.press({'Z', true});
    EXPECT_EQ(desk.state.document, before);
    ASSERT_EQ(desk.snapshot().panes.size(), 2u);
    EXPECT_EQ(desk.snapshot().panes[0].positions.size(), 1024u);
}

TEST(CompareResolutions, ReadsTheStiffnessOfEveryPane) {
    Desk desk(*lab::default_session("cloth"));
    begin_comparison(desk.state, *desk.snapshot().model, Compared::resolution);
    desk.frame(2);
    desk.runner().advance(60);
    desk.frame(2);
    const auto stiffness = [&](std::size_t pane) { return *desk.snapshot().panes[pane].measure.effective_stiffness; };
    EXPECT_GT(stiffness(0), 4 * stiffness(2));
    EXPECT_NEAR(stiffness(3), stiffness(5), 0.02 * stiffness(5));
    EXPECT_EQ(desk.settings(0).iterations, desk.settings(5).iterations);
    EXPECT_LT(desk.rect("readout_C.compared").max.x, desk.rect("readout_C.effective_stiffness").min.x) << "beside it";
}

TEST(CompareResolutions, EndsWithThePanesFromBefore) {
    Desk desk(coarse_b());
    const Document before = desk.state.document;
    begin_comparison(desk.state, *desk.snapshot().model, Compared::resolution);
    desk.frame(2);
    ASSERT_EQ(desk.snapshot().panes.size(), 6u);
    begin_comparison(desk.state, *desk.snapshot().model, Compared::iterations);
    desk.frame(2);
    end_comparison(desk.state);
    desk.frame(2);
    EXPECT_EQ(desk.state.document, before);
    ASSERT_EQ(desk.snapshot().panes.size(), 2u);
    EXPECT_EQ(desk.snapshot().panes[1].positions.size(), 16u);
}

TEST(CompareResolutions, KeepTheProportionOfTheScene) {
    Desk desk(*lab::default_session("flag")); // 36 x 24
    begin_comparison(desk.state, *desk.snapshot().model, Compared::resolution);
    desk.frame(2);
    EXPECT_EQ(comparison_label(desk.state.document, 0), "9 x 6");
    EXPECT_EQ(desk.snapshot().panes[0].positions.size(), 9u * 6u);
}

TEST(CompareResolutions, IsGreyedWhereTheSceneHasNoGrid) {
    Desk desk(*lab::default_session("rope_hanging"));
    const Document before = desk.state.document;
    choose_grid(desk, "menu.grid.resolution");
    EXPECT_EQ(desk.state.document, before);
    EXPECT_FALSE(desk.state.document.comparison);
}

TEST(PaneMesh, TheParameterIsTypedAndTheChipSaysIt) {
    Desk desk(small_session());
    desk.state.preferences.advanced = true;
    set_linked(desk.state.document, 1, parameter_row("resolution"), false);
    set_parameter(desk.state.document, 1, parameter_row("resolution"), 3);
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().panes[0].positions.size(), 16u);
    EXPECT_EQ(desk.snapshot().panes[1].positions.size(), 9u);
    EXPECT_NE(desk.state.ui_map.find("chip_B.resolution"), nullptr);
    EXPECT_NE(desk.state.ui_map.find("settings.resolution"), nullptr);
    desk.press({'Z', true});
    desk.frame(2);
    EXPECT_EQ(desk.snapshot().panes[1].positions.size(), 16u);
}

TEST(PaneMesh, APullInACoarsePaneHoldsTheSamePlaceInAll) {
    Desk desk(coarse_b());
    constexpr int kThere = 2 * 4 + 1; // of the 4 x 4
    const int own =
        scenes::own_particle(desk.snapshot().scene, *desk.snapshot().model, kThere, *desk.snapshot().panes[1].model);
    EXPECT_NE(own, kThere);
    const glm::vec2 from = seen_at(desk, 1, kThere);
    desk.move(from);
    desk.frame(2);
    ASSERT_EQ(desk.state.stage.grab.hover_pane, 1) << "the body lights up";
    EXPECT_EQ(desk.state.stage.grab.hover_particle, own);
    desk.button(0, true);
    desk.frame();
    desk.move(from + glm::vec2{30, -20});
    desk.frame();
    desk.move(from + glm::vec2{60, -40});
    desk.frame();
    ASSERT_TRUE(desk.state.stage.grab.active);
    EXPECT_EQ(desk.state.stage.grab.particle, own);
    desk.runner().advance(1);
    desk.frame();
    const glm::vec3 target = desk.state.stage.grab.target;
    EXPECT_NEAR(glm::distance(desk.snapshot().panes[0].positions[static_cast<std::size_t>(own)], target), 0, 1e-4);
    EXPECT_NEAR(glm::distance(desk.snapshot().panes[1].positions[kThere], target), 0, 1e-4);
    EXPECT_LT(glm::distance(seen_at(desk, 1, kThere), from + glm::vec2{60, -40}), 3) << "under the mouse";
    desk.button(0, false);
    desk.frame(2);
    EXPECT_FALSE(desk.state.stage.grab.active);
}

TEST(PaneMesh, ARightClickWithCtrlInACoarsePanePinsAndFrees) {
    Desk desk(coarse_b());
    constexpr int kThere = 2 * 4 + 1;
    desk.hold_ctrl(true);
    desk.click_at(seen_at(desk, 1, kThere), 1);
    ASSERT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    desk.settle();
    desk.runner().advance(20);
    desk.frame(2);
    const glm::vec3 place(desk.state.document.scene.changes.pinned[0].position);
    EXPECT_EQ(desk.snapshot().panes[1].positions[kThere], place);
    EXPECT_EQ(desk.snapshot().panes[0].positions[index_of(desk.state.document.scene.changes.pinned[0].particle)],
              place);
    desk.click_at(seen_at(desk, 1, kThere), 1);
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty());
    // A pin that was set in A, on a particle that corresponds to no particle of B's mesh.
    desk.settle();
    constexpr int kBeside = 5 * 8 + 3;
    const Model& coarse = *desk.snapshot().panes[1].model;
    const int shown = scenes::same_place(*desk.snapshot().model, kBeside, coarse);
    ASSERT_NE(scenes::same_place(coarse, shown, *desk.snapshot().model), kBeside);
    desk.click_at(seen_at(desk, 0, kBeside), 1);
    ASSERT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    EXPECT_EQ(desk.state.document.scene.changes.pinned[0].particle, kBeside);
    desk.settle();
    desk.click_at(seen_at(desk, 1, shown), 1);
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty()) << "the pin that is seen is the one that goes";
}

TEST(PaneMesh, EveryPictureIsOfThePanesOwnMesh) {
    Desk desk(coarse_b());
    desk.runner().post(lab::SetDetail{true, true});
    desk.runner().advance(30);
    const lab::Snapshot& snapshot = *desk.runner().latest();
    for (const picture::ColouringInfo& row : picture::colourings()) {
        for (const lab::BodyStyle style :
             {lab::BodyStyle::shaded, lab::BodyStyle::wireframe, lab::BodyStyle::constraints}) {
            picture::PictureOptions options;
            options.colouring = row.colouring;
            options.body = style;
            options.overlay = true; // a ghost of the other mesh
            options.rest_outline = true;
            picture::SceneViews views;
            const render::View view = views.view(snapshot, 1, {}, options, picture_scale(snapshot, options));
            ASSERT_EQ(view.bodies.size(), 2u);
            for (std::size_t i = 0; i < 2; ++i) {
                const render::Body& body = view.bodies[i];
                const Model& model = *snapshot.panes[1 - i].model;
                EXPECT_EQ(body.positions.size(), model.particle_count());
                EXPECT_EQ(body.topology, model.identity);
                EXPECT_EQ(body.lines.size(), model.of_type<Distance>().size());
                EXPECT_EQ(body.triangles.size(), model.triangles.size());
                EXPECT_EQ(body.pins.size(), 2u);
                EXPECT_TRUE(body.point_level.empty() || body.point_level.size() == body.positions.size());
                EXPECT_TRUE(body.line_level.empty() || body.line_level.size() == body.lines.size());
            }
        }
    }
    // The difference is taken at the same place of the body: it is zero at the pinned corners.
    const std::vector<double> there = picture::colour_values(snapshot, 1, picture::Colouring::difference, 0);
    ASSERT_EQ(there.size(), 16u);
    EXPECT_EQ(there[0], 0);
    EXPECT_EQ(there[3], 0);
    EXPECT_EQ(picture::colour_values(snapshot, 0, picture::Colouring::difference, 1).size(), 64u);
}

} // namespace
} // namespace xpbd::window
