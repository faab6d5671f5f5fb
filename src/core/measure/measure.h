#pragma once

#include "core/measure/fabric.h"
#include "core/measure/specimen.h"
#include "core/model.h"
#include "core/settings.h"
#include "core/state.h"
#include "core/types.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// What can be read off a state, beside the picture. Computed on demand, off the hot path.
struct Measure {
    /// Mean of |C|/d over stretch constraints, and of the principal strain of larger magnitude over a fabric's
    /// triangles [1].
    double mean_strain = 0;
    double max_strain = 0; ///< the largest of them [1]
    double sag = 0;        ///< drop of the lowest particle below the lowest one of the rest shape [m]
    /// How far the body hangs below where it hangs without stretch: below Model::hang_level where the scene knows it;
    /// else the farthest that a particle lies below its fixed particle by more than its tether, 0 where none does. NaN
    /// where nothing is fixed, or no force pulls down [m].
    double hang_sag = std::numeric_limits<double>::quiet_NaN();
    double lowest = 0; ///< height of the lowest particle [m]
    double height = 0; ///< of the highest particle above the lowest one [m]
    /// Enclosed by the surfaces that hold a volume; NaN where there is none [m^3].
    double volume = std::numeric_limits<double>::quiet_NaN();
    /// Median of k_eff = T/C over the stretch constraints whose |C| is above noise [N/m]; of a fabric, the modulus of
    /// its warp per width. None where there is no such constraint, before the first step, for a method without
    /// forces, where the multipliers are forgotten, and where the forces are out_of_balance.
    std::optional<double> effective_stiffness;
    /// The multipliers are no forces that a stiffness could be read from: the method takes them from C (MethodInfo::
    /// balances) and they leave more than kMeasurableImbalance of the load to nothing; or Shortfall::turn.
    bool out_of_balance = false;
    FabricModuli moduli;  ///< of a fabric, as the method has them
    FabricModuli nominal; ///< of a fabric, as they are asked for
    /// What a material asks for that has its own: a fabric's modulus of the warp per width, or a rope's EA over the
    /// length of a segment; NaN where there is none [N/m].
    double own_stiffness = std::numeric_limits<double>::quiet_NaN();
    SpecimenReading specimen;
    double kinetic_energy = 0; ///< [J]
    double gravity_energy = 0; ///< sum -m g.x [J]
    double elastic_energy = 0; ///< sum C^2/(2 alpha) over compliant constraints [J]; rigid ones and PBD store none
    /// RMS over free particles of M(x - x~) - grad C' lambda (X16 eq. 8); NaN for a method without forces [kg m]. All
    /// four residuals are NaN where the multipliers are forgotten (forgets_multipliers).
    double residual_primal = 0;
    /// RMS over distance constraints of h = C + alpha~ lambda (X16 eq. 9) [m]; of a fabric, over its rows [1]. Of those
    /// that can move.
    double residual_dual = 0;
    /// sqrt(sum h^2 W / sum C^2 W) over all constraints that can move, W = 1/(grad C w grad C' + alpha~): the share of
    /// their error that no force answers for. core/README.md, "Measures", has roundings, slack and rigid ones [1].
    double relative_dual = 0;
    /// sum |M(x - x~) - grad C' lambda| over the load that the body carries: the share of it that nothing holds.
    /// core/README.md has the load; NaN for a method without forces [1].
    double relative_primal = 0;
    double unmet_energy = 0; ///< the part of elastic_energy that no force answers for [J]
    double turn = 0; ///< largest h^2 T (w0 + w1)/l of a link, for a method that it limits and where forces are out of
                     ///< balance; else 0 [1]
    /// Median of h^2/(alpha m) over stretch constraints; infinite for a rigid one. Of a fabric, of h^2 w |grad
    /// C|^2/alpha over its rows of warp and weft, for the particle that feels it most [1].
    double sigma = 0;
    Vec3 momentum{0};         ///< sum m v [kg m/s]
    Vec3 angular_momentum{0}; ///< sum x cross m v, about the origin [kg m^2/s]
    Vec3 contact_force{0};    ///< sum over the particles of contact_force_on(); NaN for a method without forces [N]
};

/// How well a state satisfies the equations of a substep.
struct Equations {
    double elastic_energy = 0;  ///< as in Measure
    double residual_primal = 0; ///< as in Measure
    double residual_dual = 0;   ///< as in Measure
    double relative_dual = 0;   ///< as in Measure
    double relative_primal = 0; ///< as in Measure
    double unmet_energy = 0;    ///< as in Measure
};

/// The residuals of state.lambda and the positions against state.predicted (X16 eq. 8 to 11). `force_scale` as in
/// State; `velocity` per particle is what constraint damping sees [m/s]; `gravity` [m/s^2] is part of the load; `mass`
/// is M where it is not the model's, as within a substep in wind [kg].
Equations measure_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                            std::span<const Vec3> velocity, const Vec3& gravity = Vec3(0),
                            std::span<const double> mass = {});

/// Measures a state that `settings` produced.
Measure measure(const Model& model, const State& state, const Settings& settings, const Vec3& gravity, double dt);

/// @name NOT CONVERGED
/// @{
inline constexpr double kConvergedLimit = 0.05;      ///< of both relative residuals [1]
inline constexpr double kMeasurableImbalance = 0.02; ///< of relative_primal, for a stiffness [1]

inline constexpr double kTurnLimit = 0.5; ///< of turn: `direct` was seen to jitter from about 0.8 on [1]

/// Why a state is not what its method converges to.
enum class Shortfall {
    none,
    law,     ///< constraints miss their material law: relative_dual
    balance, ///< forces do not balance: relative_primal, of a method that converges to where they do
    turn     ///< links turn further in a step than the method is stable for: relative_primal and turn
};
/// Shortfall::none for a method without compliance (PBD): there is nothing that it converges to.
Shortfall shortfall(const Measure& measure, const Settings& settings);
/// @}

/// Force of the contacts and long range attachments on a particle in the last substep [N]; zero before the first step.
Vec3 contact_force_on(const State& state, std::size_t particle);

/// One constraint as `--constraints` writes it.
struct ConstraintReading {
    std::string_view type;                                      ///< kernel key
    std::array<int, ConstraintTypes::most_particles> particles; ///< -1 where the type has fewer, and for a volume
    double value;                                               ///< C [value_unit]
    double lambda;                                              ///< multiplier of the last substep [force_unit s^2]
    double force; ///< -lambda/h^2 [force_unit]; a distance constraint's tension
    Role role;    ///< whose parameters it follows where it has none of its own
    std::string_view value_unit;
    std::string_view force_unit; ///< energy over value_unit
};

/// Every constraint, in model order.
std::vector<ConstraintReading> read_constraints(const Model& model, const State& state);

/// Signed strain of every one of shown_lines(): C/d of a distance constraint, the principal strain of larger magnitude
/// of a triangle of fabric; 0 where torn [1]. `out` is resized.
void line_strain(const Model& model, const State& state, std::vector<float>& out);
/// Tension of every one of shown_lines(): of a distance constraint [N], negative where it is pressed; the principal
/// tension of larger magnitude of a triangle of fabric [N/m]. 0 where torn, and before the first step. `out` is
/// resized.
void line_tension(const Model& model, const State& state, std::vector<float>& out);
/// FabricReader::tension() of every triangle of Model::fabric [N/m]. `out` is resized.
void fabric_tension(const Model& model, const State& state, std::vector<std::array<float, 3>>& out);

} // namespace xpbd
