#pragma once

// The table of methods: names, abilities, costs, and the settings that each method uses.
// The solvers are in core/methods.cpp, above all layers of the core.

#include "core/model/settings.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace xpbd {

struct Model;

/// Keys of the methods, for code that needs a certain one: a wrong name does not compile.
namespace method_key {
inline constexpr std::string_view pbd = "pbd";
inline constexpr std::string_view pbd_corrected = "pbd_corrected";
inline constexpr std::string_view xpbd = "xpbd";
inline constexpr std::string_view hpbd = "hpbd";
inline constexpr std::string_view direct = "direct";
inline constexpr std::string_view newton = "newton";
inline constexpr std::string_view vbd = "vbd";
inline constexpr std::string_view avbd = "avbd";
inline constexpr std::string_view global = "global";
inline constexpr std::string_view mgpbd = "mgpbd";
} // namespace method_key

/// The data that a solver stores besides the state; memory is estimated from it.
enum class SolverStorage {
    packed_if_fast,    ///< constraints packed in lanes, in the fast engine; nothing in the textbook engine
    rows,              ///< data of its own per constraint
    multigrid,         ///< data of its own per constraint, a sparse matrix and its coarser levels
    row_factor,        ///< the sparse factor of J M^-1 J'
    hessian_factor,    ///< the sparse factor of a Hessian
    predictable_factor ///< a factor whose memory and time global_cost() computes beforehand
};

/// True for a solver with a sparse factor, which is most of its memory.
constexpr bool has_factor(SolverStorage storage) {
    return storage != SolverStorage::packed_if_fast && storage != SolverStorage::rows &&
           storage != SolverStorage::multigrid;
}

/// One row of the table of methods.
struct MethodTraits {
    std::string_view key;                         ///< name in files and on the command line
    std::string_view label;                       ///< name in the window
    std::string_view source;                      ///< paper and equation
    std::string_view formula;                     ///< the projection, one line
    std::string_view summary;                     ///< one paragraph: effect and known limits
    std::array<float, 3> colour;                  ///< colour of the method in charts, sRGB in [0, 1]
    std::span<const std::string_view> parameters; ///< keys of the settings that the method uses
    bool has_compliance = false;                  ///< solves for a compliance; then residuals measure convergence
    bool minimises = false; ///< minimises the objective of implicit Euler; then the primal residual measures
                            ///< convergence, else the dual one
    /// Converges to the step of implicit Euler, in which forces balance. Other methods drop the change of the gradients
    /// within a step, so that a primal residual remains.
    bool balances = false;
    /// Stable only while h^2 T (w0 + w1)/l is small (kTurnLimit); T is the tension of a distance constraint, l its
    /// length, and w0 and w1 are the inverse masses of its particles (T15).
    bool limits_turn = false;
    int iterations = 20; ///< usual number of iterations; replaces the usual number of another method in with_method()
    /// Largest rise of kinetic plus potential energy above its earlier minimum, for BDF1 and BDF2, in 500 random scenes
    /// without damping, divided by the sum of m g times the body's size and the initial energy [1]. For methods with a
    /// compliance a scene counts up to its first step that does not converge (Shortfall, unfinished steps). Measured by
    /// tests/lab/energy_sessions_test.cpp.
    std::array<double, 2> energy_rise{};
    bool warm_starts = false; ///< a step reads results of the previous step: multipliers or velocities
    /// The multipliers contain all that moves a particle, so that they are forces. A method without forces has no
    /// tension, no contact force, no effective stiffness and no tearing by force, and its states hold no multipliers.
    bool has_forces = true;
    /// The method has coarse levels, made of distance constraints: a body of fabric, which has none, gets no levels.
    bool has_levels = false;
    SolverStorage storage = SolverStorage::rows;
};

/// Every method, in display order; Settings::method is the row. A new method is one row at its end, and its solver in
/// core/methods.cpp (.github/CONTRIBUTING.md).
std::span<const MethodTraits> methods();
/// The method that these settings choose.
inline const MethodTraits& method_of(const Settings& settings) {
    return methods()[static_cast<std::size_t>(settings.method)];
}
/// Index of the method with this key, or -1.
int find_method(std::string_view key);
/// True if the method reads the setting with this key.
bool uses_parameter(const MethodTraits& method, std::string_view key);

/// The settings after the user has chosen another method. If `iterations` is the old method's usual number, it becomes
/// the new method's usual number.
Settings with_method(Settings settings, int method);

/// Why the setting with this key has no effect with these settings, in a few words; empty if it has an effect.
std::string unused_reason(const Settings& settings, std::string_view key);
/// Also gives a reason if this model has nothing that the setting acts on.
std::string unused_reason(const Settings& settings, const Model& model, std::string_view key);

/// True if the method has two engines and the settings choose this one.
bool runs_engine(const Settings& settings, Engine engine);

/// True if the multipliers are set to 0 in every iteration (Settings::reset_lambda). The multipliers of the last
/// iteration are then not the forces that hold the body, and no measure may be computed from them.
bool resets_multipliers(const Settings& settings);

/// Settings::primal_residual where it has an effect, else PrimalResidual::dropped: with another method, with one
/// iteration, or if the multipliers are set to 0 in every iteration.
PrimalResidual primal_residual_of(const Settings& settings);

/// Settings::acceleration where it has an effect, else Acceleration::none: with another method, or with too few
/// iterations.
Acceleration acceleration_of(const Settings& settings);

/// Why a pane with these settings has no forces to show, in a few words; empty if it has forces.
std::string no_forces_reason(const Settings& settings);

/// True if a step with these settings reads more of the state than positions and velocities: the two-step history
/// (BDF2), or the last step's results.
bool reads_history(const Settings& settings);

} // namespace xpbd
