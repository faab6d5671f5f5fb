#pragma once

#include "../temporary_folder.h"
#include "system/names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

/// Runs the real program as a user's shell would.
namespace xpbd::test {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string error;
};

inline std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// A new temporary folder, which the destructor removes.
class Folder {
public:
    Folder() = default;
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code code;
        std::filesystem::remove_all(path_, code);
    }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_ = make_temporary_folder();
};

/// A path as one word of a command line.
inline std::string quoted(const std::filesystem::path& path) {
    return "'" + system::text_of(path) + "'";
}

/// Runs the program with these words, quoted as for a shell, in a folder of its own. `environment` are words like
/// `NAME=value` or `-u NAME`; no display is inherited.
Outcome run_program(const std::string& arguments, const std::string& environment = "");

/// Runs a shell's command line in a folder of its own. POSIX only.
Outcome run_shell(const std::string& line);

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
