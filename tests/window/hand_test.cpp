// The mouse moves colliders and builds: what each gesture leaves in the document and in the simulation.
#include "desk.h"

#include "core/model/constraints/world_distance.h"
#include "lab/experiment/experiment.h"
#include "lab/text/number_text.h"
#include "picture/picture.h"
#include "scenes/changes/things.h"
#include "window/panels/hand_marks.h"
#include "window/stage/collider_hand.h"
#include "window/stage/picking.h"
#include "window/state/things.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

using scenes::AddedCollider;
using scenes::Thing;
using Phase = ColliderHand::Phase;

const PaneRects& pane_of(const Desk& desk, int pane) {
    return *std::find_if(desk.layout.panes.begin(), desk.layout.panes.end(),
                         [&](const PaneRects& rects) { return rects.pane == pane; });
}

glm::vec2 seen_at(const Desk& desk, int pane, const glm::vec3& point) {
    const ScreenRect& view = pane_of(desk, pane).view;
    const auto orbit =
        picture::to_orbit(desk.state.stage.cameras[index_of(pane)], desk.snapshot(), view.width() / view.height());
    return to_screen(orbit, view, point).value_or(glm::vec2(0));
}

glm::vec2 particle_at(const Desk& desk, int pane, int particle) {
    return seen_at(desk, pane, desk.snapshot().panes[index_of(pane)].positions[index_of(particle)]);
}

const std::vector<Thing>& things(const Desk& desk) {
    return desk.state.document.scene.changes.things;
}

/// A cloth of 8 x 8 with a ball in front of it.
struct Bench {
    static lab::Session session() {
        lab::Session session = small_session();
        EXPECT_TRUE(lab::apply_assignment(session, "scene.resolution=8x8"));
        session.scene.changes.things = {AddedCollider{Sphere{{0.7, 0.5, 0.5}, 0.15}, 0.3, Vec3(0)}};
        return session;
    }
    Desk desk{session(), {1280, 900}, Desk::Start::first};

    Bench() {
        desk.state.preferences.first_start = false;
        desk.runner().advance(10);
        desk.frame(5);
    }
    Vec3 ball() const { return center_of(shown_colliders(desk.snapshot())[0]); }
    glm::vec2 ball_on_screen() { return seen_at(desk, 0, glm::vec3(ball())); }
    void drag_to(glm::vec2 to) {
        desk.move(ball_on_screen());
        desk.frame(2);
        const glm::vec2 from = ball_on_screen();
        desk.button(0, true);
        desk.frame();
        for (int i = 1; i <= 5; ++i) {
            desk.move(from + (to - from) * (static_cast<float>(i) / 5));
            desk.frame();
        }
    }
    void let_go() {
        desk.button(0, false);
        desk.frame(5);
    }
};

TEST(ColliderUnderTheMouse, LightsUpAndIsDraggedInThePlaneOfTheView) {
    Bench bench;
    Desk& desk = bench.desk;
    desk.move(bench.ball_on_screen());
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.collider.phase, Phase::hovered);
    const Vec3 before = bench.ball();
    const glm::vec2 wanted = bench.ball_on_screen() + glm::vec2(-60, 20);
    bench.drag_to(wanted);
    EXPECT_EQ(desk.state.stage.collider.phase, Phase::held);
    bench.let_go();
    EXPECT_FALSE(desk.state.stage.collider.holds());
    EXPECT_LT(glm::length(bench.ball_on_screen() - wanted), 2);
    ASSERT_EQ(things(desk).size(), 1u);
    EXPECT_NE(std::get<Sphere>(std::get<AddedCollider>(things(desk)[0]).shape).center, before);
    EXPECT_TRUE(desk.snapshot().held.empty());
    desk.settle();
    EXPECT_TRUE(desk.press({'Z', true, false}));
    desk.frame(5);
    EXPECT_EQ(bench.ball(), before) << "one undo takes the whole drag back";
}

TEST(ColliderUnderTheMouse, AClickLeavesItAloneAndTheCameraStays) {
    Bench bench;
    Desk& desk = bench.desk;
    const Document before = desk.state.document;
    const lab::Camera camera = desk.state.stage.cameras[0];
    desk.click_at(bench.ball_on_screen());
    desk.frame(3);
    EXPECT_EQ(desk.state.document.scene, before.scene);
    EXPECT_EQ(desk.state.stage.cameras[0], camera);
}

