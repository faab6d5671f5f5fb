// Typefaces that macOS contains.
#include "system/fonts.h"
#include "system/folders.h"

namespace xpbd::system {

std::vector<Typeface> typefaces() {
    std::vector<Typeface> result;
    for (const std::string& folder : {environment("HOME") + "/Library/Fonts/", std::string("/Library/Fonts/")}) {
        result.push_back({folder + "DejaVuSans.ttf", folder + "DejaVuSans-Bold.ttf", ""});
    }
    const std::string own = "/System/Library/Fonts/";
    result.push_back(
        {own + "Supplemental/Arial Unicode.ttf", own + "Supplemental/Arial Bold.ttf", own + "Apple Symbols.ttf"});
    return result;
}

} // namespace xpbd::system
