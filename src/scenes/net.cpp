// The scene "net": a level rope net held around its rim, with a load in the middle.
#include "scenes/parts/builders.h"
#include "scenes/parts/values.h"

#include <algorithm>
#include <array>

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kNetRows[] = {
    resolution_row(17, 17),
    size_row(2, 2),
    mass_row(1),
    {.key = "load",
     .label = "Load",
     .unit = "kg",
     .scale = Scale::logarithmic,
     .min = 1e-3,
     .max = 1e4,
     .default_value = {5, 0, 0},
     .tooltip = "Mass in the middle of the net, besides its own."},
    {.key = "radius",
     .label = "Radius",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.001,
     .max = 0.1,
     .default_value = {0.008, 0, 0},
     .tooltip = "Thickness to draw the ropes with; it does not enter the forces."},
};

constexpr std::pair<std::string_view, std::string_view> kNetSuggested[] = {{"dt", "0.008333333333333333"},
                                                                           {"iterations", "20"},
                                                                           {"velocity_damping", "1"},
                                                                           {"stretch_stiffness", "0.2"},
                                                                           {"stretch_compliance", "1e-3"}};

/// The frame: four bars along the rim and legs at its corners.
std::vector<Fixture> frame(const Value& size, double rope) {
    const double radius = std::max(1.6 * rope, 0.008 * std::max(size[0], size[1]));
    std::array<Vec3, 4> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) { // the corners in order around the rim
        corners[i] = {i == 0 || i == 3 ? -size[0] / 2 : size[0] / 2, 0, i < 2 ? -size[1] / 2 : size[1] / 2};
    }
    std::vector<Fixture> bars;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        bars.push_back({Capsule{corners[i], corners[(i + 1) % corners.size()], radius}});
        bars.push_back({Capsule{corners[i], corners[i] - Vec3(0, std::max(size[0], size[1]) / 2, 0), radius}, true});
    }
    return bars;
}

constexpr SceneReadout kNetReadouts[] = {
    {"sag", "Sag", "How far the load hangs below the frame, where a net without stretch would lie level."},
    {"effective_stiffness"},
    {"max_strain"}};

/// A level rope net that is fixed around its rim.
Result<Model> build_net(const SceneSpec& spec) {
    const Value resolution = scene_value(spec, "resolution");
    const Value size = scene_value(spec, "size");
    const int columns = static_cast<int>(resolution[0]);
    const int rows = static_cast<int>(resolution[1]);
    const auto at = [&](int column, int row) { return row * columns + column; };
    Model model;
    model.grid = {columns, rows};
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            model.rest_position.emplace_back(size[0] * (double(column) / (columns - 1) - 0.5), 0,
                                             size[1] * (double(row) / (rows - 1) - 0.5));
            const bool rim = row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
            model.mass.push_back(rim ? 0 : number(spec, "mass") / (columns * rows));
        }
    }
    double& middle = model.mass[static_cast<std::size_t>(at(columns / 2, rows / 2))];
    middle = middle > 0 ? middle + number(spec, "load") : 0; // a net of 2 by 2 particles has only fixed rim particles
    const auto tie = [&](int a, int b) {
        add_distance(model, a, b, {Role::stretch, {}, {}, {}});
        model.segments.push_back({a, b});
    };
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            if (column + 1 < columns) {
                tie(at(column, row), at(column + 1, row));
            }
            if (row + 1 < rows) {
                tie(at(column, row), at(column, row + 1));
            }
        }
    }
    model.presentation.rope_radius = number(spec, "radius");
    model.presentation.fixtures = frame(size, model.presentation.rope_radius);
    return finished(std::move(model));
}

} // namespace

const SceneInfo kNet{
    "net",
    "Net under load",
    "A net held round its rim carries a mass in its middle: colour shows which ropes carry it. Set Tear at "
    "force, and the ropes beside it part one after the other.",
    "Drag Load: which net gives way more?",
    {"load", "stretch_compliance"},
    kNetRows,
    kNetSuggested,
    kNetReadouts,
    &build_net,
    {.stretch = 0.3}};

} // namespace xpbd::scenes
