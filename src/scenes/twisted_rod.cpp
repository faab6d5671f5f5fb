// The scene "twisted_rod": a Cosserat rod held at both ends, twisted until it buckles into loops.
#include "core/base/math/elementary.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/curve.h"
#include "scenes/parts/rod_rows.h"
#include "scenes/parts/rope_rows.h"
#include "scenes/parts/values.h"

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kTwistedRodOwnRows[] = {
    segments_row(40),
    length_row(1.5),
    mass_row(0.2),
    {.key = "twist",
     .label = "Twist",
     .unit = "deg",
     .scale = Scale::linear,
     .min = -7200,
     .max = 7200,
     .default_value = {720, 0, 0},
     .tooltip = "By which one end is turned against the other, spread evenly at the start. "
                "Both ends are held."},
    {.key = "slack",
     .label = "Slack",
     .unit = "",
     .scale = Scale::linear,
     .min = 0,
     .max = 0.8,
     .default_value = {0.1, 0, 0},
     .tooltip = "Share of the length by which the ends are moved together."},
    radius_row(0.012),
};
/// The rod's stiffnesses match the suggested spring compliances at 40 segments.
constexpr auto kTwistedRodRows = with_rod(kTwistedRodOwnRows, {{3.75e5, 0.075, 0.075}, 0.13});

constexpr std::pair<std::string_view, std::string_view> kTwistedRodSuggested[] = {
    {"dt", "0.008333333333333333"}, {"gravity", "0,0,0"},
    {"iterations", "20"},           {"substeps", "4"},
    {"velocity_damping", "2"},      {"stretch_stiffness", "1"},
    {"stretch_compliance", "1e-7"}, {"bend_stiffness", "0.2"},
    {"bend_compliance", "0.5"},     {"twist_stiffness", "0.2"},
    {"twist_compliance", "0.5"}};

/// A rod of particles 0 to `segments`, with a ghost particle beside the middle of each segment.
struct Rod {
    int segments;
    double piece;

    int ghost(int segment) const { return segments + 1 + segment; }
};

/// Sets positions along a curve in the plane z = 0. Each ghost is turned by its segment's share of `twist` [rad].
void pose(Model& model, const Rod& rod, const std::vector<CurvePoint>& curve, double twist) {
    const auto at = [&](int i) {
        const CurvePoint& point = curve[static_cast<std::size_t>(i)];
        return Vec3(point.along, -std::abs(point.across), 0);
    };
    for (int i = 0; i <= rod.segments; ++i) {
        model.rest_position[static_cast<std::size_t>(i)] = at(i);
    }
    for (int i = 0; i < rod.segments; ++i) {
        const Vec3 along = glm::normalize(at(i + 1) - at(i));
        const Vec3 across(0, 0, 1); // the curve is in the plane z = 0, so z is perpendicular to every piece
        const double angle = twist * (i + 0.5) / rod.segments;
        const Vec3 aside = math::cos(angle) * across + math::sin(angle) * glm::cross(along, across);
        model.rest_position[static_cast<std::size_t>(rod.ghost(i))] = (at(i) + at(i + 1)) / 2.0 + rod.piece * aside;
    }
}

constexpr SceneReadout kTwistedRodReadouts[] = {
    {"height", "", "From the lowest point of the rod to its highest."}, {"elastic_energy"}, {"max_strain"}};

Result<Model> build_twisted_rod(const SceneSpec& spec) {
    const Rod rod{whole(spec, "segments"), number(spec, "length") / whole(spec, "segments")};
    const double piece_mass = rope_mass(spec) / rod.segments;
    Model model;
    model.rest_position.resize(2 * static_cast<std::size_t>(rod.segments) + 1);
    // Half of a piece's mass is in the rod's particles, half in the ghosts.
    model.mass.assign(model.rest_position.size(), piece_mass / 2);
    for (const int held : {0, 1, rod.segments - 1, rod.segments, rod.ghost(0), rod.ghost(rod.segments - 1)}) {
        model.mass[static_cast<std::size_t>(std::max(held, 0))] = 0;
    }
    // The rest shape is straight and without twist.
    pose(model, rod, make_wave(rod.segments, number(spec, "length"), 1, 0), 0);
    const auto rope = rope_of(spec);
    const Material stretch = stretch_material(rope, rod.piece);
    const auto bend = bend_material(rope, rod.piece);
    const auto twist = twist_material(rope, rod.piece);
    // Holds a ghost beside its segment, independent of the pane's parameters.
    const Material beside{Role::shear, 0, 1, {}};
    for (int i = 0; i < rod.segments; ++i) {
        add_distance(model, i, i + 1, stretch);
        add_distance(model, i, rod.ghost(i), beside);
        add_distance(model, i + 1, rod.ghost(i), beside);
        model.segments.push_back({i, i + 1});
        if (i > 0) {
            add_bend_twist(model, {i - 1, i, i + 1}, {rod.ghost(i - 1), rod.ghost(i)}, bend, twist);
        }
    }
    set_rope(model, rope);
    pose(model, rod, make_wave(rod.segments, number(spec, "length"), 1 - number(spec, "slack"), 0),
         glm::radians(number(spec, "twist")));
    model.presentation.rope_radius = number(spec, "radius");
    return finished(std::move(model));
}

} // namespace

const SceneInfo kTwistedRod{
    "twisted_rod",
    "Twisted rod",
    "A Cosserat rod with its ends held and turned against each other: above some twist it leaves the "
    "plane and coils, because bending then costs less than twisting; the ratio of Twist compliance to "
    "Bend compliance decides where.",
    "Drag Twist: when does the rod leave the plane and coil?",
    {"twist", "bend_compliance"},
    kTwistedRodRows,
    kTwistedRodSuggested,
    kTwistedRodReadouts,
    &build_twisted_rod,
    {.stretch = 0.01, .tension = 10}};

} // namespace xpbd::scenes
