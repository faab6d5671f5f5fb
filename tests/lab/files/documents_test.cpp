// The documents live in the repository: every citation in the sources has an entry in the bibliography, nothing outside
// is cited, links lead somewhere, and the files, types, commands, options and tests that the documents name exist.
#include "fixtures.h"
#include "lab/looks/looks.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string_view>
#include <vector>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;
using test::slurp;

const fs::path kRoot = test::source_folder();
const fs::path kBibliography = kRoot / "src/core/FORMULAS.md";

/// Words that look like the label of a citation but are something else.
const std::set<std::string> kNoCitations = {
    "F12", // a key
    "X11", // the window system
};

/// The files of the repository with one of these extensions, by path.
std::map<std::string, std::string> files_with(const std::set<std::string>& extensions) {
    std::map<std::string, std::string> files;
    const auto take = [&](const fs::directory_entry& entry) {
        if (entry.is_regular_file() && extensions.contains(entry.path().extension().string())) {
            files[entry.path().string()] = slurp(entry.path().string());
        }
    };
    for (const char* folder : {"src", "tests", "shaders", "third_party", "assets", ".github", ".ci"}) {
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
            take(entry);
        }
    }
    for (const auto& entry : fs::directory_iterator(kRoot)) {
        take(entry);
    }
    return files;
}

/// The comments and the code of a C++ or GLSL source. Each is as long as the source, with blanks for the other part.
struct SplitSource {
    std::string comments;
    std::string code; ///< with its strings
};

SplitSource split(std::string_view source) {
    enum class In { code, line, block, text, character } in = In::code;
    SplitSource parts;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char c = source[i];
        const char next = i + 1 < source.size() ? source[i + 1] : '\0';
        if (in == In::code && c == 'R' && next == '"') { // a raw string: up to its own end
            const std::size_t open = source.find('(', i);
            const std::string end = ")" + std::string(source.substr(i + 2, open - i - 2)) + "\"";
            const std::size_t last = std::min(source.find(end, open), source.size() - end.size()) + end.size() - 1;
            parts.code += source.substr(i, last + 1 - i);
            parts.comments.resize(parts.code.size(), ' ');
            i = last;
            continue;
        }
        const bool comment = in == In::line || in == In::block;
        parts.comments += comment || c == '\n' ? c : ' ';
        parts.code += comment && c != '\n' ? ' ' : c;
        if (in == In::code) {
            const bool digit_separator = c == '\'' && i > 0 && std::isalnum(static_cast<unsigned char>(source[i - 1]));
            in = c == '/' && next == '/'         ? In::line
                 : c == '/' && next == '*'       ? In::block
                 : c == '"'                      ? In::text
                 : c == '\'' && !digit_separator ? In::character
                                                 : In::code;
        } else if (in == In::line && c == '\n') {
            in = In::code;
        } else if (in == In::block && c == '*' && next == '/') {
            in = In::code;
            parts.comments += ' ';
            parts.code += ' ';
            ++i;
        } else if ((in == In::text && c == '"') || (in == In::character && c == '\'')) {
            in = In::code;
        } else if ((in == In::text || in == In::character) && c == '\\' && i + 1 < source.size()) {
            parts.comments += ' ';
            parts.code += source[++i];
        }
    }
    return parts;
}

std::string comments_of(std::string_view source) {
    return split(source).comments;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    return words;
}

/// True for the label of a citation: one or two capitals and two digits, such as X16 or SS19.
bool is_label(std::string_view word) {
    const auto upper = [](unsigned char c) { return std::isupper(c) != 0; };
    const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    return (word.size() == 3 || word.size() == 4) && std::all_of(word.begin(), word.end() - 2, upper) &&
           std::all_of(word.end() - 2, word.end(), digit);
}

/// The citation labels among the words of a text.
std::set<std::string> labels_in(std::string_view text) {
    std::set<std::string> labels;
    for (const std::string& word : words_of(text)) {
        if (is_label(word) && !kNoCitations.contains(word)) {
            labels.insert(word);
        }
    }
    return labels;
}

