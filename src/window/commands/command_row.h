#pragma once

#include "window/commands/commands.h"
#include "window/widgets/widgets.h"

#include <string_view>
#include <vector>

namespace xpbd::window {

/// Largest number of rows of a menu. Longer lists are slow to read: there Ctrl+K is the better way.
inline constexpr std::size_t kMostRows = 12;

/// A line of a menu for a command, named "menu.ID"; greyed where it cannot be chosen, with the reason as its tooltip.
inline void command_row(Ui& ui, const std::vector<Command>& all, std::string_view id) {
    const Command* command = find_command(all, id);
    if (command == nullptr) {
        return;
    }
    const bool possible = command->unavailable.empty();
    if (menu_item(ui, command->id, command->label(), command->on, possible, command->keys)) {
        command->run(ui.state, ui.snapshot);
    }
    item_tooltip(ui, possible ? command->about : "Not now: " + command->unavailable);
}

} // namespace xpbd::window
