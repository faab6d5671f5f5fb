#include "picture/text/image_text.h"

#include "lab/files/file.h"
#include "picture/text/font.h"
#include "picture/text/imgui_versions.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace xpbd::picture {
namespace {

constexpr int kAlpha = 0x3B1;

/// Removes the first code point from UTF-8 text and returns it. A stray byte below 0xC0 is returned unchanged.
int next_code(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const int extra = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    int code = extra == 0 ? lead : lead & (0x3F >> extra);
    text.remove_prefix(1);
    for (int i = 0; i < extra && !text.empty(); ++i) {
        code = (code << 6) | (static_cast<unsigned char>(text.front()) & 0x3F);
        text.remove_prefix(1);
    }
    return code;
}

void blend(std::uint8_t* pixel, const glm::vec4& colour, float coverage) {
    const float a = colour.a * coverage;
    for (int c = 0; c < 3; ++c) {
        pixel[c] = static_cast<std::uint8_t>(std::lround(pixel[c] * (1 - a) + 255 * colour[c] * a));
    }
    pixel[3] = static_cast<std::uint8_t>(std::lround(pixel[3] * (1 - a) + 255 * a));
}

std::uint8_t* pixel_at(render::Image& image, int x, int y) {
    return image.pixels.data() + (static_cast<std::ptrdiff_t>(y) * image.width + x) * 4;
}

/// The TrueType font inside Dear ImGui: simple, but always available.
std::string built_in_font() {
    ImFontAtlas atlas;
    atlas.AddFontDefault();
    return std::string(imgui::first_font_file(atlas));
}

struct Font {
    std::string bytes;
    stbtt_fontinfo info{};
    bool loaded = false;

    void load(std::string content) {
        bytes = std::move(content);
        const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
        loaded = !bytes.empty() && stbtt_InitFont(&info, data, stbtt_GetFontOffsetForIndex(data, 0)) != 0;
    }

    /// Loads a font of the system. `content` stays empty if the file cannot be read.
    void load_installed(const std::string& path) {
        const Result<std::string> content = path.empty() ? Result<std::string>(std::string()) : lab::read_file(path);
        if (content) {
            load(*content);
        }
    }

    /// The glyph of a code point. Fonts without a Greek alpha get a Latin `a` instead.
    int glyph(int code) const {
        const int found = stbtt_FindGlyphIndex(&info, code);
        return found == 0 && code == kAlpha ? stbtt_FindGlyphIndex(&info, 'a') : found;
    }
};

} // namespace

struct ImageText::Impl {
    Font regular, bold;
    const Font& font(bool is_bold) const { return is_bold && bold.loaded ? bold : regular; }
};

ImageText::ImageText(bool system_font) : impl_(std::make_unique<Impl>()) {
    if (system_font) {
        const system::Typeface typeface = find_typeface();
        impl_->regular.load_installed(typeface.regular);
        impl_->bold.load_installed(typeface.bold);
    }
    if (!impl_->regular.loaded) {
        impl_->regular.load(built_in_font());
    }
}
ImageText::~ImageText() = default;

float ImageText::width(const std::string& text, float height, bool bold) const {
    const Font& font = impl_->font(bold);
    if (!font.loaded) {
        return 0;
    }
    const float scale = stbtt_ScaleForPixelHeight(&font.info, height);
    float sum = 0;
    for (std::string_view rest = text; !rest.empty();) {
        int advance = 0;
        int bearing = 0;
        stbtt_GetGlyphHMetrics(&font.info, font.glyph(next_code(rest)), &advance, &bearing);
        sum += scale * static_cast<float>(advance);
    }
    return sum;
}

void ImageText::text(render::Image& image, float x, float y, float height, const std::string& text,
                     const glm::vec4& colour, bool bold) const {
    const Font& font = impl_->font(bold);
    if (!font.loaded) {
        return;
    }
    const float scale = stbtt_ScaleForPixelHeight(&font.info, height);
    int ascent = 0;
    int descent = 0;
    int gap = 0;
    stbtt_GetFontVMetrics(&font.info, &ascent, &descent, &gap);
    const float baseline = std::round(y + scale * static_cast<float>(ascent));
    for (std::string_view rest = text; !rest.empty();) {
        const int glyph = font.glyph(next_code(rest));
        const float whole = std::floor(x);
        int width = 0;
        int rows = 0;
        int left = 0;
        int top = 0;
        unsigned char* bitmap =
            stbtt_GetGlyphBitmapSubpixel(&font.info, scale, scale, x - whole, 0, glyph, &width, &rows, &left, &top);
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < width; ++column) {
                const int px = static_cast<int>(whole) + left + column;
                const int py = static_cast<int>(baseline) + top + row;
                if (px >= 0 && px < image.width && py >= 0 && py < image.height) {
                    blend(pixel_at(image, px, py), colour, static_cast<float>(bitmap[row * width + column]) / 255.0f);
                }
            }
        }
        stbtt_FreeBitmap(bitmap, nullptr);
        int advance = 0;
        int bearing = 0;
        stbtt_GetGlyphHMetrics(&font.info, glyph, &advance, &bearing);
        x += scale * static_cast<float>(advance);
    }
}

void ImageText::box(render::Image& image, int x, int y, int width, int height, const glm::vec4& colour) {
    for (int row = std::max(0, y); row < std::min(image.height, y + height); ++row) {
        for (int column = std::max(0, x); column < std::min(image.width, x + width); ++column) {
            blend(pixel_at(image, column, row), colour, 1);
        }
    }
}

} // namespace xpbd::picture
