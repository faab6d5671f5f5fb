#pragma once

#include "window/state/app_state.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {

/// One thing that can be done or chosen by its name: an action with its keys, or one value of a setting. Menus, the
/// panel Look, the corner of a pane and Ctrl+K all show these rows: each text is written in one place, and all four
/// places offer the same things under the same names.
struct Command {
    std::string id;    ///< the id of an action, else of the setting: "body.wireframe", "ruler"
    std::string group; ///< "Look", "Screenshot"; heading and word beside the text in Ctrl+K
    std::string text;
    std::string brief = {};       ///< text under a heading that names the group; "" = `text`
    std::string keys = {};        ///< "Ctrl+K"
    bool on = false;              ///< chosen, or switched on
    std::string about = {};       ///< tooltip
    std::string unavailable = {}; ///< why it cannot be chosen now; "" = it can
    std::function<void(AppState&, const lab::Snapshot&)> run;

    const std::string& label() const { return brief.empty() ? text : brief; }
};

/// Every command, with the values that are set now.
std::vector<Command> commands(AppState& state, const lab::Snapshot& snapshot);
/// The command with this id, or null.
const Command* find_command(const std::vector<Command>& all, std::string_view id);

/// @name Parts of commands()
/// @{
void add_look_commands(std::vector<Command>& all, AppState& state, bool fabric);
void add_thing_commands(std::vector<Command>& all, const AppState& state);
void add_screenshot_commands(std::vector<Command>& all, AppState& state);
/// @}

} // namespace xpbd::window
