#pragma once

#include "picture/recorder.h"

namespace xpbd::window {

/// A recording from the window: what is asked for, and how far it is.
struct RecordingState {
    picture::RecordFormat format = picture::RecordFormat::mp4;
    double pictures_per_second = 30;
    double seconds = 0;  ///< after which it ends by itself; 0 = when it is stopped
    bool wanted = false; ///< F9
    bool active = false;
    int frames = 0; ///< taken so far
};

} // namespace xpbd::window
