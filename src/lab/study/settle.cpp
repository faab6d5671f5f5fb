#include "lab/study/settle.h"

#include "core/step/measure/measure.h"
#include "lab/readouts/readouts.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <string_view>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr double kWatched = 1; ///< time over which a value must not change [s]
constexpr std::size_t kLeastFrames = 20;
constexpr double kStill = 1e-3;       ///< largest change relative to the value
constexpr double kSmallSag = 1e-4;    ///< smaller changes of the sag do not count, over the body's size
constexpr double kSmallStrain = 1e-6; ///< smaller changes of the strain do not count

std::size_t row_of(std::string_view key) {
    return place_of(*find_readout(key));
}

} // namespace

std::vector<double> read_pane(const Experiment& experiment, std::size_t pane) {
    const Pane& read = experiment.panes()[pane];
    const World& world = experiment.world();
    const Measure measured =
        measure(*read.model, read.diverged ? read.last_good : read.state, read.settings, world.gravity, world.dt);
    return read_all({measured, read.settings, read.stats, read.solve_ms, read.swing.measured()});
}

SettleWatch::SettleWatch(double dt)
    : length_(std::max(kLeastFrames, static_cast<std::size_t>(std::ceil(kWatched / dt)))) {}

void SettleWatch::add(std::vector<double> readings) {
    seen_.push_back(std::move(readings));
    if (seen_.size() > length_) {
        seen_.pop_front();
    }
}

double SettleWatch::low(std::size_t row) const {
    double low = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& readings : seen_) {
        low = readings[row] < low ? readings[row] : low;
    }
    return std::isinf(low) ? std::numeric_limits<double>::quiet_NaN() : low;
}

double SettleWatch::high(std::size_t row) const {
    double high = -std::numeric_limits<double>::infinity();
    for (const std::vector<double>& readings : seen_) {
        high = readings[row] > high ? readings[row] : high;
    }
    return std::isinf(high) ? std::numeric_limits<double>::quiet_NaN() : high;
}

bool SettleWatch::still(std::size_t row, double floor) const {
    if (seen_.size() < length_) {
        return false;
    }
    const double least = low(row);
    const double most = high(row);
    return std::isnan(least) || most - least <= kStill * std::max({std::abs(least), std::abs(most), floor});
}

double rest_size(const Model& model) {
    glm::dvec3 low(model.rest_position.front());
    glm::dvec3 high = low;
    for (const Vec3& x : model.rest_position) {
        low = glm::min(low, glm::dvec3(x));
        high = glm::max(high, glm::dvec3(x));
    }
    return glm::length(high - low);
}

bool hangs_still(const SettleWatch& watch, double size) {
    static const std::size_t sag = row_of("sag");
    static const std::size_t strain = row_of("mean_strain");
    return watch.still(sag, kSmallSag / kStill * size) && watch.still(strain, kSmallStrain / kStill);
}

} // namespace xpbd::lab