TEST(ColliderUnderTheMouse, TheWheelSizesItAndRTurnsIt) {
    Bench bench;
    Desk& desk = bench.desk;
    desk.state.document.scene.changes.things = {AddedCollider{Box{{0.7, 0.5, 0.5}, Vec3(0.15)}, 0.3, Vec3(0)}};
    desk.frame(3);
    bench.drag_to(bench.ball_on_screen() + glm::vec2(10, 0));
    ImGui::GetIO().MouseWheel = 2;
    desk.frame(3);
    const std::int64_t frame = desk.snapshot().frame;
    EXPECT_TRUE(desk.press({'R'}));
    desk.frame(3);
    EXPECT_GE(desk.snapshot().frame, frame) << "the key did not restart the scene";
    bench.let_go();
    const Box box = std::get<Box>(std::get<AddedCollider>(things(desk).at(0)).shape);
    EXPECT_NEAR(box.half.x, 0.15 * 1.08 * 1.08, 1e-3);
    EXPECT_NEAR(2 * std::acos(std::abs(box.rotation.w)), 15 * 3.14159265 / 180, 1e-3);
}

TEST(ColliderUnderTheMouse, ADragEndsWithItsPaneAndTheMouseWorksOn) {
    Bench bench;
    Desk& desk = bench.desk;
    const Vec3 before = bench.ball();
    bench.drag_to(bench.ball_on_screen() + glm::vec2(-40, 0));
    ASSERT_EQ(desk.state.stage.collider.phase, Phase::held);
    desk.state.stage.picture.mode = picture::ViewMode::single;
    desk.state.stage.picture.active_pane = 1; // the drag is in pane A
    desk.frame(3);
    EXPECT_FALSE(desk.state.stage.collider.holds());
    desk.button(0, false);
    desk.frame(3);
    EXPECT_EQ(bench.ball(), before);
    desk.move(seen_at(desk, 1, glm::vec3(bench.ball())));
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.collider.phase, Phase::hovered);
}

TEST(ColliderUnderTheMouse, WithShiftItKeepsItsHeight) {
    Bench bench;
    Desk& desk = bench.desk;
    const Vec3 before = bench.ball();
    desk.move(bench.ball_on_screen());
    desk.frame(2);
    desk.hold_shift(true);
    desk.frame();
    bench.drag_to(bench.ball_on_screen() + glm::vec2(30, 40));
    bench.let_go();
    desk.hold_shift(false);
    desk.frame(2);
    EXPECT_NEAR(bench.ball().y, before.y, 1e-3);
    EXPECT_GT(glm::length(bench.ball() - before), 0.02);
}

TEST(ThingsMenu, AddsAndTakesAwayAndUndoBringsBack) {
    Bench bench;
    Desk& desk = bench.desk;
    for (const char* what : {"ball", "box", "capsule", "drum"}) {
        const std::size_t before = desk.snapshot().model->colliders.size();
        desk.click("rail.things");
        desk.frame(2);
        desk.click("menu.add." + std::string(what));
        desk.frame(4);
        EXPECT_EQ(desk.snapshot().model->colliders.size(), before + 1) << what;
        EXPECT_EQ(desk.snapshot().frame, 10) << "the scene goes on";
    }
    EXPECT_EQ(things(desk).size(), 5u);
    EXPECT_EQ(desk.snapshot().model->drives.size(), 1u) << "the drum turns";
    desk.click("rail.things");
    desk.frame(2);
    desk.click("menu.thing.2"); // the box
    desk.frame(4);
    EXPECT_EQ(things(desk).size(), 4u);
    desk.settle();
    desk.click("rail.things");
    desk.frame(2);
    desk.click("menu.changes.clear");
    desk.frame(4);
    EXPECT_TRUE(desk.snapshot().model->colliders.empty());
    desk.settle();
    EXPECT_TRUE(desk.press({'Z', true, false}));
    desk.frame(4);
    EXPECT_EQ(desk.snapshot().model->colliders.size(), 4u);
}

TEST(ThingsMenu, ARightClickOnAColliderOffersToTakeItAway) {
    Bench bench;
    Desk& desk = bench.desk;
    desk.move(bench.ball_on_screen());
    desk.frame(2);
    desk.click_at(bench.ball_on_screen(), 1);
    desk.frame(3);
    desk.click("menu.take_away");
    desk.frame(4);
    EXPECT_TRUE(things(desk).empty());
    EXPECT_TRUE(desk.snapshot().model->colliders.empty());
}

