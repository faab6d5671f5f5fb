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
    bool open = false;     ///< the dialog shows
    bool appeared = false; ///< the dialog was drawn at least once
    std::string folder;
    std::array<char, 1024> name{};
    std::string error;
    std::string replaces; ///< existing file that a second press of "Save" replaces
    /// Content of `folder`, read when it changes: name, and true for a folder. Folders first, then files to open.
    std::vector<std::pair<std::string, bool>> entries;
    std::string listed_folder;
};

/// The slider whose value is being typed, and the one pressed last.
struct ValueEntry {
    unsigned id = 0; ///< ImGui's id of the slider whose value is typed; 0 = none
    bool focus = false;
    bool drawn = false; ///< the slider was drawn in this frame; else the entry ends
    std::array<char, 64> text{};
    std::string error;       ///< why the typed text is refused
    unsigned pressed_id = 0; ///< slider that was pressed last
    double before = 0;       ///< value of the slider pressed_id before the press; a double click restores it
    bool arrows = false;     ///< in this frame a slider is under the mouse and takes the arrow keys
};

/// The help (F1).
struct HelpState {
    bool open = false;
    std::array<char, 64> filter{};
};

/// "About".
struct AboutState {
    bool open = false;
    std::string driver; ///< name of the OpenGL driver
};

/// The dialog "New experiment".
struct NewExperimentState {
    bool open = false;
    std::size_t body = 0; ///< row of bodies_to_choose()
    double material = 0;  ///< values of the scene's parameters "material" and "pins", where it has them
    double pins = 0;
    bool ground = false, ball = false, box = false, drum = false, wind = false; ///< colliders and wind around the body
};

} // namespace xpbd::window
