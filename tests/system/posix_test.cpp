// The system layer on POSIX only: named pipes, permissions, and the folders of XDG.
#include "../environment_variable.h"
#include "fixtures.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/locked_file.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

using test::Folder;
using test::slurp;
using test::spill;

TEST(PosixFiles, ANamedPipeIsOpenAtOnceAndEmpty) {
    const Folder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(kind_of(folder / "pipe"), FileKind::pipe);
    Result<InputFile> pipe = InputFile::open(folder / "pipe");
    ASSERT_TRUE(pipe);
    EXPECT_EQ(pipe->kind(), FileKind::pipe);
    char byte = 0;
    const Result<std::size_t> count = pipe->read({&byte, 1});
    ASSERT_TRUE(count);
    EXPECT_EQ(*count, 0u);
}

TEST(PosixFiles, ADeviceIsNoRegularFile) {
    EXPECT_EQ(kind_of("/dev/null"), FileKind::device);
}

TEST(PosixFiles, ALockedFileTakesPermissions) {
    const Folder folder;
    spill(folder / "a", "");
    ASSERT_EQ(::chmod((folder / "a").c_str(), 0640), 0);
    auto file = LockedFile::create(folder / "part");
    ASSERT_TRUE(file && *file);
    (*file)->take_permissions_of(folder / "a");
    struct stat info {};
    ASSERT_EQ(::stat((folder / "part").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(PosixSignals, TheFirstRequestsAStopAndTheSecondEndsAtOnce) {
    const Folder folder;
    const std::string path = folder / "said";
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(XPBD_CHILD_PROGRAM, XPBD_CHILD_PROGRAM, "--listen", path.c_str(), nullptr);
        ::_exit(99);
    }
    int status = 0;
    bool ended = false;
    const auto wait_for = [&](const std::string& words) {
        while (slurp(path) != words && !ended) {
            ended = ::waitpid(child, &status, WNOHANG) == child;
            ::usleep(1000);
        }
        return slurp(path);
    };
    EXPECT_EQ(wait_for("ready"), "ready");
    ::kill(child, SIGTERM);
    EXPECT_EQ(wait_for("ready, stopped by 15"), "ready, stopped by 15");
    ::kill(child, SIGINT);
    EXPECT_TRUE(ended || ::waitpid(child, &status, 0) == child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
}

TEST(PosixFiles, OneThatSomebodyReadsIsReplaced) {
    const Folder folder;
    spill(folder / "a", "old");
    Result<InputFile> reader = InputFile::open(folder / "a");
    ASSERT_TRUE(reader);
    auto file = LockedFile::create(folder / "part");
    ASSERT_TRUE(file && *file);
    ASSERT_TRUE((*file)->write("new"));
    const Status replaced = (*file)->take_name(folder / "a", Existing::replaced);
    ASSERT_TRUE(replaced) << replaced.error().message;
    EXPECT_EQ(slurp(folder / "a"), "new");
    std::array<char, 8> buffer;
    const Result<std::size_t> count = reader->read(buffer);
    ASSERT_TRUE(count);
    EXPECT_EQ(std::string(buffer.data(), *count), "old");
}

#ifdef __linux__
TEST(XdgFolders, AreThoseOfTheEnvironmentWhereTheyAreAbsolute) {
    const xpbd::test::EnvironmentVariable home("HOME", "/home/\xC3\xA4");
    const xpbd::test::EnvironmentVariable config("XDG_CONFIG_HOME", "/c");
    const xpbd::test::EnvironmentVariable cache("XDG_CACHE_HOME", "relative");
    EXPECT_EQ(config_folder(), "/c");
    EXPECT_EQ(cache_folder(), "/home/\xC3\xA4/.cache");
    EXPECT_EQ(pictures_folder(), "/home/\xC3\xA4/Pictures");
}

TEST(XdgFolders, PicturesAreWhereTheDesktopSays) {
    const Folder folder;
    const xpbd::test::EnvironmentVariable home("HOME", "/home/me");
    const xpbd::test::EnvironmentVariable config("XDG_CONFIG_HOME", folder / "");
    spill(folder / "user-dirs.dirs", "# made by xdg-user-dirs-update\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n"
                                     "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n");
    EXPECT_EQ(pictures_folder(), "/home/me/Bilder");
}
#endif

} // namespace
} // namespace xpbd::system
