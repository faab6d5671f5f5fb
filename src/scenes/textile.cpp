// A textile laboratory: scenes of material tests that measure the numbers a fabric was given.
#include "core/base/math/elementary.h"
#include "core/model/fabric_stress.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/cloth_rows.h"
#include "scenes/parts/cut.h"
#include "scenes/parts/seen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace xpbd::scenes {
namespace {

constexpr double kGravity = 9.81; ///< gravity for which the expected values are computed [m/s^2]
constexpr std::string_view kTestMethods[] = {method_key::xpbd, method_key::global};

/// Parameters of tests that hold the specimen: strong damping, because only the state at rest is measured.
constexpr std::pair<std::string_view, std::string_view> kHeldSuggested[] = {
    {"dt", "0.008333333333333333"}, {"gravity", "0,0,0"},        {"engine", "fast"},
    {"iterations", "40"},           {"substeps", "4"},           {"global.iterations", "3"},
    {"global.substeps", "1"},       {"velocity_damping", "20"},  {"stretch_stiffness", "0.5"},
    {"shear_stiffness", "0.5"},     {"bend_stiffness", "0.05"},  {"stretch_compliance", "1e-3"},
    {"shear_compliance", "1e-2"},   {"bend_compliance", "1000"},
};
constexpr std::pair<std::string_view, std::string_view> kHangingTestSuggested[] = {
    {"dt", "0.008333333333333333"}, {"engine", "fast"},
    {"iterations", "40"},           {"substeps", "4"},
    {"global.iterations", "4"},     {"global.substeps", "1"},
    {"velocity_damping", "3"},      {"stretch_stiffness", "0.5"},
    {"shear_stiffness", "0.5"},     {"bend_stiffness", "0.05"},
    {"stretch_compliance", "1e-3"}, {"shear_compliance", "1e-2"},
    {"bend_compliance", "1000"},
};

/// Half of a grip's height over the specimen's width.
constexpr double kGrip = 0.05;

/// A grip: a bar across the specimen, in its plane, that holds this end. `up`: 1 for the upper end, -1 for the lower.
Fixture grip(const Vec3& end, double up, double width) {
    return {Box{end + Vec3(0, up * kGrip * width, 0), {0.56 * width, kGrip * width, 0.03 * width}}};
}

// Tensile strip.

constexpr ParameterInfo kStripOwnRows[] = {
    resolution_row(13, 41),
    size_row(0.06, 0.2),
    mass_row(0.01),
    {.key = "strain",
     .label = "Strain",
     .unit = "",
     .scale = Scale::linear,
     .min = -0.2,
     .max = 1,
     .slider_max = 0.3,
     .default_value = {0.05, 0, 0},
     .tooltip = "By which the lower grip has been moved, over the length between the grips. It is held there."},
    bending_row(1),
    seed_row(),
};
constexpr auto kStripRows = with_fabric(kStripOwnRows, "swimsuit");
constexpr SceneReadout kStripReadouts[] = {{"grip_force"}, {"asked_force"}, {"contraction"}};

/// Direction of the warp in the flat cloth: component across the cloth, component down the cloth.
std::array<double, 2> warp_of(const GridCloth& cloth) {
    const double angle = glm::radians(cloth.warp_angle);
    return {math::sin(angle), math::cos(angle)};
}

/// Sets the expected force per width of a strip with free sides, in uniform stress at the specimen's strain. If the
/// fabric's law has no such state, sets the reason.
void set_asked_pull(const GridCloth& cloth, Specimen& specimen) {
    if (!cloth.fabric) {
        return;
    }
    if (const auto pull = free_pull(*cloth.fabric, warp_of(cloth), 1 + specimen.strain)) {
        specimen.asked = pull->force;
    } else {
        specimen.fault = cloth.fabric->law == FabricLaw::stvk
                             ? "the fabric's law has no state with free sides at this strain: the strip's width would "
                               "be zero. Green strain needs a Poisson's ratio below 1/((1 + strain)^2 - 1) along the "
                               "warp; take a smaller strain or ratio"
                             : "the fabric's law has no state with free sides at this strain: its yarns would be "
                               "sheared by more than 84 degrees. Take a smaller strain";
    }
}

/// The particles of a strip between `from` and `to` along the flat cloth's height [m].
std::vector<int> end_of(const Model& model, double from, double to) {
    std::vector<int> particles;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        if (model.flat[i][1] > from && model.flat[i][1] < to) {
            particles.push_back(static_cast<int>(i));
        }
    }
    return particles;
}

