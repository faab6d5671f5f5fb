#pragma once

#include <algorithm>
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

/// Calls f(begin, end) for ranges of this size that make up [0, count), as tasks.
template <class F>
void in_ranges(const Parallel& parallel, std::size_t count, std::size_t size, F&& f) {
    run_tasks(parallel, (count + size - 1) / size,
              [&](std::size_t range) { f(range * size, std::min(count, (range + 1) * size)); });
}

/// Calls f(i) for i in [0, count), likewise.
template <class F>
void in_chunks(const Parallel& parallel, std::size_t count, std::size_t size, F&& f) {
    in_ranges(parallel, count, size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            f(i);
        }
    });
}

} // namespace xpbd
