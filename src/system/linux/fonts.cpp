// Typefaces where Linux distributions install them.
#include "system/fonts.h"

namespace xpbd::system {

std::vector<Typeface> typefaces() {
    std::vector<Typeface> result;
    for (const std::string folder :
         {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/", "/usr/share/fonts/dejavu/",
          "/usr/share/fonts/TTF/", "/usr/local/share/fonts/dejavu/"}) {
        result.push_back({folder + "DejaVuSans.ttf", folder + "DejaVuSans-Bold.ttf", ""});
    }
    return result;
}

} // namespace xpbd::system