/// Entries of the bibliography, lines that begin with "- **LABEL** ".
std::set<std::string> bibliography(const std::string& document) {
    std::set<std::string> labels;
    std::istringstream lines(document);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t end = line.find("**", 4);
        if (line.starts_with("- **") && end != std::string::npos && is_label(line.substr(4, end - 4))) {
            labels.insert(line.substr(4, end - 4));
        }
    }
    return labels;
}

const std::set<std::string> kSources = {".h", ".cpp", ".vert", ".frag"};

TEST(Documents, EveryCitationHasAnEntryInTheBibliography) {
    const std::set<std::string> known = bibliography(slurp(kBibliography.string()));
    ASSERT_GE(known.size(), 10u) << kBibliography;
    for (const auto& [path, source] : files_with(kSources)) {
        for (const std::string& label : labels_in(comments_of(source))) {
            EXPECT_TRUE(known.contains(label)) << path << " cites " << label << ", which is not in " << kBibliography;
        }
    }
}

TEST(Documents, EveryEntryOfTheBibliographyIsCited) {
    std::set<std::string> cited;
    for (const auto& [path, source] : files_with(kSources)) {
        cited.merge(labels_in(comments_of(source)));
    }
    std::istringstream lines(slurp(kBibliography.string()));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("- **")) {
            cited.merge(labels_in(line));
        }
    }
    for (const std::string& label : bibliography(slurp(kBibliography.string()))) {
        EXPECT_TRUE(cited.contains(label)) << label;
    }
}

TEST(Documents, NothingOutsideTheRepositoryIsCited) {
    const std::string e = "E"; // built from parts, so that this file does not cite the names
    const std::set<std::string> outside = {"D" + e + "SIGN", "M" + e + "THODS", std::string("U") + "X", "STYL" + e};
    const std::set<std::string> texts = {".h",  ".cpp", ".vert", ".frag", ".txt", ".cmake",
                                         ".in", ".sh",  ".md",   ".json", ".yml"};
    for (const auto& [path, text] : files_with(texts)) {
        for (const std::string& word : words_of(text)) {
            EXPECT_FALSE(outside.contains(word)) << path << " cites " << word << ", which no reader of it has";
        }
    }
}

/// A document's lines outside of fenced blocks, and the lines inside of them.
struct Prose {
    std::vector<std::string> lines;
    std::vector<std::string> fenced;
};

Prose prose_of(const std::string& document) {
    Prose prose;
    bool is_fenced = false;
    std::istringstream in(document);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            is_fenced = !is_fenced;
        } else {
            (is_fenced ? prose.fenced : prose.lines).push_back(line);
        }
    }
    return prose;
}

/// The words of a document between backticks, outside of fenced blocks.
std::vector<std::string> quoted_in(const Prose& prose) {
    std::vector<std::string> quoted;
    for (const std::string& line : prose.lines) {
        std::size_t from = line.find('`');
        for (std::size_t to = 0; from != std::string::npos; from = line.find('`', to + 1)) {
            to = line.find('`', from + 1);
            if (to == std::string::npos) {
                break;
            }
            quoted.push_back(line.substr(from + 1, to - from - 1));
        }
    }
    return quoted;
}

/// The anchors of a document's headings, as GitHub makes them: lower case, no punctuation, - for a blank.
std::set<std::string> anchors_of(const Prose& prose) {
    std::set<std::string> anchors;
    for (const std::string& line : prose.lines) {
        const std::size_t title = line.find_first_not_of('#');
        if (title == 0 || title == std::string::npos || line[title] != ' ') {
            continue;
        }
        std::string anchor;
        for (const char c : line.substr(title + 1)) {
            const auto u = static_cast<unsigned char>(c);
            if (c == ' ' || c == '-') {
                anchor += '-';
            } else if (std::isalnum(u) != 0 || c == '_' || u >= 0x80) {
                anchor += static_cast<char>(std::tolower(u));
            }
        }
        anchors.insert(anchor);
    }
    return anchors;
}

