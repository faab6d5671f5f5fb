#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace xpbd::lab {

/// Where work beside the window is done.
enum class RunsOn {
    own_thread,
    caller, ///< in slices, between the window's frames: where the system has no threads
};
/// As this system allows.
RunsOn default_place();

/// Work beside the window: one slice after the other, each about as long as a frame of a simulation.
class Background {
public:
    /// Does a slice; false after the last one. It lets no exception out.
    using Slice = std::function<bool()>;
    explicit Background(Slice slice, RunsOn place = default_place());
    /// Waits for the end of the slice under way; what is left is not done.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// False once the last slice is done.
    bool running() const;
    /// Waits for the last slice, but no longer than that. With RunsOn::caller it does slices meanwhile. True where it
    /// has come.
    bool wait_until(std::chrono::steady_clock::time_point end);
    /// Waits for the last slice.
    void wait();

    /// Does slices of all that has no thread, in turns, for about so many seconds. For the thread that made them.
    static void go_on(double seconds);

private:
    void run();
    bool do_slice();
    static std::vector<Background*>& without_thread();

    Slice slice_;
    RunsOn place_;
    mutable std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false;
    bool leaving_ = false;
    std::thread thread_;
};

/// Jobs that do not depend on each other, beside the window: as many at once as there are threads for. Where memory
/// ends, a job is left out.
class BackgroundJobs {
public:
    /// `begin` starts a job, and gives its slices. It is called from any thread.
    using Begin = std::function<Background::Slice(std::size_t job)>;
    BackgroundJobs(std::size_t count, Begin begin, int threads, RunsOn place = default_place());
    /// Waits for the end of the slices under way.
    ~BackgroundJobs();
    BackgroundJobs(const BackgroundJobs&) = delete;
    BackgroundJobs& operator=(const BackgroundJobs&) = delete;

    bool running() const;

private:
    bool slice(Background::Slice& current);

    std::size_t count_;
    Begin begin_;
    std::mutex mutex_; ///< of next_
    std::size_t next_ = 0;
    std::vector<std::unique_ptr<Background>> lanes_;
};

} // namespace xpbd::lab
