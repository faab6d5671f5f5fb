#pragma once

#include "core/model/parameters.h"
#include "core/model/settings.h"

#include <cstddef>
#include <ostream>

/// How GoogleTest names choices in the names of tests; it prints their bytes otherwise. In the namespace of the enums,
/// where it looks for them.
namespace xpbd {

inline void PrintTo(Engine engine, std::ostream* out) {
    *out << engine_names()[static_cast<std::size_t>(engine)];
}

inline void PrintTo(SweepOrder sweep, std::ostream* out) {
    *out << find_settings_parameter("sweep")->info.choices[static_cast<std::size_t>(sweep)];
}

} // namespace xpbd
