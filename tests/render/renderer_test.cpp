// Tests properties of pictures, not their bits, because drivers differ.
#include "picture_fixture.h"

#include <algorithm>
#include <cmath>
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

namespace xpbd::render {
namespace {

/// A framebuffer of 64 x 64 in place of the window's, bound.
GLuint small_screen(GLuint& texture) {
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    return framebuffer;
}

TEST_F(Picture, TransparentBackgroundIsClearAndTheBodyIsNot) {
    const Sheet sheet;
    View view = view_of(sheet);
    view.look.transparent = true;
    const Image image = shoot(view);
    EXPECT_EQ(at(image, 0.01f, 0.01f).w, 0);
    EXPECT_EQ(at(image, 0.5f, 0.5f).w, 255);
}

TEST_F(Picture, OpaqueBackgroundHasFullAlpha) {
    const Sheet sheet;
    const Image image = shoot(view_of(sheet));
    EXPECT_EQ(at(image, 0.01f, 0.01f).w, 255);
}

TEST_F(Picture, IndicesAreUploadedAnewWhereTheTrianglesAreOthers) {
    const auto pixels_of = [](const Sheet& sheet, std::uint64_t topology) {
        View view = view_of(sheet);
        view.bodies[0].topology = topology;
        return shoot(view).pixels;
    };
    const Sheet whole;
    Sheet torn;
    torn.triangles.erase(torn.triangles.begin() + 40, torn.triangles.begin() + 80);
    Sheet turned; // the same number of triangles, between other particles
    std::rotate(turned.triangles.begin(), turned.triangles.begin() + 40, turned.triangles.end());
    turned.triangles.resize(64);
    Sheet plain;
    plain.triangles.resize(64);
    const auto expected_whole = pixels_of(whole, 0);
    const auto expected_torn = pixels_of(torn, 0);
    const auto expected_turned = pixels_of(turned, 0);
    const auto expected_plain = pixels_of(plain, 0);
    ASSERT_NE(expected_whole, expected_torn);
    ASSERT_NE(expected_turned, expected_plain);
    EXPECT_EQ(pixels_of(whole, 1), expected_whole);
    EXPECT_EQ(pixels_of(whole, 1), expected_whole) << "with the indices kept";
    EXPECT_EQ(pixels_of(torn, 0), expected_torn) << "another body after a kept one";
    EXPECT_EQ(pixels_of(whole, 1), expected_whole) << "and the kept one again";
    EXPECT_EQ(pixels_of(turned, 2), expected_turned);
    EXPECT_EQ(pixels_of(plain, 3), expected_plain) << "as many triangles of another topology";
    Sheet moved = whole;
    moved.positions[40].z += 0.5f;
    EXPECT_EQ(pixels_of(whole, 4), expected_whole);
    EXPECT_NE(pixels_of(moved, 4), expected_whole) << "the vertices are not kept";
}

TEST_F(Picture, FrontAndBackDiffer) {
    const Sheet sheet;
    View view = view_of(sheet);
    const glm::vec4 front = at(shoot(view), 0.5f, 0.5f);
    view.camera.yaw = 3.14159f;
    const glm::vec4 back = at(shoot(view), 0.5f, 0.5f);
    EXPECT_GT(front.z - back.z, 20) << "the back is warmer and darker";
}

TEST_F(Picture, ALevelTurnsTheBodyFromItsFabricToRed) {
    Sheet sheet;
    View view = view_of(sheet);
    view.look.colour_by = ColourBy::level;
    const glm::vec4 low = at(shoot(view), 0.5f, 0.5f);
    std::fill(sheet.level.begin(), sheet.level.end(), 1.0f);
    view.bodies[0] = sheet.body();
    const glm::vec4 high = at(shoot(view), 0.5f, 0.5f);
    EXPECT_NEAR(low.x, low.z, 25);
    EXPECT_GT(high.x, high.z + 60);
    const std::vector<float> points(sheet.positions.size(), 0.0f);
    view.bodies[0].point_level = points;
    EXPECT_EQ(at(shoot(view), 0.5f, 0.5f), low) << "the particles' own levels count before those of the lines";
}

TEST_F(Picture, ArrowsStandWhereTheyPoint) {
    View view = view_of(Sheet());
    view.bodies.clear();
    view.look.transparent = true;
    view.arrows = {{{0, 2, 0}, {0, 3, 0}}};
    const Image image = shoot(view, 240, 240);
    EXPECT_GT(at(image, 0.5f, 0.4f).w, 128) << "the shaft";
    EXPECT_EQ(at(image, 0.5f, 0.6f).w, 0) << "nothing behind its foot";
    EXPECT_EQ(at(image, 0.6f, 0.4f).w, 0) << "nothing beside it";
    view.arrows = {{{0, 2, 0}, {0, 2, 0}}};
    EXPECT_EQ(at(shoot(view, 240, 240), 0.5f, 0.5f).w, 0) << "no force, no arrow";
}

TEST_F(Picture, TheBodyThrowsAShadowOnTheGround) {
    const Sheet sheet;
    View view = view_of(sheet);
    view.camera.pivot = {0, 0, 0};
    view.camera.pitch = 1.2f;
    view.look.shadow = false;
    const Image plain = shoot(view);
    view.look.shadow = true;
    const Image shadowed = shoot(view);
    int darker = 0;
    for (std::size_t i = 0; i < plain.pixels.size(); i += 4) {
        darker += plain.pixels[i + 1] > shadowed.pixels[i + 1] + 5 ? 1 : 0;
    }
    EXPECT_GT(darker, 160 * 120 / 100);
}

TEST_F(Picture, ThemesDiffer) {
    const Sheet sheet;
    View view = view_of(sheet);
    const float dark = luma(at(shoot(view), 0.02f, 0.02f));
    view.look.theme = Theme::light;
    EXPECT_GT(luma(at(shoot(view), 0.02f, 0.02f)), dark + 100);
}

TEST_F(Picture, GhostsLetTheBackgroundThrough) {
    const Sheet sheet;
    View view = view_of(sheet);
    view.look.transparent = true;
    view.bodies[0].opacity = 0.35f;
    const float alpha = at(shoot(view), 0.5f, 0.5f).w;
    EXPECT_GT(alpha, 60);
    EXPECT_LT(alpha, 200);
}

TEST_F(Picture, StylesDiffer) {
    const Sheet sheet;
    View view = view_of(sheet);
    const Image shaded = shoot(view);
    view.look.style = BodyStyle::wireframe;
    const Image wire = shoot(view);
    view.look.style = BodyStyle::constraints;
    const Image constraints = shoot(view);
    EXPECT_NE(shaded.pixels, wire.pixels);
    EXPECT_NE(shaded.pixels, constraints.pixels);
    EXPECT_NE(wire.pixels, constraints.pixels);
}

TEST_F(Picture, ANetFinerThanThePictureIsItsSurfaceAndShowsFromNear) {
    const Sheet fine(200);
    for (const BodyStyle style : {BodyStyle::wireframe, BodyStyle::constraints}) {
        View view = view_of(fine);
        const Image surface = shoot(view);
        view.look.style = style;
        EXPECT_EQ(shoot(view).pixels, surface.pixels) << "about a pixel from line to line";
        view.camera.distance *= 0.15f;
        const Image net = shoot(view);
        view.look.style = BodyStyle::shaded;
        EXPECT_NE(net.pixels, shoot(view).pixels);
    }
}

TEST_F(Picture, RopesAreTubesWithARoundShade) {
    std::vector<glm::vec3> positions = {{-1, 2, 0}, {0, 2, 0}, {1, 2, 0}};
    const std::vector<std::array<int, 2>> segments = {{0, 1}, {1, 2}};
    const std::vector<int> pins = {0};
    View view = view_of(Sheet());
    view.bodies.clear();
    Body rope;
    rope.positions = positions;
    rope.segments = segments;
    rope.pins = pins;
    rope.tube_radius = 0.2f;
    view.bodies.push_back(rope);
    view.look.transparent = true;
    const Image image = shoot(view);
    EXPECT_EQ(at(image, 0.5f, 0.5f).w, 255);
    EXPECT_GT(luma(at(image, 0.5f, 0.47f)), luma(at(image, 0.5f, 0.53f)) + 5) << "lit from above";
}

TEST_F(Picture, ObstaclesStandWhereTheyAreAndNowhereElse) {
    View view = view_of(Sheet());
    view.bodies.clear();
    view.camera.pitch = 0;
    view.look.transparent = true;
    Obstacle capsule; // level, 2 m long, round ends
    capsule.kind = Obstacle::Kind::capsule;
    capsule.center = {-0.7f, 2, 0};
    capsule.end = {0.7f, 2, 0};
    capsule.radius = 0.3f;
    Obstacle box; // a cube with an edge at its bottom
    box.kind = Obstacle::Kind::box;
    box.center = {0, 2, 0};
    box.half = {0.7f, 0.7f, 0.2f};
    const float c = std::sqrt(0.5f);
    box.axes = {{c, c, 0}, {-c, c, 0}, {0, 0, 1}};
    // How far from the middle the picture is covered, along a row and along a column [share of the picture].
    const auto reach = [&](const Obstacle& obstacle) {
        view.obstacles = {obstacle};
        const Image image = shoot(view, 240, 240);
        glm::vec2 covered{0};
        for (int i = 0; i < 120; ++i) {
            const float offset = static_cast<float>(i) / 239;
            covered.x += at(image, 0.5f + offset, 0.5f).w > 128 ? 1.0f : 0.0f;
            covered.y += at(image, 0.5f, 0.5f - offset).w > 128 ? 1.0f : 0.0f;
        }
        return covered;
    };
    const glm::vec2 lying = reach(capsule);
    EXPECT_NEAR(lying.x / lying.y, 1.0 / 0.3, 0.3);
    const glm::vec2 diamond = reach(box);
    EXPECT_NEAR(diamond.x, diamond.y, 3);
    EXPECT_NEAR(diamond.x / lying.x, 0.7f / c, 0.05) << "half a diagonal against half the capsule";
}

TEST_F(Picture, ATornBodyShowsWhatIsBehindItsHole) {
    Sheet sheet;
    View view = view_of(sheet);
    view.look.transparent = true;
    EXPECT_EQ(at(shoot(view), 0.5f, 0.5f).w, 255);
    const auto middle = [&](const std::array<int, 3>& t) {
        const glm::vec3 centre =
            (sheet.positions[static_cast<std::size_t>(t[0])] + sheet.positions[static_cast<std::size_t>(t[1])] +
             sheet.positions[static_cast<std::size_t>(t[2])]) /
            3.0f;
        return glm::length(centre - glm::vec3(0, 2, 0)) < 0.4f;
    };
    std::erase_if(sheet.triangles, middle);
    view.bodies[0] = sheet.body();
    view.bodies[0].topology = 1;
    const Image torn = shoot(view);
    EXPECT_EQ(at(torn, 0.5f, 0.5f).w, 0);
    EXPECT_EQ(at(torn, 0.4f, 0.5f).w, 255) << "the rest of the sheet stands";
}

TEST_F(Picture, CaptureHasItsSizeAtEverySupersampling) {
    const Sheet sheet;
    for (const int factor : {1, 2, 3, 4, 99}) {
        const Image image = shoot(view_of(sheet), 101, 53, factor);
        EXPECT_EQ(image.width, 101);
        EXPECT_EQ(image.height, 53);
    }
}

TEST_F(Picture, ALargePictureMadeInPartsShowsWhatASmallOneShows) {
    const Sheet sheet;
    const View view = view_of(sheet);
    const Image small = shoot(view, 400, 300, 4);
    const Image large = shoot(view, 4000, 3000); // 12 million pixels: in two parts
    double error = 0;
    for (int y = 0; y < small.height; ++y) {
        for (int x = 0; x < small.width; ++x) {
            for (std::ptrdiff_t channel = 0; channel < 3; ++channel) {
                int sum = 0;
                for (int dy = 0; dy < 10; ++dy) {
                    for (int dx = 0; dx < 10; ++dx) {
                        sum += large.pixels[static_cast<std::size_t>(
                            (static_cast<std::ptrdiff_t>(y * 10 + dy) * large.width + x * 10 + dx) * 4 + channel)];
                    }
                }
                const int other = small.pixels[static_cast<std::size_t>((y * small.width + x) * 4 + channel)];
                error += std::abs(sum / 100.0 - other);
            }
        }
    }
    EXPECT_LT(error / (small.width * small.height * 3), 0.6) << "mean difference of the codes, 0 to 255";
}

TEST_F(Picture, ImpossibleSizesNameTheLimit) {
    const Sheet sheet;
    for (const int width : {0, -4, renderer_->max_side() + 1}) {
        const Result<Image> image = renderer_->capture(view_of(sheet), width, 10);
        ASSERT_FALSE(image);
        EXPECT_NE(image.error().message.find(std::to_string(renderer_->max_side())), std::string::npos);
    }
}

TEST_F(Picture, EmptyAndBrokenBodiesAreNoReasonToCrash) {
    View view = view_of(Sheet());
    view.bodies.clear();
    shoot(view);
    view.bodies.emplace_back();
    shoot(view);
    Sheet sheet;
    sheet.positions[7] = glm::vec3(std::numeric_limits<float>::quiet_NaN());
    sheet.positions[9] = glm::vec3(std::numeric_limits<float>::infinity());
    view.bodies[0] = sheet.body();
    shoot(view);
    SUCCEED();
}

TEST_F(Picture, DrawKeepsToItsRectangleAndLeavesTheStateAsItWas) {
    GLuint texture = 0;
    const GLuint framebuffer = small_screen(texture);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);

