#include "core/measure/edges.h"

#include "core/simd/sweep.h"

#include <string_view>

namespace xpbd {

extern const EdgeKernel kBaselineEdges;
extern const EdgeKernel kAvx2Edges;
extern const EdgeKernel kAvx512Edges;

EdgeKernel edge_kernel() {
#ifdef XPBD_SIMD_X86
    const std::string_view best = simd::kernels().front()->name;
    if (best == "AVX-512") {
        return kAvx512Edges;
    }
    if (best == "AVX2") {
        return kAvx2Edges;
    }
#endif
    return kBaselineEdges;
}

} // namespace xpbd
