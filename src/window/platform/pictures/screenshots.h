#pragma once

#include "lab/threads/background.h"
#include "picture/picture_job.h"
#include "window/state/app_state.h"

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {

/// What is in the window's back buffer, top row first, opaque. `width` and `height` are the framebuffer's [px].
render::Image read_window(int width, int height);

/// Takes the window's screenshots. Rendering needs the context and takes several frames; encoding and writing run in
/// the background, so that the window keeps answering.
class Screenshots {
public:
    explicit Screenshots(render::Renderer& renderer) : renderer_(renderer) {}

    /// Begins a picture of the panes in their present state, at the size of the preferences, or reads the window
    /// (`with_interface`; after it is drawn, before it is shown). `width` and `height` are the framebuffer's [px].
    void take(AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, CaptureKind kind, int width,
              int height);
    /// Once per frame: draws for about `seconds`, shows a toast per written file or fault, and cancels if asked to.
    void follow(AppState& state, double seconds);
    /// Waits until all drawn pictures are written. Returns the number of pictures whose drawing has not ended.
    std::size_t finish(AppState& state);
    bool drawing() const { return !drawings_.empty(); }
    bool pending() const { return drawing() || !jobs_.empty(); }

private:
    struct Outcome {
        std::string path;
        std::string error; ///< "" where it was written
    };
    struct Drawing {
        std::unique_ptr<picture::SceneViews> views; ///< of this picture alone
        picture::PictureJob job;
        lab::Session session;
        std::string folder;
        double begun = 0; ///< AppState::now when the drawing was asked for [s]
    };
    void draw_on(AppState& state, double seconds);
    void write(const lab::Session& session, const std::string& folder, render::Image image);
    void announce(AppState& state, const Outcome& outcome);

    render::Renderer& renderer_;
    std::deque<Drawing> drawings_; ///< the first one is drawn, the others wait
    /// A picture that is being written.
    struct Writing {
        std::optional<Outcome> outcome{}; ///< set when the writing has ended
        std::unique_ptr<lab::Background> work{};
    };
    std::vector<std::unique_ptr<Writing>> jobs_;
    std::mutex writing_; ///< pictures are written one at a time: each looks for a free file name
};

} // namespace xpbd::window
