#pragma once

#include "window/state/app_state.h"

#include <memory>

namespace xpbd::window {

/// Records from the window, locked to simulation time: the simulation takes the next frame when the last one has been
/// drawn and there is room for it, however long that takes. Needs the GL context.
class Recordings {
public:
    Recordings(render::Renderer& renderer, picture::SceneViews& views) : renderer_(renderer), views_(views) {}

    /// Once per frame, after the drawing: starts and stops as AppState asks, and takes the frame that is due.
    void follow(AppState& state, const lab::Snapshot& snapshot, lab::Runner& runner, int width, int height);
    /// Writes what is queued.
    void finish(AppState& state);
    bool active() const { return recorder_ != nullptr; }

private:
    void start(AppState& state, const lab::Snapshot& snapshot, int width, int height);
    void take(AppState& state, const lab::Snapshot& snapshot);
    void stop(AppState& state, lab::Runner* runner);

    render::Renderer& renderer_;
    picture::SceneViews& views_;
    std::unique_ptr<picture::Recorder> recorder_;
    picture::RecordFormat format_ = picture::RecordFormat::png;
    int stride_ = 1;
    picture::PictureOptions picture_;
    std::int64_t last_frame_ = -1;   ///< taken last
    std::uint64_t step_command_ = 0; ///< that leads to the next one
    bool was_playing_ = false;
};

} // namespace xpbd::window
