// `xpbd-lab run`: the experiments of src/core/FORMULAS.md through the command line, and what the default session shows.
#include "lab/files/link/link.h"
#include "program.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

namespace xpbd::test {
namespace {

constexpr double kGravity = 9.81;

/// A vertical chain that hangs from a fixed particle, as a custom session. `panes` is the JSON of its panes.
std::string chain_session(int links, const std::string& mass, const std::string& panes) {
    std::string particles;
    std::string distances;
    for (int i = 0; i <= links; ++i) {
        particles += (i > 0 ? "," : "") + std::string(R"({"position":[0,)") + std::to_string(-i) + R"(,0],"mass":)" +
                     (i == 0 ? "0" : mass) + "}";
        if (i > 0) {
            distances += (i > 1 ? "," : "") + std::string(R"({"particles":[)") + std::to_string(i - 1) + "," +
                         std::to_string(i) + "]}";
        }
    }
    return R"({"format":"xpbd-lab","version":1,"scene":{"name":"custom","particles":[)" + particles +
           R"(],"distance":[)" + distances + R"(]},"dt":0.016666666666666666,"panes":[)" + panes + "]}";
}

std::map<std::string, std::map<std::string, std::string>> run_session(const std::string& session,
                                                                      const std::string& options) {
    const Folder folder;
    write_text(folder / "session.json", session);
    const Outcome outcome = run_program("run '" + (folder / "session.json").string() + "' --quiet --csv - " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return last_rows(outcome.out);
}

TEST(RunExperiment, A1HangingMassSagsByMgAlphaInXpbd) {
    for (const int iterations : {1, 10}) {
        const auto rows = run_session(
            chain_session(1, "2",
                          R"({"method":"xpbd","stretch_compliance":0.001,"velocity_damping":5,"iterations":)" +
                              std::to_string(iterations) + "}"),
            "--frames 2000");
        const double sag = std::stod(rows.at("a").at("sag"));
        EXPECT_NEAR(sag, 2 * kGravity * 1e-3, 1e-9 * 2 * kGravity * 1e-3);
        EXPECT_NEAR(std::stod(rows.at("a").at("effective_stiffness")), 1e3, 1e-9 * 1e3);
    }
}

TEST(RunExperiment, A3PbdSagFollowsItsClosedForm) {
    const double h = 1.0 / 60;
    for (const int iterations : {1, 4}) {
        const auto rows =
            run_session(chain_session(1, "3",
                                      R"({"method":"pbd","stretch_stiffness":0.1,"velocity_damping":5,"iterations":)" +
                                          std::to_string(iterations) + "}"),
                        "--frames 3000");
        const double r = std::pow(0.9, iterations);
        const double expected = kGravity * h * h * r / (1 - r);
        EXPECT_NEAR(std::stod(rows.at("a").at("sag")), expected, 1e-9 * expected);
        const double stiffness = 3 / (h * h) * (1 / r - 1);
        EXPECT_NEAR(std::stod(rows.at("a").at("effective_stiffness")), stiffness, 1e-9 * stiffness);
    }
}

TEST(RunExperiment, B10OverStiffeningOfTenLinks) {
    const std::string panes =
        R"({"method":"pbd","stretch_stiffness":0.1},{"method":"xpbd","stretch_compliance":0.001})";
    struct Row {
        int iterations;
        double pbd, pbd_digit, xpbd;
    };
    // Half a unit of the last digit printed in src/core/FORMULAS.md, experiment 10.
    for (const Row& row : {Row{1, 2.575, 5e-4, 0.662175}, Row{5, 0.514, 5e-4, 0.539654}, Row{10, 0.256, 5e-4, 0.539550},
                           Row{20, 0.127, 5e-4, 0.539550}, Row{40, 0.063, 5e-4, 0.539550},
                           Row{80, 0.031, 5e-4, 0.539550}, Row{160, 0.0147, 5e-5, 0.539550}}) {
        const auto rows =
            run_session(chain_session(10, "1", panes),
                        "--frames 6000 --set velocity_damping=5 --set iterations=" + std::to_string(row.iterations));
        EXPECT_NEAR(std::stod(rows.at("a").at("sag")), row.pbd, row.pbd_digit) << "n = " << row.iterations;
        EXPECT_NEAR(std::stod(rows.at("b").at("sag")), row.xpbd, 5e-7) << "n = " << row.iterations;
    }
}

TEST(Run, EffectiveStiffnessIsWhatTheTheorySays) {
    // Converged XPBD on a chain: 1/alpha. PBD on a single mass: ((1-k)^(-n) - 1) m/h^2. src/core/FORMULAS.md,
    // experiment 3.
    const Folder folder;
    std::string chain = R"({"format": "xpbd-lab", "version": 1, "scene": {"name": "custom", "particles": [)";
    std::string edges;
    for (int i = 0; i <= 10; ++i) {
        chain += std::string(i > 0 ? "," : "") + "{\"position\": [0," + std::to_string(-i) +
                 ",0], \"mass\": " + (i > 0 ? "1" : "0") + "}";
        edges += i > 0 ? std::string(i > 1 ? "," : "") + "{\"particles\": [" + std::to_string(i - 1) + "," +
                             std::to_string(i) + "]}"
                       : "";
    }
    chain += "], \"distance\": [" + edges + R"(]},
        "panes": [{"method": "xpbd", "stretch_compliance": 0.001, "iterations": 200, "velocity_damping": 3}]})";
    write_text(folder / "chain.json", chain);
    const Outcome converged =
        run_program("run --quiet --csv - --frames 900 '" + (folder / "chain.json").string() + "'");
    ASSERT_EQ(converged.exit_code, 0) << converged.error;
    EXPECT_NEAR(std::stod(last_rows(converged.out)["a"]["effective_stiffness"]), 1000, 1);
    EXPECT_EQ(std::stod(last_rows(converged.out)["a"]["nominal_stiffness"]), 1000);

