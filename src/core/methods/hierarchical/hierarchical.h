#pragma once

#include "core/methods/energy_guard.h"
#include "core/methods/position_based/textbook.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace xpbd {

/// Hierarchical position based dynamics (H08): coarser levels of the same particles take the error that spreads over
/// many constraints, in one traversal from the coarsest level to the finest, which is plain PBD. A coarse constraint is
/// an upper limit on a distance, so that the body may still fold. The coarse levels' pull is not among the constraints'
/// multipliers, and a child follows its parents without regard to momentum: the method has no forces
/// (MethodInfo::has_forces).
///
/// Contacts and their friction belong to the finest level. A coarse level pulls without the normal forces that friction
/// is a share of: particles that touch a collider take no part in it.
///
/// A child that follows its parents gains speed from nowhere: EnergyGuard slows the body down to the energy that it
/// had. PBD's constraints store none.
class HierarchicalSolver final : public TextbookSolver {
public:
    using TextbookSolver::TextbookSolver;

    /// At most this many coarse levels from the next step on; as many as there can be where it is not called.
    void limit_levels(std::size_t most) {
        most_levels_ = most;
        built_ = 0;
    }
    /// Coarse levels of the last step.
    std::size_t level_count() const { return levels_.size(); }

protected:
    int solve(const Substep& substep, State& state) override;
    void restrain(State& state) override;

private:
    struct Link {
        int a = 0;
        int b = 0;
        double length = 0; ///< upper limit [m]
    };
    struct Level {
        std::vector<Link> links; ///< between particles of this level
        /// For every particle of the next finer level that is not in this one: its parents here, with weights that sum
        /// to one.
        std::vector<std::pair<int, std::vector<std::pair<int, double>>>> children;
    };

    void build(const Model& model);
    void find_touching(const Substep& substep, const std::vector<Vec4>& x);
    void project(const Level& level, std::vector<Vec4>& x) const;

    std::size_t most_levels_ = std::numeric_limits<std::size_t>::max();
    std::uint64_t built_ = 0;   ///< identity of the model that levels_ describes
    std::vector<Level> levels_; ///< coarsest last; the finest level, all particles, is not among them
    std::vector<Vec4> before_;
    std::vector<bool> touching_; ///< per particle, see find_touching()
    EnergyGuard guard_;
};

} // namespace xpbd
