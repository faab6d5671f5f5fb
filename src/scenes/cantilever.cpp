// The scene "cantilever": a clamped beam, modelled as a chain with bending joints, that sags under its weight.
#include "scenes/parts/builders.h"
#include "scenes/parts/rod_rows.h"
#include "scenes/parts/rope_rows.h"
#include "scenes/parts/seen.h"
#include "scenes/parts/values.h"

#include <algorithm>

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kCantileverOwnRows[] = {segments_row(16), length_row(1), mass_row(0.05), tip_mass_row(0.05),
                                                radius_row(0.012)};
/// The rope's stiffness matches the suggested spring compliances at 16 pieces.
constexpr auto kCantileverRows = with_rope(kCantileverOwnRows, {{6.25e5, 1.25, 0}, 0.05});

/// The compliance of a joint is length/(E I). A piece of 0.0625 m with E I = 1.25 N m^2 gives 0.0625/1.25 = 0.05.
constexpr std::pair<std::string_view, std::string_view> kCantileverSuggested[] = {
    {"dt", "0.008333333333333333"}, {"iterations", "50"},      {"velocity_damping", "3"},  {"stretch_stiffness", "1"},
    {"stretch_compliance", "1e-7"}, {"bend_stiffness", "0.3"}, {"bend_compliance", "0.05"}};

/// The wall: a block whose face is at the clamped joint and that encloses the fixed piece. It is low, because a soft
/// beam swings through below it.
Fixture wall(double length, double piece) {
    const double thickness = std::max(0.07 * length, 1.1 * piece);
    return {Box{{-thickness / 2, 0, 0}, {thickness / 2, 0.1 * length, 0.09 * length}}};
}

constexpr SceneReadout kCantileverReadouts[] = {
    {"sag", "Sag", "How far the beam's lowest point, its tip, has sunk below the level beam."},
    {"elastic_energy"},
    {"max_strain"}};

Result<Model> build_cantilever(const SceneSpec& spec) {
    const int segments = whole(spec, "segments");
    const double piece = number(spec, "length") / segments;
    const double piece_mass = rope_mass(spec) / segments;
    Model model;
    for (int i = -1; i <= segments; ++i) { // the piece inside the wall clamps the beam's direction
        model.rest_position.push_back({i * piece, 0, 0});
        model.mass.push_back(i <= 0 ? 0 : piece_mass);
    }
    model.mass.back() = piece_mass / 2 + number(spec, "tip_mass");
    const auto rope = rope_of(spec);
    for (int i = 0; i <= segments; ++i) {
        add_distance(model, i, i + 1, stretch_material(rope, piece));
        model.segments.push_back({i, i + 1});
        if (i > 0) {
            // Only half of the bending at the clamp belongs to the beam: the piece inside the wall is rigid.
            if (const auto bend = bend_material(rope, i == 1 ? piece / 2 : piece)) {
                add_angle(model, i - 1, i, i + 1, *bend);
            }
        }
    }
    set_rope(model, rope);
    model.presentation.rope_radius = number(spec, "radius");
    const double length = number(spec, "length");
    add_seen(model, {{0, 0, 0}, {0.75 * length, -0.65 * length, 0}, {0.4 * length, -0.88 * length, 0}});
    model.presentation.fixtures.push_back(wall(length, piece));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kCantilever{
    "cantilever",
    "Cantilever beam",
    "A beam clamped at one end bends under its own weight and a load at its tip; for a small load its sag "
    "is P L^3/(3 E I). Bend compliance is length/(E I) per joint; PBD's bend stiffness moves with "
    "Segments and Iterations.",
    "Drag Bend compliance: XPBD follows it in proportion.",
    {"bend_compliance", "segments"},
    kCantileverRows,
    kCantileverSuggested,
    kCantileverReadouts,
    &build_cantilever,
    {.stretch = 0.02}};

} // namespace xpbd::scenes