TEST(ThingsMenu, ARightClickOnTheBodyOffersWhatCanBeDoneThere) {
    Bench bench;
    Desk& desk = bench.desk;
    const auto choose = [&](const char* row) {
        desk.click_at(particle_at(desk, 1, 27), 1);
        desk.frame(3);
        desk.click(row);
        desk.frame(4);
    };
    const std::vector<scenes::Pin>& pinned = desk.state.document.scene.changes.pinned;
    const glm::vec3 there = desk.snapshot().panes[1].positions[27];
    choose("menu.particle.pin");
    ASSERT_EQ(pinned.size(), 1u);
    EXPECT_EQ(pinned[0].particle, 27);
    EXPECT_EQ(glm::vec3(pinned[0].position), there) << "where the pane shows it";
    choose("menu.particle.pin");
    EXPECT_TRUE(pinned.empty());
    choose("menu.particle.weight");
    ASSERT_EQ(things(desk).size(), 2u);
    EXPECT_EQ(std::get<scenes::Weight>(things(desk)[1]).particle, 27);
    choose("menu.particle.weight");
    EXPECT_EQ(things(desk).size(), 1u) << "taken away";
    choose("menu.add.ball");
    ASSERT_EQ(things(desk).size(), 2u);
    const auto ball = std::get<Sphere>(std::get<scenes::AddedCollider>(things(desk)[1]).shape);
    const double away = glm::length(ball.center - Vec3(desk.snapshot().panes[1].positions[27]));
    EXPECT_GT(away, ball.radius) << "the particle is outside";
    EXPECT_LT(away, 2 * ball.radius);
    take_away(desk.state, 1);
    desk.frame(4);
    choose("menu.particle.string");
    EXPECT_EQ(desk.state.stage.adding.waits, AddingState::Waits::string_end);
    EXPECT_EQ(desk.state.stage.adding.start, 27);
}

TEST(ThingsMenu, TheForceOfWhatIsUnderTheMouseIsANoteInEveryPane) {
    lab::Session session = Bench::session();
    EXPECT_TRUE(lab::apply_assignment(session, "scene.pins=edge"));
    session.scene.changes = {};
    for (Settings& settings : session.panes) {
        settings.velocity_damping = 20;
    }
    Desk desk(session);
    desk.runner().advance(300);
    desk.frame(2);
    const std::vector<double>& mass = desk.snapshot().model->mass;
    const auto pin = static_cast<int>(std::find(mass.begin(), mass.end(), 0.0) - mass.begin());
    double weight = 0;
    for (const double each : mass) {
        weight += each * -session.world.gravity.y;
    }
    desk.move(particle_at(desk, 0, pin));
    desk.frame(3);
    for (const int pane : {0, 1}) {
        Ui ui{desk.state, desk.snapshot(), palette(desk.state.theme()), desk.fonts()};
        const std::vector<std::string> notes = hand_notes(ui, pane);
        ASSERT_EQ(notes.size(), pane == 0 ? 2u : 1u) << "what a press does is said where the mouse is";
        const SupportReading& pins = desk.snapshot().panes[index_of(pane)].supports.back();
        EXPECT_EQ(name_of(pins.kind), "pins");
        EXPECT_NEAR(pins.load.force.y, weight, 0.01 * weight);
        EXPECT_TRUE(notes[0].starts_with("pins on the body: " + lab::reading_text(glm::length(pins.load.force), "N")))
            << notes[0];
        EXPECT_TRUE(notes[0].ends_with(" W")) << notes[0];
    }
}

TEST(ThingsMenu, InAPresentationARightClickPinsAtOnce) {
    Bench bench;
    Desk& desk = bench.desk;
    EXPECT_TRUE(desk.press({kKeyF5}));
    desk.frame(10);
    ASSERT_TRUE(desk.state.presentation.on);
    desk.click_at(particle_at(desk, 1, 27), 1);
    desk.frame(3);
    EXPECT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    EXPECT_FALSE(desk.state.stage.adding.menu_wanted);
}

