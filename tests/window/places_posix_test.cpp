// The folders that the environment names: where pictures go, and what the file dialog offers.
#include "../environment_variable.h"
#include "files.h"

#include <string>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

TEST(PicturesFolder, IsTheDesktopsWithAFolderOfItsOwn) {
    const Folder folder;
    const test::EnvironmentVariable home("HOME", folder / "home"), config("XDG_CONFIG_HOME", folder / "config");
    fs::create_directories(folder / "config");
    EXPECT_EQ(output_folder({}), folder / "home/Pictures/xpbd-lab");
    EXPECT_TRUE(fs::is_directory(folder / "home/Pictures/xpbd-lab"));
    folder.write("config/user-dirs.dirs", "# made by the desktop\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n");
    EXPECT_EQ(output_folder({}), folder / "home/Bilder/xpbd-lab");
    EXPECT_TRUE(fs::is_directory(folder / "home/Bilder/xpbd-lab"));
    Preferences chosen;
    chosen.shot_folder = "/elsewhere";
    EXPECT_EQ(output_folder(chosen), "/elsewhere");
}

TEST(PicturesFolder, ThatCannotBeMadeLeavesTheCurrentOne) {
    const Folder folder;
    const test::EnvironmentVariable home("HOME", folder.write("a_file", "")),
        config("XDG_CONFIG_HOME", folder / "config");
    EXPECT_EQ(output_folder({}), "");
}

TEST(FileDialog, LeadsHomeToThePicturesAndToRecentFiles) {
    const Folder folder;
    const test::EnvironmentVariable home("HOME", folder / "home"), config("XDG_CONFIG_HOME", folder / "config");
    fs::create_directories(folder / "home/Pictures");
    const std::string shirt = folder.write("shirt.obj", kSquare);
    Desk desk(small_session());
    desk.state.preferences.recent = {shirt};
    open_in(desk, "/");
    desk.click("file.place.Home");
    EXPECT_EQ(desk.state.file_dialog.folder, folder / "home");
    desk.click("file.place.Pictures");
    EXPECT_EQ(desk.state.file_dialog.folder, folder / "home/Pictures");
    desk.double_click("file.recent.0");
    EXPECT_FALSE(desk.state.file_dialog.open);
    EXPECT_EQ(desk.state.document.scene.file, shirt);
}

} // namespace
} // namespace xpbd::window
