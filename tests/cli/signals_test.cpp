// A signal in the middle of the work: the program ends soon, with one line on stderr, and every file it wrote is whole.
#include "process.h"

#include "lab/files/session/session.h"
#include "render/renderer.h"

#include <algorithm>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace xpbd::test {
namespace {

/// One frame of this run takes minutes.
const std::string kHeavy = "--quiet --set scene.resolution=256x256 --set iterations=200 --set substeps=100 ";
const std::string kSmall = "--quiet --set scene.resolution=6x6 ";

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void expect_interrupted(const Outcome& outcome, int signal) {
    EXPECT_EQ(outcome.exit_code, 128 + signal) << outcome.error;
    EXPECT_EQ(lines(outcome.error), 1u) << outcome.error;
    EXPECT_EQ(outcome.error.find("xpbd-lab: interrupted"), 0u) << outcome.error;
}

/// True once the program writes the temporary file of a result, which it does after the scene is built.
bool writes(const Process& program) {
    const auto names = program.files();
    return std::any_of(names.begin(), names.end(), [](const auto& name) { return name.find("part") != name.npos; });
}

class AnySignal : public testing::TestWithParam<int> {};

TEST_P(AnySignal, EndsARunInTheMiddleOfAFrameAndItsFilesAreWhole) {
    Process program("run " + kHeavy + "--frames 2 --csv run.csv --particles particles.csv --obj shapes.obj");
    ASSERT_TRUE(program.wait_until([&] { return writes(program); }));
    ASSERT_TRUE(program.let_it_work(0.3));
    program.send(GetParam());
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, GetParam());
    EXPECT_NE(outcome.error.find("at frame 0"), std::string::npos) << outcome.error;
    EXPECT_EQ(program.files().size(), 3u);
    const std::string csv = read_text(program / "run.csv");
    EXPECT_EQ(lines(csv), 3u) << "frame 0 of both panes";
    EXPECT_EQ(csv.back(), '\n');
    EXPECT_EQ(last_rows(csv)["b"]["frame"], "0");
    EXPECT_EQ(lines(read_text(program / "particles.csv")), 1 + 2u * 256 * 256);
    EXPECT_EQ(read_text(program / "shapes.obj").back(), '\n');
}

INSTANTIATE_TEST_SUITE_P(Signals, AnySignal, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& signal) { return std::string(sigabbrev_np(signal.param)); });

TEST(Signals, ARunThatIsCutShortHasWholeFramesInEveryFile) {
    Process program("run " + kSmall +
                    "--frames 100000000 --every 3 --particles p.csv --constraints c.csv "
                    "--residuals r.csv");
    ASSERT_TRUE(program.wait_until([&] { return program.files().size() == 3; }));
    ASSERT_TRUE(program.let_it_work(0.3));
    program.send(SIGINT);
    expect_interrupted(program.finish(), SIGINT);
    std::vector<std::string> files = program.files();
    std::sort(files.begin(), files.end());
    EXPECT_EQ(files, (std::vector<std::string>{"c.csv", "p.csv", "r.csv"}));
    const std::size_t frames = (lines(read_text(program / "p.csv")) - 1) / (2 * 36);
    EXPECT_GT(frames, 1u);
    EXPECT_EQ(lines(read_text(program / "p.csv")), 1 + frames * 2 * 36) << "6 x 6 particles of two panes";
    EXPECT_EQ(lines(read_text(program / "r.csv")), 1 + (frames - 1) * 2 * 20) << "20 iterations; frame 0 has none";
    EXPECT_EQ((lines(read_text(program / "c.csv")) - 1) % frames, 0u);
    for (const char* name : {"c.csv", "p.csv", "r.csv"}) {
        EXPECT_EQ(read_text(program / name).back(), '\n') << name;
    }
}

TEST(Signals, ARunThatIsCutShortIsThatOfFewerFrames) {
    const std::string options = "run --quiet --set scene.resolution=48x48 --set a.iterations=1 --set b.iterations=100 "
                                "--set substeps=5 --threads 2 --hash ";
    Process program(options + "--frames 100000 --csv - --particles last.csv");
    ASSERT_TRUE(program.wait_until([&] { return lines(read_text(program / "out")) > 8; }));
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGINT);
    const std::size_t rows = outcome.out.rfind('\n', outcome.out.size() - 2) + 1; // the last line is the hash
    auto last = last_rows(outcome.out.substr(0, rows));
    EXPECT_EQ(last["a"]["frame"], last["b"]["frame"]) << "panes in lockstep";
    EXPECT_NE(outcome.error.find("at frame " + last["a"]["frame"] + ";"), std::string::npos) << outcome.error;

    Process again(options + "--frames " + last["a"]["frame"] + " --particles last.csv");
    const Outcome undisturbed = again.finish();
    EXPECT_EQ(undisturbed.exit_code, 0) << undisturbed.error;
    EXPECT_EQ(outcome.out.substr(rows), undisturbed.out) << "the hash";
    EXPECT_EQ(read_text(program / "last.csv"), read_text(again / "last.csv"));
}