    const Sheet sheet;
    renderer_->draw(view_of(sheet), 32, 32);
    EXPECT_TRUE(renderer_->show({16, 16, 32, 32}, framebuffer));

    GLint bound = 0;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), framebuffer);
    EXPECT_EQ(glIsEnabled(GL_BLEND), GL_TRUE);
    EXPECT_EQ(glIsEnabled(GL_SCISSOR_TEST), GL_FALSE);
    std::vector<std::uint8_t> pixels(64 * 64 * 4);
    glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    int magenta = 0;
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        magenta += pixels[i] == 255 && pixels[i + 1] == 0 && pixels[i + 2] == 255 ? 1 : 0;
    }
    EXPECT_EQ(magenta, 64 * 64 - 32 * 32);
    glDisable(GL_BLEND);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Picture, AQuickPictureIsTheOneThatACaptureShows) {
    constexpr int kWidth = 160, kHeight = 120;
    GLuint texture = 0, framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kWidth, kHeight, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    const Sheet sheet;
    View view = view_of(sheet);
    view.look.quality = Quality::low;
    view.camera.yaw = 0.7f;
    const Obstacle ball{.kind = Obstacle::Kind::sphere, .center = {0.6f, 1, 1}, .radius = 0.3f};
    view.obstacles.push_back(ball);
    view.strokes.push_back({{-1, 3.2f, 0}, {1, 3.2f, 0}, {1, 1, 1}, 1.5f, 1});
    for (const Theme theme : {Theme::dark, Theme::light}) {
        view.look.theme = theme;
        const Image expected = shoot(view, kWidth, kHeight);
        renderer_->draw(view, kWidth, kHeight);
        EXPECT_TRUE(renderer_->show({0, 0, kWidth, kHeight}, framebuffer));
        Image drawn{kWidth, kHeight, std::vector<std::uint8_t>(kWidth * kHeight * 4)};
        glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, drawn.pixels.data());
        double difference = 0;
        int far_off = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                const std::uint8_t* a = expected.pixels.data() + (y * kWidth + x) * 4;
                const std::uint8_t* b = drawn.pixels.data() + ((kHeight - 1 - y) * kWidth + x) * 4;
                const int apart = std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
                difference += apart;
                far_off += apart > 48 ? 1 : 0;
            }
        }
        // Edges are softer, and the finest lines of the ground fade nearer. A picture that is shifted by one pixel is
        // far off in 2.5 % of its pixels; one whose samples are beside the middles of its pixels, in 1 %.
        EXPECT_LT(difference / (kWidth * kHeight), 5) << "of 255, on average";
        EXPECT_LT(far_off, 0.006 * kWidth * kHeight);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Picture, ARepeatedPictureIsTheSameAndOnlyOfItsSize) {
    GLuint texture = 0;
    const GLuint framebuffer = small_screen(texture);
    const auto pixels = [&] {
        std::vector<std::uint8_t> result(64 * 64 * 4);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
        return result;
    };
    const auto clear = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glClear(GL_COLOR_BUFFER_BIT);
    };
    const Sheet sheet;
    const Rect rect{8, 4, 50, 40};
    clear();
    EXPECT_FALSE(renderer_->show(rect, framebuffer, 1)) << "nothing was drawn yet";
    renderer_->draw(view_of(sheet), rect.width, rect.height, 1);
    EXPECT_TRUE(renderer_->show(rect, framebuffer, 1));
    const auto plain = pixels();
    clear();
    EXPECT_TRUE(renderer_->show(rect, framebuffer, 1));
    EXPECT_EQ(pixels(), plain);
    EXPECT_FALSE(renderer_->show({8, 4, 51, 40}, framebuffer, 1));
    EXPECT_FALSE(renderer_->show(rect, framebuffer, 2)) << "another slot";
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

} // namespace
} // namespace xpbd::render
