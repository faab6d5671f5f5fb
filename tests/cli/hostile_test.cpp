// Inputs that are not regular files, outputs that cannot be written, and outputs that would overwrite an input: one
// line, the right exit code, no existing file changed and no part file left.
#include "program.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>

namespace xpbd::test {
namespace {

namespace fs = std::filesystem;

const std::string kProgram = "env -u DISPLAY -u WAYLAND_DISPLAY '" XPBD_LAB_PROGRAM "' ";
/// Runs the program without env and timeout, because in Ubuntu 26.04 both are written in Rust and open /dev/null for a
/// stream that the shell closed.
const std::string kAtOnce = "unset DISPLAY WAYLAND_DISPLAY && '" XPBD_LAB_PROGRAM "' ";
const std::string kSession =
    R"({"format":"xpbd-lab","version":1,"scene":{"name":"pendulum"},"panes":[{"method":"xpbd"}]})";
const std::string kMesh = "v 0 1 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\n";
const std::string kQuick = "run --quiet --frames 1 --scene pendulum ";

/// Runs a line in this folder; "PROGRAM" in it is the program. A command that hangs fails after 60 s.
Outcome run_in(const Folder& folder, const std::string& line) {
    std::string command = line;
    for (std::size_t at = 0; (at = command.find("PROGRAM", at)) != std::string::npos; at += kProgram.size()) {
        command.replace(at, 7, "timeout 60 " + kProgram);
    }
    return run_shell("( cd '" + folder.path().string() + "' && " + command + " )");
}

/// Runs the program in this folder with `words`. Unlike in run_in(), streams that `words` close stay closed, and there
/// is no time limit.
Outcome run_at_once_in(const Folder& folder, const std::string& words) {
    return run_shell("( cd '" + folder.path().string() + "' && " + kAtOnce + words + " )");
}

TEST(LostOutput, ToAFullDiskOrAClosedStandardOutputEndsWithThree) {
    for (const std::string words :
         {"--help", "run --help", "--version", "list scenes", "list scenes --json", "list parameters",
          "list parameters --markdown", "run --quiet --frames 0 --hash --scene pendulum",
          "run --quiet --frames 1 --csv - --scene pendulum", "run --quiet --frames 1 --particles - --scene pendulum",
          "sweep --quiet --scene pendulum --vary iterations=1,2 --frames 1 --out -"}) {
        SCOPED_TRACE(words);
        expect_one_line(run_shell("( " + kProgram + words + " >/dev/full )"), 3, {"standard output", "No space left"});
        expect_one_line(run_shell("( " + kAtOnce + words + " >&- )"), 3, {"standard output"});
    }
}

TEST(LostOutput, WhatIsNotAskedForIsNotMissed) {
    const Folder folder;
    const Outcome outcome = run_at_once_in(folder, kQuick + "--csv x.csv >&-");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
}

TEST(ClosedStreams, NoFileGetsTheirNumber) {
    const Folder folder;
    ASSERT_EQ(run_in(folder, "PROGRAM " + kQuick + "--particles whole.csv").exit_code, 0);
    const std::string whole = read_text(folder / "whole.csv");
    ASSERT_NE(whole, "");
    const Outcome outcome = run_at_once_in(folder, kQuick + "--hash --particles x.csv <&- >&- 2>&-");
    EXPECT_EQ(outcome.exit_code, 3); // the hash is lost
    EXPECT_EQ(read_text(folder / "x.csv"), whole);
    EXPECT_EQ(run_at_once_in(folder, kQuick + "--particles y.csv <&- >&- 2>&-").exit_code, 0);
    EXPECT_EQ(read_text(folder / "y.csv"), whole);
    EXPECT_EQ(count_entries(folder.path()), 3u);
}

TEST(HostileInput, ASessionThatIsNoRegularFileIsRefusedAtOnce) {
    const Folder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe.json").c_str(), 0600), 0);
    fs::create_directory(folder / "folder.json");
    expect_one_line(run_in(folder, "PROGRAM run pipe.json"), 3, {"pipe.json", "pipe", "regular"});
    expect_one_line(run_in(folder, "PROGRAM run folder.json"), 3, {"folder.json", "directory"});
    expect_one_line(run_in(folder, "PROGRAM run /dev/zero"), 3, {"/dev/zero", "device", "regular"});
    expect_one_line(run_in(folder, "PROGRAM shot --out x.png pipe.json"), 3, {"pipe.json", "pipe"});
    expect_one_line(run_in(folder, "PROGRAM sweep --vary iterations=1 --out x.csv pipe.json"), 3, {"pipe.json"});
    EXPECT_EQ(count_entries(folder.path()), 2u);
}

TEST(HostileInput, AMeshThatIsNoRegularFileIsRefusedAtOnce) {
    const Folder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const std::string file : {"/dev/zero", "/dev/stdin", "pipe", "."}) {
        SCOPED_TRACE(file);
        write_text(folder / "s.json", R"({"format":"xpbd-lab","version":1,"scene":{"name":"mesh","file":")" + file +
                                          R"("},"panes":[{}]})");
        // Standard input is a pipe without a writer.
        expect_one_line(run_in(folder, "PROGRAM run s.json 0<>pipe"), 2, {"s.json", "scene.file"});
        expect_one_line(run_in(folder, "PROGRAM run --scene mesh --set scene.file=" + file), 3, {"--set scene.file"});
    }
}

