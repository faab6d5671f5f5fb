// Detects when a simulation has settled.
#pragma once

#include "lab/experiment/experiment.h"

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace xpbd::lab {

/// The readouts of one pane in its current state, one per row of readouts(). For a diverged pane: of its last good
/// state.
std::vector<double> read_pane(const Experiment& experiment, std::size_t pane);

/// Watches the readouts of a run. A readout is settled when it has changed by at most a thousandth of its value over
/// the last second. A slow swing can pass as settled at its turning point.
class SettleWatch {
public:
    explicit SettleWatch(double dt);

    void add(std::vector<double> readings);
    /// Number of frames in the watched second.
    std::size_t length() const { return length_; }
    /// True if a row is settled over a full second. The change of a value below `floor` is compared with `floor`.
    bool still(std::size_t row, double floor) const;
    /// The smallest and the largest value of a row in the last second; NaN without values.
    double low(std::size_t row) const;
    double high(std::size_t row) const;
    const std::vector<double>& last() const { return seen_.back(); }
    bool empty() const { return seen_.empty(); }

private:
    std::size_t length_;
    std::deque<std::vector<double>> seen_;
};

/// Diagonal of a body's bounding box at rest [m].
double rest_size(const Model& model);

/// True if a body hangs still: its sag and its stretch are settled. `size`: result of rest_size() [m].
bool hangs_still(const SettleWatch& watch, double size);

} // namespace xpbd::lab
