#pragma once

#include "window/widgets/widgets.h"

namespace xpbd::window {

/// Number of open menus, lists and other popups.
int open_popups();
/// True if Esc was pressed and nothing is open that it has to close first: no popup, card or text box.
bool escape_is_free(const Ui& ui);

/// @name Windows of fixed place, without decoration. Always pair with ImGui::End().
/// @{
bool begin_region(const char* name, const ScreenRect& rect, ImU32 background, ImVec2 padding, int extra_flags = 0);
/// A window over the panes' pictures, without a background, and behind every panel.
void begin_over_stage(const char* name, const ScreenRect& rect);
/// begin_over_stage(), with a half-transparent plate under its content: text can be read over every body and ground.
void begin_plate(const Ui& ui, const char* name, const ScreenRect& rect);
/// @}

inline constexpr float kPlateInset = 6; ///< distance of plates from the edge of their pane [px at scale 1]

/// Title and cross of a card. The cross closes the card, as Esc does.
void card_title(Ui& ui, const char* title, bool& open);

} // namespace xpbd::window