TEST(HostileInput, ASessionFromAPipeOfTheShellIsRead) {
    const Folder folder;
    write_text(folder / "s.json", kSession);
    const Outcome direct = run_in(folder, "PROGRAM run --quiet --frames 3 --hash s.json");
    const Outcome piped = run_in(folder, "cat s.json | PROGRAM run --quiet --frames 3 --hash /dev/stdin");
    EXPECT_EQ(direct.exit_code, 0) << direct.error;
    EXPECT_EQ(piped.exit_code, 0) << piped.error;
    EXPECT_EQ(piped.out, direct.out);
    EXPECT_NE(piped.out, "");
}

TEST(HostileInput, AFileBeyondTheLimitIsRefusedWithTheLimit) {
    const Folder folder;
    for (const char* name : {"big.json", "big.obj"}) { // sparse files: they use no disk space
        write_text(folder / name, "");
        fs::resize_file(folder / name, std::uintmax_t{1} << 40);
    }
    expect_one_line(run_in(folder, "PROGRAM run big.json"), 3, {"big.json", "larger than", "MiB"});
    expect_one_line(run_in(folder, "PROGRAM run --scene mesh --set scene.file=big.obj"), 3, {"big.obj", "256 MiB"});
    fs::resize_file(folder / "big.json", std::uintmax_t{65} << 20);
    expect_one_line(run_in(folder, "PROGRAM run big.json"), 3, {"big.json", "64 MiB"});
}

TEST(HostileInput, AnUnreadableFileIsExitThree) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root reads every file";
    }
    const Folder folder;
    write_text(folder / "s.json", kSession);
    fs::permissions(folder / "s.json", fs::perms::none);
    expect_one_line(run_in(folder, "PROGRAM run s.json"), 3, {"s.json", "Permission denied"});
}

/// A command whose output would overwrite one of its inputs.
struct OverInput {
    const char* name;
    std::string prepare; ///< shell, in a folder with s.json, m.json (a mesh scene), t.obj and t_00001.obj
    std::string words;   ///< of the program
    std::string option;  ///< option or file that the message names
};

void PrintTo(const OverInput& test, std::ostream* out) {
    *out << test.name;
}

class OutputOverInput : public testing::TestWithParam<OverInput> {};

TEST_P(OutputOverInput, IsRefusedBeforeAnythingIsComputedAndTheInputStays) {
    const Folder folder;
    const std::string mesh_session =
        R"({"format":"xpbd-lab","version":1,"scene":{"name":"mesh","file":"t.obj"},"panes":[{}]})";
    write_text(folder / "s.json", kSession);
    write_text(folder / "m.json", mesh_session);
    write_text(folder / "t.obj", kMesh);
    write_text(folder / "t_00001.obj", kMesh);
    fs::create_directory(folder / "sub");
    const OverInput& test = GetParam();
    ASSERT_EQ(run_in(folder, test.prepare + " true").exit_code, 0);
    const std::size_t before = count_entries(folder.path());
    expect_one_line(run_in(folder, "PROGRAM " + test.words), 2, {test.option, "is read"});
    EXPECT_EQ(read_text(folder / "s.json"), kSession);
    EXPECT_EQ(read_text(folder / "m.json"), mesh_session);
    EXPECT_EQ(read_text(folder / "t.obj"), kMesh);
    EXPECT_EQ(read_text(folder / "t_00001.obj"), kMesh);
    EXPECT_EQ(count_entries(folder.path()), before);
}

const std::string kForEver = "run --quiet --frames 100000000 ";
const std::string kMeshScene = kForEver + "--scene mesh --set scene.file=t.obj ";

