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

} // namespace
} // namespace xpbd::render
