// The tables of parameters, and the reading and writing of values.
#include "core/model/parameters.h"

#include "core/base/choices.h"
#include "core/base/decimal.h"
#include "core/base/excerpt.h"
#include "core/base/find_key.h"
#include "core/model/fabric_table.h"
#include "core/model/method_traits.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace xpbd {
namespace {

constexpr std::string_view kPaneTriangulations[] = {"scene", "alternating", "one_way", "crossed", "irregular"};
constexpr std::string_view kPaneTriangulationLabels[] = {"as the scene", "alternating", "one way", "crossed",
                                                         "irregular"};
constexpr std::string_view kSceneFabric[] = {"scene"};
constexpr std::string_view kSceneFabricLabel[] = {"as the scene"};
constexpr auto kPaneFabrics = and_rows(kSceneFabric, kFabrics, &FabricInfo::key);
constexpr auto kPaneFabricLabels = and_rows(kSceneFabricLabel, kFabrics, &FabricInfo::label);

constexpr std::string_view kEngines[] = {"textbook", "fast"};
constexpr std::string_view kSweeps[] = {"listed", "reversed", "coloured", "jacobi", "chebyshev", "sor"};
constexpr std::string_view kSweepLabels[] = {
    "Gauss-Seidel", "Gauss-Seidel, reversed", "Gauss-Seidel, coloured", "Jacobi", "Chebyshev", "SOR"};
constexpr std::string_view kStops[] = {"never", "residual", "change"};
constexpr std::string_view kPrimalResiduals[] = {"dropped", "kept", "kept_raw"};
constexpr std::string_view kPrimalResidualLabels[] = {"dropped (XPBD)", "kept", "kept, unweighted"};
constexpr std::string_view kLinearSolvers[] = {"factor", "multigrid", "automatic"};
constexpr std::string_view kAccelerations[] = {"none", "anderson"};
constexpr std::string_view kAccelerationLabels[] = {"plain sweeps", "Anderson"};
constexpr std::string_view kIntegrators[] = {"bdf1", "bdf2"};

const std::vector<std::string_view>& method_keys() {
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> result;
        for (const MethodTraits& method : methods()) {
            result.push_back(method.key);
        }
        return result;
    }();
    return keys;
}

/// Row for a field of Settings; enums and integers are exact in a double. The default value is the one of Settings{}.
template <auto field>
SettingsParameter row(ParameterInfo info) {
    using Type = std::remove_cvref_t<decltype(Settings{}.*field)>;
    info.default_value = {static_cast<double>(Settings{}.*field), 0, 0};
    return {info, [](const Settings& settings) { return static_cast<double>(settings.*field); },
            [](Settings& settings, double value) { settings.*field = static_cast<Type>(value); }};
}

/// Row for a vector of World. The default value is the one of World{}.
template <Vec3 World::*field>
WorldParameter vector_row(ParameterInfo info) {
    const auto get = [](const World& world) {
        const Vec3& vector = world.*field;
        return Value{vector.x, vector.y, vector.z};
    };
    info.default_value = get(World{});
    info.components = 3;
    return {info, get, [](World& world, const Value& value) { world.*field = {value[0], value[1], value[2]}; }};
}

/// Row for a field of Settings::mesh, whose default is 0.
template <int PaneMesh::*field>
SettingsParameter mesh_row(ParameterInfo info) {
    return {info, [](const Settings& settings) { return static_cast<double>(settings.mesh.*field); },
            [](Settings& settings, double value) { settings.mesh.*field = static_cast<int>(value); }};
}

ParameterInfo choice(std::string_view key, std::string_view label, std::span<const std::string_view> choices,
                     std::string_view tooltip, std::string_view formula = "") {
    return {.key = key,
            .label = label,
            .unit = "",
            .scale = Scale::choice,
            .min = 0,
            .max = static_cast<double>(choices.size() - 1),
            .choices = choices,
            .tooltip = tooltip,
            .formula = formula};
}

