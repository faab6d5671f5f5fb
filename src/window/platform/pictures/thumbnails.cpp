#include "window/platform/pictures/thumbnails.h"

#include "lab/files/assets.h"
#include "lab/files/file.h"
#include "lab/files/png_text.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/names.h"
#include "system/page.h"
#include "window/picker/entries.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <glad/gl.h>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

constexpr int kWidth = 264; ///< one and a half times the width of a tile [px]
constexpr int kHeight = 165;
constexpr double kShownSeconds = 2;                       ///< simulated time at which a thumbnail is taken [s]
constexpr std::chrono::milliseconds kReading(8);          ///< per frame, to read files
constexpr std::chrono::milliseconds kLongestMaking(1500); ///< of a simulation; after it the state reached is drawn
constexpr std::ptrdiff_t kMostFiles = 300;                ///< in the cache; about 30 kB each
constexpr std::string_view kLook = "thumbnail 5 ";        ///< part of the hash; raise it when thumbnails look different

/// Folder of the cache, created if it is missing; "" if that fails.
fs::path cache_folder() {
    const std::string cache = system::cache_folder();
    if (cache.empty()) {
        return {};
    }
    const fs::path folder = system::path_of(cache) / "xpbd-lab" / "thumbnails";
    std::error_code code;
    fs::create_directories(folder, code);
    return code ? fs::path{} : folder;
}

std::optional<render::Image> read_picture(const fs::path& file) {
    const std::string name = system::text_of(file);
    if (!system::exists(name)) {
        return std::nullopt;
    }
    const Result<std::string> png = lab::read_file(name);
    Result<render::Image> picture = png ? render::decode_png(*png) : Result<render::Image>(png.error());
    return picture ? std::optional(std::move(*picture)) : std::nullopt;
}

/// A picture, cut and scaled to a thumbnail: each pixel is the mean of those that it covers.
render::Image reduced(const render::Image& picture) {
    const int width = std::min(picture.width, picture.height * kWidth / kHeight);
    const int height = std::min(picture.height, picture.width * kHeight / kWidth);
    const int left = (picture.width - width) / 2, top = (picture.height - height) / 2;
    render::Image small{kWidth, kHeight, std::vector<std::uint8_t>(std::size_t{kWidth} * kHeight * 4)};
    const auto edge = [](int at, int of, int size) {
        return static_cast<int>(static_cast<std::int64_t>(at) * size / of);
    };
    for (int y = 0; y < kHeight; ++y) {
        const int y0 = top + edge(y, kHeight, height), y1 = std::max(y0 + 1, top + edge(y + 1, kHeight, height));
        for (int x = 0; x < kWidth; ++x) {
            const int x0 = left + edge(x, kWidth, width), x1 = std::max(x0 + 1, left + edge(x + 1, kWidth, width));
            std::array<std::uint64_t, 4> sum{};
            for (int row = y0; row < y1; ++row) {
                const std::uint8_t* pixel =
                    picture.pixels.data() + 4 * (static_cast<std::ptrdiff_t>(row) * picture.width + x0);
                for (int column = x0; column < x1; ++column) {
                    for (std::uint64_t& channel : sum) {
                        channel += *pixel++;
                    }
                }
            }
            const auto count = static_cast<std::uint64_t>(x1 - x0) * static_cast<std::uint64_t>(y1 - y0);
            std::uint8_t* to = small.pixels.data() + 4 * (static_cast<std::ptrdiff_t>(y) * kWidth + x);
            std::transform(sum.begin(), sum.end(), to,
                           [&](std::uint64_t channel) { return static_cast<std::uint8_t>(channel / count); });
        }
    }
    return small;
}

/// The thumbnail of a screenshot; std::nullopt for a picture without a session, which could not be opened.
std::optional<render::Image> picture_with_session(const std::string& path) {
    const Result<std::string> png = lab::read_file(path, lab::kLargestInput);
    if (!png || !lab::read_png_text(*png, lab::kSessionKeyword)) {
        return std::nullopt;
    }
    const Result<render::Image> picture = render::decode_png(*png);
    if (!picture || picture->width < 1 || picture->height < 1) {
        return std::nullopt;
    }
    return reduced(*picture);
}

/// Keeps the newest files, so that the cache does not grow with every session that was ever recent.
void prune(const fs::path& folder) {
    std::error_code code;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        files.emplace_back(entry->last_write_time(code), entry->path());
    }
    if (std::ssize(files) <= kMostFiles) {
        return;
    }
    std::sort(files.rbegin(), files.rend());
    std::for_each(files.begin() + kMostFiles, files.end(), [&](const auto& file) { fs::remove(file.second, code); });
}