TEST(Documents, LinksLeadToFilesAndHeadingsThatExist) {
    int links = 0;
    for (const auto& [path, text] : files_with({".md"})) {
        for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) {
            const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
            if (link.empty() || link.find("://") != std::string::npos) {
                continue;
            }
            ++links;
            const std::size_t hash = std::min(link.find('#'), link.size());
            const fs::path target = hash == 0 ? fs::path(path) : fs::path(path).parent_path() / link.substr(0, hash);
            EXPECT_TRUE(fs::exists(target)) << path << " links to " << link;
            if (hash < link.size() && target.extension() == ".md" && fs::exists(target)) {
                EXPECT_TRUE(anchors_of(prose_of(slurp(target.string()))).contains(link.substr(hash + 1)))
                    << path << " links to " << link << ", a heading that does not exist";
            }
        }
    }
    EXPECT_GT(links, 100);
}

/// Everything of the repository that a document can name.
struct Names {
    std::set<std::string> words;    ///< of code, strings, scripts and data; not of comments
    std::set<std::string> types;    ///< declared in C++, and the suites of the tests
    std::set<std::string> paths;    ///< files and folders, from the root
    std::set<std::string> commands; ///< string literals in the sources of the command line
    std::string options;            ///< all text that declares or passes options
};

Names collect_names() {
    Names names;
    const std::set<std::string> declaring = {"class",   "struct",   "enum", "using",  "union",
                                             "concept", "typename", "TEST", "TEST_F", "TEST_P"};
    const std::regex in_quotes("\"([a-z]+)\"");
    const auto take_words = [&](const std::string& text) {
        std::string before;
        for (std::string& word : words_of(text)) {
            if (declaring.contains(before)) {
                names.types.insert(word);
            }
            before = word;
            names.words.insert(std::move(word));
        }
    };
    for (const auto& [path, source] : files_with({".h", ".cpp", ".vert", ".frag", ".glsl"})) {
        const std::string code = split(source).code;
        take_words(code);
        names.options += code;
        if (fs::path(path).parent_path() == kRoot / "src/cli") {
            for (std::sregex_iterator i(code.begin(), code.end(), in_quotes), end; i != end; ++i) {
                names.commands.insert((*i)[1]);
            }
        }
    }
    for (const LookRow& row : looks()) { // `shot` makes options of them
        std::string key(row.info.key);
        std::replace(key.begin(), key.end(), '_', '-');
        names.options += "\"--" + key + "\" \"--no-" + key + "\" ";
    }
    const std::regex comment("(^|\n)[ \t]*#[^\n]*");
    for (const auto& [path, text] :
         files_with({".txt", ".cmake", ".sh", ".yml", ".json", ".js", ".mjs", ".html", ".in", ".mm"})) {
        const bool script = fs::path(path).extension() != ".json";
        const std::string code = script && text.size() < 100000 ? std::regex_replace(text, comment, "$1") : text;
        take_words(code);
        names.options += code;
    }
    const auto take_path = [&](const fs::path& file) {
        names.paths.insert(fs::relative(file, kRoot).generic_string());
        take_words(file.filename().string());
    };
    for (const char* folder : {"src", "tests", "shaders", "third_party", "assets", ".github", ".ci"}) {
        take_path(kRoot / folder);
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
            take_path(entry.path());
        }
    }
    for (const auto& entry : fs::directory_iterator(kRoot)) {
        if (entry.is_regular_file()) {
            take_path(entry.path());
        }
    }
    return names;
}

const Names& names_of_the_repository() {
    static const Names names = collect_names();
    return names;
}

/// Names from other libraries and tools that the documents mention.
const std::set<std::string> kTheirs = {"PhysicsSystem", "Optimize", "llvm"};

