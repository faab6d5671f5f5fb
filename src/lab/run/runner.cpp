// The runner of the window: a thread that simulates in real time.
#include "lab/run/runner.h"

#include "lab/run/pacer.h"

#include "lab/run/runner_core.h"
#include "lab/run/speed_meter.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// Frames are computed and shown at most this often: screens do not show more.
constexpr double kShortestTick = 1.0 / 60; // [s]
/// Most wall time for the frames that one tick() computes before it publishes the result.
constexpr double kBudget = 1.0 / 30; // [s]
/// The progress of a job is shown this often.
constexpr double kProgressPeriod = 1.0 / 30; // [s]
/// Residuals of every iteration cost about two steps. While playing they are computed this often.
constexpr double kTracePeriod = 0.2; // [s]
constexpr double kTraceRest = 20;    ///< least period of the residuals, over the time to compute them
/// Weight of the newest frame in the running mean of a frame's cost.
constexpr double kCostBlend = 0.2;

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

Clock::duration seconds(double value) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(value));
}

} // namespace

struct ThreadedRunner::Impl {
    /// @name Shared between the threads
    /// @{
    std::mutex queue_mutex;
    std::condition_variable wake; ///< signals a command or the end
    std::deque<Command> queue;
    std::uint64_t posted = 0;
    StopSource cut;       ///< stops the current frame; requested by commands that stop a frame, and at the end
    StopSource cancelled; ///< stops new panes from catching up; requested by Cancel, and at the end
    mutable std::mutex latest_mutex;
    std::shared_ptr<const Snapshot> latest;
    std::vector<Sample> samples; ///< samples up to the latest snapshot; protected by `latest_mutex`
    /// @}

    /// @name Used by the simulation's thread only
    /// @{
    RunnerCore core;
    Pacer pacer;
    SpeedMeter meter;
    StopToken cancel;         ///< stops the current command
    bool more_queued = false; ///< more commands are queued: publishing a snapshot after each would delay them
    double cost = 0;          ///< mean wall time of a frame [s]
    double budget = kBudget;  ///< [s]
    Clock::time_point last_tick;
    Clock::time_point next_tick;
    Clock::time_point last_publication;
    Clock::time_point last_trace;
    double trace_period = kTracePeriod; ///< [s]
    /// @}

    StopSource ending;    ///< requests the end of the simulation
    bool threaded;        ///< false: no thread; work() runs the simulation
    bool over = false;    ///< the thread has ended; protected by `queue_mutex`
    std::thread thread{}; ///< last member: it must end before the members that it uses

    Impl(Experiment&& experiment, const Session& session, int threads, bool with_thread)
        : core(std::move(experiment), session, threads, true), threaded(with_thread) {
        core.report_coming([this](double share) { publish_coming(share); });
        publish();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (thread.joinable()) {
            thread.join();
        }
    }

    void publish();
    void publish_coming(double share);
    void show(std::shared_ptr<const Snapshot> snapshot);
    bool idle();
    void run(const StopToken& stop);
    void turn_safely(const StopToken& stop);
    void turn(const StopToken& stop);
    void start_over();
    std::optional<Command> next_command(const StopToken& stop);
    void follow_cut();
    void restart_clock();
    void tick(const StopToken& stop);
};

void ThreadedRunner::Impl::publish() {
    last_publication = Clock::now();
    // While playing, residuals of every iteration are shown at a rate for readers, not at the rate of the simulation.
    const bool trace = !core.playing() || seconds_between(last_trace, last_publication) >= trace_period;
    auto snapshot = std::make_shared<const Snapshot>(core.snapshot(meter.value().value_or(core.speed()), trace));
    std::vector<Sample> taken = core.take_samples();
    if (trace) {
        last_trace = Clock::now();
        trace_period = std::max(kTracePeriod, kTraceRest * seconds_between(last_publication, last_trace));
    }
    {
        const std::lock_guard lock(latest_mutex);
        latest.swap(snapshot);
        std::move(taken.begin(), taken.end(), std::back_inserter(samples));
    }
    // The old snapshot is freed here, outside the lock.
}

