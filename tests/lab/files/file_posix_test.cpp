// Files on POSIX systems only: permissions, links, named pipes, devices, and limits and kills of a process.
#include "lab/files/file.h"

#include "fixtures.h"

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

using test::slurp;
using test::spill;
using test::TemporaryFolder;

TEST(File, KeepsThePermissionsOfTheFileThatItReplaces) {
    const TemporaryFolder folder;
    spill(folder / "a.txt", "old");
    ASSERT_EQ(::chmod((folder / "a.txt").c_str(), 0600), 0);
    ASSERT_TRUE(write_file(folder / "a.txt", "new"));
    struct stat info {};
    ASSERT_EQ(::stat((folder / "a.txt").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST(File, WritesThroughALinkInsteadOfReplacingIt) {
    const TemporaryFolder folder;
    spill(folder / "target.txt", "old");
    std::filesystem::create_symlink("target.txt", folder / "link.txt");
    ASSERT_TRUE(write_file(folder / "link.txt", "new"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
    EXPECT_EQ(slurp(folder / "target.txt"), "new");
}

/// Runs a task in a separate process.
template <class Task>
pid_t in_a_child(Task task) {
    const pid_t child = ::fork();
    if (child == 0) {
        task();
        ::_exit(0);
    }
    return child;
}

TEST(File, AFullDiskLeavesTheOldFileAndNothingBeside) {
    const TemporaryFolder folder;
    spill(folder / "a.txt", "old");
    const pid_t child = in_a_child([&] {
        // A limit on the size of files has the effect of a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit size{1000, 1000};
        const bool limited = ::setrlimit(RLIMIT_FSIZE, &size) == 0;
        const Status status = write_file(folder / "a.txt", std::string(5000, 'x'));
        const bool told = !status && status.error().kind == Error::Kind::file &&
                          status.error().message == (folder / "a.txt") + ": cannot write: File too large";
        ::_exit(limited && told ? 0 : 1);
    });
    int result = 0;
    ASSERT_EQ(::waitpid(child, &result, 0), child);
    EXPECT_EQ(result, 0);
    EXPECT_EQ(slurp(folder / "a.txt"), "old");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(File, AKillWhileSavingHarmsNothingAndTheNextSaveTidiesUp) {
    const TemporaryFolder folder;
    const std::string path = folder / "a.txt";
    const std::string odd(400000, '1');
    const std::string even(400000, '2');
    spill(path, odd);
    for (int round = 0; round < 40; ++round) {
        const pid_t child = in_a_child([&] {
            for (;;) {
                (void)write_file(path, even);
                (void)write_file(path, odd);
            }
        });
        ::usleep(static_cast<useconds_t>(500 + 450 * round)); // at a random moment
        ::kill(child, SIGKILL);
        int result = 0;
        ::waitpid(child, &result, 0);
        const std::string now = slurp(path);
        ASSERT_TRUE(now == odd || now == even) << "round " << round << ", " << now.size() << " bytes";
    }
    ASSERT_TRUE(write_file(path, "last"));
    EXPECT_EQ(slurp(path), "last");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(File, OnlyRegularFilesAreRead) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const auto pipe = read_file(folder / "pipe");
    ASSERT_FALSE(pipe);
    EXPECT_EQ(pipe.error().kind, Error::Kind::file);
    EXPECT_EQ(pipe.error().message, (folder / "pipe") + ": this is a pipe; only regular files are read");
    const auto device = read_file("/dev/zero");
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().message, "/dev/zero: this is a device; only regular files are read");
}

TEST(File, AFullDeviceIsAFileErrorAndTheDeviceRemains) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "no /dev/full here";
    }
    const Status status = write_file("/dev/full", "x");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, Error::Kind::file);
    EXPECT_NE(status.error().message.find("No space left"), std::string::npos) << status.error().message;
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(File, ALinkIsTheFileThatItLeadsTo) {
    const TemporaryFolder folder;
    spill(folder / "a", "");
    std::filesystem::create_directory(folder / "sub");
    std::filesystem::create_symlink("../a", folder / "sub/link");
    EXPECT_TRUE(same_file(folder / "a", folder / "sub/link"));
    std::filesystem::create_symlink("none", folder / "waiting"); // a link to a file that does not exist yet
    std::filesystem::create_symlink("waiting", folder / "further");
    EXPECT_TRUE(same_file(folder / "none", folder / "further"));
    EXPECT_FALSE(same_file(folder / "a", folder / "further"));
    std::filesystem::create_symlink("circle", folder / "circle");
    EXPECT_FALSE(same_file(folder / "a", folder / "circle"));
}

TEST(File, ADanglingLinkTakesANameToo) {
    const TemporaryFolder folder;
    spill(folder / "shot.png", "");
    std::filesystem::create_symlink("nowhere", folder / "shot_2.png");
    EXPECT_EQ(unused_path(folder / "shot", ".png"), folder / "shot_3.png");
}

TEST(File, TheLimitHoldsWhereTheSystemStatesNoSize) {
    EXPECT_FALSE(read_file("/proc/self/status", 10));
}

} // namespace
} // namespace xpbd::lab