/// The leftmost and the rightmost particle of the strip within 0.6 steps of its middle.
std::array<int, 2> gauge_of(const Model& model, double middle, double step) {
    std::array<int, 2> gauge{-1, -1};
    for (const int p : end_of(model, middle - 0.6 * step, middle + 0.6 * step)) {
        const auto across = [&](int q) { return model.flat[index_of(q)][0]; };
        gauge[0] = gauge[0] < 0 || across(p) < across(gauge[0]) ? p : gauge[0];
        gauge[1] = gauge[1] < 0 || across(p) > across(gauge[1]) ? p : gauge[1];
    }
    return gauge;
}

Result<Model> build_strip(const SceneSpec& spec) {
    const GridCloth cloth = grid_cloth(spec);
    const double strain = number(spec, "strain");
    const double step = cloth.height / (cloth.rows - 1);
    // A fabric's warp is turned inside its mesh. Springs have no warp besides the mesh, so the mesh itself is turned.
    const bool turned = !cloth.fabric && cloth.warp_angle != 0;
    Model model = turned ? make_turned_cloth(cloth) : make_grid_cloth(cloth);
    // A turned lattice has no row of particles at its ends: each grip holds the particles within one step of the end.
    const double held = turned ? step : 1e-9 * cloth.height;
    model.specimen.grip = end_of(model, cloth.height - held, 2 * cloth.height);
    for (const int p : model.specimen.grip) {
        model.mass[index_of(p)] = 0;
    }
    model.specimen.far_grip = end_of(model, -cloth.height, held);
    for (const int p : model.specimen.far_grip) {
        model.mass[index_of(p)] = 0;
    }
    const int middle = cloth.rows / 2;
    model.specimen.gauge = gauge_of(model, middle * step, step);
    const auto [left, right] = model.specimen.gauge;
    if (left >= 0) {
        model.specimen.gauge_length =
            glm::distance(model.rest_position[index_of(left)], model.rest_position[index_of(right)]);
    }
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        model.rest_position[i].y *= 1 + strain;
    }
    const double length = (1 + strain) * cloth.height;
    model.specimen.test = Specimen::Test::strip;
    model.specimen.direction = {0, -1, 0};
    model.specimen.width = cloth.width;
    model.specimen.strain = strain;
    set_asked_pull(cloth, model.specimen);
    model.presentation.fixtures = {grip({0, 0, 0}, 1, cloth.width), grip({0, -length, 0}, -1, cloth.width)};
    const double bar = 2 * kGrip * cloth.width;
    model.specimen.outside = {Vec3(0, -length - bar, 0), Vec3(0, bar, 0)};
    add_seen(model, {{-cloth.width, 0.17 * cloth.height, 0}, {cloth.width, -length - 0.17 * cloth.height, 0}});
    return finished(std::move(model));
}

// Picture frame.

constexpr ParameterInfo kFrameOwnRows[] = {
    resolution_row(25, 25),
    size_row(0.2, 0.2),
    mass_row(0.01),
    {.key = "frame_angle",
     .label = "Shear angle",
     .unit = "deg",
     .scale = Scale::linear,
     .min = -60,
     .max = 60,
     .slider_max = 40,
     .default_value = {5, 0, 0},
     .tooltip = "By which the frame's upright sides lean: warp and weft keep their lengths, the angle between them "
                "changes."},
    bending_row(1),
    seed_row(),
};
constexpr auto kFrameRows = with_fabric(kFrameOwnRows, "wool_twill");
constexpr SceneReadout kFrameReadouts[] = {{"grip_force"}, {"asked_force"}, {"secant_modulus"}};

Result<Model> build_frame(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    const double angle = glm::radians(number(spec, "frame_angle"));
    const double sine = math::sin(angle);
    Model model = make_grid_cloth(cloth);
    const int last = cloth.columns - 1;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        Vec3& x = model.rest_position[i];
        x = {x.x - sine * x.y, math::cos(angle) * x.y, 0};
        const auto [u, v] = model.flat[i];
        const double edge = 1e-9 * (cloth.width + cloth.height);
        if (u < edge || v < edge || u > cloth.width - edge || v > cloth.height - edge) {
            model.mass[i] = 0;
        }
    }
    // Corners carry a part of the force of the upright sides, too: only particles between corners are measured.
    const bool has_middle = cloth.columns > 2;
    for (int column = has_middle ? 1 : 0; column <= (has_middle ? last - 1 : last); ++column) {
        model.specimen.grip.push_back(cloth.index(column, cloth.rows - 1));
        model.specimen.far_grip.push_back(cloth.index(column, 0));
    }
    model.specimen.test = Specimen::Test::shear;
    model.specimen.direction = {1, 0, 0};
    model.specimen.width = has_middle ? cloth.width * (last - 1) / last : cloth.width;
    model.specimen.strain = sine;
    if (cloth.fabric) {
        model.specimen.asked = stress_of(*cloth.fabric, warp_of(cloth), {1, sine, 0, math::cos(angle)}).xy;
    }
    const double low = -math::cos(angle) * cloth.height;
    model.presentation.fixtures = {grip({0, 0, 0}, 1, cloth.width),
                                   grip({sine * cloth.height, low, 0}, -1, cloth.width)};
    const double beside = 1.6 * 2 * kGrip * cloth.width;
    model.specimen.outside = {Vec3(sine * cloth.height, low - beside, 0), Vec3(0, beside, 0)};
    const Vec3 middle(0.5 * sine * cloth.height, 0.5 * low, 0);
    for (const double side : {-1.0, 1.0}) { // the two upright bars, which lean by the shear angle
        const Vec3 bar = middle + Vec3(0.53 * side * cloth.width, 0, 0);
        const glm::dquat lean(math::cos(angle / 2), 0, 0, math::sin(angle / 2));
        model.presentation.fixtures.push_back(
            {Box{bar, {0.03 * cloth.width, 0.49 * cloth.height, 0.02 * cloth.width}, lean}});
    }
    add_seen(model, {{-0.6 * cloth.width, 1.2 * beside, 0}, {0.6 * cloth.width, low - 1.2 * beside, 0}});
    return finished(std::move(model));
}

