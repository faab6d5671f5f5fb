#include "window/state/match_state.h"

#include "core/base/excerpt.h"
#include "core/model/parameters.h"
#include "lab/readouts/readouts.h"
#include "lab/text/number_text.h"
#include "window/state/app_state.h"

#include <cmath>
#include <memory>

namespace xpbd::window {
namespace {

/// Longest run of a search [frames]; the outcome mentions bodies that still move then.
constexpr int kMostFrames = 300;

std::string percent_text(double share) {
    if (std::abs(share) < 1e-4) {
        return "below 0.01 %";
    }
    return lab::quantity_text(100 * std::abs(share), "%", 2);
}

/// The value with its unit, as shown.
std::string value_text(std::string_view measure, double value) {
    if (measure == "period") {
        return lab::reading_text(value, "s");
    }
    const lab::Readout& row = *lab::find_readout(measure);
    return lab::reading_text(value * row.factor, row.shown_unit);
}

/// The iterations, the timestep and the mesh for which a match holds, as a text.
std::string place_text(const lab::Session& base, int pane) {
    const Settings& settings = base.panes[static_cast<std::size_t>(pane)];
    std::string text = counted(static_cast<std::size_t>(settings.iterations), "iteration") +
                       ", h = " + lab::quantity_text(base.world.dt / settings.substeps, "s");
    if (settings.mesh.resolution > 0) {
        return text + ", mesh " + std::to_string(settings.mesh.resolution);
    }
    if (const auto found = base.scene.values.find("resolution"); found != base.scene.values.end()) {
        text += ", mesh " + lab::short_number(found->second[0]);
        text += found->second[1] > 0 ? " x " + lab::short_number(found->second[1]) : "";
    }
    return text;
}

std::string outcome_text(const lab::MatchPlan& plan, const lab::MatchResult& found) {
    const bool is_k = found.key == "stretch_stiffness";
    std::string text = (is_k ? "k = " : "α = ") + lab::quantity_text(found.value, is_k ? "" : "m/N") + ".  " +
                       match_label(plan.measure) + ": wanted " + value_text(plan.measure, found.wanted) + ", reached " +
                       value_text(plan.measure, found.reached) + ", error " + percent_text(found.error);
    if (found.moving > 1e-3) {
        text += ", and it still moves by " + percent_text(found.moving);
    }
    text += found.trouble.empty() ? "." : ": " + found.trouble + ".";
    return text + "  Holds for " + place_text(plan.base, plan.pane) + " only.";
}

} // namespace

std::string match_label(std::string_view measure) {
    return measure == "period" ? "Period" : std::string(lab::find_readout(measure)->label);
}

void start_match(AppState& state, int pane, int other) {
    state.match.outcome.clear();
    state.match.pane = pane;
    state.match.job = std::make_unique<MatchJob>(
        lab::MatchPlan{make_session(state.document), pane, other, state.match.measure, kMostFrames});
}

void follow_match(AppState& state) {
    MatchState& match = state.match;
    if (!match.job || match.job->running()) {
        return;
    }
    const std::optional<Result<lab::MatchResult>> result = match.job->result();
    const lab::MatchPlan plan = match.job->plan();
    match.job.reset();
    if (!result || !*result) {
        match.outcome = result ? "No match: " + result->error().message + "." : "";
        return;
    }
    const lab::MatchResult& found = **result;
    match.outcome = outcome_text(plan, found);
    const bool same = same_run(state.document, plan.base);
    if (same) {
        set_parameter(state.document, plan.pane, parameter_row(found.key), found.value);
    } else {
        match.outcome += "  Not set: the parameters have changed since.";
    }
    match.of = plan.base;
    if (same) {
        match.of.panes = state.document.panes;
    }
}

bool match_is_stale(const AppState& state) {
    return !same_run(state.document, state.match.of);
}

} // namespace xpbd::window
