#include "app/plot_series.h"

#include "lab/output.h"

#include <algorithm>

namespace xpbd::app {
namespace {

constexpr std::size_t kMaxSamples = 3600; ///< one minute at 60 frames per second

} // namespace

void PlotSeries::record(const lab::Snapshot& snapshot) {
    const auto at = std::lower_bound(samples_.begin(), samples_.end(), snapshot.frame,
                                     [](const Sample& s, std::int64_t frame) { return s.frame < frame; });
    const bool known = at != samples_.end() && at->frame == snapshot.frame;
    const bool newest = snapshot.frame >= snapshot.last_frame;
    // Shown again, with nothing after it: the same frame, paused.
    if (known && (!newest || at + 1 == samples_.end())) {
        return;
    }
    Sample sample;
    sample.frame = snapshot.frame;
    sample.time = snapshot.time;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        sample.method.push_back(pane.settings.method);
        sample.readout.push_back(lab::read_all(reading_of(pane)));
    }
    if (newest) {
        samples_.erase(at, samples_.end());
        samples_.push_back(std::move(sample));
    } else {
        samples_.insert(at, std::move(sample));
    }
    if (samples_.size() > kMaxSamples) {
        samples_.pop_front();
    }
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

} // namespace xpbd::app
