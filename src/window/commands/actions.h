#pragma once

#include "window/state/app_state.h"
#include "window/state/chord.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::window {

/// The keys of an action: none, one, or two chords.
class Chords {
public:
    constexpr Chords() = default;
    constexpr Chords(Chord first, Chord second = {}) : chords_{first, second} {}

    const Chord* begin() const { return chords_.data(); }
    const Chord* end() const { return std::find(chords_.data(), chords_.data() + chords_.size(), Chord{}); }
    bool empty() const { return begin() == end(); }

private:
    std::array<Chord, 2> chords_; ///< kKeyNone: no chord
};

/// One row of THE table of actions: it dispatches keys, fills the menus' shortcut column and the help.
struct Action {
    std::string_view id;    ///< for tests
    std::string_view group; ///< heading in the help
    std::string_view text;  ///< its effect, in a few words
    Chords chords;
    bool repeats; ///< acts again while the key is held
    void (*run)(AppState&, const lab::Snapshot&);
};

/// The rows of this system: without Quit in a page.
std::span<const Action> actions();
/// The row with this id; it must exist.
const Action& action(std::string_view id);
/// Lets the user choose a file to be opened: Ctrl+O, and the scene that needs one.
void ask_for_file(AppState& state);
/// Lets the user choose the file that the session is saved in. A page downloads it.
void save_as(AppState& state, const lab::Snapshot& snapshot);
/// Shows the program's own dialog.
void open_dialog(AppState& state, FileDialogState::Purpose purpose);
/// True where saving would replace another file than the session's: the first time only, with the question in
/// FileDialogState::error.
bool needs_consent_to_replace(AppState& state, const std::string& path);
/// Saves in the file that the user has chosen in the desktop's dialog, and replaces it: that dialog has asked the user.
/// Where an ending is added to the name, and that file exists, our own dialog shows. A fault is a toast.
void save_chosen_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path);
/// The keys of the keyboard's ring, for the help: (keys, text).
std::span<const std::pair<std::string_view, std::string_view>> ring_keys();
/// The gestures of the mouse, for the help: (gesture, text).
std::span<const std::pair<std::string_view, std::string_view>> mouse_gestures();

/// Name of a chord, as "Ctrl+Shift+Z". shortcut_text(): of the action's first chord, or of `all`, joined by " or ".
std::string chord_name(const Chord& chord);
std::string shortcut_text(const Action& action, bool all = false);

/// Moves the keyboard's ring, or runs the action of a pressed key. Does nothing and returns false where a text box has
/// the keyboard, a slider under the mouse takes the arrow keys, or no action has the chord.
bool dispatch(AppState& state, const lab::Snapshot& snapshot, const Chord& chord, bool repeated = false);

} // namespace xpbd::window