// Cantilever.

constexpr ParameterInfo kOverhangOwnRows[] = {
    resolution_row(9, 25), size_row(0.02, 0.04), mass_row(0.001), bending_row(5), seed_row(),
};
constexpr auto kOverhangRows = with_fabric(kOverhangOwnRows, "trousers");
constexpr SceneReadout kOverhangReadouts[] = {
    {"bending_length"},
    {"asked_bending_length"},
    {"sag", "Sag", "How far the strip's lowest point, its tip, hangs below the edge that it hangs over."}};

Result<Model> build_overhang(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    // Two rows are clamped. The hinge at the clamp covers half a step on both sides of it, so the overhang begins at
    // the origin, half a step before the first free row.
    const double step = cloth.height / (cloth.rows - 1);
    cloth.tilt = 90;
    cloth.top = {0, 0, -step / 2};
    Model model = make_grid_cloth(cloth);
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        model.mass[i] = model.flat[i][1] < 1.01 * step ? 0 : model.mass[i];
    }
    for (int column = 0; column < cloth.columns; ++column) {
        model.specimen.grip.push_back(cloth.index(column, cloth.rows - 1));
    }
    model.specimen.test = Specimen::Test::cantilever;
    model.specimen.width = cloth.width;
    model.specimen.length = cloth.height - step / 2;
    if (cloth.fabric) {
        const double angle = glm::radians(cloth.warp_angle);
        const double weight = kGravity * cloth.mass / (cloth.width * cloth.height);
        model.specimen.asked = math::pow(rigidity(*cloth.fabric, math::cos(angle), math::sin(angle)) / weight, 1.0 / 3);
    }
    const double side = cloth.width;
    model.presentation.fixtures = {{Box{{0, -0.25 * side, -0.5 * side}, {0.8 * side, 0.24 * side, 0.5 * side}}}};
    add_seen(model, {{-side, 0, -side},
                     {side, 0, cloth.height},
                     {-0.5 * side, 0, cloth.height},
                     {0, -0.9 * cloth.height, 0.5 * cloth.height}});
    return finished(std::move(model));
}

// Drape.

constexpr ParameterInfo kDrapeOwnRows[] = {
    {.key = "rings",
     .label = "Rings",
     .unit = "",
     .scale = Scale::integer,
     .min = 5,
     .max = 100,
     .slider_max = 40,
     .default_value = {8, 0, 0},
     .tooltip =
         "Edges from the middle of the cloth to its rim. A fabric that hardly stretches, like wool twill, cannot "
         "fold in few triangles: it takes 20, and far more time."},
    {.key = "radius",
     .label = "Radius of the cloth",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 10,
     .default_value = {0.15, 0, 0},
     .tooltip = "The test takes 0.15 m, and a disc of 0.09 m below it."},
    {.key = "support",
     .label = "Support",
     .unit = "",
     .scale = Scale::linear,
     .min = 0.2,
     .max = 0.9,
     .default_value = {0.6, 0, 0},
     .tooltip = "Radius of the disc that carries the cloth, over the cloth's. The cloth is held on it."},
    mass_row(0.02),
    hinge_row(1),
    seed_row(),
};
/// The triangulation is crossed: in a mesh without particles in the middle of its cells, inextensible triangles cannot
/// fold freely, and a cloth of 20 rings hangs only half as deep as it should. The fabric is a knit: it stretches, so
/// that few rings drape like many. With a wool twill 8 rings stay as flat as a board, and 20 rings run at 3 % of real
/// time.
constexpr auto kDrapeRows = [] {
    auto rows = with_fabric(kDrapeOwnRows, "interlock");
    rows.back().default_value = {static_cast<double>(Triangulation::crossed), 0, 0};
    return rows;
}();
static_assert(kDrapeRows.back().key == "triangulation");
constexpr SceneReadout kDrapeReadouts[] = {{"drape_coefficient"}, {"folds"}, {"mean_strain"}};

