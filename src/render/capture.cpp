#include "render/renderer_impl.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace xpbd::render {
namespace {

constexpr std::size_t kPixelLimit = std::size_t{64} << 20; ///< of the supersampled off-screen picture
/// Pixels drawn off screen at once. A larger picture is made in parts: these take 65 MB, and 64 million pixels
/// would take 2 GB.
constexpr std::size_t kPartLimit = std::size_t{2} << 20;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::size_t area(int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

} // namespace

/// The picture is cut into parts, because of the memory, and each part into strips of rows, because of the time. A part
/// has a projection of its own; a strip only limits where its part is drawn.
struct Capture::Impl {
    View view;
    int width = 0, height = 0;
    int factor = 1;                      ///< of supersampling
    int part_width = 0, part_height = 0; ///< before supersampling
    int x = 0, y = 0;                    ///< lower left corner of the part that is drawn
    int row = 0;                         ///< of the part: the first one that is still to be drawn
    std::size_t drawn = 0;               ///< pixels, before supersampling
    Target target;                       ///< the part, supersampled
    Texture texture;                     ///< the part as codes
    Framebuffer framebuffer;
    std::vector<std::uint8_t> codes; ///< of a strip, bottom row first

    bool is_large() const { return area(width * factor, height * factor) > kPartLimit; }
    int columns() const { return std::min(part_width, width - x); }
    int rows() const { return std::min(part_height, height - y); }
    std::size_t pixels_of_row() const { return area(columns() * factor, factor); }

    void make_buffers();
    void draw_strip(Renderer::Impl& renderer, const Renderer::Impl::Prepared& scene, int count);
    void copy_strip(Image& image, int left, int top, int count);
    void advance(int count);
};

void Capture::Impl::make_buffers() {
    if (texture.name() != 0) {
        return;
    }
    texture = make_texture();
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, part_width, part_height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    framebuffer = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
}

void Capture::Impl::draw_strip(Renderer::Impl& renderer, const Renderer::Impl::Prepared& scene, int count) {
    const Tile part{
        {x * factor, y * factor, columns() * factor, rows() * factor}, width * factor, height * factor, factor};
    const Rect fine{0, row * factor, part.rect.width, count * factor};
    renderer.draw_scene(view, scene, part, fine, factor > 1 ? 2 : kSamples, target);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    const auto whole = static_cast<float>(height);
    renderer.write_output(target,
                          {{0, row, columns(), count},
                           {0, 0},
                           factor,
                           {static_cast<float>(y + row) / whole, static_cast<float>(y + row + count) / whole}},
                          view);
}

void Capture::Impl::copy_strip(Image& image, int left, int top, int count) {
    const std::size_t line = static_cast<std::size_t>(columns()) * 4;
    codes.resize(line * static_cast<std::size_t>(count));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, row, columns(), count, GL_RGBA, GL_UNSIGNED_BYTE, codes.data());
    for (int i = 0; i < count; ++i) { // OpenGL counts rows from below
        const int to = top + height - 1 - (y + row + i);
        const auto from = codes.begin() + static_cast<std::ptrdiff_t>(line) * i;
        std::copy(from, from + static_cast<std::ptrdiff_t>(line),
                  image.pixels.begin() + (static_cast<std::ptrdiff_t>(to) * image.width + left + x) * 4);
    }
}

void Capture::Impl::advance(int count) {
    drawn += area(columns(), count);
    row += count;
    if (row < rows()) {
        return;
    }
    row = 0;
    x += part_width;
    if (x >= width) {
        x = 0;
        y += part_height;
    }
}

Capture::Capture(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Capture::Capture(Capture&&) noexcept = default;
Capture& Capture::operator=(Capture&&) noexcept = default;
Capture::~Capture() = default;

bool Capture::done() const {
    return impl_->y >= impl_->height;
}

double Capture::progress() const {
    return static_cast<double>(impl_->drawn) / static_cast<double>(area(impl_->width, impl_->height));
}

Result<Capture> Renderer::begin_capture(View view, int width, int height, int supersampling) {
    if (width < 1 || height < 1 || width > max_side() || height > max_side()) {
        return Error{"a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                     " pixels cannot be made; each side may be 1 to " + std::to_string(max_side())};
    }
    auto impl = std::make_unique<Capture::Impl>();
    impl->view = std::move(view);
    impl->width = impl->part_width = width;
    impl->height = impl->part_height = height;
    int& factor = impl->factor;
    factor = std::clamp(supersampling, 1, 4);
    while (factor > 1 &&
           (std::max(width, height) * factor > max_side() || area(width * factor, height * factor) > kPixelLimit)) {
        --factor;
    }
    while (area(impl->part_width * factor, impl->part_height * factor) > kPartLimit) {
        int& longer = impl->part_width > impl->part_height ? impl->part_width : impl->part_height;
        longer = (longer + 1) / 2;
    }
    return Capture(std::move(impl));
}

Status Renderer::draw_on(Capture& capture, Image& target, int x, int y, double seconds) {
    Capture::Impl& job = *capture.impl_;
    const StateScope state;
    const Clock::time_point begin = Clock::now();
    if (job.drawn == 0) {
        job.target = std::exchange(impl_->shot, Target{});
    }
    job.make_buffers();
    const Impl::Prepared scene = impl_->prepare(job.view, job.height);
    const bool hurried = std::isfinite(seconds);
    if (hurried) {
        finish_gl(); // else the first strip would be measured with it
    }
    const double end = seconds > 0 ? std::max(seconds, 2 * seconds_since(begin)) : 0;
    for (double now = seconds_since(begin); !capture.done();) {
        const auto least = static_cast<double>(std::max(kLeastStrip, job.pixels_of_row()));
        const double pixels =
            hurried ? std::max(least, impl_->capture_rate * (end - now)) : std::numeric_limits<double>::infinity();
        const double per_row = static_cast<double>(job.pixels_of_row());
        const int count = static_cast<int>(std::min(pixels / per_row, static_cast<double>(job.rows() - job.row)));
        const double drawn = count * per_row;
        job.draw_strip(*impl_, scene, count);
        job.copy_strip(target, x, y, count);
        job.advance(count);
        const double before = std::exchange(now, seconds_since(begin));
        if (hurried) {
            impl_->capture_rate = drawn / std::max(now - before, 1e-6);
            if (impl_->capture_rate * (end - now) < least) {
                break;
            }
        }
    }
    if (capture.done()) {
        Target target_of_job = std::exchange(job.target, Target{});
        if (!job.is_large()) { // a large picture's memory is not kept for the next one
            impl_->shot = std::move(target_of_job);
        }
    }
    if (glGetError() == GL_OUT_OF_MEMORY) {
        return Error{"the driver has no memory for a picture of " + std::to_string(job.width) + " x " +
                     std::to_string(job.height)};
    }
    return ok();
}

Result<Image> Renderer::capture(const View& view, int width, int height, int supersampling) {
    Result<Capture> job = begin_capture(view, width, height, supersampling);
    if (!job) {
        return job.error();
    }
    Image image{width, height, std::vector<std::uint8_t>(area(width, height) * 4)};
    while (!job->done()) {
        const Status drawn = draw_on(*job, image, 0, 0, std::numeric_limits<double>::infinity());
        if (!drawn) {
            return drawn.error();
        }
    }
    return image;
}

} // namespace xpbd::render
