#pragma once

#include "core/constraints/fold.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace xpbd {

/// Directions of the constraints that are norms (ConstraintInfo::is_norm), over the iterations of a substep. Where an
/// iteration takes a norm |u| through zero, its gradient turns round. The multiplier must then change its sign too:
/// only so is the force lambda grad C the sum of what the iterations have applied. With the old sign the joint holds
/// against a load that is not there: a cantilever by `direct` bent 15 % too little.
class NormDirections {
public:
    /// Forgets all directions. Call it where the multipliers are set to zero.
    void begin(const Model& model) {
        std::size_t count = 0;
        for_each_type(model, [&](const auto& array, std::size_t) {
            using Type = typename std::remove_cvref_t<decltype(array)>::Type;
            first_[ConstraintTypes::place_of<Type>] = count;
            count += Type::info.is_norm ? array.size() : 0;
        });
        before_.assign(count, Vec3(0));
    }

    /// Keeps the direction of a norm; true where it has turned round since the evaluation before.
    template <class Type>
    bool has_turned(const TypedConstraint<Type>& constraint, const Evaluation<double, Type::arity>& evaluation) {
        static_assert(Type::info.is_norm);
        const auto defined = std::find_if(evaluation.gradient.begin(), evaluation.gradient.end(),
                                          [](const Vec3& gradient) { return gradient != Vec3(0); });
        if (defined == evaluation.gradient.end()) {
            return false; // at zero: the next direction is compared with the last one
        }
        Vec3& before = before_[first_[ConstraintTypes::place_of<Type>] + constraint.c];
        const bool turned = glm::dot(before, *defined) < 0;
        before = *defined;
        return turned;
    }

private:
    std::array<std::size_t, ConstraintTypes::size> first_{}; ///< of each type, in before_
    std::vector<Vec3> before_;                               ///< a gradient of each norm; 0 = none yet
};

} // namespace xpbd
