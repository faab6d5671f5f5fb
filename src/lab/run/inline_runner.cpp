// The runner without a thread, for tests and the command line.
#include "lab/run/runner.h"

#include <utility>

namespace xpbd::lab {

InlineRunner::InlineRunner(Experiment experiment, const Session& session, int threads)
    : core_(std::move(experiment), session, threads, false) {
    finish_job();
}

Result<std::unique_ptr<InlineRunner>> InlineRunner::create(const Session& session, int threads) {
    Result<Experiment> experiment = Experiment::create(at_start(session), threads);
    if (!experiment) {
        return experiment.error();
    }
    return std::unique_ptr<InlineRunner>(new InlineRunner(std::move(*experiment), session, threads));
}

void InlineRunner::finish_job() {
    while (core_.job_pending()) {
        core_.step_job();
    }
    latest_.reset();
}

std::uint64_t InlineRunner::post(Command command) {
    core_.begin(std::move(command));
    finish_job();
    return ++posted_;
}

std::shared_ptr<const Snapshot> InlineRunner::latest() const {
    if (!latest_) {
        latest_ = std::make_shared<const Snapshot>(core_.snapshot(core_.speed()));
    }
    return latest_;
}

void InlineRunner::advance(int frames) {
    for (int i = 0; i < frames && core_.advance(); ++i) {
    }
    latest_.reset();
}

} // namespace xpbd::lab
