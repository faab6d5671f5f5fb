// The includes of the sources follow the table of layers in src/README.md: none leads upward, and none in a circle.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::system {
namespace {

namespace fs = std::filesystem;

const fs::path kSources = fs::path(XPBD_SOURCE_FOLDER) / "src";

/// The table of layers. Folders are relative to src; "." is src itself.
struct Layers {
    std::map<std::string, int> rows;                         ///< row of a folder, counted from below
    std::map<std::string, std::vector<std::string>> besides; ///< by top folder: folders of others that it may include

    static std::string top_of(std::string_view folder) { return std::string(folder.substr(0, folder.find('/'))); }
    static bool is_in(std::string_view folder, std::string_view outer) {
        return folder == outer || (folder.starts_with(outer) && folder[outer.size()] == '/');
    }
    bool may_include(const std::string& from, const std::string& to) const {
        if (!rows.contains(from) || !rows.contains(to) || rows.at(to) > rows.at(from)) {
            return false;
        }
        const auto others = besides.find(top_of(from));
        return top_of(from) == top_of(to) ||
               (others != besides.end() && std::any_of(others->second.begin(), others->second.end(),
                                                       [&](const std::string& other) { return is_in(to, other); }));
    }
};

std::vector<std::string> matches(const std::string& text, const char* pattern) {
    const std::regex wanted(pattern);
    std::vector<std::string> found;
    for (auto it = std::sregex_iterator(text.begin(), text.end(), wanted); it != std::sregex_iterator(); ++it) {
        found.push_back((*it)[1]);
    }
    return found;
}

/// Reads the rows "| [folder](folder), ... | purpose | `folder`, ... |" of the first table of a document.
Layers read_layers(std::istream& document) {
    Layers layers;
    int row = 0;
    for (std::string line; std::getline(document, line);) {
        if (!line.starts_with("| [")) {
            if (row > 0) {
                break;
            }
            continue;
        }
        ++row;
        const std::size_t purpose = line.find(" | ");
        const std::size_t last = line.rfind('|', line.size() - 2);
        const std::vector<std::string> folders = matches(line.substr(0, purpose), R"(\]\(([^)]+)\))");
        for (const std::string& folder : folders) {
            EXPECT_TRUE(layers.rows.emplace(folder, row).second) << folder << " has two rows";
        }
        for (const std::string& other : matches(line.substr(last), "`([a-z_/]+)`")) {
            layers.besides[folders.front()].push_back(other);
        }
    }
    return layers;
}

/// Files with the files of src that they include, all relative to src.
using Includes = std::map<std::string, std::vector<std::string>>;

Includes read_includes() {
    Includes includes;
    for (const auto& entry : fs::recursive_directory_iterator(kSources)) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") {
            continue;
        }
        std::vector<std::string>& of_file = includes[entry.path().lexically_relative(kSources).generic_string()];
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) {
            if (const std::size_t open = line.find('"'); line.starts_with("#include") && open != line.npos) {
                of_file.push_back(line.substr(open + 1, line.rfind('"') - open - 1));
            }
        }
    }
    return includes;
}

std::string folder_of(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    return slash == file.npos ? "." : file.substr(0, slash);
}

/// One line per include that the layers do not allow.
std::vector<std::string> upward(const Layers& layers, const Includes& includes) {
    std::vector<std::string> found;
    for (const auto& [file, included] : includes) {
        for (const std::string& other : included) {
            if (!layers.may_include(folder_of(file), folder_of(other))) {
                found.push_back(file + " includes " + other);
            }
        }
    }
    return found;
}