/// True for a path that exists in the repository: relative to its root, to `src` or to the document's folder, or as the
/// end of another path. A * matches any number of letters.
bool is_path(const Names& names, const fs::path& document, std::string path) {
    while (path.ends_with('/')) {
        path.pop_back();
    }
    const fs::path folder = fs::relative(document.parent_path(), kRoot);
    if (names.paths.contains(path) || names.paths.contains((folder / path).lexically_normal().generic_string())) {
        return true;
    }
    std::string pattern = "(.*/)?";
    for (const char c : path) {
        pattern += c == '*'                                      ? std::string("[^/]*")
                   : std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c)
                                                                 : std::string("\\") + c;
    }
    const std::regex end(pattern);
    return std::any_of(names.paths.begin(), names.paths.end(),
                       [&](const std::string& each) { return std::regex_match(each, end); });
}

/// The fault of a command line of the program, given without the program's name; "" if it has no fault.
std::string fault_of_command(const Names& names, const std::string& command) {
    const std::regex first_word("^([a-z]+)( .*)?$");
    std::smatch match;
    if (std::regex_match(command, match, first_word) && !names.commands.contains(match[1])) {
        return "no command " + match[1].str();
    }
    const std::regex option("(?:^| )(--[a-z][a-z-]*)");
    for (std::sregex_iterator i(command.begin(), command.end(), option), end; i != end; ++i) {
        if (names.options.find("\"" + (*i)[1].str() + "\"") == std::string::npos &&
            !std::set<std::string>{"--help", "--version"}.contains((*i)[1])) {
            return "no option " + (*i)[1].str();
        }
    }
    return "";
}

/// True for Suite.Name, which TheTestsThatTheyNameExist looks up.
bool is_test_name(const std::string& quoted) {
    static const std::regex test(R"([A-Z]\w*\.[A-Z]\w*)");
    return std::regex_match(quoted, test);
}

/// The fault of a name between backticks; "" if the name exists, and for text that is no name.
std::string fault_of_name(const Names& names, const fs::path& document, const std::string& quoted) {
    const std::string program = "xpbd-lab ";
    if (quoted.starts_with(program)) {
        return fault_of_command(names, quoted.substr(program.size()));
    }
    static const std::regex option("(--[a-z][a-z-]*)([ =].*)?");
    std::smatch match;
    if (std::regex_match(quoted, match, option)) {
        return names.options.find(match[1]) == std::string::npos ? "no option " + match[1].str() : "";
    }
    static const std::regex path(
        R"([\w.*-]+(/[\w.*-]+)+/?|[\w.*-]+\.(h|cpp|cmake|sh|glsl|vert|frag|js|mjs|md|html|yml|txt))");
    static const std::regex placeholder(R"(.*(^|/)[A-Z]{3,}(/|$).*)");
    if (std::regex_match(quoted, path)) {
        if (quoted.starts_with("build/") || std::regex_match(quoted, placeholder)) {
            return "";
        }
        return is_path(names, document, quoted) ? "" : "no file or folder";
    }
    static const std::regex name(R"(([A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*)(\(.*\))?)");
    if (std::regex_match(quoted, match, name) && !is_test_name(quoted)) {
        const std::vector<std::string> words = words_of(match[1].str());
        for (const std::string& word : words) {
            if (word.size() > 1 && !names.words.contains(word) && !kTheirs.contains(word)) {
                return "no " + word + " in the sources";
            }
        }
        const auto is_lower = [](unsigned char c) { return std::islower(c) != 0; };
        const std::string& type = words.front();
        if (std::isupper(static_cast<unsigned char>(type[0])) != 0 && std::any_of(type.begin(), type.end(), is_lower) &&
            !names.types.contains(type) && !kTheirs.contains(type) && !names.paths.contains(quoted)) {
            return "no type " + type;
        }
        return "";
    }
    // In other text, such as `List<Item>`, a word in PascalCase is a type.
    static const std::regex humps("[A-Z][a-z0-9]+([A-Z][a-z0-9]*)+");
    for (const std::string& word : words_of(quoted)) {
        if (std::regex_match(word, humps) && !names.types.contains(word) && !kTheirs.contains(word) &&
            quoted.find("TEST(") == std::string::npos && !is_test_name(quoted)) {
            return "no type " + word;
        }
    }
    return "";
}

