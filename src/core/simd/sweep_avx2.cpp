// The kernels for AVX2. Compiled with -mavx2.
#define XPBD_SIMD_TARGET avx2
#include "core/simd/make_kernels.h"

namespace xpbd::simd {

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels = avx2::make_kernels<8>("AVX2", avx2::make_dense_kernels<4, 2, 4>());

} // namespace xpbd::simd
