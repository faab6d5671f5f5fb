// The scenes "kapitza", "resonance", "drum", "winch", "skipping_rope", "ball_cloth" and "wringing": something is driven
// in each.
#include "core/base/math/elementary.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/cloth_rows.h"
#include "scenes/parts/curve.h"
#include "scenes/parts/rod_rows.h"
#include "scenes/parts/seen.h"

#include <cmath>
#include <numbers>

namespace xpbd::scenes {
namespace {

constexpr double kPi = std::numbers::pi;

constexpr ParameterInfo amplitude_row(double amplitude, std::string_view tooltip) {
    return {.key = "amplitude",
            .label = "Amplitude",
            .symbol = "A",
            .unit = "m",
            .scale = Scale::logarithmic,
            .min = 1e-3,
            .max = 10,
            .default_value = {amplitude, 0, 0},
            .tooltip = tooltip};
}
constexpr ParameterInfo frequency_row(double frequency, std::string_view tooltip, std::string_view formula = "") {
    return {.key = "frequency",
            .label = "Frequency",
            .symbol = "f",
            .unit = "Hz",
            .scale = Scale::logarithmic,
            .min = 0.01,
            .max = 200,
            .default_value = {frequency, 0, 0},
            .tooltip = tooltip,
            .formula = formula};
}
constexpr ParameterInfo spin_row(double spin, std::string_view tooltip) {
    return {.key = "spin",
            .label = "Angular velocity",
            .unit = "rad/s",
            .scale = Scale::linear,
            .min = -20,
            .max = 20,
            .default_value = {spin, 0, 0},
            .tooltip = tooltip};
}

/// A rope between existing particles, one after the other.
void add_rope(Model& model, double radius) {
    for (int i = 0; i + 1 < static_cast<int>(model.particle_count()); ++i) {
        add_distance(model, i, i + 1, {});
        model.segments.push_back({i, i + 1});
    }
    model.presentation.rope_radius = radius;
}

// --- kapitza

constexpr ParameterInfo kKapitzaRows[] = {
    length_row(0.5),
    amplitude_row(0.05, "Of the pivot, up and down."),
    frequency_row(14, "Of the pivot. Above the bound the rod stands on its head, below it falls.",
                  "2 pi f A > sqrt(2 g l)"),
    {.key = "tilt",
     .label = "Start tilt",
     .unit = "deg",
     .scale = Scale::linear,
     .min = 0,
     .max = 180,
     .default_value = {12, 0, 0},
     .tooltip = "Of the rod from upright."},
    mass_row(0.2),
};
constexpr std::pair<std::string_view, std::string_view> kKapitzaSuggested[] = {
    {"substeps", "16"},         {"iterations", "4"},         {"integrator", "bdf2"},
    {"stretch_stiffness", "1"}, {"stretch_compliance", "0"}, {"velocity_damping", "0.5"}};
constexpr SceneReadout kKapitzaReadouts[] = {{"kinetic_energy"}, {"gravity_energy"}, {"total_energy"}};

Result<Model> build_kapitza(const SceneSpec& spec) {
    const double length = number(spec, "length");
    const double amplitude = number(spec, "amplitude");
    const double tilt = glm::radians(number(spec, "tilt"));
    Model model;
    model.rest_position = {{0, amplitude, 0}, {length * math::sin(tilt), amplitude + length * math::cos(tilt), 0}};
    model.mass = {0, number(spec, "mass")};
    add_rope(model, 0.02 * length);
    // From rest, at the top of the swing.
    model.drives.push_back(
        {"pivot", {}, {0}, SwingMotion{{0, amplitude, 0}, {}, {}, number(spec, "frequency"), kPi / 2}});
    const double half = 0.06 * length;
    model.presentation.fixtures.push_back(
        {Box{{0, amplitude - half - 0.02 * length, 0}, {2 * half, half, 2 * half}}, false, 0});
    const double reach = length + amplitude;
    add_seen(model, {{-0.25 * reach, 0, 0}, {0.25 * reach, 0, 0}, {0, 1.03 * reach, 0}, {0, -0.25 * reach, 0}});
    return finished(std::move(model));
}

// --- resonance

constexpr ParameterInfo kResonanceRows[] = {
    mass_row(1),
    length_row(1),
    amplitude_row(0.05, "Of the support, to and fro."),
    frequency_row(1.5, "Of the support. The mass answers most near its own frequency.", "f_0 = sqrt(1/(alpha m))/2 pi"),
};
// PBD's k gives the stiffness of XPBD's compliance: 1 - (1 - k)^10 = beta/(1 + beta), beta = 4/9 h^2/(alpha m).
constexpr std::pair<std::string_view, std::string_view> kResonanceSuggested[] = {
    {"dt", "0.008333333333333333"},   {"gravity", "0,0,0"},           {"integrator", "bdf2"},   {"iterations", "10"},
    {"stretch_stiffness", "3.08e-4"}, {"stretch_compliance", "1e-2"}, {"velocity_damping", "2"}};
constexpr SceneReadout kResonanceReadouts[] = {{"gain"}, {"phase_lag"}, {"effective_stiffness"}};

Result<Model> build_resonance(const SceneSpec& spec) {
    const double length = number(spec, "length");
    const double amplitude = number(spec, "amplitude");
    Model model;
    model.rest_position = {{0, 0, 0}, {length, 0, 0}};
    model.mass = {0, number(spec, "mass")};
    add_rope(model, 0.006 * length); // radius of the spring's wire
    model.presentation.is_coiled = true;
    model.drives.push_back({"support", {}, {0}, SwingMotion{{amplitude, 0, 0}, {}, {}, number(spec, "frequency"), 0}});
    const double half = 0.025 * length;
    model.presentation.fixtures.push_back({Box{{-half, 0, 0}, {half, 0.12 * length, 0.12 * length}}, false, 0});
    add_seen(model, {{-amplitude, 0, 0}, {1.3 * length, 0, 0}});
    return finished(std::move(model));
}

// --- drum

constexpr ParameterInfo kDrumRows[] = {
    spin_row(0.8, "Of the drum; positive turns towards the small weight and lifts the large one."),
    friction_row(),
    {.key = "load",
     .label = "Load",
     .unit = "kg",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 100,
     .default_value = {2, 0, 0},
     .tooltip = "The large weight. The drum holds it up to the capstan's ratio.",
     .formula = "T_2/T_1 = exp(mu pi)"},
    {.key = "counterweight",
     .label = "Counterweight",
     .unit = "kg",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 100,
     .default_value = {1, 0, 0},
     .tooltip = "The small weight, which presses the rope onto the drum."},
    segments_row(64),
};
constexpr std::pair<std::string_view, std::string_view> kDrumSuggested[] = {
    {"substeps", "20"},         {"iterations", "30"},           {"velocity_damping", "0.5"},
    {"stretch_stiffness", "1"}, {"stretch_compliance", "1e-5"},
};
constexpr SceneReadout kDrumReadouts[] = {{"kinetic_energy"}, {"effective_stiffness"}, {"max_strain"}};

Result<Model> build_drum(const SceneSpec& spec) {
    const double radius = 0.22;
    const double half = 0.3;             // of the drum's axis [m]
    const double hanging[] = {0.5, 1.1}; // rope on the left and on the right [m]
    const double length = hanging[0] + kPi * radius + hanging[1];
    const int segments = whole(spec, "segments");
    Model model;
    model.contact_distance = 0.012;
    const double around = radius + model.contact_distance;
    for (int i = 0; i <= segments; ++i) {
        const double along = length * i / segments;
        const double turned = (along - hanging[0]) / radius;
        const double angle = kPi - std::clamp(turned, 0.0, kPi);
        const double below = std::max({hanging[0] - along, along - hanging[0] - kPi * radius, 0.0});
        model.rest_position.push_back({around * math::cos(angle), around * math::sin(angle) - below, 0});
        model.mass.push_back(0.5 / segments);
    }
    model.mass.front() = number(spec, "counterweight");
    model.mass.back() = number(spec, "load");
    add_rope(model, model.contact_distance);
    model.colliders.push_back({Capsule{{0, 0, -half}, {0, 0, half}, radius}, number(spec, "friction")});
    model.drives.push_back({"drum", {0}, {}, SteadyMotion{{}, {0, 0, number(spec, "spin")}, {}}});
    const double front = half + radius;
    auto& fixtures = model.presentation.fixtures;
    for (const double side : {-1.0, 1.0}) {
        fixtures.push_back({Capsule{{0, 0, side * half}, {0, 0, side * (front + 0.06)}, 0.03}});
        fixtures.push_back({Capsule{{0, 0, side * (front + 0.05)}, {0, -1, side * (front + 0.05)}, 0.03}, true});
    }
    // A crank, which shows the turn.
    fixtures.push_back({Box{{0.1, 0, front + 0.11}, {0.13, 0.025, 0.012}}, false, 0});
    fixtures.push_back({Capsule{{0.2, 0, front + 0.11}, {0.2, 0, front + 0.22}, 0.022}, false, 0});
    add_seen(model, {{-around, -1.42, 0}, {around, -1.42, 0}});
    return finished(std::move(model));
}

// --- winch

constexpr ParameterInfo kWinchRows[] = {
    {.key = "load",
     .label = "Load",
     .unit = "kg",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 100,
     .default_value = {2, 0, 0},
     .tooltip = "The weight on the rope."},
    {.key = "speed",
     .label = "Speed",
     .symbol = "v",
     .unit = "m/s",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 10,
     .default_value = {0.4, 0, 0},
     .tooltip = "At which the winch draws the rope in, and pays it out.",
     .formula = "P = m g v"},
    {.key = "way",
     .label = "Way",
     .unit = "m",
     .scale = Scale::linear,
     .min = 0,
     .max = 1.4,
     .default_value = {0.8, 0, 0},
     .tooltip = "Rope that the winch draws in, and pays out again."},
    {.key = "angle",
     .label = "Start angle",
     .unit = "deg",
     .scale = Scale::linear,
     .min = 0,
     .max = 60,
     .default_value = {0, 0, 0},
     .tooltip = "Of the rope from the vertical. A weight that swings swings wider as its rope is drawn in."},
};
// PBD's k gives the stiffness of XPBD's compliance: 1 - (1 - k)^10 = beta/(1 + beta), beta = h^2/(alpha m).
constexpr std::pair<std::string_view, std::string_view> kWinchSuggested[] = {{"dt", "0.008333333333333333"},
                                                                             {"iterations", "10"},
                                                                             {"stretch_stiffness", "3.41e-3"},
                                                                             {"stretch_compliance", "1e-3"}};
constexpr SceneReadout kWinchReadouts[] = {{"winch_power"}, {"work_in"}, {"pin_force_y"}};

Result<Model> build_winch(const SceneSpec& spec) {
    const double length = 1.5; // of the rope [m]
    const double radius = 0.08;
    const double wait = 0.5; // before the winch starts, and before it pays out [s]
    const double angle = glm::radians(number(spec, "angle"));
    const double speed = number(spec, "speed");
    const double until = wait + number(spec, "way") / speed;
    const double turn = number(spec, "way") / radius;
    Model model;
    model.rest_position = {{0, 0, 0}, {length * math::sin(angle), -length * math::cos(angle), 0}};
    model.mass = {0, number(spec, "load")};
    add_rope(model, 0.008);
    const double again = until + wait;
    model.winches.push_back({"in", {0}, -speed, 0, wait, until});
    model.winches.push_back({"out", {0}, speed, 0, again, again + until - wait});
    // The drum is only drawn: the rope leaves it at its right.
    const Vec3 axis(-radius, 0, 0);
    KeyMotion turns{{{wait, {}, {}}, {until, {}, {0, 0, turn}}, {again, {}, {0, 0, turn}}}, axis};
    turns.keys.push_back({again + until - wait, {}, {}});
    if (until > wait) {
        model.drives.push_back({"drum", {}, {}, turns});
    }
    const int drum = static_cast<int>(model.drives.size()) - 1;
    auto& fixtures = model.presentation.fixtures;
    fixtures.push_back({Capsule{axis + Vec3(0, 0, -0.12), axis + Vec3(0, 0, 0.12), radius}, false, drum});
    fixtures.push_back({Capsule{axis + Vec3(0, 0, -0.3), axis + Vec3(0, 0, 0.3), 0.025}});
    fixtures.push_back({Box{axis + Vec3(0.06, 0, 0.3), {0.08, 0.018, 0.01}}, false, drum});
    fixtures.push_back({Capsule{axis + Vec3(0.12, 0, 0.3), axis + Vec3(0.12, 0, 0.38), 0.016}, false, drum});
    for (const double side : {-1.0, 1.0}) {
        fixtures.push_back({Capsule{axis + Vec3(0, 0, side * 0.27), axis + Vec3(0, -1, side * 0.27), 0.025}, true});
    }
    add_seen(
        model,
        {{0, -1.04 * length, 0}, model.rest_position[1], {-model.rest_position[1].x, model.rest_position[1].y, 0}});
    return finished(std::move(model));
}

// --- skipping rope

constexpr ParameterInfo kSkippingRows[] = {
    spin_row(8, "Of the hands at both ends."),
    {.key = "hand",
     .label = "Hand",
     .unit = "m",
     .scale = Scale::linear,
     .min = 0,
     .max = 0.5,
     .default_value = {0.12, 0, 0},
     .tooltip = "Radius of the circle on which a hand turns."},
    {.key = "span",
     .label = "Span",
     .unit = "m",
     .scale = Scale::linear,
     .min = 0.2,
     .max = 2.4,
     .default_value = {1.9, 0, 0},
     .tooltip = "Distance of the two hands; the rope is 2.5 m long."},
    mass_row(0.15),
    segments_row(40),
};
constexpr std::pair<std::string_view, std::string_view> kSkippingSuggested[] = {
    {"substeps", "10"},           {"iterations", "30"},           {"velocity_damping", "0.3"},
    {"stretch_stiffness", "0.3"}, {"stretch_compliance", "1e-4"},
};
constexpr SceneReadout kSkippingReadouts[] = {{"lowest"}, {"kinetic_energy"}, {"max_strain"}};

Result<Model> build_skipping_rope(const SceneSpec& spec) {
    const double length = 2.5;
    const double hand = number(spec, "hand");
    const int segments = whole(spec, "segments");
    const std::vector<CurvePoint> arc = make_wave(segments, length, number(spec, "span") / length, 0);
    double depth = 0;
    for (const CurvePoint& point : arc) {
        depth = std::max(depth, std::abs(point.across));
    }
    const double height = depth + hand + 0.13; // the rope clears the ground
    Model model;
    for (const CurvePoint& point : arc) {
        model.rest_position.push_back({point.along, height - hand - std::abs(point.across), 0});
        model.mass.push_back(number(spec, "mass") / segments);
    }
    model.mass.front() = model.mass.back() = 0;
    // It starts in full swing: hands that turn faster than the rope swings would never get it up.
    for (const Vec3& at : model.rest_position) {
        model.rest_velocity.push_back(number(spec, "spin") * Vec3(0, -at.z, at.y - height));
    }
    add_rope(model, 0.012);
    model.contact_distance = 0.012;
    model.colliders.push_back({Plane{}, 0.3});
    model.drives.push_back(
        {"hands", {}, {0, segments}, SteadyMotion{{}, {number(spec, "spin"), 0, 0}, {0, height, 0}}});
    const double side = 0.5 * number(spec, "span");
    for (const auto& [along, reach] : {std::pair(0.0, 0.86), {0.7 * side, 0.6}, {-0.7 * side, 0.6}}) {
        add_seen(
            model,
            {{along, height + reach, 0}, {along, height - reach, 0}, {along, height, reach}, {along, height, -reach}});
    }
    return finished(std::move(model));
}

// --- ball through cloth

constexpr ParameterInfo kBallOwnRows[] = {
    resolution_row(32, 32),
    size_row(1.6, 1.6),
    mass_row(0.4),
    {.key = "radius",
     .label = "Ball radius",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.05,
     .max = 2,
     .default_value = {0.25, 0, 0},
     .tooltip = "Of the ball that swings through the cloth."},
    amplitude_row(0.9, "Of the ball, to and fro."),
    frequency_row(0.25, "How often the ball swings to and fro in a second."),
    friction_row(),
    bending_row(0),
    seed_row(),
};
constexpr auto kBallRows = with_fabric(kBallOwnRows);
constexpr std::pair<std::string_view, std::string_view> kBallSuggested[] = {
    {"dt", "0.008333333333333333"}, {"engine", "fast"},
    {"iterations", "20"},           {"substeps", "3"},
    {"velocity_damping", "0.8"},    {"stretch_stiffness", "0.1"},
    {"shear_stiffness", "0.05"},    {"bend_stiffness", "0.003"},
    {"stretch_compliance", "5e-3"}, {"shear_compliance", "0.02"},
    {"bend_compliance", "3"},
};
constexpr SceneReadout kBallReadouts[] = {{"contacts"}, {"effective_stiffness"}, {"mean_strain"}};

Result<Model> build_ball_cloth(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    const double radius = number(spec, "radius");
    const double amplitude = number(spec, "amplitude");
    cloth.noise = 0.001;
    cloth.pins = GridPins::edge;
    Model model = make_grid_cloth(cloth);
    model.contact_distance = 0.012;
    model.colliders.push_back(
        {Sphere{{0, -0.55 * cloth.height, -std::max(amplitude, radius + 0.1)}, radius}, number(spec, "friction")});
    // From rest, behind the cloth.
    model.drives.push_back(
        {"ball", {0}, {}, SwingMotion{{0, 0, amplitude}, {}, {}, number(spec, "frequency"), -kPi / 2}});
    const double side = 0.5 * cloth.width;
    const Vec3 middle(0, -0.55 * cloth.height, 0);
    for (const double end : {-1.0, 1.0}) {
        const Vec3 at = middle + Vec3(0, 0, end * amplitude);
        for (const Vec3& way : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(0, 0, end)}) {
            add_seen(model, {at + radius * way});
        }
        add_seen(model, {{end * side, 0, 0},
                         {end * side, -cloth.height, 0},
                         {end * side, -0.9 * cloth.height, 0.7 * side},
                         {end * 0.5 * side, -0.8 * cloth.height, 0.8 * cloth.height}});
    }
    return finished(std::move(model));
}

// --- wringing

constexpr ParameterInfo kWringingOwnRows[] = {
    resolution_row(40, 16),
    size_row(1.2, 0.45),
    mass_row(0.3),
    {.key = "turns",
     .label = "Turns",
     .unit = "",
     .scale = Scale::linear,
     .min = 0,
     .max = 4,
     .default_value = {1, 0, 0},
     .tooltip = "Of each grip, in opposite directions."},
    thickness_row(1),
    friction_row(),
    bending_row(0),
    seed_row(),
};
constexpr auto kWringingRows = with_fabric(kWringingOwnRows);
constexpr std::pair<std::string_view, std::string_view> kWringingSuggested[] = {
    {"dt", "0.008333333333333333"}, {"engine", "fast"},
    {"iterations", "20"},           {"substeps", "3"},
    {"velocity_damping", "2"},      {"stretch_stiffness", "0.1"},
    {"shear_stiffness", "0.05"},    {"bend_stiffness", "0.003"},
    {"stretch_compliance", "2e-3"}, {"shear_compliance", "5e-3"},
    {"bend_compliance", "1"},
};
constexpr SceneReadout kWringingReadouts[] = {{"max_strain"}, {"effective_stiffness"}, {"elastic_energy"}};

Result<Model> build_wringing(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    const double friction = number(spec, "friction");
    cloth.tilt = 90;
    cloth.noise = 0.001;
    cloth.top = {0, 0, -0.5 * cloth.height};
    Model model = make_grid_cloth(cloth);
    model.self_distance = thickness_of(spec, cloth);
    model.self_friction = friction;
    const double turn = 2 * kPi * number(spec, "turns");
    for (const double side : {-1.0, 1.0}) {
        std::vector<int> grip;
        for (int row = 0; row < cloth.rows; ++row) {
            grip.push_back(cloth.index(side < 0 ? 0 : cloth.columns - 1, row));
            model.mass[index_of(grip.back())] = 0;
        }
        // The grips come nearer, because a twisted towel is shorter.
        const Vec3 in(-side * std::min(0.2 * number(spec, "turns"), 0.35) * cloth.width, 0, 0);
        const Vec3 twisted(side * turn, 0, 0);
        model.drives.push_back(
            {side < 0 ? "left grip" : "right grip",
             {},
             grip,
             KeyMotion{
                 {{0.5, {}, {}}, {4, in, twisted}, {5.5, in, twisted}, {9, {}, {}}, {10, {}, {}}}, {}, true, true}});
        const double at = side * (0.5 * cloth.width + 0.012);
        const double half = 0.5 * cloth.height + 0.03;
        model.presentation.fixtures.push_back(
            {Capsule{{at, 0, -half}, {at, 0, half}, 0.016}, false, static_cast<int>(model.drives.size()) - 1});
    }
    add_seen(model, {{0, -0.3 * cloth.width, 0}, {0, 0.2 * cloth.width, 0}});
    return finished(std::move(model));
}

} // namespace

