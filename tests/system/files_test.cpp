// Files: names in UTF-8, kinds, identities, and a file that replaces another one whole.
#include "fixtures.h"
#include "system/files.h"
#include "system/locked_file.h"

#include <gtest/gtest.h>

#include <array>

namespace xpbd::system {
namespace {

using test::Folder;
using test::slurp;
using test::spill;

const std::string kName = "Stra\xC3\x9F\x65 \xF0\x9F\xA7\xB5.txt"; // two and four bytes of UTF-8, a blank

std::string read_whole(const std::string& path) {
    Result<InputFile> file = InputFile::open(path);
    if (!file) {
        return file.error().message;
    }
    std::string content;
    std::array<char, 7> buffer;
    for (;;) {
        const Result<std::size_t> count = file->read(buffer);
        if (!count || *count == 0) {
            return content;
        }
        content.append(buffer.data(), *count);
    }
}

TEST(Names, ComeBackAsTheyWere) {
    for (const std::string& name : {kName, std::string("a/b/c"), std::string("plain"), std::string("")}) {
        EXPECT_EQ(portable_text_of(path_of(name)), name);
    }
    const std::string whole = absolute_name("./x/../y");
    EXPECT_TRUE(path_of(whole).is_absolute()) << whole;
    EXPECT_EQ(text_of(path_of(whole).filename()), "y");
    EXPECT_EQ(whole.find(".."), std::string::npos);
}

TEST(Files, AreReadByANameOfAnyCharacters) {
    const Folder folder;
    const std::string content("a\r\nb\n\x1A\0c", 8); // bytes that a text mode would change
    spill(folder / kName, content);
    EXPECT_EQ(kind_of(folder / kName), FileKind::regular);
    EXPECT_EQ(read_whole(folder / kName), content);
    const Result<InputFile> file = InputFile::open(folder / kName);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), content.size());
}

TEST(Files, TellWhatANameLeadsTo) {
    const Folder folder;
    EXPECT_EQ(kind_of(folder / "none"), FileKind::none);
    EXPECT_EQ(kind_of(folder / ""), FileKind::folder);
    const Result<InputFile> opened = InputFile::open(folder / "");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->kind(), FileKind::folder);
    const Result<InputFile> missing = InputFile::open(folder / "none");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "No such file or directory");
}

TEST(Files, OneFileHasOneIdentity) {
    const Folder folder;
    spill(folder / "a", "");
    spill(folder / "b", "");
    std::filesystem::create_hard_link(path_of(folder / "a"), path_of(folder / "c"));
    ASSERT_TRUE(identity_of(folder / "a"));
    EXPECT_EQ(identity_of(folder / "a"), identity_of(folder / "c"));
    EXPECT_NE(identity_of(folder / "a"), identity_of(folder / "b"));
    EXPECT_FALSE(identity_of(folder / "none"));
}

TEST(LockedFile, ReplacesAFile) {
    const Folder folder;
    spill(folder / kName, "old");
    auto file = LockedFile::create(folder / "part");
    ASSERT_TRUE(file && *file);
    ASSERT_TRUE((*file)->write("new"));
    EXPECT_EQ(slurp(folder / kName), "old");
    const Status replaced = (*file)->take_name(folder / kName, Existing::replaced);
    ASSERT_TRUE(replaced) << replaced.error().message;
    EXPECT_EQ(slurp(folder / kName), "new");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(LockedFile, TakesANameThatIsFreeAndLeavesAFileThatHasIt) {
    const Folder folder;
    spill(folder / kName, "old");
    auto file = LockedFile::create(folder / "part");
    ASSERT_TRUE(file && *file);
    ASSERT_TRUE((*file)->write("new"));
    const Status refused = (*file)->take_name(folder / kName, Existing::kept);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "File exists");
    EXPECT_EQ(slurp(folder / kName), "old");
    const Status taken = (*file)->take_name(folder / "free", Existing::kept);
    ASSERT_TRUE(taken) << taken.error().message;
    EXPECT_EQ(slurp(folder / "free"), "new");
    EXPECT_EQ(folder.entries(), 2u) << "the part is gone";
}

TEST(LockedFile, GoesWhereItReplacesNothing) {
    const Folder folder;
    {
        auto file = LockedFile::create(folder / "part");
        ASSERT_TRUE(file && *file);
        EXPECT_EQ(folder.entries(), 1u);
    }
    EXPECT_EQ(folder.entries(), 0u);
}

TEST(LockedFile, StaysWhileItsOwnerLivesAndGoesAfterwards) {
    const Folder folder;
    {
        const auto file = LockedFile::create(folder / "part");
        ASSERT_TRUE(file && *file);
        LockedFile::remove_abandoned(folder / "part");
        EXPECT_EQ(folder.entries(), 1u);
        const auto second = LockedFile::create(folder / "part");
        ASSERT_TRUE(second);
        EXPECT_FALSE(*second) << "the name is taken";
    }
    spill(folder / "part", "of a killed process");
    LockedFile::remove_abandoned(folder / "part");
    EXPECT_EQ(folder.entries(), 0u);
}

TEST(LockedFile, AnotherProgramMayWriteToIt) {
    const Folder folder;
    auto file = LockedFile::create(folder / "part");
    ASSERT_TRUE(file && *file);
    spill((*file)->path(), "from elsewhere");
    ASSERT_TRUE((*file)->take_name(folder / "film", Existing::replaced));
    EXPECT_EQ(slurp(folder / "film"), "from elsewhere");
}

TEST(LockedFile, AMissingFolderIsNamedAsTheReason) {
    const Folder folder;
    const auto file = LockedFile::create(folder / "none/part");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, "No such file or directory");
}

TEST(WriteAccess, IsThereForAnOrdinaryFileAndFolder) {
    const Folder folder;
    spill(folder / "a", "");
    EXPECT_TRUE(check_write_access(folder / "a"));
    EXPECT_TRUE(check_write_access(folder / ""));
    EXPECT_FALSE(check_write_access(folder / "none"));
}

} // namespace
} // namespace xpbd::system
