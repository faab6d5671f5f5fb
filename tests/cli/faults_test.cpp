// Bad input: one line that names the file, the place and what would be right, and the exit code of cli/COMMANDS.md.
#include "lab/files/link/link.h"
#include "program.h"

#include <gtest/gtest.h>
#include <ostream>

namespace xpbd::test {
namespace {

struct Fault {
    const char* name;
    std::string scene; ///< JSON
    std::string rest;  ///< JSON after the scene
    std::vector<std::string> words;
};

void PrintTo(const Fault& fault, std::ostream* out) {
    *out << fault.name;
}

const std::string kOnePane = R"(,"panes":[{}])";
const std::string kTwo = R"("particles":[{"position":[0,0,0],"mass":0},{"position":[1,0,0],"mass":1}])";

class BrokenSession : public testing::TestWithParam<Fault> {};

TEST_P(BrokenSession, EndsWithTwoAndALineThatNamesTheFileAndThePlace) {
    const Folder folder;
    const Fault& fault = GetParam();
    write_text(folder / "broken.json",
               R"({"format":"xpbd-lab","version":1,"scene":{)" + fault.scene + "}" + fault.rest + "}");
    std::vector<std::string> words = fault.words;
    words.push_back("broken.json");
    expect_one_line(run_program("run --quiet --frames 1 '" + (folder / "broken.json").string() + "'"), 2, words);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, BrokenSession,
    testing::Values(
        Fault{"unknown_key", R"("name":"cloth")", R"(,"panes":[{"iteratons":3}])", {"iteratons", "iterations"}},
        Fault{"wrong_type", R"("name":"cloth")", R"(,"panes":[{"iterations":"many"}])", {"iterations", "1 to 100000"}},
        Fault{"out_of_range", R"("name":"cloth")", R"(,"panes":[{"iterations":0}])", {"iterations", "1 to 100000"}},
        Fault{"index",
              R"("name":"custom",)" + kTwo + R"(,"distance":[{"particles":[0,9]}])",
              kOnePane,
              {"distance[0].particles[1]", "9", "0 to 1"}},
        Fault{"not_a_number",
              R"("name":"custom","particles":[{"position":[0,1e999,0],"mass":1}])",
              kOnePane,
              {"1e999", "column"}},
        Fault{"literal_nan", R"("name":"custom","particles":[{"position":[0,NaN,0],"mass":1}])", kOnePane, {"line"}},
        Fault{"negative_mass",
              R"("name":"custom","particles":[{"position":[0,0,0],"mass":-1}])",
              kOnePane,
              {"particles[0]", "mass"}},
        Fault{"unknown_scene", R"("name":"cloht")", kOnePane, {"cloht", "cloth"}},
        Fault{"no_panes", R"("name":"cloth")", R"(,"panes":[])", {"panes"}},
        Fault{"missing_mesh", R"("name":"mesh")", kOnePane, {"file"}}),
    [](const auto& fault) { return std::string(fault.param.name); });

TEST(BadInput, SyntaxErrorNamesLineAndColumn) {
    const Folder folder;
    write_text(folder / "broken.json", "{\n  \"format\": \"xpbd-lab\",\n  oops\n}");
    expect_one_line(run_program("run '" + (folder / "broken.json").string() + "'"), 2, {"broken.json", "line 3"});
}

TEST(BadInput, EmptyMeshIsRefused) {
    const Folder folder;
    write_text(folder / "empty.obj", "# nothing\n");
    write_text(folder / "s.json",
               R"({"format":"xpbd-lab","version":1,"scene":{"name":"mesh","file":"empty.obj"},"panes":[{}]})");
    expect_one_line(run_program("run '" + (folder / "s.json").string() + "'"), 2, {"empty.obj"});
}

/// A faulty mesh that is opened directly: the message has the file, the line, and a right value.
TEST(BadInput, AFaultyMeshNamesFileLineAndWhatWouldBeRight) {
    const Folder folder;
    const auto expect = [&](const std::string& text, const std::vector<std::string>& words) {
        write_text(folder / "m.obj", text);
        for (const std::string command :
             {"run ", XPBD_WITH_PICTURES ? "" : "run ", XPBD_WITH_PICTURES ? "shot --out x.png " : "run "}) {
            expect_one_line(run_program(command + "'" + (folder / "m.obj").string() + "'"), 2, words);
        }
    };
    expect("# nothing\n", {"m.obj: there are no faces", "at least one line \"f ...\""});
    expect("v 0 0 0\nv 1 0 0\nv 0 1 q\nf 1 2 3\n", {"m.obj: line 3: ", "needs 3 finite numbers", "\"q\""});
    expect("v 0 0 0\nv 1 0 0\nf 1 2 3\n", {"m.obj: line 3: ", "names vertex 3, there are 2"});
    expect("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", {"m.obj: line 4: ", "three corners that do not lie on one line"});
    expect("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n",
           {"m.obj: line 8: ", "belongs to 3 triangles", "one or two"});
    expect_one_line(run_program("run '" + (folder / "none.obj").string() + "'"), 3, {"none.obj"});
}

TEST(BadInput, TruncatedPngIsRefused) {
    const Folder folder;
    write_text(folder / "cut.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", 18));
    expect_one_line(run_program("run '" + (folder / "cut.png").string() + "'"), 2, {"cut.png"});
}

TEST(BadInput, ABrokenLinkIsOneLine) {
    const std::string whole = *lab::to_link(*lab::default_session());
    for (const std::string command : {"run --quiet", "sweep --vary iterations=1 --out -", "shot --out x.png", ""}) {
        if ((command.empty() || command.starts_with("shot")) && !XPBD_WITH_PICTURES) {
            continue; // no window, no pictures: tested by their own line
        }
        expect_one_line(run_program(command + " '" + whole.substr(0, whole.size() / 2) + "'"), 2, {"link", "cut"});
        expect_one_line(run_program(command + " '#s7." + whole + "'"), 2, {"link", "version 7", "version 1"});
        expect_one_line(run_program(command + " '#s1.random bytes'"), 2, {"link", "damaged"});
        expect_one_line(run_program(command + " https://example.org/#s1." + std::string(32001, 'x')), 2,
                        {"link", "32001", "32000"});
    }
    for (const std::string command : {"run", "sweep --vary iterations=1 --out -", XPBD_WITH_PICTURES ? "" : "run"}) {
        expect_one_line(run_program(command + " 'xpbd-lab:#s1'"), 2, {"link", "xpbd-lab:#s1", "damaged"});
    }
    expect_one_line(run_program("run s1.json"), 3, {"s1.json"});
    expect_one_line(run_program("run --scene rope_tip '" + whole + "'"), 2, {"--scene"});
}

TEST(BadInput, MissingFileIsExitThree) {
    expect_one_line(run_program("run /nonexistent/session.json"), 3, {"/nonexistent/session.json"});
}

TEST(BadInput, UnreadableFileIsExitThree) {
    const Folder folder; // a folder cannot be read as a file, not even by root
    expect_one_line(run_program("run '" + folder.path().string() + "'"), 3, {folder.path().string()});
}

TEST(BadInput, UnwritableFolderIsFoundBeforeTheRun) {
    expect_one_line(run_program("run --frames 100000000 --csv /nonexistent/out.csv"), 3, {"/nonexistent"});
}

TEST(BadInput, SetIsChecked) {
    expect_one_line(run_program("run --set iterations"), 2, {"--set iterations", "="});
    expect_one_line(run_program("run --set iteratons=3"), 2, {"iteratons", "iterations"});
    expect_one_line(run_program("run --set a.iterations=many"), 2, {"a.iterations", "1 to 100000"});
    expect_one_line(run_program("run --set stretch_stiffness=nan"), 2, {"stretch_stiffness", "finite"});
    expect_one_line(run_program("run --set e.iterations=3"), 2, {"e.iterations"});
    expect_one_line(run_program("run --set scene.mas=3"), 2, {"scene.mas", "mass"});
    expect_one_line(run_program("lesson lambda --set a.iterations=3"), 2, {"a.iterations=3", "look.KEY"});
    expect_one_line(run_program("lesson lambda --set look.theme=blue"), 2, {"look.theme", "light"});
}

TEST(Notes, SayWhichSettingChangesNothing) {
    const std::string start = "run --frames 1 --quiet --scene cloth ";
    expect_one_line(run_program(start + "--set a.method=newton --set a.long_range=true"), 0,
                    {"--set a.long_range=true has no effect: not used by Newton"});
    expect_one_line(run_program(start + "--set method=vbd --set long_range=true"), 0,
                    {"long_range=true has no effect: not used by VBD"});
    EXPECT_EQ(run_program(start + "--set long_range=true").error, "") << "PBD and XPBD use it";
    EXPECT_EQ(run_program(start + "--set a.method=newton --set long_range=true").error, "") << "pane b uses it";
    const Folder folder;
    write_text(folder / "s.json", R"({"format":"xpbd-lab","version":2,"scene":{"name":"cloth"},
        "panes":[{"method":"pbd","long_range":true},{"method":"global","long_range":true}]})");
    expect_one_line(run_program("run --frames 1 --quiet '" + (folder / "s.json").string() + "'"), 0,
                    {"long_range of pane b has no effect: not used by Primal-dual Newton"});
    EXPECT_EQ(run_program("run '" + (folder / "s.json").string() + "' --frames 1 --quiet --set b.method=xpbd").error,
              "")
        << "the method that runs reads it";
}

