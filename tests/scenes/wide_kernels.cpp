// The kernels with sixteen lanes, the width of AVX-512, compiled for any processor.
#define XPBD_SIMD_TARGET wide
#include "core/simd/make_kernels.h"

namespace xpbd::simd {

extern const Kernels kWideKernels;
const Kernels kWideKernels = wide::make_kernels<16>("sixteen lanes", wide::make_dense_kernels<8, 1, 8>());

} // namespace xpbd::simd