    write_text(folder / "mass.json", R"({"format": "xpbd-lab", "version": 1, "dt": 0.01, "scene": {"name": "custom",
        "particles": [{"position": [0,0,0], "mass": 0}, {"position": [0,-1,0], "mass": 3}],
        "distance": [{"particles": [0, 1]}]},
        "panes": [{"method": "pbd", "stretch_stiffness": 0.1, "iterations": 6, "velocity_damping": 5}]})");
    const Outcome mass = run_program("run --quiet --csv - --frames 2000 '" + (folder / "mass.json").string() + "'");
    ASSERT_EQ(mass.exit_code, 0) << mass.error;
    const double closed = (std::pow(0.9, -6) - 1) * 3 / 1e-4;
    EXPECT_NEAR(std::stod(last_rows(mass.out)["a"]["effective_stiffness"]), closed, 1e-3 * closed);
    EXPECT_EQ(last_rows(mass.out)["a"]["nominal_stiffness"], "");
}

TEST(Run, ColumnsAreThoseOfTheDesign) {
    const Outcome outcome = run_program("run --frames 2 --quiet --csv -");
    EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')),
              "frame,time,pane,method,mean_strain,max_strain,sag,effective_stiffness,kinetic_energy,gravity_energy,"
              "elastic_energy,residual_primal,residual_dual,iterations,solve_ms,"
              "nominal_stiffness,sigma,total_energy,momentum,relative_dual,contacts,unfinished,"
              "momentum_x,momentum_y,momentum_z,angular_momentum_x,angular_momentum_y,angular_momentum_z,"
              "contact_force_x,contact_force_y,contact_force_z,hang_sag,volume,period,lowest,height,"
              "modulus_warp,modulus_weft,shear_modulus,poisson,grip_force,asked_force,secant_modulus,contraction,"
              "bending_length,asked_bending_length,drape_coefficient,folds,relative_primal,unmet_energy,not_converged,"
              "collider_force_x,collider_force_y,collider_force_z,collider_power,pin_force_x,pin_force_y,pin_force_z,"
              "pin_power,winch_power,work_in,gain,phase_lag");
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1 + 2 * 3) << "frames 0 to 2 of two panes";
}

