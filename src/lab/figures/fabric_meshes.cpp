// Figure "fabric": results of fabrics and of springs on different meshes.
#include "core/base/find_key.h"
#include "core/base/math/elementary.h"
#include "core/model/fabric_table.h"
#include "lab/figures/bodies.h"
#include "lab/files/session/session.h"
#include "scenes/parts/grid.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace xpbd::lab {
namespace {

using scenes::Triangulation;

constexpr std::array<float, 3> kExact{0.4f, 0.4f, 0.4f};
constexpr std::array<float, 3> kFabric{0.12f, 0.47f, 0.71f};
constexpr std::array<float, 3> kSprings{0.84f, 0.37f, 0.0f};

struct Mesh {
    Triangulation triangulation;
    std::string_view label;
    float tone;
};
constexpr Mesh kMeshes[] = {
    {Triangulation::alternating, "alternating", 0.45f},
    {Triangulation::one_way, "one way", 0.1f},
    {Triangulation::crossed, "crossed", -0.25f},
    {Triangulation::irregular, "irregular", -0.6f},
};

/// The compliance of a spring [m/N] that gives this modulus [N/m] in a mesh of equilateral triangles; it is wrong in
/// any other mesh.
double of_equilateral(double modulus) {
    return 2 / (std::numbers::sqrt3 * modulus);
}

const FabricInfo& measured_fabric(std::string_view key) {
    return *find_key(kFabrics, key);
}

/// Measures the last frame of a scene at rest, simulated by Primal-dual Newton.
/// @param changes to the scene's default session, written as for `--set`
Result<Measure> at_rest(const char* scene, const std::vector<std::string>& changes, double timestep) {
    Result<Session> session = default_session(scene);
    if (!session) {
        return session.error();
    }
    for (const std::string& change : changes) {
        if (const Status status = apply_assignment(*session, change); !status) {
            return status.error();
        }
    }
    const Result<Model> model = scenes::build(session->scene);
    if (!model) {
        return model.error();
    }
    Settings settings = settings_of(method_key::global, 4);
    settings.stretch_compliance = session->panes[0].stretch_compliance;
    settings.shear_compliance = session->panes[0].shear_compliance;
    settings.velocity_damping = 10;
    session->world.dt = timestep;
    Run run{*model, settings, session->world};
    run.steps(40);
    return run.measured();
}

/// Reciprocal modulus 1/E of an orthotropic sheet at an angle to its warp [m/N].
double softness(double e1, double e2, double g, double nu, double degrees) {
    const double c = math::cos(glm::radians(degrees));
    const double s = math::sin(glm::radians(degrees));
    return c * c * c * c / e1 + s * s * s * s / e2 + (1 / g - 2 * nu / e1) * c * c * s * s;
}

/// Chart of a long strip, cut in several directions and pulled by 1 %.
Result<Chart> by_direction(const Parallel& parallel) {
    static constexpr double kStep = 15; // [degrees]
    constexpr std::size_t count = 7;
    struct Kind {
        std::string_view label;
        std::vector<std::string> changes;
        std::array<float, 3> colour;
    };
    const Kind kinds[] = {
        {"denim, one way", {"scene.material=denim", "scene.triangulation=one_way"}, tone(kFabric, 0.3f)},
        {"denim, irregular", {"scene.material=denim", "scene.triangulation=irregular"}, tone(kFabric, -0.4f)},
        {"square lattice of springs", {"scene.material=springs", "scene.triangulation=one_way"}, kSprings},
    };
    Chart chart{
        "Strip pulled by 1 %", {"angle to the warp [degrees]", false}, {"force per width over strain [N/m]", true}, {}};
    for (const Kind& kind : kinds) {
        chart.series.push_back({std::string(kind.label), kind.colour, false, true, std::vector<glm::dvec2>(count)});
    }
    std::vector<Status> results(std::size(kinds) * count, ok());
    parallel(results.size(), [&](std::size_t job) {
        const double angle = kStep * static_cast<double>(job % count);
        std::vector<std::string> changes = kinds[job / count].changes;
        changes.insert(changes.end(), {"scene.resolution=9x97", "scene.size=0.02x0.24", "scene.strain=0.01",
                                       "scene.bending=none", "scene.warp_angle=" + format_number(angle)});
        const Result<Measure> measured = at_rest("tensile_strip", changes, 1.0 / 20);
        if (!measured) {
            results[job] = measured.error();
            return;
        }
        chart.series[job / count].points[job % count] = {angle, measured->specimen.secant_modulus};
    });
    if (const Status status = first_fault(results); !status) {
        return status.error();
    }
    const Fabric& fabric = measured_fabric("denim").fabric;
    // Moduli of the lattice, whose edges have k = 1000 N/m and whose diagonals have 100 N/m [N/m].
    const double c11 = 1000 + 100;
    const double c12 = 100;
    const double lattice = (c11 * c11 - c12 * c12) / c11;
    Series exact{"1/E(t) = c⁴/E₁ + s⁴/E₂ + (1/G − 2ν/E₁) s²c²", kExact, true, false, {}};
    Series of_lattice{"the same for the lattice", tone(kExact, 0.4f), true, false, {}};
    for (int degrees = 0; degrees <= 90; degrees += 3) {
        const double t = degrees;
        exact.points.emplace_back(
            t, 1 / softness(fabric.modulus_warp, fabric.modulus_weft, fabric.shear_modulus, fabric.poisson, t));
        of_lattice.points.emplace_back(t, 1 / softness(lattice, lattice, c12, c12 / c11, t));
    }
    chart.series.push_back(exact);
    chart.series.push_back(of_lattice);
    return chart;
}

constexpr double kLoad = 1e-3; ///< weight per area times the radius, over the modulus

/// Depth of a disc of radius 1 m clamped around its rim, over (w a/E)^(1/3); NaN if it cannot be built.
double depth_of_disc(Triangulation triangulation, int edges, bool springs) {
    constexpr double nu = 1.0 / 3; // Poisson's ratio of springs with equal density in all directions
    constexpr double weight = 0.2 * 9.81;
    const int side = 2 * edges + 1;
    const scenes::Rectangle square = scenes::triangulate(side, side, triangulation, 1, 7);
    Model model;
    model.triangles = square.triangles;
    for (const auto& [column, row] : square.places) {
        const auto [x, y] = scenes::in_disc(column / edges - 1, row / edges - 1);
        model.flat.push_back({x, y});
        model.rest_position.emplace_back(x, 0, y);
    }
    scenes::GridCloth cloth;
    cloth.width = cloth.height = 1;
    cloth.mass = 0.2;
    cloth.bending = scenes::Bending::none;
    const double modulus = weight / kLoad;
    if (!springs) {
        cloth.fabric.emplace();
        cloth.fabric->modulus_warp = cloth.fabric->modulus_weft = modulus;
        cloth.fabric->poisson = nu;
        cloth.fabric->shear_modulus = modulus / (2 * (1 + nu));
    }
    scenes::add_material(model, cloth);
    std::size_t centre = 0;
    const auto from_axis = [&](std::size_t i) { return std::hypot(model.flat[i][0], model.flat[i][1]); };
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const double r = from_axis(i);
        if (r > 1 - 1e-9) {
            model.mass[i] = 0;
        }
        model.rest_position[i].y = -0.64 * std::cbrt(kLoad) * (1 - r * r);
        centre = r < from_axis(centre) ? i : centre;
    }
    if (!finalise(model)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    Settings settings = settings_of(method_key::newton, 40);
    settings.stretch_compliance = settings.shear_compliance = of_equilateral(modulus);
    Run run{model, settings, {.dt = 100}};
    run.steps(5);
    const double r = from_axis(centre);
    return -run.state.particles.position[centre].y / (1 - r * r) / std::cbrt(kLoad);
}

/// Chart of Hencky's disc for meshes of different fineness.
Chart by_fineness(const Parallel& parallel) {
    static constexpr int kEdges[] = {5, 10, 20, 40};
    constexpr std::size_t count = std::size(kEdges);
    Chart chart{"Disc clamped round its rim, w a/E = 10⁻³",
                {"edges to the radius", true},
                {"depth of its centre over a (w a/E)^(1/3)", false},
                {}};
    chart.series.push_back(
        {"Hencky, ν = 1/3: 0.6448", kExact, true, false, {{kEdges[0], 0.6448}, {kEdges[count - 1], 0.6448}}});
    for (const bool springs : {false, true}) {
        for (const Mesh& mesh : kMeshes) {
            chart.series.push_back({(springs ? "springs, " : "fabric, ") + std::string(mesh.label),
                                    tone(springs ? kSprings : kFabric, mesh.tone), false, true,
                                    std::vector<glm::dvec2>(count)});
        }
    }
    parallel((chart.series.size() - 1) * count, [&](std::size_t job) {
        const std::size_t series = job / count;
        const int edges = kEdges[job % count];
        chart.series[series + 1].points[job % count] = {
            edges,
            depth_of_disc(kMeshes[series % std::size(kMeshes)].triangulation, edges, series >= std::size(kMeshes))};
    });
    return chart;
}

/// Chart of a cloth of 1 m that hangs from two clips, for meshes of different fineness.
Result<Chart> from_clips(const Parallel& parallel) {
    static constexpr int kSizes[] = {20, 40, 80}; // sizes at which a particle is at the end of each clip
    constexpr std::size_t count = std::size(kSizes);
    Chart chart{"Jersey of 1 m between two clips of 10 cm", {"edges along a side", true}, {"sag [m]", false}, {}};
    static constexpr Mesh kTwo[] = {kMeshes[0], kMeshes[3]};
    for (const bool springs : {false, true}) {
        for (const Mesh& mesh : kTwo) {
            chart.series.push_back({(springs ? "springs, " : "fabric, ") + std::string(mesh.label),
                                    tone(springs ? kSprings : kFabric, mesh.tone), false, true,
                                    std::vector<glm::dvec2>(count)});
        }
    }
    std::vector<Status> results(chart.series.size() * count, ok());
    parallel(results.size(), [&](std::size_t job) {
        const std::size_t series = job / count;
        const int size = kSizes[job % count];
        const std::string side = std::to_string(size + 1);
        const std::string soft = format_number(of_equilateral(measured_fabric("ponte").fabric.modulus_warp));
        const std::vector<std::string> changes = {std::string("scene.material=") + (series < 2 ? "ponte" : "springs"),
                                                  "scene.triangulation=" +
                                                      std::string(series % 2 == 0 ? "alternating" : "irregular"),
                                                  "scene.resolution=" + side + "x" + side,
                                                  "scene.size=1x1",
                                                  "scene.mass=0.284",
                                                  "stretch_compliance=" + soft,
                                                  "shear_compliance=" + soft,
                                                  "scene.pins=clips",
                                                  "scene.gather=0",
                                                  "scene.tilt=0",
                                                  "scene.noise=0.001"};
        const Result<Measure> measured = at_rest("cloth", changes, 1.0 / 10);
        if (!measured) {
            results[job] = measured.error();
            return;
        }
        chart.series[series].points[job % count] = {static_cast<double>(size), measured->sag};
    });
    if (const Status status = first_fault(results); !status) {
        return status.error();
    }
    return chart;
}

} // namespace

Result<Figure> figure_fabric(const Parallel& parallel) {
    const Result<Chart> direction = by_direction(parallel);
    if (!direction) {
        return direction.error();
    }
    const Result<Chart> clips = from_clips(parallel);
    if (!clips) {
        return clips.error();
    }
    return Figure{"A membrane has the fabric's stiffness on every mesh; what a lattice of springs is comes out of its "
                  "mesh: its stiffness by direction, its Poisson's ratio, how deep a disc hangs. Springs are given the "
                  "stiffness that is right for equilateral triangles.",
                  {*direction, by_fineness(parallel), *clips}};
}

} // namespace xpbd::lab
