// Work that runs beside the window, on a thread or in slices between frames.
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

/// Where background work runs.
enum class RunsOn {
    own_thread,
    caller, ///< in slices between the window's frames, if the system has no threads
};
/// The place that this system supports.
RunsOn default_place();

/// Background work: a sequence of slices, each about as long as a frame of a simulation.
class Background {
public:
    /// Runs a slice; returns false after the last one. Must not throw.
    using Slice = std::function<bool()>;
    explicit Background(Slice slice, RunsOn place = default_place());
    /// Waits for the end of the running slice. The remaining slices do not run.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// False after the last slice.
    bool running() const;
    /// Waits for the last slice until `end` at most. With RunsOn::caller it runs slices meanwhile. Returns true if the
    /// last slice has run.
    bool wait_until(std::chrono::steady_clock::time_point end);
    /// Waits for the last slice.
    void wait();

    /// Runs slices of all objects with RunsOn::caller in rotation, for about this many seconds. Must be called on the
    /// thread that created them.
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

/// Independent jobs in the background, as many in parallel as there are threads. If memory runs out, a job is skipped.
class BackgroundJobs {
public:
    /// Starts a job and returns its slices. Called on any thread.
    using Begin = std::function<Background::Slice(std::size_t job)>;
    BackgroundJobs(std::size_t count, Begin begin, int threads, RunsOn place = default_place());
    /// Waits for the end of the running slices.
    ~BackgroundJobs();
    BackgroundJobs(const BackgroundJobs&) = delete;
    BackgroundJobs& operator=(const BackgroundJobs&) = delete;

    bool running() const;

private:
    bool slice(Background::Slice& current);

    std::size_t count_;
    Begin begin_;
    std::mutex mutex_; ///< protects next_
    std::size_t next_ = 0;
    std::vector<std::unique_ptr<Background>> lanes_;
};

} // namespace xpbd::lab