ParameterInfo count(std::string_view key, std::string_view label, double slider_max, double max, double slider_middle,
                    std::string_view tooltip, std::string_view formula) {
    return {.key = key,
            .label = label,
            .unit = "",
            .scale = Scale::integer,
            .min = 1,
            .max = max,
            .slider_max = slider_max,
            .slider_middle = slider_middle,
            .tooltip = tooltip,
            .formula = formula};
}

ParameterInfo toggle(std::string_view key, std::string_view label, std::string_view tooltip,
                     std::string_view formula = "") {
    return {.key = key, .label = label, .unit = "", .scale = Scale::toggle, .tooltip = tooltip, .formula = formula};
}

/// Marks a parameter as hidden at first.
ParameterInfo advanced(ParameterInfo info) {
    info.advanced = true;
    return info;
}

ParameterInfo with_labels(std::span<const std::string_view> labels, ParameterInfo info) {
    info.choice_labels = labels;
    return info;
}

ParameterInfo with_symbol(std::string_view symbol, ParameterInfo info) {
    info.symbol = symbol;
    return info;
}

/// A limit on a logarithmic scale; 0 turns it off.
ParameterInfo limit(std::string_view key, std::string_view label, std::string_view unit, double min, double max,
                    std::string_view tooltip, std::string_view formula) {
    return {.key = key,
            .label = label,
            .unit = unit,
            .scale = Scale::logarithmic,
            .min = min,
            .max = max,
            .zero_allowed = true,
            .zero_label = "off (0)",
            .tooltip = tooltip,
            .formula = formula};
}

ParameterInfo stiffness(std::string_view key, std::string_view label, std::string_view tooltip) {
    return {.key = key,
            .label = label,
            .unit = "",
            .scale = Scale::linear,
            .min = 0,
            .max = 1,
            .tooltip = tooltip,
            .formula = "Δx = -k w ∇C · C / Σ w |∇C|²"};
}

ParameterInfo compliance(std::string_view key, std::string_view label, std::string_view unit, double min, double max,
                         std::string_view tooltip) {
    ParameterInfo info = limit(key, label, unit, min, max, tooltip, "α̃ = α/h²;  Δλ = (-C - α̃ λ) / (Σ w |∇C|² + α̃)");
    info.zero_label = "rigid (0)";
    return info;
}

ParameterInfo damping(std::string_view key, std::string_view label, std::string_view unit, std::string_view tooltip) {
    ParameterInfo info = limit(key, label, unit, 1e-6, 1e6, tooltip, "γ = α β/h");
    info.zero_at_left = true;
    return info;
}

ParameterInfo rate(std::string_view key, std::string_view label, std::string_view tooltip, std::string_view formula) {
    return {.key = key,
            .label = label,
            .unit = "1/s",
            .scale = Scale::linear,
            .min = 0,
            .max = 1000,
            .slider_max = 10,
            .slider_middle = 0.5,
            .tooltip = tooltip,
            .formula = formula};
}