TEST(Signals, TwoAtOnceAreOne) {
    // timeout(1) signals its child, then the whole process group: one request arrives as two signals.
    Process program("run " + kHeavy + "--frames 1 --csv run.csv");
    ASSERT_TRUE(program.wait_until([&] { return writes(program); }));
    program.send(SIGSTOP);
    program.send(SIGTERM);
    program.send(SIGHUP);
    program.send(SIGCONT);
    const Outcome outcome = program.finish();
    EXPECT_TRUE(outcome.exit_code == 128 + SIGTERM || outcome.exit_code == 128 + SIGHUP) << outcome.exit_code;
    EXPECT_EQ(lines(read_text(program / "run.csv")), 3u);
}

TEST(Signals, BeforeTheFirstFrameNothingIsWritten) {
    Process program;
    write_text(program / "run.csv", "old\n");
    program.start("run --quiet --set scene.resolution=512x512 --frames 100 --csv run.csv");
    ASSERT_TRUE(program.let_it_work(0.1)); // building the scene takes half a second
    program.send(SIGTERM);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGTERM);
    if (outcome.error.find("before frame 0") != std::string::npos) {
        EXPECT_EQ(read_text(program / "run.csv"), "old\n");
    }
    EXPECT_EQ(program.files(), std::vector<std::string>{"run.csv"});
}

TEST(Signals, NohupKeepsARunGoing) {
    Process program;
    program.start("run --quiet --set scene.resolution=48x48 --set iterations=100 --frames 8 --csv run.csv",
                  "trap '' HUP;");
    ASSERT_TRUE(program.wait_until([&] { return writes(program); }));
    program.send(SIGHUP);
    const Outcome outcome = program.finish();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(last_rows(read_text(program / "run.csv"))["a"]["frame"], "8");
}

TEST(Signals, AnIntReachesARunThatAScriptStartedInTheBackground) {
    Process program;
    program.start("run " + kHeavy + "--frames 1 --csv run.csv", "trap '' INT;");
    ASSERT_TRUE(program.wait_until([&] { return writes(program); }));
    program.send(SIGINT);
    expect_interrupted(program.finish(), SIGINT);
}

TEST(Signals, APipeThatNobodyReadsDoesNotHoldTheProgram) {
    for (const std::string& arguments : std::vector<std::string>{
             "run " + kSmall + "--frames 2 --csv pipe", "run " + kSmall + "--frames 2 --obj pipe",
             "sweep --quiet --set scene.resolution=4x4 --vary iterations=1,2 --frames 1 --out pipe",
             "shot --quiet --set scene.resolution=4x4 --size 64x64 --frame 1 --force --out pipe.png"}) {
        Process program;
        ASSERT_EQ(mkfifo((program / "pipe").c_str(), 0600), 0);
        ASSERT_EQ(mkfifo((program / "pipe.png").c_str(), 0600), 0);
        program.start(arguments);
        ASSERT_TRUE(program.let_it_wait()) << arguments;
        program.send(SIGTERM);
        const Outcome outcome = program.finish();
        expect_interrupted(outcome, SIGTERM);
        EXPECT_NE(outcome.error.find("nobody reads"), std::string::npos) << arguments << ": " << outcome.error;
    }
}

TEST(Signals, APipeGetsAReaderLaterAndReadsWhole) {
    Process program;
    ASSERT_EQ(mkfifo((program / "pipe").c_str(), 0600), 0);
    program.start("run " + kSmall + "--frames 300 --csv pipe");
    ASSERT_TRUE(program.let_it_wait());
    const std::string csv = read_text(program / "pipe");
    EXPECT_EQ(program.finish().exit_code, 0);
    EXPECT_EQ(lines(csv), 1 + 2u * 301);
    EXPECT_EQ(last_rows(csv)["b"]["frame"], "300");
}