picture::PictureOptions thumbnail_options(render::Theme theme) {
    picture::PictureOptions options;
    options.theme = static_cast<lab::Theme>(theme);
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

std::string thumbnail_file(lab::Session session, render::Theme theme) {
    session.frame = 0;
    session.look.reset();                    // thumbnails have one look
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const char c :
         std::string(kLook) + (theme == render::Theme::light ? "light " : "dark ") + lab::write_session(session)) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::array<char, 24> name{};
    std::snprintf(name.data(), name.size(), "%016llx.png", static_cast<unsigned long long>(hash));
    return name.data();
}

Thumbnails::Thumbnails(render::Renderer& renderer) : renderer_(renderer) {}

Thumbnails::~Thumbnails() {
    stop_.request_stop(); // the destructor of `next_` waits for the end of an iteration
}

Thumbnails::Making::Making(const PickerEntry& what, render::Theme look, const StopToken& wanted)
    : entry(what), theme(look), stop(wanted), made{what.name, ""}, work([this] { return step(); }) {}

bool Thumbnails::Making::step() {
    try {
        if (runner) {
            return simulate();
        }
        if (entry.kind == PickerEntry::Kind::recent && lab::has_ending(entry.key, ".png")) {
            made.picture = picture_with_session(entry.key);
            return false;
        }
        Result<lab::Session> session = entry_session(entry);
        if (!session || stop.stop_requested()) {
            return false;
        }
        session->frame = 0;
        if (system::fetches_thumbnail(thumbnail_file(*session, render::Theme::dark))) {
            return true;
        }
        if (look_for_files(*session)) {
            return false;
        }
        Result<std::unique_ptr<lab::InlineRunner>> created = lab::InlineRunner::create(*session);
        if (!created) {
            return false;
        }
        runner = std::move(*created);
        runner->set_interrupt(stop);
        runner->post(lab::SetDetail{false, picture::needs_forces(session->scene, thumbnail_options(theme))});
        until = std::chrono::steady_clock::now() + kLongestMaking;
        return true;
    } catch (const std::exception&) { // out of memory: no picture
        made.snapshot.reset();
        return false;
    }
}

/// Reads the thumbnail that comes with the program (one for both themes), else the one in the cache, because drawing
/// takes seconds. False without a readable file: the thumbnail is then drawn.
bool Thumbnails::Making::look_for_files(lab::Session& session) {
    const fs::path folder = cache_folder();
    made.file = folder.empty() ? "" : system::text_of(folder / thumbnail_file(session, theme));
    const std::string own = thumbnail_file(session, render::Theme::dark);
    for (const fs::path& file :
         {system::path_of(lab::assets_folder()) / "thumbnails" / own, system::path_of(made.file)}) {
        made.picture = read_picture(file);
        if (made.picture) {
            return true;
        }
    }
    return false;
}

bool Thumbnails::Making::simulate() {
    if (runner->experiment().time() < kShownSeconds && std::chrono::steady_clock::now() < until &&
        !stop.stop_requested() && !runner->experiment().any_diverged()) {
        runner->advance(1);
        return true;
    }
    made.snapshot = runner->latest();
    return false;
}

namespace {

bool shows(const AppState& state) {
    return state.picker.open || state.picker.in_menu || state.file_dialog.open;
}

} // namespace

bool Thumbnails::busy(const AppState& state) const {
    return shows(state) && (next_ || drawing_ || !state.picker.wanted.empty());
}

void Thumbnails::start(AppState& state) {
    const std::vector<PickerEntry>& all = state.picker.entries;
    for (const std::string& name : state.picker.wanted) {
        if (name.starts_with(kFilePicture) && state.picker.pictures.count(name) == 0) {
            const PickerEntry file{PickerEntry::Kind::recent, name.substr(std::string_view(kFilePicture).size()), name,
                                   "", ""};
            next_ = std::make_unique<Making>(file, theme_, stop_.get_token());
            return;
        }
        const auto entry = std::find_if(all.begin(), all.end(), [&](const PickerEntry& e) { return e.name == name; });
        if (entry != all.end() && state.picker.pictures.count(name) == 0) {
            next_ = std::make_unique<Making>(*entry, theme_, stop_.get_token());
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
    if (!shows(state)) {
        return;
    }
    if (theme_ != state.theme() && !drawing_ && !next_) {
        theme_ = state.theme();
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
                static_cast<void>(lab::write_file(drawing_->made.file, *png)); // without a file the next start draws it
                prune(system::path_of(drawing_->made.file).parent_path());
            }
            drawing_.reset();
        }
    }
    // Reads several files in a frame, so that all their pictures appear at once.
    const auto until = std::chrono::steady_clock::now() + kReading;
    while (!drawing_) {
        if (!next_) {
            start(state);
        }
        if (!next_ || !next_->work.wait_until(until)) {
            return;
        }
        Made made = std::move(next_->made);
        next_.reset();
        begin(state, std::move(made));
    }
    if (!next_) {
        start(state);
    }
}

} // namespace xpbd::window
