#include "system/fonts.h"

namespace xpbd::system {

std::vector<Typeface> typefaces() {
    return {{"/fonts/DejaVuSans.ttf", "/fonts/DejaVuSans-Bold.ttf", ""}}; // that the page brings
}

} // namespace xpbd::system
