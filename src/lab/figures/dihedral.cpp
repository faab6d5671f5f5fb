// Figure "dihedral": the dihedral angle by arccos and by atan2, in single precision.
#include "lab/figures/bodies.h"

#include "core/base/math/elementary.h"
#include "core/model/constraints/all.h"

#include <cmath>
#include <numbers>

namespace xpbd::lab {
namespace {

/// Two triangles with the common edge x0 x1. The second is rotated by `angle` [rad] out of the first one's plane.
/// Rounded to single precision, like the positions of the fast engine.
Points<float, 4> fold(double angle) {
    return {glm::vec3(0, 0, 0), glm::vec3(0, 0, 1), glm::vec3(-0.8f, 0, 0.3f),
            glm::vec3(glm::dvec3(0.9 * math::cos(angle), 0.9 * math::sin(angle), 0.6))};
}

/// Magnitude of the angle that the constraint type Form computes for the fold [rad]; 0 for a flat fold. `flat`: Form's
/// value of the flat fold, used as the rest angle.
template <class Form>
double angle_read(double angle, float flat) {
    return std::abs(static_cast<double>(Form::template eval<float>(fold(angle), {flat}).value));
}

} // namespace

Result<Figure> figure_dihedral(const Parallel&) {
    // In Position Based Dynamics (2007) n1 . n2 is -1 for coplanar triangles, so the angle of a flat fold is pi.
    const float arccos_flat = DihedralArccos::eval<float>(fold(0), {0}).value;
    constexpr double kEnd = 2e-3; // [rad]
    constexpr int kPoints = 400;
    const double smallest = math::acos(1 - std::ldexp(1.0, -24));
    Chart near{"Near the flat shape", {"angle of the fold [rad]", false}, {"angle read [rad]", false}, {}};
    near.series = {{"arccos (2007), single precision", {0.80f, 0.35f, 0.25f}, false, false, {}},
                   {"atan2, single precision", colour_of(method_key::xpbd), true, false, {}},
                   {"smallest of arccos: arccos(1 - 2⁻²⁴)", {0.4f, 0.4f, 0.4f}, true, false, {}}};
    for (int i = 0; i <= kPoints; ++i) {
        const double angle = kEnd * i / kPoints;
        near.series[0].points.emplace_back(angle, angle_read<DihedralArccos>(angle, arccos_flat));
        near.series[1].points.emplace_back(angle, angle_read<Dihedral>(angle, 0));
    }
    near.series[2].points = {{0, smallest}, {kEnd, smallest}};

    Chart sign{"Over the whole turn", {"angle of the fold [rad]", false}, {"angle read [rad]", false}, {}};
    sign.series = {{"arccos (2007)", {0.80f, 0.35f, 0.25f}, false, false, {}},
                   {"atan2", colour_of(method_key::xpbd), true, false, {}}};
    for (int i = -64; i <= 64; ++i) {
        const double angle = i / 65.0 * std::numbers::pi;
        sign.series[0].points.emplace_back(angle, angle_read<DihedralArccos>(angle, arccos_flat));
        sign.series[1].points.emplace_back(angle, static_cast<double>(Dihedral::eval<float>(fold(angle), {0}).value));
    }
    return Figure{
        "Position Based Dynamics (2007), section 4.2, takes the angle of a fold by arccos. In single precision it "
        "reads "
        "zero below 3.5e-4 rad and goes up in steps from there; and it has no sign, so that a fold may come out on the "
        "other side, as one of the session's does. atan2 has neither fault.",
        {near, sign}};
}

} // namespace xpbd::lab
