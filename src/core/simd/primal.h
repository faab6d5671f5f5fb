#pragma once

// Arguments of the kernels for the primal step of XPBD (core/textbook/primal_residual.h): the sums of forces over
// constraints, and the step of the particles.

#include "core/model/constraints/types.h"
#include "core/simd/contact.h"

#include <array>
#include <cstddef>
#include <tuple>

namespace xpbd::simd {

/// Batches of one constraint type. `sums` is packed like `position`, in places or blocks: it has the sums of grad C
/// lambda [N s^2] where the positions are, and the sum of primal_stiffness() [kg] where the inverse mass is. `position`
/// has the inverse of D of the last step where the inverse mass is. The other arrays are those of SweepArguments or
/// BlockArguments (core/simd/sweep.h). @tparam S float or double
template <class S>
struct PullArguments {
    const S* position = nullptr;
    S* sums = nullptr;
    std::array<const int*, ConstraintTypes::most_particles> offset{};
    std::array<const S*, ConstraintTypes::most_rest_numbers> rest{};
    const S* lambda = nullptr;
    const S* a = nullptr;
    std::size_t batches = 0;
    bool is_wide = false;
    std::size_t rows = 1;
    const int* batch = nullptr;      ///< for particles in blocks, with `coefficients`, instead of `offset`, `rest`, `a`
    const S* coefficients = nullptr; ///< BlockArguments::coefficients
    S bound = 1;                     ///< factor of the bounds: 1, or 0 to leave them out
};

/// Adds the forces and bounds of all constraints to the sums, batch after batch.
template <class S>
using PullFunction = void (*)(const PullArguments<S>&);

/// Contacts of particles with one collider. The arrays are those of ContactArguments.
template <class S>
struct ContactPullArguments {
    const S* position = nullptr;
    S* sums = nullptr;
    const int* offset = nullptr;
    const S* normal = nullptr;
    std::array<const S*, 3> tangent{};
    std::size_t batches = 0;
    S curvature = 0; ///< curvature_of() the shape, or 0 to leave it out [1/m]
};

/// Adds the forces and bounds of all contacts to the sums.
template <class S, class ShapeType>
using ContactPullFunction = void (*)(const ContactPullArguments<S>&, const ShapeType&);

/// One kernel for every shape.
template <class S>
struct ContactPullFunctions {
    std::tuple<ContactPullFunction<S, PackedPlane<S>>, ContactPullFunction<S, PackedSphere<S>>,
               ContactPullFunction<S, PackedCapsule<S>>, ContactPullFunction<S, PackedBox<S>>>
        functions;

    template <class ShapeType>
    void operator()(const ContactPullArguments<S>& contacts, const ShapeType& shape) const {
        std::get<ContactPullFunction<S, ShapeType>>(functions)(contacts, shape);
    }
};

/// The step of the particles: x <- x + (x~ + w force - x)/(1 + w bound), with 1/D = w/(1 + w bound) where the inverse
/// mass is; the sums are set to zero. Arrays of `numbers` numbers, packed like positions.
template <class S>
struct PrimalArguments {
    S* position = nullptr;
    S* sums = nullptr;
    const S* target = nullptr; ///< x~ [m] and w [1/kg]
    std::size_t numbers = 0;   ///< a multiple of a block
    bool in_blocks = false;
};

/// Moves all free particles. False if a particle's 1 + w bound is above kMostGrowth (model/constraints/law.h) or not a
/// number.
template <class S>
using PrimalFunction = bool (*)(const PrimalArguments<S>&);

/// All kernels of the primal step in one precision.
template <class S>
struct PrimalFunctions {
    /// Per constraint type, in the order of the list (constraints/all.h). Null for types whose eval() has branches.
    std::array<PullFunction<S>, ConstraintTypes::size> pull;
    PullFunction<S> pull_blocks; ///< distances of particles in blocks
    ContactPullFunctions<S> pull_contacts;
    PrimalFunction<S> move;
};

} // namespace xpbd::simd
