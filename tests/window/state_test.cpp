// Undo history, actions, sessions, mouse and layout: tests read the state after a frame, not its picture.
#include "files.h"

#include "core/model/method_traits.h"
#include "lab/files/file.h"
#include "window/stage/cameras.h"
#include "window/state/automatic_quality.h"

#include <filesystem>
#include <set>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

TEST(History, OneDragIsOneEntry) {
    Desk desk(small_session());
    const Document before = desk.state.document;
    desk.drag("settings.iterations", 0.2f, 0.8f);
    desk.settle();
    const Document after = desk.state.document;
    ASSERT_FALSE(before == after);
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    EXPECT_TRUE(desk.press({'Z', true}));
    EXPECT_EQ(desk.state.document, before);
    EXPECT_TRUE(desk.press({'Z', true, true}));
    EXPECT_EQ(desk.state.document, after);
}

TEST(History, UndoReachesTheSimulation) {
    Desk desk(small_session());
    const int before = desk.settings(0).iterations;
    desk.drag("settings.iterations", 0.2f, 0.8f);
    desk.settle();
    ASSERT_NE(desk.snapshot().panes[0].settings.iterations, before);
    desk.press({'Z', true});
    EXPECT_EQ(desk.snapshot().panes[0].settings.iterations, before);
}

TEST(History, UndoRightAfterADragTakesThatDragBack) {
    Desk desk(small_session());
    const Document before = desk.state.document;
    desk.drag("settings.iterations", 0.2f, 0.8f);
    desk.press({'Z', true});
    EXPECT_EQ(desk.state.document, before);
}

TEST(History, ANewChangeForgetsWhatWasUndone) {
    History history(make_document(small_session()));
    Document document = history.committed();
    document.world.dt = 0.01;
    history.commit(document);
    const std::optional<History::Step> back = history.undo(document);
    ASSERT_TRUE(back);
    Document other = back->document;
    other.world.dt = 0.02;
    history.commit(other);
    EXPECT_FALSE(history.redo(other));
    EXPECT_EQ(history.undo(other)->document.world.dt, small_session().world.dt);
}

TEST(Actions, NoChordStandsTwice) {
    std::set<std::string> seen;
    for (const Action& row : actions()) {
        for (const Chord& chord : row.chords) {
            EXPECT_TRUE(seen.insert(chord_name(chord)).second) << chord_name(chord);
        }
    }
    EXPECT_GT(seen.size(), 25u);
}

TEST(Actions, EveryIdAndTextStandsOnceAndCanBeReached) {
    std::set<std::string_view> ids;
    std::set<std::string_view> texts;
    for (const Action& row : actions()) {
        EXPECT_TRUE(ids.insert(row.id).second) << row.id;
        EXPECT_TRUE(texts.insert(row.text).second) << row.text;
        EXPECT_EQ(&action(row.id), &row);
        // Every action has a key, except these two, which are in a menu.
        EXPECT_TRUE(!row.chords.empty() || row.id == "save_as" || row.id == "copy_link") << row.id;
    }
}

TEST(Actions, EveryChordRunsItsAction) {
    for (const Action& row : actions()) {
        for (const Chord& chord : row.chords) {
            Desk desk(small_session());
            EXPECT_TRUE(dispatch(desk.state, desk.snapshot(), chord)) << chord_name(chord);
            desk.frame(2);
        }
    }
}

TEST(Actions, NoneActsWhileATextBoxHasTheKeyboard) {
    Desk desk(small_session());
    desk.hold_ctrl(true);
    desk.click("settings.iterations");
    desk.hold_ctrl(false);
    ASSERT_TRUE(desk.state.typing);
    const Document before = desk.state.document;
    for (const Action& row : actions()) {
        for (const Chord& chord : row.chords) {
            EXPECT_FALSE(dispatch(desk.state, desk.snapshot(), chord)) << chord_name(chord);
        }
    }
    EXPECT_EQ(desk.state.document, before);
    EXPECT_FALSE(desk.state.requests.quit);
    EXPECT_FALSE(desk.state.requests.capture);
    EXPECT_TRUE(desk.state.link.outbox.empty());
}

