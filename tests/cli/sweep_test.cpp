// `xpbd-lab sweep`: the table of every combination, on any number of threads, and its faults in one line.
#include "program.h"

#include <gtest/gtest.h>
#include <sstream>

namespace xpbd::test {
namespace {

const std::string kSmall = "sweep --quiet --set scene.resolution=8x8 --frames 10 ";

TEST(SweepCommand, WritesALinePerPaneAndCombinationTheSameOnAnyNumberOfThreads) {
    const Outcome one = run_program(kSmall + "--vary iterations=1,5 --vary dt=0.01,0.02 --threads 1 --out -");
    ASSERT_EQ(one.exit_code, 0) << one.error;
    EXPECT_EQ(one.out.rfind("iterations,dt,pane,method,frame,time,diverged,settled,mean_strain,", 0), 0u) << one.out;
    EXPECT_EQ(std::count(one.out.begin(), one.out.end(), '\n'), 1 + 8);
    EXPECT_NE(one.out.find("\n5,0.02,b,xpbd,10,"), std::string::npos) << one.out;
    EXPECT_EQ(one.out.find("solve_ms"), std::string::npos) << "wall times are not the same twice";
    const Outcome two = run_program(kSmall + "--vary iterations=1,5 --vary dt=0.01,0.02 --threads 3 --out -");
    EXPECT_EQ(one.out, two.out);
}

TEST(SweepCommand, EndsWhereARunHangsStill) {
    const Outcome outcome =
        run_program("sweep --quiet --set scene.resolution=6x6 --until-settled --ranges --vary iterations=20 --out -");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_NE(outcome.out.find(",sag,sag_low,sag_high,"), std::string::npos) << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1 + 2);
    for (const char* pane : {"\n20,a,pbd,", "\n20,b,xpbd,"}) {
        const std::size_t at = outcome.out.find(pane);
        ASSERT_NE(at, std::string::npos) << outcome.out;
        std::istringstream row(outcome.out.substr(at + std::string(pane).size()));
        int frame = 0, diverged = 0, settled = 0;
        double time = 0;
        char comma = 0;
        row >> frame >> comma >> time >> comma >> diverged >> comma >> settled;
        EXPECT_LT(frame, 6000);
        EXPECT_EQ(diverged, 0);
        EXPECT_EQ(settled, 1);
    }
}

TEST(SweepCommand, VariesScenesAndSinglePanes) {
    const Outcome outcome = run_program(kSmall + "--vary scene.resolution=4x4,6x6 --vary a.iterations=2,3 --out -");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_NE(outcome.out.find("\n6x6,3,a,pbd,10,"), std::string::npos) << outcome.out;
}

TEST(SweepCommand, PartsOneAfterTheOtherAreTheWhole) {
    const std::string axes = kSmall + "--vary iterations=1,3,5,7 --vary dt=0.01,0.02 --out - ";
    const Outcome whole = run_program(axes);
    ASSERT_EQ(whole.exit_code, 0) << whole.error;
    std::string parts;
    for (const char* part : {"1/3", "2/3", "3/3"}) {
        const Outcome outcome = run_program(axes + "--part " + part);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_LT(outcome.out.size(), whole.out.size() / 2) << part;
        parts += outcome.out;
    }
    EXPECT_EQ(parts, whole.out);
    EXPECT_EQ(run_program(axes + "--part 20/20").out.find("iterations"), std::string::npos);
}

TEST(SweepCommand, FaultsAreOneLineThatSaysWhatWouldBeRight) {
    const std::pair<const char*, const char*> faults[] = {
        {"--vary iterations --out -", "KEY=VALUE,VALUE"},
        {"--vary iterations=1,,2 --out -", "empty value"},
        {"--vary iteratons=1,2 --out -", "iterations"},
        {"--vary iterations=0,2 --out -", "1 to 100000"},
        {"--vary iterations=1,2", "--out"},
        {"--out -", "--vary"},
        {"--vary iterations=1 --vary iterations=2 --out -", "iterations is varied already"},
        {"--vary a.iterations=1 --vary iterations=2 --out -", "a.iterations is varied already"},
        {"--vary scene.mass=1 --vary dt=0.01 --vary scene.mass=2 --out -", "scene.mass is varied already"},
        {"--vary iterations=1 --frames 0 --out -", "--frames"},
        {"--vary iterations=1 --part 2 --out -", "such as 2/8"},
        {"--vary iterations=1 --part 2/8x --out -", "such as 2/8"},
        {"--vary iterations=1 --part 0/8 --out -", "from 1 to N"},
        {"--vary iterations=1 --part 9/8 --out -", "from 1 to N"},
    };
    for (const auto& [arguments, needed] : faults) {
        const Outcome outcome = run_program(std::string("sweep ") + arguments);
        EXPECT_EQ(outcome.exit_code, 2) << arguments << outcome.error;
        EXPECT_NE(outcome.error.find(needed), std::string::npos) << outcome.error;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    }
    const Outcome nowhere = run_program("sweep --vary iterations=1 --out /nowhere/at/all.csv");
    EXPECT_EQ(nowhere.exit_code, 3) << nowhere.error;
}

} // namespace
} // namespace xpbd::test