const SceneInfo kKapitza{"kapitza",
                         "Kapitza's pendulum",
                         "A rod whose pivot shakes up and down stands on its head if the pivot is fast enough: "
                         "2 pi f A above the root of 2 g l.",
                         "Drag Frequency below 10 Hz: the rod falls.",
                         {"frequency", "amplitude"},
                         kKapitzaRows,
                         kKapitzaSuggested,
                         kKapitzaReadouts,
                         &build_kapitza,
                         {.stretch = 0.01}};

const SceneInfo kResonance{
    "resonance",
    "Resonance",
    "A mass on a spring whose support swings. Near its own frequency of 1.59 Hz it swings widest, "
    "and a quarter of a period behind.",
    "Drag Frequency from 0.5 to 3 Hz: where is it widest?",
    {"frequency", "stretch_compliance"},
    kResonanceRows,
    kResonanceSuggested,
    kResonanceReadouts,
    &build_resonance,
    {.stretch = 0.5, .tension = 50}};

const SceneInfo kDrum{"drum",
                      "Turning drum",
                      "A rope lies over half of a drum that turns. Friction carries the rope along and lifts the large "
                      "weight, up to exp(mu pi) times the small one.",
                      "Drag Friction down: when does the rope slip?",
                      {"friction", "spin"},
                      kDrumRows,
                      kDrumSuggested,
                      kDrumReadouts,
                      &build_drum,
                      {.stretch = 0.02},
                      kPbdBesideXpbd,
                      3};

