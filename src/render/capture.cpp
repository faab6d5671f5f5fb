// Off-screen pictures of any size, drawn in parts that fit the memory and in strips that fit the time available.
#include "render/renderer_impl.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace xpbd::render {
namespace {

constexpr std::size_t kPixelLimit = std::size_t{64} << 20; ///< limit of a supersampled off-screen picture [pixels]
/// Most pixels drawn off screen at once. They take 65 MB; the 64 million pixels of kPixelLimit would take 2 GB. A
/// larger picture is drawn in parts.
constexpr std::size_t kPartLimit = std::size_t{2} << 20;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::size_t area(int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

} // namespace

/// The picture is divided into parts to limit the memory, and each part into strips of rows to limit the time per call.
/// A part has its own projection; a strip is a scissor within its part.
struct Capture::Impl {
    View view;
    int width = 0, height = 0;
    int factor = 1;                      ///< supersampling factor
    int part_width = 0, part_height = 0; ///< size of a part before supersampling [px]
    int x = 0, y = 0;                    ///< lower left corner of the current part [px]
    int row = 0;                         ///< first row of the current part that is not drawn yet
    std::size_t drawn = 0;               ///< finished pixels, before supersampling
    Renderer::Impl::Prepared scene;
    std::uint64_t preparation = 0; ///< number of the prepare() call that filled `scene`; 0 = not called yet
    Target target;                 ///< the current part, supersampled
    KeptPicture codes; ///< final colours of the current part, or of the whole picture if it is drawn for a slot
    std::vector<std::uint8_t> strip; ///< pixels of a strip, bottom row first

    bool is_large() const { return area(width * factor, height * factor) > kPartLimit; }
    int columns() const { return std::min(part_width, width - x); }
    int rows() const { return std::min(part_height, height - y); }
    std::size_t pixels_of_row() const { return area(columns() * factor, factor); }

    /// Draws `count` rows of the current part into `codes`, where the part's lower left corner is at `corner`.
    void draw_strip(Renderer::Impl& renderer, glm::ivec2 corner, int count);
    void copy_strip(Image& image, int left, int top, int count);
    void advance(int count);
};

void Capture::Impl::draw_strip(Renderer::Impl& renderer, glm::ivec2 corner, int count) {
    const Tile part{
        {x * factor, y * factor, columns() * factor, rows() * factor}, width * factor, height * factor, factor};
    const Rect fine{0, row * factor, part.rect.width, count * factor};
    renderer.draw_scene(view, scene, part, fine, factor > 1 ? 2 : kSamples, target);
    glBindFramebuffer(GL_FRAMEBUFFER, codes.buffer.name());
    const auto whole = static_cast<float>(height);
    renderer.write_output(target,
                          {{corner.x, corner.y + row, columns(), count},
                           corner,
                           factor,
                           {static_cast<float>(y + row) / whole, static_cast<float>(y + row + count) / whole}},
                          view);
}

void Capture::Impl::copy_strip(Image& image, int left, int top, int count) {
    const std::size_t line = static_cast<std::size_t>(columns()) * 4;
    strip.resize(line * static_cast<std::size_t>(count));
    glBindFramebuffer(GL_FRAMEBUFFER, codes.buffer.name());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, row, columns(), count, GL_RGBA, GL_UNSIGNED_BYTE, strip.data());
    for (int i = 0; i < count; ++i) { // OpenGL's rows start at the bottom, the image's at the top
        const int to = top + height - 1 - (y + row + i);
        const auto from = strip.begin() + static_cast<std::ptrdiff_t>(line) * i;
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

Status Renderer::Impl::draw_on(Capture& capture, Image* image, glm::ivec2 place, double seconds) {
    Capture::Impl& job = *capture.impl_;
    const bool whole = image == nullptr;
    const StateScope state;
    const Clock::time_point begin = Clock::now();
    if (job.drawn == 0) {
        job.target = std::exchange(shot, Target{});
        job.codes.fit(whole ? job.width : job.part_width, whole ? job.height : job.part_height);
    }
    const bool hurried = std::isfinite(seconds);
    double end = seconds;
    if (job.preparation != preparations) {
        const bool first = job.preparation == 0;
        job.scene = prepare(job.view, job.height);
        job.preparation = preparations;
        if (hurried) {
            finish_gl(); // otherwise the time of the preparation would be counted for the first strip
            const double now = seconds_since(begin);
            if (whole && first && now > seconds) {
                return ok();
            }
            end = seconds > 0 ? std::max(seconds, 2 * now) : 0;
        }
    }
    for (double now = seconds_since(begin); !capture.done();) {
        const auto least = static_cast<double>(std::max(kLeastStrip, job.pixels_of_row()));
        const double pixels =
            hurried ? std::max(least, capture_rate * (end - now)) : std::numeric_limits<double>::infinity();
        const double per_row = static_cast<double>(job.pixels_of_row());
        const int count = static_cast<int>(std::min(pixels / per_row, static_cast<double>(job.rows() - job.row)));
        const double drawn = count * per_row;
        job.draw_strip(*this, whole ? glm::ivec2(job.x, job.y) : glm::ivec2(0), count);
        if (whole) {
            finish_gl(); // the time of this strip determines the size of the next
        } else {
            job.copy_strip(*image, place.x, place.y, count);
        }
        job.advance(count);
        const double before = std::exchange(now, seconds_since(begin));
        if (hurried) {
            capture_rate = drawn / std::max(now - before, 1e-6);
            if (capture_rate * (end - now) < least) {
                break;
            }
        }
    }
    if (capture.done()) {
        Target target_of_job = std::exchange(job.target, Target{});
        if (!job.is_large()) { // a large picture's buffers are freed, not kept for the next one
            shot = std::move(target_of_job);
        }
    }
    if (glGetError() == GL_OUT_OF_MEMORY) {
        return Error{"the driver has no memory for a picture of " + std::to_string(job.width) + " x " +
                     std::to_string(job.height)};
    }
    return ok();
}

Status Renderer::draw_on(Capture& capture, Image& target, int x, int y, double seconds) {
    return impl_->draw_on(capture, &target, {x, y}, seconds);
}

Status Renderer::draw_on(Capture& capture, std::size_t slot, double seconds) {
    Status drawn = impl_->draw_on(capture, nullptr, {}, seconds);
    if (drawn && capture.done()) {
        std::swap(impl_->kept[slot], capture.impl_->codes);
    }
    return drawn;
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