TEST(Documents, TheNamesInBackticksExist) {
    const Names& names = names_of_the_repository();
    std::size_t count = 0;
    for (const auto& [path, text] : files_with({".md"})) {
        const Prose prose = prose_of(text);
        for (const std::string& quoted : quoted_in(prose)) {
            EXPECT_EQ(fault_of_name(names, path, quoted), "") << path << " names `" << quoted << "`";
            ++count;
        }
        const std::string program = "build/release/xpbd-lab ";
        for (const std::string& line : prose.fenced) {
            const std::size_t at = line.find(program);
            if (at == 0 || (at != std::string::npos && line.starts_with("srun "))) {
                const std::string command = line.substr(at + program.size());
                EXPECT_EQ(fault_of_command(names, command.substr(0, command.find('#'))), "") << path << ": " << line;
            }
        }
    }
    EXPECT_GT(count, 1000u);
}

/// The invented names are split into pieces: this file is itself searched for names, and must not hold them.
TEST(DocumentsScan, FindsNamesThatDoNotExist) {
    const Names& names = names_of_the_repository();
    const fs::path document = kRoot / "src/core/FORMULAS.md";
    const std::vector<std::string> good = {
        "Settings",         "Settings::iterations",
        "finalise()",       "core/model/model.h",
        "model.h",          "order/",
        "tests/e2e/hand.*", "xpbd-lab run --csv -",
        "--memory GIB",     "a.iterations",
        "XPBD_WINDOW",      "two words",
        "CMakeLists.txt",   "m/N m",
    };
    for (const std::string& name : good) {
        EXPECT_EQ(fault_of_name(names, document, name), "") << name;
    }
    const std::string type = std::string("Zwoe") + "lfer";
    const std::string word = std::string("zwoe") + "lfer";
    const std::vector<std::string> bad = {
        type,
        "Settings::" + type,
        type + "()",
        "core/" + word + ".h",
        word + ".h",
        "src/" + word,
        "List<" + type + "Item>",
        "a." + word,
        "xpbd-lab " + word,
        "--" + word + " 3",
        "xpbd-lab run --" + word,
    };
    for (const std::string& name : bad) {
        EXPECT_NE(fault_of_name(names, document, name), "") << name;
    }
    EXPECT_NE(fault_of_name(names, document, "Iterations"), "") << "a word of the code, and no type";
    EXPECT_EQ(anchors_of(prose_of("# A thing's `name`: (1)\n```\n# none\n```\n")),
              std::set<std::string>{"a-things-name-1"});
}

TEST(Documents, TheTestsThatTheyNameExist) {
    std::set<std::string> tests;
    for (const auto& [path, source] : files_with({".cpp"})) {
        for (std::size_t at = source.find("\nTEST"); at != std::string::npos; at = source.find("\nTEST", at + 1)) {
            const std::size_t open = source.find('(', at);
            const std::vector<std::string> words = words_of(source.substr(open, source.find(')', open) - open));
            if (words.size() >= 2) {
                tests.insert(words[0] + "." + words[1]);
            }
        }
    }
    for (const auto& [path, source] : files_with({".txt"})) { // CMakeLists.txt declares tests that are scripts
        for (const std::string_view call : {"add_test(NAME ", "machine_test("}) {
            for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
                const std::size_t from = at + call.size();
                tests.insert(source.substr(from, source.find_first_of(" )\n", from) - from));
            }
        }
    }
    for (const auto& [path, text] : files_with({".md"})) {
        for (const std::string& quoted : quoted_in(prose_of(text))) {
            if (is_test_name(quoted)) {
                EXPECT_TRUE(tests.contains(quoted)) << path << " names the test " << quoted;
            }
        }
    }
}

