#include "core/implicit/vertex_block/anderson.h"

#include "core/implicit/vectors.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace xpbd {
namespace {

constexpr double kMostGrowth = 2;
/// A difference is left out if the part of it that newer ones do not span is below this share, squared.
constexpr double kLeastNew = 1e-10;

} // namespace

void AndersonMixing::begin(const std::vector<double>& point) {
    point_ = point;
    last_value_.clear();
    is_mixed_ = false;
    count_ = 0;
}

bool AndersonMixing::next(std::vector<double>& value) {
    std::vector<double> residual(value.size());
    std::transform(value.begin(), value.end(), point_.begin(), residual.begin(), std::minus<>());
    const double size = dot(residual, residual);
    if (is_mixed_ && !(size <= kMostGrowth * kMostGrowth * last_size_)) {
        value = last_value_;
        begin(value);
        return true;
    }
    if (!last_value_.empty()) {
        add_difference(residual, value);
    }
    last_residual_ = std::move(residual);
    last_value_ = value;
    last_size_ = size;
    const Row gamma = least_squares(last_residual_);
    is_mixed_ = false;
    for (std::size_t k = 0; k < gamma.size(); ++k) {
        if (gamma[k] != 0) {
            is_mixed_ = true;
            add_scaled(-gamma[k], differences_[k].value, value);
        }
    }
    point_ = value;
    return is_mixed_;
}

/// Replaces the oldest difference by the one between the last point and this one.
void AndersonMixing::add_difference(const std::vector<double>& residual, const std::vector<double>& value) {
    newest_ = (newest_ + 1) % kWindow;
    count_ = std::min(count_ + 1, kWindow);
    const std::size_t slot = place_of(0);
    Difference& newest = differences_[slot];
    newest.residual.resize(value.size());
    newest.value.resize(value.size());
    std::transform(residual.begin(), residual.end(), last_residual_.begin(), newest.residual.begin(), std::minus<>());
    std::transform(value.begin(), value.end(), last_value_.begin(), newest.value.begin(), std::minus<>());
    for (int age = 0; age < count_; ++age) {
        const std::size_t other = place_of(age);
        products_[slot][other] = products_[other][slot] = dot(newest.residual, differences_[other].residual);
    }
}

/// gamma per place in the ring; 0 for differences that newer ones span. By the normal equations, scaled to a diagonal
/// of 1, and Cholesky's factor of them.
AndersonMixing::Row AndersonMixing::least_squares(const std::vector<double>& residual) const {
    Row gamma{};
    std::array<std::size_t, kWindow> place{}; // of the differences in use, newest first
    std::array<Row, kWindow> lower{};
    Row scale{};
    Row right{};
    std::size_t used = 0;
    for (int age = 0; age < count_; ++age) {
        const std::size_t at = place_of(age);
        const double squared = products_[at][at];
        if (!(squared > 0) || !std::isfinite(squared)) {
            continue;
        }
        scale[used] = 1 / std::sqrt(squared);
        place[used] = at;
        double pivot = 1;
        double sum = scale[used] * dot(differences_[at].residual, residual);
        for (std::size_t k = 0; k < used; ++k) {
            double entry = scale[used] * scale[k] * products_[at][place[k]];
            for (std::size_t m = 0; m < k; ++m) {
                entry -= lower[used][m] * lower[k][m];
            }
            lower[used][k] = entry / lower[k][k];
            pivot -= lower[used][k] * lower[used][k];
            sum -= lower[used][k] * right[k];
        }
        if (pivot > kLeastNew) {
            lower[used][used] = std::sqrt(pivot);
            right[used] = sum / lower[used][used];
            ++used;
        }
    }
    for (std::size_t k = used; k-- > 0;) {
        double sum = right[k];
        for (std::size_t m = k + 1; m < used; ++m) {
            sum -= lower[m][k] * right[m];
        }
        right[k] = sum / lower[k][k];
        gamma[place[k]] = scale[k] * right[k];
    }
    return gamma;
}

} // namespace xpbd
