#pragma once

#include "core/constraints/evaluation.h"

#include <cmath>
#include <string_view>

namespace xpbd {

/// Distance constraint C = |x1 - x0| - d [m] (P07 section 3.2). Used for stretch, shear and skip-one bending.
struct Distance {
    static constexpr std::string_view key = "distance";
    static constexpr std::string_view value_unit = "m";
    static constexpr std::string_view compliance_unit = "m/N";
    static constexpr std::size_t arity = 2;

    template <class S>
    struct Rest {
        S length{}; ///< d [m]
    };

    /// C and its gradients. Coincident points get the direction (0, 1, 0): defined, and as good as any.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        const glm::vec<3, S> edge = x[1] - x[0];
        const S length = std::sqrt(glm::dot(edge, edge));
        const glm::vec<3, S> direction = length > S(0) ? edge / length : glm::vec<3, S>(0, 1, 0);
        return {length - rest.length, {-direction, direction}};
    }

    /// Rest data that makes C = 0 at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {glm::length(x[1] - x[0])};
    }
};

} // namespace xpbd
