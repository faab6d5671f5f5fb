// Tasks that lecturers, students and engineers named, each done by the mouse from the first window on, with at most
// five clicks, drags or drops. A double click counts twice; text typed after one does not count.

#include "desk.h"
#include "files.h"

namespace xpbd::window {
namespace {

constexpr int kMostClicks = 5;

class Tasks : public ::testing::Test {
protected:
    Tasks() : desk(*lab::default_session("cloth"), {1280, 720}, Desk::Start::first) {
        desk.state.preferences.first_start = false;
        desk.state.preferences.shot_folder = folder / "";
        desk.frame(2);
    }
    ~Tasks() override { EXPECT_LE(clicks, kMostClicks); }

    void click(const std::string& widget) {
        desk.frame(4); // menus and popups take a frame to come
        desk.click(widget);
        desk.frame(4);
        ++clicks;
    }
    void double_click(const std::string& widget) {
        desk.double_click(widget);
        clicks += 2;
    }
    void drag(const std::string& widget, float from, float to) {
        desk.drag(widget, from, to);
        ++clicks;
    }
    void type(const std::string& text) {
        desk.type(text);
        desk.enter();
    }
    std::string clipboard() {
        const char* text = ImGui::GetClipboardText();
        return text == nullptr ? "" : text;
    }

    Folder folder;
    Desk desk;
    int clicks = 0;
};

TEST_F(Tasks, ShowMeWhyTwiceTheIterationsMakeItStiffer) {
    click("menu.View");
    click("menu.grid");
    click("menu.grid.iterations");
    ASSERT_TRUE(desk.state.document.comparison);
    EXPECT_EQ(desk.settings(1).iterations, 2 * desk.settings(0).iterations);
}

TEST_F(Tasks, IWantMyOwnShirtOnASphere) {
    const std::string shirt = folder.write("shirt.obj", kSquare);
    open_session_file(desk.state, shirt); // as a drop on the window does
    ++clicks;
    desk.frame(4);
    click("rail.scene");
    drag("scene.sphere_radius", 0.02f, 0.5f);
    desk.frame(4);
    EXPECT_EQ(desk.state.document.scene.name, "mesh");
    EXPECT_GT(desk.state.document.scene.values.at("sphere_radius")[0], 0);
    EXPECT_EQ(desk.snapshot().model->particle_count(), 4);
}

TEST_F(Tasks, MakeAFilmOfBoth) {
    click("record");
    click("record.start");
    EXPECT_TRUE(desk.state.recording.wanted);
    desk.state.recording.active = true; // as the real window does when a recording has started
    click("record");
    EXPECT_FALSE(desk.state.recording.wanted);
}

TEST_F(Tasks, TheSameAtHalfTheTimestep) {
    double_click("hint.dt");
    type("1/240");
    EXPECT_DOUBLE_EQ(desk.state.document.world.dt, 1.0 / 240);
}

TEST_F(Tasks, INeedTheNumbersInMySpreadsheet) {
    click("menu.Session");
    click("menu.export");
    click("menu.export.table");
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_TRUE(desk.state.toasts.back().path.ends_with(".csv")) << desk.state.toasts.back().text;
    EXPECT_TRUE(std::filesystem::exists(desk.state.toasts.back().path));
}

TEST_F(Tasks, WhichSolverHoldsAHeavyWeightOnARope) {
    click("menu.Scenes");
    click("menu.scene.rope_tip");
    click("method_B");
    click("method_choice.direct");
    EXPECT_EQ(desk.state.document.scene.name, "rope_tip");
    EXPECT_EQ(desk.settings(1).method, find_method("direct"));
}

TEST_F(Tasks, ALinkForMyLectureNotes) {
    click("menu.Session");
    click("menu.copy_link");
    EXPECT_TRUE(clipboard().starts_with("xpbd-lab:#s1.")) << clipboard();
}

TEST_F(Tasks, LargeForTheLectureHall) {
    click("menu.View");
    click("menu.presentation");
    EXPECT_TRUE(desk.state.presentation.wanted || desk.state.presentation.on);
}

TEST_F(Tasks, HowDoesDenimDrape) {
    click("menu.Scenes");
    click("menu.scene.drape");
    click("hint.material");
    click("hint.material.denim");
    const scenes::SceneSpec& scene = desk.state.document.scene;
    const ParameterInfo* material = scenes::find_scene_parameter(*scenes::find_scene("drape"), "material");
    ASSERT_NE(material, nullptr);
    EXPECT_EQ(material->choices[static_cast<std::size_t>(scenes::scene_value(scene, "material")[0])], "denim");
}

TEST_F(Tasks, WhenDoesTheSheetSlip) {
    click("menu.Scenes");
    click("menu.scene.incline");
    const double before =
        desk.state.document.scene.values.contains("friction") ? desk.state.document.scene.values.at("friction")[0] : -1;
    drag("hint.friction", 0.5f, 0.1f);
    EXPECT_NE(desk.state.document.scene.values.at("friction")[0], before);
}

TEST_F(Tasks, APictureOfPrintSizeForMyPaper) {
    click("menu.Screenshot");
    click("menu.shot_options");
    click("shot.size.2");
    click("shot.take");
    EXPECT_EQ(desk.state.requests.capture, CaptureKind::panes);
    EXPECT_EQ(desk.state.preferences.shot_size, static_cast<ShotSize>(2));
}

} // namespace
} // namespace xpbd::window
