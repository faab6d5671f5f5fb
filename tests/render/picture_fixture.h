// Shared parts of the tests of pictures.
#pragma once

#include "headless_renderer.h"
#include "render/colour/palette.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

namespace xpbd::render {

/// A square sheet of 2 m that faces +z, 1 m above the ground.
struct Sheet {
    std::vector<glm::vec3> positions;
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<int, 2>> lines;
    std::vector<float> level;
    std::vector<int> pins;

    explicit Sheet(int side = 9) {
        const float step = 2.0f / static_cast<float>(side - 1);
        for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
                positions.emplace_back(static_cast<float>(column) * step - 1, 3 - static_cast<float>(row) * step, 0);
                const int i = row * side + column;
                if (column + 1 < side) {
                    lines.push_back({i, i + 1});
                }
                if (row + 1 < side && column + 1 < side) {
                    triangles.push_back({i, i + side, i + 1});
                    triangles.push_back({i + 1, i + side, i + side + 1});
                }
            }
        }
        level.assign(lines.size(), 0);
    }
    Body body() const {
        Body body;
        body.positions = positions;
        body.triangles = triangles;
        body.lines = lines;
        body.line_level = level;
        body.pins = pins;
        return body;
    }
};

class Picture : public HeadlessRenderer {
protected:
    static View view_of(const Sheet& sheet) {
        View view;
        view.bodies.push_back(sheet.body());
        view.camera.pivot = {0, 2, 0};
        view.camera.yaw = 0;
        view.camera.pitch = 0.1f;
        view.camera.distance = 6;
        view.look.colour_by = ColourBy::material;
        return view;
    }
    /// A view straight at a sheet, without other bodies.
    static View facing(const Body& body) {
        View view;
        view.bodies = {body};
        view.camera.pivot = {0, 2, 0};
        view.camera.yaw = 0;
        view.camera.pitch = 0;
        view.camera.distance = 6;
        view.look.colour_by = ColourBy::material;
        view.look.transparent = true;
        view.look.ground = false;
        view.look.shadow = false;
        return view;
    }
    static Image shoot(const View& view, int width = 160, int height = 120, int supersampling = 1) {
        Result<Image> image = renderer_->capture(view, width, height, supersampling);
        EXPECT_TRUE(image) << image.error().message;
        return image ? std::move(*image)
                     : Image{width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width * height * 4))};
    }
    /// A board at a height above white ground, seen from above where the edge of its shadow lies.
    static Image board_from_above(float height, Quality quality) {
        Sheet sheet;
        for (glm::vec3& p : sheet.positions) {
            p = {p.x, height, p.y - 2};
        }
        View view = facing(sheet.body());
        view.look.transparent = false;
        view.look.ground = true;
        view.look.shadow = true;
        view.look.theme = Theme::paper; // white, except the shadow
        view.look.quality = quality;
        const glm::vec3 light = key_light_direction();
        view.camera.pivot = {-1, 0, -height * light.z / light.y};
        view.camera.pitch = 1.5f;
        view.camera.distance = 9;
        return shoot(view, 360, 270);
    }
    /// Colour at a place in [0, 1]^2, from the top left.
    static glm::vec4 at(const Image& image, float x, float y) {
        const auto px = static_cast<std::ptrdiff_t>(x * static_cast<float>(image.width - 1));
        const auto py = static_cast<std::ptrdiff_t>(y * static_cast<float>(image.height - 1));
        const std::uint8_t* p = image.pixels.data() + (py * image.width + px) * 4;
        return {p[0], p[1], p[2], p[3]};
    }
    static float luma(const glm::vec4& c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }
};

} // namespace xpbd::render
