// The scene "pendulum": one particle on a rigid rod, whose exact period is known.
#include "core/base/math/elementary.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/rod_rows.h"
#include "scenes/parts/values.h"

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kPendulumRows[] = {mass_row(1), length_row(1), angle_row(90), radius_row(0.006)};

// The engine textbook uses doubles: in single precision the stretch of a rigid rod is only round-off.
constexpr std::pair<std::string_view, std::string_view> kPendulumSuggested[] = {
    {"dt", "0.016666666666666666"}, {"engine", "textbook"},      {"iterations", "1"},   {"substeps", "1"},
    {"stretch_stiffness", "1"},     {"stretch_compliance", "0"}, {"integrator", "bdf2"}};

/// The axle on which a pendulum of this length turns [m].
Fixture axle(double length) {
    const Vec3 half(0, 0, 0.06 * length);
    return {Capsule{-half, half, 0.018 * length}};
}

constexpr SceneReadout kPendulumReadouts[] = {{"period"}, {"total_energy"}};

Result<Model> build_pendulum(const SceneSpec& spec) {
    const double length = number(spec, "length");
    const double angle = glm::radians(number(spec, "angle"));
    Model model;
    model.rest_position = {{0, 0, 0}, length * Vec3(math::sin(angle), -math::cos(angle), 0)};
    model.mass = {0, number(spec, "mass")};
    model.of_type<Distance>().add({0, 1}, {length}, {Role::stretch, {}, {}, {}});
    model.segments = {{0, 1}};
    model.presentation.rope_radius = number(spec, "radius");
    model.presentation.fixtures.push_back(axle(length));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kPendulum{
    "pendulum",
    "Pendulum",
    "A rigid pendulum let go level: exactly, a length of 1 m swings back in 2.368 s, always. On one "
    "rigid rod PBD and XPBD are the same method; switch the Integrator of one to bdf1 and its swing dies "
    "sooner.",
    "Drag Substeps: how long does the swing live?",
    {"substeps", "integrator"},
    kPendulumRows,
    kPendulumSuggested,
    kPendulumReadouts,
    &build_pendulum,
    {},
    kPbdBesideXpbd,
    10};

} // namespace xpbd::scenes
