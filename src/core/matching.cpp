#include "core/matching.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace xpbd {

double matching_stiffness(double compliance, double inverse_mass, double h, int iterations, bool corrected) {
    const double give = h * h * inverse_mass; // compliance below which one projection is too soft
    if (compliance <= 0 || give <= 0) {
        return 1;
    }
    // log r, from 1/r - 1 = give/compliance: neither end loses digits.
    const double log_r = -std::log1p(give / compliance);
    return -std::expm1(corrected ? log_r : log_r / iterations);
}

double typical_inverse_mass(const Model& model) {
    const auto inverse = [&](int particle) {
        const double mass = model.mass[index_of(particle)];
        return mass > 0 ? 1 / mass : 0.0;
    };
    const auto& batch = model.batch<Distance>();
    std::vector<double> sums;
    for (std::size_t c = 0; c < batch.size(); ++c) {
        if (batch.material[c].role == Role::stretch) {
            sums.push_back(inverse(batch.particles[c][0]) + inverse(batch.particles[c][1]));
        }
    }
    if (sums.empty()) {
        return 0;
    }
    const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(sums.size() / 2);
    std::nth_element(sums.begin(), middle, sums.end());
    return *middle;
}

} // namespace xpbd
