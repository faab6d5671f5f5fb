// What only Windows has: backslashes, read-only files, files that are in use, and the console's events.
#include "fixtures.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/locked_file.h"
#include "system/signals.h"
#include "system/windows/api.h"

#include <gtest/gtest.h>

namespace xpbd::system {
namespace {

using test::Folder;
using test::slurp;
using test::spill;

TEST(WindowsNames, HaveBackslashesForPeopleAndSlashesForFiles) {
    EXPECT_EQ(text_of(path_of("a") / "b"), "a\\b");
    EXPECT_EQ(portable_text_of(path_of("a\\b")), "a/b");
    const Folder folder;
    spill(folder / "x", "1");
    std::string name = folder / "x";
    std::replace(name.begin(), name.end(), '/', '\\');
    EXPECT_EQ(kind_of(name), FileKind::regular) << name;
}

TEST(WindowsNames, ThatAreNoUtf16OrUtf8AreMended) {
    EXPECT_EQ(narrow(L"a\xD800z"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(wide("a\xFFz"), L"a\xFFFDz");
}

TEST(WindowsNames, BeyondTheOldLimitWork) {
    const Folder folder;
    std::string deep = folder / "";
    for (int i = 0; i < 4; ++i) {
        deep += std::string(80, static_cast<char>('a' + i));
        ASSERT_NE(::CreateDirectoryW(wide_name(deep).c_str(), nullptr), 0) << reason().message;
        deep += "\\";
    }
    {
        auto file = LockedFile::create(deep + "part");
        ASSERT_TRUE(file && *file);
        ASSERT_TRUE((*file)->write("x"));
        const Status replaced = (*file)->replace(deep + "whole");
        ASSERT_TRUE(replaced) << replaced.error().message;
    }
    EXPECT_EQ(kind_of(deep + "whole"), FileKind::regular);
    ASSERT_NE(::DeleteFileW(wide_name(deep + "whole").c_str()), 0);
    for (int i = 0; i < 4; ++i) { // the standard library's remove_all does not reach that far
        deep.pop_back();
        ASSERT_NE(::RemoveDirectoryW(wide_name(deep).c_str()), 0) << reason().message;
        deep.resize(deep.size() - 80);
    }
}

TEST(WindowsFiles, AReadOnlyOneHasNoWriteAccess) {
    const Folder folder;
    spill(folder / "a", "");
    const std::wstring name = wide_name(folder / "a");
    ASSERT_NE(::SetFileAttributesW(name.c_str(), FILE_ATTRIBUTE_READONLY), 0);
    const Status access = check_write_access(folder / "a");
    ASSERT_FALSE(access);
    EXPECT_EQ(access.error().message, "Permission denied");
    ::SetFileAttributesW(name.c_str(), FILE_ATTRIBUTE_NORMAL);
}

TEST(WindowsFiles, OneThatAnotherProgramKeepsToItselfIsNamedAsTheReason) {
    const Folder folder;
    spill(folder / "a", "old");
    const Handle greedy(
        ::CreateFileW(wide_name(folder / "a").c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr));
    ASSERT_TRUE(greedy);
    const Result<InputFile> file = InputFile::open(folder / "a");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, "another program has it open");
    EXPECT_EQ(kind_of(folder / "a"), FileKind::regular);
    auto part = LockedFile::create(folder / "part");
    ASSERT_TRUE(part && *part);
    ASSERT_TRUE((*part)->write("new"));
    EXPECT_FALSE((*part)->replace(folder / "a"));
}

TEST(WindowsFiles, TheNullDeviceIsNoRegularFile) {
    EXPECT_EQ(kind_of("NUL"), FileKind::device);
}

TEST(WindowsFolders, AreThoseOfTheEnvironment) {
    EXPECT_EQ(config_folder(), environment("APPDATA"));
    EXPECT_EQ(cache_folder(), environment("LOCALAPPDATA"));
    EXPECT_NE(config_folder(), "");
    ASSERT_NE(::SetEnvironmentVariableW(L"XPBD_LAB_TEST", L"\x65E5\x672C"), 0);
    EXPECT_EQ(environment("XPBD_LAB_TEST"), "\xE6\x97\xA5\xE6\x9C\xAC");
}

} // namespace
} // namespace xpbd::system
