#include "lab/run/shown_panes.h"

#include "core/model/method_traits.h"
#include "core/step/effects/tearing.h"
#include "lab/readouts/readouts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr std::size_t kTimedFrames = 16;

/// The shortest step time of the last frames: least disturbed by other processes. Firefox and Safari round times to
/// whole milliseconds; if the shortest is 0, returns the mean.
double time_of(const std::deque<double>& frames) {
    const double shortest = *std::min_element(frames.begin(), frames.end());
    return shortest > 0 ? shortest
                        : std::accumulate(frames.begin(), frames.end(), 0.0) / static_cast<double>(frames.size());
}

/// Sets tensions and contacts; nothing for a method without forces.
void show_forces(const Model& model, const State& state, PaneSnapshot& shown) {
    if (!no_forces_reason(shown.settings).empty()) {
        return;
    }
    line_tension(model, state, shown.tension);
    fabric_tension(model, state, shown.fabric_tension);
    if (!(state.force_scale > 0)) {
        return;
    }
    for (std::size_t i = 0; i < state.contact_multiplier.size(); ++i) {
        if (state.contact_multiplier[i] != Vec3(0)) {
            shown.contacts.push_back({glm::vec3(xyz(state.particles.position[i])),
                                      glm::vec3(state.contact_multiplier[i] * state.force_scale)});
        }
    }
}

/// The state to show. For a diverged pane it is the last good one.
const State& shown_state(const Pane& pane) {
    return pane.diverged ? pane.last_good : pane.state;
}

/// The parts of a pane that the renderer needs.
PaneSnapshot show(const Pane& pane, bool forces) {
    PaneSnapshot shown;
    const State& state = shown_state(pane);
    const Model& model = *pane.model;
    shown.settings = pane.settings;
    shown.model = pane.model;
    shown.positions.reserve(state.particles.position.size());
    for (const Vec4& x : state.particles.position) {
        shown.positions.emplace_back(xyz(x));
    }
    line_strain(model, state, shown.strain);
    shown.stats = pane.stats;
    shown.solve_ms = pane.solve_ms;
    shown.diverged = pane.diverged;
    if (forces) {
        show_forces(model, state, shown);
    }
    if (!pane.state.torn.empty()) {
        shown.torn = true;
        shown.whole_triangles = whole_triangles(model, pane.state);
        shown.whole_segments = whole_segments(model, pane.state);
    }
    return shown;
}

} // namespace

void ShownPanes::set_detail(const SetDetail& detail) {
    detail_ = detail;
    stale_ = true;
}

void ShownPanes::changed() {
    stale_ = true;
    measures_stale_ = true;
}

void ShownPanes::note_step_times(const Experiment& experiment) {
    const std::vector<Pane>& panes = experiment.panes();
    times_.resize(panes.size());
    for (std::size_t i = 0; i < panes.size(); ++i) {
        times_[i].push_back(panes[i].solve_ms);
        if (times_[i].size() > kTimedFrames) {
            times_[i].pop_front();
        }
    }
}

Sample ShownPanes::sample(const Experiment& experiment, std::uint64_t branch) {
    if (measures_stale_) {
        measure_panes(experiment);
    }
    Sample taken{measured_frame_, measured_time_, branch, {}, {}};
    for (const Figures& figures : figures_) {
        taken.method.push_back(figures.method);
        taken.readout.push_back(figures.readings);
    }
    return taken;
}

void ShownPanes::show_panes(const Experiment& experiment) {
    std::vector<PaneSnapshot> before = std::move(panes_);
    panes_.assign(experiment.panes().size(), {});
    experiment.for_each_pane([&](std::size_t i) { panes_[i] = show(experiment.panes()[i], detail_.forces); });
    for (std::size_t i = 0; detail_.residuals && i < std::min(before.size(), panes_.size()); ++i) {
        panes_[i].residuals = std::move(before[i].residuals); // kept until they are computed again
    }
    stale_ = false;
    trace_stale_ = true;
}

void ShownPanes::measure_panes(const Experiment& experiment) {
    const World& world = experiment.world();
    figures_.resize(experiment.panes().size());
    experiment.for_each_pane([&](std::size_t i) {
        const Pane& pane = experiment.panes()[i];
        Figures& figures = figures_[i];
        figures.measure = measure(*pane.model, shown_state(pane), pane.settings, world.gravity, world.dt);
        figures.readings = read_all({figures.measure, pane.settings, pane.stats, pane.solve_ms, pane.swing.measured()});
        figures.supports = read_supports(*pane.model, shown_state(pane), pane.settings, world.dt);
        figures.method = pane.settings.method;
    });
    hash_ = state_hash(experiment);
    measured_frame_ = experiment.frame();
    measured_time_ = experiment.time();
    measures_stale_ = false;
}

void ShownPanes::trace_panes(const Experiment& experiment, const StopToken& interrupt) {
    experiment.for_each_pane([&](std::size_t i) {
        std::vector<Equations> residuals;
        if (!resets_multipliers(experiment.panes()[i].settings)) {
            residuals = experiment.trace_step(static_cast<int>(i));
        }
        if (!interrupt.stop_requested()) { // after an interruption the old residuals stay
            panes_[i].residuals = std::move(residuals);
        }
    });
    trace_stale_ = interrupt.stop_requested();
}

void ShownPanes::fill(const Experiment& experiment, bool trace, const StopToken& interrupt, Snapshot& snapshot) {
    if (stale_) {
        show_panes(experiment);
    }
    if (measures_stale_) {
        measure_panes(experiment);
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        panes_[i].measure = figures_[i].measure;
        panes_[i].readings = figures_[i].readings;
        panes_[i].supports = figures_[i].supports;
        panes_[i].measured_method = figures_[i].method;
        if (i < times_.size() && !times_[i].empty()) {
            panes_[i].solve_ms = time_of(times_[i]);
        }
    }
    if (trace && trace_stale_ && detail_.residuals) {
        trace_panes(experiment, interrupt);
    }
    snapshot.panes = panes_;
    snapshot.measured_frame = measured_frame_;
    snapshot.measured_time = measured_time_;
    snapshot.hash = hash_;
}

} // namespace xpbd::lab
