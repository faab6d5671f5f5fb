#pragma once

// Tasks on threads: the type of the caller's function that runs them, and loops that use such a function.

#include <algorithm>
#include <cstddef>
#include <functional>

namespace xpbd {

/// Runs `count` independent tasks, each once, in any order and on any thread; returns when all are done. If the
/// function is empty, run_tasks() runs the tasks one after the other on the calling thread.
using Parallel = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

/// Runs the tasks on `parallel`, or one after the other if it is empty.
inline void run_tasks(const Parallel& parallel, std::size_t count, const std::function<void(std::size_t)>& task) {
    if (parallel && count > 1) {
        parallel(count, task);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        task(i);
    }
}

/// Calls f(begin, end) for ranges of at most `size` that cover [0, count), one task per range.
template <class F>
void in_ranges(const Parallel& parallel, std::size_t count, std::size_t size, F&& f) {
    run_tasks(parallel, (count + size - 1) / size,
              [&](std::size_t range) { f(range * size, std::min(count, (range + 1) * size)); });
}

/// Calls f(i) for i in [0, count), in tasks of `size` successive numbers.
template <class F>
void in_chunks(const Parallel& parallel, std::size_t count, std::size_t size, F&& f) {
    in_ranges(parallel, count, size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            f(i);
        }
    });
}

} // namespace xpbd
