// The table of methods, one row each. The solvers themselves are in core/methods.cpp.
#include "core/model/method_traits.h"

#include "core/base/find_key.h"
#include "core/model/model.h"

#include <algorithm>
#include <iterator>

namespace xpbd {
namespace {

template <std::size_t... N>
constexpr auto joined(const std::array<std::string_view, N>&... groups) {
    std::array<std::string_view, (N + ...)> all{};
    std::size_t next = 0;
    const auto append = [&](const auto& group) {
        for (const std::string_view key : group) {
            all[next++] = key;
        }
    };
    (append(groups), ...);
    return all;
}

/// Anderson's iteration needs the results of two sweeps before it can change what the third starts from.
constexpr int kFirstAccelerated = 3;

/// @name Groups of parameters that several methods use
/// @{
constexpr auto kOfEveryMethod = std::to_array<std::string_view>({"method", "resolution", "triangulation", "fabric"});
constexpr auto kStepping =
    std::to_array<std::string_view>({"substeps", "integrator", "velocity_damping", "global_damping", "tear_strain"});
constexpr auto kForces = std::to_array<std::string_view>({"tear_force"}); // only methods with forces
constexpr auto kIterating = std::to_array<std::string_view>({"iterations"});
constexpr auto kStopping = std::to_array<std::string_view>({"stop", "stop_tolerance", "stop_persistence"});
constexpr auto kSweeping = std::to_array<std::string_view>({"sweep", "relaxation", "spectral_radius", "long_range"});
constexpr auto kEngineKey = std::to_array<std::string_view>({"engine"}); // only methods with a fast engine
constexpr auto kStiffnesses = std::to_array<std::string_view>(
    {"stretch_stiffness", "shear_stiffness", "bend_stiffness", "twist_stiffness", "volume_stiffness"});
constexpr auto kCompliances = std::to_array<std::string_view>(
    {"stretch_compliance", "shear_compliance", "bend_compliance", "twist_compliance", "volume_compliance",
     "stretch_damping", "shear_damping", "bend_damping", "twist_damping", "volume_damping"});
constexpr auto kBalancing = std::to_array<std::string_view>({"primal_residual"});  // only methods with multipliers
constexpr auto kLinearSystem = std::to_array<std::string_view>({"linear_solver"}); // only methods with a choice
constexpr auto kAccelerating = std::to_array<std::string_view>({"acceleration"});  // only methods of vertex blocks
constexpr auto kTeaching = std::to_array<std::string_view>({"reset_lambda"});
/// @}

constexpr auto kPbdParameters = joined(kEngineKey, kStepping, kForces, kIterating, kStopping, kSweeping, kStiffnesses);
constexpr auto kHierarchicalParameters = joined(kStepping, kIterating, kStopping, kSweeping, kStiffnesses);
constexpr auto kXpbdParameters =
    joined(kEngineKey, kStepping, kForces, kIterating, kStopping, kSweeping, kBalancing, kCompliances, kTeaching);
constexpr auto kDirectParameters = joined(kStepping, kForces, kIterating, kBalancing, kCompliances);
constexpr auto kGlobalParameters = joined(kStepping, kForces, kIterating, kStopping, kLinearSystem, kCompliances);
constexpr auto kNewtonParameters = joined(kStepping, kForces, kCompliances);
constexpr auto kVertexBlockParameters = joined(kStepping, kForces, kIterating, kStopping, kAccelerating, kCompliances);

constexpr MethodTraits kMethods[] = {
    {.key = method_key::pbd,
     .label = "PBD",
     .source = "Müller et al., Position Based Dynamics, 2007, section 3.3",
     .formula = "Δx = -k w ∇C · C / Σ w |∇C|²",
     .summary = "Projects one constraint after the other and multiplies the correction by k in [0, 1]. Simple; the "
                "step of a rigid "
                "or stiff constraint is as long as its error, so that a start with large errors becomes fast. An angle "
                "turns by no more than 1.5 rad per projection. Its stiffness is not a material constant: it "
                "grows with the iterations and with 1/h² (one edge: k_eff = (m/h²)((1-k)^(-n) - 1)). Constraints that "
                "are projected one after the other turn a free body by themselves, slowly; the sweep jacobi does not.",
     .colour = {0.91f, 0.47f, 0.21f},
     .parameters = kPbdParameters,
     .energy_rise = {5, 5},
     .storage = SolverStorage::packed_if_fast},
    {.key = method_key::pbd_corrected,
     .label = "PBD k'",
     .source = "Müller et al., Position Based Dynamics, 2007, section 3.3",
     .formula = "k' = 1 - (1-k)^(1/n)",
     .summary = "PBD with its stiffness corrected for the number of iterations. A single constraint no longer depends "
                "on n; constraints that share particles, and the timestep, still change the stiffness.",
     .colour = {0.89f, 0.52f, 0.79f},
     .parameters = kPbdParameters,
     .energy_rise = {5, 6},
     .storage = SolverStorage::packed_if_fast},
    {.key = method_key::xpbd,
     .label = "XPBD",
     .source = "Macklin, Müller, Chentanez, XPBD, 2016, eq. 17, 18 and 26",
     .formula = "Δλ = (-C - α̃ λ) / (Σ w |∇C|² + α̃),  α̃ = α/h²",
     .summary = "Adds a compliance α, the inverse of a physical stiffness, and accumulates the Lagrange "
                "multiplier: when converged, the stiffness is 1/α, whatever n and h. It does not converge faster "
                "than PBD: where σ = h²/(α m) is large, few iterations still give a softer body. Its fixed "
                "point differs slightly from implicit Euler's, unless the primal residual is kept. Constraints that "
                "are projected one after the other turn a "
                "free body by themselves (a balloon in the air: 2.5 rad/s after 10 s); the sweep jacobi does not.",
     .colour = {0.27f, 0.64f, 0.93f},
     .parameters = kXpbdParameters,
     .has_compliance = true,
     .energy_rise = {0.02, 0.7},
     .storage = SolverStorage::packed_if_fast},
    {.key = method_key::hpbd,
     .label = "HPBD",
     .source = "Müller, Hierarchical Position Based Dynamics, 2008",
     .formula = "coarse levels: |x_a - x_b| ≤ d;  Δx_fine = Σ weight Δx_parent, weight ~ 1/distance",
     .summary =
         "PBD on a hierarchy: coarse subsets of the particles take the error that spreads over many constraints, from "
         "the coarsest to the finest. Far fewer iterations for a stiff body; the stiffness still depends on iterations "
         "and timestep, and coarse levels only limit distances, so that bending gains nothing. It has no forces, "
         "because the coarse levels move particles without multipliers: no tension, no contact force, no effective "
         "stiffness, no tearing by force. Its coarse levels would add speed: a body is slowed down to the kinetic "
         "energy "
         "that it had and the work of gravity. Particles that touch a collider are left to the finest level, so that "
         "friction holds a sheet "
         "on a slope; a tight rope on a drum slides from 5 % below Coulomb's limit on.",
     .colour = {0.86f, 0.25f, 0.43f},
     .parameters = kHierarchicalParameters,
     .energy_rise = {5, 5},
     .has_forces = false,
     .has_levels = true},
    {.key = method_key::direct,
     .label = "Direct XPBD",
     .source = "Deul et al., Direct Position-Based Solver for Stiff Rods, 2018",
     .formula = "(J M⁻¹ J' + α̃) Δλ = -C - α̃ λ, all constraints at once",
     .summary = "XPBD's equations linearised and solved at once instead of one by one: a stiff rope is exact in two or "
                "three iterations, whatever its length and the ratio of its masses, as long as h² T/(m l) stays below "
                "one for its lightest piece (more substeps). Linear cost on a rope; on a cloth the factor fills in and "
                "every iteration is slow. The linearisation is that of XPBD, with its fixed point, unless the primal "
                "residual is kept.",
     .colour = {0.17f, 0.77f, 0.54f},
     .parameters = kDirectParameters,
     .has_compliance = true,
     .limits_turn = true,
     .energy_rise = {0.0001, 50},
     .storage = SolverStorage::row_factor},
    {.key = method_key::newton,
     .label = "Newton (reference)",
     .source =
         "implicit Euler as minimisation: Martin et al., Example-based elastic materials, 2011; Gast et al., 2015",
     .formula = "min 1/(2h²) (x-x̃)' M (x-x̃) + Σ C²/(2α)",
     .summary =
         "The referee: implicit Euler solved to a relative gradient of 1e-10, by Newton's method with the full "
         "Hessian, line search and sparse Cholesky. It has no iterations to choose and is slow; a substep that "
         "needs more than 100 Newton steps (200 with self-collision) is cut short and counted as unfinished. XPBD's "
         "own fixed point differs from it, because XPBD drops the change of the gradients within a step.",
     .colour = {0.57f, 0.58f, 0.61f},
     .parameters = kNewtonParameters,
     .has_compliance = true,
     .minimises = true,
     .balances = true,
     .energy_rise = {0.0003, 40},
     .storage = SolverStorage::hessian_factor},
    {.key = method_key::vbd,
     .label = "VBD",
     .source = "Chen et al., Vertex Block Descent, 2024",
     .formula = "Δx = H⁻¹ f, one 3 × 3 system per vertex",
     .summary = "Minimises the same objective as the reference, one vertex at a time: with enough iterations the exact "
                "implicit Euler step. A step that has not converged adds no energy: where it would, it is solved "
                "again from a better start, which doubles its cost, and the body is slowed down. Stiff constraints and "
                "large ratios of masses so make a body move too "
                "slowly, not too far; a rigid constraint is only a very stiff one. It moves one vertex after the "
                "other, so that a step that has not converged changes the momentum of a free body. Friction with "
                "colliders is part of each vertex's step; a stiff sheet that springs press between two planes starts "
                "to slide far below Coulomb's limit until the iterations converge.",
     .colour = {0.51f, 0.41f, 0.86f},
     .parameters = kVertexBlockParameters,
     .has_compliance = true,
     .minimises = true,
     .balances = true,
     .energy_rise = {1e-09, 0.03},
     .warm_starts = true},
    {.key = method_key::avbd,
     .label = "AVBD",
     .source = "Giles, Diaz, Yuksel, Augmented Vertex Block Descent, 2025",
     .formula = "λ ← λ - K C,  K ← K + β |C|",
     .summary =
         "VBD with an augmented Lagrangian: rigid constraints carry multipliers, and every stiffness ramps up "
         "over iterations and steps, so that stiff and soft parts mix well. While the ramp climbs, after a "
         "start or a hard pull, the body is softer than asked; where it would gain energy by that, soft constraints "
         "get their full stiffness at once, and as in VBD a step that has not converged adds none. At extreme ratios "
         "of stiffness or mass an error "
         "stays: rigid links between 1 g and 50 kg rest 7 % too long at 20 iterations, 1.3 % at 100. Like VBD, a "
         "step that has not converged changes the momentum of a free body.",
     .colour = {0.88f, 0.79f, 0.26f},
     .parameters = kVertexBlockParameters,
     .has_compliance = true,
     .minimises = true,
     .balances = true,
     .energy_rise = {3e-05, 0.02},
     .warm_starts = true},
    {.key = method_key::global,
     .label = "Primal-dual Newton",
     .source = "Newton on positions and multipliers: Magisano, Leonetti, Garcea, 2017; Macklin et al., Primal/Dual "
               "Descent Methods for Dynamics, 2020",
     .formula = "(M/h² + g (I - n n') + J' J/α) Δx = -∇E,  t ← (C + J Δx)/α",
     .summary =
         "All constraints at once, with one linear system per iteration: two or three iterations reach implicit "
         "Euler's own step, so that the body has the stiffness that was asked for, however stiff. The tensions are "
         "unknowns beside the positions and are kept from step to step. At least two iterations are done. Compliances "
         "below 1e-9 m/N count as 1e-9. What it does not do: wrinkles under compression converge linearly, finer and "
         "stiffer cloth needs more iterations. With a sparse factor the cost of an iteration grows with the third "
         "power of the side of a grid; large surfaces are solved by multigrid, whose cost and memory grow with the "
         "number of particles. A substep whose friction does not meet Coulomb's cone is counted as unfinished.",
     .colour = {0.76f, 0.24f, 1.00f},
     .parameters = kGlobalParameters,
     .has_compliance = true,
     .balances = true,
     .iterations = 3,
     .energy_rise = {0.0003, 0.5},
     .warm_starts = true,
     .storage = SolverStorage::predictable_factor},
    {.key = method_key::mgpbd,
     .label = "MGPBD",
     .source = "Li et al., MGPBD: A Multigrid Accelerated Global XPBD Solver, 2025",
     .formula = "(J M⁻¹ J' + α̃) Δλ = -C - α̃ λ, by conjugate gradients and multigrid",
     .summary =
         "Direct XPBD without its factor: the same linear system, solved by conjugate gradients with algebraic "
         "multigrid, and a line search. Memory and time of an iteration grow with the number of particles only. A "
         "body with more constraints than coordinates, as a cloth, is solved for its coordinates, because the "
         "multipliers there are not unique. The stiffer the body, the more steps of conjugate gradients; they end "
         "at 300, and the leftover goes into the next iteration. Enclosed volumes are projected afterwards, one "
         "after the other. The linearisation is that of XPBD, with its fixed point, unless the primal residual is "
         "kept.",
     .colour = {0.06f, 0.55f, 0.62f},
     .parameters = kDirectParameters,
     .has_compliance = true,
     .limits_turn = true,
     .iterations = 10,
     .energy_rise = {0.02, 60},
     .storage = SolverStorage::multigrid},
};

static_assert(kMethods[static_cast<std::size_t>(Settings{}.method)].key == method_key::xpbd,
              "the default is a row number: add rows below it");

} // namespace

std::span<const MethodTraits> methods() {
    return kMethods;
}

int find_method(std::string_view key) {
    const MethodTraits* found = find_key(kMethods, key);
    return found == nullptr ? -1 : static_cast<int>(found - std::begin(kMethods));
}

bool uses_parameter(const MethodTraits& method, std::string_view key) {
    return std::find(kOfEveryMethod.begin(), kOfEveryMethod.end(), key) != kOfEveryMethod.end() ||
           std::find(method.parameters.begin(), method.parameters.end(), key) != method.parameters.end();
}

Settings with_method(Settings settings, int method) {
    if (settings.iterations == method_of(settings).iterations) {
        settings.iterations = kMethods[index_of(method)].iterations;
    }
    settings.method = method;
    return settings;
}

std::string unused_reason(const Settings& settings, std::string_view key) {
    const MethodTraits& method = method_of(settings);
    if (key == "tear_force" && !no_forces_reason(settings).empty()) {
        return no_forces_reason(settings);
    }
    if (!uses_parameter(method, key)) {
        return "not used by " + std::string(method.label);
    }
    const bool sweeps = uses_parameter(method, "sweep");
    if (key == "spectral_radius" && sweeps && settings.sweep != SweepOrder::chebyshev) {
        return "only the chebyshev sweep uses it";
    }
    if (key == "relaxation" && sweeps && settings.sweep != SweepOrder::jacobi &&
        settings.sweep != SweepOrder::chebyshev && settings.sweep != SweepOrder::sor) {
        return "only the sweeps jacobi, chebyshev and sor use it";
    }
    if (key == "primal_residual" && resets_multipliers(settings)) {
        return "λ is reset in every iteration: it is not the force in the residual";
    }
    if (key == "primal_residual" && settings.iterations == 1) {
        return "it acts from the second iteration on";
    }
    if (key == "acceleration" && settings.iterations < kFirstAccelerated) {
        return "it acts from iteration " + std::to_string(kFirstAccelerated) + " on";
    }
    if ((key == "stop_tolerance" || key == "stop_persistence") && settings.stop == Stop::never) {
        return "nothing stops the iterations early";
    }
    return "";
}

bool runs_engine(const Settings& settings, Engine engine) {
    return settings.engine == engine && uses_parameter(method_of(settings), "engine");
}

std::string unused_reason(const Settings& settings, const Model& model, std::string_view key) {
    std::string reason = unused_reason(settings, key);
    if (!reason.empty()) {
        return reason;
    }
    for (std::size_t role = 0; role < kRoleCount; ++role) {
        if (!model.has_role[role] && key.starts_with(std::string(kRoleNames[role]) + "_")) {
            return "this scene has no " + std::string(kRoleNames[role]) + " constraints";
        }
        if (key == std::string(kRoleNames[role]) + "_compliance" && !model.follows_compliance[role]) {
            return "this scene's material has its own";
        }
        if (key == std::string(kRoleNames[role]) + "_damping" && !model.has_own_softness[role] &&
            settings.*kRoleFields[role].compliance == 0) {
            return "a rigid constraint (compliance 0) cannot be damped";
        }
    }
    if (key.starts_with("tear_") && model.of_type<Distance>().size() == 0 && model.fabric.empty()) {
        return "this scene has neither distance constraints nor fabric";
    }
    if (key == "resolution" && model.grid[0] == 0) {
        return "this scene's body is no grid of particles";
    }
    if ((key == "triangulation" && !model.has_triangulation) || (key == "fabric" && !model.has_material)) {
        return "this scene's body is no cloth of another material";
    }
    if (key == "long_range" && model.tethers.empty()) {
        return "nothing in this scene hangs from a fixed particle";
    }
    return "";
}

bool resets_multipliers(const Settings& settings) {
    return settings.reset_lambda && uses_parameter(method_of(settings), "reset_lambda");
}

PrimalResidual primal_residual_of(const Settings& settings) {
    const bool is_kept = settings.primal_residual != PrimalResidual::dropped; // first: the quick half of the question
    return is_kept && unused_reason(settings, "primal_residual").empty() ? settings.primal_residual
                                                                         : PrimalResidual::dropped;
}

Acceleration acceleration_of(const Settings& settings) {
    return unused_reason(settings, "acceleration").empty() ? settings.acceleration : Acceleration::none;
}

std::string no_forces_reason(const Settings& settings) {
    const MethodTraits& method = method_of(settings);
    if (!method.has_forces) {
        return std::string(method.label) + " has no forces: it moves particles without multipliers";
    }
    return resets_multipliers(settings)
               ? "λ is reset in every iteration: the force of the last one is not what holds the body"
               : "";
}

bool reads_history(const Settings& settings) {
    return settings.integrator == Integrator::bdf2 || method_of(settings).warm_starts;
}

} // namespace xpbd