TEST(Actions, EscapeIsNoShortcutAndCtrlQQuits) {
    for (const Action& row : actions()) {
        EXPECT_EQ(shortcut_text(row, true).find("Esc"), std::string::npos);
    }
    Desk desk(small_session());
    desk.press({'Q', true});
    EXPECT_TRUE(desk.state.requests.quit);
}

TEST(Actions, MTogglesTheMethodOfThePaneUnderTheCursor) {
    Desk desk(small_session());
    desk.move(desk.rect("view_B").center());
    desk.frame();
    desk.press({'M'});
    EXPECT_EQ(desk.settings(0).method, find_method("pbd"));
    EXPECT_EQ(desk.settings(1).method, find_method("pbd"));
    desk.move(desk.rect("view_A").center());
    desk.frame();
    desk.press({'M'});
    EXPECT_EQ(desk.settings(0).method, find_method("xpbd"));
    EXPECT_EQ(desk.settings(1).method, find_method("pbd"));
}

TEST(Actions, SteppingMovesOneFrameBothWays) {
    Desk desk(small_session());
    desk.press({kKeyRight});
    desk.press({'.'});
    EXPECT_EQ(desk.snapshot().frame, 2);
    desk.press({kKeyLeft});
    EXPECT_EQ(desk.snapshot().frame, 1);
    desk.press({'R'});
    EXPECT_EQ(desk.snapshot().frame, 0);
}

TEST(Actions, ScenesCanBeWalkedThroughBothWays) {
    Desk desk(small_session());
    const std::string start = desk.state.document.scene.name;
    desk.press({']'});
    EXPECT_NE(desk.state.document.scene.name, start);
    EXPECT_EQ(desk.snapshot().scene.name, desk.state.document.scene.name);
    desk.press({'['});
    EXPECT_EQ(desk.state.document.scene.name, start);
}

TEST(Timeline, DraggingItGoesBackToAKeptFrame) {
    Desk desk(small_session());
    desk.runner().advance(40);
    desk.frame(2);
    ASSERT_EQ(desk.snapshot().frame, 40);
    desk.drag("timeline", 0.9f, -0.2f);
    desk.frame(2);
    EXPECT_EQ(desk.snapshot().frame, desk.snapshot().first_frame);
    desk.drag("timeline", 0.1f, 1.2f);
    desk.frame(2);
    EXPECT_EQ(desk.snapshot().frame, 40);
}

TEST(Sessions, TheClipboardCarriesOneWhole) {
    Desk desk(small_session());
    desk.settings(0).iterations = 33;
    desk.press({kKeyRight});
    desk.press({'C', true});
    const Document copied = desk.state.document;
    desk.settings(0).iterations = 5;
    desk.frame(2);
    desk.press({'V', true});
    EXPECT_EQ(desk.state.document.panes, copied.panes);
    EXPECT_EQ(desk.state.document.scene, copied.scene);
    EXPECT_EQ(desk.snapshot().frame, 1);
}

TEST(Sessions, TextThatIsNoneChangesNothingAndIsSaid) {
    Desk desk(small_session());
    const Document before = desk.state.document;
    ImGui::SetClipboardText("{ \"format\": ");
    desk.press({'V', true});
    EXPECT_EQ(desk.state.document, before);
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_EQ(desk.state.toasts[0].kind, Toast::Kind::error);
}

TEST(Sessions, SavedOnesOpenAgainAsTheyWere) {
    const Folder folder;
    Desk desk(small_session());
    desk.settings(1).stretch_compliance = 4.2e-5;
    desk.press({kKeyRight});
    ASSERT_TRUE(save_session_file(desk.state, desk.snapshot(), folder / "one.json"));
    const lab::Session shown = screen_session(desk.state, desk.snapshot());
    desk.press({']'});
    ASSERT_TRUE(open_session_file(desk.state, folder / "one.json"));
    desk.frame(3);
    EXPECT_EQ(screen_session(desk.state, desk.snapshot()), shown);
    EXPECT_EQ(desk.state.session_path, folder / "one.json");
}

