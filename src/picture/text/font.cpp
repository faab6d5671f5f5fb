#include "picture/text/font.h"

#include "lab/files/assets.h"
#include "system/names.h"

#include <filesystem>
#include <system_error>
#include <vector>

namespace xpbd::picture {

system::Typeface find_typeface() {
    std::vector<system::Typeface> typefaces = system::typefaces();
    // Packages that belong to no distribution contain the typeface.
    if (const std::string assets = lab::assets_folder(); !assets.empty()) {
        const std::string folder = assets + "/fonts/";
        typefaces.insert(typefaces.begin(), {folder + "DejaVuSans.ttf", folder + "DejaVuSans-Bold.ttf", ""});
    }
    for (system::Typeface& typeface : typefaces) {
        for (std::string* file : {&typeface.regular, &typeface.bold, &typeface.signs}) {
            std::error_code code;
            if (!std::filesystem::is_regular_file(system::path_of(*file), code)) {
                file->clear();
            }
        }
        if (!typeface.regular.empty()) {
            return typeface;
        }
    }
    return {};
}

} // namespace xpbd::picture
