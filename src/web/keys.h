#pragma once

#include <string_view>

namespace xpbd::web {

/// GLFW's name of a key, by its place on the keyboard (KeyboardEvent.code); -1 where it has none.
int key_of(std::string_view code);

/// True where a key belongs to the browser: to reload, to close a tab, to print, to zoom, its tools.
bool is_of_browser(int key, bool ctrl, bool shift, bool alt, bool meta);

/// The sign that a key types (KeyboardEvent.key); 0 where it types none.
unsigned typed_sign(std::string_view key);

} // namespace xpbd::web
