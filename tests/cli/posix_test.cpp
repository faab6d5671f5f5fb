// Tests of the program on POSIX systems only: devices, signals and limits of a process.
#include "program.h"

namespace xpbd::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true; // the sanitizers' own memory breaks every limit
#else
constexpr bool kSanitized = false;
#endif

TEST(BadInput, AFullDiskLosesNothingAndIsExitThree) {
    expect_one_line(run_program("run --frames 1 --quiet --csv /dev/full"), 3, {"/dev/full"});
}

TEST(BadInput, ADeviceIsNoFolder) {
    expect_one_line(run_program("run --frames 100000000 --csv /dev/null/out.csv"), 3, {"/dev/null"});
}

/// A run without end that writes out.csv; a second process waits for its part file, then sends `signal`.
Outcome interrupted_run(const Folder& folder, const std::string& signal) {
    write_text(folder / "run.sh", "cd '" + folder.path().string() + R"sh('
"$1" run --frames 100000000 --quiet --csv out.csv &
until [ -s "$(ls out.csv.part-* 2>/dev/null)" ]; do sleep 0.02; done
kill -)sh" + signal + R"sh( $!
wait $!
echo $? >code
)sh");
    const Outcome outcome = run_shell("timeout 60 sh '" + (folder / "run.sh").string() + "' '" XPBD_LAB_PROGRAM "'");
    return {std::stoi("0" + read_text(folder / "code")), outcome.out, outcome.error};
}

TEST(Run, InterruptionKeepsWholeRowsAndNothingElse) {
    for (const auto& [signal, code] : {std::pair("INT", 130), std::pair("TERM", 143)}) {
        const Folder folder;
        const Outcome outcome = interrupted_run(folder, signal);
        EXPECT_EQ(outcome.exit_code, code) << outcome.error;
        EXPECT_NE(outcome.error.find("interrupted at frame"), std::string::npos) << outcome.error;
        const std::string csv = read_text(folder / "out.csv");
        ASSERT_FALSE(csv.empty());
        EXPECT_EQ(csv.back(), '\n');
        auto rows = last_rows(csv);
        EXPECT_EQ(rows["a"]["frame"], rows["b"]["frame"]) << "a frame is missing a pane";
        EXPECT_EQ(rows["b"].size(), 63u);
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            EXPECT_EQ(entry.path().filename().string().find(".part-"), std::string::npos) << entry.path();
        }
    }
}

TEST(Run, AKilledRunLeavesTheOldFileAndItsRowsBeside) {
    const Folder folder;
    write_text(folder / "out.csv", "older\n");
    EXPECT_EQ(interrupted_run(folder, "KILL").exit_code, 137);
    EXPECT_EQ(read_text(folder / "out.csv"), "older\n");
    int parts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        if (entry.path().filename().string().find("out.csv.part-") == 0) {
            EXPECT_EQ(read_text(entry.path()).find("frame,time,pane"), 0u);
            ++parts;
        }
    }
    EXPECT_EQ(parts, 1);
}

TEST(Memory, RunningOutOfItEndsWithSixAndHarmsNoFile) {
    if (kSanitized) {
        GTEST_SKIP() << "needs a limit on the address space";
    }
    const Folder folder;
    const std::string path = (folder / "x.csv").string();
    write_text(path, "old");
    const std::string words =
        " run --quiet --frames 1 --set scene.resolution=512x512 --memory 1000 --csv '" + path + "'";
    // The first limit is exceeded while the scene is built, the second in the first step, on another thread.
    for (const auto& [kilobytes, threads] : {std::pair("150000", "1"), std::pair("420000", "3")}) {
        SCOPED_TRACE(kilobytes);
        expect_one_line(run_shell("( ulimit -v " + std::string(kilobytes) + "; '" XPBD_LAB_PROGRAM "'" + words +
                                  " --threads " + threads + " )"),
                        6, {"out of memory"});
    }
    EXPECT_EQ(read_text(path), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()),
              1);
}

} // namespace
} // namespace xpbd::test
