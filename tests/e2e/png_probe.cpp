// png_probe PICTURE SESSION: exit 0 where the picture decodes, shows two panes that differ, and carries that session.
// Prints a line "pane METHOD ITERATIONS" for each.
#include "core/model/method_traits.h"
#include "lab/files/file.h"
#include "lab/files/session/session.h"

#include <stb_image.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

int fail(const std::string& what) {
    std::fprintf(stderr, "png_probe: %s\n", what.c_str());
    return 1;
}

/// Share of the pixels in which the left half differs from the right one.
double difference(const unsigned char* pixels, int width, int height) {
    int differing = 0;
    const int half = width / 2;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < half; ++x) {
            const unsigned char* left = pixels + 4 * (y * width + x);
            const unsigned char* right = pixels + 4 * (y * width + x + half);
            int sum = 0;
            for (int channel = 0; channel < 3; ++channel) {
                sum += std::abs(left[channel] - right[channel]);
            }
            differing += sum > 48 ? 1 : 0;
        }
    }
    return static_cast<double>(differing) / (half * height);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        return fail("usage: png_probe PICTURE SESSION");
    }
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> pixels(stbi_load(argv[1], &width, &height, &channels, 4),
                                                                 &stbi_image_free);
    if (pixels == nullptr) {
        return fail(std::string(argv[1]) + " does not decode: " + stbi_failure_reason());
    }
    const double share = difference(pixels.get(), width, height);
    std::printf("%d x %d, the panes differ in %.1f %% of the pixels\n", width, height, 100 * share);
    if (width != 1920 || height != 1080) {
        return fail("the picture is not 1920 x 1080");
    }
    if (share < 0.01) {
        return fail("the two panes show the same");
    }
    const auto carried = xpbd::lab::load_session(argv[1]);
    const auto expected = xpbd::lab::load_session(argv[2]);
    if (!carried || !expected) {
        return fail((carried ? expected : carried).error().message);
    }
    if (!(*carried == *expected)) {
        return fail("the picture carries another session:\n" + xpbd::lab::write_session(*carried) + "expected:\n" +
                    xpbd::lab::write_session(*expected));
    }
    for (const xpbd::Settings& pane : carried->panes) {
        std::printf("pane %s %d\n", std::string(xpbd::method_of(pane).key).c_str(), pane.iterations);
    }
    return 0;
}
