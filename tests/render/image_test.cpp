#include "render/renderer.h"

#include <gtest/gtest.h>

namespace xpbd::render {
namespace {

Image gradient(int width, int height) {
    Image image{width, height, {}};
    for (int i = 0; i < width * height * 4; ++i) {
        image.pixels.push_back(static_cast<std::uint8_t>(i * 37 % 251));
    }
    return image;
}

TEST(Png, DecodesToTheSamePixels) {
    const Image image = gradient(31, 17);
    const Result<std::string> png = encode_png(image);
    ASSERT_TRUE(png);
    const Result<Image> back = decode_png(*png);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->width, 31);
    EXPECT_EQ(back->height, 17);
    EXPECT_EQ(back->pixels, image.pixels);
}

TEST(Png, RefusesEmptyImagesAndBrokenFiles) {
    EXPECT_FALSE(encode_png({}));
    EXPECT_FALSE(encode_png({4, 4, {1, 2, 3}}));
    EXPECT_FALSE(decode_png("nothing"));
    const std::string png = *encode_png(gradient(8, 8));
    EXPECT_FALSE(decode_png(png.substr(0, png.size() / 2)));
}

TEST(Blit, CutsWhatDoesNotFit) {
    Image target{4, 4, std::vector<std::uint8_t>(64, 0)};
    const Image source{3, 3, std::vector<std::uint8_t>(36, 9)};
    blit(target, source, 2, 3);
    blit(target, source, -2, -2);
    blit(target, source, 9, 9);
    const auto at = [&](int x, int y) { return target.pixels[static_cast<std::size_t>((y * 4 + x) * 4)]; };
    EXPECT_EQ(at(0, 0), 9);
    EXPECT_EQ(at(1, 0), 0);
    EXPECT_EQ(at(2, 3), 9);
    EXPECT_EQ(at(3, 3), 9);
    EXPECT_EQ(at(2, 2), 0);
}

} // namespace
} // namespace xpbd::render
