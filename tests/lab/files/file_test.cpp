#include "lab/files/file.h"

#include "fixtures.h"

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

using test::slurp;
using test::spill;
using test::TemporaryFolder;

TEST(File, ReadsBackWhatItWroteToTheByte) {
    const TemporaryFolder folder;
    std::string content("line\r\n\0\xff end", 12);
    content.append(300000, 'x'); // more than one read buffer
    ASSERT_TRUE(write_file(folder / "a.bin", content));
    EXPECT_EQ(slurp(folder / "a.bin"), content);
    const auto read = read_file(folder / "a.bin");
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, content);
}

TEST(File, ReplacesAnOldFileWholeAndLeavesNothingBeside) {
    const TemporaryFolder folder;
    spill(folder / "a.txt", "a much longer old content");
    ASSERT_TRUE(write_file(folder / "a.txt", "new"));
    EXPECT_EQ(slurp(folder / "a.txt"), "new");
    EXPECT_EQ(folder.entries(), 1u);
}

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

TEST(File, AMissingFolderIsAFileErrorThatNamesTheFile) {
    const TemporaryFolder folder;
    const std::string path = folder / "nowhere/a.txt";
    const Status status = write_file(path, "x");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, Error::Kind::file);
    EXPECT_NE(status.error().message.find(path + ": cannot write: No such file"), std::string::npos)
        << status.error().message;
}

TEST(File, AFolderThatIsAFileIsAFileErrorAndStaysAsItWas) {
    const TemporaryFolder folder;
    spill(folder / "plain", "content");
    const Status status = write_file(folder / "plain/a.txt", "x");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, Error::Kind::file);
    EXPECT_EQ(slurp(folder / "plain"), "content");
}

TEST(File, AFolderInPlaceOfTheFileIsRefused) {
    const TemporaryFolder folder;
    const Status status = write_file(folder.path(), "x");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, Error::Kind::file);
    EXPECT_EQ(folder.entries(), 0u);
}

TEST(File, NamesOfTheGreatestLengthAreWritten) {
    const TemporaryFolder folder;
    std::string accents; // two bytes each, so that the part file's name is cut within one
    for (int i = 0; i < 127; ++i) {
        accents += "\xC3\xA9";
    }
    for (const std::string& name : {std::string(250, 'n'), std::string(255, 'n'), accents}) {
        const std::string path = folder / name;
        for (const char* content : {"old", "new"}) {
            const Status status = write_file(path, content);
            ASSERT_TRUE(status) << status.error().message;
            EXPECT_EQ(slurp(path), content);
        }
    }
    EXPECT_EQ(folder.entries(), 3u);
}

/// Runs a task in a process of its own.
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
        // A limit on the size of files acts as a full disk does.
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

TEST(File, ManyWritersOfOneFileLeaveOneWholeFile) {
    const TemporaryFolder folder;
    const std::string path = folder / "a.txt";
    std::vector<std::thread> writers;
    std::atomic<int> failed = 0;
    for (char letter = 'a'; letter < 'i'; ++letter) {
        writers.emplace_back([&, letter] {
            for (int i = 0; i < 20; ++i) {
                failed += write_file(path, std::string(10000, letter)) ? 0 : 1;
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    EXPECT_EQ(failed, 0);
    const std::string content = slurp(path);
    EXPECT_EQ(content, std::string(10000, content.front()));
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

TEST(File, ReadsUpToTheLimitAndNamesIt) {
    const TemporaryFolder folder;
    spill(folder / "a", std::string(1000, 'x'));
    EXPECT_TRUE(read_file(folder / "a", 1000));
    const auto large = read_file(folder / "a", 999);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message, (folder / "a") + ": larger than 999 bytes, the most that is read of it");
    EXPECT_FALSE(read_file("/proc/self/status", 10)); // its size reads as 0
}

TEST(File, TwoNamesOfOneFileAreTold) {
    const TemporaryFolder folder;
    spill(folder / "a", "");
    spill(folder / "b", "");
    std::filesystem::create_directory(folder / "sub");
    std::filesystem::create_symlink("../a", folder / "sub/link");
    std::filesystem::create_hard_link(folder / "a", folder / "hard");
    for (const char* name : {"a", "sub/../a", "sub/link", "hard"}) {
        EXPECT_TRUE(same_file(folder / "a", folder / name)) << name;
    }
    EXPECT_FALSE(same_file(folder / "a", folder / "b"));
    EXPECT_TRUE(same_file(folder / "none", folder / "sub/../none")); // neither exists yet
    EXPECT_FALSE(same_file(folder / "a", folder / "none"));
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

TEST(File, ReadingWhatIsNotThereNamesTheFileAndTheReason) {
    const TemporaryFolder folder;
    const auto missing = read_file(folder / "none.json");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, Error::Kind::file);
    EXPECT_EQ(missing.error().message, (folder / "none.json") + ": cannot read: No such file or directory");
    const auto directory = read_file(folder.path());
    ASSERT_FALSE(directory);
    EXPECT_EQ(directory.error().message, folder.path() + ": cannot read: Is a directory");
}

TEST(File, AnUnusedPathCountsPastEveryExistingFile) {
    const TemporaryFolder folder;
    EXPECT_EQ(unused_path(folder / "shot", ".png"), folder / "shot.png");
    spill(folder / "shot.png", "");
    EXPECT_EQ(unused_path(folder / "shot", ".png"), folder / "shot_2.png");
    std::filesystem::create_symlink("nowhere", folder / "shot_2.png"); // a dangling link also takes the name
    EXPECT_EQ(unused_path(folder / "shot", ".png"), folder / "shot_3.png");
}

} // namespace
} // namespace xpbd::lab
