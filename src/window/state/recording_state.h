#pragma once

#include "picture/recorder.h"

#include <optional>

namespace xpbd::window {

/// A recording from the window: its settings, and its progress.
struct RecordingState {
    picture::RecordFormat format = picture::RecordFormat::mp4;
    double pictures_per_second = 30;
    double seconds = 0;  ///< length at which the recording ends [s]; 0 = it ends when the user stops it
    bool wanted = false; ///< the user has started it (F9)
    bool ask = false;    ///< opens the popup with the settings of the next recording
    bool active = false;
    int frames = 0; ///< recorded since it began
    /// The drawn part of the current picture, in [0, 1]; empty if drawing takes no longer than a frame of the window.
    std::optional<double> picture;
};

/// A screenshot whose drawing takes longer than some frames of the window.
struct DrawingState {
    std::optional<double> progress; ///< drawn part, in [0, 1]; empty: no screenshot takes so long
    bool cancel = false;            ///< set by the user: drops this screenshot and those that wait
};

/// Whether the progress of a long job is shown, with a way to cancel it.
struct JobState {
    /// Time for which Esc and the button do nothing after the bar has appeared [s]: they were meant for the
    /// scrub bar or the dialog that was there before.
    static constexpr double kUnasked = 0.5;
    double appeared = 0;      ///< when the bar appeared [s], on AppState's clock
    bool cancellable = false; ///< the bar has been there for long enough
};

} // namespace xpbd::window
