// One quantity has one name: compares the table of terms in assets/README.md with every text that people read.
#include "../temporary_folder.h"
#include "core/model/method_traits.h"
#include "lab/lessons/lesson.h"
#include "lab/readouts/readouts.h"
#include "scenes/scenes.h"
#include "window/commands/actions.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd {
namespace {

struct Term {
    std::string name;
    std::string key; ///< "" for a term that is no key of a table
    std::vector<std::string> others;
};

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" `");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" `") - first + 1);
}

std::vector<Term> terms() {
    std::istringstream in(test::slurp(XPBD_SOURCE_FOLDER "/assets/README.md"));
    std::vector<Term> table;
    bool within = false;
    for (std::string line; std::getline(in, line);) {
        within = line.starts_with("## ") ? line == "## Terms" : within;
        if (!within || !line.starts_with("| ") || line.starts_with("| term ")) {
            continue;
        }
        std::vector<std::string> cells;
        std::istringstream row(line.substr(1));
        for (std::string cell; std::getline(row, cell, '|');) {
            cells.push_back(trimmed(cell));
        }
        EXPECT_EQ(cells.size(), 5u) << line;
        Term term{cells[0], cells[1], {}};
        std::istringstream others(cells.back());
        for (std::string other; std::getline(others, other, ',');) {
            term.others.push_back(trimmed(other));
        }
        table.push_back(std::move(term));
    }
    return table;
}

using Texts = std::vector<std::pair<std::string, std::string>>; ///< the place of each text, and the text

void add_row(Texts& texts, const std::string& where, const ParameterInfo& info) {
    for (const std::string_view text : {info.label, info.tooltip, info.zero_label}) {
        texts.emplace_back(where + "." + std::string(info.key), text);
    }
    for (const std::string_view label : info.choice_labels) {
        texts.emplace_back(where + "." + std::string(info.key), label);
    }
}

Texts texts_of_tables() {
    Texts texts;
    for (const lab::Readout& row : lab::readouts()) {
        texts.emplace_back(row.key, row.label);
        texts.emplace_back(row.key, row.tooltip);
    }
    for (const SettingsParameter& row : settings_parameters()) {
        add_row(texts, "settings", row.info);
    }
    for (const WorldParameter& row : world_parameters()) {
        add_row(texts, "world", row.info);
    }
    for (const MethodTraits& row : methods()) {
        texts.emplace_back(row.key, row.summary);
    }
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        texts.emplace_back(scene.key, scene.label);
        texts.emplace_back(scene.key, scene.caption);
        for (const ParameterInfo& row : scene.parameters) {
            add_row(texts, std::string(scene.key), row);
        }
        for (const scenes::SceneReadout& row : scene.readouts) {
            texts.emplace_back(scene.key, row.label);
            texts.emplace_back(scene.key, row.tooltip);
        }
    }
    for (const window::Action& row : window::actions()) {
        texts.emplace_back(row.id, row.text);
    }
    return texts;
}

Texts texts_of_files() {
    Texts texts;
    const std::filesystem::path folder = XPBD_SOURCE_FOLDER;
    for (const char* document :
         {"README.md", "src/core/REFERENCE.md", "src/scenes/SCENES.md", "src/scenes/MATERIALS.md",
          "src/scenes/CUSTOM.md", "src/cli/COMMANDS.md", "src/window/README.md", "src/web/README.md",
          "tests/benchmarks/README.md", "assets/desktop/README.md"}) {
        texts.emplace_back(document, test::slurp(folder / document));
        EXPECT_FALSE(texts.back().second.empty()) << document;
    }
    for (const auto& file : std::filesystem::directory_iterator(folder / "assets/lessons")) {
        if (file.path().extension() == ".json") {
            texts.emplace_back(file.path().filename().string(), test::slurp(file.path()));
        }
    }
    return texts;
}

/// True if the text contains the words, with no letter, digit or underscore directly before or after them.
bool says(const std::string& text, const std::string& words) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (auto at = text.begin();; ++at) {
        at = std::search(at, text.end(), words.begin(), words.end(), same);
        if (at == text.end()) {
            return false;
        }
        const auto end = at + static_cast<std::ptrdiff_t>(words.size());
        if ((at == text.begin() || !letter(*(at - 1))) && (end == text.end() || !letter(*end))) {
            return true;
        }
    }
}

TEST(Terms, NoTextUsesAnotherName) {
    const std::vector<Term> table = terms();
    ASSERT_GE(table.size(), 20u);
    Texts texts = texts_of_tables();
    ASSERT_GE(texts.size(), 300u);
    const Texts files = texts_of_files();
    ASSERT_GE(files.size(), 10u);
    texts.insert(texts.end(), files.begin(), files.end());
    for (const Term& term : table) {
        for (const std::string& other : term.others) {
            for (const auto& [where, text] : texts) {
                EXPECT_FALSE(says(text, other)) << where << ": \"" << other << "\" is \"" << term.name << "\"";
            }
        }
    }
}

TEST(Terms, ARowOfATableHasTheNameOfItsTerm) {
    const std::vector<Term> table = terms();
    std::multimap<std::string, std::string> names;
    for (const Term& term : table) {
        names.emplace(term.key, term.name);
    }
    const auto expect_named = [&](std::string_view key, std::string_view label, const std::string& where) {
        const auto [begin, end] = names.equal_range(std::string(key));
        if (begin != end) {
            EXPECT_TRUE(std::any_of(begin, end, [&](const auto& entry) { return entry.second == label; }))
                << where << " calls " << key << " \"" << label << "\"";
        }
    };
    for (const lab::Readout& row : lab::readouts()) {
        expect_named(row.key, row.label, "readouts");
    }
    for (const SettingsParameter& row : settings_parameters()) {
        expect_named(row.info.key, row.info.label, "settings");
    }
    for (const WorldParameter& row : world_parameters()) {
        expect_named(row.info.key, row.info.label, "world");
    }
    // A scene may give a readout a label of its own: that label must be a term, too.
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        for (const scenes::SceneReadout& row : scene.readouts) {
            const bool known =
                std::any_of(table.begin(), table.end(), [&](const Term& t) { return t.name == row.label; });
            EXPECT_TRUE(row.label.empty() || known) << scene.key << ": " << row.label;
        }
    }
}

} // namespace
} // namespace xpbd
