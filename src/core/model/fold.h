#pragma once

// Visits all constraints of a model with one generic function: for_each_constraint().

#include "core/model/constraints/all.h"
#include "core/model/model.h"
#include "core/model/state.h"
#include "core/model/volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// Positions of constraint c's particles [m].
template <class ConstraintType>
Points<double, ConstraintType::arity> points_of(const ConstraintArray<ConstraintType>& array, std::size_t c,
                                                std::span<const Vec4> x) {
    Points<double, ConstraintType::arity> points;
    for (std::size_t i = 0; i < ConstraintType::arity; ++i) {
        points[i] = xyz(x[index_of(array.particles[c][i])]);
    }
    return points;
}

/// @name One constraint, as for_each_constraint() passes it
/// TypedConstraint and VolumeConstraint share the members that generic functions use.
/// @{

/// A constraint of a type in the list (constraints/all.h).
template <class ConstraintType>
struct TypedConstraint {
    using Type = ConstraintType;
    const ConstraintArray<ConstraintType>& array;
    std::size_t c;     ///< index within the type's array
    std::size_t index; ///< index in State::lambda

    static constexpr const ConstraintInfo& info() { return ConstraintType::info; }
    const std::array<int, ConstraintType::arity>& particles() const { return array.particles[c]; }
    const Material& material() const { return array.material[c]; }
    /// The smallest value of C; only for types with ConstraintInfo::is_norm.
    double least() const { return ConstraintType::template least<double>(array.rest[c]); }
    /// Divisor that makes an error of C relative [value_unit]: the rest length of an edge, at least 1e-6; else 1.
    double unit() const {
        if constexpr (IsEdge<ConstraintType>) {
            return std::max(rest_length(array, c), 1e-6);
        } else {
            return 1;
        }
    }
    /// C and its gradients, one per particle. Inlined: a call would return its result through memory, which stalls
    /// the processor (failed store forwarding).
    [[gnu::always_inline]] inline Evaluation<double, ConstraintType::arity> evaluate(std::span<const Vec4> x) const {
        return ConstraintType::template eval<double>(points_of(array, c, x), array.rest[c]);
    }
    /// Bounds of the second derivatives of C, one per particle (constraints/evaluation.h).
    std::array<double, ConstraintType::arity> hessian_bounds(std::span<const Vec4> x) const {
        return ConstraintType::template hessian_bounds<double>(points_of(array, c, x), array.rest[c]);
    }
};

/// Constraint c of a type's array; `first` is the index of the type's first constraint in State::lambda.
template <class ConstraintType>
TypedConstraint<ConstraintType> constraint_of(const ConstraintArray<ConstraintType>& array, std::size_t first,
                                              std::size_t c) {
    return {array, c, first + c};
}

/// An enclosed volume: a constraint over all particles of its surface.
struct VolumeConstraint {
    using Type = Volume;
    const Volume& volume;
    std::size_t index; ///< index in State::lambda

    struct Evaluation {
        double value;               ///< C [m^3]
        std::vector<Vec3> gradient; ///< [m^2]
    };
    static constexpr const ConstraintInfo& info() { return kVolumeInfo; }
    const std::vector<int>& particles() const { return volume.particles; }
    const Material& material() const { return volume.material; }
    /// Divisor that makes an error of C relative: the rest volume [m^3], at least a cubic millimetre.
    double unit() const { return std::max(std::abs(volume.rest), 1e-9); }
    Evaluation evaluate(std::span<const Vec4> x) const {
        Evaluation result;
        result.value = evaluate_volume(volume, x, result.gradient);
        return result;
    }
    std::vector<double> hessian_bounds(std::span<const Vec4> x) const {
        std::vector<double> bounds;
        volume_hessian_bounds(volume, x, bounds);
        return bounds;
    }
};
/// @}

/// Calls f(constraint) for every enclosed volume, in order.
template <class F>
void for_each_volume(const Model& model, F&& f) {
    const std::size_t first = model.typed_count();
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        f(VolumeConstraint{model.volumes[v], first + v});
    }
}

/// Calls f(constraint) for every constraint of a finalised model, in model order, which is the order of State::lambda.
template <class F>
void for_each_constraint(const Model& model, F&& f) {
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            f(constraint_of(array, first, c));
        }
    });
    for_each_volume(model, f);
}

/// Calls f(constraint) for every constraint between fixed and free particles, and for every enclosed volume.
template <class F>
void for_each_constraint_at_fixed(const Model& model, F&& f) {
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (const std::size_t c : array.at_fixed) {
            f(constraint_of(array, first, c));
        }
    });
    for_each_volume(model, f);
}

} // namespace xpbd
