#pragma once

#include "../temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

/// Runs the real program as a user's shell would.
namespace xpbd::test {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string error;
};

inline std::string read_text(const std::filesystem::path& path) {
    return slurp(system::text_of(path));
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
    spill(system::text_of(path), text);
}

using Folder = OwnedFolder;

/// A path as one word of a command line.
inline std::string quoted(const std::filesystem::path& path) {
    return "'" + system::text_of(path) + "'";
}

/// Runs the program with these words, quoted as for a shell, in a folder of its own. `environment` are words like
/// `NAME=value` or `-u NAME`; no display is inherited.
Outcome run_program(const std::string& arguments, const std::string& environment = "");

/// Runs a shell's command line in a folder of its own. POSIX only.
Outcome run_shell(const std::string& line);

/// A running program. Its output goes to `out` and `error` in a folder of its own.
class RunningProgram {
public:
    RunningProgram() = default;
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    /// Waits until `condition` holds; false where the program has ended before, or it takes too long.
    template <class Condition>
    bool wait_until(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + kHang;
        while (!condition()) {
            if (ended() || std::chrono::steady_clock::now() > deadline) {
                return condition();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return true;
    }

    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
    /// Files in the program's folder, except `out` and `error`.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            const std::string name = entry.path().filename().string();
            if (name != "out" && name != "error") {
                names.push_back(name);
            }
        }
        return names;
    }

protected:
    static constexpr std::chrono::seconds kHang{100}; ///< far longer than a loaded machine needs

    ~RunningProgram() = default;
    virtual bool ended() = 0;

    Folder folder_;
};

/// Checks the end of a run with bad input or lost output: this exit code, and one line on stderr with all these words.
inline void expect_one_line(const Outcome& outcome, int exit_code, const std::vector<std::string>& words) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_EQ(outcome.error.find("xpbd-lab: "), 0u) << outcome.error;
    for (const std::string& word : words) {
        EXPECT_NE(outcome.error.find(word), std::string::npos) << "\"" << word << "\" is missing in: " << outcome.error;
    }
}

/// The last row of each pane in a CSV, by column name.
inline std::map<std::string, std::map<std::string, std::string>> last_rows(const std::string& csv) {
    std::istringstream lines(csv);
    const auto split = [](const std::string& line) {
        std::vector<std::string> cells;
        std::istringstream stream(line);
        for (std::string cell; std::getline(stream, cell, ',');) {
            cells.push_back(cell);
        }
        if (line.ends_with(',')) {
            cells.emplace_back();
        }
        return cells;
    };
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> head = split(line);
    std::map<std::string, std::map<std::string, std::string>> rows;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = split(line);
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            row[head[i]] = cells[i];
        }
        rows[row["pane"]] = row;
    }
    return rows;
}

} // namespace xpbd::test
