#pragma once

#include "core/implicit/block_cholesky.h"
#include "core/implicit/conjugate_gradients.h"
#include "core/implicit/primal_dual/graph.h"
#include "core/implicit/primal_dual/multigrid_system.h"
#include "core/implicit/primal_dual/outside.h"
#include "core/implicit/vectors.h"
#include "core/step/contact/contact_row.h"
#include "core/step/energy_guard.h"
#include "core/step/stop_rule.h"
#include "core/step/terms.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Calls f(row, collider, particle, gap) for every collider and every free particle. `rows` has one row per collider
/// and particle.
template <class Rows, class F>
void for_each_contact(Rows& rows, const Model& model, const std::vector<Vec4>& x, F&& f) {
    auto row = rows.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++row) {
            if (x[i].w > 0) {
                f(*row, collider, i, gap_to(collider.shape, xyz(x[i])));
            }
        }
    }
}

/// Primal-dual Newton: implicit Euler (or BDF2) with all constraints at once, in two or three iterations. The unknowns
/// are positions x and the multipliers lambda of the compliant constraints; a tension is t = -lambda/h^2. Newton's
/// method on
///     M (x - x~) - grad C' lambda = 0,   C + alpha/h^2 lambda = 0
/// with the change of lambda eliminated is one sparse symmetric system for the change of x:
///     (M + sum h^2 g (I - n n') + J' (h^2/alpha) J) dx = -grad E(x),   lambda <- lambda(C + J dx),   x <- x + dx
///     E(x) = 1/2 (x - x~)' M (x - x~) + sum h^2 C^2/(2 alpha)
/// The geometric stiffness g = min(max(0, t)/l, 1/alpha) of an edge takes its tension t from the multiplier predicted
/// by the last linear system (of this iteration or of the last substep), not from C/alpha at the positions. An edge
/// that a small rotation has stretched has a false tension there, which slows plain Newton on a stiff body. (In
/// statics: the mixed integration point Newton method, Magisano, Leonetti, Garcea, 2017.) The limits of g keep the
/// matrix positive definite: a factorisation fails only if rounding or overflow spoils its entries; find_careful_step()
/// then adds mass. There is no line search.
///
/// Constraints other than distances use their Gauss-Newton Hessian, or the positive part of their exact one. A rigid
/// constraint gets the least compliance (kLeastCompliance). Soft bending of a surface is left out of the factor
/// (GlobalGraph), volumes always are (Woodbury); conjugate gradients solve the exact system. A contact with a collider
/// is a row of an augmented Lagrangian, on the diagonal block of its particle. A contact of the body with itself is
/// such a row too: in the factor if its two particles share a block, else in the conjugate gradients.
class PrimalDualSolver final : public GuardedStepper {
public:
    /// Compliance of a rigid distance, and lower limit for others [m/N]. For other types the limit is this times
    /// sum |grad C|^2 / 2. A smaller compliance would drown the other entries of the matrix in rounding.
    static constexpr double kLeastCompliance = 1e-9;
    /// A single iteration leaves an error in its linearised equations and can gain energy.
    static constexpr int kLeastIterations = 2;

    /// From this iteration on, compressed edges count with their negative geometric stiffness unless the body would
    /// buckle: conjugate gradients on the exact matrix, preconditioned by the factor. Without it a body with wrinkles
    /// converges linearly, by a tenth per iteration. Earlier iterations make large moves, for which only the bounded
    /// stiffness is safe. Bodies with self-contact never use it: a buckling edge moves its particles further than
    /// the distance within which contacts were searched.
    static constexpr int kExactFrom = 3;

    /// Runs the iterations alone, as a start for another method: at most `most`, from zero multipliers. Changes
    /// positions and multipliers, and not the velocities. Ignores contacts that have no rows. Returns the number of
    /// iterations, or 0 if the result is not finite.
    int approach(const Substep& substep, State& state, int most);
    /// The contact between a collider and a particle, at the end of the iterations.
    const ContactRow& contact(std::size_t collider, std::size_t particle) const {
        return rows_[collider * free_.size() + particle];
    }

protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;

private:
    /// A linearised distance constraint.
    struct Edge {
        Vec3 direction{0};
        double value = 0; ///< C [m]
    };
    /// A compressed distance constraint: its geometric stiffness is negative and not in the matrix.
    struct Compressed {
        std::array<int, 2> ends{};
        Vec3 direction{0};
        double across = 0; ///< magnitude of the negative stiffness across the edge, >= 0 [kg]
        int part = 0;      ///< part of the matrix, as in Touch
    };
    /// A contact between a particle and a collider, or between two particles. Sticking or sliding is decided once per
    /// iteration, from the prediction of the linear system, so that each system is linear.
    struct Row : ContactRow {
        bool is_pressed = false; ///< the contact is in the linear system
        bool had_force = false;  ///< the contact carried force in the last substep
        bool is_new = true;      ///< no linear system has contained it yet
        bool sticks = false;     ///< no slip along the surface
        Friction acting{};       ///< friction in the linear system
        double missed = 0;       ///< force in the linear system that violates the law of contact [N s^2]

