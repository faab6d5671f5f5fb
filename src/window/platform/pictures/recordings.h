#pragma once

#include "picture/picture_job.h"
#include "window/state/app_state.h"

#include <memory>
#include <optional>

namespace xpbd::window {

/// Records from the window, locked to simulation time: the simulation takes the next frame when the last one has been
/// drawn and there is room for it, however many frames of the window that takes. Needs the GL context.
class Recordings {
public:
    explicit Recordings(render::Renderer& renderer) : renderer_(renderer) {}

    /// Once per frame, after the drawing: starts and stops following AppState::recording, begins the next picture, and
    /// draws at it for about `seconds`. A picture that is not whole when the recording ends is dropped.
    void follow(AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, lab::Runner& runner, int width,
                int height, double seconds);
    /// Ends a recording: writes the frames in the queue.
    Status finish(AppState& state);
    bool active() const { return recorder_ != nullptr || films_screen_; }

private:
    /// The frame of the simulation that is being drawn.
    struct Taking {
        picture::RecordedFrame frame;
        std::int64_t number = 0;                ///< number of the frame in the simulation
        std::optional<picture::PictureJob> job; ///< none if only shapes are recorded (OBJ)
    };
    void follow_screen_film(AppState& state);
    void start(AppState& state, const lab::Snapshot& snapshot, int width, int height);
    bool must_end(const AppState& state, const lab::Snapshot& snapshot) const;
    void begin_frame(AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot);
    void draw_on(AppState& state, lab::Runner& runner, double seconds);
    void step(AppState& state, lab::Runner& runner, std::int64_t frames);
    Status stop(AppState& state, lab::Runner* runner);

    render::Renderer& renderer_;
    std::optional<picture::SceneViews> views_; ///< of the recorded pictures alone
    std::unique_ptr<picture::Recorder> recorder_;
    picture::RecordFormat format_ = picture::RecordFormat::png;
    int stride_ = 1;
    picture::PictureOptions picture_;
    std::optional<Taking> taking_;
    std::int64_t last_frame_ = -1;   ///< number of the frame that was recorded last; -1 = none
    std::uint64_t step_command_ = 0; ///< number of the command that steps to the next frame to record
    bool was_playing_ = false;
    bool films_screen_ = false; ///< the browser films its page: system::begin_screen_film()
};

} // namespace xpbd::window
