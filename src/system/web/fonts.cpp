// Typefaces of the page.
#include "system/fonts.h"

namespace xpbd::system {

std::vector<Typeface> typefaces() {
    return {{"/fonts/DejaVuSans.ttf", "/fonts/DejaVuSans-Bold.ttf", ""}}; // files that the page contains
}

} // namespace xpbd::system
