// Files in the window: a mesh that is opened, the dialog, and where pictures go.
#include "desk.h"

#include "lab/files/file.h"
#include "picture/picture.h"
#include "window/stage/picking.h"

#include "../../temporary_folder.h"

#include <filesystem>
#include <optional>
#include <string>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

class Folder {
public:
    Folder() = default;
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    /// Writes a file, and returns its path.
    std::string write(const std::string& name, const std::string& text) const {
        EXPECT_TRUE(lab::write_file(*this / name, text));
        return *this / name;
    }

private:
    fs::path path_ = test::make_temporary_folder();
};

/// A square of 0.4 m in the plane z = 0; its upper corners are particles 2 and 3.
constexpr const char* kSquare = "v 0 0 0\nv 0.4 0 0\nv 0.4 0.4 0\nv 0 0.4 0\nf 1 2 3\nf 1 3 4\n";

TEST(MeshFile, OpensPinnedAtItsTopAndPlays) {
    const Folder folder;
    const std::string path = folder.write("shirt.obj", kSquare);
    Desk desk(small_session());
    ASSERT_TRUE(open_session_file(desk.state, path)); // what a drop does
    desk.frame(2);
    EXPECT_EQ(desk.snapshot().scene.name, "mesh");
    ASSERT_EQ(desk.snapshot().model->particle_count(), 4u);
    EXPECT_EQ(desk.snapshot().model->mass[2], 0);
    EXPECT_EQ(desk.snapshot().model->mass[3], 0);
    EXPECT_GT(desk.snapshot().model->mass[0], 0);
    EXPECT_TRUE(desk.snapshot().playing);
    const PaneRects& pane = desk.layout.panes[0];
    const auto orbit =
        picture::to_orbit(desk.state.stage.cameras[0], desk.snapshot(), pane.view.width() / pane.view.height());
    for (const glm::vec3& position : desk.snapshot().panes[0].positions) {
        const std::optional<glm::vec2> at = to_screen(orbit, pane.view, position);
        EXPECT_TRUE(at && pane.clear().contains(*at)) << "framed";
    }
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_TRUE(desk.state.toasts.back().text.starts_with("Opened shirt.obj, pinned at its top"))
        << desk.state.toasts.back().text;
    EXPECT_EQ(desk.state.preferences.recent.front(), path);
}

TEST(MeshFile, IsTakenBackByUndoAndComesAgainByRedo) {
    const Folder folder;
    Desk desk(small_session());
    const Document before = desk.state.document;
    ASSERT_TRUE(open_session_file(desk.state, folder.write("shirt.obj", kSquare)));
    desk.settle();
    const Document opened = desk.state.document;
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    desk.press({'Z', true});
    desk.frame(3);
    EXPECT_EQ(desk.state.document, before);
    EXPECT_EQ(desk.snapshot().scene, before.scene);
    EXPECT_EQ(desk.snapshot().panes[1].positions.size(), 16u);
    EXPECT_EQ(desk.snapshot().panes[0].settings, before.panes[0]);
    EXPECT_EQ(desk.snapshot().world, before.world);
    desk.press({'Z', true, true});
    desk.frame(3);
    EXPECT_EQ(desk.state.document, opened);
    EXPECT_EQ(desk.snapshot().scene, opened.scene);
}

TEST(MeshFile, OfAnotherUnitSaysWhichOneItIsReadAs) {
    const Folder folder;
    Desk desk(small_session());
    ASSERT_TRUE(open_session_file(
        desk.state, folder.write("cm.obj", "v 0 0 0\nv 40 0 0\nv 40 40 0\nv 0 40 0\nf 1 2 3\nf 1 3 4\n")));
    EXPECT_NE(desk.state.toasts.back().text.find("read as centimetres"), std::string::npos)
        << desk.state.toasts.back().text;
}

TEST(MeshFile, IsNeverSavedOver) {
    const Folder folder;
    const std::string path = folder.write("shirt.obj", kSquare);
    Desk desk(small_session());
    desk.state.session_path = folder / "old.json";
    ASSERT_TRUE(open_session_file(desk.state, path));
    EXPECT_FALSE(desk.state.session_path);
    EXPECT_EQ(desk.state.preferences.last_session, "");
    EXPECT_EQ(saving_path(path), std::nullopt);
    EXPECT_EQ(saving_path("a.PNG"), std::nullopt);
    EXPECT_EQ(saving_path("a.json"), "a.json");
    // Its session saves like any other, wherever that is.
    const std::string saved = folder / "s.json";
    ASSERT_TRUE(save_session_file(desk.state, desk.snapshot(), saved));
    EXPECT_TRUE(lab::load_session(saved));
}

TEST(MeshFile, WithAFaultChangesNothingAndSaysWhereItIs) {
    const Folder folder;
    Desk desk(small_session());
    const Document before = desk.state.document;
    const std::string path = folder.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 q\nf 1 2 3\n");
    EXPECT_FALSE(open_session_file(desk.state, path));
    EXPECT_EQ(desk.state.document, before);
    EXPECT_EQ(desk.state.history.undo_count(), 0u);
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_TRUE(desk.state.toasts[0].text.starts_with(path + ": line 3: ")) << desk.state.toasts[0].text;
}

TEST(MeshFile, StandsInBothPickersAndAsksForTheFile) {
    Desk desk(small_session());
    desk.press({'K', true});
    desk.frame(2);
    desk.click("picker.filter");
    desk.type("mesh");
    desk.enter();
    EXPECT_FALSE(desk.state.picker.open);
    EXPECT_TRUE(desk.state.file_dialog.open);
    desk.state.file_dialog.open = false;
    desk.frame(2);
    desk.click("scene");
    desk.frame(2);
    desk.click("scene_choice.mesh");
    EXPECT_TRUE(desk.state.file_dialog.open);
    EXPECT_EQ(desk.state.document.scene.name, "cloth");
}

} // namespace
} // namespace xpbd::window
