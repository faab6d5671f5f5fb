#pragma once

#include <cstddef>
#include <functional>

namespace xpbd {

/// Runs `count` independent tasks, each once, in any order and on any thread; returns when all are done. An empty
/// function means: one after the other, on the calling thread.
using Parallel = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

/// Does so.
inline void run_tasks(const Parallel& parallel, std::size_t count, const std::function<void(std::size_t)>& task) {
    if (parallel && count > 1) {
        parallel(count, task);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        task(i);
    }
}

} // namespace xpbd
