// The kernels with sixteen lanes, the width of AVX-512, compiled for any processor.
#define XPBD_SIMD_TARGET wide
#include "core/simd/sweep_kernels.h"

#include "core/simd/contact_kernels.h"
#include "core/simd/dense_kernels.h"
#include "core/simd/volume_kernels.h"

namespace xpbd::simd {

extern const Kernels kWideKernels;
const Kernels kWideKernels = wide::make_kernels<16>("sixteen lanes", wide::make_dense_kernels<8, 1, 8>(),
                                                    wide::make_contact_kernels<16>(), wide::make_volume_kernels<16>());

} // namespace xpbd::simd
