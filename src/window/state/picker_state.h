#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {

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
    bool parameter = false; ///< a setting that is a parameter in a panel, not a command

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
    int row = 0;                           ///< index of the highlighted entry among those that pass the filter
    std::vector<PickerEntry> entries;      ///< all entries, while the picker is open
    /// @name Thumbnails of the picker and the file dialog: the panel lists the missing ones, the window makes them
    /// @{
    std::vector<std::string> wanted;               ///< names of entries on screen without a picture, in this frame
    std::map<std::string, std::uint64_t> pictures; ///< texture by name of the entry; 0 = it cannot be made
    /// @}
};

} // namespace xpbd::window
