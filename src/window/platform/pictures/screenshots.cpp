#include "window/platform/pictures/screenshots.h"

#include "picture/memory_limits.h"
#include "system/files.h"
#include "system/machine.h"
#include "system/names.h"
#include "window/stage/cameras.h"

#include <algorithm>
#include <filesystem>
#include <glad/gl.h>
#include <new>
#include <utility>

namespace xpbd::window {
namespace {

constexpr std::size_t kMaxJobs = 4; ///< pictures in memory at once
constexpr double kNoticed = 0.3;    ///< drawing time after which the progress shows [s]

} // namespace

render::Image read_window(int width, int height) {
    render::Image image{width, height, {}};
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    image.pixels.resize(row * static_cast<std::size_t>(height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height) / 2; ++y) {
        const std::size_t other = static_cast<std::size_t>(height) - 1 - y;
        std::swap_ranges(image.pixels.begin() + static_cast<std::ptrdiff_t>(y * row),
                         image.pixels.begin() + static_cast<std::ptrdiff_t>((y + 1) * row),
                         image.pixels.begin() + static_cast<std::ptrdiff_t>(other * row));
    }
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
        image.pixels[i] = 255;
    }
    return image;
}

void Screenshots::take(AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, CaptureKind kind,
                       int width, int height) {
    const bool whole_window = kind == CaptureKind::with_interface;
    const picture::PictureOptions options = shot_options(state, kind, width, height);
    if (const Status fits = check_picture_size(options); !fits && !whole_window) {
        add_toast(state, Toast::Kind::error, fits.error().message);
        return;
    }
    const auto bytes = static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height) * 4;
    const std::size_t waiting = jobs_.size() + drawings_.size();
    if (waiting >= kMaxJobs || (waiting + 1) * bytes > std::max(picture::kWaitingPictures, bytes)) {
        add_toast(state, Toast::Kind::error, "Screenshots are still being drawn and written; try again in a moment");
        return;
    }
    const lab::Session session = screen_session(state, *snapshot);
    const std::string chosen = output_folder(state.preferences);
    const std::string folder = chosen.empty() ? "." : chosen;
    if (whole_window) {
        write(session, folder, read_window(width, height));
        return;
    }
    const std::vector<lab::Camera> cameras = picture_cameras(state);
    auto views = std::make_unique<picture::SceneViews>();
    Result<picture::PictureJob> job = picture::PictureJob::begin(renderer_, *views, snapshot, cameras, options);
    if (!job) {
        add_toast(state, Toast::Kind::error, job.error().message);
        return;
    }
    drawings_.push_back({std::move(views), std::move(*job), session, folder, state.now});
}

void Screenshots::write(const lab::Session& session, const std::string& folder, render::Image image) {
    jobs_.push_back(std::make_unique<Writing>());
    const auto encode = [this, to = jobs_.back().get(), session, folder, picture = std::move(image)] {
        const std::lock_guard lock(writing_);
        std::string path = picture::picture_path(folder, session);
        try {
            const auto save = [&] { return picture::save_picture(picture, session, path, {}, system::Existing::kept); };
            Status status = save();
            while (!status && system::exists(path)) { // another window has just taken the name
                path = picture::picture_path(folder, session);
                status = save();
            }
            to->outcome = Outcome{path, status ? "" : status.error().message};
        } catch (const std::bad_alloc&) {
            to->outcome = Outcome{path, path + ": out of memory; take a smaller picture"};
        }
        return false;
    };
    jobs_.back()->work = std::make_unique<lab::Background>(encode);
}

void Screenshots::draw_on(AppState& state, double seconds) {
    Drawing& drawing = drawings_.front();
    const Status drawn = drawing.job.step(seconds);
    if (!drawn) {
        add_toast(state, Toast::Kind::error, drawn.error().message);
        drawings_.pop_front();
    } else if (drawing.job.done()) {
        render::Image image = drawing.job.take();
        const lab::Session session = std::move(drawing.session);
        const std::string folder = std::move(drawing.folder);
        drawings_.pop_front(); // frees its memory before the encoder takes as much
        write(session, folder, std::move(image));
    } else if (state.now - drawing.begun > kNoticed) {
        state.drawing.progress = drawing.job.progress();
    }
}

void Screenshots::follow(AppState& state, double seconds) {
    state.drawing.progress.reset();
    if (std::exchange(state.drawing.cancel, false) && drawing()) {
        drawings_.clear();
        add_toast(state, Toast::Kind::info, "No screenshot: cancelled");
    }
    if (drawing()) {
        draw_on(state, seconds);
    }
    const std::size_t ended = std::erase_if(jobs_, [&](const std::unique_ptr<Writing>& job) {
        if (job->work->running()) {
            return false;
        }
        announce(state, *job->outcome);
        return true;
    });
    if (ended > 0) {
        system::give_back_memory();
    }
}

void Screenshots::announce(AppState& state, const Outcome& outcome) {
    if (outcome.error.empty()) {
        const std::string whole = system::absolute_name(outcome.path);
        add_toast(state, Toast::Kind::info, "Screenshot: " + whole, whole);
    } else {
        add_toast(state, Toast::Kind::error, outcome.error);
    }
}

std::size_t Screenshots::finish(AppState& state) {
    for (const std::unique_ptr<Writing>& job : jobs_) {
        job->work->wait();
        announce(state, *job->outcome);
    }
    jobs_.clear();
    return drawings_.size(); // the drawings themselves stay: the display that drew them may be lost
}

} // namespace xpbd::window
