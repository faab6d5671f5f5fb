#include "window/picker/entries.h"

#include "lab/figures/figure.h"
#include "lab/files/assets.h"
#include "system/files.h"
#include "system/names.h"
#include "window/commands/actions.h"
#include "window/commands/commands.h"
#include "window/state/side_panels.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;
using Kind = PickerEntry::Kind;

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
        if (row.key != "custom") { // it needs a description, which the picker does not have
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

/// Adds the commands: as settings where they choose a look, else as actions. Parameters, which have values, come from
/// add_parameters().
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

/// Words that people type, and the entry meant by each where its title does not have the word.
constexpr std::pair<std::string_view, std::string_view> kSynonyms[] = {
    {"animation", "picker.do.record"},
    {"bug", "picker.set.settings.reset_lambda"},
    {"chart", "picker.do.plots"},
    {"clipboard", "picker.do.paste"},
    {"collision", "picker.do.contact_forces"},
    {"contacts", "picker.do.contact_forces"},
    {"csv", "picker.do.plots"},
    {"damping", "picker.set.settings.velocity_damping"},
    {"export", "picker.do.shot"},
    {"film", "picker.do.record"},
    {"font", "picker.do.scale_up"},
    {"fps", "picker.do.quality.Automatic"},
    {"frame rate", "picker.do.quality.Automatic"},
    {"gif", "picker.do.record"},
    {"graph", "picker.do.plots"},
    {"image", "picker.do.shot"},
    {"import", "picker.do.open"},
    {"keys", "picker.do.help"},
    {"language", "picker.do.about"},
    {"light", "picker.do.theme.light"},
    {"load", "picker.do.open"},
    {"mesh", "picker.mesh"},
    {"movie", "picker.do.record"},
    {"obj", "picker.mesh"},
    {"pause", "picker.do.play"},
    {"pin", "picker.set.scene.pins"},
    {"projector", "picker.do.presentation"},
    {"record", "picker.do.record"},
    {"reset", "picker.do.reset_scene"},
    {"share", "picker.do.copy_link"},
    {"shortcuts", "picker.do.help"},
    {"solver", "picker.set.settings.method"},
    {"speed", "picker.do.faster"},
    {"stiffness", "picker.set.settings.stretch_stiffness"},
    {"compliance", "picker.set.settings.stretch_compliance"},
    {"time step", "picker.set.dt"},
    {"video", "picker.do.record"},
    {"zoom", "picker.do.frame"},
};

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lower(c); });
    return result;
}

/// How a text has a word: as a whole word, or at the beginning of a longer word; not inside a word.
enum class Match { none, begins, whole };

Match match_of(std::string_view word, std::string_view text) {
    const auto in_word = [&](std::size_t at) {
        return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
    };
    Match best = Match::none;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        if (at == 0 || !in_word(at - 1)) {
            best = in_word(at + word.size()) ? std::max(best, Match::begins) : Match::whole;
        }
    }
    return best;
}

/// The worst match of all words of the filter. `filter` and `text` are in lower case.
Match words_in(std::string_view filter, std::string_view text) {
    Match worst = Match::whole;
    while (!filter.empty()) {
        const std::size_t end = std::min(filter.find(' '), filter.size());
        if (const std::string_view word = filter.substr(0, end); !word.empty()) {
            worst = std::min(worst, match_of(word, text));
        }
        filter.remove_prefix(std::min(end + 1, filter.size()));
    }
    return worst;
}

constexpr int kNotFound = 7;

/// Rank of an entry for a filter in lower case: 0 is the best, kNotFound means no match.
int place_of(const PickerEntry& entry, std::string_view filter) {
    const std::string title = lower(entry.title);
    if (title == filter) {
        return 0;
    }
    const bool synonym = std::any_of(std::begin(kSynonyms), std::end(kSynonyms),
                                     [&](const auto& row) { return row.first == filter && row.second == entry.name; });
    if (synonym) {
        return 1;
    }
    const Match in_title = words_in(filter, title);
    if (in_title == Match::whole) {
        return title.starts_with(filter) ? 2 : 3;
    }
    if (in_title == Match::begins) {
        return title.starts_with(filter) ? 3 : 4;
    }
    const std::string all = lower(entry.title + " " + entry.text + " " + entry.key + " " + entry.keys + " " +
                                  std::string(kind_heading(entry.kind)));
    const Match anywhere = words_in(filter, all);
    return anywhere == Match::whole ? 5 : anywhere == Match::begins ? 6 : kNotFound;
}

/// Order of the kinds among entries that match equally: kinds that change one thing are before kinds that replace the
/// session. Figures are last: they are many, and have the same words.
constexpr Kind kOrder[] = {Kind::action, Kind::setting, Kind::scene, Kind::recent, Kind::lesson, Kind::figure};

int order_of(Kind kind) {
    return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), kind) - std::begin(kOrder));
}

} // namespace

bool has_words(std::string_view filter, std::string_view text) {
    return words_in(lower(filter), lower(text)) != Match::none;
}

std::vector<PickerEntry> picker_entries(AppState& state, const lab::Snapshot& snapshot) {
    std::vector<PickerEntry> all;
    add_recent(state, all);
    add_scenes(all);
    for (const LessonEntry& lesson : lesson_list(state)) {
        all.push_back({Kind::lesson, lesson.key, "picker.lesson." + lesson.key, lesson.title, lesson.about});
    }
    add_figures(all);
    add_parameters(state, all);
    add_commands(state, snapshot, all);
    std::stable_sort(all.begin(), all.end(),
                     [](const PickerEntry& a, const PickerEntry& b) { return a.kind < b.kind; });
    return all;
}

std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& all, std::string_view filter) {
    std::string wanted = lower(filter);
    wanted.erase(wanted.find_last_not_of(' ') + 1);
    struct Found {
        int place, kind;
        const PickerEntry* entry;
    };
    std::vector<Found> ranked;
    for (const PickerEntry& entry : all) {
        if (const int place = wanted.empty() ? 0 : place_of(entry, wanted); place < kNotFound) {
            ranked.push_back({place, wanted.empty() ? 0 : order_of(entry.kind), &entry});
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Found& a, const Found& b) {
        return std::pair(a.place, a.kind) < std::pair(b.place, b.kind);
    });
    std::vector<const PickerEntry*> found;
    found.reserve(ranked.size());
    for (const Found& each : ranked) {
        found.push_back(each.entry);
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
            if (command->group == "Look" && command->id != "look" && !open(state, Side::look)) {
                toggle(state, Side::look);
            }
        } else if (command != nullptr) {
            add_toast(state, Toast::Kind::info, command->text + ": " + command->unavailable);
        }
    } else if (entry.needs_file()) {
        ask_for_file(state);
    } else if (entry.kind == Kind::scene) {
        choose_scene(state, entry.key);
    } else if (entry.kind == Kind::lesson) {
        open_lesson(state, entry.key);
    } else {
        open_session_file(state, entry.key);
    }
}

Result<lab::Session> entry_session(const PickerEntry& entry) {
    if (!entry.is_tile() || entry.needs_file()) {
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

} // namespace xpbd::window
