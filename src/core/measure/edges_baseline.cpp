#define XPBD_SIMD_TARGET baseline
#include "core/measure/edges_kernel.h"

namespace xpbd {

extern const EdgeKernel kBaselineEdges;
const EdgeKernel kBaselineEdges = baseline::read_edges<simd::baseline::Pack<4, double>>;

} // namespace xpbd
