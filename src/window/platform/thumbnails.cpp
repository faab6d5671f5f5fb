#include "window/platform/thumbnails.h"

#include "lab/files/file.h"
#include "lab/run/priority.h"
#include "lab/run/runner.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <glad/gl.h>
#include <system_error>
#include <utility>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

constexpr int kWidth = 264; ///< one and a half times that of a tile [px]
constexpr int kHeight = 165;
constexpr double kShownSeconds = 2;                       ///< of simulated time that a thumbnail shows
constexpr std::chrono::milliseconds kLongestMaking(1500); ///< for what takes longer than that to simulate
constexpr std::string_view kLook = "thumbnail 1 ";        ///< part of the name in the cache: changes with the look

/// Folder of the cache, made where it is not there; "" where there can be none.
fs::path cache_folder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    fs::path folder;
    if (cache != nullptr && *cache == '/') {
        folder = cache;
    } else if (home != nullptr && *home == '/') {
        folder = fs::path(home) / ".cache";
    } else {
        return {};
    }
    folder = folder / "xpbd-lab" / "thumbnails";
    std::error_code code;
    fs::create_directories(folder, code);
    return code ? fs::path{} : folder;
}

std::string cache_file(const lab::Session& session, render::Theme theme) {
    const fs::path folder = cache_folder();
    if (folder.empty()) {
        return "";
    }
    const std::string what = std::string(kLook) + (theme == render::Theme::light ? "light " : "dark ") + XPBD_VERSION +
                             lab::write_session(session);
    return (folder / (std::to_string(std::hash<std::string>{}(what)) + ".png")).string();
}

picture::PictureOptions thumbnail_options(render::Theme theme) {
    picture::PictureOptions options;
    options.look.theme = theme;
    options.ruler = false;
    options.stamp = false;
    options.width = kWidth;
    options.height = kHeight;
    options.supersampling = 2;
    return options;
}

unsigned make_texture(const render::Image& picture) {
    unsigned texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 picture.pixels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

} // namespace

Thumbnails::Thumbnails(render::Renderer& renderer) : renderer_(renderer) {}

Thumbnails::~Thumbnails() {
    stop_.request_stop(); // the future waits for the end of an iteration
}

Thumbnails::Made Thumbnails::make(const PickerEntry& entry, render::Theme theme, const std::stop_token& stop) {
    lab::run_behind_the_interface();
    Made made{entry.name, ""};
    Result<lab::Session> session = entry_session(entry);
    if (!session || stop.stop_requested()) {
        return made;
    }
    session->frame = 0;
    made.file = cache_file(*session, theme);
    std::error_code code;
    if (!made.file.empty() && fs::exists(made.file, code)) {
        const Result<std::string> png = lab::read_file(made.file);
        Result<render::Image> picture = png ? render::decode_png(*png) : Result<render::Image>(png.error());
        if (picture) {
            made.picture = std::move(*picture);
            return made;
        }
    }
    try {
        const Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session);
        if (!runner) {
            return made;
        }
        (*runner)->set_interrupt(stop);
        const auto until = std::chrono::steady_clock::now() + kLongestMaking;
        while ((*runner)->experiment().time() < kShownSeconds && std::chrono::steady_clock::now() < until &&
               !stop.stop_requested() && !(*runner)->experiment().any_diverged()) {
            (*runner)->advance(1);
        }
        made.snapshot = (*runner)->latest();
    } catch (const std::exception&) { // out of memory: no picture
        made.snapshot.reset();
    }
    return made;
}

bool Thumbnails::busy(const AppState& state) const {
    return state.picker.open && (next_.valid() || drawing_ || !state.picker.wanted.empty());
}

void Thumbnails::start(AppState& state) {
    const std::vector<PickerEntry>& all = state.picker.entries;
    for (const std::string& name : state.picker.wanted) {
        const auto entry = std::find_if(all.begin(), all.end(), [&](const PickerEntry& e) { return e.name == name; });
        if (entry != all.end() && state.picker.pictures.count(name) == 0) {
            next_ = std::async(std::launch::async, &Thumbnails::make, *entry, theme_, stop_.get_token());
            return;
        }
    }
}

void Thumbnails::begin(AppState& state, Made made) {
    if (made.picture) {
        return show(state, made.name, *made.picture);
    }
    if (made.snapshot) {
        auto views = std::make_unique<picture::SceneViews>();
        Result<picture::PictureJob> job = picture::PictureJob::begin(
            renderer_, *views, made.snapshot, std::vector<lab::Camera>(made.snapshot->panes.size()),
            thumbnail_options(theme_));
        if (job) {
            drawing_.emplace(Drawing{std::move(made), std::move(views), std::move(*job)});
            return;
        }
    }
    state.picker.pictures[made.name] = 0;
}

void Thumbnails::show(AppState& state, const std::string& name, const render::Image& picture) {
    textures_.push_back(make_texture(picture));
    state.picker.pictures[name] = textures_.back();
}

void Thumbnails::follow(AppState& state, double seconds) {
    if (!state.picker.open) {
        return;
    }
    if (theme_ != state.preferences.theme && !drawing_ && !next_.valid()) {
        theme_ = state.preferences.theme;
        glDeleteTextures(static_cast<int>(textures_.size()), textures_.data());
        textures_.clear();
        state.picker.pictures.clear();
    }
    if (drawing_) {
        const Status drawn = drawing_->job.step(seconds);
        if (!drawn) {
            state.picker.pictures[drawing_->made.name] = 0;
            drawing_.reset();
        } else if (drawing_->job.done()) {
            const render::Image picture = drawing_->job.take();
            show(state, drawing_->made.name, picture);
            if (const Result<std::string> png = render::encode_png(picture); png && !drawing_->made.file.empty()) {
                static_cast<void>(lab::write_file(drawing_->made.file, *png)); // without it, it is made anew next time
            }
            drawing_.reset();
        }
    } else if (next_.valid() && next_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        begin(state, next_.get());
    }
    if (!next_.valid()) {
        start(state);
    }
}

} // namespace xpbd::window
