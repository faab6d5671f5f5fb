// Prints a dictionary for libFuzzer: every key and choice of the tables, and every quoted word in the files of the
// given folders.
#include "core/model/parameters.h"
#include "lab/looks/looks.h"
#include "scenes/scenes.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace {

constexpr std::size_t kLongest = 30;

void add(std::set<std::string>& words, const xpbd::ParameterInfo& info) {
    words.emplace(info.key);
    words.insert(info.choices.begin(), info.choices.end());
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

void add_quoted(std::set<std::string>& words, const std::string& text) {
    for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 1)) {
        std::size_t end = at + 1;
        while (end < text.size() && is_word(text[end])) {
            ++end;
        }
        if (end > at + 1 && end - at <= kLongest && end < text.size() && text[end] == '"') {
            words.insert(text.substr(at + 1, end - at - 1));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    std::set<std::string> words;
    for (const auto& row : xpbd::settings_parameters()) {
        add(words, row.info);
    }
    for (const auto& row : xpbd::world_parameters()) {
        add(words, row.info);
    }
    for (const auto& row : xpbd::lab::looks()) {
        add(words, row.info);
    }
    for (const auto& scene : xpbd::scenes::scene_table()) {
        words.emplace(scene.key);
        for (const auto& info : scene.parameters) {
            add(words, info);
        }
    }
    for (int i = 1; i < argc; ++i) {
        for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
            std::ifstream stream(entry.path(), std::ios::binary);
            add_quoted(words, std::string(std::istreambuf_iterator<char>(stream), {}));
        }
    }
    for (const std::string& word : words) {
        std::printf("\"%s\"\n", word.c_str());
    }
    return 0;
}
