#include "window/picker/entries.h"

#include "lab/figures/figure.h"
#include "lab/files/assets.h"
#include "window/state/app_state.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;
using Kind = PickerEntry::Kind;

constexpr std::size_t kMostRecent = 8;

void add_recent(const AppState& state, std::vector<PickerEntry>& all) {
    std::error_code code;
    for (const std::string& path : state.preferences.recent) {
        if (fs::exists(path, code)) {
            all.push_back({Kind::recent, path, "picker.recent." + std::to_string(all.size()),
                           fs::path(path).filename().string(), fs::path(path).parent_path().string()});
        }
    }
}

void add_scenes(std::vector<PickerEntry>& all) {
    for (const scenes::SceneInfo& row : scenes::scene_table()) {
        if (row.key != "mesh" && row.key != "custom") { // they need a file, or a description
            all.push_back({Kind::scene, std::string(row.key), "picker." + std::string(row.key), std::string(row.label),
                           std::string(row.caption)});
        }
    }
}

void add_figures(std::vector<PickerEntry>& all) {
    const std::string assets = lab::assets_folder();
    std::error_code code;
    for (const lab::FigureInfo& figure : lab::figure_table()) {
        std::istringstream files{std::string(figure.sessions)};
        for (std::string file; !assets.empty() && files >> file;) {
            const fs::path path = fs::path(assets) / "sessions" / file;
            const std::string stem = path.stem().string();
            if (fs::exists(path, code)) {
                all.push_back({Kind::figure, path.string(), "picker.figure." + stem, std::string(figure.title),
                               "Figure " + std::string(figure.key) + ", session " + stem});
            }
        }
    }
}

} // namespace

bool has_words(std::string_view filter, std::string_view text) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    while (!filter.empty()) {
        const std::size_t end = std::min(filter.find(' '), filter.size());
        const std::string_view word = filter.substr(0, end);
        filter.remove_prefix(std::min(end + 1, filter.size()));
        if (std::search(text.begin(), text.end(), word.begin(), word.end(), same) == text.end()) {
            return false;
        }
    }
    return true;
}

std::vector<PickerEntry> picker_entries(AppState& state) {
    std::vector<PickerEntry> all;
    add_recent(state, all);
    for (const LessonEntry& lesson : lesson_list(state)) {
        all.push_back({Kind::lesson, lesson.key, "picker.lesson." + lesson.key, lesson.title, lesson.about});
    }
    add_scenes(all);
    add_figures(all);
    return all;
}

std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& all, std::string_view filter) {
    std::vector<const PickerEntry*> found;
    for (const bool in_title : {true, false}) {
        for (const PickerEntry& entry : all) {
            const bool title = has_words(filter, entry.title);
            if (title == in_title && (title || has_words(filter, entry.title + " " + entry.text + " " + entry.key +
                                                                     " " + std::string(kind_heading(entry.kind))))) {
                found.push_back(&entry);
            }
        }
    }
    return found;
}

std::string_view kind_heading(PickerEntry::Kind kind) {
    switch (kind) {
    case Kind::recent:
        return "Recent files";
    case Kind::lesson:
        return "Lessons";
    case Kind::scene:
        return "Scenes";
    case Kind::figure:
        return "Figures";
    }
    return "";
}

void open_entry(AppState& state, const PickerEntry& entry) {
    if (entry.kind == Kind::scene) {
        choose_scene(state, entry.key);
    } else if (entry.kind == Kind::lesson) {
        open_lesson(state, entry.key);
    } else {
        open_session_file(state, entry.key);
    }
}

Result<lab::Session> entry_session(const PickerEntry& entry) {
    if (entry.kind == Kind::scene) {
        return lab::default_session(entry.key);
    }
    if (entry.kind == Kind::lesson || lab::holds_lesson(entry.key)) {
        const Result<lab::Lesson> lesson = lab::find_lesson(entry.key);
        return lesson ? lab::step_session(*lesson, lesson->steps.front(), true) : lesson.error();
    }
    return lab::load_session(entry.key);
}

void note_recent(AppState& state, const std::string& path) {
    std::error_code code;
    const std::string whole = fs::absolute(path, code).lexically_normal().string();
    std::vector<std::string>& recent = state.preferences.recent;
    std::erase(recent, whole);
    recent.insert(recent.begin(), whole);
    recent.resize(std::min(recent.size(), kMostRecent));
}

} // namespace xpbd::window
