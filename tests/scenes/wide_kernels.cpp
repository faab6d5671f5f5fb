// The kernels with sixteen lanes, the width of AVX-512, compiled for any processor.
#define XPBD_SIMD_TARGET wide
#include "core/simd/sweep_kernels.h"

namespace xpbd::simd {

extern const Kernels kWideKernels;
const Kernels kWideKernels = wide::make_kernels<16>("sixteen lanes");

} // namespace xpbd::simd
