// The scenes "cloth" and "cloth_sphere": a sheet that hangs from its pins, and one that falls onto a ball.
#include "scenes/parts/builders.h"
#include "scenes/parts/cloth_rows.h"
#include "scenes/parts/seen.h"

namespace xpbd::scenes {
namespace {

constexpr std::string_view kPinChoices[] = {"corners", "edge", "one_corner", "all_corners", "none", "clips"};

constexpr ParameterInfo kClothOwnRows[] = {
    resolution_row(32, 32),
    size_row(2, 2),
    mass_row(0.5),
    {.key = "pins",
     .label = "Pins",
     .unit = "",
     .scale = Scale::choice,
     .min = 0,
     .max = static_cast<double>(std::size(kPinChoices) - 1),
     .default_value = {0, 0, 0},
     .choices = kPinChoices,
     .tooltip =
         "Which particles are fixed: two corners of the top edge, the whole edge, one corner, all corners, none, "
         "or 10 cm of the edge at either corner. A fabric sinks the further below a point, the finer its mesh; "
         "not below a clip."},
    gather_row(0.3),
    folds_row(3),
    tilt_row(15),
    {.key = "noise",
     .label = "Unevenness",
     .unit = "m",
     .scale = Scale::linear,
     .min = 0,
     .max = 0.05,
     .default_value = {0.001, 0, 0},
     .tooltip = "Largest displacement out of the cloth's plane at the start: a perfect plane would never buckle."},
    bending_row(0),
    seed_row(),
};
constexpr auto kClothRows = with_fabric(kClothOwnRows);

/// A cotton sheet of 125 g per square metre. With these small steps XPBD reaches its compliance from 10 iterations on.
/// PBD's k is chosen so that 5, 20 and 80 iterations give three different cloths that all stay in view.
constexpr std::pair<std::string_view, std::string_view> kClothSuggested[] = {
    {"dt", "0.008333333333333333"},
    {"engine", "fast"},
    {"iterations", "20"},
    {"substeps", "3"},
    {"velocity_damping", "1.5"},
    {"stretch_stiffness", "0.03"},
    {"shear_stiffness", "0.02"},
    {"bend_stiffness", "0.001"},
    {"stretch_compliance", "0.005"},
    {"shear_compliance", "0.02"},
    {"bend_compliance", "3"},
};

Result<Model> build_cloth(const SceneSpec& spec) {
    GridCloth cloth = hanging_cloth(spec);
    cloth.noise = number(spec, "noise");
    cloth.pins = static_cast<GridPins>(whole(spec, "pins"));
    Model model = make_grid_cloth(cloth);
    if (cloth.pins == GridPins::corners && cloth.tilt < 90) {
        // Leaves room below: with few iterations of PBD the cloth sags by half its length.
        const double side = 0.48 * cloth.width;
        add_seen(model, {{-side, 0, 0}, {side, 0, 0}, {-side, -0.6 * cloth.height, 0}, {side, -0.6 * cloth.height, 0}});
        add_seen_ring(model, {0, -1.38 * cloth.height, 0}, 0.1 * cloth.width);
    }
    return finished(std::move(model));
}

constexpr ParameterInfo kSphereOwnRows[] = {
    resolution_row(32, 32),
    size_row(2, 2),
    mass_row(1),
    {.key = "radius",
     .label = "Sphere radius",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.05,
     .max = 10,
     .default_value = {0.6, 0, 0},
     .tooltip = "Of the sphere on which the cloth falls; it rests on the ground."},
    {.key = "drop",
     .label = "Drop height",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 10,
     .default_value = {0.15, 0, 0},
     .tooltip = "Of the level cloth above the top of the sphere."},
    friction_row(),
    bending_row(0),
    seed_row(),
};
constexpr auto kSphereRows = with_fabric(kSphereOwnRows);

constexpr std::pair<std::string_view, std::string_view> kSphereSuggested[] = {
    {"dt", "0.008333333333333333"}, {"engine", "fast"},
    {"iterations", "20"},           {"velocity_damping", "0.5"},
    {"stretch_stiffness", "0.1"},   {"shear_stiffness", "0.05"},
    {"bend_stiffness", "0.01"},     {"stretch_compliance", "0.01"},
    {"shear_compliance", "0.02"},   {"bend_compliance", "2"},
};

constexpr SceneReadout kSphereReadouts[] = {
    {"height", "", "How far the cloth hangs down from the top of the sphere, to its lowest point."},
    {"effective_stiffness"},
    {"mean_strain"}};

Result<Model> build_cloth_on_sphere(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    const double radius = number(spec, "radius");
    const double friction = number(spec, "friction");
    cloth.tilt = 90;
    cloth.noise = 0.001;
    cloth.top = {0, 2 * radius + number(spec, "drop"), -cloth.height / 2};
    Model model = make_grid_cloth(cloth);
    model.colliders.push_back({Plane{{0, 1, 0}, 0}, friction});
    model.colliders.push_back({Sphere{{0, radius, 0}, radius}, friction});
    model.contact_distance = 0.01;
    // Half the extent of the hanging cloth's hem [m]
    const double hem = 0.45 * radius + 0.3 * std::max(cloth.width, cloth.height);
    add_seen_ring(model, {0, 0, 0}, hem);
    add_seen_ring(model, {0, 0.5 * radius, 0}, hem);
    return finished(std::move(model));
}

} // namespace

const SceneInfo kCloth{
    "cloth",
    "Hanging cloth",
    "A cloth hangs from two corners: watch how far it sags below its own length, and how far its edges "
    "stretch.",
    "Drag Iterations from 5 to 100: PBD stiffens, XPBD does not.",
    {},
    kClothRows,
    kClothSuggested,
    kHangingReadouts,
    &build_cloth,
    {.stretch = 0.12}};

const SceneInfo kClothSphere{"cloth_sphere",
                             "Cloth on a sphere",
                             "A level cloth falls on a sphere and drapes over it; Bend compliance changes its folds.",
                             "Drag Friction to 0: the cloth slides off.",
                             {"friction", "bend_compliance"},
                             kSphereRows,
                             kSphereSuggested,
                             kSphereReadouts,
                             &build_cloth_on_sphere,
                             {.stretch = 0.12}};

} // namespace xpbd::scenes
