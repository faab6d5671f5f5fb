#pragma once

#include "core/contact/contact_row.h"
#include "core/methods/block_cholesky.h"
#include "core/methods/conjugate_gradients.h"
#include "core/methods/energy_guard.h"
#include "core/methods/global/graph.h"
#include "core/methods/global/outside.h"
#include "core/methods/stop_rule.h"
#include "core/methods/terms.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Primal-dual Newton: implicit Euler (or BDF2) with all constraints at once, in two or three iterations. The unknowns
/// are positions x and the multipliers lambda of the compliant constraints; a tension is t = -lambda/h^2. Newton's
/// method on
///     M (x - x~) - grad C' lambda = 0,   C + alpha/h^2 lambda = 0
/// with the change of lambda eliminated is one sparse symmetric system for the change of x:
///     (M + sum h^2 g (I - n n') + J' (h^2/alpha) J) dx = -grad E(x),   lambda <- lambda(C + J dx),   x <- x + dx
///     E(x) = 1/2 (x - x~)' M (x - x~) + sum h^2 C^2/(2 alpha)
/// The geometric stiffness g = min(max(0, t)/l, 1/alpha) of an edge takes its tension t from the multiplier that the
/// linear system foretold, in this iteration or in the step before, not from C/alpha at the positions: these false
/// tensions, of edges that a small turn has stretched, are what makes plain Newton crawl on a stiff body. (In statics
/// the same is known as the mixed integration point Newton method: Magisano, Leonetti, Garcea, 2017.) Its limits keep
/// the matrix positive definite, so that a factorisation fails only where rounding or overflow spoils its entries; then
/// mass is added (find_careful_step()). There is no line search.
///
/// Constraints other than distances have their Gauss-Newton Hessian, or their own made positive. A rigid constraint is
/// one of the least compliance: see kLeastCompliance. Bending of a surface stays outside of the factor where it is soft
/// (GlobalGraph), volumes do always (Woodbury); conjugate gradients close the difference. A contact with a collider is
/// a row of an augmented Lagrangian on its particle's diagonal block. So is a contact of the body with itself, where
/// its two particles have a block; the rows of others come in by conjugate gradients.
class GlobalSolver final : public GuardedStepper {
public:
    /// Compliance of a distance that is asked to be rigid or nearly so [m/N]. Others in proportion: sum |grad C|^2 / 2
    /// times this. A stiffer one would drown the rest of the matrix in its rounding.
    static constexpr double kLeastCompliance = 1e-9;
    /// One iteration alone does not meet its own linearisation, and can gain energy.
    static constexpr int kLeastIterations = 2;

    /// From this iteration on, compressed edges count with their negative geometric stiffness, as far as the body does
    /// not buckle by it: conjugate gradients on the exact matrix, preconditioned by the factor. Without it a body with
    /// wrinkles converges linearly, by a tenth per iteration. The iterations before make large moves, for which only
    /// the bounded stiffness is safe. So it is to the end where the body touches itself: an edge that buckles moves
    /// further than the pairs around it are known.
    static constexpr int kExactFrom = 3;

    /// The iterations alone, for a method that starts where they lead: at most `most`, from zero multipliers. Moves
    /// positions and multipliers; what has no contact rows, parts of the body that touch, is left alone. Returns the
    /// iterations done, or 0 where the result is not finite.
    int approach(const Substep& substep, State& state, int most);
    /// The contact with this collider at the end of the iterations.
    const ContactRow& contact(std::size_t collider, std::size_t particle) const {
        return rows_[collider * free_.size() + particle];
    }

protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;

private:
    /// A distance constraint, linearised.
    struct Edge {
        Vec3 direction{0};
        double value = 0; ///< C [m]
    };
    /// A distance constraint that pushes: its geometric stiffness is negative, and not in the matrix.
    struct Compressed {
        std::array<int, 2> ends{};
        Vec3 direction{0};
        double across = 0; ///< less stiffness than none across it, >= 0
        int part = 0;      ///< as Touch
    };
    /// A contact: a particle's with a collider, or that of two particles. Whether it sticks or slides is decided once
    /// per iteration, from what the linear system foretold, so that every system is one of stiffnesses.
    struct Row : ContactRow {
        bool is_pressed = false; ///< the linear system has it
        bool had_force = false;  ///< in the substep before
        bool is_new = true;      ///< no linear system has told its force yet
        bool sticks = false;     ///< it holds its place along the surface
        Friction acting{};       ///< friction in the linear system
        double missed = 0;       ///< force that the linear system had and the law of the contact does not [N s^2]

        /// @name Of a gap that is too large by `error`, and has slipped by `slip` since the start of the substep [m]
        /// @{
        /// Prepares the row for a linear system.
        void act(double error, const Vec3& slip);
        /// Force in the linear system.
        Vec3 force(double error, const Vec3& towards) const {
            return (normal - penalty * error) * towards + acting.force;
        }
        /// Takes over the forces after a step that changes the slip by `slipped`.
        void update(double error, const Vec3& slip, const Vec3& slipped, double friction);
        /// @}
        /// Starts from a force, which is on the friction cone or within.
        void start_from(double force, const Vec3& along, double friction);
        /// Adds the row's stiffness, `sign` times.
        void add_to(double* block, const Vec3& towards, double sign) const;
        /// The stiffness times a vector.
        Vec3 stiffness_times(const Vec3& v, const Vec3& towards) const;

