// Text in images, drawn on the CPU.
#pragma once

#include "render/renderer.h"

#include <memory>
#include <string>

namespace xpbd::picture {

/// Writes text and boxes into images on the CPU, for pictures that are not drawn in a window.
class ImageText {
public:
    /// Loads the system's typeface; if it is missing or `system_font` is false, the font inside Dear ImGui.
    explicit ImageText(bool system_font = true);
    ~ImageText();
    ImageText(const ImageText&) = delete;
    ImageText& operator=(const ImageText&) = delete;

    /// Width of a line of UTF-8 text whose letters have this height [px].
    float width(const std::string& text, float height, bool bold = false) const;
    /// Draws a line of text with its top left corner at (x, y).
    void text(render::Image& image, float x, float y, float height, const std::string& text, const glm::vec4& colour,
              bool bold = false) const;
    /// Fills a rectangle. The colour is sRGB with opacity.
    static void box(render::Image& image, int x, int y, int width, int height, const glm::vec4& colour);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace xpbd::picture
