// Compiled with -mavx2.
#define XPBD_SIMD_TARGET avx2
#include "core/measure/edges_kernel.h"

namespace xpbd {

extern const EdgeKernel kAvx2Edges;
const EdgeKernel kAvx2Edges = avx2::read_edges<simd::avx2::Pack<4, double>>;

} // namespace xpbd
