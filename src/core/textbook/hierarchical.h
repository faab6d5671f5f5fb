#pragma once

#include "core/step/energy_guard.h"
#include "core/textbook/textbook.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace xpbd {

/// Hierarchical position based dynamics (H08): coarser levels of the same particles remove the error that extends over
/// many constraints, in one traversal from the coarsest level to the finest, which is plain PBD. A coarse constraint is
/// an upper limit of a distance, so that the body can still fold. The method has no forces (MethodTraits::has_forces):
/// the multipliers do not contain the pull of coarse levels, and a particle that follows its parents in a coarser level
/// (a child) does not conserve momentum.
///
/// Contacts and friction act on the finest level only. Friction depends on the normal force, which coarse levels do
/// not compute: they skip particles that touch a collider.
///
/// A child that follows its parents can gain energy: EnergyGuard slows the body down to the energy that it had. PBD's
/// constraints store no energy.
class HierarchicalSolver final : public TextbookSolver {
public:
    using TextbookSolver::TextbookSolver;

    /// Limits the number of coarse levels from the next step on; without a call there is no limit.
    void limit_levels(std::size_t most) {
        most_levels_ = most;
        built_ = 0;
    }
    /// Number of coarse levels in the last step.
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
        /// A particle of the next finer level that is not in this level, and its parents in this level with their
        /// weights. The weights of a particle add up to one.
        std::vector<std::pair<int, std::vector<std::pair<int, double>>>> children;
    };

    void build(const Model& model, const State& state);
    void find_touching(const Substep& substep, const std::vector<Vec4>& x);
    void project(const Level& level, std::vector<Vec4>& x) const;

    std::size_t most_levels_ = std::numeric_limits<std::size_t>::max();
    std::uint64_t built_ = 0;        ///< identity of the model that levels_ describes
    std::vector<std::uint8_t> torn_; ///< State::torn that levels_ describes
    std::vector<Level> levels_;      ///< coarse levels, coarsest last; the finest level is not included
    std::vector<Vec4> before_;
    std::vector<bool> touching_; ///< per particle (find_touching())
    EnergyGuard guard_;
};

} // namespace xpbd
