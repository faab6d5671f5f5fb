#pragma once

#include "../fixtures.h"
#include "lab/experiment/experiment.h"
#include "lab/readouts/readouts.h"
#include "lab/study/output.h"

#include <optional>
#include <string>
#include <string_view>

namespace xpbd::lab::test {

/// The session in tests/cases/`name`. If `method` is given, only the first pane of this method is kept.
inline Session case_session(const std::string& name, std::string_view method = {}) {
    Result<Session> session = load_session(source_folder() + "/tests/cases/" + name);
    if (!session) {
        ADD_FAILURE() << session.error().message;
        return {};
    }
    if (!method.empty()) {
        std::erase_if(session->panes, [&](const Settings& pane) { return method_key(pane.method) != method; });
        EXPECT_FALSE(session->panes.empty()) << method;
        session->panes.resize(1);
    }
    return *session;
}

/// An experiment of the session, at frame 0.
inline Experiment started(const Session& session) {
    Result<Experiment> experiment = Experiment::create(session);
    EXPECT_TRUE(experiment) << experiment.error().message;
    return std::move(*experiment);
}

/// Steps until this frame, or until a pane diverges.
inline void run_to(Experiment& experiment, std::int64_t frame) {
    while (experiment.frame() < frame && !experiment.any_diverged()) {
        experiment.step();
    }
}

/// The readout of this key (lab/readouts/readouts.h) in a pane, in the unit of exported files, not that on screen.
inline double reading(const Experiment& experiment, std::string_view key, std::size_t pane = 0) {
    const Pane& shown = experiment.panes()[pane];
    const World& world = experiment.world();
    const Measure m = measure(*shown.model, shown.state, shown.settings, world.gravity, world.dt);
    return find_readout(key)->value({m, shown.settings, shown.stats, shown.solve_ms});
}

} // namespace xpbd::lab::test
