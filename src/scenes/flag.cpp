// The scene "flag": a cloth fixed to a pole along one side, in steady wind.
#include "scenes/parts/builders.h"
#include "scenes/parts/cloth_rows.h"
#include "scenes/parts/seen.h"

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kFlagOwnRows[] = {resolution_row(36, 24), size_row(1.5, 1), mass_row(0.2), bending_row(1),
                                          seed_row()};
constexpr auto kFlagRows = with_fabric(kFlagOwnRows);

constexpr std::pair<std::string_view, std::string_view> kFlagSuggested[] = {
    {"dt", "0.008333333333333333"}, {"wind", "7,0,1.5"},        {"engine", "fast"},
    {"iterations", "20"},           {"substeps", "2"},          {"stretch_stiffness", "0.3"},
    {"shear_stiffness", "0.2"},     {"bend_stiffness", "0.01"}, {"stretch_compliance", "1e-3"},
    {"shear_compliance", "3e-3"},   {"bend_compliance", "100"}};

/// A pole along the hoist, the fixed edge, which is `height` long [m] and ends at `top`.
Fixture pole(const Vec3& top, double height) {
    return {Capsule{top + Vec3(0, 0.08 * height, 0), top - Vec3(0, 1.2 * height, 0), 0.016 * height}, true};
}

constexpr SceneReadout kFlagReadouts[] = {
    {"sag", "Sag", "How far the flag's lowest point hangs below the lower end of its hoist."},
    {"effective_stiffness"},
    {"mean_strain"}};

Result<Model> build_flag(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    cloth.noise = 0.002; // a perfectly flat flag in a steady wind would never start to flutter
    Model model = make_grid_cloth(cloth);
    for (int row = 0; row < cloth.rows; ++row) {
        model.mass[static_cast<std::size_t>(cloth.index(0, row))] = 0;
    }
    const double w = cloth.width;
    const double h = cloth.height;
    add_seen(model,
             {{-0.5 * w, 0, 0}, {-0.5 * w, -h, 0}, {0.5 * w, -0.1 * h, 0.25 * w}, {0.45 * w, -1.2 * h, 0.25 * w}});
    model.presentation.fixtures.push_back(
        pole(model.rest_position[static_cast<std::size_t>(cloth.index(0, 0))], cloth.height));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kFlag{
    "flag",
    "Flag in the wind",
    "A flag flutters in a steady wind, which drags and lifts every triangle. The stiffness that PBD gains "
    "with Iterations calms the flutter; XPBD's stays.",
    "Drag Wind x: how little wind still lifts the flag?",
    {"wind", "stretch_compliance"},
    kFlagRows,
    kFlagSuggested,
    kFlagReadouts,
    &build_flag,
    {.stretch = 0.06, .tension = 0.2}};

} // namespace xpbd::scenes