/// One line per include that closes a circle of files.
std::vector<std::string> circles(const Includes& includes) {
    enum class Visit { open, done };
    std::map<std::string, Visit> visits;
    std::vector<std::string> found;
    const auto visit = [&](const auto& self, const std::string& file) -> void {
        visits[file] = Visit::open;
        if (const auto of_file = includes.find(file); of_file != includes.end()) {
            for (const std::string& other : of_file->second) {
                if (const auto known = visits.find(other); known == visits.end()) {
                    self(self, other);
                } else if (known->second == Visit::open) {
                    found.push_back(file + " includes " + other + ", which includes it in a circle");
                }
            }
        }
        visits[file] = Visit::done;
    };
    for (const auto& [file, included] : includes) {
        if (!visits.contains(file)) {
            visit(visit, file);
        }
    }
    return found;
}

Layers layers_of_the_sources() {
    std::ifstream document(kSources / "README.md");
    return read_layers(document);
}

TEST(Layers, NoIncludeRunsUpward) {
    const Includes includes = read_includes();
    EXPECT_GT(includes.size(), 400u) << "sources that were read";
    for (const std::string& line : upward(layers_of_the_sources(), includes)) {
        ADD_FAILURE() << line << ", against the table of layers in src/README.md";
    }
}

TEST(Layers, NoIncludeRunsInACircle) {
    for (const std::string& line : circles(read_includes())) {
        ADD_FAILURE() << line;
    }
}

TEST(Layers, TheTableNamesEveryFolderAndNoOther) {
    const Layers layers = layers_of_the_sources();
    std::set<std::string> folders;
    for (const auto& [file, included] : read_includes()) {
        folders.insert(folder_of(file));
    }
    folders.erase("web/include/glad"); // replaces a library, so it has no layer
    for (const std::string& folder : folders) {
        EXPECT_TRUE(layers.rows.contains(folder)) << folder << " has no row";
    }
    for (const auto& row : layers.rows) {
        const bool holds = std::any_of(folders.begin(), folders.end(),
                                       [&](const std::string& folder) { return Layers::is_in(folder, row.first); });
        EXPECT_TRUE(holds) << row.first << " has a row, but no sources";
    }
    for (const auto& [top, others] : layers.besides) {
        for (const std::string& other : others) {
            EXPECT_TRUE(layers.rows.contains(other)) << "the row of " << top << " names " << other;
        }
    }
}

TEST(LayersScan, FindsUpwardIncludesAndCircles) {
    std::istringstream document("text\n\n"
                                "| folder | purpose | besides |\n|---|---|---|\n"
                                "| [a/low](a/low) | first | |\n"
                                "| [a](a) | second | |\n"
                                "| [b/one](b/one), [b/two](b/two) | third | |\n"
                                "| [b](b) | fourth | `a/low`; JSON |\n\n"
                                "| [c](c) | of another table | |\n");
    const Layers layers = read_layers(document);
    EXPECT_EQ(layers.rows.size(), 5u);
    EXPECT_EQ(upward(layers, {{"a/x.h", {"a/low/y.h"}}, {"b/one/x.h", {"b/two/y.h", "a/low/y.h"}}}),
              std::vector<std::string>{});
    EXPECT_EQ(upward(layers, {{"a/low/y.h", {"a/x.h"}},   // upward within a top folder
                              {"b/x.h", {"a/x.h"}},       // a folder that the row does not name
                              {"b/two/y.h", {"b/x.h"}},   // upward
                              {"c/x.h", {"a/low/y.h"}}}), // a folder without a row
              (std::vector<std::string>{"a/low/y.h includes a/x.h", "b/two/y.h includes b/x.h", "b/x.h includes a/x.h",
                                        "c/x.h includes a/low/y.h"}));
    EXPECT_EQ(circles({{"a.h", {"b.h"}}, {"b.h", {"c.h"}}, {"c.h", {"a.h", "d.h"}}, {"d.h", {}}}),
              std::vector<std::string>{"c.h includes a.h, which includes it in a circle"});
    EXPECT_EQ(circles({{"a.h", {"b.h", "c.h"}}, {"b.h", {"c.h"}}, {"c.h", {}}}), std::vector<std::string>{});
}

} // namespace
} // namespace xpbd::system
