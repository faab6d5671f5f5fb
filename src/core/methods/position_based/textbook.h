#pragma once

#include "core/methods/position_based/coefficients.h"
#include "core/solver.h"

#include <vector>

namespace xpbd {

/// The position-based step in double precision, one constraint after the other: it reads like the papers (P07
/// algorithm 1, X16 algorithm 1) and is the oracle for every faster engine.
///
/// Contacts are unilateral constraints projected after the others in every iteration, only where C < 0, with Coulomb
/// friction as a positional constraint inside the cone |lambda_t| <= mu lambda_n: a particle that sticks does not
/// creep.
class TextbookSolver final : public Solver {
public:
    explicit TextbookSolver(CoefficientRule rule) : rule_(rule) {}

    StepStats step(const Model& model, State& state, const Control& control, const Settings& settings,
                   double dt) override;

private:
    struct Contact {
        double normal = 0; ///< accumulated lambda_n >= 0
        Vec3 tangent{0};   ///< accumulated lambda_t
    };

    void predict(const Model& model, State& state, const Control& control, const Settings& settings,
                 const SubstepScheme& scheme);
    void prepare(const Model& model, const Settings& settings, const SubstepScheme& scheme);
    void sweep(const Model& model, State& state, Sweep order);
    void project_contacts(const Model& model, State& state);
    int collect_contacts(const Model& model, State& state) const;

    CoefficientRule rule_;
    // Scratch, rewritten in every substep.
    std::vector<Coefficients> coefficients_; ///< per constraint, in model order
    std::vector<Vec3> start_;                ///< x^n
    std::vector<Vec3> reference_;            ///< position that damping measures motion from
    std::vector<Contact> contacts_;          ///< per collider and particle
};

} // namespace xpbd
