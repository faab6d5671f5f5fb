// The kernels that every processor of this architecture can run: SSE2 on x86-64, NEON on ARM, SIMD128 in WebAssembly.
#define XPBD_SIMD_TARGET baseline
#include "core/simd/make_kernels.h"

namespace xpbd::simd {

extern const Kernels kBaselineKernels;
const Kernels kBaselineKernels = baseline::make_kernels<4>(
#if defined(__SSE2__)
    "SSE2"
#elif defined(__ARM_NEON)
    "NEON"
#elif defined(__wasm_simd128__)
    "SIMD128"
#else
    "baseline"
#endif
    ,
    baseline::make_dense_kernels<2, 2, 4>());

} // namespace xpbd::simd
