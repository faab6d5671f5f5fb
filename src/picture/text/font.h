#pragma once

#include <string>
#include <string_view>

namespace xpbd::picture {

/// Path of a font of the distribution by its file name, or "" where it is not installed.
std::string find_font(std::string_view file);

} // namespace xpbd::picture
