// Typefaces of Windows.
#include "system/fonts.h"
#include "system/folders.h"

namespace xpbd::system {

std::vector<Typeface> typefaces() {
    const std::string folder = environment("WINDIR") + "\\Fonts\\";
    return {{folder + "DejaVuSans.ttf", folder + "DejaVuSans-Bold.ttf", ""},
            {folder + "segoeui.ttf", folder + "segoeuib.ttf", folder + "seguisym.ttf"}};
}

} // namespace xpbd::system
