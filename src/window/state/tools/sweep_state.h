#pragma once

#include "window/state/plots/plot_state.h"
#include "window/state/tools/sweep_job.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {

struct AppState;

/// What the sweep panel is set to, and its run.
struct SweepState {
    std::string key;     ///< parameter that varies, as chosen, as `--set` takes it; "" = the default of sweep_key()
    std::string measure; ///< as chosen, a row of lab::readouts(); "" = what the scene names first
    std::string ranged;  ///< the key that `low` and `high` are of
    double low = 1;
    double high = 160;
    int count = 12;
    bool until_settled = true;
    int most_frames = 3000; ///< of a run until it hangs still
    int frames = 120;       ///< of every run, where not
    bool live = false;      ///< a short sweep whenever a parameter rests
    std::unique_ptr<SweepJob> job;
    lab::Session base{}; ///< of the job, compared with the document to find changes
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

/// The parameter that a sweep varies: as chosen, else what the scene names.
std::string sweep_key(const SweepState& sweep, std::string_view scene);
/// Row of lab::readouts() that the panel shows: as chosen, else what the scene names first.
std::string sweep_measure(const SweepState& sweep, std::string_view scene);

/// How the runs of a sweep ended: "24 of 24 still, after 1.2 to 6.4 s". "" before the first has.
std::string sweep_ends(const SweepJob& job);

/// The session of the chart, where the document has changed since: "before your last change", "of the scene Net".
/// The parameter that the sweep varies may have any value. "" where it is of what the document holds.
std::string sweep_is_of(const AppState& state);

/// The parameter of this key, or the first.
SweepParameter chosen_parameter(const std::vector<SweepParameter>& all, const std::string& key);

/// Starts the sweep that the panel is set to; a fault is a toast.
void start_sweep(AppState& state, const Model& model);
/// In live mode: starts a short one, of few frames, where a parameter has come to rest on something new.
void follow_live_sweep(AppState& state, const Model& model);

} // namespace xpbd::window
