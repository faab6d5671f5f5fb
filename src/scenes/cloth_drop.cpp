// The scene "cloth_drop": a cloth that falls onto a ball and then onto the ground, in contact with itself.
#include "scenes/parts/builders.h"
#include "scenes/parts/cloth_rows.h"
#include "scenes/parts/seen.h"

#include <algorithm>

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kClothDropOwnRows[] = {
    resolution_row(40, 40),
    size_row(1.2, 1.2),
    mass_row(0.5),
    {.key = "radius",
     .label = "Sphere radius",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.02,
     .max = 10,
     .default_value = {0.15, 0, 0},
     .tooltip = "Of the sphere on which the cloth falls; it rests on the ground."},
    {.key = "offset",
     .label = "Offset",
     .unit = "m",
     .scale = Scale::linear,
     .min = -5,
     .max = 5,
     .default_value = {0.25, 0, 0},
     .tooltip = "Of the cloth's middle beside the sphere's: off the middle, it slides down and folds on the ground."},
    {.key = "drop",
     .label = "Drop height",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 10,
     .default_value = {0.25, 0, 0},
     .tooltip = "Of the level cloth above the top of the sphere."},
    thickness_row(1.2),
    friction_row(),
    bending_row(0),
    seed_row(),
};
constexpr auto kClothDropRows = with_fabric(kClothDropOwnRows);

constexpr std::pair<std::string_view, std::string_view> kClothDropSuggested[] = {{"dt", "0.016666666666666666"},
                                                                                 {"engine", "fast"},
                                                                                 {"iterations", "4"},
                                                                                 {"substeps", "6"},
                                                                                 {"velocity_damping", "0.3"},
                                                                                 {"stretch_stiffness", "0.5"},
                                                                                 {"shear_stiffness", "0.3"},
                                                                                 {"bend_stiffness", "0.01"},
                                                                                 {"stretch_compliance", "1e-4"},
                                                                                 {"shear_compliance", "3e-4"},
                                                                                 {"bend_compliance", "1"}};

constexpr SceneReadout kClothDropReadouts[] = {
    {"height", "", "Of the cloth: from its lowest point to its highest fold."},
    {"effective_stiffness"},
    {"mean_strain"}};

Result<Model> build_cloth_drop(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    const double radius = number(spec, "radius");
    const double friction = number(spec, "friction");
    cloth.tilt = 90;
    cloth.noise = 0.001;
    cloth.top = {number(spec, "offset"), 2 * radius + number(spec, "drop"), -cloth.height / 2};
    Model model = make_grid_cloth(cloth);
    model.self_distance = thickness_of(spec, cloth);
    model.self_friction = friction;
    model.contact_distance = std::max(0.5 * model.self_distance, 0.005);
    model.colliders.push_back({Plane{}, friction});
    const double middle = 0.75 * number(spec, "offset");
    const double side = 0.5 * cloth.width;
    const double depth = 0.5 * cloth.height;
    add_seen(
        model,
        {{middle - side, 0, -depth}, {middle - side, 0, depth}, {middle + side, 0, -depth}, {middle + side, 0, depth}});
    model.colliders.push_back({Sphere{{0, radius, 0}, radius}, friction});
    return finished(std::move(model));
}

} // namespace

const SceneInfo kClothDrop{"cloth_drop",
                           "Folding cloth",
                           "A cloth falls beside a ball and folds on the ground without passing through itself.",
                           "Drag Thickness to 0: it falls through its own folds.",
                           {"thickness", "stretch_compliance"},
                           kClothDropRows,
                           kClothDropSuggested,
                           kClothDropReadouts,
                           &build_cloth_drop,
                           {.stretch = 0.03}};

} // namespace xpbd::scenes