TEST(Sessions, AFileThatIsMissingIsSaidAndChangesNothing) {
    Desk desk(small_session());
    const Document before = desk.state.document;
    EXPECT_FALSE(open_session_file(desk.state, "/nonexistent/session.json"));
    EXPECT_FALSE(save_session_file(desk.state, desk.snapshot(), "/nonexistent/folder/session.json"));
    EXPECT_EQ(desk.state.document, before);
    EXPECT_EQ(desk.state.toasts.size(), 2u);
}

TEST(Sessions, TheDialogSavesUnderTheTypedName) {
    const Folder folder;
    Desk desk(small_session());
    desk.press({'S', true});
    ASSERT_TRUE(desk.state.file_dialog.open);
    desk.state.file_dialog.folder = folder / "";
    desk.frame(2);
    desk.click("file.accept");
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_TRUE(lab::load_session(folder / "session.json"));
}

TEST(Sessions, TheDialogReplacesAFileOnlyWhenAskedTwice) {
    const Folder folder;
    ASSERT_TRUE(lab::write_file(folder / "session.json", "precious"));
    Desk desk(small_session());
    desk.press({'S', true});
    desk.state.file_dialog.folder = folder / "";
    desk.frame(2);
    desk.click("file.accept");
    EXPECT_TRUE(desk.state.file_dialog.open);
    EXPECT_EQ(*lab::read_file(folder / "session.json"), "precious");
    desk.click("file.accept");
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_TRUE(lab::load_session(folder / "session.json"));
}

TEST(Simulation, ARefusedSceneIsSaidAndTakenBack) {
    Desk desk(small_session());
    const scenes::SceneSpec before = desk.state.document.scene;
    desk.state.document.scene.name = "mesh"; // without a file
    desk.frame(3);
    EXPECT_EQ(desk.state.document.scene, before);
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_EQ(desk.state.toasts[0].kind, Toast::Kind::error);
}

constexpr int kInside = 9; ///< a particle of small_session() in the middle of its cloth

/// Simulated mouse actions on the body of pane A, with a fixed camera.
class OnTheBody {
public:
    explicit OnTheBody(Desk& desk) : desk_(desk), pane_(desk.layout.panes[0]) {
        desk.frame(2);
        set_camera(desk.state, 0, desk.state.stage.cameras[0]); // a camera set by hand follows no body
        camera_ =
            picture::to_orbit(desk.state.stage.cameras[0], desk.snapshot(), pane_.view.width() / pane_.view.height());
    }
    glm::vec2 at(int particle) const {
        return *to_screen(camera_, pane_.view, desk_.snapshot().panes[0].positions[static_cast<std::size_t>(particle)]);
    }
    /// The point under the mouse in the plane in which the held particle moves [m].
    glm::vec3 target(glm::vec2 mouse) const {
        return drag_target(camera_, pane_.view, mouse, desk_.state.stage.grab.point) + desk_.state.stage.grab.offset;
    }
    /// Presses at `from` and moves to `to` in steps; the button stays down.
    void pull(glm::vec2 from, glm::vec2 to) {
        desk_.move(from);
        desk_.frame(2);
        desk_.button(0, true);
        desk_.frame();
        desk_.move(0.5f * (from + to));
        desk_.frame();
        desk_.move(to);
        desk_.frame();
    }
    void let_go() {
        desk_.button(0, false);
        desk_.frame(2);
    }
    void expect_held_at(int particle, const glm::vec3& place) {
        desk_.runner().advance(1);
        desk_.frame();
        for (const lab::PaneSnapshot& shown : desk_.snapshot().panes) {
            EXPECT_NEAR(glm::length(shown.positions[static_cast<std::size_t>(particle)] - place), 0, 1e-4);
        }
    }

private:
    Desk& desk_;
    PaneRects pane_;
    render::OrbitCamera camera_;
};

