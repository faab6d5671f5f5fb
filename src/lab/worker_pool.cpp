#include "lab/worker_pool.h"

namespace xpbd::lab {

WorkerPool::WorkerPool(int threads) {
    for (int i = 1; i < threads; ++i) {
        threads_.emplace_back([this] { work(); });
    }
}

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void WorkerPool::run(std::size_t count, const std::function<void(std::size_t)>& task) {
    if (threads_.empty() || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            task(i);
        }
        return;
    }
    std::unique_lock lock(mutex_);
    task_ = &task;
    next_ = 0;
    count_ = count;
    wake_.notify_all();
    drain(lock);
    done_.wait(lock, [this] { return running_ == 0; });
    task_ = nullptr;
    count_ = 0;
    next_ = 0;
}

void WorkerPool::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || next_ < count_; });
        if (stopping_) {
            return;
        }
        drain(lock);
    }
}

void WorkerPool::drain(std::unique_lock<std::mutex>& lock) {
    while (next_ < count_) {
        const std::size_t mine = next_++;
        ++running_;
        const auto& task = *task_;
        lock.unlock();
        task(mine);
        lock.lock();
        if (--running_ == 0 && next_ == count_) {
            done_.notify_one();
        }
    }
}

} // namespace xpbd::lab
