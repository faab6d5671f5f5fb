// The kernels for AVX2. Compiled with -mavx2.
#define XPBD_SIMD_TARGET avx2
#include "core/simd/sweep_kernels.h"

#include "core/simd/contact_kernels.h"
#include "core/simd/dense_kernels.h"
#include "core/simd/volume_kernels.h"

namespace xpbd::simd {

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels = avx2::make_kernels<8>("AVX2", avx2::make_dense_kernels<4, 2, 4>(),
                                                   avx2::make_contact_kernels<8>(), avx2::make_volume_kernels<8>());

} // namespace xpbd::simd
