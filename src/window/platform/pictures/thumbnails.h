#pragma once

#include "core/base/stop.h"
#include "lab/run/runner.h"
#include "lab/threads/background.h"
#include "picture/picture_job.h"
#include "window/state/app_state.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {

/// Name of a thumbnail's file, also in `assets/thumbnails`: from its content alone, the same on every machine.
std::string thumbnail_file(lab::Session session, render::Theme theme);

/// Makes the picker's thumbnails: a background thread simulates the first seconds of a session, the window draws it off
/// screen between its frames. They are kept in `$XDG_CACHE_HOME/xpbd-lab/thumbnails` (or ~/.cache) for the next start,
/// under names made from their content; assets/thumbnails may hold some of the same names, for a first start.
class Thumbnails {
public:
    explicit Thumbnails(render::Renderer& renderer);
    ~Thumbnails();
    Thumbnails(const Thumbnails&) = delete;
    Thumbnails& operator=(const Thumbnails&) = delete;

    /// Works for about `seconds` on the thumbnails that the picker lacks; nothing while it is closed.
    void follow(AppState& state, double seconds);
    /// True while there is something to do.
    bool busy(const AppState& state) const;

private:
    /// Result of the work in the background.
    struct Made {
        std::string name;
        std::string file;                                ///< path in the cache; "" = there is no cache
        std::optional<render::Image> picture{};          ///< picture that was read from a file
        std::shared_ptr<const lab::Snapshot> snapshot{}; ///< without `picture` the state to draw; null: no thumbnail
    };
    /// The thumbnail that is being drawn.
    struct Drawing {
        Made made;
        std::unique_ptr<picture::SceneViews> views;
        picture::PictureJob job;
    };
    /// Finds or simulates the content of a thumbnail, in slices: files first, then a simulation.
    struct Making {
        Making(const PickerEntry& what, render::Theme look, const StopToken& wanted);
        bool step();

        PickerEntry entry;
        render::Theme theme;
        StopToken stop;
        Made made;
        std::unique_ptr<lab::InlineRunner> runner{};
        std::chrono::steady_clock::time_point until{};
        lab::Background work; ///< last: destroyed first, because it uses the members above

    private:
        bool look_for_files(lab::Session& session);
        bool simulate();
    };
    void start(AppState& state);
    void begin(AppState& state, Made made);
    void show(AppState& state, const std::string& name, const render::Image& picture);

    render::Renderer& renderer_;
    StopSource stop_;
    std::unique_ptr<Making> next_;
    std::optional<Drawing> drawing_;
    render::Theme theme_ = render::Theme::dark; ///< of the thumbnails
    std::vector<unsigned> textures_;
};

} // namespace xpbd::window
