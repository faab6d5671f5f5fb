#include "picture/text/font.h"

#include "system/files.h"

namespace xpbd::picture {
namespace {

constexpr std::string_view kFontFolders[] = {
    "/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/",
    "/usr/share/fonts/dejavu/",          "/usr/share/fonts/TTF/",
    "/usr/local/share/fonts/dejavu/",    "/opt/homebrew/share/fonts/",
};

} // namespace

std::string find_font(std::string_view file) {
    for (const std::string_view folder : kFontFolders) {
        std::string path = std::string(folder) + std::string(file);
        if (system::kind_of(path) == system::FileKind::regular) {
            return path;
        }
    }
    return "";
}

} // namespace xpbd::picture
