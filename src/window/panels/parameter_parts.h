#pragma once

#include "window/widgets/widgets.h"

#include <optional>
#include <string>

namespace xpbd::window {

/// @name Parts of a parameter's widget that are the same in the list of settings, among the scene's and in the bar
/// @{
/// Meaning, formula, key and range. `unused`: why it has no effect now, or ""; `hatching`: what the hatched part of its
/// slider means now, or "".
std::string parameter_tooltip(const ParameterInfo& info, const std::string& unused = "",
                              const std::string& hatching = "");
/// The right-click menu of the last item; `id` is unique in its window. Returns the default or the pasted value where
/// one of them is chosen. `pane`: pane of the value, which the menu can send to other panes; -1 = scene or world.
std::optional<Value> parameter_menu(Ui& ui, const char* id, const ParameterInfo& info, const Value& value,
                                    int pane = -1);
/// Name of a choice ("skip one"), or of a method.
std::string choice_text(const ParameterInfo& info, std::size_t choice);
/// The list of the choices, named `mark` for tests. True in the frame in which another one was chosen.
bool choice_list(Ui& ui, const ParameterInfo& info, double& value, float width, const std::string& mark);
/// @}

} // namespace xpbd::window
