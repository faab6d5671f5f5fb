#pragma once

#include "window/state/jobs/sweep_job.h"
#include "window/state/plots/plot_state.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {

struct AppState;

/// The settings of the sweep panel, and its run.
struct SweepState {
    std::string key;     ///< chosen parameter, in the form of `--set`; "" = the parameter that the scene names
    std::string measure; ///< key of the chosen row of lab::readouts(); "" = the first readout of the scene
    std::string ranged;  ///< key of the parameter to which the range `low` to `high` belongs
    double low = 1;
    double high = 160;
    int count = 12;
    bool until_settled = true;
    int most_frames = 3000; ///< limit of a run that ends when it hangs still
    int frames = 120;       ///< length of every run, unless `until_settled`
    bool live = false;      ///< a short sweep whenever a parameter rests
    std::unique_ptr<SweepJob> job;
    lab::Session base{}; ///< session that the job started from; a document that differs has changed since
    PlotZoom zoom;
};

/// One parameter that can be swept.
struct SweepParameter {
    std::string key;   ///< as `--set` takes it
    std::string label; ///< with its unit
    double low = 0;    ///< proposed range
    double high = 1;
    double least = 0; ///< allowed range
    double most = 1;
    bool logarithmic = false;
    bool whole = false;
};

/// Every number of the document: the panes' parameters that act, the timestep, the scene's parameters.
std::vector<SweepParameter> sweep_parameters(const AppState& state, const Model& model);

/// Key of the parameter that a sweep varies: the chosen one, else the one that the scene names.
std::string sweep_key(const SweepState& sweep, std::string_view scene);
/// Key of the row of lab::readouts() that the panel shows: the chosen one, else the first readout of the scene.
std::string sweep_measure(const SweepState& sweep, std::string_view scene);

/// How the runs of a sweep ended: "24 of 24 still, after 1.2 to 6.4 s". "" until a run has ended.
std::string sweep_ends(const SweepJob& job);

/// Names the state that the chart shows, if the document has changed: "before your last change", "of the scene Net".
/// A change of the parameter that the sweep varies does not count. "" without a change.
std::string sweep_is_of(const AppState& state);

/// The parameter of this key, or the first.
SweepParameter chosen_parameter(const std::vector<SweepParameter>& all, const std::string& key);

/// Starts the sweep that the panel is set to; a fault is a toast.
void start_sweep(AppState& state, const Model& model);
/// In live mode: starts a short sweep, of few frames, when a parameter rests after a change.
void follow_live_sweep(AppState& state, const Model& model);

} // namespace xpbd::window
