// Typefaces of the system.
#pragma once

#include <string>
#include <vector>

namespace xpbd::system {

/// Files of a typeface.
struct Typeface {
    std::string regular, bold;
    /// File of another typeface with the mathematical signs that this one lacks; "" = none are missing.
    std::string signs;
};

/// Typefaces that are suitable for an interface, the best first. The files need not exist.
std::vector<Typeface> typefaces();

} // namespace xpbd::system