TEST(ThingsMenu, AClickHangsAWeightAndTwoTieAString) {
    Bench bench;
    Desk& desk = bench.desk;
    desk.state.stage.adding.waits = AddingState::Waits::weight;
    desk.click_at(particle_at(desk, 0, 27));
    desk.frame(3);
    ASSERT_EQ(things(desk).size(), 2u);
    const auto weight = std::get<scenes::Weight>(things(desk)[1]);
    EXPECT_GT(weight.mass, 0);
    EXPECT_EQ(desk.state.stage.adding.waits, AddingState::Waits::nothing);
    desk.state.stage.adding.waits = AddingState::Waits::string_start;
    desk.click_at(particle_at(desk, 1, 18));
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.adding.waits, AddingState::Waits::string_end);
    desk.click_at(particle_at(desk, 1, 45));
    desk.frame(3);
    ASSERT_EQ(things(desk).size(), 3u);
    EXPECT_GT(std::get<scenes::String>(things(desk)[2]).length, 0.1);
    desk.state.stage.adding.waits = AddingState::Waits::string_start;
    desk.click_at(particle_at(desk, 0, 18));
    desk.frame(2);
    desk.click_at(pane_of(desk, 0).view.center() + glm::vec2(-0.45f * pane_of(desk, 0).view.width(), 0));
    desk.frame(3);
    ASSERT_EQ(things(desk).size(), 4u);
    EXPECT_EQ(std::get<scenes::String>(things(desk)[3]).particles[1], -1);
    EXPECT_EQ(desk.snapshot().model->of_type<WorldDistance>().size(), 1u);
    take_away(desk.state, 3);
    desk.frame(2);
    // A second weight on the same particle takes it away.
    desk.state.stage.adding.waits = AddingState::Waits::weight;
    desk.click_at(particle_at(desk, 0, weight.particle));
    desk.frame(3);
    EXPECT_EQ(things(desk).size(), 2u);
}

TEST(NewExperiment, BeginsWithABodyAndWhatIsAroundIt) {
    Bench bench;
    Desk& desk = bench.desk;
    const Document before = desk.state.document;
    const auto choose = [&](const char* box, const std::string& entry) {
        desk.click(box);
        desk.frame(3);
        desk.click(entry);
        desk.frame(3);
    };
    desk.click("menu.Session");
    desk.frame(2);
    desk.click("menu.experiment");
    desk.frame(3);
    choose("experiment.body", "experiment.body.0");
    choose("experiment.pins", "experiment.pins.1");
    desk.click("experiment.ground");
    desk.click("experiment.ball");
    desk.click("experiment.drum");
    desk.frame();
    desk.click("experiment.begin");
    desk.frame(6);
    EXPECT_FALSE(desk.state.experiment.open);
    const scenes::SceneSpec& scene = desk.snapshot().scene;
    EXPECT_EQ(scene.name, "cloth");
    EXPECT_EQ(scenes::scene_value(scene, "pins")[0], 1);
    ASSERT_EQ(scene.changes.things.size(), 3u);
    const Plane ground = std::get<Plane>(std::get<AddedCollider>(scene.changes.things[0]).shape);
    for (const Vec3& place : desk.snapshot().model->rest_position) {
        EXPECT_GT(place.y, ground.offset);
        for (std::size_t c = 1; c < desk.snapshot().model->colliders.size(); ++c) {
            EXPECT_GT(gap_to(desk.snapshot().model->colliders[c].shape, place).distance, 0) << "it begins beside them";
        }
    }
    EXPECT_TRUE(desk.press({'Z', true, false}));
    desk.frame(4);
    EXPECT_EQ(desk.state.document.scene, before.scene) << "undo brings the old session back";
}

TEST(NewExperiment, EveryBodyIsBuiltWithEverythingAroundIt) {
    Bench bench;
    Desk& desk = bench.desk;
    for (std::size_t body = 0; body < bodies_to_choose().size(); ++body) {
        if (bodies_to_choose()[body].scene == "mesh") {
            continue;
        }
        desk.state.experiment = {true, body, 0, 0, true, true, true, true, true};
        begin_experiment(desk.state);
        desk.frame(5);
        EXPECT_EQ(desk.snapshot().scene.name, bodies_to_choose()[body].scene);
        EXPECT_GE(desk.snapshot().model->colliders.size(), 4u);
        desk.runner().advance(20);
        desk.frame(2);
        EXPECT_FALSE(desk.runner().experiment().any_diverged()) << bodies_to_choose()[body].label;
    }
}

/// Draws a stroke through points of the screen.
void stroke(Desk& desk, const std::vector<glm::vec2>& points) {
    desk.move(points.front());
    desk.frame(2);
    desk.button(0, true);
    desk.frame();
    for (const glm::vec2& point : points) {
        desk.move(point);
        desk.frame();
    }
    desk.button(0, false);
    desk.frame(4);
}

