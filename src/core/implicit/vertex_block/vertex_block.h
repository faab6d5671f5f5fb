#pragma once

#include "core/implicit/vertex_block/anderson.h"
#include "core/implicit/vertex_block/touch.h"
#include "core/step/energy_guard.h"
#include "core/step/stop_rule.h"
#include "core/step/terms.h"

#include <array>
#include <utility>
#include <vector>

namespace xpbd {

/// Vertex block descent (V24): minimises the objective of implicit Euler one vertex at a time, each by a 3x3 Newton
/// step, colour by colour, from the adaptive initial guess. With enough iterations it reaches Newton's solution.
///
/// Plain: a rigid constraint gets a large finite stiffness. Augmented (A25): rigid constraints carry multipliers, every
/// stiffness ramps up, and both are kept from step to step.
///
/// Energy: EnergyGuard checks the end of every substep. If the potential energy is too high, the substep is solved
/// again, carefully: with full stiffnesses, from the start with the lowest objective, and with a line search per
/// vertex, so that the objective falls from its value at x^n. For BDF1 that value is the energy at x^n.
///
/// Accelerated (Settings::acceleration): Anderson's iteration on positions and multipliers, sweep by sweep. A substep
/// ends with a plain sweep, so that contacts hold. Compliant constraints have their full stiffness, because a ramp
/// would move the solution. The careful second solve is not accelerated, because its objective has to fall in every
/// sweep.
///
/// Contacts: a vertex in contact with colliders takes its step with the contact forces as unknowns, with friction in
/// its cone, and with its whole stiffness (touch.h). A push by the mass alone would need more sweeps the stiffer the
/// body is. Contacts of the body with itself are projected after every sweep.
class VertexBlockSolver final : public Stepper {
public:
    enum class Kind { plain, augmented };
    explicit VertexBlockSolver(Kind kind) : augmented_(kind == Kind::augmented) {}

protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;
    void restrain(State& state) override;

private:
    /// Per particle, from entry offset[particle] on: its constraints of one type, and its number within each.
    struct Incidence {
        std::vector<int> offset;
        std::vector<std::pair<int, int>> entries;
    };

    void index_model(const Model& model);
    int descend(const Substep& substep, State& state);
    int descend_carefully(const Substep& substep, State& state);
    bool touches(const Model& model, State& state);
    void write_forces(const Model& model, State& state);
    void turn_as_rigid(const State& state, std::vector<Vec4>& place) const;
    void choose_start(const Substep& substep, State& state);
    void add_objective(const Substep& substep, const State& state, std::span<const Vec4> x,
                       std::vector<double>& sum) const;
    double local_objective(const Substep& substep, const State& state, std::size_t i) const;
    Vec3 shortened(const Substep& substep, State& state, std::size_t i, Vec3 move) const;
    void guess(const Substep& substep, State& state) const;
    void guess_contacts(const Substep& substep, State& state) const;
    void begin_augmented(const Substep& substep, State& state);
    void end_augmented(const Substep& substep, State& state) const;
    void relax_vertex(const Substep& substep, State& state, std::size_t i);
    void touch_colliders(const Substep& substep, const State& state, std::size_t i, const glm::dmat3& compliance,
                         Vec3& move);
    void put_on_surface(const Substep& substep, State& state, std::size_t i) const;
    Vec3 volume_gradient(const Model& model, const State& state, std::size_t v, std::size_t i) const;
    void update_multipliers(const Model& model, State& state);
    template <class Visit>
    void for_each_unknown(State& state, const Visit& visit);
    void pack_unknowns(State& state);
    void accelerate(State& state);

    bool augmented_;
    std::uint64_t indexed_ = 0; ///< identity of the model that incidence_, order_ and volumes_ describe
    std::array<Incidence, std::tuple_size_v<Constraints>> incidence_;
    std::vector<int> order_;                                ///< particles, colour by colour
    std::vector<std::vector<std::pair<int, int>>> volumes_; ///< per particle: (volume, triangle)
    std::vector<ObjectiveTerm> terms_;
    std::vector<double> full_stiffness_; ///< augmented: the largest stiffness of each constraint
    std::vector<double> volume_value_;   ///< current C of every volume
    std::vector<double> volume_weight_;  ///< sum of |grad C|^2 of every volume at the start of a sweep
    std::vector<VertexTouch> touches_;   ///< scratch: contacts of the current vertex, per collider
    AndersonMixing mixing_;
    std::vector<double> unknowns_; ///< scratch of accelerate() [sqrt(kg) m]
    StopRule stop_rule_;
    EnergyGuard guard_;
    bool careful_ = false;
    std::vector<bool> is_kept_;      ///< careful: per body, whether it keeps its first solution
    std::vector<Vec4> turned_;       ///< careful: scratch of choose_start()
    std::vector<Vec4> guessed_;      ///< positions at the start of the first attempt
    std::vector<double> elasticity_; ///< stiffness of every constraint that stores energy [N/m], else 0
};

} // namespace xpbd
