// The system layer on Windows only: backslashes, read-only files, files in use, and the console's events.
#include "fixtures.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/locked_file.h"
#include "system/windows/api.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

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
        const Status replaced = (*file)->take_name(deep + "whole", Existing::replaced);
        ASSERT_TRUE(replaced) << replaced.error().message;
    }
    EXPECT_EQ(kind_of(deep + "whole"), FileKind::regular);
    ASSERT_NE(::DeleteFileW(wide_name(deep + "whole").c_str()), 0);
    for (int i = 0; i < 4; ++i) { // remove_all() of the standard library cannot delete such long paths
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
    EXPECT_EQ(access ? "" : access.error().message, "Permission denied");
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
    EXPECT_FALSE((*part)->take_name(folder / "a", Existing::replaced));
}

TEST(WindowsFiles, OneThatSomebodyReadsIsReplaced) {
    const Folder folder;
    spill(folder / "a", "old");
    Result<InputFile> reader = InputFile::open(folder / "a");
    ASSERT_TRUE(reader);
    auto file = LockedFile::create(folder / "part");
    ASSERT_TRUE(file && *file);
    ASSERT_TRUE((*file)->write("new"));
    const Status replaced = (*file)->take_name(folder / "a", Existing::replaced);
    if (!replaced) { // Wine 8 has the older way of renaming only
        EXPECT_NE(::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version"), nullptr)
            << replaced.error().message;
        EXPECT_EQ(slurp(folder / "a"), "old");
        GTEST_SKIP() << "this system cannot replace a file that is open";
    }
    EXPECT_EQ(slurp(folder / "a"), "new");
    std::array<char, 8> buffer;
    const Result<std::size_t> count = reader->read(buffer);
    ASSERT_TRUE(count);
    EXPECT_EQ(std::string(buffer.data(), *count), "old");
}

TEST(WindowsFiles, TheNullDeviceIsNoRegularFile) {
    EXPECT_EQ(kind_of("NUL"), FileKind::device);
}

BOOL WINAPI deaf(DWORD) {
    return TRUE;
}

TEST(ConsoleEvent, TheFirstRequestsAStopAndTheSecondEndsAtOnce) {
    DWORD id = 0;
    if (::GetConsoleProcessList(&id, 1) == 0) {
        GTEST_SKIP() << "needs a console: the test system_tests.InAConsole has one";
    }
    const Folder folder;
    std::wstring line = L"child_program --listen \"" + wide(folder / "said") + L"\"";
    STARTUPINFOW start{};
    start.cb = sizeof(start);
    PROCESS_INFORMATION process{};
    const std::filesystem::path program = std::filesystem::absolute(XPBD_CHILD_PROGRAM);
    ASSERT_NE(
        ::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, FALSE, 0, nullptr, nullptr, &start, &process),
        0);
    const Handle child(process.hProcess);
    const Handle thread(process.hThread);
    const auto wait_for = [&](const std::string& words) {
        while (slurp(folder / "said") != words && ::WaitForSingleObject(child.get(), 5) == WAIT_TIMEOUT) {
        }
        return slurp(folder / "said");
    };
    ::SetConsoleCtrlHandler(&deaf, TRUE); // the event reaches all processes of this console
    EXPECT_EQ(wait_for("ready"), "ready");
    EXPECT_NE(::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0), 0);
    EXPECT_EQ(wait_for("ready, stopped by 2"), "ready, stopped by 2");
    EXPECT_NE(::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0), 0);
    EXPECT_EQ(::WaitForSingleObject(child.get(), 100000), DWORD{WAIT_OBJECT_0});
    ::SetConsoleCtrlHandler(&deaf, FALSE);
    DWORD code = 0;
    EXPECT_NE(::GetExitCodeProcess(child.get(), &code), 0);
    EXPECT_EQ(code, 130u);
    ::TerminateProcess(child.get(), 1);
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
