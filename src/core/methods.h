#pragma once

#include "core/settings.h"
#include "core/solver.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace xpbd {

/// One row of the table of methods.
struct MethodInfo {
    std::string_view key;                         ///< name in files and on the command line
    std::string_view label;                       ///< name in the window
    std::string_view source;                      ///< paper and equation
    std::string_view formula;                     ///< the projection, one line
    std::string_view summary;                     ///< one paragraph: what it does, and its known limits
    std::array<float, 3> colour;                  ///< marks the method in figures, sRGB in [0, 1]
    std::span<const std::string_view> parameters; ///< keys of the settings that it uses
    bool has_compliance = false;                  ///< solves for a compliance: then residuals measure convergence
    bool minimises = false; ///< the objective of implicit Euler: then the primal residual does, else the dual one
    /// Converges to implicit Euler's own step, where forces balance. The others drop the change of the gradients within
    /// a step, so that a primal residual stays.
    bool balances = false;
    /// Stable only while h^2 T (w0 + w1)/l stays small (kTurnLimit), with the tension T and the length l of a link
    /// (T15).
    bool limits_turn = false;
    int iterations = 20; ///< usual number of them: where a pane has as many, its next method gets its own
    /// Largest rise of kinetic plus potential energy above its minimum until then, in 500 random scenes without
    /// damping, with BDF1 and BDF2: a share of m g times the body's size plus the energy at the start. Of methods with
    /// a compliance until a step does not converge (Shortfall, unfinished steps). tests/lab/energy_sessions_test.cpp.
    std::array<double, 2> energy_rise{};
    bool warm_starts = false; ///< a step reads the outcome of the one before: lambda, velocities
    /// All that moves a particle is in the multipliers, so that they are forces. Without it there is no tension, no
    /// contact force, no effective stiffness and no tearing by force, and its states hold no multipliers.
    bool has_forces = true;
    std::unique_ptr<Solver> (*create)(Engine engine);
};

/// Every method, in display order; Settings::method is the row. THE table: a new method is one rule or one folder, and
/// one row at its end (.github/CONTRIBUTING.md).
std::span<const MethodInfo> methods();
/// The row of this key, or -1.
int find_method(std::string_view key);
/// True where the method reads the setting with this key.
bool uses_parameter(const MethodInfo& method, std::string_view key);

/// The settings with another method, for a choice by hand: with that method's usual number of iterations, where they
/// have the usual number of the one before.
Settings with_method(Settings settings, int method);

/// Why the setting with this key has no effect under these settings, in a few words; empty where it has one.
std::string unused_reason(const Settings& settings, std::string_view key);
/// The same for a model: it may have nothing that the setting acts on.
std::string unused_reason(const Settings& settings, const Model& model, std::string_view key);

/// True where the method has both engines, and these settings choose this one.
bool runs_engine(const Settings& settings, Engine engine);

/// True where the multipliers are set to 0 in every iteration (Settings::reset_lambda): the multipliers of the last
/// iteration do not hold the body, so no figure may be read from them.
bool forgets_multipliers(const Settings& settings);

/// Why a pane with these settings has no forces to show, in a few words; empty where it has.
std::string no_forces_reason(const Settings& settings);

/// True where a step under these settings reads more of the state than positions and velocities: the two-step history
/// (BDF2), or the last step's outcome.
bool reads_history(const Settings& settings);

/// The solver for settings.method and settings.engine.
std::unique_ptr<Solver> make_solver(const Settings& settings);

} // namespace xpbd
