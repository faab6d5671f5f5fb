#pragma once

#include "picture/recorder.h"

#include <optional>

namespace xpbd::window {

/// A recording from the window: what is asked for, and how far it is.
struct RecordingState {
    picture::RecordFormat format = picture::RecordFormat::mp4;
    double pictures_per_second = 30;
    double seconds = 0;  ///< after which it ends by itself; 0 = when it is stopped
    bool wanted = false; ///< F9
    bool ask = false;    ///< opens the sheet that says what the next one is to be
    bool active = false;
    int frames = 0; ///< taken so far
    /// Of the picture that is being drawn, in [0, 1]; none where drawing takes no longer than a frame of the window.
    std::optional<double> picture;
};

/// The screenshot that is being drawn, where that takes longer than some frames of the window.
struct DrawingState {
    std::optional<double> progress; ///< in [0, 1]; none: there is nothing to wait for
    bool cancel = false;            ///< asked for; also empties the queue
};

} // namespace xpbd::window
