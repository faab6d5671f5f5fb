#include "core/measure/edges.h"

namespace xpbd {

extern const EdgeKernel kBaselineEdges;
extern const EdgeKernel kAvx2Edges;
extern const EdgeKernel kAvx512Edges;

EdgeKernel edge_kernel([[maybe_unused]] std::string_view instruction_set) {
#ifdef XPBD_SIMD_X86
    if (instruction_set == "AVX-512") {
        return kAvx512Edges;
    }
    if (instruction_set == "AVX2") {
        return kAvx2Edges;
    }
#endif
    return kBaselineEdges;
}

} // namespace xpbd