        /// @name For a gap that is too large by `error`, after a slip of `slip` since the start of the substep [m]
        /// @{
        /// Prepares the row for the next linear system.
        void act(double error, const Vec3& slip);
        /// Its force in the linear system.
        Vec3 force(double error, const Vec3& towards) const {
            return (normal - penalty * error) * towards + acting.force;
        }
        /// Takes the forces from the linear system, whose step changes the slip by `slipped`.
        void update(double error, const Vec3& slip, const Vec3& slipped, double friction);
        /// @}
        /// Sets the initial force, limited to the friction cone.
        void start_from(double force, const Vec3& along, double friction);
        /// Adds `sign` times the row's stiffness to a block.
        void add_to(double* block, const Vec3& towards, double sign) const;
        /// The row's stiffness matrix times v.
        Vec3 stiffness_times(const Vec3& v, const Vec3& towards) const;

    private:
        void decide(const Vec3& slip);
    };
    /// A contact between two particles of the body.
    struct PairRow : Row {
        std::size_t pair = 0;                     ///< index in SelfCollision::pairs()
        int a = 0, b = 0;                         ///< the force acts on b, the opposite force on a
        double distance = 0;                      ///< minimum distance of a and b [m]
        std::size_t place = GlobalGraph::kNoLink; ///< index in GlobalGraph::pairs if the factor has a block for it
        Vec3 towards{0};                          ///< unit vector from a to b
    };
    /// Largest remaining penetration, as a share of the contact distance.
    static constexpr double kDeep = 0.1;

    /// A constraint that acts on rows of a part of the matrix. If it acts on this part only, no row of it needs a test
    /// for the part it belongs to.
    struct Touch {
        int constraint = 0;
        int part = 0; ///< number of the part; kAllParts if the constraint acts on this part only
    };
    /// The work of one task of the assembly, and its results.
    struct Part {
        int number = 0;
        std::vector<Touch> touches;         ///< all constraints except volumes, in model order
        OutsideConstraints outside;         ///< constraints outside the factor, in this iteration
        std::vector<Compressed> compressed; ///< compressed edges, in this iteration
        bool is_cut = false;                ///< a constraint with a force that is not finite was left out

        /// The touches of one type; `first` is the index of its first constraint, `size` the number of constraints.
        std::span<const Touch> of_type(std::size_t first, std::size_t size) const {
            const auto before = [&](std::size_t c) {
                const auto at = std::partition_point(
                    touches.begin(), touches.end(), [&](const Touch& touch) { return index_of(touch.constraint) < c; });
                return static_cast<std::size_t>(at - touches.begin());
            };
            const std::size_t begin = before(first);
            return std::span(touches).subspan(begin, before(first + size) - begin);
        }
    };
    // Defined in primal_dual.cpp: iterations of a substep
    void begin(const Substep& substep, State& state, bool from_last);
    int run(const Substep& substep, State& state, int most);
    bool find_careful_step(const Substep& substep, const State& state);
    bool soften();
    void limit_stiffness(const Substep& substep);
    void prepare_matrix(const Substep& substep);
    void share_out(const Model& model);
    void shorten_step(const Substep& substep, const State& state);
    void advance(const Substep& substep, State& state);
    void update_multipliers(const Substep& substep, State& state);
    double rate(const auto& particles, const auto& gradients) const;

    // Defined in assemble.cpp: the linear system at the current positions
    void assemble(const Substep& substep, const State& state);
    void add_inertia(const State& state, const Part& part);
    void add_distances(const Substep& substep, const State& state, Part& part);
    void add_others(const Substep& substep, const State& state, Part& part);
    void add_volumes(const Substep& substep, const State& state);
    void add_edge(int part, const std::array<int, 2>& ends, std::size_t pair, const Vec3& n, double across,
                  double along);
    template <std::size_t Arity>
    void add_curvature(Part& part, int touched, const std::array<int, Arity>& particles,
                       const GlobalGraph::Place& place, const Curvature<Arity>& curvature);
    template <std::size_t Arity>
    void add_blocks(int part, const std::array<int, Arity>& particles, std::size_t first_pair, auto&& block);