std::vector<SettingsParameter> make_settings_table() {
    using S = Settings;
    return {
        row<&S::method>(choice("method", "Method", method_keys(), "How constraints become corrections.")),
        row<&S::engine>(advanced(choice(
            "engine", "Engine", kEngines,
            "Which implementation runs. fast: SIMD and threads, many times quicker; single precision, but double in "
            "small steps. textbook: double precision, one constraint after the other in the same order, to check the "
            "fast one against it, or to find differences below 1e-6. Methods without a fast engine run textbook."))),
        row<&S::iterations>(
            with_symbol("n", count("iterations", "Iterations", 200, 100000, 20,
                                   "Sweeps over all constraints per substep. PBD stiffens with every one; XPBD "
                                   "approaches the stiffness you asked for and stays there.",
                                   "PBD k': k' = 1 - (1-k)^(1/n)"))),
        row<&S::substeps>(with_symbol(
            "s", count("substeps", "Substeps", 100, 10000, 10,
                       "Parts into which a frame is cut. Many substeps of one iteration converge better than "
                       "one step of many (Small Steps, 2019).",
                       "h = Δt/s"))),
        row<&S::sweep>(advanced(
            with_labels(kSweepLabels,
                        choice("sweep", "Sweep order", kSweeps,
                               "How an iteration visits the constraints. listed, reversed, coloured: one after the "
                               "other (Gauss-Seidel), in that order; it changes the convergence, and where constraints "
                               "fight, the result. jacobi: all at once, each correction divided by the number of "
                               "constraints that meet. chebyshev: jacobi, accelerated. sor: listed, over-relaxed.")))),
        row<&S::relaxation>(advanced(with_symbol(
            "ω", ParameterInfo{.key = "relaxation",
                               .label = "Relaxation",
                               .unit = "",
                               .scale = Scale::linear,
                               .min = 0.1,
                               .max = 2,
                               .tooltip =
                                   "Factor on every correction of the sweeps jacobi, chebyshev and sor. Above 1 it can "
                                   "converge faster, or diverge.",
                               .formula = "Δλ ← ω Δλ;  Jacobi: ω/count"}))),
        row<&S::spectral_radius>(advanced(with_symbol(
            "ρ",
            ParameterInfo{.key = "spectral_radius",
                          .label = "Spectral radius",
                          .unit = "",
                          .scale = Scale::linear,
                          .min = 0,
                          .max = 0.9999,
                          .tooltip = "Convergence rate of plain Jacobi that the chebyshev sweep assumes. Too low: it "
                                     "hardly helps. Too high: it oscillates.",
                          .formula = "ω ← 4/(4 - ρ² ω), in every iteration"}))),
        row<&S::integrator>(
            advanced(choice("integrator", "Integrator", kIntegrators,
                            "bdf1 is implicit Euler: first order, damps motion. bdf2 is second order and damps "
                            "far less. A particle that touches something restarts it.",
                            "bdf2: v = (3/2 xⁿ⁺¹ - 2 xⁿ + 1/2 xⁿ⁻¹)/h"))),
        row<&S::stop>(
            advanced(choice("stop", "Stop early", kStops,
                            "What may end the iterations before their number does. residual: the relative primal and "
                            "dual residuals; change: the largest move of a particle, over the mean edge, and the "
                            "largest change of a multiplier, over the largest one."))),
        row<&S::stop_tolerance>(advanced(ParameterInfo{.key = "stop_tolerance",
                                                       .label = "Stop tolerance",
                                                       .unit = "",
                                                       .scale = Scale::logarithmic,
                                                       .min = 1e-12,
                                                       .max = 0.1,
                                                       .tooltip = "Relative size below which the criterion holds."})),
        row<&S::stop_persistence>(
            advanced(count("stop_persistence", "Stop persistence", 20, 20, 0,
                           "Successive iterations for which the criterion must hold, because it may hold "
                           "once by chance.",
                           ""))),
        row<&S::reset_lambda>(
            advanced(toggle("reset_lambda", "Reset λ (a bug)",
                            "Forgets the multiplier in every iteration, as many codes do by mistake. XPBD then "
                            "stiffens with the iterations, like PBD.",
                            "λ = 0 per iteration, not per substep"))),
        row<&S::primal_residual>(advanced(with_labels(
            kPrimalResidualLabels,
            choice("primal_residual", "Primal residual", kPrimalResiduals,
                   "dropped is XPBD as published: it sets the residual of momentum to 0, and its fixed point "
                   "differs from implicit Euler's. kept corrects the positions by it before every iteration from the "
                   "second on, which then weighs each particle with the stiffness of its stretched edges: "
                   "Newton's solution, for a stiff body in far fewer iterations. kept_raw leaves that weight out, "
                   "and diverges where h² T reaches m l.",
                   "x ← x + (x̃ + w Σ λ ∇C - x)/(1 + w Σ |λ| H)")))),
        row<&S::linear_solver>(advanced(choice(
            "linear_solver", "Linear solver", kLinearSolvers,
            "How Primal-dual Newton solves its linear system. factor: a sparse Cholesky factor, exact; its cost grows "
            "with the third power of the side of a grid. multigrid: conjugate gradients to a small residual; cost and "
            "memory grow with the number of particles. automatic: multigrid for surfaces so large that the factor "
            "would take longer.",
            "A Δx = -∇E, V ≈ A⁻¹ by a V-cycle"))),
        row<&S::acceleration>(advanced(with_labels(
            kAccelerationLabels,
            choice(
                "acceleration", "Acceleration", kAccelerations,
                "none: one sweep after the other, as published. anderson: the next sweep starts from the combination "
                "of the last six results that changes least (1965): the same solution in two thirds to a thirtieth "
                "of the sweeps. A sweep takes up to a tenth longer.",
                "x ← G(x) - Σ γ ΔG, γ: |f - Σ γ Δf| → min, f = G(x) - x")))),
        row<&S::long_range>(
            advanced(toggle("long_range", "Long range attachments",
                            "Keeps every particle within the rest length of the path to the fixed ones: stops "
                            "the stretch of a hanging body in one iteration (2012). Inextensible: it overrides "
                            "compliance.",
                            "|x - a| ≤ geodesic rest distance"))),
        row<&S::stretch_stiffness>(
            with_symbol("k", stiffness("stretch_stiffness", "Stretch stiffness k",
                                       "PBD's stiffness of edges: the share of the error that one projection "
                                       "removes. Not a material constant: iterations and timestep change it."))),
        row<&S::shear_stiffness>(
            with_symbol("k shear", stiffness("shear_stiffness", "Shear stiffness k",
                                             "PBD's stiffness of the diagonals, against shearing."))),
        row<&S::bend_stiffness>(
            with_symbol("k bend", stiffness("bend_stiffness", "Bend stiffness k", "PBD's stiffness against bending."))),
        row<&S::stretch_compliance>(
            with_symbol("α", compliance("stretch_compliance", "Stretch compliance", "m/N", 1e-12, 1,
                                        "Inverse stiffness of an edge: α = 1/k, for a strip of modulus E "
                                        "and section A α = length/(E A). Independent of iterations and "
                                        "timestep once converged."))),
        row<&S::shear_compliance>(
            with_symbol("α shear", compliance("shear_compliance", "Shear compliance", "m/N", 1e-12, 1,
                                              "Inverse stiffness of a diagonal, against shearing."))),
        row<&S::bend_compliance>(
            with_symbol("α bend", compliance("bend_compliance", "Bend compliance", "m/N, rad/(N m)", 1e-12, 1e6,
                                             "Inverse stiffness against bending: m/N for skip-one distances, "
                                             "rad/(N m) for dihedral angles. Large = limp."))),
        row<&S::stretch_damping>(
            advanced(with_symbol("β", damping("stretch_damping", "Stretch damping", "N s/m, N s",
                                              "Friction inside an edge, against its change of length. A rigid edge "
                                              "(α = 0) cannot be damped this way. Of a rope or a fabric the viscosity "
                                              "of its section [N s] or per width [N s/m], the same on every mesh. "
                                              "XPBD takes more iterations to converge with it.")))),
        row<&S::shear_damping>(advanced(
            with_symbol("β shear", damping("shear_damping", "Shear damping", "N s/m",
                                           "Friction inside a diagonal, against its change of length. Of a fabric the "
                                           "viscosity of its shear per width.")))),
        row<&S::bend_damping>(
            advanced(with_symbol("β bend", damping("bend_damping", "Bend damping", "N s/m, N m s, N m^2 s",
                                                   "Friction against the change of a bend. Of a "
                                                   "fabric [N m s] or a rope [N m^2 s] the viscosity "
                                                   "of bending, the same on every mesh.")))),
        row<&S::twist_stiffness>(with_symbol(
            "k twist", stiffness("twist_stiffness", "Twist stiffness k", "PBD's stiffness of a rod's twist."))),
        row<&S::twist_compliance>(
            with_symbol("α twist", compliance("twist_compliance", "Twist compliance", "rad/(N m)", 1e-12, 1e6,
                                              "Inverse stiffness of a rod against twisting: length/(G J)."))),
        row<&S::twist_damping>(advanced(with_symbol(
            "β twist", damping("twist_damping", "Twist damping", "N m s, N m^2 s",
                               "Friction against the change of a twist. Of a rope or rod the viscosity of its torsion "
                               "[N m^2 s].")))),
        row<&S::volume_stiffness>(with_symbol(
            "k volume", stiffness("volume_stiffness", "Volume stiffness k", "PBD's stiffness of an enclosed volume."))),
        row<&S::volume_compliance>(
            with_symbol("α volume", compliance("volume_compliance", "Volume compliance", "m^5/N", 1e-12, 1,
                                               "Inverse stiffness of an enclosed volume: how much it shrinks under "
                                               "pressure, α = V/K for a bulk modulus K."))),
        row<&S::volume_damping>(advanced(with_symbol("β volume", damping("volume_damping", "Volume damping", "N s/m^5",
                                                                         "Friction against the change of a volume.")))),
        row<&S::velocity_damping>(
            with_symbol("c", rate("velocity_damping", "Velocity damping",
                                  "Slows every particle, as a thick medium would. 0 keeps only the integrator's "
                                  "own damping.",
                                  "v ← (1 - c h) v, before forces"))),
        row<&S::global_damping>(advanced(with_symbol(
            "c global", rate("global_damping", "Global damping",
                             "Slows all motion of a connected body except rigid motion; its momentum and rotation stay "
                             "(PBD, 2007, section 3.5).",
                             "v ← v + c h (v_cm + ω × r - v)")))),
        row<&S::tear_strain>(advanced(
            limit("tear_strain", "Tear at strain", "", 0.01, 10,
                  "Strain at which a distance constraint tears, with all that runs across it; or a triangle of fabric, "
                  "by the larger of its principal strains.",
                  "C/d > limit"))),
        row<&S::tear_force>(advanced(
            limit("tear_force", "Tear at force", "N, N/m", 1e-3, 1e6,
                  "Tension at which a distance constraint tears, with all that runs across it; or a triangle of "
                  "fabric, by its principal tension: force per width.",
                  "-λ/h² > limit"))),
        mesh_row<&PaneMesh::resolution>(advanced(with_symbol(
            "mesh", ParameterInfo{.key = "resolution",
                                  .label = "Resolution of this pane",
                                  .unit = "",
                                  .scale = Scale::integer,
                                  .min = 0,
                                  .max = 512,
                                  .slider_max = 64,
                                  .slider_middle = 12,
                                  .zero_label = "as the scene (0)",
                                  .tooltip = "Particles along the longer side of a mesh that only this pane has, at "
                                             "least 2; the other side keeps the scene's proportion. 0: the scene's "
                                             "mesh. A pane whose mesh changes is computed again from the start."}))),
        mesh_row<&PaneMesh::triangulation>(advanced(
            with_labels(kPaneTriangulationLabels,
                        choice("triangulation", "Triangles of this pane", kPaneTriangulations,
                               "How the cloth is cut into triangles in this pane alone. A pane whose mesh changes is "
                               "computed again from the start.")))),
        mesh_row<&PaneMesh::fabric>(advanced(
            with_labels(kPaneFabricLabels,
                        choice("fabric", "Fabric of this pane", kPaneFabrics,
                               "A measured fabric for this pane alone, with its mass. A pane whose fabric changes is "
                               "computed again from the start.")))),
    };
}

