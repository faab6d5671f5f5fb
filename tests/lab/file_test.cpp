#include "lab/file.h"

#include "fixtures.h"

#include <sys/stat.h>

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

TEST(File, AFailedRenameLeavesNoTemporaryFile) {
    const TemporaryFolder folder;
    // A name of the full allowed length exists; the one beside it is too long to be created.
    const std::string path = folder / std::string(255, 'n');
    spill(path, "old");
    const Status status = write_file(path, "new");
    ASSERT_FALSE(status);
    EXPECT_EQ(slurp(path), "old");
    EXPECT_EQ(folder.entries(), 1u);
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
    std::filesystem::create_symlink("nowhere", folder / "shot_2.png"); // dangling, yet taken
    EXPECT_EQ(unused_path(folder / "shot", ".png"), folder / "shot_3.png");
}

} // namespace
} // namespace xpbd::lab
