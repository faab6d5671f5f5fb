#include "app/plot_series.h"

#include <algorithm>
#include <limits>

namespace xpbd::app {
namespace {

constexpr std::size_t kMaxSamples = 3600; ///< one minute at 60 frames per second

} // namespace

void PlotSeries::record(const lab::Snapshot& snapshot) {
    if (!samples_.empty() && snapshot.frame <= samples_.back().frame) {
        if (snapshot.frame < snapshot.last_frame || snapshot.frame == samples_.back().frame) {
            return;
        }
        while (!samples_.empty() && samples_.back().frame >= snapshot.frame) {
            samples_.pop_back();
        }
    }
    Sample sample;
    sample.frame = snapshot.frame;
    sample.time = snapshot.time;
    sample.panes = static_cast<int>(std::min(snapshot.panes.size(), std::size_t{lab::kMaxPanes}));
    for (std::size_t i = 0; i < static_cast<std::size_t>(sample.panes); ++i) {
        const Measure& measure = snapshot.panes[i].measure;
        sample.stretch[i] = measure.mean_strain;
        sample.sag[i] = measure.sag;
        sample.stiffness[i] = measure.effective_stiffness.value_or(std::numeric_limits<double>::quiet_NaN());
    }
    samples_.push_back(sample);
    if (samples_.size() > kMaxSamples) {
        samples_.pop_front();
    }
}

} // namespace xpbd::app