/// While new panes catch up: publishes the previous state with the progress.
void ThreadedRunner::Impl::publish_coming(double share) {
    if (seconds_between(last_publication, Clock::now()) < kProgressPeriod) {
        return;
    }
    last_publication = Clock::now();
    auto snapshot = std::make_shared<Snapshot>(*latest);
    snapshot->busy = true;
    snapshot->bodies_coming = true;
    snapshot->busy_until = core.experiment().frame();
    snapshot->progress = share;
    show(std::move(snapshot));
}

/// Publishes a snapshot. The previous one is freed after the lock, because freeing takes time.
void ThreadedRunner::Impl::show(std::shared_ptr<const Snapshot> snapshot) {
    const std::lock_guard lock(latest_mutex);
    latest.swap(snapshot);
}

/// Waits for a command. Returns std::nullopt if a job or a tick is due, or the thread must end.
std::optional<Command> ThreadedRunner::Impl::next_command(const StopToken& stop) {
    std::unique_lock lock(queue_mutex);
    if (core.job_pending()) {
        if (std::none_of(queue.begin(), queue.end(), RunnerCore::cuts_short)) {
            follow_cut();
            return std::nullopt;
        }
        core.abandon_job();
    }
    const auto some_due = [&] { return !queue.empty() || stop.stop_requested(); };
    if (!threaded) { // without a thread there is nothing to wait for
    } else if (core.playing()) {
        wake.wait_until(lock, next_tick, some_due);
    } else {
        wake.wait(lock, some_due);
    }
    if (queue.empty() || stop.stop_requested()) {
        follow_cut();
        return std::nullopt;
    }
    Command command = std::move(queue.front());
    queue.pop_front();
    more_queued = !queue.empty();
    const auto cancels = [](const Command& later) { return std::holds_alternative<Cancel>(later); };
    if (cancelled.stop_requested() && std::none_of(queue.begin(), queue.end(), cancels)) {
        cancelled = StopSource();
    }
    cancel = cancelled.get_token();
    core.set_interrupt(stop); // from here on only the end of the runner stops the command and the snapshot after it
    return command;
}

/// Lets new commands stop the next frame. The queue must be locked and contain no command that cuts_short().
void ThreadedRunner::Impl::follow_cut() {
    if (cut.stop_requested()) {
        cut = StopSource();
    }
    core.set_interrupt(cut.get_token());
}

void ThreadedRunner::Impl::run(const StopToken& stop) {
    while (!stop.stop_requested()) {
        turn_safely(stop);
    }
}

void ThreadedRunner::Impl::turn_safely(const StopToken& stop) {
    try {
        turn(stop);
    } catch (const std::bad_alloc&) {
        start_over();
    }
}

/// True if turn() has nothing to do.
bool ThreadedRunner::Impl::idle() {
    const std::lock_guard lock(queue_mutex);
    return queue.empty() && !core.job_pending() && !(core.playing() && Clock::now() >= next_tick);
}

/// Applies one command, computes one frame of a job, or computes the frames that are due.
void ThreadedRunner::Impl::turn(const StopToken& stop) {
    std::optional<Command> command = next_command(stop);
    if (stop.stop_requested()) {
        return;
    }
    if (command) {
        const bool was_playing = core.playing();
        // Pacing continues if neither the state jumps nor the clock's parameters change.
        const bool keeps_clock =
            std::holds_alternative<SetHand>(*command) || std::holds_alternative<SetPanes>(*command);
        core.begin(std::move(*command), stop, cancel);
        if (!keeps_clock || !was_playing) {
            restart_clock();
        }
        if (!more_queued || seconds_between(last_publication, Clock::now()) >= kProgressPeriod) {
            publish();
        }
    } else if (core.job_pending()) {
        core.step_job();
        if (!core.job_pending() || seconds_between(last_publication, Clock::now()) >= kProgressPeriod) {
            restart_clock();
            publish();
        }
    } else if (core.playing() && Clock::now() >= next_tick) {
        tick(stop);
    }
}

