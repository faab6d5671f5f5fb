#pragma once

#include "lab/run/runner.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <glm/vec2.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {

/// What the drawer plots: the readouts of all panes at every frame that was simulated, of the branch of the timeline
/// that shows. Bounded: the oldest frames are thinned out by the rule of lab::is_kept().
class PlotSeries {
public:
    using Sample = lab::Sample;

    /// Adds samples from the runner.
    void add(std::vector<Sample> taken);
    /// Shows the samples of the snapshot's branches. Samples of branches that can be put back are kept aside.
    void follow(const lab::Snapshot& snapshot);
    void clear();
    const std::deque<Sample>& samples() const { return samples_; }
    /// First frame from which on every frame is kept; before it every 2nd, 4th, ...
    std::int64_t whole_from() const { return whole_from_; }
    /// Points (time [s], value) of a pane for a row of lab::readouts(), by time. Units: those in files, not on screen.
    const std::vector<glm::dvec2>& curve(std::size_t pane, std::size_t row);
    /// The points of curve() to draw between two times, and a little on either side: where there are more than `most`
    /// points, the lowest and the highest of every group of successive ones, so that no peak is lost. A group keeps its
    /// points while others are added behind it, so that a curve does not flicker.
    std::vector<glm::dvec2> drawn_curve(std::size_t pane, std::size_t row, double from, double to, std::size_t most);
    /// The samples as CSV, with the columns of the option `--csv`.
    std::string csv() const;

private:
    /// The lowest and the highest of successive points; NaN only if all are NaN.
    struct Extent {
        glm::dvec2 low, high;

        void add(const Extent& other);
    };
    struct Curve {
        std::uint64_t version = 0;
        std::size_t taken = 0; ///< samples that are in `points`
        std::vector<glm::dvec2> points;
        std::vector<Extent> blocks; ///< of kBlock points each, for the drawing of long curves
    };
    Curve& updated(std::size_t pane, std::size_t row);
    void insert(Sample sample);
    void thin_out();

    std::deque<Sample> samples_;                         ///< by frame
    std::map<std::uint64_t, std::vector<Sample>> aside_; ///< of branches that do not show, by id
    std::vector<lab::Branch> branches_;                  ///< of the last snapshot
    std::map<std::pair<std::size_t, std::size_t>, Curve> curves_;
    std::uint64_t version_ = 1; ///< counts changes other than appending
    std::int64_t window_ = 0;   ///< window of lab::is_kept() for thinning out; 0 = nothing was thinned out yet
    std::int64_t whole_from_ = 0;
};

} // namespace xpbd::window
