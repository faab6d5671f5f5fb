// Chooses the kernels that this processor can run.
#include "core/simd/sweep.h"

#include <algorithm>
#include <vector>

namespace xpbd::simd {

extern const Kernels kBaselineKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

namespace {

std::vector<const Kernels*>& usable_kernels() {
    static std::vector<const Kernels*> usable = [] {
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

} // namespace

std::span<const Kernels* const> kernels() {
    return usable_kernels();
}

bool prefer_kernels(std::string_view name) {
    auto& usable = usable_kernels();
    const auto found =
        std::find_if(usable.begin(), usable.end(), [&](const Kernels* kernels) { return kernels->name == name; });
    if (found == usable.end()) {
        return false;
    }
    std::rotate(usable.begin(), found, found + 1);
    return true;
}

} // namespace xpbd::simd
