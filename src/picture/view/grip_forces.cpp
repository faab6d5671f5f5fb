#include "picture/view/grip_forces.h"

#include "core/base/bounds.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace xpbd::picture {
namespace {

constexpr double kLongest = 0.13; ///< length of the longest arrow over the body's size

/// Force per width at both grips [N/m]; not finite if the method has no forces.
std::array<double, 2> measured(const lab::PaneSnapshot& pane) {
    return {pane.measure.specimen.grip_force, pane.measure.specimen.far_grip_force};
}

/// The largest force per width, measured or expected, of all panes [N/m].
double largest_force(const lab::Snapshot& snapshot) {
    double largest = 0;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        const auto [near, far] = measured(pane);
        for (const double force : {near, far, pane.measure.specimen.asked_force}) {
            largest = std::isfinite(force) ? std::max(largest, std::abs(force)) : largest;
        }
    }
    return largest;
}

} // namespace

std::vector<GripForce> grip_forces(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const Specimen& specimen = shown.model->specimen;
    const double largest = largest_force(snapshot);
    std::vector<GripForce> result;
    for (std::size_t i = 0; const double force : measured(shown)) {
        if (std::isfinite(force)) {
            const Vec3 pull = i == 0 ? specimen.direction : -specimen.direction;
            const double share = largest > 0 ? force / largest : 0;
            const Vec3 way = kLongest * box_diagonal(shown.model->rest_position) * std::abs(share) * pull;
            const glm::vec3 grip(specimen.outside[i]);
            const glm::vec3 away(specimen.outside[i] + way);
            const render::Arrow arrow = share < 0 ? render::Arrow{away, grip} : render::Arrow{grip, away};
            result.push_back({arrow, force * specimen.width, pull.x < 0});
        }
        ++i;
    }
    return result;
}

void append_grip_arrows(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                        std::vector<render::Arrow>& out) {
    if (!options.ruler || options.transparent) {
        return;
    }
    for (const GripForce& force : grip_forces(snapshot, pane)) {
        out.push_back(force.arrow);
    }
}

void append_grip_labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options, const glm::vec3& colour,
                        std::vector<Label>& out) {
    if (!options.ruler || options.transparent) {
        return;
    }
    for (const GripForce& force : grip_forces(snapshot, pane)) {
        const glm::vec3 at = force.newtons < 0 ? force.arrow.from : force.arrow.to;
        out.push_back({at, lab::reading_text(force.newtons, "N"), colour, force.on_left, std::nullopt});
    }
}

} // namespace xpbd::picture
