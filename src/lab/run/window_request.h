#pragma once

#include "lab/files/session/session.h"

#include <optional>
#include <string>

namespace xpbd::lab {

/// What the command line asks of the window; the two do not know each other.
struct WindowRequest {
    Session session;                         ///< what opens
    std::optional<std::string> session_path; ///< file that it came from: named in the title, and where Ctrl+S writes
    std::optional<std::string> lesson;       ///< key or file of a lesson that opens in place of the session
    bool session_given = false; ///< false: nothing was asked for, the preferences' last session may replace it
    int threads = 0;            ///< that step the panes; 0 = as many as the machine has cores
};

} // namespace xpbd::lab
