#include "window/picker/entries.h"

#include "lab/figures/figure.h"
#include "lab/files/assets.h"
#include "system/files.h"
#include "system/names.h"
#include "window/commands/commands.h"
#include "window/state/app_state.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;
using Kind = PickerEntry::Kind;

constexpr std::size_t kMostRecent = 8;

void add_recent(const AppState& state, std::vector<PickerEntry>& all) {
    for (const std::string& path : state.preferences.recent) {
        if (system::exists(path)) {
            const fs::path file = system::path_of(path);
            all.push_back({Kind::recent, path, "picker.recent." + std::to_string(all.size()),
                           system::text_of(file.filename()), system::text_of(file.parent_path())});
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
    for (const lab::FigureInfo& figure : lab::figure_table()) {
        std::istringstream files{std::string(figure.sessions)};
        for (std::string file; !assets.empty() && files >> file;) {
            const fs::path path = system::path_of(assets) / "sessions" / file;
            const std::string stem = system::text_of(path.stem());
            if (const std::string name = system::text_of(path); system::exists(name)) {
                all.push_back({Kind::figure, name, "picker.figure." + stem, std::string(figure.title),
                               "Figure " + std::string(figure.key) + ", session " + stem});
            }
        }
    }
}

/// Looks are set where they are chosen, and their sheet or corner shows it; a parameter has a value, which its slider
/// sets.
void add_commands(AppState& state, const lab::Snapshot& snapshot, std::vector<PickerEntry>& all) {
    for (const Command& command : commands(state, snapshot)) {
        const bool setting = command.group == "Look" || command.group == "Colour" || command.group == "Ghost" ||
                             command.group == "Ruler" || command.group == "Screenshot" || command.group == "Interface";
        const std::string state_now = command.on ? " · on now" : "";
        const std::string why = command.unavailable.empty() ? "" : " · not now: " + command.unavailable;
        all.push_back({setting ? Kind::setting : Kind::action, command.id, "picker.do." + command.id, command.text,
                       command.group + state_now + why + (command.about.empty() ? "" : " · " + command.about),
                       command.keys, command.unavailable.empty()});
    }
}

void add_parameters(const AppState& state, std::vector<PickerEntry>& all) {
    const auto add = [&](const ParameterInfo& info, const std::string& widget, const std::string& where) {
        const std::string first(info.tooltip.substr(0, info.tooltip.find(". ") + 1));
        PickerEntry entry{Kind::setting, widget, "picker.set." + widget, std::string(info.label),
                          where + " · " + std::string(info.key) + " · " +
                              (first.empty() ? std::string(info.tooltip) : first)};
        entry.parameter = true;
        all.push_back(std::move(entry));
    };
    for (const SettingsParameter& row : settings_parameters()) {
        add(row.info, "settings." + std::string(row.info.key), "Parameter of the panes");
    }
    if (const scenes::SceneInfo* scene = scenes::find_scene(state.document.scene.name)) {
        for (const ParameterInfo& info : scene->parameters) {
            add(info, "scene." + std::string(info.key), "Scene");
        }
    }
    for (const WorldParameter& row : world_parameters()) {
        add(row.info, std::string(row.info.key), "World");
    }
}

/// True where every word of the filter is somewhere in the text, or there begins a word; whatever the case.
bool every_word(std::string_view filter, std::string_view text, bool begins) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    while (!filter.empty()) {
        const std::size_t end = std::min(filter.find(' '), filter.size());
        const std::string_view word = filter.substr(0, end);
        filter.remove_prefix(std::min(end + 1, filter.size()));
        auto found = std::search(text.begin(), text.end(), word.begin(), word.end(), same);
        while (begins && found != text.end() && found != text.begin() && in_word(*(found - 1))) {
            found = std::search(found + 1, text.end(), word.begin(), word.end(), same);
        }
        if (found == text.end() && !word.empty()) {
            return false;
        }
    }
    return true;
}

bool begins_words(std::string_view filter, std::string_view text) {
    return every_word(filter, text, true);
}

} // namespace

bool has_words(std::string_view filter, std::string_view text) {
    return every_word(filter, text, false);
}

std::vector<PickerEntry> picker_entries(AppState& state, const lab::Snapshot& snapshot) {
    std::vector<PickerEntry> all;
    add_recent(state, all);
    for (const LessonEntry& lesson : lesson_list(state)) {
        all.push_back({Kind::lesson, lesson.key, "picker.lesson." + lesson.key, lesson.title, lesson.about});
    }
    add_scenes(all);
    add_figures(all);
    add_parameters(state, all);
    add_commands(state, snapshot, all);
    return all;
}

std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& all, std::string_view filter) {
    // Where several are as good, figures come last: their sessions are many, and have the same words.
    const auto rank = [&](const PickerEntry& entry) {
        const bool figure = entry.kind == Kind::figure;
        return begins_words(filter, entry.title) ? (figure ? 1 : 0)
               : has_words(filter, entry.title)  ? (figure ? 3 : 2)
               : has_words(filter, entry.title + " " + entry.text + " " + entry.key + " " + entry.keys + " " +
                                       std::string(kind_heading(entry.kind)))
                   ? (figure ? 5 : 4)
                   : 6;
    };
    std::vector<std::pair<int, const PickerEntry*>> ranked;
    for (const PickerEntry& entry : all) {
        if (const int place = filter.empty() ? 0 : rank(entry); place < 6) {
            ranked.emplace_back(place, &entry);
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const PickerEntry*> found;
    for (const auto& [place, entry] : ranked) {
        found.push_back(entry);
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
    case Kind::setting:
        return "Settings";
    case Kind::action:
        return "Actions";
    }
    return "";
}

void open_entry(AppState& state, const lab::Snapshot& snapshot, const PickerEntry& entry) {
    if (entry.parameter) {
        focus_parameter(state, entry.key);
    } else if (!entry.is_tile()) {
        const std::vector<Command> all = commands(state, snapshot);
        const Command* command = find_command(all, entry.key);
        if (command != nullptr && command->unavailable.empty()) {
            command->run(state, snapshot);
            state.panels.look = state.panels.look || (command->group == "Look" && command->id != "look");
        } else if (command != nullptr) {
            add_toast(state, Toast::Kind::info, command->text + ": " + command->unavailable);
        }
    } else if (entry.kind == Kind::scene) {
        choose_scene(state, entry.key);
    } else if (entry.kind == Kind::lesson) {
        open_lesson(state, entry.key);
    } else {
        open_session_file(state, entry.key);
    }
}

Result<lab::Session> entry_session(const PickerEntry& entry) {
    if (!entry.is_tile()) {
        return Error{entry.title + " is no session"};
    }
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
    const std::string whole = system::absolute_name(path);
    std::vector<std::string>& recent = state.preferences.recent;
    std::erase(recent, whole);
    recent.insert(recent.begin(), whole);
    recent.resize(std::min(recent.size(), kMostRecent));
}

} // namespace xpbd::window
