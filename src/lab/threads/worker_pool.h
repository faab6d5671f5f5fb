// A thread pool for nested parallel loops.
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

/// A few threads for work that comes back every frame; they sleep between calls. A task may itself call run(): panes
/// are tasks, and the bands of a cloth are tasks of a pane. A waiting thread runs other tasks, innermost first.
class WorkerPool {
public:
    /// `threads` includes the caller: with 1 or less, run() is a plain loop. Threads are
    /// started by the first run() that needs them, with the priority of its thread.
    explicit WorkerPool(int threads);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    /// Calls task(0) .. task(count - 1) once each, in any order and on any thread, and returns when all are done. If
    /// tasks throw, rethrows the first exception after all have ended.
    void run(std::size_t count, const std::function<void(std::size_t)>& task);

private:
    struct Job {
        const std::function<void(std::size_t)>* task;
        std::size_t count;
        std::size_t next = 0;                ///< first task that is not taken yet
        std::atomic<std::size_t> unfinished; ///< tasks that are not done yet
        std::exception_ptr fault{};          ///< the first exception of a task
    };

    void start();
    void work();
    /// Runs one task of a job that has tasks left. Must be called with the lock held, and returns with it held.
    void take(std::unique_lock<std::mutex>& lock, Job& job);
    /// Waits for the condition: checks it repeatedly for a moment, then sleeps.
    template <class Condition>
    void wait(std::unique_lock<std::mutex>& lock, Condition condition);

    std::atomic<int> wanted_;
    std::mutex mutex_;
    std::condition_variable changed_; ///< signalled when a job is added or finished
    std::vector<Job*> open_;          ///< jobs with tasks that are not taken yet, the newest last
    std::atomic<bool> some_open_{false};
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
};

} // namespace xpbd::lab