TEST(Run, HashIsTheSameForAnyNumberOfThreads) {
    const std::string one = run_program("run --frames 300 --quiet --hash --threads 1").out;
    EXPECT_EQ(one.size(), 17u);
    EXPECT_EQ(run_program("run --frames 300 --quiet --hash --threads 2").out, one);
    EXPECT_EQ(run_program("run --frames 300 --quiet --hash --threads 4").out, one);
    EXPECT_NE(run_program("run --frames 301 --quiet --hash").out, one);
}

TEST(Run, NeedsNeitherADisplayNorADriver) {
    const Outcome outcome = run_program("run --frames 1 --quiet --hash", "__EGL_VENDOR_LIBRARY_DIRS=/nonexistent");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
}

/// The set of values in a column.
std::set<std::string> column(const std::string& csv, const std::string& name) {
    std::set<std::string> values;
    std::size_t place = 0;
    bool header = true;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line); header = false) {
        std::istringstream fields(line);
        std::size_t at = 0;
        for (std::string field; std::getline(fields, field, ','); ++at) {
            if (header && field == name) {
                place = at;
            } else if (!header && at == place) {
                values.insert(field);
            }
        }
    }
    return values;
}

std::ptrdiff_t line_count(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(Run, EveryKWritesTheseFramesAndTheirLastIsThatOfARunToIt) {
    const Folder folder;
    const auto write = [&](const std::string& options, const std::string& name) {
        const Outcome outcome = run_program(
            "run --scene rope_hanging --quiet --hash --set iterations=3 --set substeps=2 " + options +
            " --particles '" + (folder / (name + "p.csv")).string() + "' --constraints '" +
            (folder / (name + "c.csv")).string() + "' --residuals '" + (folder / (name + "r.csv")).string() + "'");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return outcome.out;
    };
    const std::string hash = write("--frames 10 --every 4", "k");
    EXPECT_EQ(write("--frames 10", ""), hash);
    write("--frames 8", "to8");
    const std::set<std::string> frames = {"0", "4", "8"};
    for (const std::string table : {"p.csv", "c.csv"}) {
        const std::string many = read_text(folder / ("k" + table));
        EXPECT_EQ(column(many, "frame"), frames);
        const std::string one = read_text(folder / ("to8" + table));
        EXPECT_EQ(line_count(many) - 1, 3 * (line_count(one) - 1));
        const std::string rows = one.substr(one.find('\n') + 1);
        EXPECT_TRUE(many.ends_with(rows)) << table;
    }
    EXPECT_EQ(column(read_text(folder / "kr.csv"), "frame"), (std::set<std::string>{"4", "8"})) << "0 is no step";
    const std::string residuals = read_text(folder / "r.csv");
    EXPECT_EQ(column(residuals, "frame").size(), 10u);
    EXPECT_EQ(column(residuals, "iteration"), (std::set<std::string>{"1", "2", "3"}));
    EXPECT_EQ(column(residuals, "substep"), std::set<std::string>{"2"});
    EXPECT_EQ(line_count(residuals), 1 + 10 * 2 * 3);
}

TEST(Run, EveryWithoutAFileToFollowItIsRefused) {
    expect_one_line(run_program("run --frames 1 --every 2 --csv -"), 2, {"--every 2", "--particles"});
    EXPECT_EQ(run_program("run --frames 1 --every 0 --particles -").exit_code, 2);
}

TEST(Run, ColumnsOfItsFilesAreThoseOfTheDocument) {
    const std::string text = read_text(XPBD_SOURCE_FOLDER "/src/cli/COMMANDS.md");
    for (const std::string option : {"--particles", "--constraints", "--supports", "--residuals"}) {
        const Outcome outcome = run_program("run --frames 0 --quiet --scene pendulum " + option + " -");
        const std::string header = outcome.out.substr(0, outcome.out.find('\n'));
        EXPECT_NE(text.find("`" + header + "`"), std::string::npos) << option << ": " << header;
    }
}

TEST(Run, WritesParticlesConstraintsAndShapes) {
    const Folder folder;
    const auto file = [&](const char* name) { return " '" + (folder / name).string() + "'"; };
    const Outcome outcome = run_program("run --scene rope_hanging --frames 5 --quiet --particles" + file("p.csv") +
                                        " --constraints" + file("c.csv") + " --obj" + file("o.obj"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(read_text(folder / "p.csv").find("pane,particle,x,y,z,vx,vy,vz,mass,frame,"), 0u);
    EXPECT_EQ(column(read_text(folder / "p.csv"), "frame"), std::set<std::string>{"5"});
    EXPECT_EQ(read_text(folder / "c.csv").find("pane,constraint,type,p0,p1,p2,p3,value,lambda,force,frame,"), 0u);
    EXPECT_EQ(column(read_text(folder / "c.csv"), "frame"), std::set<std::string>{"5"});
    EXPECT_NE(read_text(folder / "o.obj").find("\nv "), std::string::npos);
}

TEST(Run, SupportsAreEveryColliderDriveAndWinchAndThePins) {
    const Folder folder;
    const std::string session = R"({"format":"xpbd-lab","version":2,"scene":{"name":"custom","particles":[
        {"position":[0,0,0],"mass":0},{"position":[0,-1,0],"mass":2},{"position":[3,0,0],"mass":0},
        {"position":[3,-1,0],"mass":1}],"distance":[{"particles":[0,1]},{"particles":[2,3]}],
        "colliders":[{"plane":[0,1,0,-9]}],"motions":[{"name":"a \"b\"","particles":[2],"steady":{}}],
        "winches":[{"name":"w","distances":[1],"rate":-0.1}]},
        "panes":[{"method":"xpbd","velocity_damping":20,"stretch_compliance":1e-4},{"method":"hpbd"}]})";
    write_text(folder / "s.json", session);
    const Outcome outcome =
        run_program("run '" + (folder / "s.json").string() + "' --frames 120 --every 60 --quiet --supports -");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(column(outcome.out, "frame"), (std::set<std::string>{"60", "120"})) << "0 has no forces";
    EXPECT_EQ(column(outcome.out, "pane"), std::set<std::string>{"a"}) << "HPBD has no forces";
    EXPECT_EQ(column(outcome.out, "kind"), (std::set<std::string>{"collider", "drive", "winch", "pins"}));
    EXPECT_EQ(line_count(outcome.out), 1 + 2 * 4);
    EXPECT_NE(outcome.out.find("\na,drive,\"a \"\"b\"\"\",0,"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\na,collider,0,0,0,0,0,60,"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\na,pins,,0,19.6"), std::string::npos) << outcome.out;
}

