#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace xpbd::lab {

/// A few threads that sleep between calls, for work that comes back every frame. A task may call run() itself: panes
/// are tasks, and the bands of a cloth are tasks of a pane. A thread that waits takes other tasks, the innermost first.
class WorkerPool {
public:
    /// `threads` counts the caller too: 1 or less makes no thread, and run() a plain loop. The others start with the
    /// first run() that needs them, and with the priority of its thread.
    explicit WorkerPool(int threads);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    /// Calls task(0) .. task(count - 1), each once, in any order and on any thread; returns when all are done. Where
    /// tasks throw, the first exception is thrown here, after all have ended.
    void run(std::size_t count, const std::function<void(std::size_t)>& task);

private:
    struct Job {
        const std::function<void(std::size_t)>* task;
        std::size_t count;
        std::size_t next = 0;                ///< first task that nobody has taken
        std::atomic<std::size_t> unfinished; ///< tasks not done yet
        std::exception_ptr fault{};          ///< the first that a task threw
    };

    void start();
    void work();
    /// Takes one task of a job that has some left. Called, and returns, with the lock held.
    void take(std::unique_lock<std::mutex>& lock, Job& job);
    /// Returns once the condition holds. Looks repeatedly for a moment, then sleeps.
    template <class Condition>
    void wait(std::unique_lock<std::mutex>& lock, Condition condition);

    std::atomic<int> wanted_;
    std::mutex mutex_;
    std::condition_variable changed_; ///< a job came or was finished
    std::vector<Job*> open_;          ///< with tasks that nobody has taken, the newest last
    std::atomic<bool> some_open_{false};
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
};

} // namespace xpbd::lab
