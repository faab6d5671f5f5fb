#pragma once

#include "core/implicit/norm_directions.h"
#include "core/step/stepper.h"
#include "core/textbook/coefficients.h"
#include "core/textbook/primal_residual.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// XPBD with all constraints at once: every iteration linearises them and solves
/// (J M^-1 J' + D) d_lambda = b, with D = alpha~/(1 + gamma) and
/// b = -(C + alpha~ lambda + gamma grad C . (x - x_reference))/(1 + gamma) (X16 eq. 26; each row is divided by its own
/// 1 + gamma to keep the matrix symmetric). Then lambda += d_lambda, x += M^-1 J' d_lambda, and contacts are projected.
/// If the primal residual is kept, a PrimalStep comes before, and its weights take the place of M^-1; a substep that
/// ends with a longer primal step than its first one is solved again with the residual dropped. A derived class solves
/// the linear system: by a factorisation (direct/) or by multigrid (mgpbd/).
class LinearisedXpbd : public Stepper {
protected:
    /// One linearised constraint; its gradients are in slots_.
    struct Row {
        double value = 0;
        double moved = 0; ///< grad C . (x - x_reference)
        Coefficients k;
        bool moves = false; ///< the constraint has a nonzero gradient for a free particle
        double d = 0;       ///< diagonal entry of D, plus the regularisation (set_right_side())
    };
    /// One of a constraint's free particles, with the gradient of C there.
    struct Slot {
        int constraint, particle;
        Vec3 gradient{0}; ///< zero if the constraint is torn
    };

    /// @param solves_volumes enclosed volumes have rows in the system; else their rows never move
    explicit LinearisedXpbd(bool solves_volumes) : solves_volumes_(solves_volumes) {}

    int solve(const Substep& substep, State& state) final;

    /// The slots have changed: the patterns of all matrices are obsolete.
    virtual void forget_patterns() = 0;
    /// A substep begins.
    virtual void begin_solve(const Substep& /*substep*/) {}
    /// Share of the largest w |grad C|^2 of a particle that is added to every diagonal entry of D: without this
    /// addition, redundant rigid constraints, as in a cloth, make the matrix singular.
    virtual double regularisation() const = 0;
    /// Solves the linear system: computes change_. False if the matrix is not positive definite, or the solver is
    /// interrupted.
    virtual bool find_change(const Substep& substep, const State& state) = 0;
    /// Adds change_ to the multipliers, and M^-1 J' change_ to the positions.
    virtual void move(const Substep& substep, State& state);

    /// True in an iteration that corrects the residual of the balance of momentum before it linearises.
    bool corrects_balance() const { return corrects_balance_; }

    std::span<const Slot> slots_of(std::size_t constraint) const {
        return std::span(slots_).subspan(first_slot_[constraint],
                                         first_slot_[constraint + 1] - first_slot_[constraint]);
    }

    std::vector<bool> free_;              ///< per particle: whether it was free when the slots were made
    std::vector<Row> rows_;               ///< per constraint, in model order
    std::vector<Slot> slots_;             ///< sorted by constraint
    std::vector<std::size_t> first_slot_; ///< per constraint; one more at the end
    std::vector<double> right_side_;      ///< b
    std::vector<double> change_;          ///< d_lambda
    std::vector<Vec4> from_;              ///< positions that the constraints are linearised at

private:
    int iterate_all(const Substep& substep, State& state);
    bool iterate(const Substep& substep, State& state);
    void prepare(const Substep& substep, const State& state);
    void linearise(const Substep& substep, State& state);
    void set_right_side(const State& state);
    bool is_finite_system() const;
    bool is_at_rest(const State& state);

    bool solves_volumes_;
    std::uint64_t slots_of_ = 0; ///< identity of the model that the slots were made for
    NormDirections directions_;
    PrimalResidual primal_residual_ = PrimalResidual::dropped; ///< in the current substep
    PrimalStep primal_step_;
    bool corrects_balance_ = false;
    bool failed_ = false;         ///< the substep's iterations ended before their number
    std::vector<Vec4> beginning_; ///< positions at the start of the iteration
    double last_move_ = 0;        ///< largest move in the previous iteration (is_at_rest())
    double last_change_ = 0;      ///< largest change of a multiplier in the previous iteration
};

} // namespace xpbd
