// PNG files.
#include "render/renderer.h"

#include <stb_image.h>
#include <stb_image_write.h>

#include <memory>

namespace xpbd::render {

Result<std::string> encode_png(const Image& image) {
    if (image.width < 1 || image.height < 1 ||
        image.pixels.size() != static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4) {
        return Error{"an image of " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                     " pixels cannot be written"};
    }
    std::string png;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (stbi_write_png_to_func(append, &png, image.width, image.height, 4, image.pixels.data(), image.width * 4) == 0) {
        return Error{"the PNG encoder ran out of memory"};
    }
    return png;
}

Result<Image> decode_png(std::string_view png) {
    Image image;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()), static_cast<int>(png.size()), &image.width,
                              &image.height, &channels, 4),
        &stbi_image_free);
    if (!pixels) {
        return Error{std::string("not a PNG that can be decoded: ") + stbi_failure_reason()};
    }
    const std::size_t bytes = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4;
    image.pixels.assign(pixels.get(), pixels.get() + bytes);
    return image;
}

} // namespace xpbd::render
