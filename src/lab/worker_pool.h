#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace xpbd::lab {

/// A few threads that sleep between calls, for work that comes back every frame.
class WorkerPool {
public:
    /// `threads` counts the caller too: 1 or less makes no thread, and run() a plain loop.
    explicit WorkerPool(int threads);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    /// Calls task(0) .. task(count - 1), each once, in any order and on any thread; returns when all are done.
    void run(std::size_t count, const std::function<void(std::size_t)>& task);

private:
    void work();
    /// Takes tasks until none is left. Called, and returns, with the lock held.
    void drain(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void(std::size_t)>* task_ = nullptr;
    std::size_t next_ = 0;    ///< first task that nobody has taken
    std::size_t count_ = 0;   ///< tasks of this call
    std::size_t running_ = 0; ///< tasks taken and not finished
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

} // namespace xpbd::lab