TEST(BadInput, UnknownOptionsAndCommandsNameTheNearest) {
    expect_one_line(run_program("run --frmes 3"), 2, {"--frmes", "--frames"});
    expect_one_line(run_program("swepe"), 2, {"swepe", "sweep"});
    expect_one_line(run_program("--hash"), 2, {"--hash", "option of run"});
    expect_one_line(run_program("list methods --json --markdown"), 2, {"--json", "--markdown"});
    const Outcome wrong_value = run_program("run --frames many");
    expect_one_line(wrong_value, 2, {"many"});
    EXPECT_EQ(wrong_value.error.find("did you mean"), std::string::npos) << wrong_value.error;
    expect_one_line(run_program("run --scene nonsense"), 2, {"nonsense"});
}

TEST(BadInput, OneFileForTwoResultsIsRefused) {
    expect_one_line(run_program("run --csv x.csv --particles x.csv"), 2, {"x.csv", "--csv"});
}

TEST(BadInput, TheSameFileUnderTwoNamesIsRefused) {
    expect_one_line(run_program("run --csv x.csv --particles ./x.csv"), 2, {"x.csv", "--csv"});
}

TEST(BadInput, AnEmptyValueIsNoMissingOption) {
    for (const std::string words :
         {"run --frames 1 --csv ''", "run ''", "run --scene ''", "run --set ''",
          "sweep --vary iterations=1 --out - --part ''", "sweep --vary '' --out -", "figure oscillator --out ''"}) {
        expect_one_line(run_program(words), 2, {"is empty, needs a value"});
    }
    expect_one_line(run_program("run --frames 1 --obj=''"), 2, {"--obj: needs a value after it"});
}

TEST(BadInput, ARunDoesNotReplaceItsOwnSession) {
    const Folder folder;
    const std::string session = R"({"format":"xpbd-lab","version":1,"scene":{"name":"cloth"},"panes":[{}]})";
    write_text(folder / "s.json", session);
    const std::string path = "'" + (folder / "s.json").string() + "'";
    expect_one_line(run_program("run --frames 1 " + path + " --csv " + path), 2, {"s.json", "--csv"});
    EXPECT_EQ(read_text(folder / "s.json"), session);
}

TEST(BadInput, OptionsBeforeACommandAreNotDroppedSilently) {
    expect_one_line(run_program("--scene rope_hanging run --frames 1"), 2, {"run", "after"});
    expect_one_line(run_program("some.json run --frames 1"), 2, {"run", "after"});
}

TEST(BadInput, AnUnknownListSaysWhichThereAre) {
    expect_one_line(run_program("list"), 2, {"scenes", "methods", "parameters"});
    expect_one_line(run_program("list method"), 2, {"methods"});
}

} // namespace
} // namespace xpbd::test
