// Tests of the program on Windows only: the console's events, files in use or read-only, and names without case.
#include "process_windows.h"

#include "system/windows/api.h"

namespace xpbd::test {
namespace {

namespace fs = std::filesystem;
using system::Handle;

const std::string kQuick = "run --quiet --frames 1 --scene pendulum ";

/// While it exists, this process ignores the console's events.
class Deaf {
public:
    Deaf() { ::SetConsoleCtrlHandler(&ignore, TRUE); }
    Deaf(const Deaf&) = delete;
    Deaf& operator=(const Deaf&) = delete;
    ~Deaf() { ::SetConsoleCtrlHandler(&ignore, FALSE); }

private:
    static BOOL WINAPI ignore(DWORD) { return TRUE; }
};

/// True once a `.part-` file, which the program writes before it has the whole result, is not empty.
bool writes(const Process& program) {
    const std::vector<std::string> files = program.files();
    return std::any_of(files.begin(), files.end(), [&](const std::string& name) {
        std::error_code code;
        return name.find(".part-") != name.npos && fs::file_size(program / name, code) > 0 && !code;
    });
}

TEST(ConsoleEvent, CtrlCEndsARunInOrderAndItsFilesAreWhole) {
    DWORD process = 0;
    if (::GetConsoleProcessList(&process, 1) == 0) {
        GTEST_SKIP() << "needs a console: the test cli_tests.InAConsole has one";
    }
    const Deaf deaf;
    Process program("run --frames 100000000 --quiet --set scene.resolution=6x6 --csv run.csv --particles p.csv");
    ASSERT_TRUE(program.wait_until([&] { return writes(program); })) << program.finish().error;
    ASSERT_NE(::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0), 0) << ::GetLastError(); // to all in this console
    const Outcome outcome = program.finish();
    EXPECT_EQ(outcome.exit_code, 130) << outcome.error;
    EXPECT_EQ(outcome.error.find("xpbd-lab: interrupted at frame"), 0u) << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_EQ(program.files().size(), 2u);
    const std::string csv = read_text(program / "run.csv");
    ASSERT_FALSE(csv.empty());
    EXPECT_EQ(csv.back(), '\n');
    auto rows = last_rows(csv);
    EXPECT_EQ(rows["a"]["frame"], rows["b"]["frame"]) << "a frame is missing a pane";
}

TEST(WindowsFiles, NamesOfAnyCharactersWorkInEveryPlace) {
    const Folder folder;
    const fs::path place = folder.path() / L"Übung 日本語";
    fs::create_directory(place);
    const Outcome first =
        run_program(kQuick + "--hash --csv " + quoted(place / L"tàblé.csv") + " --obj " + quoted(place / L"形.obj"));
    ASSERT_EQ(first.exit_code, 0) << first.error;
    EXPECT_EQ(read_text(place / L"tàblé.csv").find("frame,time,pane"), 0u);
    write_text(place / L"Sitzung ß.json",
               R"({"format":"xpbd-lab","version":1,"scene":{"name":"mesh","file":"形.obj"},"panes":[{}]})");
    const Outcome second = run_program("run --quiet --frames 1 --hash " + quoted(place / L"Sitzung ß.json"));
    expect_one_line(second, 2, {"Sitzung ß.json", "形.obj"}); // a pendulum has no triangles
}

TEST(WindowsFiles, LinesEndAsOnEverySystem) {
    const Folder folder;
    const Outcome outcome = run_program(kQuick + "--csv - --obj " + quoted(folder / "o.obj"));
    EXPECT_EQ(outcome.out.find('\r'), std::string::npos);
    EXPECT_EQ(read_text(folder / "o.obj").find('\r'), std::string::npos);
    EXPECT_EQ(run_program("list scenes").out.find('\r'), std::string::npos);
}

TEST(WindowsFiles, AReadOnlyResultIsFoundBeforeTheRun) {
    const Folder folder;
    write_text(folder / "x.csv", "old");
    ::SetFileAttributesW((folder / "x.csv").c_str(), FILE_ATTRIBUTE_READONLY);
    expect_one_line(run_program("run --frames 100000000 --csv " + quoted(folder / "x.csv")), 3,
                    {"x.csv", "Permission denied"});
    ::SetFileAttributesW((folder / "x.csv").c_str(), FILE_ATTRIBUTE_NORMAL);
    EXPECT_EQ(read_text(folder / "x.csv"), "old");
}

TEST(WindowsFiles, OneThatAnotherProgramKeepsToItselfIsToldAndStays) {
    const Folder folder;
    write_text(folder / "s.json", "{}");
    write_text(folder / "x.csv", "old");
    {
        const Handle session(
            ::CreateFileW((folder / "s.json").c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr));
        expect_one_line(run_program("run " + quoted(folder / "s.json")), 3, {"s.json", "another program has it open"});
        const Handle table(
            ::CreateFileW((folder / "x.csv").c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr));
        expect_one_line(run_program(kQuick + "--csv " + quoted(folder / "x.csv")), 3, {"x.csv", "another program"});
    }
    EXPECT_EQ(read_text(folder / "x.csv"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
}

TEST(WindowsFiles, TwoNamesOfOneFileAreTold) {
    const Folder folder;
    const std::string session = R"({"format":"xpbd-lab","version":1,"scene":{"name":"cloth"},"panes":[{}]})";
    write_text(folder / "Session.json", session);
    fs::create_hard_link(folder / "Session.json", folder / "hard.csv");
    for (const std::string name : {"SESSION.JSON", "hard.csv"}) { // names have no case here
        expect_one_line(run_program("run --frames 100000000 " + quoted(folder / "Session.json") + " --csv " +
                                    quoted(folder / name)),
                        2, {name, "is read"});
    }
    EXPECT_EQ(read_text(folder / "Session.json"), session);
}

TEST(WindowsFiles, TheNullDeviceIsWrittenToAndNotReplaced) {
    EXPECT_EQ(run_program(kQuick + "--csv NUL").exit_code, 0);
}

TEST(WindowsFiles, ABackslashParts) {
    const Folder folder;
    fs::create_directory(folder / "sub");
    write_text(folder / "sub" / "t.obj", "v 0 1 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\n");
    write_text(folder / "s.json",
               R"({"format":"xpbd-lab","version":1,"scene":{"name":"mesh","file":"sub\\t.obj"},"panes":[{}]})");
    const Outcome outcome = run_program("run --quiet --frames 1 " + quoted(folder / "s.json"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
}

} // namespace
} // namespace xpbd::test
