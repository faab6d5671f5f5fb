#pragma once

#include "window/state/plot_state.h"
#include "window/state/sweep_job.h"

#include <memory>
#include <string>
#include <vector>

namespace xpbd::window {

struct AppState;

/// What the sweep panel is set to, and its run.
struct SweepState {
    std::string key = "iterations"; ///< parameter that varies, as `--set` takes it
    std::string measure = "sag";    ///< row of lab::readouts()
    double low = 1;
    double high = 160;
    int count = 12;
    int frames = 60;
    bool live = false; ///< a short sweep whenever a parameter rests
    std::unique_ptr<SweepJob> job;
    lab::Session base{}; ///< of the job, to see what has changed since
    PlotZoom zoom;
};

/// One parameter that can be swept.
struct SweepParameter {
    std::string key;   ///< as `--set` takes it
    std::string label; ///< with its unit
    double low = 0;    ///< range that is proposed
    double high = 1;
    double least = 0; ///< range that is allowed
    double most = 1;
    bool logarithmic = false;
    bool whole = false;
};

/// Every number that the document has: the panes' parameters that act, the timestep, the scene's.
std::vector<SweepParameter> sweep_parameters(const AppState& state, const Model& model);

/// The parameter of this key, or the first.
SweepParameter chosen_parameter(const std::vector<SweepParameter>& all, const std::string& key);

/// Starts the sweep that the panel is set to; a fault is a toast. `frames` as in SweepPlan.
void start_sweep(AppState& state, const Model& model, int frames);
/// In live mode: starts a short one where a parameter has come to rest on something new.
void follow_live_sweep(AppState& state, const Model& model);

} // namespace xpbd::window