TEST(Run, DivergenceIsExitFiveAndKeepsWhatWasComputed) {
    const Folder folder;
    const std::string session = R"({"format":"xpbd-lab","version":1,"scene":{"name":"custom","particles":[
        {"position":[0,0,0],"mass":1,"velocity":[1e7,0,0]}]},"panes":[{"method":"xpbd"}]})";
    write_text(folder / "s.json", session);
    const Outcome outcome = run_program("run '" + (folder / "s.json").string() + "' --frames 100 --quiet --csv -");
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_NE(outcome.error.find("pane a diverged"), std::string::npos) << outcome.error;
    EXPECT_EQ(outcome.out.find("frame,time,pane"), 0u);
}

TEST(Run, ResultsReplaceAnOlderFileWhole) {
    const Folder folder;
    write_text(folder / "out.csv", std::string(100000, 'x'));
    const Outcome outcome = run_program("run --frames 1 --quiet --csv '" + (folder / "out.csv").string() + "'");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::string csv = read_text(folder / "out.csv");
    EXPECT_EQ(csv.find("frame,time,pane"), 0u);
    EXPECT_EQ(csv.find("xx"), std::string::npos);
}

TEST(List, IsJsonWhereAskedFor) {
    for (const char* what : {"scenes", "methods", "constraints", "parameters"}) {
        const Outcome text = run_program(std::string("list ") + what);
        const Outcome json = run_program(std::string("list --json ") + what);
        EXPECT_EQ(text.exit_code, 0);
        EXPECT_EQ(json.exit_code, 0);
        const auto table = nlohmann::json::parse(json.out, nullptr, false);
        ASSERT_TRUE(table.is_array()) << json.out;
        ASSERT_FALSE(table.empty());
        for (const auto& row : table) {
            EXPECT_TRUE(row.contains("key")) << row;
            EXPECT_NE(text.out.find(row["key"].get<std::string>()), std::string::npos) << row;
        }
    }
}

