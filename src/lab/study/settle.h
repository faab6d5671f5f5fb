#pragma once

#include "lab/experiment/experiment.h"

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace xpbd::lab {

/// Readouts of one pane at its present state, one per row of readouts(). A diverged pane's are those of its last good
/// state.
std::vector<double> read_pane(const Experiment& experiment, std::size_t pane);

/// Watches the readouts of a run and says when they stand still: when none of those that are asked about has moved by
/// more than a thousandth of its value over the last second. A slow swing passes as still where its turning point lasts
/// so long.
class SettleWatch {
public:
    explicit SettleWatch(double dt);

    void add(std::vector<double> readings);
    /// Frames of the watched second.
    std::size_t length() const { return length_; }
    /// Whether a row stands still, on a full second. Values below `floor` count as nothing.
    bool still(std::size_t row, double floor) const;
    /// The least and the greatest value of a row in the last second; NaN where there was none.
    double low(std::size_t row) const;
    double high(std::size_t row) const;
    const std::vector<double>& last() const { return seen_.back(); }
    bool empty() const { return seen_.empty(); }

private:
    std::size_t length_;
    std::deque<std::vector<double>> seen_;
};

/// Diagonal of the box around a body at rest [m].
double rest_size(const Model& model);

/// Whether a body hangs still: its sag and its stretch stand still. `size` as rest_size() says [m].
bool hangs_still(const SettleWatch& watch, double size);

} // namespace xpbd::lab
