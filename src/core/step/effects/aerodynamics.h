#pragma once

// Wind: drag and lift of the air on a surface, for all methods.

#include "core/model/model.h"
#include "core/model/state.h"

#include <span>
#include <vector>

namespace xpbd {

/// Density of air at 20 degrees [kg/m^3].
inline constexpr double kAirDensity = 1.2;

/// The force of the air on a particle: K (v_air - v) + L at its velocity v.
struct AirLoad {
    double drag = 0;  ///< K [kg/s]
    Vec3 lift{0};     ///< L at the current velocities [N]
    double slope = 0; ///< upper bound of the change of L with v [kg/s]
    double speed = 0; ///< highest relative speed of the air at its triangles [m/s]
};

/// Drag and lift of the air on every triangle, shared equally by its particles. With u = |u| u^ the air's velocity
/// relative to the triangle, A its area and n its unit normal on the lee side: f = 1/2 rho |u|^2 A (n . u^)
/// (C_D u^ + C_L (n - (n . u^) u^)), drag along the flow and lift across it (W14). Drag is K_t u with
/// K_t = 1/2 rho |u| A (n . u^) C_D. The slope of the lift is bounded by 1/2 rho |u| A C_L |n x u^|^2.
/// @param loads one per particle; overwritten
void find_air_loads(const Model& model, const State& state, const Vec3& wind, std::vector<AirLoad>& loads);

/// Coefficients of a substep for the wind: a particle at the new position x has the velocity
/// `velocity_per_motion` (x - reference), and a force f moves it by f h_squared w.
struct WindStep {
    double h_squared = 0;            ///< [s^2]
    double velocity_per_motion = 0;  ///< [1/s]
    std::span<const Vec3> reference; ///< x_ref [m]
};

/// Wind, for all methods. Drag is implicit: the drag on a particle is K (v_air - v_new), with K from the start of the
/// substep. The new velocity is linear in the new position, so drag is equivalent to a larger mass m' and another
/// inertial target x~':
///
///     m' = m + h^2 K c,   m' x~' = m x~ + h^2 (K (v_air + c x_ref) + L),   v_new = c (x - x_ref)
///
/// A method that solves M' (x - x~') = grad C' lambda solves M (x - x~) = grad C' lambda + h^2 (K (v_air - v_new) + L).
/// The relative speed is divided by 1 + h c K/m and never changes its sign, whatever h; at rest and at terminal speed
/// the force follows the law exactly.
///
/// Lift is L from the start of the substep. If h times its slope exceeds the mass, it would carry the particle past its
/// final speed: then S (v_old - v_new) is added, with the smallest S that prevents this. This term is zero in every
/// steady state. If drag is weak (C_D < C_L/2), the remaining lift is shortened so that the relative speed does not
/// grow.
class Wind {
public:
    /// Call it for a substep without wind.
    void calm() { masses_.clear(); }
    /// Computes the loads for a substep, from the state's velocities.
    void begin(const Model& model, const State& state, const Vec3& wind);
    /// BDF2 extrapolates 4/3 v^n - 1/3 v^(n-1). If the air changes the relative velocity by more than half in a substep
    /// h [s], that could reverse it: v^(n-1) is then set to v^n.
    void limit_history(State& state, const Vec3& wind, double h, std::size_t particle) const;
    /// Changes a particle's inverse mass and its inertial target, in State::predicted and in its position.
    void apply(State& state, const Vec3& wind, const WindStep& step, std::size_t particle);
    /// Call it after the solve: restores the inverse masses, and sets the targets for which M (x - x~) is the same
    /// force.
    void restore(State& state);
    /// Masses during the solve [kg]; empty without wind.
    std::span<const double> masses() const { return masses_; }

private:
    std::vector<AirLoad> loads_;
    std::vector<double> masses_;         ///< m' [kg]
    std::vector<double> inverse_masses_; ///< original w of changed particles, else 0 [1/kg]
};

} // namespace xpbd
