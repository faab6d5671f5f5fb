#pragma once

#include "lab/experiment/experiment.h"
#include "lab/run/runner.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

namespace xpbd::lab::test {

inline Experiment experiment_of(const Session& session, int threads = 1) {
    Result<Experiment> experiment = Experiment::create(session, threads);
    if (!experiment) {
        ADD_FAILURE() << experiment.error().message;
        std::abort();
    }
    return std::move(*experiment);
}

inline void step(Experiment& experiment, int frames) {
    for (int i = 0; i < frames; ++i) {
        experiment.step();
    }
}

inline std::unique_ptr<InlineRunner> runner_of(const Session& session, int threads = 1) {
    auto runner = InlineRunner::create(session, threads);
    if (!runner) {
        ADD_FAILURE() << runner.error().message;
        std::abort();
    }
    return std::move(*runner);
}

} // namespace xpbd::lab::test