/// The text between two markers of a document, without the line ends around it.
std::string document_part(const std::string& document, const std::string& name) {
    const std::string text = read_text(XPBD_SOURCE_FOLDER "/" + document);
    const std::string open = "<!-- " + name + " -->\n";
    const auto begin = text.find(open);
    const auto end = text.find("<!-- /" + name + " -->");
    if (begin == std::string::npos || end == std::string::npos) {
        return "no markers of " + name;
    }
    return text.substr(begin + open.size(), end - begin - open.size());
}

TEST(RunLink, DoesWhatTheSessionFileDoes) {
    const Folder folder;
    lab::Session session = *lab::default_session("rope_hanging");
    ASSERT_TRUE(lab::apply_assignment(session, "b.stretch_compliance=0.012345"));
    write_text(folder / "session.json", lab::write_session(session));
    const auto run = [](const std::string& word) {
        return run_program("run " + word + " --quiet --frames 20 --hash --set a.iterations=7");
    };
    const Outcome file = run("'" + (folder / "session.json").string() + "'");
    ASSERT_EQ(file.exit_code, 0) << file.error;
    const std::string link = *lab::to_link(session);
    for (const std::string& word : {link, "https://example.org/lab/" + link.substr(link.find('#'))}) {
        const Outcome outcome = run(word); // unquoted, as a user pastes it
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.out, file.out);
    }
    EXPECT_EQ(run("'" + link.substr(link.find('#')) + "'").out, file.out);
}

TEST(RunLink, AFileOfThatNameComesFirst) {
    const Folder folder;
    const std::string name = (folder / "#s1.json").string();
    write_text(name, lab::write_session(*lab::default_session("rope_hanging")));
    EXPECT_EQ(run_program("run --quiet --frames 1 '" + name + "'").exit_code, 0);
}

TEST(ManPage, HoldsEveryOptionOfTheHelp) {
    const Outcome man = run_program("--man");
    ASSERT_EQ(man.exit_code, 0) << man.error;
    EXPECT_TRUE(man.out.starts_with(".TH XPBD\\-LAB 1 ")) << man.out.substr(0, 100);
    int options = 0;
    std::vector<std::string> commands = {"", "run", "sweep", "figure", "list"};
    if (XPBD_WITH_PICTURES) {
        commands.emplace_back("shot");
    }
    for (const std::string& command : commands) {
        const Outcome help = run_program(command + " --help");
        ASSERT_EQ(help.exit_code, 0) << help.error;
        const std::regex name("\n +(?:-h, *)?--([a-z-]+)");
        for (std::sregex_iterator i(help.out.begin(), help.out.end(), name), end; i != end; ++i) {
            const std::string escaped = "\\-\\-" + std::regex_replace((*i)[1].str(), std::regex("-"), "\\-");
            EXPECT_NE(man.out.find(escaped), std::string::npos) << command << " --" << (*i)[1];
            ++options;
        }
    }
    EXPECT_GT(options, 30);
}

