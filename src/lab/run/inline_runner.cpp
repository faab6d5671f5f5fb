// The runner without a thread, for tests and the command line.
#include "lab/run/runner.h"
#include "lab/run/runner_core.h"

#include <utility>

namespace xpbd::lab {

struct InlineRunner::Impl {
    RunnerCore core;
    std::uint64_t posted = 0;
    mutable std::shared_ptr<const Snapshot> latest; ///< null if the core has changed since the last call

    Impl(Experiment&& experiment, const Session& session, int threads)
        : core(std::move(experiment), session, threads, false) {}

    void finish_job() {
        while (core.job_pending()) {
            core.step_job();
        }
        latest.reset();
    }
};

InlineRunner::InlineRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
InlineRunner::~InlineRunner() = default;

Result<std::unique_ptr<InlineRunner>> InlineRunner::create(const Session& session, int threads) {
    Result<Experiment> experiment = Experiment::create(at_start(session), threads);
    if (!experiment) {
        return experiment.error();
    }
    auto impl = std::make_unique<Impl>(std::move(*experiment), session, threads);
    impl->finish_job();
    return std::unique_ptr<InlineRunner>(new InlineRunner(std::move(impl)));
}

std::uint64_t InlineRunner::post(Command command) {
    impl_->core.begin(std::move(command));
    impl_->finish_job();
    return ++impl_->posted;
}

std::shared_ptr<const Snapshot> InlineRunner::latest() const {
    if (!impl_->latest) {
        impl_->latest = std::make_shared<const Snapshot>(impl_->core.snapshot(impl_->core.speed()));
    }
    return impl_->latest;
}

std::vector<Sample> InlineRunner::take_samples() {
    return impl_->core.take_samples();
}

void InlineRunner::advance(int frames) {
    for (int i = 0; i < frames && impl_->core.advance(); ++i) {
    }
    impl_->latest.reset();
}

void InlineRunner::set_interrupt(const StopToken& interrupt) {
    impl_->core.set_interrupt(interrupt);
}

const Experiment& InlineRunner::experiment() const {
    return impl_->core.experiment();
}

} // namespace xpbd::lab
