#pragma once

#include "picture/picture_job.h"
#include "window/state/app_state.h"

#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace xpbd::window {

/// The name of its file, in the cache and in `assets/thumbnails`: by all that it shows, the same on every machine.
std::string thumbnail_file(lab::Session session, render::Theme theme);

/// Makes the picker's thumbnails: a thread simulates the first moments of each, the window draws them off screen
/// between its frames. They are kept in `$XDG_CACHE_HOME/xpbd-lab/thumbnails` (or ~/.cache) for the next start, under
/// names that say what they show; assets/thumbnails may hold some of the same names, for a first start.
class Thumbnails {
public:
    explicit Thumbnails(render::Renderer& renderer);
    ~Thumbnails();
    Thumbnails(const Thumbnails&) = delete;
    Thumbnails& operator=(const Thumbnails&) = delete;

    /// Goes on for about so many seconds with what the picker wants; nothing while it is closed.
    void follow(AppState& state, double seconds);
    /// True while there is something to do.
    bool busy(const AppState& state) const;

private:
    /// What the thread has found out.
    struct Made {
        std::string name;
        std::string file;                                ///< in the cache; "" = none
        std::optional<render::Image> picture{};          ///< from the cache
        std::shared_ptr<const lab::Snapshot> snapshot{}; ///< else what is to be drawn; null: nothing can be
    };
    /// Drawn now.
    struct Drawing {
        Made made;
        std::unique_ptr<picture::SceneViews> views;
        picture::PictureJob job;
    };
    static Made make(const PickerEntry& entry, render::Theme theme, const std::stop_token& stop);
    void start(AppState& state);
    void begin(AppState& state, Made made);
    void show(AppState& state, const std::string& name, const render::Image& picture);

    render::Renderer& renderer_;
    std::stop_source stop_;
    std::future<Made> next_;
    std::optional<Drawing> drawing_;
    render::Theme theme_ = render::Theme::dark; ///< of what is made
    std::vector<unsigned> textures_;
};

} // namespace xpbd::window
