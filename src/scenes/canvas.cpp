// The scene "canvas": a nearly inextensible sheet hung from two corners, where local methods converge slowly.
#include "scenes/parts/builders.h"
#include "scenes/parts/cloth_rows.h"
#include "scenes/parts/seen.h"

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kCanvasOwnRows[] = {resolution_row(64, 64), size_row(2, 2), mass_row(1),   gather_row(0.2),
                                            folds_row(2),           tilt_row(20),   bending_row(0)};
constexpr auto kCanvasRows = with_fabric(kCanvasOwnRows);

/// The stiffness of real cloth, at 60 frames a second and without substeps: sigma = h^2/(alpha m) is 1e7. The sheet
/// starts without unevenness: at this stiffness 1 mm of it would store a kilojoule.
constexpr std::pair<std::string_view, std::string_view> kCanvasSuggested[] = {
    {"dt", "0.016666666666666666"}, {"engine", "fast"},         {"iterations", "20"},
    {"global.iterations", "3"},     {"velocity_damping", "1"},  {"stretch_stiffness", "1"},
    {"shear_stiffness", "0.5"},     {"bend_stiffness", "0.01"}, {"stretch_compliance", "1e-7"},
    {"shear_compliance", "1e-5"},   {"bend_compliance", "0.03"}};

constexpr std::string_view kCanvasMethods[] = {method_key::pbd, method_key::xpbd, method_key::global};

/// Posts at the two corners that the canvas hangs from.
std::vector<Fixture> posts(const Model& model, const GridCloth& cloth) {
    const double radius = 0.016 * cloth.height;
    std::vector<Fixture> both;
    for (const int column : {0, cloth.columns - 1}) {
        const Vec3& corner = model.rest_position[static_cast<std::size_t>(cloth.index(column, 0))];
        const Vec3 axis = corner + Vec3(column == 0 ? -radius : radius, 0, 0);
        both.push_back(
            {Capsule{axis + Vec3(0, 0.08 * cloth.height, 0), axis - Vec3(0, 1.2 * cloth.height, 0), radius}, true});
    }
    return both;
}

Result<Model> build_canvas(const SceneSpec& spec) {
    GridCloth cloth = hanging_cloth(spec);
    cloth.pins = GridPins::corners;
    Model model = make_grid_cloth(cloth);
    model.presentation.fixtures = posts(model, cloth);
    const double side = 0.48 * cloth.width;
    add_seen(model, {{-side, -0.6 * cloth.height, 0.2 * cloth.width}, {side, -0.6 * cloth.height, -0.2 * cloth.width}});
    // The canvas sags this far with the softest of the scene's methods.
    add_seen_ring(model, {0, -1.45 * cloth.height, 0}, 0.1 * cloth.width);
    return finished(std::move(model));
}

} // namespace

const SceneInfo kCanvas{
    "canvas",
    "Canvas",
    "A cloth as stiff as real canvas hangs from two posts. PBD and XPBD leave it as soft as rubber; "
    "Primal-dual Newton gives it the stiffness asked for: the effective stiffness is beside the "
    "nominal one.",
    "Drag Stretch compliance: which pane follows it?",
    {},
    kCanvasRows,
    kCanvasSuggested,
    kHangingReadouts,
    &build_canvas,
    {},
    kCanvasMethods};

} // namespace xpbd::scenes