TEST(Mouse, ADragOnTheBodyPullsItInBothPanesWithoutAKey) {
    Desk desk(small_session());
    OnTheBody hand(desk);
    const lab::Camera camera = desk.state.stage.cameras[0];
    desk.move(hand.at(kInside));
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.grab.hover_pane, 0) << "the body lights up";
    EXPECT_EQ(desk.state.stage.grab.hover_particle, kInside);
    const glm::vec2 goal = glm::floor(hand.at(kInside)) + glm::vec2{60, -40}; // ImGui keeps whole pixels
    hand.pull(hand.at(kInside), goal);
    ASSERT_TRUE(desk.state.stage.grab.active);
    ASSERT_EQ(desk.state.stage.grab.particle, kInside);
    hand.expect_held_at(kInside, hand.target(goal));
    hand.let_go();
    EXPECT_FALSE(desk.state.stage.grab.active);
    EXPECT_EQ(desk.state.stage.cameras[0], camera) << "nothing turns";
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty());
}

TEST(Mouse, AClickOnTheBodyLeavesItAlone) {
    Desk desk(small_session());
    const OnTheBody hand(desk);
    desk.move(hand.at(kInside));
    desk.frame(2);
    desk.button(0, true);
    desk.frame(2);
    EXPECT_FALSE(desk.state.stage.grab.active);
    desk.button(0, false);
    desk.frame(2);
    EXPECT_FALSE(desk.state.stage.grab.armed);
}

TEST(Mouse, WithCtrlADragBesideTheBodyPullsTheNearestParticle) {
    Desk desk(small_session());
    OnTheBody hand(desk);
    const int last = static_cast<int>(desk.snapshot().panes[0].positions.size()) - 1;
    const glm::vec2 beside = hand.at(last) + glm::vec2{15, 25};
    desk.move(beside);
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.grab.hover_pane, -1) << "beside the body";
    desk.hold_ctrl(true);
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.grab.hover_particle, last);
    hand.pull(beside, beside + glm::vec2{60, 0});
    EXPECT_TRUE(desk.state.stage.grab.active);
    EXPECT_EQ(desk.state.stage.grab.particle, last);
    hand.let_go();
    desk.hold_ctrl(false);
    EXPECT_FALSE(desk.state.stage.grab.active);
}

TEST(Mouse, TheMenuOfARightClickPinsAndFreesAndEachIsOneStepOfUndo) {
    Desk desk(small_session());
    const OnTheBody hand(desk);
    desk.click_at(hand.at(kInside), 1);
    desk.click("menu.particle.pin");
    ASSERT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    EXPECT_EQ(desk.state.document.scene.changes.pinned[0].particle, kInside);
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    EXPECT_EQ(desk.snapshot().model->mass[kInside], 0);
    desk.runner().advance(20);
    desk.frame(2);
    const glm::vec3 place(desk.state.document.scene.changes.pinned[0].position);
    for (const lab::PaneSnapshot& shown : desk.snapshot().panes) {
        EXPECT_EQ(shown.positions[kInside], place);
    }
    EXPECT_EQ(desk.snapshot().frame, 20) << "the run goes on";
    desk.click_at(hand.at(kInside), 1);
    desk.click("menu.particle.pin");
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty());
    desk.settle();
    EXPECT_GT(desk.snapshot().model->mass[kInside], 0);
    desk.press({'Z', true});
    EXPECT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    desk.press({'Z', true});
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty());
}

TEST(Mouse, ARightDragPansAndPinsNothing) {
    Desk desk(small_session());
    const OnTheBody hand(desk);
    const lab::Camera camera = desk.state.stage.cameras[0];
    desk.move(hand.at(kInside));
    desk.frame(2);
    desk.button(1, true);
    desk.frame();
    desk.move(hand.at(kInside) + glm::vec2{50, 0});
    desk.frame();
    desk.button(1, false);
    desk.frame(2);
    EXPECT_TRUE(desk.state.document.scene.changes.pinned.empty());
    EXPECT_NE(desk.state.stage.cameras[0], camera);
}

