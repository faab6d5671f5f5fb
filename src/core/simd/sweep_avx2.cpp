// Compiled with -mavx2.
#define XPBD_SIMD_TARGET avx2
#include "core/simd/sweep_kernels.h"

namespace xpbd::simd {

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels = avx2::make_kernels<8>("AVX2");

} // namespace xpbd::simd