    private:
        void decide(const Vec3& slip);
    };
    /// Two particles that must stay apart.
    struct PairRow : Row {
        std::size_t pair = 0;                     ///< in SelfCollision::pairs()
        int a = 0, b = 0;                         ///< the forces act on b, and the opposite ones on a
        double distance = 0;                      ///< that they must keep [m]
        std::size_t place = GlobalGraph::kNoLink; ///< in GlobalGraph::pairs: then the factor has it
        Vec3 towards{0};                          ///< unit vector from a to b
    };
    /// Share of the distance of a contact that it may be too near at the end.
    static constexpr double kDeep = 0.1;

    /// A constraint that acts on rows of a part of the matrix. Most act on no others: those need not look at each row.
    struct Touch {
        int constraint = 0;
        int part = 0; ///< that part, or kAllParts if there is no other
    };
    /// What a task of the assembly adds.
    struct Part {
        int number = 0;
        std::vector<Touch> touches;         ///< of all constraints but volumes, in model order
        OutsideConstraints outside;         ///< of the iteration
        std::vector<Compressed> compressed; ///< likewise
        bool is_cut = false;                ///< a constraint without finite force was left out

        /// Those of a type, whose first one is `first`.
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
    // global.cpp: the iterations of a substep
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

    // assemble.cpp: the linear system at the positions
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

    // solve.cpp: its solution
    bool find_step();
    bool is_factor_exact() const;
    void precondition(const Eigen::VectorXd& from, Eigen::VectorXd& to) const;
    void add_volumes_to(Eigen::VectorXd& solved) const;
    void add_difference(const Eigen::VectorXd& from, Eigen::VectorXd& to) const;

    // contacts.cpp
    void begin_contacts(const Substep& substep, const State& state, double scale);
    void add_contacts(const Substep& substep, const State& state);
    void update_contacts(const Substep& substep, const State& state);
    void push_out(const Substep& substep, State& state) const;
    bool has_met_contacts() const;

    // pairs.cpp: contacts of the body with itself
    bool is_held(const Model& model, const PairRow& row) const;
    void start_from_carried(PairRow& row, const Vec3& apart, double friction, std::vector<Vec3>& carried) const;
    void begin_pairs(const Substep& substep, const State& state, std::vector<Vec3>& carried);
    void add_pairs(const Substep& substep, const State& state);
    void update_pairs(const Substep& substep, const State& state);
    void add_outer_pairs(const Eigen::VectorXd& from, Eigen::VectorXd& to) const;
    void write_pairs();
    void push_apart(const Substep& substep, State& state) const;

    bool is_free(int particle) const { return free_[index_of(particle)]; }
    /// True for a free particle whose row the part has.
    bool has(int part, int particle) const { return is_free(particle) && matrix_.has_row(part, particle); }
    /// OutsideConstraints' block row of a particle.
    auto row_of() const {
        return [this](int particle) { return is_free(particle) ? particle : -1; };
    }
    void add_force(int particle, const Vec3& force) {
        if (is_free(particle)) {
            right_.segment<3>(3 * particle) += Eigen::Vector3d(force.x, force.y, force.z);
        }
    }
    void add_force(int part, int particle, const Vec3& force) {
        if (matrix_.has_row(part, particle)) {
            add_force(particle, force);
        }
    }
    Vec3 step_of(int particle) const { return {step_[3 * particle], step_[3 * particle + 1], step_[3 * particle + 2]}; }

    /// Calls f(row, collider, particle, gap) for every collider and every free particle; `self`: the solver.
    template <class Self, class F>
    static void for_each_row(Self& self, const Model& model, const std::vector<Vec4>& x, F&& f) {
        auto row = self.rows_.begin();
        for (const Collider& collider : model.colliders) {
            for (std::size_t i = 0; i < x.size(); ++i, ++row) {
                if (self.free_[i]) {
                    f(*row, collider, i, gap_to(collider.shape, xyz(x[i])));
                }
            }
        }
    }

    std::vector<ObjectiveTerm> terms_;
    std::vector<bool> free_;                ///< per particle
    std::vector<Edge> edges_;               ///< per distance constraint
    std::vector<Part> parts_;               ///< of the matrix
    bool is_exact_ = false;                 ///< see kExactFrom
    bool is_careful_ = false;               ///< see find_careful_step()
    double added_mass_ = 0;                 ///< likewise; over a particle's own
    double last_step_ = 0;                  ///< longest motion of a particle in the last iteration [m]
    Unfinished trouble_ = Unfinished::none; ///< of the iteration: what made find_careful_step() leave the method's own
    std::vector<Row> rows_;                 ///< per collider and particle
    std::vector<int> distance_of_pair_;     ///< per pair of the graph: the distance constraint that it is of, or -1
    std::vector<PairRow> pair_rows_;        ///< per pair of SelfCollision
    std::vector<std::size_t> outer_pairs_;  ///< of those, which are pressed and not in the factor
    StopRule stop_rule_;

    GlobalGraph graph_;
    /// What the graph follows from.
    struct GraphKey {
        std::uint64_t model = 0; ///< identity
        TimeScheme scheme;
        std::array<double, 2 * kRoleCount> materials{}; ///< compliances and dampings that the settings give
        bool operator==(const GraphKey&) const = default;
    };
    GraphKey graph_key_;
    bool bending_inside_ = true;
    BlockCholesky<3> matrix_;         ///< a block row per particle; that of a fixed one is the identity
    Eigen::MatrixXd volume_gradient_; ///< a column per volume, times the root of its curvature
    Eigen::MatrixXd volume_solved_;   ///< the factor's solution of it
    Eigen::MatrixXd volume_matrix_;   ///< I + volume_gradient_' volume_solved_
    Eigen::VectorXd right_;           ///< -grad E
    Eigen::VectorXd step_;            ///< dx
    ConjugateGradients gradients_;
};

} // namespace xpbd
