// Memory is refused before it is taken, and running out of it ends with one line.
#include "program.h"

namespace xpbd::test {
namespace {

TEST(Memory, ASceneBeyondTheLimitIsRefusedWithTheEstimateAndTheOption) {
    const std::string large = "run --quiet --frames 0 --set scene.resolution=512x512 ";
    expect_one_line(run_program(large + "--memory 0.1"), 2, {"needs about", "MiB", "the limit is 102", "--memory 1"});
    expect_one_line(run_program("sweep --vary iterations=1,2 --out x.csv --memory 0.001"), 2, {"--memory"});
    EXPECT_EQ(run_program("run --quiet --frames 1 --memory 0.1").exit_code, 0);
}

TEST(Memory, AMethodThatFactorisesNeedsMoreOfIt) {
    const std::string words = "run --quiet --frames 0 --set scene.resolution=128x128 --memory 0.2 ";
    EXPECT_EQ(run_program(words).exit_code, 0);
    expect_one_line(run_program(words + "--set b.method=direct"), 2, {"2 panes", "--memory"});
    expect_one_line(run_program(words + "--set b.method=newton"), 2, {"2 panes", "--memory"});
}

TEST(Memory, AScenesListsOfCollidersAndParticlesMultiply) {
    const Folder folder;
    std::string particles, colliders;
    for (int i = 0; i < 20000; ++i) {
        particles += std::string(i == 0 ? "" : ",") + R"({"position":[0,0,0]})";
        colliders += std::string(i == 0 ? "" : ",") + R"({"plane":[0,1,0,0]})";
    }
    write_text(folder / "s.json", R"({"format":"xpbd-lab","version":1,"scene":{"name":"custom","particles":[)" +
                                      particles + R"(],"colliders":[)" + colliders + R"(]},"panes":[{}]})");
    const std::string path = "'" + (folder / "s.json").string() + "'";
    expect_one_line(run_program("run --quiet --frames 1 --memory 2 " + path), 2, {"1 pane needs", "--memory"});
}

TEST(Memory, EveryExitCodeIsDocumented) {
    const std::string help = run_program("--help").out;
    for (const char* code : {"0 done", "2 usage", "3 a file", "4 no display", "5 a pane", "6 out of memory",
                             "7 an internal error", "128 + "}) {
        EXPECT_NE(help.find(code), std::string::npos) << code;
    }
}

} // namespace
} // namespace xpbd::test
