#include "window/state/plot_series.h"

#include "lab/study/output.h"

#include <algorithm>
#include <iterator>

namespace xpbd::window {
namespace {

constexpr std::size_t kMaxSamples = 3600; ///< one minute at 60 frames per second

/// Id of the branch that a frame was stepped in; 0 where the timeline began after it.
std::uint64_t branch_of(std::int64_t frame, const std::vector<lab::Branch>& branches) {
    const auto after = std::upper_bound(branches.begin(), branches.end(), frame,
                                        [](std::int64_t f, const lab::Branch& b) { return f < b.first_frame; });
    return after == branches.begin() ? 0 : std::prev(after)->id;
}

} // namespace

void PlotSeries::record(const lab::Snapshot& snapshot) {
    drop_stepped_anew(snapshot);
    if (snapshot.measured_frame > snapshot.last_frame) {
        return; // the past was resumed since
    }
    const auto at = std::lower_bound(samples_.begin(), samples_.end(), snapshot.measured_frame,
                                     [](const Sample& s, std::int64_t frame) { return s.frame < frame; });
    if (at != samples_.end() && at->frame == snapshot.measured_frame) {
        return;
    }
    Sample sample;
    sample.frame = snapshot.measured_frame;
    sample.time = snapshot.measured_time;
    sample.branch = branch_of(sample.frame, snapshot.branches);
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        sample.method.push_back(pane.measured_method);
        sample.readout.push_back(pane.readings);
    }
    samples_.insert(at, std::move(sample));
    if (samples_.size() > kMaxSamples) {
        samples_.pop_front();
    }
}

void PlotSeries::drop_stepped_anew(const lab::Snapshot& snapshot) {
    if (snapshot.branches == branches_) {
        return;
    }
    branches_ = snapshot.branches;
    std::erase_if(samples_, [&](const Sample& sample) {
        const std::uint64_t now = branch_of(sample.frame, branches_);
        return sample.frame > snapshot.last_frame || (now != 0 && now != sample.branch);
    });
}

std::string PlotSeries::csv() const {
    std::string text = lab::csv_header();
    for (const Sample& sample : samples_) {
        for (std::size_t pane = 0; pane < sample.readout.size(); ++pane) {
            text += lab::csv_row(sample.frame, sample.time, static_cast<int>(pane), sample.method[pane],
                                 sample.readout[pane]);
        }
    }
    return text;
}

} // namespace xpbd::window