TEST(Documents, EveryLargeFolderOfTheSourcesHasAShortReadme) {
    for (const auto& folder : fs::recursive_directory_iterator(kRoot / "src")) {
        if (!folder.is_directory()) {
            continue;
        }
        const auto files =
            std::count_if(fs::directory_iterator(folder), fs::directory_iterator(), [](const auto& entry) {
                return entry.is_regular_file() && entry.path().extension() != ".md";
            });
        const fs::path readme = folder.path() / "README.md";
        if (files > 5) {
            EXPECT_TRUE(fs::exists(readme)) << folder.path() << " has " << files << " files and no README";
        }
        const std::string text = fs::exists(readme) ? slurp(readme.string()) : "";
        EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 60) << readme;
    }
}

/// The names of all files below a folder, without their endings.
std::set<std::string> stems_below(const fs::path& folder) {
    std::set<std::string> stems;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        stems.insert(entry.path().stem().string());
    }
    return stems;
}

TEST(Documents, ATestIsNamedAfterItsSourceOrItsFirstLineSaysWhatItTests) {
    const std::string ending = "_test";
    for (const char* layer : {"core", "scenes", "system", "lab", "render", "picture", "cli", "window"}) {
        const std::set<std::string> sources = stems_below(kRoot / "src" / layer);
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests" / layer)) {
            const std::string stem = entry.path().stem().string();
            if (stem.ends_with(ending) && !sources.contains(stem.substr(0, stem.size() - ending.size()))) {
                EXPECT_TRUE(slurp(entry.path().string()).starts_with("// ")) << entry.path();
            }
        }
    }
}

/// The items of a Markdown list that begins at `from`, each on one line.
std::vector<std::string> items_from(const std::string& text, std::size_t from) {
    std::vector<std::string> items;
    std::istringstream lines(text.substr(from));
    for (std::string line; std::getline(lines, line) && !line.empty();) {
        if (line.starts_with("- ")) {
            items.push_back(line.substr(2));
        } else if (!items.empty()) {
            items.back() += line.substr(1);
        }
    }
    return items;
}

TEST(Documents, WhatIsNewInTheWindowIsTheTopOfTheChangeLog) {
    const std::string build = slurp((kRoot / "CMakeLists.txt").string());
    const std::string project = "project(xpbd_lab VERSION ";
    const std::size_t number = build.find(project) + project.size();
    const std::string version = build.substr(number, build.find(' ', number) - number);
    const std::string changes = slurp((kRoot / ".github/CHANGELOG.md").string());
    const std::size_t title = changes.find("\n## " + version + "\n\n");
    ASSERT_NE(title, std::string::npos) << "the change log has no section " << version;
    EXPECT_EQ(changes.find("\n## "), title) << "the newest version is first";
    const std::vector<std::string> logged = items_from(changes, changes.find("- ", title));
    const std::string dialogs = slurp((kRoot / "src/window/panels/dialogs.cpp").string());
    const std::size_t begin = dialogs.find("kNews[] = {");
    ASSERT_NE(begin, std::string::npos);
    const std::string news = dialogs.substr(begin, dialogs.find("};", begin) - begin);
    std::vector<std::string> shown;
    const std::regex line("\"([^\"]*)\",");
    for (std::sregex_iterator i(news.begin(), news.end(), line), end; i != end; ++i) {
        shown.push_back((*i)[1]);
    }
    EXPECT_GE(shown.size(), 3u);
    EXPECT_EQ(shown, logged);
}

TEST(DocumentsScan, SeesACitationInEveryKindOfCommentAndInNoString) {
    const std::string source =
        "int a; // Q99 eq. 3\n/* R98's */ const char* s = \"S97 // T96 \\\" T95\"; ///< (U94)\n"
        "char quote = '\"'; auto r = R\"x(\" // N90)x\"; // V93\nint n = 1'000; // W92\nx16, X161, XPBD, X1, eX16";
    EXPECT_EQ(labels_in(comments_of(source)), (std::set<std::string>{"Q99", "R98", "U94", "V93", "W92"}));
    EXPECT_EQ(bibliography("- **X16** Macklin\ntext **P07**\n- **note** x\n"), (std::set<std::string>{"X16"}));
}

} // namespace
} // namespace xpbd::lab
