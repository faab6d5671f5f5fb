// The command line's options for the window that it opens.
#pragma once

#include "lab/files/session/session.h"

#include <optional>
#include <string>

namespace xpbd::lab {

/// The window that the command line asks for. This type is here so that neither `cli` nor `window` includes the other.
struct WindowRequest {
    Session session;                         ///< the session to open
    std::optional<std::string> session_path; ///< file of the session: shown in the title, and written by Ctrl+S
    std::optional<std::string> lesson;       ///< key or file of a lesson to open instead of the session
    /// False: the user named no session, so the last session of the preferences may replace it.
    bool session_given = false;
    int threads = 0; ///< threads that step the panes; 0 = one per core
};

} // namespace xpbd::lab
