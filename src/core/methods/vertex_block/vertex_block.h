#pragma once

#include "core/methods/stop_rule.h"
#include "core/methods/terms.h"

#include <array>
#include <utility>
#include <vector>

namespace xpbd {

/// Vertex block descent (V24): minimises implicit Euler's objective one vertex at a time, each by a 3x3 Newton step,
/// colour by colour, from the adaptive initial guess. Given enough iterations it reaches Newton's solution.
///
/// Plain: a rigid constraint gets a large finite stiffness. Augmented (A25): rigid constraints carry multipliers and
/// every stiffness ramps up, and both are kept from step to step.
///
/// Contacts: after every sweep particles are pushed out of colliders, with the friction that the push allows.
class VertexBlockSolver final : public Stepper {
public:
    enum class Kind { plain, augmented };
    explicit VertexBlockSolver(Kind kind) : augmented_(kind == Kind::augmented) {}

protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;

private:
    /// The constraints of one batch at every particle: (constraint, place of the particle in it).
    struct Incidence {
        std::vector<int> offset;
        std::vector<std::pair<int, int>> entries;
    };

    void index_model(const Model& model);
    void guess(const Substep& substep, State& state) const;
    void begin_augmented(const Substep& substep, State& state);
    void end_augmented(const Substep& substep, State& state);
    void relax_vertex(const Substep& substep, State& state, std::size_t i);
    Vec3 volume_gradient(const Model& model, const State& state, std::size_t v, std::size_t i) const;
    void update_multipliers(const Model& model, State& state);

    bool augmented_;
    std::uint64_t indexed_ = 0; ///< identity of the model that the next three describe
    std::array<Incidence, std::tuple_size_v<Constraints>> incidence_;
    std::vector<int> order_;                                ///< particles, colour by colour
    std::vector<std::vector<std::pair<int, int>>> volumes_; ///< per particle: (volume, triangle)
    std::vector<ObjectiveTerm> terms_;
    std::vector<double> full_stiffness_; ///< augmented: K that a ramp ends at
    std::vector<double> volume_value_;   ///< C of every volume now
    std::vector<double> volume_weight_;  ///< sum of |grad C|^2 of every volume, at the start of a sweep
    StopRule stop_rule_;
};

} // namespace xpbd