TEST(Scissors, CutWhatTheStrokeCrossesInEveryPane) {
    Bench bench;
    Desk& desk = bench.desk;
    desk.state.link.outbox.emplace_back(lab::Play{false});
    desk.frame(2);
    desk.state.stage.adding.waits = AddingState::Waits::cut;
    const glm::vec2 left = particle_at(desk, 0, 24), right = particle_at(desk, 0, 39);
    const glm::vec2 way = right - left;
    stroke(desk, {left - 0.15f * way, left + 0.3f * way, right + 0.15f * way});
    ASSERT_GE(things(desk).size(), 2u);
    EXPECT_TRUE(std::holds_alternative<scenes::Cut>(things(desk)[1]));
    for (const lab::PaneSnapshot& pane : desk.snapshot().panes) {
        EXPECT_TRUE(pane.torn);
        EXPECT_LT(pane.whole_triangles.size(), pane.model->triangles.size());
        EXPECT_GT(pane.whole_triangles.size(), pane.model->triangles.size() / 2);
    }
    EXPECT_EQ(desk.state.stage.adding.waits, AddingState::Waits::cut) << "the scissors stay in the hand";
    desk.press_key(ImGuiKey_Escape);
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.adding.waits, AddingState::Waits::nothing);
    desk.settle();
    EXPECT_TRUE(desk.press({'Z', true, false}));
    desk.frame(4);
    EXPECT_FALSE(desk.snapshot().panes[0].torn) << "undo mends the cut";
}

TEST(Scissors, CutARopeAtOnePlace) {
    Desk desk(*lab::default_session("rope_hanging"), {1280, 900}, Desk::Start::first);
    desk.state.preferences.first_start = false;
    desk.state.link.outbox.emplace_back(lab::Play{false});
    desk.frame(5);
    const auto& segments = desk.snapshot().model->segments;
    const auto middle = segments[segments.size() / 2];
    const glm::vec2 at = 0.5f * (particle_at(desk, 0, middle[0]) + particle_at(desk, 0, middle[1]));
    const glm::vec2 along = particle_at(desk, 0, middle[1]) - particle_at(desk, 0, middle[0]);
    const glm::vec2 aside = 30.0f * glm::normalize(glm::vec2(-along.y, along.x));
    desk.state.stage.adding.waits = AddingState::Waits::cut;
    stroke(desk, {at - aside, at + aside});
    for (const lab::PaneSnapshot& pane : desk.snapshot().panes) {
        ASSERT_TRUE(pane.torn);
        EXPECT_EQ(pane.whole_segments.size() + 1, pane.model->segments.size());
    }
}

TEST(Lasso, PinsWhatItEnclosesAndFreesItAgain) {
    Bench bench;
    Desk& desk = bench.desk;
    desk.state.link.outbox.emplace_back(lab::Play{false});
    desk.frame(2);
    const auto around = [&] {
        const glm::vec2 a = particle_at(desk, 0, 26), b = particle_at(desk, 0, 37);
        const glm::vec2 low = glm::min(a, b) - glm::vec2(4), high = glm::max(a, b) + glm::vec2(4);
        desk.state.stage.adding.waits = AddingState::Waits::lasso;
        stroke(desk, {low, {high.x, low.y}, high, {low.x, high.y}});
    };
    around();
    const std::size_t pinned = desk.state.document.scene.changes.pinned.size();
    EXPECT_GT(pinned, 1u);
    EXPECT_EQ(desk.snapshot().model->mass[26], 0);
    around();
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty());
    EXPECT_GT(desk.snapshot().model->mass[26], 0);
}

TEST(PinsInARow, MoveAsOneAndWithCtrlAlone) {
    lab::Session session = small_session();
    EXPECT_TRUE(lab::apply_assignment(session, "scene.resolution=8x8"));
    EXPECT_TRUE(lab::apply_assignment(session, "scene.pins=edge"));
    Desk desk(session, {1280, 900}, Desk::Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(5);
    const auto& mass = desk.snapshot().model->mass;
    const auto pin = static_cast<int>(std::find(mass.begin(), mass.end(), 0.0) - mass.begin());
    const auto fixed = static_cast<std::size_t>(std::count(mass.begin(), mass.end(), 0.0));
    ASSERT_EQ(fixed, 8u);
    const auto pull = [&] {
        const glm::vec2 from = particle_at(desk, 0, pin);
        desk.move(from);
        desk.frame(2);
        desk.button(0, true);
        desk.frame();
        desk.move(from + glm::vec2(20, 10));
        desk.frame(2);
        desk.button(0, false);
        desk.frame(4);
    };
    pull();
    EXPECT_EQ(desk.state.document.scene.changes.pinned.size(), fixed);
    desk.settle();
    EXPECT_TRUE(desk.press({'Z', true, false}));
    desk.frame(4);
    EXPECT_TRUE(desk.state.document.scene.changes.empty());
    desk.hold_ctrl(true);
    pull();
    desk.hold_ctrl(false);
    EXPECT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
}

} // namespace
} // namespace xpbd::window
