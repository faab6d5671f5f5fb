#pragma once

#include <cstddef>
#include <string>

namespace xpbd::window {

/// The parts of its state that the window has saved at its end.
struct Saved {
    bool preferences = false;
    bool recording = false;  ///< also true where nothing was recorded
    std::size_t undrawn = 0; ///< screenshots that were asked for and are not drawn
};

/// One clause: "preferences and recordings are saved", or which of the two are not.
std::string in_words(const Saved& saved);

} // namespace xpbd::window
