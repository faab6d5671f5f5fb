#pragma once

#include "core/simd/sweep.h"

#include <vector>

namespace xpbd::test {

/// Kernels that tests try besides those of this processor: none, or those of wide_kernels.cpp if it is linked.
inline std::vector<const simd::Kernels*>& more_kernels() {
    static std::vector<const simd::Kernels*> kernels;
    return kernels;
}

} // namespace xpbd::test
