#pragma once

#include "system/opened_files.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {

/// The path dialog: opens or saves a session.
struct FileDialogState {
    using Purpose = system::FileUse;
    Purpose purpose = Purpose::open;
    bool open = false;     ///< shows
    bool appeared = false; ///< was drawn at least once
    std::string folder;
    std::array<char, 1024> name{};
    std::string error;
    std::string replaces; ///< existing file that a second press of "Save" replaces
    /// Listing of `folder`, read when it changes: sub-folders first (marked), then .json and .png files.
    std::vector<std::pair<std::string, bool>> entries;
    std::string listed_folder;
};

/// The slider whose value is being typed, and the one pressed last.
struct ValueEntry {
    unsigned id = 0; ///< ImGui's, of the slider that is typed into; 0 = none
    bool focus = false;
    bool drawn = false; ///< in this frame; an entry whose slider is gone ends
    std::array<char, 64> text{};
    std::string error;       ///< why the typed text is refused
    unsigned pressed_id = 0; ///< slider that was pressed last
    double before = 0;       ///< its value before the press, which a double click restores
    bool arrows = false;     ///< a slider is under the mouse: it takes the arrow keys, in this frame
};

/// The help (F1).
struct HelpState {
    bool open = false;
    std::array<char, 64> filter{};
};

/// "About".
struct AboutState {
    bool open = false;
    std::string driver; ///< of OpenGL
};

} // namespace xpbd::window
