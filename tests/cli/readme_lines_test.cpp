// The command lines of the README and of src/cli/COMMANDS.md, with smaller sizes.
#include "program.h"

#include <gtest/gtest.h>
#include <regex>
#include <set>

namespace xpbd::test {
namespace {

/// The command lines of a document that run the program, without the program's name and without comments, each once.
std::set<std::string> command_lines(const std::string& document) {
    std::istringstream text(read_text(XPBD_SOURCE_FOLDER "/" + document));
    const std::string program = "build/release/xpbd-lab ";
    std::set<std::string> found;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with(program)) {
            line = line.substr(0, line.find('#'));
            found.insert(line.substr(program.size(), line.find_last_not_of(' ') + 1 - program.size()));
        }
    }
    return found;
}

/// Replaces the sizes in a line by small ones, so that the test takes seconds.
std::string smaller(std::string line) {
    line = std::regex_replace(line, std::regex("--(frames?) \\d+"), "--$1 4");
    line = std::regex_replace(line, std::regex("1920x1080"), "320x180");
    line = std::regex_replace(line, std::regex("figure all"), "figure oscillator");
    if (line.starts_with("sweep")) {
        line += " --frames 4";
    }
    if (line.starts_with("shot") && line.find("--size") == std::string::npos) {
        line += " --size 64x48";
    }
    return line;
}

TEST(Readme, CommandLinesRun) {
    std::set<std::string> lines = command_lines("README.md");
    ASSERT_EQ(lines.size(), 6u);
    lines.merge(command_lines("src/cli/COMMANDS.md"));
    ASSERT_GE(lines.size(), 8u);
    const bool films = run_shell("command -v ffmpeg").exit_code == 0;
    for (const std::string& line : lines) {
        const Outcome outcome = run_program(smaller(line));
        if (line.find(".mp4") != std::string::npos && !films) {
            EXPECT_NE(outcome.exit_code, 0) << smaller(line);
            EXPECT_NE(outcome.error.find("ffmpeg"), std::string::npos) << outcome.error;
        } else {
            EXPECT_EQ(outcome.exit_code, 0) << smaller(line) << "\n" << outcome.error;
        }
    }
}

} // namespace
} // namespace xpbd::test
