// Warnings about a pane: slow, not converged, diverged.
#include "picture/text/badges.h"

#include "core/model/method_traits.h"
#include "lab/experiment/experiment.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <cmath>

namespace xpbd::picture {
namespace {

constexpr double kSpeedLimit = 0.90;
/// Projections per frame above which the textbook engine gets the badge. At 15 ns each they take a quarter of a 16 ms
/// frame; the fast engine takes a tenth of that.
constexpr double kManyProjections = 250000;

/// True if the pane runs many projections on the textbook engine although its method offers a choice of engine.
bool has_slow_engine(const lab::PaneSnapshot& pane, const Model& model) {
    const double projections = static_cast<double>(model.constraint_count()) *
                               static_cast<double>(pane.settings.iterations) *
                               static_cast<double>(pane.settings.substeps);
    return runs_engine(pane.settings, Engine::textbook) && projections > kManyProjections;
}

/// Percentage without decimals, such as "46 %": badges are read from a distance.
std::string percent(double share) {
    return lab::quantity_text(std::round(100 * share), "%");
}

/// Why the pane's step is not converged, and what helps; empty if it is converged.
std::string shortfall_reason(const lab::PaneSnapshot& shown) {
    const Measure& m = shown.measure;
    std::string reason;
    switch (shortfall(m, shown.settings)) {
    case Shortfall::none:
        return "";
    case Shortfall::law:
        reason = "Constraints miss their material law by " + percent(m.relative_dual) +
                 ": the iterations end before the stiffness that was asked for is reached. σ = h²/(α m) = " +
                 (std::isinf(m.sigma) ? "infinite (rigid)" : lab::short_number(m.sigma)) +
                 "; more iterations or substeps help.";
        break;
    case Shortfall::balance:
        reason = "Forces leave " + percent(m.relative_primal) +
                 " of the load to nothing: the iterations end before they balance. More iterations or substeps help.";
        break;
    case Shortfall::turn:
        reason = "A link's h² T (w0 + w1)/l = " + lab::short_number(m.turn) +
                 " is above 0.5: it turns too far in a step, and jitters. More substeps help.";
        break;
    }
    if (m.unmet_energy > kConvergedLimit * m.elastic_energy) {
        reason += " Of the energy shown, no force holds " + lab::reading_text(m.unmet_energy, "J") + ".";
    }
    return reason;
}

} // namespace

std::vector<Badge> badges(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    std::vector<Badge> result;
    if (shown.diverged) {
        result.push_back({Badge::Kind::diverged, "DIVERGED - PAUSED",
                          "Here " + lab::cause_of_divergence(shown.stats) +
                              ". Go back to the last good frame, then try " + lab::cure_of_divergence(shown.stats) +
                              "."});
    }
    if (snapshot.playing && snapshot.measured_speed < kSpeedLimit * snapshot.asked_speed) {
        result.push_back(
            {Badge::Kind::slow, "SLOW " + percent(snapshot.measured_speed / snapshot.asked_speed),
             "The machine does not keep up: time is dropped, the timestep stays as it is. Fewer iterations "
             "or a lower resolution help."});
    }
    if (shown.stats.unfinished > 0) {
        const UnfinishedText text = text_of(std::max(shown.stats.cause, Unfinished::not_converged));
        result.push_back({Badge::Kind::not_converged, "NOT CONVERGED",
                          std::to_string(shown.stats.unfinished) + " of " + std::to_string(shown.settings.substeps) +
                              " substeps " + std::string(text.cause) + ". " + std::string(text.help)});
    } else if (const std::string why = shortfall_reason(shown); !why.empty()) {
        result.push_back({Badge::Kind::not_converged, "NOT CONVERGED", why});
    }
    if (method_of(shown.settings).has_levels && !shown.model->fabric.empty()) {
        result.push_back({Badge::Kind::no_levels, "NO HIERARCHY",
                          "Coarse levels are made of distances, and a fabric has none: here the method is plain PBD."});
    }
    if (has_slow_engine(shown, *snapshot.model)) {
        result.push_back({Badge::Kind::engine, "SLOW ENGINE",
                          "This pane runs the engine textbook: double precision, one constraint after the other. The "
                          "engine fast takes the same iterations in the same order, several times as quick."});
    }
    return result;
}

} // namespace xpbd::picture
