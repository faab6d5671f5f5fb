#pragma once

// The table of kernels for one instruction set. The rule of sweep_kernels.h about shared inline functions applies here
// too.

#include "core/simd/sweep_kernels.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/contact_kernels.h"
#include "core/simd/dense_kernels.h"
#include "core/simd/edge_kernels.h"
#include "core/simd/motion_kernels.h"
#include "core/simd/particle_kernels.h"
#include "core/simd/primal_kernels.h"
#include "core/simd/volume_kernels.h"

#include <string_view>

namespace xpbd::simd::XPBD_SIMD_TARGET {

template <class P, class... ConstraintType>
constexpr KernelsOf<typename P::Scalar> kernels_of(ConstraintList<ConstraintType...>) {
    return {{any_sweep<P, ConstraintType>()...},
            &sweep_distances<P>,
            &sweep_blocks<BatchPack<P>>,
            &sweep_pairs<P>,
            contact_functions<P>(),
            volume_functions<P>(),
            primal_functions<P>(ConstraintTypes{})};
}

/// Kernels for packs of N floats, or half as many doubles but at least four: a particle has four numbers.
template <int N>
constexpr Kernels make_kernels(std::string_view name, const DenseKernels& dense) {
    using Floats = Pack<N, float>;
    using Doubles = Pack<(N > 8 ? N / 2 : 4), double>;
    return {name,
            {kernels_of<Floats>(ConstraintTypes{}), kernels_of<Doubles>(ConstraintTypes{})},
            dense,
            make_motion<Doubles::size>(),
            &read_edges<Doubles>,
            &sum_body<Doubles>,
            &sum_balance<Doubles>};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