std::vector<WorldParameter> make_world_table() {
    ParameterInfo dt{.key = "dt",
                     .label = "Timestep",
                     .unit = "s",
                     .scale = Scale::logarithmic,
                     .min = 1e-4,
                     .max = 0.1,
                     .default_value = {World{}.dt, 0, 0},
                     .tooltip = "Length of a frame. PBD softens with a longer one (k_eff ~ 1/h²), converged XPBD "
                                "does not.",
                     .formula = "h = Δt/s"};
    return {
        {dt,
         [](const World& w) {
             return Value{w.dt, 0, 0};
         },
         [](World& w, const Value& v) { w.dt = v[0]; }},
        vector_row<&World::gravity>({.key = "gravity",
                                     .label = "Gravity",
                                     .unit = "m/s^2",
                                     .scale = Scale::linear,
                                     .min = -100,
                                     .max = 100,
                                     .tooltip = "Acceleration of every free particle; y is up.",
                                     .formula = "v ← v + h g"}),
        vector_row<&World::wind>(
            {.key = "wind",
             .label = "Wind",
             .unit = "m/s",
             .scale = Scale::linear,
             .min = -50,
             .max = 50,
             .tooltip =
                 "Velocity of the air, which drags and lifts every triangle. Zero is no air at all: then nothing "
                 "slows a falling cloth.",
             .formula = "f = ½ ρ |u|² A (n·u) (C_D u + C_L (n - (n·u) u)), u = wind - v"}),
    };
}