    // Defined in solve.cpp: solution of the linear system
    bool find_step(const State& state);
    bool find_step_by_factor();
    bool find_step_by_multigrid(const State& state);
    void solve_volumes(auto&& solve);
    bool is_factor_exact() const;
    void precondition(const std::vector<double>& from, std::vector<double>& to) const;
    void add_volumes_to(std::span<double> solved) const;
    void add_difference(std::span<const double> from, std::span<double> to) const;

    // Defined in contacts.cpp: contacts with colliders
    void begin_contacts(const Substep& substep, const State& state, double scale);
    void add_contacts(const Substep& substep, const State& state);
    void update_contacts(const Substep& substep, const State& state);
    void push_out(const Substep& substep, State& state) const;
    bool has_met_contacts() const;

    // Defined in pairs.cpp: contacts between two particles of the body (PairRow)
    bool is_held(const Model& model, const PairRow& row) const;
    void start_from_carried(PairRow& row, const Vec3& apart, double friction, std::vector<Vec3>& carried) const;
    void begin_pairs(const Substep& substep, const State& state, std::vector<Vec3>& carried);
    void add_pairs(const Substep& substep, const State& state);
    void update_pairs(const Substep& substep, const State& state);
    void add_outer_pairs(std::span<const double> from, std::span<double> to) const;
    void write_pairs();
    void push_apart(const Substep& substep, State& state) const;

    bool is_free(int particle) const { return free_[index_of(particle)]; }
    /// True if the particle is free and the part contains its row.
    bool has(int part, int particle) const { return is_free(particle) && matrix_.has_row(part, particle); }
    /// Block row of a particle for OutsideConstraints; -1 if it is fixed.
    auto row_of() const {
        return [this](int particle) { return is_free(particle) ? particle : -1; };
    }
    void add_force(int particle, const Vec3& force) {
        if (is_free(particle)) {
            add_vec3(right_, 3 * particle, force);
        }
    }
    void add_force(int part, int particle, const Vec3& force) {
        if (matrix_.has_row(part, particle)) {
            add_force(particle, force);
        }
    }
    Vec3 step_of(int particle) const { return vec3_at(step_, 3 * particle); }

    std::vector<ObjectiveTerm> terms_;
    std::vector<bool> free_;                ///< per particle
    std::vector<Edge> edges_;               ///< per distance constraint
    std::vector<Part> parts_;               ///< parts of the matrix
    bool is_exact_ = false;                 ///< negative geometric stiffness is used (kExactFrom)
    bool is_careful_ = false;               ///< find_careful_step() is running
    double added_mass_ = 0;                 ///< ratio of added mass to the particle's mass (find_careful_step())
    double last_step_ = 0;                  ///< largest coordinate of the last iteration's step [m]
    Unfinished trouble_ = Unfinished::none; ///< why the last iteration needed find_careful_step()
    std::vector<Row> rows_;                 ///< one per collider and particle
    std::vector<int> distance_of_pair_;     ///< per pair of the graph: index of its distance constraint, or -1
    std::vector<PairRow> pair_rows_;        ///< one per pair of SelfCollision that needs a row
    std::vector<std::size_t> outer_pairs_;  ///< indices in pair_rows_ of pressed pairs without a block in the factor
    StopRule stop_rule_;

    GlobalGraph graph_;
    /// The inputs of the graph; it is rebuilt when they change.
    struct GraphKey {
        std::uint64_t model = 0; ///< identity
        TimeScheme scheme;
        bool by_multigrid = false;
        std::array<double, 2 * kRoleCount> materials{}; ///< compliance and damping of every role, from the settings
        bool operator==(const GraphKey&) const = default;
    };
    GraphKey graph_key_;
    bool bending_inside_ = true;
    bool by_multigrid_ = false; ///< the linear system is solved by multigrid_, not by the factor
    MultigridSystem multigrid_;
    BlockCholesky<3> matrix_;   ///< one block row per particle; identity for fixed particles
    Columns volume_gradient_;   ///< one column per volume: root of its curvature times grad C
    Columns volume_solved_;     ///< inverse of the factored matrix times volume_gradient_
    Columns volume_matrix_;     ///< I + volume_gradient_' volume_solved_
    std::vector<double> right_; ///< -grad E
    std::vector<double> step_;  ///< dx
    ConjugateGradients gradients_;
};

} // namespace xpbd
