// The kernels with sixteen lanes, the width of AVX-512, compiled for any processor.
#define XPBD_SIMD_TARGET wide
#include "core/simd/make_kernels.h"

#include "more_kernels.h"

namespace xpbd::test {
namespace {

const simd::Kernels kWideKernels =
    simd::wide::make_kernels<16>("sixteen lanes", simd::wide::make_dense_kernels<8, 1, 8>());
const bool kAdded = (more_kernels().push_back(&kWideKernels), true);

} // namespace
} // namespace xpbd::test