const std::vector<SettingsParameter>& settings_table() {
    static const std::vector<SettingsParameter> table = make_settings_table();
    return table;
}

const std::vector<WorldParameter>& world_table() {
    static const std::vector<WorldParameter> table = make_world_table();
    return table;
}

std::string join(std::span<const std::string_view> words, std::string_view separator) {
    std::string result;
    for (const std::string_view word : words) {
        result += result.empty() ? std::string(word) : std::string(separator) + std::string(word);
    }
    return result;
}

/// A number, or a quotient of two (1/60), that fills the whole text; else empty.
std::optional<double> number_in(std::string_view text) {
    double value = 0;
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
    }
    const char* const last = text.data() + text.size();
    const char* const end = read_decimal(text.data(), last, value);
    if (end == nullptr) {
        return {};
    }
    if (end == last) {
        return value;
    }
    double divisor = 0;
    if (read_decimal(*end == '/' ? end + 1 : last, last, divisor) != last) {
        return {};
    }
    return value / divisor;
}

/// Reads one component of a value.
Result<double> parse_component(const ParameterInfo& info, std::string_view text) {
    const auto fault = [&] {
        return Error{"\"" + excerpt(text) + "\" is not a value; allowed is " + allowed_range(info)};
    };
    if (info.scale == Scale::choice) {
        const auto found = std::find(info.choices.begin(), info.choices.end(), text);
        if (found == info.choices.end()) {
            return Error{"\"" + excerpt(text) + "\" is not one of " + join(info.choices, ", ") +
                         did_you_mean(text, info.choices)};
        }
        return static_cast<double>(found - info.choices.begin());
    }
    if (info.scale == Scale::toggle) {
        if (text == "true" || text == "1") {
            return 1.0;
        }
        if (text == "false" || text == "0") {
            return 0.0;
        }
        return fault();
    }
    const std::optional<double> value = number_in(text);
    return value ? Result<double>(*value) : Result<double>(fault());
}

