// The scenes "rope_hanging", "rope_span" and "rope_tip": chains of distance constraints with optional bending.
#include "core/base/math/elementary.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/curve.h"
#include "scenes/parts/rod_rows.h"
#include "scenes/parts/rope_rows.h"
#include "scenes/parts/seen.h"
#include "scenes/parts/values.h"

#include <algorithm>
#include <cmath>

namespace xpbd::scenes {
namespace {

constexpr std::string_view kRopeBending[] = {"none", "skip_one", "angle"};

constexpr ParameterInfo rope_bending_row() {
    return {.key = "bending",
            .label = "Bending",
            .unit = "",
            .scale = Scale::choice,
            .min = 0,
            .max = 2,
            .default_value = {0, 0, 0},
            .choices = kRopeBending,
            .tooltip = "none: a chain; skip_one: distances between particles two apart (compliance in m/N); angle: "
                       "between successive pieces (rad/(N m))."};
}

constexpr ParameterInfo kHangingOwnRows[] = {segments_row(30), length_row(2),     mass_row(1),
                                             angle_row(40),    radius_row(0.015), rope_bending_row()};
constexpr ParameterInfo kTipOwnRows[] = {segments_row(30), length_row(2),     mass_row(1),       tip_mass_row(10),
                                         angle_row(40),    radius_row(0.015), rope_bending_row()};
constexpr ParameterInfo kSpanOwnRows[] = {segments_row(30),
                                          length_row(2),
                                          {.key = "span",
                                           .label = "Span",
                                           .unit = "m",
                                           .scale = Scale::logarithmic,
                                           .min = 0.01,
                                           .max = 100,
                                           .default_value = {1.2, 0, 0},
                                           .tooltip = "Distance of the two ends, at most the rope's length."},
                                          mass_row(1),
                                          radius_row(0.015),
                                          rope_bending_row()};

/// The rope's axial stiffness EA = l/alpha matches the suggested compliance at the scene's segment length l.
constexpr RopeOfSpec kSoftRope = {{220, 0, 0}, 0.5};
constexpr RopeOfSpec kTipRope = {{2200, 0, 0}, 0.5};
constexpr auto kHangingRows = with_rope(kHangingOwnRows, kSoftRope);
constexpr auto kTipRows = with_rope(kTipOwnRows, kTipRope);
constexpr auto kSpanRows = with_rope(kSpanOwnRows, kSoftRope);

constexpr std::pair<std::string_view, std::string_view> kRopeSuggested[] = {
    {"dt", "0.008333333333333333"}, {"iterations", "20"},       {"velocity_damping", "0.6"},
    {"stretch_stiffness", "0.1"},   {"bend_stiffness", "0.01"}, {"stretch_compliance", "3e-4"},
    {"bend_compliance", "0.1"},
};
constexpr std::pair<std::string_view, std::string_view> kTipSuggested[] = {
    {"dt", "0.008333333333333333"}, {"iterations", "20"},         {"substeps", "2"},
    {"velocity_damping", "0.6"},    {"stretch_stiffness", "0.5"}, {"bend_stiffness", "0.01"},
    {"stretch_compliance", "3e-5"}, {"bend_compliance", "0.1"},
};

/// Adds distances and segments along a chain of existing particles, and bending if the spec has it.
void connect(Model& model, const SceneSpec& spec) {
    const int count = static_cast<int>(model.particle_count());
    const double rest = number(spec, "length") / (count - 1);
    const auto rope = rope_of(spec);
    for (int i = 0; i + 1 < count; ++i) {
        model.of_type<Distance>().add({i, i + 1}, {rest}, stretch_material(rope, rest));
        model.segments.push_back({i, i + 1});
    }
    const auto bend = bend_material(rope, rest);
    const int bending = rope ? 2 : whole(spec, "bending"); // a rope's bending stiffness always acts on angles
    if (bending == 1) {
        for (int i = 0; i + 2 < count; ++i) {
            model.of_type<Distance>().add({i, i + 2}, {2 * rest}, {Role::bend, {}, {}, {}});
        }
    } else if (bending == 2 && bend) {
        for (int i = 0; i + 2 < count; ++i) {
            model.of_type<Angle>().add({i, i + 1, i + 2}, {0}, *bend);
        }
    }
    set_rope(model, rope);
    model.presentation.rope_radius = number(spec, "radius");
}

/// A straight rope that starts at a fixed particle at the origin. Each piece's mass is shared by its two ends.
Model straight_rope(const SceneSpec& spec) {
    const int segments = whole(spec, "segments");
    const double piece = number(spec, "length") / segments;
    const double piece_mass = rope_mass(spec) / segments;
    const double angle = glm::radians(number(spec, "angle"));
    Model model;
    for (int i = 0; i <= segments; ++i) {
        model.rest_position.push_back(i * piece * Vec3(math::sin(angle), -math::cos(angle), 0));
        model.mass.push_back(i == 0 ? 0 : i == segments ? piece_mass / 2 : piece_mass);
    }
    connect(model, spec);
    return model;
}

constexpr SceneReadout kTipReadouts[] = {{"hang_sag", "", "How far the rope's tip hangs below the rope's own length."},
                                         {"effective_stiffness"},
                                         {"max_strain"}};

/// Adds the region that a swinging and stretching rope of this length covers to Model::seen.
void add_seen_swing(Model& model, const SceneSpec& spec) {
    const double length = number(spec, "length");
    const double aside = 0.85 * length * math::sin(glm::radians(number(spec, "angle")));
    const double deep = 1.19 * length;
    add_seen(model, {{0, 0, 0}, {0, -deep, 0}, {-aside, -0.85 * deep, 0}, {aside, -0.85 * deep, 0}});
}

Result<Model> build_hanging(const SceneSpec& spec) {
    Model model = straight_rope(spec);
    add_seen_swing(model, spec);
    return finished(std::move(model));
}

Result<Model> build_tip(const SceneSpec& spec) {
    Model model = straight_rope(spec);
    model.mass.back() = number(spec, "tip_mass");
    add_seen_swing(model, spec);
    return finished(std::move(model));
}

/// Depth below its ends [m] of a hanging chain of inextensible links with equal masses at all joints. At rest the slope
/// of a link is its number, counted from the middle, divided by the horizontal force in weights of a joint.
double catenary_depth(int links, double length, double span) {
    if (span >= length) {
        return 0;
    }
    const double link = length / links;
    const auto number = [&](int i) { return i - 0.5 * (links - 1); };
    const auto width = [&](double force) {
        double sum = 0;
        for (int i = 0; i < links; ++i) {
            sum += link * force / math::hypot(force, number(i));
        }
        return sum;
    };
    double low = 0;
    double high = links;
    while (width(high) < span) {
        high *= 2;
    }
    for (int halving = 0; halving < 100; ++halving) { // enough halvings to reach the last bit
        const double middle = 0.5 * (low + high);
        (width(middle) < span ? low : high) = middle;
    }
    double depth = 0;
    for (int i = 0; i < links; ++i) {
        depth += number(i) > 0 ? link * number(i) / math::hypot(high, number(i)) : 0;
    }
    return depth;
}

Result<Model> build_span(const SceneSpec& spec) {
    const int segments = whole(spec, "segments");
    const double length = number(spec, "length");
    const double span = number(spec, "span");
    if (span > length) {
        return Error{"scene.span: " + format_number(span) +
                     " m is longer than the rope, scene.length = " + format_number(length) + " m"};
    }
    const double piece_mass = rope_mass(spec) / segments;
    Model model;
    for (const CurvePoint& point : make_wave(segments, length, span / length, 0)) {
        // A shallow start arc in z swings sideways; an arc straight down would show the catenary from the start.
        model.rest_position.emplace_back(point.along, -std::abs(point.across), 0);
        model.mass.push_back(piece_mass);
    }
    model.mass.front() = model.mass.back() = 0;
    model.hang_level = -catenary_depth(segments, length, span);
    connect(model, spec);
    return finished(std::move(model));
}

} // namespace

const SceneInfo kRopeHanging{"rope_hanging",
                             "Hanging rope",
                             "A rope swings from one end: watch its stretch near the top, where it carries the most.",
                             "Drag Segments or Iterations: PBD's stretch follows both.",
                             {"segments", "stretch_compliance"},
                             kHangingRows,
                             kRopeSuggested,
                             kTipReadouts,
                             &build_hanging,
                             {.stretch = 0.3}};

const SceneInfo kRopeSpan{
    "rope_span",
    "Rope between two points",
    "A rope hangs from both ends in a catenary, 0.726 m deep if it does not stretch. PBD's sag follows "
    "Iterations.",
    "Drag Stretch compliance: XPBD's sag follows it.",
    {},
    kSpanRows,
    kRopeSuggested,
    kHangingReadouts,
    &build_span,
    {.stretch = 0.15}};

const SceneInfo kRopeTip{"rope_tip",
                         "Rope with a heavy tip",
                         "A rope carries a mass many times its own: the hardest case for sweeps over constraints. A "
                         "heavier Tip mass needs more of them.",
                         "Drag Substeps until the badge NOT CONVERGED goes.",
                         {"tip_mass", "substeps"},
                         kTipRows,
                         kTipSuggested,
                         kTipReadouts,
                         &build_tip};

} // namespace xpbd::scenes
