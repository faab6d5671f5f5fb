// Compiled with -mavx512f and its companions.
#define XPBD_SIMD_TARGET avx512
#include "core/measure/edges_kernel.h"

namespace xpbd {

extern const EdgeKernel kAvx512Edges;
const EdgeKernel kAvx512Edges = avx512::read_edges<simd::avx512::Pack<8, double>>;

} // namespace xpbd
