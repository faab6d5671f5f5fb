#pragma once

// THE list of constraint types, and the data that a model stores per constraint. The formulas are in one header per
// type; all.h includes these headers.

#include <algorithm>
#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <tuple>
#include <type_traits>

namespace xpbd {

struct Distance;
struct Dihedral;
struct DihedralArccos;
struct Isometric;
struct Angle;
struct BendTwist;
struct Membrane;
struct Woven;
struct TriangleCurvature;
struct WorldDistance;

/// Sizes of a constraint type: its count of particles and of rest numbers. all.h checks that they match the type.
template <std::size_t Arity, std::size_t RestNumbers>
struct Sizes {
    static constexpr std::size_t arity = Arity;
    static constexpr std::size_t rest_numbers = RestNumbers;
};
template <class ConstraintType>
struct SizesOf;
// clang-format off
template <> struct SizesOf<Distance> : Sizes<2, 1> {};
template <> struct SizesOf<Dihedral> : Sizes<4, 1> {};
template <> struct SizesOf<DihedralArccos> : Sizes<4, 1> {};
template <> struct SizesOf<Isometric> : Sizes<4, 4> {};
template <> struct SizesOf<Angle> : Sizes<3, 1> {};
template <> struct SizesOf<BendTwist> : Sizes<5, 2> {};
template <> struct SizesOf<Membrane> : Sizes<3, 4> {};
template <> struct SizesOf<Woven> : Sizes<3, 5> {};
template <> struct SizesOf<TriangleCurvature> : Sizes<6, 4> {};
template <> struct SizesOf<WorldDistance> : Sizes<1, 4> {};
// clang-format on

/// The particles of one constraint.
template <class ConstraintType>
using ParticlesOf = std::array<int, SizesOf<ConstraintType>::arity>;
/// The rest data of one constraint: ConstraintType::Rest<double>.
template <class ConstraintType>
using RestOf = std::array<double, SizesOf<ConstraintType>::rest_numbers>;

/// Positions of one constraint's particles [m].
template <class S, std::size_t Arity>
using Points = std::array<glm::vec<3, S>, Arity>;

/// The list of constraint types, and constants over all of them.
template <class... ConstraintType>
struct ConstraintList {
    template <template <class> class Each>
    using Apply = std::tuple<Each<ConstraintType>...>;

    static constexpr std::size_t size = sizeof...(ConstraintType);
    /// Largest sizes of one constraint, over all types.
    static constexpr std::size_t most_particles = std::max({SizesOf<ConstraintType>::arity...});
    static constexpr std::size_t most_rest_numbers = std::max({SizesOf<ConstraintType>::rest_numbers...});

    /// The index of a type in the list.
    template <class Wanted>
    static constexpr std::size_t place_of = [] {
        constexpr std::array<bool, size> is_it{std::is_same_v<Wanted, ConstraintType>...};
        return static_cast<std::size_t>(std::find(is_it.begin(), is_it.end(), true) - is_it.begin());
    }();
};

/// THE list of constraint types. The volume is not in it, because it has as many particles as its surface. A new
/// constraint is one header, and its name and sizes here. The following iterate over this list, in its order:
/// projection in both engines, colouring, measures, files and gradient tests. Distance must be first: the index of a
/// distance within its array is then also its index in State::lambda.
using ConstraintTypes = ConstraintList<Distance, Dihedral, DihedralArccos, Isometric, Angle, BendTwist, Membrane, Woven,
                                       TriangleCurvature, WorldDistance>;

/// Applies a template to every constraint type: std::tuple<Each<Distance>, ...>.
template <template <class> class Each>
using ForEachConstraint = ConstraintTypes::Apply<Each>;

} // namespace xpbd