TEST(Mouse, APinOfTheSceneIsDraggedAndStaysWhereItIsLetGo) {
    Desk desk(small_session());
    OnTheBody hand(desk);
    const std::vector<double>& mass = desk.snapshot().model->mass;
    const int corner = static_cast<int>(std::find(mass.begin(), mass.end(), 0.0) - mass.begin());
    const glm::vec2 goal = glm::floor(hand.at(corner)) + glm::vec2{20, -30};
    hand.pull(hand.at(corner), goal);
    ASSERT_TRUE(desk.state.stage.grab.active);
    const glm::vec3 place = hand.target(goal);
    hand.expect_held_at(corner, place);
    hand.let_go();
    ASSERT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    EXPECT_EQ(desk.state.document.scene.changes.released, std::vector<int>{corner});
    hand.expect_held_at(corner, place);
    desk.runner().advance(400); // the motion after the pull has decayed
    desk.frame(2);
    desk.hold_ctrl(true);
    desk.click_at(hand.at(corner), 1); // now free
    desk.hold_ctrl(false);
    desk.runner().advance(30);
    desk.frame(2);
    EXPECT_LT(desk.snapshot().panes[0].positions[static_cast<std::size_t>(corner)].y, place.y - 0.01f);
    EXPECT_TRUE(desk.state.toasts.empty());
}

TEST(Mouse, ASecondButtonPinsWhatIsHeldWhereItIs) {
    Desk desk(small_session());
    OnTheBody hand(desk);
    const glm::vec2 goal = glm::floor(hand.at(kInside)) + glm::vec2{30, -40};
    hand.pull(hand.at(kInside), goal);
    const glm::vec3 place = hand.target(goal);
    desk.button(1, true);
    desk.frame();
    desk.button(1, false);
    desk.frame();
    hand.let_go();
    ASSERT_EQ(desk.state.document.scene.changes.pinned.size(), 1u);
    hand.expect_held_at(kInside, place);
}

TEST(Mouse, OrbitMovesLinkedCamerasTogetherAndUnlinkedOnesAlone) {
    Desk desk(small_session());
    desk.frame(2);
    const lab::Camera start = desk.state.stage.cameras[0];
    desk.drag("view_A", 0.02f, 0.2f);
    EXPECT_NE(desk.state.stage.cameras[0], start);
    EXPECT_EQ(desk.state.stage.cameras[0], desk.state.stage.cameras[1]);
    desk.press({'L'});
    desk.drag("view_B", 0.02f, 0.2f);
    EXPECT_NE(desk.state.stage.cameras[0], desk.state.stage.cameras[1]);
}

TEST(Mouse, PickFindsNothingFarFromTheBody) {
    Desk desk(small_session());
    desk.frame(2);
    const PaneRects pane = desk.layout.panes[0];
    const auto camera =
        picture::to_orbit(desk.state.stage.cameras[0], desk.snapshot(), pane.view.width() / pane.view.height());
    EXPECT_FALSE(pick_particle(desk.snapshot(), 0, camera, pane.view, pane.view.min + glm::vec2{2, 2}, 20));
}

TEST(Layout, RegionsCoverTheWindowWithoutOverlap) {
    AppState state = make_app_state(small_session(), {});
    const auto within = [](const ScreenRect& inner, const ScreenRect& outer) {
        return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
               inner.max.y <= outer.max.y;
    };
    for (const glm::vec2 size : {glm::vec2{640, 400}, {1280, 720}, {2560, 1440}}) {
        for (const double scale : {1.0, 1.5, 2.0, 3.0}) {
            for (const bool pinned : {false, true}) {
                state.preferences.scale = scale;
                state.preferences.scene_pinned = state.preferences.methods_pinned = pinned;
                state.preferences.plots_pinned = pinned;
                const Layout layout = compute_layout(state, size);
                std::vector<ScreenRect> all = {layout.menu, layout.transport, layout.left_rail, layout.right_rail,
                                               layout.left, layout.right,     layout.hint,      layout.drawer};
                for (const PaneRects& pane : layout.panes) {
                    all.push_back(pane.view);
                    EXPECT_TRUE(within(pane.header, pane.view)) << size.x << " at " << scale;
                    EXPECT_TRUE(within(pane.readout, pane.view)) << size.x << " at " << scale;
                    EXPECT_GT(pane.clear().height(), 0) << size.x << " at " << scale;
                }
                for (std::size_t i = 0; i < all.size(); ++i) {
                    EXPECT_GE(all[i].width(), 0) << size.x << " at " << scale;
                    EXPECT_GE(all[i].height(), 0) << size.x << " at " << scale;
                    EXPECT_LE(all[i].max.x, size.x + 1);
                    EXPECT_LE(all[i].max.y, size.y + 1);
                    for (std::size_t j = i + 1; j < all.size(); ++j) {
                        const glm::vec2 low = glm::max(all[i].min, all[j].min);
                        const glm::vec2 high = glm::min(all[i].max, all[j].max);
                        EXPECT_FALSE(high.x - low.x > 1 && high.y - low.y > 1)
                            << i << " over " << j << ", " << size.x << " at " << scale << (pinned ? ", pinned" : "");
                    }
                }
            }
        }
    }
}

