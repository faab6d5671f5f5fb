// Files in the window: a mesh that is opened, the dialog, toasts of files, and copies.
#include "desk.h"
#include "files.h"

#include "lab/files/assets.h"
#include "lab/files/link/link.h"
#include "picture/picture.h"
#include "window/stage/picking.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

TEST(MeshFile, OpensPinnedAtItsTopAndPlays) {
    const Folder folder;
    const std::string path = folder.write("shirt.obj", kSquare);
    Desk desk(small_session());
    ASSERT_TRUE(open_session_file(desk.state, path)); // as a drop on the window does
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
    // A session that holds a mesh is saved like any other.
    const std::string saved = folder / "s.json";
    ASSERT_TRUE(save_session_file(desk.state, desk.snapshot(), saved));
    EXPECT_TRUE(lab::load_session(saved));
}

TEST(Figure, IsNeverSavedOver) {
    const std::string path = lab::assets_folder() + "/sessions/iterations.json";
    Desk desk(small_session());
    ASSERT_TRUE(open_session_file(desk.state, path));
    EXPECT_FALSE(desk.state.session_path);
    EXPECT_EQ(saving_path(lab::assets_folder() + "/../assets/sessions/new.json"), std::nullopt);
    EXPECT_EQ(saving_path(lab::assets_folder() + "_of_mine.json"), lab::assets_folder() + "_of_mine.json");
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

/// A PNG that carries this session.
std::string screenshot(const Folder& folder, const std::string& name, const lab::Session& session) {
    const render::Image image{2, 2, std::vector<std::uint8_t>(16, 200)};
    EXPECT_TRUE(picture::save_picture(image, session, folder / name, {}));
    return folder / name;
}

TEST(ToastOfAScreenshot, OpensCopiesAndLinksThatPicture) {
    const Folder folder;
    Desk desk(small_session());
    lab::Session other = small_session();
    other.panes[0].iterations = 77;
    const std::string path = screenshot(folder, "shot.png", other);
    add_toast(desk.state, Toast::Kind::info, "Screenshot: " + path, path);
    desk.frame(2);
    desk.click("toast.open");
    EXPECT_EQ(desk.state.requests.open_file, path);
    desk.click("toast.folder");
    EXPECT_EQ(desk.state.requests.open_folder, path);
    desk.click("toast.copy_picture");
    EXPECT_EQ(desk.state.requests.copy_picture, path);
    desk.click("toast.copy_link");
    const Result<lab::Session> linked = lab::from_link(ImGui::GetClipboardText());
    ASSERT_TRUE(linked) << linked.error().message;
    EXPECT_EQ(linked->panes[0].iterations, 77) << "the picture's session, not the present one";
}

TEST(ToastOfAScreenshot, StaysWhileTheMouseIsOnItAndGoesThen) {
    Desk desk(small_session());
    add_toast(desk.state, Toast::Kind::info, "Saved", "/a/s.json");
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.find("toast.copy_picture"), nullptr) << "it is no picture";
    desk.move(desk.rect("toast").center());
    desk.frame(60 * 20);
    EXPECT_EQ(desk.state.toasts.size(), 1u);
    desk.move({-100, -100});
    desk.frame(60 * 2);
    EXPECT_TRUE(desk.state.toasts.empty());
}

TEST(TextOfAToast, BreaksNoNameAndShortensALongOneInItsMiddle) {
    Desk desk(small_session());
    const std::string name = "/home/somebody/Pictures/xpbd-lab/cloth_on_a_sphere_pbd-xpbd_20261127_12.png";
    ImGui::NewFrame(); // sizes of text need a frame
    const float width = ImGui::CalcTextSize(name.c_str()).x;
    EXPECT_EQ(wrapped("Screenshot: " + name, 2 * width), "Screenshot: " + name);
    EXPECT_EQ(wrapped("Screenshot: " + name, 1.05f * width), "Screenshot:\n" + name);
    const std::string cut = wrapped("Screenshot: " + name, 0.5f * width);
    ASSERT_TRUE(cut.starts_with("Screenshot:\n/home/")) << cut;
    EXPECT_TRUE(cut.ends_with("_12.png")) << cut;
    EXPECT_NE(cut.find("…"), std::string::npos);
    EXPECT_LE(ImGui::CalcTextSize(cut.c_str()).x, 0.5f * width);
    EXPECT_EQ(wrapped("a\nb", width), "a\nb");
    EXPECT_EQ(shortened("äöüäöüäöüäöü", ImGui::CalcTextSize("äö…öü").x), "äö…öü") << "whole characters";
    ImGui::EndFrame();
}

// The desktop's dialog has already asked the user to confirm that a file is replaced.
TEST(ChosenFile, IsReplacedWithoutAQuestion) {
    const Folder folder;
    Desk desk(small_session());
    const std::string path = folder.write("s.json", "precious");
    save_chosen_file(desk.state, desk.snapshot(), path);
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_TRUE(lab::load_session(path));
    EXPECT_EQ(desk.state.session_path, path);
}

