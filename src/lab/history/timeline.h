// The recorded states of a run, in bounded memory.
#pragma once

#include "lab/experiment/packed_state.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace xpbd::lab {

/// A branch of the run: the frames from `first_frame` up to the next branch were stepped without a jump back. A new
/// branch with a new id begins if the run continues from an earlier frame with other parameters.
struct Branch {
    std::int64_t first_frame = 0;
    std::uint64_t id = 0;

    bool operator==(const Branch&) const = default;
};

/// How densely a timeline keeps its past.
struct Kept {
    std::int64_t began_at = 0;   ///< first recorded frame; lower than the oldest kept frame if it was dropped
    std::int64_t whole_from = 0; ///< every frame from here on is kept
    std::int64_t widest_gap = 1; ///< largest distance of kept frames before that: 1, 2, 4, ...
};

/// The history of all panes' states by frame, in bounded memory. Steps are deterministic, so frames that are not kept
/// can be computed again from an earlier one. All of the newest frames are kept, and all frames around one that was
/// computed again. Between other frames gaps are allowed that take at most kMostWork to compute. If memory is short,
/// old frames are thinned out further, the older the more: every 2nd is kept, then every 4th, every 8th, ..., so that
/// the timeline still reaches back to its beginning. If even these are too many, the oldest frames are dropped.
///
/// The frames after a given one can be cut off, when the run continues from there with other parameters, and restored
/// later.
class Timeline {
public:
    /// Number of newest frames that are all kept.
    static constexpr std::int64_t kWhole = 120;
    /// Limits of a gap between older frames, while memory suffices: computing time [s] and frames.
    static constexpr double kMostWork = 0.3;
    static constexpr std::int64_t kWidestGap = 256;

    explicit Timeline(std::size_t byte_limit);

    /// Appends the states of a frame, one per pane. `work`: wall time of the step [s]. The newest entry is always
    /// kept, whatever its size. A frame that does not follow the last one restarts the history.
    void record(std::int64_t frame, std::vector<PackedState> states, double work);
    /// Adds a frame between two kept ones that was computed again. It is kept while frames near it are shown.
    void fill(std::int64_t frame, std::vector<PackedState> states, double work);
    /// The states of a frame; std::nullopt if it is not kept.
    std::optional<std::vector<State>> find(std::int64_t frame) const;
    /// True if the frame itself is kept.
    bool has(std::int64_t frame) const;
    /// The newest kept frame up to and including this one, or the oldest kept frame; 0 if empty.
    std::int64_t at_or_before(std::int64_t frame) const;
    /// Removes all frames, including those that were cut off.
    void clear();
    bool empty() const { return entries_.empty(); }

    /// Cuts off the frames after this one and begins a new branch. They are remembered under the id of their newest
    /// branch, which is returned. If cuts take more than half of the memory, the oldest are forgotten.
    std::uint64_t cut(std::int64_t frame);
    /// Restores the frames that were cut off under this id, and cuts off the frames that have replaced them. Returns
    /// the last common frame; std::nullopt if the cut was forgotten or does not fit to the current frames.
    std::optional<std::int64_t> put_back(std::uint64_t id);
    /// Ids of the cuts that can be restored now.
    std::vector<std::uint64_t> cuts() const;

    /// The branches by frame, including branches of dropped frames.
    const std::vector<Branch>& branches() const { return branches_; }
    /// Id of the branch to which the next frames belong; 0 if nothing was recorded.
    std::uint64_t newest_branch() const { return branches_.empty() ? 0 : branches_.back().id; }
    /// Oldest and newest kept frame; 0 if empty.
    std::int64_t first_frame() const;
    std::int64_t last_frame() const;
    const Kept& kept() const { return kept_; }
    /// Memory of all frames, including those that were cut off.
    std::size_t bytes() const { return bytes_ + cut_bytes_; }
    std::size_t byte_limit() const { return byte_limit_; }
    /// A smaller limit is applied at once, but the shown frame is kept.
    void set_byte_limit(std::size_t byte_limit, std::int64_t shown);

private:
    struct Entry {
        std::int64_t frame;
        std::vector<PackedState> states;
        std::size_t bytes;
        double work; ///< time to compute this entry from the previous one [s]
    };
    using Entries = std::deque<Entry>;
    struct Cut {
        std::uint64_t id;             ///< id of the newest branch in the cut
        std::int64_t frame;           ///< the frames after this one were cut off
        std::uint64_t from;           ///< id of the branch of `frame`
        Entries entries;              ///< entries after `frame`
        std::vector<Branch> branches; ///< the branches that begin after `frame`
        std::size_t bytes;
    };
    static Entry entry_of(std::int64_t frame, std::vector<PackedState> states, double work);
    Entries::const_iterator after(std::int64_t frame) const;
    std::uint64_t branch_at(std::int64_t frame) const;
    bool fits(const Cut& cut) const;
    /// Removes and returns the frames after `frame`, without beginning a branch.
    Cut take(std::int64_t frame);
    void remember(Cut cut);
    void limit_cuts();
    /// Drops every entry for which goes(entry, next kept entry) is true, except the first and the last.
    template <class Goes>
    void leave_out(Goes goes);
    /// Drops old frames that can be computed quickly from earlier ones, but no frames near the shown one.
    void leave_to_steps(std::int64_t shown);
    /// Drops old frames until they take at most `wanted` bytes, but not the shown frame.
    void thin_out(std::int64_t shown, std::size_t wanted);
    std::size_t with_room() const { return byte_limit_ - byte_limit_ / 8; }
    void find_gaps();

    Entries entries_;
    std::vector<Branch> branches_;
    std::vector<Cut> cuts_;         ///< the oldest first
    std::uint64_t last_branch_ = 0; ///< id of the last branch
    Kept kept_;
    std::int64_t window_ = 0; ///< size of the window for is_kept() [frames]; 0 = not thinned out yet
    std::int64_t added_ = 0;  ///< frames added since the last leave_to_steps()
    std::size_t byte_limit_;
    std::size_t bytes_ = 0;
    std::size_t cut_bytes_ = 0;
};

} // namespace xpbd::lab
