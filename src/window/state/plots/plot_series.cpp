#include "window/state/plots/plot_series.h"

#include "lab/history/thinning.h"
#include "lab/study/output.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace xpbd::window {
namespace {

constexpr std::size_t kMaxSamples = 14400; ///< four minutes at 60 frames per second
constexpr std::size_t kBlock = 8;          ///< fewest points of a long curve that are drawn as one group
constexpr std::size_t kMaxAside = 14400;   ///< samples kept of branches that do not show

/// Id of the branch that a frame was stepped in; 0 where the timeline began after that frame.
std::uint64_t branch_of(std::int64_t frame, const std::vector<lab::Branch>& branches) {
    const auto after = std::upper_bound(branches.begin(), branches.end(), frame,
                                        [](std::int64_t f, const lab::Branch& b) { return f < b.first_frame; });
    return after == branches.begin() ? 0 : std::prev(after)->id;
}

} // namespace

void PlotSeries::insert(Sample sample) {
    if (samples_.empty() || samples_.back().frame < sample.frame) {
        samples_.push_back(std::move(sample));
        return;
    }
    const auto at = std::lower_bound(samples_.begin(), samples_.end(), sample.frame,
                                     [](const Sample& s, std::int64_t frame) { return s.frame < frame; });
    if (at->frame != sample.frame) {
        samples_.insert(at, std::move(sample));
        ++version_;
    }
}

void PlotSeries::add(std::vector<Sample> taken) {
    for (Sample& sample : taken) {
        if (branch_of(sample.frame, branches_) == sample.branch) {
            insert(std::move(sample));
        } else {
            aside_[sample.branch].push_back(std::move(sample)); // until a snapshot shows its branch
        }
    }
    thin_out();
}

void PlotSeries::follow(const lab::Snapshot& snapshot) {
    if (snapshot.branches == branches_) {
        return;
    }
    branches_ = snapshot.branches;
    std::deque<Sample> before = std::exchange(samples_, {});
    ++version_;
    for (Sample& sample : before) {
        aside_[sample.branch].push_back(std::move(sample));
    }
    std::size_t aside = 0;
    for (auto& [id, list] : aside_) {
        std::erase_if(list, [&](Sample& sample) {
            const bool shows = branch_of(sample.frame, branches_) == sample.branch;
            if (shows) {
                insert(std::move(sample));
            }
            return shows;
        });
        aside += list.size();
    }
    // Frees branches, the oldest first, that are empty, cannot be put back, or exceed kMaxAside samples.
    while (!aside_.empty() && (aside > kMaxAside || aside_.begin()->second.empty() ||
                               (snapshot.cuts.empty() && aside_.begin()->first < snapshot.branch))) {
        aside -= aside_.begin()->second.size();
        aside_.erase(aside_.begin());
    }
    thin_out();
}

void PlotSeries::clear() {
    samples_.clear();
    aside_.clear();
    branches_.clear();
    curves_.clear();
    ++version_;
    window_ = 0;
    whole_from_ = 0;
}

void PlotSeries::thin_out() {
    if (samples_.size() <= kMaxSamples) {
        return;
    }
    const std::int64_t first = samples_.front().frame;
    const std::int64_t last = samples_.back().frame;
    window_ = window_ > 0 ? window_ : std::max<std::int64_t>(1, last - first);
    for (;;) {
        std::erase_if(samples_, [&](const Sample& sample) {
            return sample.frame != first && !lab::is_kept(sample.frame, last, window_);
        });
        if (samples_.size() <= kMaxSamples - kMaxSamples / 8 || window_ == 1) {
            break;
        }
        window_ /= 2;
    }
    ++version_;
    whole_from_ = samples_.back().frame;
    for (std::size_t i = samples_.size(); i-- > 1 && samples_[i].frame - samples_[i - 1].frame == 1;) {
        whole_from_ = samples_[i - 1].frame;
    }
}

void PlotSeries::Extent::add(const Extent& other) {
    if (other.low.y < low.y || std::isnan(low.y)) {
        low = other.low;
    }
    if (other.high.y > high.y || std::isnan(high.y)) {
        high = other.high;
    }
}

PlotSeries::Curve& PlotSeries::updated(std::size_t pane, std::size_t row) {
    Curve& curve = curves_[{pane, row}];
    if (curve.version != version_) {
        curve = {version_, 0, {}, {}};
    }
    for (; curve.taken < samples_.size(); ++curve.taken) {
        const Sample& sample = samples_[curve.taken];
        if (pane < sample.readout.size()) {
            const glm::dvec2 point{sample.time, sample.readout[pane][row]};
            if (curve.points.size() % kBlock == 0) {
                curve.blocks.push_back({point, point});
            } else {
                curve.blocks.back().add({point, point});
            }
            curve.points.push_back(point);
        }
    }
    return curve;
}

const std::vector<glm::dvec2>& PlotSeries::curve(std::size_t pane, std::size_t row) {
    return updated(pane, row).points;
}

std::vector<glm::dvec2> PlotSeries::drawn_curve(std::size_t pane, std::size_t row, double from, double to,
                                                std::size_t most) {
    const Curve& curve = updated(pane, row);
    const auto earlier = [](const glm::dvec2& point, double time) { return point.x < time; };
    const auto first = std::lower_bound(curve.points.begin(), curve.points.end(), from, earlier);
    const auto last = std::lower_bound(first, curve.points.end(), to, earlier);
    auto begin = static_cast<std::size_t>(first - curve.points.begin());
    begin -= begin > 0 ? 1 : 0;
    const std::size_t end = std::min(static_cast<std::size_t>(last - curve.points.begin()) + 1, curve.points.size());
    std::size_t group = 2 * (end - begin) / std::max<std::size_t>(1, most);
    if (group <= 2) {
        return {curve.points.begin() + static_cast<std::ptrdiff_t>(begin),
                curve.points.begin() + static_cast<std::ptrdiff_t>(end)};
    }
    group = (group + kBlock - 1) / kBlock * kBlock;
    std::vector<glm::dvec2> drawn;
    drawn.reserve(2 * ((end - begin) / group + 2));
    const std::size_t blocks = group / kBlock;
    for (std::size_t at = begin / group * blocks; at * kBlock < end; at += blocks) {
        Extent extent = curve.blocks[at];
        for (std::size_t i = at + 1; i < std::min(at + blocks, curve.blocks.size()); ++i) {
            extent.add(curve.blocks[i]);
        }
        const bool falls = extent.high.x < extent.low.x;
        drawn.push_back(falls ? extent.high : extent.low);
        if (extent.low.x != extent.high.x) {
            drawn.push_back(falls ? extent.low : extent.high);
        }
    }
    return drawn;
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