TEST(Preferences, SurviveWritingAndReading) {
    const Folder folder;
    Preferences preferences;
    preferences.window_width = 1300;
    preferences.scale = 1.5;
    preferences.theme = render::Theme::light;
    preferences.last_session = "/tmp/ä b.json";
    preferences.shot_size = ShotSize::custom;
    preferences.first_start = false;
    ASSERT_TRUE(save_preferences(folder / "new/folder", preferences));
    const LoadedPreferences loaded = load_preferences(folder / "new/folder");
    EXPECT_EQ(loaded.preferences, preferences);
    EXPECT_TRUE(loaded.warnings.empty());
}

TEST(Preferences, OddValuesAreWarnedOfAndIgnored) {
    const auto loaded =
        parse_preferences(R"({"window_width": 10, "scale": "big", "theme": "pink", "colour": 1, "supersampling": 3})");
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->warnings.size(), 4u);
    Preferences expected;
    expected.supersampling = 3;
    EXPECT_EQ(loaded->preferences, expected);
}

TEST(Preferences, ABrokenFileIsMovedAsideAndSaidInOneLine) {
    const Folder folder;
    ASSERT_TRUE(lab::write_file(folder / "preferences.json", "{ \"scale\": 1."));
    const LoadedPreferences loaded = load_preferences(folder / "");
    EXPECT_EQ(loaded.preferences, Preferences{});
    ASSERT_EQ(loaded.warnings.size(), 1u);
    EXPECT_EQ(loaded.warnings[0].find('\n'), std::string::npos);
    EXPECT_FALSE(fs::exists(folder / "preferences.json"));
    EXPECT_TRUE(fs::exists(folder / "preferences.broken.json"));
}

TEST(Preferences, AFolderThatCannotBeWrittenIsAnError) {
    EXPECT_FALSE(save_preferences("/proc/xpbd-lab", {}));
    EXPECT_FALSE(save_preferences("", {}));
}

TEST(PlotSeries, SteppingBackAndOnKeepsTheLine) {
    Desk desk(small_session());
    for (int i = 0; i < 10; ++i) {
        desk.press({kKeyRight});
    }
    const std::size_t count = desk.state.plots.series.samples().size();
    desk.press({kKeyLeft});
    desk.press({kKeyLeft});
    EXPECT_EQ(desk.state.plots.series.samples().size(), count);
    desk.press({kKeyRight});
    EXPECT_EQ(desk.state.plots.series.samples().size(), count);
    EXPECT_EQ(desk.state.plots.series.samples().back().frame, 10);
}

/// Samples of the frames `from` to `to` in a branch. Each has the value frame + 0.01 branch, which identifies both.
std::vector<lab::Sample> samples_of(std::int64_t from, std::int64_t to, std::uint64_t branch) {
    std::vector<lab::Sample> samples;
    for (std::int64_t frame = from; frame <= to; ++frame) {
        const double value = static_cast<double>(frame) + 0.01 * static_cast<double>(branch);
        samples.push_back({frame, 0.1 * static_cast<double>(frame), branch, {0}, {{value, -value}}});
    }
    return samples;
}

/// A snapshot of a timeline of these branches.
lab::Snapshot timeline_of(std::vector<lab::Branch> branches, std::vector<std::uint64_t> cuts) {
    lab::Snapshot snapshot;
    snapshot.branch = branches.back().id;
    snapshot.branches = std::move(branches);
    snapshot.cuts = std::move(cuts);
    return snapshot;
}

std::vector<std::int64_t> frames_of(const PlotSeries& series) {
    std::vector<std::int64_t> frames;
    for (const PlotSeries::Sample& sample : series.samples()) {
        frames.push_back(sample.frame);
    }
    return frames;
}