TEST(Signals, AReaderThatDoesNotReadDoesNotHoldTheProgram) {
    Process program;
    ASSERT_EQ(mkfifo((program / "pipe").c_str(), 0600), 0);
    const int reader = open((program / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
    program.start("run " + kSmall + "--frames 1000000 --csv pipe");
    ASSERT_TRUE(program.let_it_wait()); // the pipe is full
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    close(reader);
    expect_interrupted(outcome, SIGINT);
    EXPECT_NE(outcome.error.find("does not read"), std::string::npos) << outcome.error;
}

TEST(Signals, AReaderThatHasGoneIsToldOf) {
    const Outcome outcome = run_shell("({ '" XPBD_LAB_PROGRAM "' run " + kSmall +
                                      "--frames 100000 --csv -; echo $? > code; } | head -1; "
                                      "cat code)");
    EXPECT_EQ(outcome.out.substr(outcome.out.find('\n') + 1), "3\n") << outcome.out;
    EXPECT_EQ(lines(outcome.error), 1u) << outcome.error;
    EXPECT_NE(outcome.error.find("standard output: cannot write: Broken pipe"), std::string::npos) << outcome.error;
}

TEST(Signals, AnInterruptedPictureLeavesTheOldOne) {
    Process program;
    write_text(program / "old.png", "old\n");
    program.start("shot " + kHeavy + "--size 64x64 --frame 3 --force --out old.png");
    ASSERT_TRUE(program.let_it_work(0.5));
    program.send(SIGTERM);
    expect_interrupted(program.finish(), SIGTERM);
    EXPECT_EQ(program.files(), std::vector<std::string>{"old.png"});
    EXPECT_EQ(read_text(program / "old.png"), "old\n");
}

TEST(Signals, AnInterruptedRecordingIsWholePictures) {
    Process program("shot " + kSmall + "--size 64x64 --frames 1000000 --out walk.png");
    ASSERT_TRUE(program.wait_until([&] { return std::filesystem::exists(program / "walk_00002.png"); }));
    program.send(SIGHUP);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGHUP);
    const auto names = program.files();
    EXPECT_NE(outcome.error.find("after " + std::to_string(names.size()) + " frames"), std::string::npos);
    for (const std::string& name : names) {
        EXPECT_TRUE(lab::load_session((program / name).string())) << name;
        EXPECT_TRUE(render::decode_png(read_text(program / name))) << name;
    }
}

TEST(Signals, CtrlCInTheTerminalEndsAFilmWhole) {
    // The signal goes to the whole group. It must not end ffmpeg, which still has frames to write.
    const Folder programs;
    write_text(programs / "ffmpeg", "#!/bin/sh\nfor last; do :; done\ncat > \"$last\"; echo end >> \"$last\"\n");
    chmod((programs / "ffmpeg").c_str(), 0755);
    Process program;
    program.start("shot " + kSmall + "--size 64x64 --frames 1000000 --out film.mp4", "",
                  "PATH=" + programs.path().string() + ":/usr/bin:/bin");
    ASSERT_TRUE(program.wait_until([&] { return writes(program); }));
    program.send_to_group(SIGINT);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGINT);
    ASSERT_EQ(program.files(), std::vector<std::string>{"film.mp4"}) << outcome.error;
    const std::string film = read_text(program / "film.mp4");
    EXPECT_EQ(film.size() % (64u * 64 * 4), 4u) << "whole pictures, and the end";
    EXPECT_EQ(film.substr(film.size() - 4), "end\n");
}

TEST(Signals, AnInterruptedSweepKeepsTheRunsThatAreDone) {
    Process program;
    write_text(program / "sweep.csv", "old\n");
    std::string values; // hundreds of runs of some milliseconds each
    for (int i = 1; i <= 300; ++i) {
        values += (i == 1 ? "" : ",") + std::to_string(0.001 + 1e-5 * i);
    }
    program.start("sweep --quiet --set scene.resolution=32x32 --set iterations=200 --vary dt=" + values +
                  " --frames 1 --out sweep.csv");
    ASSERT_TRUE(program.let_it_work(1));
    program.send(SIGTERM);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGTERM);
    const std::string csv = read_text(program / "sweep.csv");
    EXPECT_GT(lines(csv), 1u);
    EXPECT_NE(outcome.error.find("; " + std::to_string(lines(csv) - 1) + " of 600 runs"), std::string::npos)
        << outcome.error;
    EXPECT_EQ(csv.back(), '\n');
    EXPECT_EQ(program.files(), std::vector<std::string>{"sweep.csv"});
}

TEST(Signals, ASweepInterruptedBeforeARunIsDoneLeavesTheOldFile) {
    Process program;
    write_text(program / "sweep.csv", "old\n");
    program.start("sweep " + kHeavy + "--vary dt=0.01,0.02 --frames 1 --out sweep.csv");
    ASSERT_TRUE(program.let_it_work(0.5));
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGINT);
    EXPECT_NE(outcome.error.find("nothing is written"), std::string::npos) << outcome.error;
    EXPECT_EQ(program.files(), std::vector<std::string>{"sweep.csv"});
    EXPECT_EQ(read_text(program / "sweep.csv"), "old\n");
}

TEST(Signals, AnInterruptedFigureLeavesNothing) {
    Process program("figure residual --quiet --out figures");
    ASSERT_TRUE(program.let_it_work(0.5));
    program.send(SIGHUP);
    const Outcome outcome = program.finish();
    expect_interrupted(outcome, SIGHUP);
    EXPECT_TRUE(std::filesystem::is_empty(program / "figures"));
}

} // namespace
} // namespace xpbd::test