const SceneInfo kWinch{
    "winch",
    "Winch",
    "A winch draws in the rope of a weight, and pays it out again. Its power is the weight times the "
    "speed; what it has put in comes back.",
    "Drag Speed up: how far does the weight bounce?",
    {"speed", "stretch_compliance"},
    kWinchRows,
    kWinchSuggested,
    kWinchReadouts,
    &build_winch,
    {.stretch = 0.03},
    kPbdBesideXpbd,
    6.5};

const SceneInfo kSkippingRope{
    "skipping_rope",
    "Skipping rope",
    "Two hands turn a rope. It opens into an arc that is nearly a sine, and stretches most in "
    "the method that is softest.",
    "Drag Angular velocity: from when does it stay open?",
    {"spin", "stretch_compliance"},
    kSkippingRows,
    kSkippingSuggested,
    kSkippingReadouts,
    &build_skipping_rope,
    {.stretch = 0.05}};

const SceneInfo kBallCloth{"ball_cloth",
                           "Ball through cloth",
                           "A ball swings through a hanging cloth: it takes the cloth along, and friction drags it.",
                           "Drag Frequency up: does the ball break through?",
                           {"frequency", "friction"},
                           kBallRows,
                           kBallSuggested,
                           kBallReadouts,
                           &build_ball_cloth,
                           {.stretch = 0.1}};

const SceneInfo kWringing{"wringing",
                          "Wringing",
                          "A towel is twisted between two grips and released again; it must not pass through itself.",
                          "Drag Turns up: where does the towel stretch?",
                          {"turns", "stretch_compliance"},
                          kWringingRows,
                          kWringingSuggested,
                          kWringingReadouts,
                          &build_wringing,
                          {.stretch = 0.2}};

} // namespace xpbd::scenes