TEST(PlotSeries, ShowsTheBranchThatShowsAndBringsTheOtherBack) {
    PlotSeries series;
    series.add(samples_of(0, 3, 1)); // samples may arrive before the first snapshot
    EXPECT_TRUE(series.samples().empty());
    series.follow(timeline_of({{0, 1}}, {}));
    series.add(samples_of(4, 5, 1));
    EXPECT_EQ(frames_of(series), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(series.curve(0, 1).size(), 6u);
    // The run continues from frame 2.
    series.add(samples_of(3, 4, 2));
    series.follow(timeline_of({{0, 1}, {3, 2}}, {1}));
    EXPECT_EQ(frames_of(series), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(series.curve(0, 0)[2].y, 2.01);
    EXPECT_EQ(series.curve(0, 0)[3].y, 3.02);
    series.follow(timeline_of({{0, 1}}, {2}));
    EXPECT_EQ(frames_of(series), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(series.curve(0, 0)[3].y, 3.01);
    // Restarted from frame 0: the samples of the older branches are dropped.
    series.add(samples_of(0, 1, 3));
    series.follow(timeline_of({{0, 3}}, {}));
    EXPECT_EQ(frames_of(series), (std::vector<std::int64_t>{0, 1}));
    series.follow(timeline_of({{0, 1}}, {}));
    EXPECT_TRUE(series.samples().empty());
}

TEST(PlotSeries, DrawsALongCurveFromFewPointsWithEveryPeak) {
    PlotSeries series;
    const auto value = [](int frame) { return frame % 997 == 500 ? 5.0 : frame == 3 ? std::nan("") : std::sin(frame); };
    std::vector<glm::dvec2> before;
    for (int frame = 0; frame < 9000; ++frame) {
        series.add({{frame, frame / 60.0, 0, {0}, {{value(frame)}}}});
        if (frame == 8000) {
            before = series.drawn_curve(0, 0, -1, 1000, 200);
        }
    }
    const std::vector<glm::dvec2> drawn = series.drawn_curve(0, 0, -1, 1000, 200);
    EXPECT_LE(drawn.size(), 220u);
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) { return a.x < b.x; }));
    for (const glm::dvec2& point : drawn) {
        EXPECT_EQ(point.y, value(static_cast<int>(std::lround(point.x * 60)))) << "a point of the curve";
    }
    const auto peaks = std::count_if(drawn.begin(), drawn.end(), [](const glm::dvec2& point) { return point.y == 5; });
    EXPECT_EQ(peaks, 9) << "one every 997 frames";
    EXPECT_GT(before.size(), 100u);
    // The visible part of a zoomed curve is drawn with every point.
    const std::vector<glm::dvec2> near = series.drawn_curve(0, 0, 10, 11, 200);
    EXPECT_EQ(near.size(), 62u);
    EXPECT_LT(near.front().x, 10);
    EXPECT_GE(near.back().x, 11);
    EXPECT_TRUE(series.drawn_curve(1, 0, 0, 1, 200).empty()) << "no such pane";
}

TEST(PlotSeries, ReachesBackToTheStartOfALongRunWithinItsBounds) {
    PlotSeries series;
    series.follow(timeline_of({{0, 1}}, {}));
    constexpr std::int64_t kFrames = 100000;
    for (std::int64_t frame = 0; frame < kFrames; frame += 100) {
        series.add(samples_of(frame, frame + 99, 1));
        ASSERT_LE(series.samples().size(), 14400u);
    }
    const std::vector<std::int64_t> frames = frames_of(series);
    EXPECT_EQ(frames.front(), 0);
    EXPECT_EQ(frames.back(), kFrames - 1);
    std::int64_t widest = 1;
    for (std::size_t i = 1; i < frames.size(); ++i) {
        widest = std::max(widest, frames[i] - frames[i - 1]);
        EXPECT_TRUE(frames[i] <= series.whole_from() || frames[i] - frames[i - 1] == 1) << frames[i];
    }
    EXPECT_LT(widest, 64);
    EXPECT_GT(kFrames - series.whole_from(), 1000);
    EXPECT_EQ(series.curve(0, 0).size(), frames.size());
}

