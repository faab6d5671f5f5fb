#include "lab/threads/background.h"

#include "system/machine.h"

#include <algorithm>
#include <new>
#include <utility>

namespace xpbd::lab {

using Clock = std::chrono::steady_clock;

RunsOn default_place() {
    return system::has_threads() ? RunsOn::own_thread : RunsOn::caller;
}

std::vector<Background*>& Background::without_thread() {
    static std::vector<Background*> all;
    return all;
}

Background::Background(Slice slice, RunsOn place) : slice_(std::move(slice)), place_(place) {
    if (place_ == RunsOn::own_thread) {
        thread_ = std::thread([this] { run(); });
    } else {
        without_thread().push_back(this);
    }
}

Background::~Background() {
    if (place_ == RunsOn::own_thread) {
        {
            const std::lock_guard lock(mutex_);
            leaving_ = true;
        }
        thread_.join();
    } else {
        std::erase(without_thread(), this);
    }
}

bool Background::running() const {
    const std::lock_guard lock(mutex_);
    return !over_;
}

bool Background::do_slice() {
    const bool more = slice_();
    const std::lock_guard lock(mutex_);
    over_ = !more;
    ended_.notify_all();
    return more && !leaving_;
}

void Background::run() {
    system::run_behind_the_interface();
    while (do_slice()) {
    }
}

bool Background::wait_until(Clock::time_point end) {
    if (place_ == RunsOn::caller) {
        while (running() && Clock::now() < end) {
            do_slice();
        }
        return !running();
    }
    std::unique_lock lock(mutex_);
    return ended_.wait_until(lock, end, [this] { return over_; });
}

void Background::wait() {
    if (place_ == RunsOn::caller) {
        while (running()) {
            do_slice();
        }
        return;
    }
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return over_; });
}

void Background::go_on(double seconds) {
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::vector<Background*>& all = without_thread();
    for (bool more = true; more && Clock::now() < end;) {
        more = false;
        for (std::size_t i = 0; i < all.size() && Clock::now() < end; ++i) {
            more = (all[i]->running() && all[i]->do_slice()) || more;
        }
    }
}

BackgroundJobs::BackgroundJobs(std::size_t count, Begin begin, int threads, RunsOn place)
    : count_(count), begin_(std::move(begin)) {
    const std::size_t lanes =
        place == RunsOn::caller ? 1 : std::min(count, static_cast<std::size_t>(std::max(1, threads)));
    for (std::size_t i = 0; i < lanes; ++i) {
        lanes_.push_back(std::make_unique<Background>(
            [this, current = Background::Slice()]() mutable { return slice(current); }, place));
    }
}

BackgroundJobs::~BackgroundJobs() = default;

bool BackgroundJobs::running() const {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->running(); });
}

/// Runs a slice of the lane's current job, or begins the next job.
bool BackgroundJobs::slice(Background::Slice& current) {
    try {
        if (!current) {
            std::size_t job = 0;
            {
                const std::lock_guard lock(mutex_);
                if (next_ == count_) {
                    return false;
                }
                job = next_++;
            }
            current = begin_(job);
        } else if (!current()) {
            current = nullptr;
        }
    } catch (const std::bad_alloc&) {
        current = nullptr;
    }
    return true;
}

} // namespace xpbd::lab
