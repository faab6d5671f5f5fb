#pragma once

#include <string>
#include <vector>

namespace xpbd::system {

/// Files of a typeface.
struct Typeface {
    std::string regular, bold;
    std::string signs; ///< of another one that has the signs of mathematics where this one lacks them; "" = it has them
};

/// Where this system keeps typefaces that serve for an interface, the best first. They need not be there.
std::vector<Typeface> typefaces();

} // namespace xpbd::system