TEST(Readme, TablesAreThoseOfTheProgram) {
    const std::pair<const char*, const char*> tables[] = {
        {"src/scenes/SCENES.md", "scenes"},
        {"src/scenes/MATERIALS.md", "fabrics"},
        {"src/scenes/MATERIALS.md", "fabric_parameters"},
        {"src/scenes/MATERIALS.md", "ropes"},
        {"src/scenes/MATERIALS.md", "rope_parameters"},
        {"src/cli/COMMANDS.md", "figures"},
        {"assets/README.md", "lessons"},
        {"assets/README.md", "looks"},
    };
    for (const auto& [document, what] : tables) {
        EXPECT_EQ(document_part(document, what), run_program(std::string("list --markdown ") + what).out)
            << document << ": write it again with: xpbd-lab list --markdown " << what;
    }
}

TEST(Readme, TheReferenceIsTheOneOfTheProgram) {
    EXPECT_EQ(read_text(XPBD_SOURCE_FOLDER "/src/core/REFERENCE.md"), run_program("list reference --markdown").out)
        << "write it again with: xpbd-lab list reference --markdown > src/core/REFERENCE.md";
}

/// A line of C++ without its comment and without the blanks around it.
std::string code_of(std::string line) {
    line = line.substr(0, line.find("//"));
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(' ') + 1 - first);
}

TEST(Readme, TheLinesOfLibraryCodeAreInTheProgramThatThePackageTestBuilds) {
    std::istringstream shown(document_part("README.md", "consumer"));
    std::istringstream built(read_text(XPBD_SOURCE_FOLDER "/tests/package/main.cpp"));
    int found = 0;
    for (std::string line; std::getline(shown, line);) {
        if (line.starts_with("```")) {
            continue;
        }
        bool is_built = false; // found below the line before
        for (std::string other; !is_built && std::getline(built, other);) {
            is_built = code_of(other) == code_of(line);
        }
        ASSERT_TRUE(is_built) << line;
        ++found;
    }
    EXPECT_GE(found, 10);
}

TEST(Readme, IsShort) {
    const std::string text = read_text(XPBD_SOURCE_FOLDER "/README.md");
    EXPECT_LE(text.size(), 12000u);
    EXPECT_LE(line_count(text), 200);
}

TEST(Readme, TheCustomSceneRuns) {
    std::string json = document_part("src/scenes/CUSTOM.md", "custom");
    json = json.substr(json.find('{'), json.rfind('}') + 1 - json.find('{'));
    const Folder folder;
    write_text(folder / "scene.json", json);
    const Outcome outcome = run_program("run --frames 60 --csv - --quiet '" + (folder / "scene.json").string() + "'");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const auto rows = last_rows(outcome.out);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_LT(std::abs(std::stod(rows.at("b").at("mean_strain"))), 0.05);
}

/// A square of 0.4 m in the plane z = 0, cut into two triangles; its upper corners are the vertices 3 and 4.
const std::string kSquare = "v 0 0 0\nv 0.4 0 0\nv 0.4 0.4 0\nv 0 0.4 0\nf 1 2 3\nf 1 3 4\n";

TEST(RunMesh, ByItsNameHangsFromItsTop) {
    const Folder folder;
    for (const char* name : {"shirt.obj", "SHIRT.OBJ"}) {
        write_text(folder / name, kSquare);
        const Outcome outcome =
            run_program("run '" + (folder / name).string() + "' --frames 600 --quiet --particles -");
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        std::istringstream lines(outcome.out);
        std::string line;
        std::getline(lines, line); // header: pane,particle,x,y,z,...
        for (int i = 0; i < 8; ++i) {
            ASSERT_TRUE(std::getline(lines, line));
            char pane = 0;
            int particle = 0;
            double x = 0, y = 0;
            ASSERT_EQ(std::sscanf(line.c_str(), "%c,%d,%lf,%lf", &pane, &particle, &x, &y), 4) << line;
            if (particle >= 2) {
                EXPECT_EQ(y, 0.5) << line; // fixed 1.25 times its height of 0.4 m above the ground
            } else {
                EXPECT_LT(y, 0.1) << line;
                EXPECT_GT(y, 0.02) << line; // above the ground
            }
        }
    }
}

} // namespace
} // namespace xpbd::test
