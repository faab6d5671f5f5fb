// Texts to and from the clipboard. A desktop's takes a text at once; a browser's takes it later, or refuses it.
#pragma once

#include "window/state/app_state.h"

#include <string>

namespace xpbd::window {

/// Puts a text on the clipboard. The toast `told` shows when the clipboard has it.
void copy_text(AppState& state, const std::string& text, std::string told);
/// Copies the link of a session. A fault is a toast.
void copy_link(AppState& state, const lab::Session& session);
/// Shows `told`: at once on a desktop; in a browser when it calls note_copied(), for a text or a picture alike.
void tell_copied(AppState& state, std::string told);
/// Outcome of the last copy to the browser's clipboard: "" or the reason of a failure. Shows the toast.
void note_copied(AppState& state, const std::string& fault);

/// Opens the session or the link that the clipboard holds. In a browser it opens when the user has permitted it.
void open_from_clipboard(AppState& state);

} // namespace xpbd::window
