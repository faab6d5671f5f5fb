#pragma once

// The measures of a state (readouts, CSV, plots) and the verdict on convergence. Start with struct Measure.

#include "core/base/types.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/model/state.h"
#include "core/step/measure/fabric_reader.h"
#include "core/step/measure/specimen.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// Measured values of a state, for readouts and files. Computed on demand, not in every step.
struct Measure {
    /// Mean of |C|/d over stretch constraints; for a fabric, of the principal strain of larger magnitude over its
    /// triangles [1].
    double mean_strain = 0;
    double max_strain = 0; ///< largest of the values averaged in mean_strain [1]
    double sag = 0;        ///< height of the rest shape's lowest particle minus height of the lowest particle now [m]
    /// Sag by stretch alone [m]: how far the body hangs below Model::hang_level if the scene sets it; else the largest
    /// distance of a particle below its anchor minus the length of its tether, at least 0. NaN if no particle is fixed,
    /// or gravity does not pull down.
    double hang_sag = std::numeric_limits<double>::quiet_NaN();
    double lowest = 0; ///< height of the lowest particle [m]
    double height = 0; ///< height of the highest particle above the lowest one [m]
    /// Volume inside the surfaces with a volume constraint; NaN without such surfaces [m^3].
    double volume = std::numeric_limits<double>::quiet_NaN();
    /// Median of k_eff = T/C over the stretch constraints with |C| above noise [N/m]; for a fabric, the modulus of its
    /// warp (force per width). Empty if there is no such constraint, before the first step, for a method without
    /// forces, if the multipliers are reset (resets_multipliers), and if out_of_balance.
    std::optional<double> effective_stiffness;
    /// True if the multipliers are too far from the forces to compute a stiffness: relative_primal exceeds
    /// kMeasurableImbalance in a method that converges to balance (MethodTraits::balances), or shortfall() is
    /// Shortfall::turn.
    bool out_of_balance = false;
    FabricModuli moduli;  ///< of a fabric, from the solver's forces
    FabricModuli nominal; ///< of a fabric, from the compliances
    /// Stiffness that the material prescribes [N/m]: a fabric's modulus of the warp (force per width), or a rope's EA
    /// over the length of a segment; NaN for other bodies.
    double own_stiffness = std::numeric_limits<double>::quiet_NaN();
    SpecimenReading specimen;
    double kinetic_energy = 0; ///< [J]
    double gravity_energy = 0; ///< sum -m g.x [J]
    double elastic_energy = 0; ///< sum C^2/(2 alpha) over compliant constraints [J]; rigid ones and PBD store none
    /// RMS over free particles of M(x - x~) - grad C' lambda (X16 eq. 8) [kg m]; NaN for a method without forces. This
    /// and the next three residuals are NaN if each iteration sets the multipliers to zero (resets_multipliers()).
    double residual_primal = 0;
    /// RMS of h = C + alpha~ lambda (X16 eq. 9) over distance constraints that can move [m]; for a fabric, over its
    /// rows that can move [1].
    double residual_dual = 0;
    /// sqrt(sum h^2 W / sum C^2 W) over all constraints that can move, W = 1/(grad C w grad C' + alpha~): the share of
    /// their error that no force balances. core/FORMULAS.md, "Measures", explains rounding, slack and rigid constraints
    /// [1].
    double relative_dual = 0;
    /// sum |M(x - x~) - grad C' lambda| over the load of the body: the unbalanced share of the load [1].
    /// core/FORMULAS.md defines the load. NaN for a method without forces.
    double relative_primal = 0;
    double unmet_energy = 0; ///< the part of elastic_energy that no multiplier carries [J]
    double turn = 0;         ///< largest h^2 T (w0 + w1)/l of a distance [1]; computed if the method limits it
                             ///< (MethodTraits::limits_turn) and relative_primal exceeds kConvergedLimit, else 0
    /// Median of h^2/(alpha m) over stretch constraints, m being the lighter end's mass; infinite if rigid. For a
    /// fabric, the median of the largest h^2 w |grad C|^2/alpha among a row's particles, over rows of warp and weft
    /// [1].
    double sigma = 0;
    Vec3 momentum{0};         ///< sum m v [kg m/s]
    Vec3 angular_momentum{0}; ///< sum x cross m v, about the origin [kg m^2/s]
    Vec3 contact_force{0};    ///< sum over the particles of contact_force_on(); NaN for a method without forces [N]
    /// @name What holds and drives the body (Supports)
    /// NaN where the model has nothing of the kind, before the first step, and without forces (no_forces_reason()).
    /// @{
    Vec3 collider_force{std::numeric_limits<double>::quiet_NaN()};    ///< of all colliders [N]
    Vec3 pin_force{std::numeric_limits<double>::quiet_NaN()};         ///< of all particles fixed in the model [N]
    double collider_power = std::numeric_limits<double>::quiet_NaN(); ///< of driven colliders [W]
    double pin_power = std::numeric_limits<double>::quiet_NaN();      ///< of driven fixed particles [W]
    double winch_power = std::numeric_limits<double>::quiet_NaN();    ///< [W]
    double work_in = std::numeric_limits<double>::quiet_NaN();        ///< State::work [J]; 0 before the first step
    /// @}
};