Result<Model> build_drape(const SceneSpec& spec) {
    GridCloth cloth;
    const int rings = whole(spec, "rings");
    const double radius = number(spec, "radius");
    const double support = number(spec, "support") * radius;
    cloth.bending = static_cast<Bending>(whole(spec, "bending"));
    cloth.seed = static_cast<std::uint64_t>(number(spec, "seed"));
    cloth.width = cloth.height = std::sqrt(std::numbers::pi) * radius; // a square of the disc's area
    cloth.mass = number(spec, "mass");
    read_fabric(spec, cloth);
    // The ring nearest to the support's edge is moved onto this edge.
    const double held = std::clamp(std::round(rings * support / radius), 1.0, rings - 1.0);
    const int side = 2 * rings + 1;
    const Rectangle square = triangulate(side, side, cloth.triangulation, 1, cloth.seed);
    Model model;
    model.triangles = square.triangles;
    for (const auto& [column, row] : square.places) {
        const auto [x, y] = in_disc(column / rings - 1, row / rings - 1);
        const double from_axis = math::hypot(x, y);
        const double ring = from_axis * rings;
        const double to =
            ring < held ? support * ring / held : support + (radius - support) * (ring - held) / (rings - held);
        const double scale = from_axis > 0 ? to / from_axis : 0;
        model.flat.push_back({scale * x, scale * y});
        model.rest_position.emplace_back(scale * x, 0, scale * y);
    }
    add_material(model, cloth);
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const double from_axis = math::hypot(model.flat[i][0], model.flat[i][1]);
        if (from_axis < support * (1 + 1e-9)) {
            model.mass[i] = 0;
        } else { // without this unevenness a flat cloth would hang without folds
            model.rest_position[i].y = 2e-3 * (from_axis - support) * noise_at(cloth.seed, i);
        }
    }
    model.specimen.test = Specimen::Test::drape;
    model.specimen.length = radius;
    model.specimen.support = support;
    const double low = 1.05 * (radius - support);
    model.presentation.fixtures = {{Capsule{{0, -0.16 * radius, 0}, {0, -0.2 * radius, 0}, 0.12 * radius}, true}};
    add_seen_ring(model, {0, 0, 0}, radius);
    add_seen_ring(model, {0, -low, 0}, support);
    return finished(std::move(model));
}

} // namespace

const SceneInfo kTensileStrip{
    "tensile_strip",
    "Tensile strip",
    "A strip held at a strain: colour is tension, arrows are the forces at its grips; its middle becomes "
    "narrower. Turn the warp by 45 degrees, or choose Springs, whose contraction and stiffness by "
    "direction come out of the mesh.",
    "Drag Strain: is the force the one that the fabric asks for?",
    {"strain", "material"},
    kStripRows,
    kHeldSuggested,
    kStripReadouts,
    &build_strip,
    {.stretch = 0.08},
    kTestMethods,
    0,
    "scene.strain",
    "tension",
    "warp_angle"};

const SceneInfo kShearFrame{
    "shear_frame",
    "Picture-frame shear",
    "A square in a frame of hinged bars: colour is shear, arrows are the forces along two bars, the "
    "fabric's shear modulus times the shear.",
    "Drag Shear angle: does the force grow in proportion?",
    {"frame_angle", "material"},
    kFrameRows,
    kHeldSuggested,
    kFrameReadouts,
    &build_frame,
    {.stretch = 0.1},
    kTestMethods,
    0,
    "scene.frame_angle",
    "shear_tension"};

const SceneInfo kClothCantilever{
    "cloth_cantilever",
    "Cloth cantilever",
    "A strip hangs over an edge: the angle of its chord gives the bending length (B/w)^(1/3). Choose "
    "other Triangles, then another Bending: hinges of a mesh bend more easily than a plate.",
    "Press Material: which fabric reaches out the farthest?",
    {"material", "warp_angle"},
    kOverhangRows,
    kHangingTestSuggested,
    kOverhangReadouts,
    &build_overhang,
    {.stretch = 0.02},
    kTestMethods,
    0,
    "scene.warp_angle"};

const SceneInfo kDrape{"drape",
                       "Drape test",
                       "A disc of cloth, 30 cm wide, hangs over a disc of 18 cm: the share of its shadow is the drape "
                       "coefficient, 100 % for a board. View > Compare > Fabrics puts three fabrics side by side.",
                       "Press Material: which fabric hangs in the deepest folds?",
                       {"material", "support"},
                       kDrapeRows,
                       kHangingTestSuggested,
                       kDrapeReadouts,
                       &build_drape,
                       {.stretch = 0.03},
                       kTestMethods};

} // namespace xpbd::scenes
