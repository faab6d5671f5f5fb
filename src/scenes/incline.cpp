// The scene "incline": a sheet on a slope that sticks or slides by Coulomb's law.
#include "core/base/math/elementary.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/grid.h"
#include "scenes/parts/seen.h"
#include "scenes/parts/values.h"

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kInclineRows[] = {
    {.key = "angle",
     .label = "Slope",
     .unit = "deg",
     .scale = Scale::linear,
     .min = 0,
     .max = 80,
     .default_value = {30, 0, 0},
     .tooltip = "Of the plane against level."},
    {.key = "friction",
     .label = "Friction",
     .unit = "",
     .scale = Scale::linear,
     .min = 0,
     .max = 2,
     .default_value = {0.4, 0, 0},
     .tooltip = "Coulomb coefficient mu: the sheet sticks where tan(slope) <= mu.",
     .formula = "a = g (sin th - mu cos th)"},
    resolution_row(8, 8),
    size_row(0.5, 0.5),
    mass_row(1),
};

constexpr std::pair<std::string_view, std::string_view> kInclineSuggested[] = {
    {"dt", "0.008333333333333333"}, {"iterations", "10"},       {"stretch_stiffness", "0.5"},
    {"shear_stiffness", "0.5"},     {"bend_stiffness", "0.1"},  {"stretch_compliance", "1e-5"},
    {"shear_compliance", "1e-5"},   {"bend_compliance", "1e-2"}};

constexpr double kWay = 1.5;    ///< distance from the sheet to the foot of the slope [m]
constexpr double kLevel = 1;    ///< smaller slopes are built as level ground [deg]
constexpr double kBoard = 0.02; ///< half the thickness of the board that shows the slope [m]
constexpr double kRim = 0.15;   ///< margin of the board around the sheet [m]

/// Adds the slope, drawn as a board on two posts, and the level ground below. The slope's collider is an infinite
/// plane, of which only the board is drawn.
void add_slope(Model& model, const GridCloth& cloth, double angle, double friction) {
    const Vec3 down(math::cos(angle), -math::sin(angle), 0);
    const Vec3 normal(math::sin(angle), math::cos(angle), 0);
    const Vec3 across(0, 0, 1);
    // Distance of the slope's foot from the origin, along the slope.
    const double foot = cloth.top.x + cloth.width / 2 + kWay;
    if (angle < glm::radians(kLevel)) {
        model.colliders.push_back({Plane{normal, 0}, friction});
        return;
    }
    model.colliders.push_back({Plane{normal, 0}, friction, 0, false});
    model.colliders.push_back({Plane{{0, 1, 0}, foot * down.y}, friction});
    // How far the sheet slides on the level ground before it stops.
    const double pull = std::max(math::sin(angle) - friction * math::cos(angle), 0.0);
    const double way = std::min(kWay * pull / std::max(friction, 0.05), kWay);
    const Vec3 end = foot * down + Vec3(way, 0, 0);
    add_seen(model, {end - Vec3(0, 0, cloth.height / 2), end + Vec3(0, 0, cloth.height / 2)});
    const double top = cloth.top.x - cloth.width / 2 - kRim;
    const double half_width = cloth.height / 2 + kRim;
    const glm::dquat turned(math::cos(angle / 2), -math::sin(angle / 2) * across); // rotation by -angle about `across`
    model.presentation.fixtures.push_back(
        {Box{(top + foot) / 2 * down - kBoard * normal, {(foot - top) / 2, kBoard, half_width}, turned}});
    for (const double side : {-1.0, 1.0}) {
        const Vec3 head = (top + kRim) * down - kBoard * normal + side * (half_width - kRim / 2) * across;
        model.presentation.fixtures.push_back({Capsule{head, {head.x, foot * down.y, head.z}, kBoard}, true});
    }
}

constexpr SceneReadout kInclineReadouts[] = {
    {"sag", "Descent", "How far the sheet's lower edge has come down from where it started, in height."},
    {"momentum"},
    {"kinetic_energy"}};

/// A sheet that starts on an inclined plane through the origin. The plane descends towards +x.
Result<Model> build_incline(const SceneSpec& spec) {
    GridCloth cloth;
    const Value resolution = scene_value(spec, "resolution");
    const Value size = scene_value(spec, "size");
    cloth.columns = static_cast<int>(resolution[0]);
    cloth.rows = static_cast<int>(resolution[1]);
    cloth.width = size[0];
    cloth.height = size[1];
    cloth.mass = number(spec, "mass");
    cloth.tilt = 90;
    cloth.top = {-1, 0, -size[1] / 2}; // a metre uphill of the origin, with room to slide down
    Model model = make_grid_cloth(cloth);
    const double angle = glm::radians(number(spec, "angle"));
    const Vec3 down(math::cos(angle), -math::sin(angle), 0);
    const Vec3 normal(math::sin(angle), math::cos(angle), 0);
    model.contact_distance = 0.005;
    for (Vec3& p : model.rest_position) {
        p = p.x * down + p.z * Vec3(0, 0, 1) + model.contact_distance * normal;
    }
    add_slope(model, cloth, angle, number(spec, "friction"));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kIncline{
    "incline",
    "Incline",
    "A sheet on a slope: it sticks where the tangent of the angle is below the friction, and else slides "
    "with g (sin th - mu cos th), in every method, down to the ground.",
    "Drag Slope or Friction: when does the sheet slide?",
    {"angle", "friction"},
    kInclineRows,
    kInclineSuggested,
    kInclineReadouts,
    &build_incline,
    {},
    kPbdBesideXpbd,
    2.5};

} // namespace xpbd::scenes