/// Residuals and energies of a state in the equations of a substep.
struct Equations {
    double elastic_energy = 0;  ///< as in Measure
    double residual_primal = 0; ///< as in Measure
    double residual_dual = 0;   ///< as in Measure
    double relative_dual = 0;   ///< as in Measure
    double relative_primal = 0; ///< as in Measure
    double unmet_energy = 0;    ///< as in Measure
};

/// Computes the residuals of state.lambda and the positions relative to state.predicted (X16 eq. 8 to 11).
/// `force_scale` as in State; `velocity`: per particle, for constraint damping [m/s]; `gravity` [m/s^2] is part of the
/// load; `mass` is M if it differs from the model's, as during a substep in wind [kg].
Equations measure_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                            std::span<const Vec3> velocity, const Vec3& gravity = Vec3(0),
                            std::span<const double> mass = {});

/// Measures a state of `scene` that `settings` produced.
Measure measure(const Model& scene, const State& state, const Settings& settings, const Vec3& gravity, double dt);

/// @name Convergence: limits and verdict (shown as NOT CONVERGED)
/// @{
inline constexpr double kConvergedLimit = 0.05;      ///< upper limit of both relative residuals [1]
inline constexpr double kMeasurableImbalance = 0.02; ///< upper limit of relative_primal for measuring a stiffness [1]

inline constexpr double kTurnLimit =
    0.5; ///< upper limit of turn; `direct` was observed to jitter from about 0.8 on [1]

/// Why a state is not what its method would converge to.
enum class Shortfall {
    none,
    law,     ///< constraints violate their material law: relative_dual is above the limit
    balance, ///< forces do not balance, in a method that converges to balance: relative_primal is above the limit
    turn ///< distances rotate further per step than the method is stable for: relative_primal and turn are above their
         ///< limits
};
/// Shortfall::none for a method without compliance (PBD), which does not converge to a material.
Shortfall shortfall(const Measure& measure, const Settings& settings);
/// @}

/// Force of the contacts and long range attachments on a particle in the last substep [N]; zero before the first step.
Vec3 contact_force_on(const State& state, std::size_t particle);

/// One constraint, as `--constraints` writes it.
struct ConstraintReading {
    std::string_view type;                                      ///< kernel key
    std::array<int, ConstraintTypes::most_particles> particles; ///< -1 if the type has fewer, and for a volume
    double value;                                               ///< C [value_unit]
    double lambda;                                              ///< multiplier of the last substep [force_unit s^2]
    double force; ///< -lambda/h^2 [force_unit]; a distance constraint's tension
    Role role;    ///< its parameters apply if the constraint has no own material
    std::string_view value_unit;
    std::string_view force_unit; ///< unit of an energy divided by value_unit
};

/// All constraints, in model order.
std::vector<ConstraintReading> read_constraints(const Model& scene, const State& state);

/// Signed strain of every one of shown_lines() [1]: C/d of a distance constraint; for the sides of a fabric's triangle
/// its principal strain of larger magnitude. 0 if torn. `out` is resized.
void line_strain(const Model& scene, const State& state, std::vector<float>& out);
/// Tension of every one of shown_lines(): of a distance constraint [N], negative under compression; for the sides of a
/// fabric's triangle its principal tension of larger magnitude [N/m]. 0 if torn, and before the first step. `out` is
/// resized.
void line_tension(const Model& model, const State& state, std::vector<float>& out);
/// FabricReader::tension() of every triangle of Model::fabric [N/m]. `out` is resized.
void fabric_tension(const Model& model, const State& state, std::vector<std::array<float, 3>>& out);

} // namespace xpbd
