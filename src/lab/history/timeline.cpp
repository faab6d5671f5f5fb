#include "lab/history/timeline.h"

#include "lab/history/thinning.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace xpbd::lab {
namespace {

/// The largest power of two that divides the frame, limited to kWidestGap. Frames of higher rank are kept longer,
/// consistent with is_kept().
std::int64_t rank(std::int64_t frame) {
    return std::min(frame & -frame, Timeline::kWidestGap);
}

} // namespace

Timeline::Timeline(std::size_t byte_limit) : byte_limit_(byte_limit) {}

void Timeline::record(std::int64_t frame, std::vector<PackedState> states, double work) {
    if (!entries_.empty() && entries_.back().frame + 1 != frame) {
        clear(); // the earlier frames do not lead to this one
    }
    if (entries_.empty()) {
        kept_ = {frame, frame, 1};
        branches_.push_back({frame, ++last_branch_});
    }
    entries_.push_back(entry_of(frame, std::move(states), work));
    bytes_ += entries_.back().bytes;
    if (++added_ >= kWhole / 4) {
        leave_to_steps(frame);
    }
    thin_out(frame, with_room());
}

void Timeline::fill(std::int64_t frame, std::vector<PackedState> states, double work) {
    if (has(frame) || frame < first_frame() || frame > last_frame()) {
        return;
    }
    const auto filled = entries_.insert(after(frame), entry_of(frame, std::move(states), work));
    bytes_ += filled->bytes;
    double& on = std::next(filled)->work;
    on = std::max(0.0, on - work);
    if (++added_ >= kWhole / 4 || bytes() > byte_limit_) {
        leave_to_steps(frame);
    }
    // First drops filled-in frames that the current window does not keep; often the window need not shrink.
    thin_out(frame, byte_limit_);
    find_gaps();
}

Timeline::Entry Timeline::entry_of(std::int64_t frame, std::vector<PackedState> states, double work) {
    std::size_t bytes = sizeof(Entry);
    for (const PackedState& state : states) {
        bytes += state.bytes();
    }
    return {frame, std::move(states), bytes, work};
}

Timeline::Entries::const_iterator Timeline::after(std::int64_t frame) const {
    return std::upper_bound(entries_.begin(), entries_.end(), frame,
                            [](std::int64_t f, const Entry& entry) { return f < entry.frame; });
}

std::uint64_t Timeline::branch_at(std::int64_t frame) const {
    const auto next = std::upper_bound(branches_.begin(), branches_.end(), frame,
                                       [](std::int64_t f, const Branch& branch) { return f < branch.first_frame; });
    return next == branches_.begin() ? 0 : std::prev(next)->id;
}

Timeline::Cut Timeline::take(std::int64_t frame) {
    Cut cut{newest_branch(), frame, branch_at(frame), {}, {}, 0};
    while (!entries_.empty() && entries_.back().frame > frame) {
        cut.bytes += entries_.back().bytes;
        cut.entries.push_front(std::move(entries_.back()));
        entries_.pop_back();
    }
    bytes_ -= cut.bytes;
    while (!branches_.empty() && branches_.back().first_frame > frame) {
        cut.branches.insert(cut.branches.begin(), branches_.back());
        branches_.pop_back();
    }
    return cut;
}

void Timeline::remember(Cut cut) {
    cut_bytes_ += cut.bytes;
    cuts_.push_back(std::move(cut));
    limit_cuts();
}

void Timeline::limit_cuts() {
    while (!cuts_.empty() && cut_bytes_ > byte_limit_ / 2) {
        cut_bytes_ -= cuts_.front().bytes;
        cuts_.erase(cuts_.begin());
    }
}

std::uint64_t Timeline::cut(std::int64_t frame) {
    Cut off = take(frame);
    const std::uint64_t id = off.id;
    branches_.push_back({frame + 1, ++last_branch_});
    remember(std::move(off));
    find_gaps();
    return id;
}

/// A cut can be restored if the frame before it is still in the same branch.
bool Timeline::fits(const Cut& cut) const {
    return cut.id != newest_branch() && cut.from == branch_at(cut.frame) && first_frame() <= cut.frame &&
           cut.frame <= last_frame();
}