TEST(AutomaticQuality, ASoftwareRendererStaysAtLow) {
    AutomaticQuality quality("Mesa, llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5");
    EXPECT_EQ(quality.quality(), render::Quality::low);
    EXPECT_FALSE(quality.is_timing_due(100));
    EXPECT_EQ(quality.saved_quality(), render::Quality::medium);
    EXPECT_EQ(quality.film_quality(), render::Quality::low);
}

TEST(AutomaticQuality, GoesDownWhereDrawingIsSlowAndUpAgainInASmallerWindow) {
    AutomaticQuality quality("NVIDIA Corporation, GeForce, OpenGL 4.6");
    EXPECT_EQ(quality.quality(), render::Quality::high);
    EXPECT_EQ(quality.saved_quality(), render::Quality::high);
    double now = 0;
    const auto draw = [&](int times, double seconds, double pixels) {
        for (int i = 0; i < times; ++i) {
            now += 1;
            EXPECT_TRUE(quality.is_timing_due(now));
            quality.observe(now, seconds, pixels);
            EXPECT_FALSE(quality.is_timing_due(now + 0.01)) << "not every picture is timed";
        }
    };
    draw(1, 0.030, 8e6);
    EXPECT_EQ(quality.quality(), render::Quality::high) << "one slow picture is an accident";
    draw(1, 0.030, 8e6);
    EXPECT_EQ(quality.quality(), render::Quality::medium);
    draw(20, 0.002, 8e6);
    EXPECT_EQ(quality.quality(), render::Quality::medium) << "high was too slow for that many pixels";
    draw(20, 0.002, 2e6);
    EXPECT_EQ(quality.quality(), render::Quality::high) << "but not for a quarter of them";
    draw(10, 0.008, 2e6);
    EXPECT_EQ(quality.quality(), render::Quality::high) << "neither slow nor quick";
}

TEST(AutomaticQuality, AChosenLevelWins) {
    Preferences preferences;
    EXPECT_EQ(chosen_quality(preferences, render::Quality::medium), render::Quality::medium);
    preferences.quality = QualityChoice::low;
    EXPECT_EQ(chosen_quality(preferences, render::Quality::high), render::Quality::low);
    preferences.quality = QualityChoice::high;
    EXPECT_EQ(chosen_quality(preferences, render::Quality::low), render::Quality::high);
}

TEST(Memory, PicturesBeyondEightKAreRefusedInTheWindow) {
    picture::PictureOptions options;
    options.width = 7680;
    options.height = 4320;
    EXPECT_TRUE(check_picture_size(options));
    options.width = options.height = 16384;
    const Status refused = check_picture_size(options);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("16384 x 16384"), std::string::npos) << refused.error().message;
}

TEST(Memory, AboutSaysWhatTheTimelineUses) {
    Desk desk(small_session());
    desk.state.about.open = true;
    desk.frame(2);
    EXPECT_NE(desk.state.ui_map.find("about.timeline"), nullptr);
}

TEST(Undo, AnotherSceneTakesItsPlaceAndCanBeTakenBack) {
    Desk desk(small_session(), {1280, 720});
    choose_scene(desk.state, "flag");
    desk.frame(3);
    EXPECT_TRUE(desk.state.toasts.empty()) << "nothing was changed before";
    EXPECT_EQ(desk.state.history.undo_count(), 1u);

    desk.state.document.panes[0].iterations = 7;
    desk.frame(3);
    const Document changed = desk.state.document;
    choose_scene(desk.state, "net");
    desk.frame(3);
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_EQ(desk.state.toasts[0].text, "Opened Net under load");
    EXPECT_EQ(desk.snapshot().scene.name, "net");
    desk.click("toast.undo");
    desk.frame(3);
    EXPECT_EQ(desk.state.document, changed);
    EXPECT_EQ(desk.snapshot().scene.name, "flag");
    EXPECT_EQ(desk.snapshot().panes[0].settings.iterations, 7);
    EXPECT_TRUE(desk.state.toasts.empty());
    desk.press({'Z', true, true});
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().scene.name, "net") << "and done again";
}

} // namespace
} // namespace xpbd::window
