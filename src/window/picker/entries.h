#pragma once

#include "core/base/result.h"
#include "lab/files/session/session.h"
#include "lab/run/snapshot.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {

struct AppState;

/// One thing that the picker finds: what can be opened, set or done.
struct PickerEntry {
    enum class Kind { recent, scene, lesson, figure, setting, action } kind = Kind::scene;
    std::string key;  ///< of the scene or lesson; the path of a file; a Command's id; the name of a parameter's widget
    std::string name; ///< of its widget: "picker.cloth", "picker.lesson.lambda", "picker.figure.floor",
                      ///< "picker.recent.0", "picker.set.settings.iterations", "picker.do.restart"
    std::string title;
    std::string text;       ///< one or two sentences
    std::string keys = {};  ///< shortcut of the action; "" = none
    bool possible = true;   ///< can be done now
    bool parameter = false; ///< of a panel, not a command

    /// True if it shows as a picture; else it is a line of text.
    bool is_tile() const { return kind != Kind::setting && kind != Kind::action; }
    /// True for the scene of a mesh: the user has to choose a file.
    bool needs_file() const { return kind == Kind::scene && key == "mesh"; }
};

/// Prefix of the name of a picture file's thumbnail; the file's path follows.
inline constexpr const char* kFilePicture = "file:";

/// The picker (Ctrl+K).
struct PickerState {
    bool open = false;
    bool in_menu = false; ///< the menu of scenes shows its pictures, in this frame
    std::array<char, 64> filter{};
    std::optional<PickerEntry::Kind> only; ///< kind that shows alone; none: all
    int row = 0;                           ///< highlighted, among those that show
    std::vector<PickerEntry> entries;      ///< all, while it is open
    /// @name Thumbnails of the picker and the file dialog: the panel lists the missing ones, the window makes them
    /// @{
    std::vector<std::string> wanted;               ///< names of entries on screen without a picture, in this frame
    std::map<std::string, std::uint64_t> pictures; ///< texture by name of the entry; 0 = it cannot be made
    /// @}
};

/// Recent files, scenes, lessons, the figures' sessions; every parameter, every look and every action.
std::vector<PickerEntry> picker_entries(AppState& state, const lab::Snapshot& snapshot);
/// The entries that have every word of the filter, whatever the case, as a word or as the beginning of one. Best first:
/// the title itself, what people call it, a title that has the words, one with words that begin so, then the text.
/// Among equals, actions and settings go before what replaces the session.
std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& all, std::string_view filter);
/// Heading of a kind, and its word beside a title.
std::string_view kind_heading(PickerEntry::Kind kind);

/// Opens the entry's scene or file, runs its command, or leads to its parameter. A fault is a toast.
void open_entry(AppState& state, const lab::Snapshot& snapshot, const PickerEntry& entry);
/// The session that the entry's thumbnail shows; a fault if the entry has no session.
Result<lab::Session> entry_session(const PickerEntry& entry);

/// True where every word of the filter is in the text or begins a word of it, whatever the case.
bool has_words(std::string_view filter, std::string_view text);

/// Puts a file at the head of the recent ones.
void note_recent(AppState& state, const std::string& path);

} // namespace xpbd::window