std::optional<std::int64_t> Timeline::put_back(std::uint64_t id) {
    const auto found = std::find_if(cuts_.begin(), cuts_.end(), [&](const Cut& cut) { return cut.id == id; });
    if (found == cuts_.end() || !fits(*found)) {
        return std::nullopt;
    }
    Cut back = std::move(*found);
    cuts_.erase(found);
    cut_bytes_ -= back.bytes;
    Cut off = take(back.frame);
    std::move(back.entries.begin(), back.entries.end(), std::back_inserter(entries_));
    branches_.insert(branches_.end(), back.branches.begin(), back.branches.end());
    bytes_ += back.bytes;
    remember(std::move(off));
    find_gaps();
    thin_out(back.frame, with_room());
    return back.frame;
}

std::vector<std::uint64_t> Timeline::cuts() const {
    std::vector<std::uint64_t> ids;
    for (const Cut& cut : cuts_) {
        if (fits(cut)) {
            ids.push_back(cut.id);
        }
    }
    return ids;
}

template <class Goes>
void Timeline::leave_out(Goes goes) {
    Entries kept;
    for (Entry& entry : entries_) {
        while (kept.size() > 1 && goes(kept.back(), entry)) {
            bytes_ -= kept.back().bytes;
            entry.work += kept.back().work;
            kept.pop_back();
        }
        kept.push_back(std::move(entry));
    }
    entries_ = std::move(kept);
    find_gaps();
}

void Timeline::leave_to_steps(std::int64_t shown) {
    const std::int64_t old = last_frame() - kWhole;
    const std::int64_t around = bytes() > byte_limit_ ? 0 : kWhole / 2;
    leave_out([&](const Entry& entry, const Entry& next) {
        return entry.frame < old && std::abs(entry.frame - shown) > around && rank(entry.frame) < rank(next.frame) &&
               entry.work + next.work <= kMostWork;
    });
    added_ = 0;
}

/// If the limit is exceeded, halves the window until the frames take at most `wanted` bytes. with_room() as `wanted`
/// leaves room for the next frames, so that not every frame exceeds the limit.
void Timeline::thin_out(std::int64_t shown, std::size_t wanted) {
    if (bytes() <= byte_limit_) {
        return;
    }
    const std::int64_t last = last_frame();
    window_ = window_ > 0 ? window_ : std::max<std::int64_t>(1, last - first_frame());
    for (;;) {
        leave_out([&](const Entry& entry, const Entry&) {
            return entry.frame != shown && !is_kept(entry.frame, last, window_);
        });
        if (bytes() <= wanted || window_ == 1) {
            break;
        }
        window_ /= 2;
    }
    while (bytes() > byte_limit_ && !cuts_.empty()) {
        cut_bytes_ -= cuts_.front().bytes;
        cuts_.erase(cuts_.begin());
    }
    while (bytes() > byte_limit_ && entries_.size() > 1 && entries_.front().frame != shown) {
        bytes_ -= entries_.front().bytes;
        entries_.pop_front();
    }
    find_gaps();
}

void Timeline::set_byte_limit(std::size_t byte_limit, std::int64_t shown) {
    byte_limit_ = byte_limit;
    limit_cuts();
    thin_out(shown, with_room());
}

bool Timeline::has(std::int64_t frame) const {
    return !empty() && at_or_before(frame) == frame;
}

std::int64_t Timeline::at_or_before(std::int64_t frame) const {
    if (empty()) {
        return 0;
    }
    const auto next = after(frame);
    return next == entries_.begin() ? next->frame : std::prev(next)->frame;
}

std::optional<std::vector<State>> Timeline::find(std::int64_t frame) const {
    if (!has(frame)) {
        return std::nullopt;
    }
    std::vector<State> states;
    for (const PackedState& state : std::prev(after(frame))->states) {
        states.push_back(state.unpack());
    }
    return states;
}

void Timeline::clear() {
    entries_.clear();
    branches_.clear();
    cuts_.clear();
    window_ = 0;
    added_ = 0;
    kept_ = {};
    bytes_ = 0;
    cut_bytes_ = 0;
}

std::int64_t Timeline::first_frame() const {
    return entries_.empty() ? 0 : entries_.front().frame;
}

std::int64_t Timeline::last_frame() const {
    return entries_.empty() ? 0 : entries_.back().frame;
}

void Timeline::find_gaps() {
    kept_.whole_from = last_frame();
    kept_.widest_gap = 1;
    for (std::size_t i = entries_.size(); i-- > 1;) {
        kept_.widest_gap = std::max(kept_.widest_gap, entries_[i].frame - entries_[i - 1].frame);
        kept_.whole_from = kept_.widest_gap == 1 ? entries_[i - 1].frame : kept_.whole_from;
    }
}

} // namespace xpbd::lab