INSTANTIATE_TEST_SUITE_P(
    Outputs, OutputOverInput,
    testing::Values(
        OverInput{"session", "", kForEver + "s.json --csv s.json", "--csv s.json"},
        OverInput{"session_by_another_path", "", kForEver + "s.json --csv sub/../s.json", "--csv"},
        OverInput{"session_by_a_link", "ln -s s.json link.csv &&", kForEver + "s.json --csv link.csv",
                  "--csv link.csv"},
        OverInput{"session_by_a_hard_link", "ln s.json hard.csv &&", kForEver + "s.json --obj hard.csv", "--obj"},
        OverInput{"session_that_is_a_link", "ln -s s.json link.json &&", kForEver + "link.json --csv s.json", "--csv"},
        OverInput{"mesh", "", kMeshScene + "--obj t.obj", "--obj t.obj"},
        OverInput{"mesh_as_a_table", "", kMeshScene + "--particles ./t.obj", "--particles"},
        OverInput{"session_as_residuals", "", kForEver + "s.json --residuals s.json", "--residuals s.json"},
        OverInput{"mesh_by_a_hard_link", "ln t.obj u.obj &&", kMeshScene + "--obj u.obj", "--obj u.obj"},
        OverInput{"mesh_of_a_session", "", kForEver + "m.json --obj t.obj", "--obj t.obj"},
        OverInput{"mesh_of_a_session_by_a_link", "ln -s ../t.obj sub/l &&", kForEver + "m.json --obj sub/l", "--obj"},
        OverInput{"sweep", "", "sweep --vary iterations=1 --frames 100000000 m.json --out t.obj", "--out t.obj"},
        OverInput{"sweep_over_meshes", "cp t.obj u.obj &&",
                  "sweep --scene mesh --vary scene.file=t.obj,u.obj --frames 100000000 --out u.obj", "--out u.obj"},
        OverInput{"shot", "ln t.obj t.png &&", "shot --force --frame 100000000 m.json --out t.png", "--out t.png"},
        OverInput{"recording", "",
                  "shot --quiet --force --frames 1000000 --scene mesh --set scene.file=t_00001.obj --out t.obj",
                  "t_00001.obj"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(OutputOverInput, TwoOutputsIntoOneFileUnderTwoNamesAreRefused) {
    const Folder folder;
    write_text(folder / "a.csv", "old");
    ASSERT_EQ(run_in(folder, "ln a.csv b.csv && ln -s a.csv c.csv").exit_code, 0);
    for (const std::string other : {"b.csv", "c.csv"}) {
        expect_one_line(run_in(folder, "PROGRAM " + kForEver + "--csv a.csv --obj " + other), 2,
                        {other, "writes there already"});
    }
    EXPECT_EQ(read_text(folder / "a.csv"), "old");
}

TEST(FullDisk, HarmsNoExistingFileAndLeavesNoPart) {
    const Folder folder;
    for (const std::string words :
         {"run --quiet --frames 300 --scene pendulum --csv x", "run --quiet --frames 1 --particles x",
          "run --quiet --frames 1 --constraints x", "run --quiet --frames 1 --obj x",
          "run --quiet --frames 3 --every 1 --particles x", "run --quiet --frames 3 --every 2 --constraints x",
          "run --quiet --frames 3 --residuals x --set iterations=50",
          "sweep --quiet --scene pendulum --vary iterations=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 --frames 1 --out x"}) {
        SCOPED_TRACE(words);
        // A limit on the size of files has the effect of a full disk; 2 blocks are 1 or 2 KiB.
        expect_one_line(run_in(folder, "ulimit -f 2; PROGRAM " + words), 3, {"x", "File too large"});
        EXPECT_EQ(count_entries(folder.path()), 0u);
        write_text(folder / "x", "old");
        expect_one_line(run_in(folder, "ulimit -f 2; PROGRAM " + words), 3, {"x", "File too large"});
        EXPECT_EQ(read_text(folder / "x"), "old");
        EXPECT_EQ(count_entries(folder.path()), 1u);
        fs::remove(folder / "x");
    }
}

TEST(FullDisk, OfARealFileSystemHarmsNothing) {
    const Folder folder;
    const std::string mount = "unshare -m sh -c 'mount -t tmpfs -o size=16k none . && ";
    if (run_in(folder, mount + "true'").exit_code != 0) {
        GTEST_SKIP() << "no file system can be mounted here";
    }
    const std::string words = "\"" XPBD_LAB_PROGRAM "\" run --quiet --frames 1 --obj x";
    const Outcome outcome =
        run_in(folder, mount + "cd \"$PWD\" && echo old > x && { " + words + "; code=$?; ls; cat x; exit $code; }'");
    expect_one_line(outcome, 3, {"x", "No space left"});
    EXPECT_EQ(outcome.out, "x\nold\n");
}

TEST(Devices, AreWrittenToAndNotReplaced) {
    const Folder folder;
    EXPECT_EQ(run_in(folder, "PROGRAM " + kQuick + "--csv /dev/null").exit_code, 0);
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    for (const std::string option : {"--csv", "--particles", "--residuals", "--every 1 --constraints", "--obj"}) {
        expect_one_line(run_in(folder, "PROGRAM " + kQuick + option + " /dev/full"), 3, {"/dev/full", "No space left"});
    }
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(FileNames, OfTheLongestLengthWork) {
    const Folder folder;
    for (const std::size_t length : {250u, 255u}) {
        const std::string name(length, 'n');
        for (const std::string option : {"--csv", "--obj"}) {
            const Outcome outcome = run_in(folder, "PROGRAM " + kQuick + option + " " + name);
            EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
            EXPECT_NE(read_text(folder / name), "");
            EXPECT_EQ(count_entries(folder.path()), 1u);
            fs::remove(folder / name);
        }
    }
    expect_one_line(run_in(folder, "PROGRAM " + kQuick + "--obj " + std::string(256, 'n')), 3, {"too long"});
    EXPECT_EQ(count_entries(folder.path()), 0u);
}

TEST(PartFiles, OfKilledRunsGoWithTheNextRunAndThoseOfLivingOnesStay) {
    const Folder folder;
    write_text(folder / "x.csv.part-0", "left");
    write_text(folder / "x.csv.part-2", "left");
    write_text(folder / "x.csv.part-1", "alive");
    const int alive = ::open((folder / "x.csv.part-1").c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_EQ(::flock(alive, LOCK_EX | LOCK_NB), 0);
    EXPECT_EQ(run_in(folder, "PROGRAM " + kQuick + "--csv x.csv").exit_code, 0);
    EXPECT_EQ(read_text(folder / "x.csv.part-1"), "alive");
    EXPECT_EQ(count_entries(folder.path()), 2u);
    ::close(alive);
    EXPECT_EQ(run_in(folder, "PROGRAM " + kQuick + "--csv x.csv").exit_code, 0);
    EXPECT_EQ(count_entries(folder.path()), 1u);
}

TEST(LongText, IsCutInEveryMessage) {
    const Folder folder;
    const std::string flood(3u << 20, 'x');
    const std::string head = R"({"format":"xpbd-lab","version":1,)";
    const struct {
        std::string file, text;
    } files[] = {
        {"key.json", head + "\"" + flood + "\":1}"},
        {"value.json", head + R"("scene":{"name":")" + flood + R"("},"panes":[{}]})"},
        {"choice.json", head + R"("scene":{"name":"cloth"},"panes":[{"method":")" + flood + R"("}]})"},
        {"number.json", head + R"("frame":)" + std::string(3u << 20, '9') + "}"},
        {"token.json", head + "\"" + flood},
        {"twice.json", head + "\"" + flood + "\":1,\"" + flood + "\":2}"},
        {"format.json", "{\"format\":\"" + flood + "\"}"},
        {"mesh.json", head + R"("scene":{"name":"mesh","file":")" + flood + R"("},"panes":[{}]})"},
        {"line.json", head + "\"new\\nline\\u001b[2J\":1}"},
    };
    for (const auto& [file, text] : files) {
        SCOPED_TRACE(file);
        write_text(folder / file, text);
        const Outcome outcome = run_in(folder, "PROGRAM run " + file);
        expect_one_line(outcome, 2, {file});
        EXPECT_LT(outcome.error.size(), 2500u);
        EXPECT_EQ(outcome.error.find('\x1b'), std::string::npos);
    }
    write_text(folder / "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 " + flood + "\n");
    const Outcome obj = run_in(folder, "PROGRAM run --scene mesh --set scene.file=m.obj");
    expect_one_line(obj, 2, {"m.obj", "line 4"});
    EXPECT_LT(obj.error.size(), 2500u);
    const std::string word(100000, 'x'); // as long as a word of a command line may be
    for (const std::string& words :
         {"run " + word, "run --set " + word, "run --set " + word + "=1", "run --set iterations=" + word,
          "run --set scene." + word + "=1", "run --scene " + word, "run --frames " + word, "run --" + word, word,
          "list " + word, "sweep --vary " + word + " --out x", "shot --out x.png --size " + word, "shot --out " + word,
          "figure " + word + " --out x", "run --csv " + word}) {
        SCOPED_TRACE(words.substr(0, 40));
        const Outcome outcome = run_in(folder, "PROGRAM " + words);
        expect_one_line(outcome, outcome.exit_code == 3 ? 3 : 2, {"xxx"});
        EXPECT_LT(outcome.error.size(), 2500u);
    }
}

} // namespace
} // namespace xpbd::test
