#pragma once

#include "window/state/app_state.h"

#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace xpbd::window {

/// Takes the window's screenshots. Rendering needs the context and happens at once; encoding and writing run beside,
/// so that the window keeps answering.
class Screenshots {
public:
    Screenshots(render::Renderer& renderer, picture::SceneViews& views) : renderer_(renderer), views_(views) {}

    /// Renders the panes at the size of the preferences, or reads the window (`with_interface`; after it is drawn,
    /// before it is shown). `width` and `height` are the framebuffer's [px].
    void take(AppState& state, const lab::Snapshot& snapshot, CaptureKind kind, int width, int height);
    /// Toasts what was written, or why not.
    void collect(AppState& state);
    /// Waits for all of it.
    void finish(AppState& state);
    bool pending() const { return !jobs_.empty(); }

private:
    struct Outcome {
        std::string path;
        std::string error; ///< "" where it was written
    };
    void announce(AppState& state, const Outcome& outcome);

    render::Renderer& renderer_;
    picture::SceneViews& views_;
    std::vector<std::future<Outcome>> jobs_;
    std::mutex writing_; ///< one at a time: each looks for a name that is not taken
};

} // namespace xpbd::window
