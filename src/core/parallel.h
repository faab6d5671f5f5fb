#pragma once

#include <cstddef>
#include <functional>

namespace xpbd {

/// Runs `count` independent tasks, each once, in any order and on any thread; returns when all are done. An empty one
/// means: one after the other, here.
using Parallel = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

} // namespace xpbd
