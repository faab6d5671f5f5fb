#include "window/platform/saved.h"

namespace xpbd::window {

std::string in_words(const Saved& saved) {
    if (!saved.preferences && !saved.recording) {
        return "nothing is saved";
    }
    return !saved.recording     ? "preferences are saved, the recording is not"
           : !saved.preferences ? "recordings are saved, preferences are not"
                                : "preferences and recordings are saved";
}

} // namespace xpbd::window
