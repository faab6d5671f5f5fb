#include "core/step/measure/matching.h"

#include "core/base/math/elementary.h"
#include "core/step/measure/median.h"

#include <algorithm>
#include <vector>

namespace xpbd {

double matching_stiffness(double compliance, double inverse_mass, double h, int iterations, bool corrected) {
    const double give = h * h * inverse_mass; // the compliance at which alpha~ equals w
    if (compliance <= 0 || give <= 0) {
        return 1;
    }
    // log r from 1/r - 1 = give/compliance: precise for r near 0 and near 1
    const double log_r = -math::log1p(give / compliance);
    return -math::expm1(corrected ? log_r : log_r / iterations);
}

TypicalEdge typical_edge(const Model& model) {
    const auto& array = model.of_type<Distance>();
    std::vector<double> sums;
    std::vector<double> lighter;
    for (std::size_t c = 0; c < array.size(); ++c) {
        if (array.material[c].role == Role::stretch) {
            const double a = model.inverse_mass(index_of(array.particles[c][0]));
            const double b = model.inverse_mass(index_of(array.particles[c][1]));
            sums.push_back(a + b);
            lighter.push_back(std::max(a, b));
        }
    }
    return sums.empty() ? TypicalEdge{} : TypicalEdge{median(sums), median(lighter)};
}

} // namespace xpbd
