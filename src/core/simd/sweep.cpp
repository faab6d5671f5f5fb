#include "core/simd/sweep.h"

#include <vector>

namespace xpbd::simd {

extern const Kernels kBaselineKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

std::span<const Kernels* const> kernels() {
    static const std::vector<const Kernels*> usable = [] {
        std::vector<const Kernels*> result;
#ifdef XPBD_SIMD_X86
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
            result.push_back(&kAvx512Kernels);
        }
        if (__builtin_cpu_supports("avx2")) {
            result.push_back(&kAvx2Kernels);
        }
#endif
        result.push_back(&kBaselineKernels);
        return result;
    }();
    return usable;
}

} // namespace xpbd::simd
