#include "lab/threads/worker_pool.h"

#include "system/machine.h"

#include <algorithm>
#include <system_error>
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace xpbd::lab {
namespace {

/// How often a waiting thread checks for work before it sleeps; some tens of microseconds in total. The phases of an
/// iteration follow each other faster than a thread wakes up.
constexpr int kLooks = 2000;

void pause_for_a_moment() {
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb"); // "yield" has no effect on most of these processors
#else
    std::this_thread::yield();
#endif
}

} // namespace

WorkerPool::WorkerPool(int threads) : wanted_(std::max(1, threads)) {}

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void WorkerPool::start() {
    const bool behind = system::runs_behind_the_interface();
    for (int i = static_cast<int>(threads_.size()) + 1; i < wanted_; ++i) {
        try {
            threads_.emplace_back([this, behind] {
                if (behind) {
                    system::run_behind_the_interface();
                }
                work();
            });
        } catch (const std::system_error&) {
            wanted_ = i; // the system has no more threads: continues with the existing ones
        }
    }
}

void WorkerPool::run(std::size_t count, const std::function<void(std::size_t)>& task) {
    if (wanted_ < 2 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            task(i);
        }
        return;
    }
    Job job{&task, count, 0, count};
    std::unique_lock lock(mutex_);
    start();
    open_.push_back(&job);
    some_open_ = true;
    changed_.notify_all();
    while (job.unfinished > 0) {
        if (job.next < job.count) {
            take(lock, job);
        } else if (!open_.empty()) {
            take(lock, *open_.back());
        } else {
            wait(lock, [&] { return job.unfinished == 0 || some_open_; });
        }
    }
    if (job.fault) {
        lock.unlock();
        std::rethrow_exception(job.fault);
    }
}

void WorkerPool::work() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (!open_.empty()) {
            take(lock, *open_.back());
        } else {
            wait(lock, [this] { return stopping_ || some_open_; });
        }
    }
}

void WorkerPool::take(std::unique_lock<std::mutex>& lock, Job& job) {
    const std::size_t mine = job.next++;
    if (job.next == job.count) {
        std::erase(open_, &job);
        some_open_ = !open_.empty();
    }
    lock.unlock();
    std::exception_ptr fault;
    try {
        (*job.task)(mine);
    } catch (...) {
        fault = std::current_exception();
    }
    lock.lock();
    if (fault && !job.fault) {
        job.fault = fault;
    }
    // With the lock held: after the last task the waiting thread may return and destroy the job.
    if (--job.unfinished == 0) {
        changed_.notify_all();
    }
}

template <class Condition>
void WorkerPool::wait(std::unique_lock<std::mutex>& lock, Condition condition) {
    lock.unlock();
    for (int look = 0; look < kLooks && !condition(); ++look) {
        pause_for_a_moment();
    }
    lock.lock();
    changed_.wait(lock, condition);
}

} // namespace xpbd::lab
