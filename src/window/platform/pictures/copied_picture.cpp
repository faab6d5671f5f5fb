#include "window/platform/pictures/copied_picture.h"

#include "lab/files/file.h"
#include "system/clipboard.h"
#include "window/platform/pictures/screenshots.h"
#include "window/state/exports.h"
#include "window/widgets/copying.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace xpbd::window {
namespace {

void copy(AppState& state, const render::Image& image, const std::string& png) {
    const Status copied = system::copy_picture({png, image.width, image.height, image.pixels});
    if (copied) {
        tell_copied(state, "Copied a picture of " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                               " pixels");
    } else {
        add_toast(state, Toast::Kind::error, "Not copied: " + copied.error().message);
    }
}

} // namespace

void copy_picture_file(AppState& state, const std::string& path) {
    const Result<std::string> png = lab::read_file(path, lab::kLargestInput);
    const Result<render::Image> image = png ? render::decode_png(*png) : png.error();
    if (!image) {
        return add_toast(state, Toast::Kind::error, "Not copied: " + image.error().message);
    }
    copy(state, *image, *png);
}

void take_region(AppState& state, const RegionPicture& picture, int width, int height) {
    const ScreenRect& region = picture.rect;
    const render::Image window = read_window(width, height);
    const int left = std::clamp(static_cast<int>(std::floor(region.min.x)), 0, width - 1);
    const int top = std::clamp(static_cast<int>(std::floor(region.min.y)), 0, height - 1);
    const int right = std::clamp(static_cast<int>(std::ceil(region.max.x)), left + 1, width);
    const int bottom = std::clamp(static_cast<int>(std::ceil(region.max.y)), top + 1, height);
    render::Image image{right - left, bottom - top, {}};
    for (int row = top; row < bottom; ++row) {
        const auto from = window.pixels.begin() + 4 * (static_cast<std::ptrdiff_t>(row) * width + left);
        image.pixels.insert(image.pixels.end(), from, from + 4 * static_cast<std::ptrdiff_t>(image.width));
    }
    const Result<std::string> png = render::encode_png(image);
    if (!png) {
        return add_toast(state, Toast::Kind::error, "No picture: " + png.error().message);
    }
    if (picture.name.empty()) {
        copy(state, image, *png);
    } else {
        save_result(state, "Picture", picture.name, ".png", *png);
    }
}

} // namespace xpbd::window
