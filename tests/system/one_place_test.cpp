// Differences between systems, keys of methods, and properties of constraint types: each appears in one place only.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace xpbd::system {
namespace {

namespace fs = std::filesystem;

const fs::path kSourceFolder = fs::path(XPBD_SOURCE_FOLDER) / "src";

/// Headers with the ending .h that belong to libraries, not to a system.
const std::set<std::string> kLibraries = {"EGL/egl.h",
                                          "EGL/eglext.h",
                                          "GLFW/glfw3.h",
                                          "backends/imgui_impl_glfw.h",
                                          "backends/imgui_impl_opengl3.h",
                                          "emmintrin.h",
                                          "glad/gl.h",
                                          "immintrin.h",
                                          "imgui.h",
                                          "imgui_internal.h",
                                          "stb_image.h",
                                          "stb_image_write.h",
                                          "stb_truetype.h"};

bool is_source(const fs::path& path) {
    return path.extension() == ".cpp" || path.extension() == ".h";
}

/// True for the folders of src/system that belong to one system, and for src/web.
bool is_of_one_system(const fs::path& path) {
    const fs::path below = path.lexically_relative(kSourceFolder);
    if (below.begin() == below.end() || *below.begin() == "web") {
        return true;
    }
    return *below.begin() == "system" && std::distance(below.begin(), below.end()) > 2;
}

/// Calls `found(place, match)` for every line of code outside of these folders that has the pattern. Comments are
/// ignored. Only lines with one of `words` are matched, because regular expressions are slow.
template <class Found>
int search(std::initializer_list<const char*> words, const std::string& pattern, Found found) {
    const std::regex wanted(pattern);
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(kSourceFolder)) {
        if (!is_source(entry.path()) || is_of_one_system(entry.path())) {
            continue;
        }
        ++files;
        std::ifstream file(entry.path());
        int number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            const std::string code = line.substr(0, line.find("//"));
            const auto has = [&](const char* word) { return code.find(word) != code.npos; };
            std::smatch match;
            if (std::any_of(words.begin(), words.end(), has) && std::regex_search(code, match, wanted)) {
                found(entry.path().lexically_relative(kSourceFolder).generic_string() + ":" + std::to_string(number),
                      match);
            }
        }
    }
    return files;
}

TEST(OnePlaceForSystems, NoHeaderOfASystemElsewhere) {
    const int files =
        search({"include"}, R"(#\s*include\s*<([^>]+\.h)>)", [](const std::string& place, const std::smatch& match) {
            EXPECT_TRUE(kLibraries.contains(match[1])) << place << ": <" << match[1] << "> belongs into src/system";
        });
    EXPECT_GT(files, 300) << "sources that were looked at";
}

TEST(OnePlaceForSystems, NoMacroOfASystemElsewhere) {
    search({"#"},
           R"(\b(_WIN32|WIN32|_WIN64|WIN64|__MINGW\w*|__CYGWIN__|_POSIX_\w+|__GLIBC__|__ANDROID__|__EMSCRIPTEN__)\b)"
           R"(|\b__?(linux|unix|APPLE|MACH|FreeBSD|NetBSD|OpenBSD|sun)(__)?\b)",
           [](const std::string& place, const std::smatch& match) {
               ADD_FAILURE() << place << ": " << match.str() << "; a service of src/system says it without a macro";
           });
}

TEST(OnePlaceForSystems, NoPathOfASystemElsewhere) {
    search({"\"/", ":\\"}, R"re("/(proc|sys|dev|tmp|etc)/|[A-Z]:\\\\)re",
           [](const std::string& place, const std::smatch& match) {
               const bool handed_over =
                   place.starts_with("lab/files/file.cpp:"); // /dev/stdin, /dev/fd/3: a shell's pipes
               EXPECT_TRUE(handed_over) << place << ": " << match.str() << "; a path of one system";
           });
}

TEST(OnePlaceForSystems, NamesOfFilesAreUtf8Elsewhere) {
    search({"string()", "path("}, R"(\.(generic_)?string\(\)|\b(fs|filesystem)::path\((?!"))",
           [](const std::string& place, const std::smatch& match) {
               ADD_FAILURE() << place << ": " << match.str()
                             << " takes the code page of the machine; system::path_of and system::text_of do not";
           });
    search({"open", "env", "system"}, R"(\b(fopen|freopen|getenv|setenv|std::system|popen)\s*\()",
           [](const std::string& place, const std::smatch& match) {
               ADD_FAILURE() << place << ": " << match.str() << "; src/system has it for names in UTF-8";
           });
}

TEST(OnePlaceForMethods, NoKeyInQuotesElsewhere) {
    const fs::path traits = "core/model/method_traits.h";
    std::ifstream file(kSourceFolder / traits);
    const std::regex definition(R"re(inline constexpr std::string_view (\w+) = "(\w+)";)re");
    std::string keys;
    for (std::string line; std::getline(file, line);) {
        std::smatch match;
        if (std::regex_search(line, match, definition)) {
            keys += (keys.empty() ? "" : "|") + match[2].str();
        }
    }
    ASSERT_NE(keys.find("xpbd|"), keys.npos) << keys;
    search({"\""}, "\"(" + keys + ")\"", [&](const std::string& place, const std::smatch& match) {
        EXPECT_TRUE(place.starts_with(traits.generic_string()))
            << place << ": " << match.str() << "; method_key has the name, so that a wrong one does not compile";
    });
}

TEST(OnePlaceForConstraints, NoTypeIsComparedElsewhere) {
    search({"is_same_v"}, "is_same_v", [](const std::string& place, const std::smatch&) {
        EXPECT_TRUE(place.starts_with("core/model/constraints/"))
            << place << ": a property of the type says it (core/model/constraints/all.h)";
    });
}

} // namespace
} // namespace xpbd::system
