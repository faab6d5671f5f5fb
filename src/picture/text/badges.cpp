#include "picture/picture.h"

#include "core/methods.h"
#include "lab/text/number_text.h"

#include <cmath>

namespace xpbd::picture {
namespace {

constexpr double kStrainLimit = 0.10; ///< of the most stretched edge
/// Share of the strain by which the material law may be missed. The dual residual C + alpha~ lambda is the part of C
/// that no force answers for, so 5 % of it is an error of about 5 % in the measured stiffness: just visible, and well
/// above the 1 % to 2 % by which a body that still swings varies from frame to frame.
constexpr double kConvergedLimit = 0.05;
constexpr double kSpeedLimit = 0.90;
/// Of the textbook engine in a frame, at 15 ns each: a quarter of a frame's 16 ms, where fast takes a tenth of that.
constexpr double kManyProjections = 250000;

const MethodInfo& method_of(const lab::PaneSnapshot& pane) {
    return methods()[static_cast<std::size_t>(pane.settings.method)];
}

/// The textbook engine takes its time, and the method has the other one.
bool has_slow_engine(const lab::PaneSnapshot& pane, const Model& model) {
    const double projections = static_cast<double>(model.constraint_count()) *
                               static_cast<double>(pane.settings.iterations) *
                               static_cast<double>(pane.settings.substeps);
    return runs_engine(pane.settings, Engine::textbook) && projections > kManyProjections;
}

/// "46 %": a badge is seen from afar, decimals are not.
std::string percent(double share) {
    return lab::quantity_text(std::round(100 * share), "%");
}

} // namespace

std::vector<Badge> badges(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    std::vector<Badge> result;
    if (shown.diverged) {
        result.push_back(
            {Badge::Kind::diverged, "DIVERGED - PAUSED",
             "The state left the range of numbers. Go back to the last good frame, then try more substeps, "
             "a smaller timestep or another sweep order."});
    }
    if (snapshot.playing && snapshot.measured_speed < kSpeedLimit * snapshot.asked_speed) {
        result.push_back(
            {Badge::Kind::slow, "SLOW " + percent(snapshot.measured_speed / snapshot.asked_speed),
             "The machine does not keep up: time is dropped, the timestep stays as it is. Fewer iterations "
             "or a lower resolution help."});
    }
    if (shown.stats.unfinished > 0) {
        result.push_back({Badge::Kind::not_converged, "NOT CONVERGED",
                          std::to_string(shown.stats.unfinished) + " of " + std::to_string(shown.settings.substeps) +
                              " substeps ended at the bound on their work, short of the method's accuracy: "
                              "constraints contradict each other, or are too stiff for the step. More substeps help."});
    } else if (method_of(shown).has_compliance && shown.measure.relative_dual > kConvergedLimit) {
        const std::string sigma =
            std::isinf(shown.measure.sigma) ? "infinite (rigid)" : lab::short_number(shown.measure.sigma);
        result.push_back(
            {Badge::Kind::not_converged, "NOT CONVERGED",
             "Edges miss their material law by " + percent(shown.measure.relative_dual) +
                 ": the iterations end before the stiffness that was asked for is reached. σ = h²/(α m) = " + sigma +
                 "; more iterations or substeps help."});
    }
    if (shown.measure.max_strain > kStrainLimit) {
        result.push_back({Badge::Kind::strain, "STRAIN " + percent(shown.measure.max_strain),
                          "The most stretched edge is longer than its rest length by this share."});
    }
    if (method_of(shown).key == "hpbd" && !shown.model->fabric.empty()) {
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