/// Sets the field with this key to the Result<Value> of read(row's ParameterInfo).
template <class Read>
Status set_field(Settings& settings, std::string_view key, Read&& read) {
    const SettingsParameter* parameter = find_settings_parameter(key);
    if (parameter == nullptr) {
        std::vector<std::string_view> keys;
        for (const SettingsParameter& row : settings_table()) {
            keys.push_back(row.info.key);
        }
        return Error{"unknown key \"" + excerpt(key) + "\"" + did_you_mean(key, keys)};
    }
    const Result<Value> value = read(parameter->info);
    if (!value) {
        return Error{std::string(key) + ": " + value.error().message};
    }
    parameter->set(settings, (*value)[0]);
    return ok();
}

} // namespace

std::span<const SettingsParameter> settings_parameters() {
    return settings_table();
}
std::span<const WorldParameter> world_parameters() {
    return world_table();
}
std::span<const std::string_view> engine_names() {
    return kEngines;
}

const SettingsParameter* find_settings_parameter(std::string_view key) {
    return find_key(settings_table(), key);
}
const WorldParameter* find_world_parameter(std::string_view key) {
    return find_key(world_table(), key);
}

Status set(Settings& settings, std::string_view key, double value) {
    return set_field(settings, key, [&](const ParameterInfo& info) -> Result<Value> {
        const Status status = validate(info, {value, 0, 0});
        return status ? Result<Value>(Value{value, 0, 0}) : status.error();
    });
}

Status set(Settings& settings, std::string_view key, std::string_view text) {
    return set_field(settings, key, [&](const ParameterInfo& info) { return parse_value(info, text); });
}

