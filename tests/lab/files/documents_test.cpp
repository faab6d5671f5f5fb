// The documents live in the repository: every citation in the sources has an entry in the bibliography, nothing outside
// is cited, links lead somewhere, and the tests that the documents name exist.
#include "fixtures.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;
using test::slurp;

const fs::path kRoot = test::source_folder();
const fs::path kBibliography = kRoot / "src/core/README.md";

/// Words like a citation that are none. Add one here only if it cannot be written differently.
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
    for (const char* folder : {"src", "tests", "shaders", "third_party", "assets"}) {
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
            take(entry);
        }
    }
    for (const auto& entry : fs::directory_iterator(kRoot)) {
        take(entry);
    }
    return files;
}

/// The comments of a C++ or GLSL source; its code and its strings become blanks.
std::string comments_of(std::string_view source) {
    enum class In { code, line, block, text, character } in = In::code;
    std::string comments;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char c = source[i];
        const char next = i + 1 < source.size() ? source[i + 1] : '\0';
        if (in == In::code && c == 'R' && next == '"') { // a raw string: up to its own end
            const std::size_t open = source.find('(', i);
            const std::string end = ")" + std::string(source.substr(i + 2, open - i - 2)) + "\"";
            i = std::min(source.find(end, open), source.size() - end.size()) + end.size() - 1;
            continue;
        }
        const bool comment = in == In::line || in == In::block;
        comments += comment || c == '\n' ? c : ' ';
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
            ++i;
        } else if ((in == In::text && c == '"') || (in == In::character && c == '\'')) {
            in = In::code;
        } else if ((in == In::text || in == In::character) && c == '\\') {
            ++i;
        }
    }
    return comments;
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

/// One or two capitals and two digits: X16, SS19.
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
    const std::string e = "E"; // so that this file does not name them
    const std::set<std::string> outside = {"D" + e + "SIGN", "M" + e + "THODS", std::string("U") + "X", "STYL" + e};
    const std::set<std::string> texts = {".h",  ".cpp", ".vert", ".frag", ".txt", ".cmake",
                                         ".in", ".sh",  ".md",   ".json", ".yml"};
    for (const auto& [path, text] : files_with(texts)) {
        for (const std::string& word : words_of(text)) {
            EXPECT_FALSE(outside.contains(word)) << path << " cites " << word << ", which no reader of it has";
        }
    }
}

TEST(Documents, LinksLeadToFilesThatExist) {
    for (const auto& [path, text] : files_with({".md"})) {
        for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) {
            std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
            target = target.substr(0, target.find('#'));
            if (!target.empty() && target.find("://") == std::string::npos) {
                EXPECT_TRUE(fs::exists(fs::path(path).parent_path() / target)) << path << " links to " << target;
            }
        }
    }
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
    for (const auto& [path, source] : files_with({".txt"})) { // of CMake: scripts are tests too
        for (const std::string_view call : {"add_test(NAME ", "machine_test("}) {
            for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
                const std::size_t from = at + call.size();
                tests.insert(source.substr(from, source.find_first_of(" )\n", from) - from));
            }
        }
    }
    for (const auto& [path, text] : files_with({".md"})) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            for (std::size_t from = line.find('`'); from != std::string::npos;) {
                const std::size_t to = line.find('`', from + 1);
                if (to == std::string::npos) {
                    break;
                }
                const std::string quoted = line.substr(from + 1, to - from - 1);
                const std::vector<std::string> words = words_of(quoted);
                const bool test = words.size() == 2 && quoted == words[0] + "." + words[1] &&
                                  std::isupper(static_cast<unsigned char>(words[0][0])) != 0 &&
                                  std::isupper(static_cast<unsigned char>(words[1][0])) != 0;
                if (test) {
                    EXPECT_TRUE(tests.contains(quoted)) << path << " names the test " << quoted;
                }
                from = line.find('`', to + 1);
            }
        }
    }
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