TEST(ChosenFile, GetsAnEndingAndThenAQuestionWhereThatFileExists) {
    const Folder folder;
    Desk desk(small_session());
    save_chosen_file(desk.state, desk.snapshot(), folder / "new.png");
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_TRUE(lab::load_session(folder / "new.png.json"));

    const std::string path = folder.write("s.json", "precious");
    save_chosen_file(desk.state, desk.snapshot(), folder / "s");
    desk.frame(2);
    EXPECT_TRUE(desk.state.file_dialog.open);
    desk.click("file.accept");
    EXPECT_EQ(desk.state.file_dialog.error, "s.json exists; save once more to replace it");
    EXPECT_EQ(*lab::read_file(path), "precious");
    desk.click("file.accept");
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_TRUE(lab::load_session(path));
}

TEST(ChosenFile, ThatCannotBeWrittenIsSaid) {
    const Folder folder;
    Desk desk(small_session());
    save_chosen_file(desk.state, desk.snapshot(), folder / "nowhere/s.json");
    EXPECT_FALSE(desk.state.session_path);
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_EQ(desk.state.toasts.back().kind, Toast::Kind::error);
}

TEST(FileDialog, BeginsInAFolderOfThisMachine) {
    const Folder folder;
    Desk desk(small_session());
    ASSERT_TRUE(open_session_file(desk.state, folder.write("shirt.obj", kSquare)));
    desk.state.document.scene.file = folder / "of another machine/shirt.obj";
    desk.press({'S', true});
    EXPECT_EQ(desk.state.file_dialog.folder, std::filesystem::current_path().string());
    EXPECT_STREQ(desk.state.file_dialog.name.data(), "shirt.json");
    desk.state.document.scene.file = folder / "shirt.obj";
    desk.press({'S', true});
    EXPECT_EQ(desk.state.file_dialog.folder, std::filesystem::path(folder / "").parent_path().string());
}

TEST(FileDialog, SaysAFaultInItselfAndStays) {
    const Folder folder;
    folder.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 q\nf 1 2 3\n");
    folder.write("shirt.obj", kSquare);
    folder.write("notes.txt", "nothing that opens");
    Desk desk(small_session());
    open_in(desk, folder / "");
    EXPECT_EQ(desk.state.ui_map.find("file.entry.notes.txt"), nullptr);
    desk.click("file.entry.bad.obj");
    desk.click("file.accept");
    EXPECT_TRUE(desk.state.file_dialog.open);
    EXPECT_NE(desk.state.ui_map.find("file.error"), nullptr);
    EXPECT_NE(desk.state.file_dialog.error.find("bad.obj: line 3: "), std::string::npos)
        << desk.state.file_dialog.error;
    EXPECT_TRUE(desk.state.toasts.empty());
    desk.double_click("file.entry.shirt.obj");
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_EQ(desk.state.document.scene.name, "mesh");
}

TEST(FileDialog, KeepsTheKeyboardAfterAFault) {
    const Folder folder;
    Desk desk(small_session());
    open_in(desk, folder / "");
    desk.type("none.json");
    desk.enter();
    ASSERT_TRUE(desk.state.file_dialog.open);
    desk.frame(2);
    EXPECT_TRUE(desk.state.typing) << "what is typed next is no shortcut";
}

TEST(FileDialog, AsksForThumbnailsOfPicturesAndShowsThem) {
    const Folder folder;
    const std::string path = screenshot(folder, "shot.png", small_session());
    folder.write("shirt.obj", kSquare);
    Desk desk(small_session());
    open_in(desk, folder / "");
    const std::string name = kFilePicture + (folder / "shot.png");
    EXPECT_EQ(desk.state.picker.wanted, std::vector<std::string>{name});
    desk.state.picker.pictures[name] = 1;
    desk.frame(2);
    EXPECT_TRUE(desk.state.picker.wanted.empty());
}

TEST(Copies, OfAReadoutIsItsValue) {
    Desk desk(small_session());
    desk.runner().advance(30);
    desk.frame(2);
    desk.click("readout_B.mean_strain");
    const std::string copied = ImGui::GetClipboardText();
    EXPECT_TRUE(copied.ends_with(" %")) << copied;
    EXPECT_NEAR(std::stod(copied), 100 * desk.snapshot().panes[1].measure.mean_strain, 0.06);
    EXPECT_EQ(desk.state.toasts.back().text, "Copied " + copied + ": MEAN STRAIN of pane B");
}

TEST(Copies, OfPlotsAreNumbersAndAPictureOfTheirPart) {
    Desk desk(small_session());
    desk.runner().advance(3);
    desk.frame(2);
    desk.click("plots.copy");
    EXPECT_TRUE(std::string(ImGui::GetClipboardText()).starts_with("frame,time,pane,")) << ImGui::GetClipboardText();
    desk.click("plots.copy_picture");
    ASSERT_TRUE(desk.state.requests.region);
    EXPECT_TRUE(desk.state.requests.region->rect.contains(desk.rect("plot.title.0").center()));
    EXPECT_FALSE(desk.state.requests.region->rect.contains(desk.rect("plots.copy").center()));
    EXPECT_EQ(desk.state.requests.region->name, "");
    desk.state.requests.region.reset();
    desk.state.preferences.drawer = false;
    desk.click("menu.Session");
    desk.frame(2);
    desk.click("menu.export");
    desk.frame(2);
    desk.click("menu.export.plots"); // shows them, and takes them without the menu
    desk.frame(2);
    ASSERT_TRUE(desk.state.requests.region);
    EXPECT_TRUE(desk.state.requests.region->rect.contains(desk.rect("plot.title.0").center()));
    EXPECT_EQ(desk.state.requests.region->name, "cloth_plots");
}

} // namespace
} // namespace xpbd::window