Status validate(const ParameterInfo& info, const Value& value) {
    for (int i = 0; i < info.components; ++i) {
        const double v = value[static_cast<std::size_t>(i)];
        const auto fault = [&](const std::string& what) { return Error{what + "; allowed is " + allowed_range(info)}; };
        if (!std::isfinite(v)) {
            return fault("the value is not a finite number");
        }
        const bool whole = info.scale == Scale::integer || info.scale == Scale::choice || info.scale == Scale::toggle;
        if (whole && v != std::floor(v)) {
            return fault(format_number(v) + " is not a whole number");
        }
        const double max = info.scale == Scale::toggle ? 1 : info.max;
        const double min = info.scale == Scale::toggle ? 0 : info.min;
        const bool zero = info.scale == Scale::logarithmic && info.zero_allowed && v == 0;
        if (!zero && (v < min || v > max)) {
            return fault(format_number(v) + " is out of range");
        }
    }
    return ok();
}

Result<Value> parse_value(const ParameterInfo& info, std::string_view text) {
    Value value{};
    std::size_t component = 0;
    const auto needed = static_cast<std::size_t>(info.components);
    for (;;) {
        const std::size_t end = needed > 1 ? text.find_first_of(",x") : std::string_view::npos;
        if (component == needed) {
            return Error{"too many components, " + std::to_string(needed) + " are needed"};
        }
        const Result<double> number = parse_component(info, text.substr(0, end));
        if (!number) {
            return number.error();
        }
        value[component++] = *number;
        if (end == std::string_view::npos) {
            break;
        }
        text.remove_prefix(end + 1);
    }
    if (component != needed) {
        return Error{std::to_string(needed) + " components are needed, joined by \",\", not " +
                     std::to_string(component)};
    }
    const Status status = validate(info, value);
    if (!status) {
        return status.error();
    }
    return value;
}

std::string format_value(const ParameterInfo& info, const Value& value) {
    if (info.scale == Scale::choice) {
        return std::string(info.choices[static_cast<std::size_t>(value[0])]);
    }
    if (info.scale == Scale::toggle) {
        return value[0] != 0 ? "true" : "false";
    }
    std::string text = format_number(value[0]);
    for (int i = 1; i < info.components; ++i) {
        text += "," + format_number(value[static_cast<std::size_t>(i)]);
    }
    return text;
}

std::string_view choice_label(const ParameterInfo& info, std::size_t choice) {
    return info.choice_labels.empty() ? info.choices[choice] : info.choice_labels[choice];
}

std::string allowed_range(const ParameterInfo& info) {
    std::string range;
    if (info.scale == Scale::choice) {
        range = join(info.choices, " | ");
    } else if (info.scale == Scale::toggle) {
        range = "true | false";
    } else {
        if (info.scale == Scale::integer) {
            range =
                std::to_string(std::llround(info.min)) + " to " + std::to_string(std::llround(info.max)) + " (whole)";
        } else {
            range = format_number(info.min) + " to " + format_number(info.max);
        }
        if (info.scale == Scale::logarithmic && info.zero_allowed) {
            range = "0 or " + range;
        }
    }
    return info.components > 1 ? std::to_string(info.components) + " components, each " + range : range;
}

std::string format_number(double value) {
    char buffer[kDecimalRoom];
    return std::string(buffer, write_decimal(buffer, value));
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 2);
    for (const std::string_view candidate : candidates) {
        if (word.size() > 2 * candidate.size() + 2) {
            continue; // lengths differ by more than half the word; this also bounds the table for very long keys
        }
        // Levenshtein distance, one row at a time
        std::vector<std::size_t> row(candidate.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 1; i <= word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j <= candidate.size(); ++j) {
                const std::size_t replaced = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
            }
        }
        if (row.back() <= best_distance && (best.empty() || row.back() < best_distance)) {
            best_distance = row.back();
            best = candidate;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view near = nearest(word, candidates);
    return near.empty() ? "" : "; did you mean \"" + std::string(near) + "\"?";
}

} // namespace xpbd
