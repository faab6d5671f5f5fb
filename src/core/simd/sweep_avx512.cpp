// The kernels for AVX-512. Compiled with -mavx512f, vl, dq and bw. A pack of 16 floats takes two batches of kLanes at a
// time, because neighbouring batches share no particle.
#define XPBD_SIMD_TARGET avx512
#include "core/simd/make_kernels.h"

namespace xpbd::simd {

extern const Kernels kAvx512Kernels;
const Kernels kAvx512Kernels = avx512::make_kernels<16>("AVX-512", avx512::make_dense_kernels<8, 3, 8>());

} // namespace xpbd::simd
