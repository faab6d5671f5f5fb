#include "scenes/builders.h"
#include "scenes/grid.h"
#include "scenes/values.h"

#include <cmath>

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

/// A sheet that lies on a plane through the origin, which falls towards +x.
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
    cloth.top = {-1, 0, -size[1] / 2}; // uphill, with way to go
    Model model = make_grid_cloth(cloth);
    const double angle = glm::radians(number(spec, "angle"));
    const Vec3 down(std::cos(angle), -std::sin(angle), 0);
    const Vec3 normal(std::sin(angle), std::cos(angle), 0);
    model.contact_distance = 0.005;
    for (Vec3& p : model.rest_position) {
        p = p.x * down + p.z * Vec3(0, 0, 1) + model.contact_distance * normal;
    }
    model.colliders.push_back({Plane{normal, 0}, number(spec, "friction")});
    return finished(std::move(model));
}

} // namespace

const SceneInfo kIncline{
    "incline",
    "Incline",
    "A sheet on a slope: it sticks where the tangent of the angle is below the friction, and else "
    "slides with g (sin th - mu cos th), in every method. Drag Slope or Friction across that limit.",
    kInclineRows,
    kInclineSuggested,
    &build_incline};

} // namespace xpbd::scenes
