#include "lab/files/file.h"

#include "fixtures.h"

#include <atomic>
#include <thread>
#include <vector>

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
    std::string accents; // letters of two bytes: the part file's name is cut within one
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

TEST(File, ManyWritersOfOneFileLeaveOneWholeFile) {
    const TemporaryFolder folder;
    const std::string path = folder / "a.txt";
    std::vector<std::thread> writers;
    std::atomic<int> failed = 0;
    for (char letter = 'a'; letter < 'i'; ++letter) {
        writers.emplace_back([&, letter] {
            for (int i = 0; i < 20; ++i) {
                const Status status = write_file(path, std::string(10000, letter));
                failed += status ? 0 : 1;
                EXPECT_TRUE(status) << (status ? "" : status.error().message);
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

TEST(File, ReadsUpToTheLimitAndNamesIt) {
    const TemporaryFolder folder;
    spill(folder / "a", std::string(1000, 'x'));
    EXPECT_TRUE(read_file(folder / "a", 1000));
    const auto large = read_file(folder / "a", 999);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message, (folder / "a") + ": larger than 999 bytes, the most that is read of it");
}

TEST(File, TwoNamesOfOneFileAreTold) {
    const TemporaryFolder folder;
    spill(folder / "a", "");
    spill(folder / "b", "");
    std::filesystem::create_directory(folder / "sub");
    std::filesystem::create_hard_link(folder / "a", folder / "hard");
    for (const char* name : {"a", "sub/../a", "hard"}) {
        EXPECT_TRUE(same_file(folder / "a", folder / name)) << name;
    }
    EXPECT_FALSE(same_file(folder / "a", folder / "b"));
    EXPECT_TRUE(same_file(folder / "none", folder / "sub/../none")); // neither exists yet
    EXPECT_FALSE(same_file(folder / "a", folder / "none"));
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
    spill(folder / "shot_2.png", "");
    EXPECT_EQ(unused_path(folder / "shot", ".png"), folder / "shot_3.png");
}

} // namespace
} // namespace xpbd::lab
