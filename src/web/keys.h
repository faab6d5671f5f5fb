// Keys of the browser as GLFW's keys.
#pragma once

#include <string_view>

namespace xpbd::web {

/// GLFW's number of a key, given its place on the keyboard (KeyboardEvent.code); -1 for unknown keys.
int key_of(std::string_view code);

/// True if the browser must handle the key: reload, close a tab, print, zoom, developer tools.
bool is_of_browser(int key, bool ctrl, bool shift, bool alt, bool meta);

/// The code point that a key types (KeyboardEvent.key); 0 for keys that type nothing.
unsigned typed_sign(std::string_view key);

} // namespace xpbd::web
