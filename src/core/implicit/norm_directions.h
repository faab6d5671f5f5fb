#pragma once

#include "core/model/fold.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace xpbd {

/// Detects when the gradient of a norm constraint (ConstraintInfo::is_norm) reverses within a substep, because an
/// iteration took the norm |u| through zero. The multiplier must then change its sign too: only then is the force
/// lambda grad C the sum of the applied corrections. With the old sign a joint resists a load that does not exist: a
/// cantilever by `direct` bent 15 % too little.
class NormDirections {
public:
    /// Clears all directions. Call it when the multipliers are set to zero.
    void begin(const Model& model) {
        std::size_t count = 0;
        for_each_type(model, [&](const auto& array, std::size_t) {
            using Type = typename std::remove_cvref_t<decltype(array)>::Type;
            first_[ConstraintTypes::place_of<Type>] = count;
            count += Type::info.is_norm ? array.size() : 0;
        });
        before_.assign(count, Vec3(0));
    }

    /// Stores the direction of a norm. True if it has reversed since the previous evaluation.
    template <class Type>
    bool has_turned(const TypedConstraint<Type>& constraint, const Evaluation<double, Type::arity>& evaluation) {
        static_assert(Type::info.is_norm);
        const auto defined = std::find_if(evaluation.gradient.begin(), evaluation.gradient.end(),
                                          [](const Vec3& gradient) { return gradient != Vec3(0); });
        if (defined == evaluation.gradient.end()) {
            return false; // C is at its minimum: the next direction is compared with the stored one
        }
        Vec3& before = before_[first_[ConstraintTypes::place_of<Type>] + constraint.c];
        const bool turned = glm::dot(before, *defined) < 0;
        before = *defined;
        return turned;
    }

private:
    std::array<std::size_t, ConstraintTypes::size> first_{}; ///< per type: index of its first entry in before_
    std::vector<Vec3> before_;                               ///< last gradient of each norm; 0: not evaluated yet
};

} // namespace xpbd
