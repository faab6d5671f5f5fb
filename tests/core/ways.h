#pragma once

#include "core/model/settings.h"

#include <ostream>

namespace xpbd::test {

/// A method with an engine and enough iterations for contact with friction.
struct Way {
    const char* name;
    const char* method;
    Engine engine;
    int iterations;
};
inline std::ostream& operator<<(std::ostream& out, const Way& way) {
    return out << way.name;
}

inline constexpr Way kWays[] = {
    {"pbd", "pbd", Engine::textbook, 20},
    {"pbd_fast", "pbd", Engine::fast, 20},
    {"pbd_corrected", "pbd_corrected", Engine::fast, 20},
    {"xpbd", "xpbd", Engine::textbook, 20},
    {"xpbd_fast", "xpbd", Engine::fast, 20},
    {"hpbd", "hpbd", Engine::textbook, 20},
    {"direct", "direct", Engine::textbook, 10},
    {"vbd", "vbd", Engine::textbook, 20},
    {"avbd", "avbd", Engine::textbook, 20},
    {"global", "global", Engine::textbook, 3},
    {"global_20", "global", Engine::textbook, 20},
    {"newton", "newton", Engine::textbook, 1},
};

} // namespace xpbd::test