/// Recovers from lack of memory. The window continues and shows the error.
void ThreadedRunner::Impl::start_over() {
    try {
        core.recover();
        publish();
        return;
    } catch (const std::bad_alloc&) {
    }
    // Recovery has failed, too: the last snapshot stays, with the error, and the next command tries again.
    try {
        auto snapshot = std::make_shared<Snapshot>(*latest);
        core.fill_error(*snapshot);
        show(std::move(snapshot));
    } catch (const std::bad_alloc&) {
    }
}

void ThreadedRunner::Impl::restart_clock() {
    pacer.reset();
    meter.reset();
    last_tick = next_tick = Clock::now();
    meter.add(seconds_between(Clock::time_point{}, last_tick), 0);
}

/// Computes the frames that are due, and publishes the result.
void ThreadedRunner::Impl::tick(const StopToken& stop) {
    const double dt = core.experiment().world().dt;
    const Clock::time_point start = Clock::now();
    const int due = pacer.frames(seconds_between(last_tick, start), core.speed(), dt, cost, budget);
    last_tick = start;
    int taken = 0;
    while (taken < due && !stop.stop_requested() && core.advance()) {
        ++taken;
    }
    if (taken > 0) {
        const Clock::time_point end = Clock::now();
        const double mean = seconds_between(start, end) / taken;
        cost = cost > 0 ? cost + kCostBlend * (mean - cost) : mean;
        meter.add(seconds_between(Clock::time_point{}, end), taken * dt);
    }
    if (due > 0) {
        publish();
    }
    next_tick = start + seconds(std::max(pacer.wait(core.speed(), dt), kShortestTick));
}

ThreadedRunner::ThreadedRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

ThreadedRunner::~ThreadedRunner() {
    stop(std::chrono::milliseconds(0)); // afterwards the thread is joined
}

bool ThreadedRunner::stop(std::chrono::milliseconds patience) {
    impl_->ending.request_stop(); // first, so that a stop source which the thread renews meanwhile is stopped, too
    std::unique_lock lock(impl_->queue_mutex);
    impl_->cut.request_stop();
    impl_->cancelled.request_stop();
    impl_->wake.notify_all();
    return !impl_->threaded || impl_->wake.wait_for(lock, patience, [this] { return impl_->over; });
}

void ThreadedRunner::work(double seconds) {
    const Clock::time_point until = Clock::now() + lab::seconds(seconds);
    impl_->budget = impl_->threaded ? kBudget : seconds;
    while (!impl_->threaded && !impl_->idle() && Clock::now() < until) {
        impl_->turn_safely(impl_->ending.get_token());
    }
}

Result<std::unique_ptr<ThreadedRunner>> ThreadedRunner::create(const Session& session, int threads, RunsOn place) {
    const bool threaded = place == RunsOn::own_thread;
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const int workers = !threaded ? 1 : threads > 0 ? threads : cores;
    Result<Experiment> experiment = Experiment::create(at_start(session), workers);
    if (!experiment) {
        return experiment.error();
    }
    auto impl = std::make_unique<Impl>(std::move(*experiment), session, workers, threaded);
    if (threaded) {
        impl->thread = std::thread([raw = impl.get()] {
            raw->run(raw->ending.get_token());
            const std::lock_guard lock(raw->queue_mutex);
            raw->over = true;
            raw->wake.notify_all();
        });
    }
    return std::unique_ptr<ThreadedRunner>(new ThreadedRunner(std::move(impl)));
}

std::uint64_t ThreadedRunner::post(Command command) {
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(impl_->queue_mutex);
        if (RunnerCore::cuts_short(command)) {
            impl_->cut.request_stop();
        }
        if (std::holds_alternative<Cancel>(command)) {
            impl_->cancelled.request_stop();
        }
        impl_->queue.push_back(std::move(command));
        number = ++impl_->posted;
    }
    impl_->wake.notify_all();
    return number;
}

std::shared_ptr<const Snapshot> ThreadedRunner::latest() const {
    const std::lock_guard lock(impl_->latest_mutex);
    return impl_->latest;
}

std::vector<Sample> ThreadedRunner::take_samples() {
    const std::lock_guard lock(impl_->latest_mutex);
    return std::exchange(impl_->samples, {});
}

} // namespace xpbd::lab
