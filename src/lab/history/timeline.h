#pragma once

#include "lab/experiment/packed_state.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace xpbd::lab {

/// From this frame on, up to the next branch, the timeline holds what was stepped in one go. Resuming the past begins a
/// new branch, whose id was never used before.
struct Branch {
    std::int64_t first_frame = 0;
    std::uint64_t id = 0;

    bool operator==(const Branch&) const = default;
};

/// How much of its past a timeline keeps.
struct Kept {
    std::int64_t began_at = 0;   ///< first frame that was recorded; below the oldest one kept where that was dropped
    std::int64_t whole_from = 0; ///< every frame is kept from here on
    std::int64_t widest_gap = 1; ///< before that every 2nd, 4th, ... frame, up to every so manyth
};

/// Bounded history of all panes' states, by frame. Steps are deterministic: who stands at a kept frame steps to the
/// next ones again. So only the newest frames, and those around one that was stepped again, are kept whole. Of the
/// others so many are left out that the steps from one to the next take kMostWork. Where memory ends, old frames are
/// thinned out further, the older the more: every 2nd of these is kept, then every 4th, and so on, so that the timeline
/// reaches back to where it began. Where even these are too many, the oldest ones go.
///
/// What lies after a frame can be cut off, when the past is resumed in another way, and put back.
class Timeline {
public:
    /// Newest frames that are kept whole.
    static constexpr std::int64_t kWhole = 120;
    /// Between two older ones, while memory allows: time of the steps at most [s], and frames.
    static constexpr double kMostWork = 0.3;
    static constexpr std::int64_t kWidestGap = 256;

    explicit Timeline(std::size_t byte_limit);

    /// Appends the states of a frame (one per pane), to which the step from the frame before takes `work` [s]. The
    /// newest entry is always kept, whatever its size. A frame that does not follow the last one starts the history
    /// anew.
    void record(std::int64_t frame, std::vector<PackedState> states, double work);
    /// Keeps a frame that lies between two kept ones and was stepped again, as long as those around it are shown.
    void fill(std::int64_t frame, std::vector<PackedState> states, double work);
    /// The states of a frame, or none where it is not kept.
    std::optional<std::vector<State>> find(std::int64_t frame) const;
    /// True where the frame itself is kept.
    bool has(std::int64_t frame) const;
    /// The newest kept frame at or before this one, or the oldest one; 0 where empty.
    std::int64_t at_or_before(std::int64_t frame) const;
    /// Forgets everything, what was cut off too.
    void clear();
    bool empty() const { return entries_.empty(); }

    /// Cuts off what lies after a frame and begins a new branch there. What was cut off is remembered under the id of
    /// its newest branch, which is returned; the oldest cuts are forgotten where they take more than half of the
    /// memory.
    std::uint64_t cut(std::int64_t frame);
    /// Puts back what was cut off under this id, and cuts off what has come in its place. Returns the frame after which
    /// both differ, or none where the cut is not known any more, or does not follow anything that is here.
    std::optional<std::int64_t> put_back(std::uint64_t id);
    /// Ids of the cuts that can be put back now.
    std::vector<std::uint64_t> cuts() const;

    /// The branches that the frames were stepped in, by frame; those of forgotten frames among them.
    const std::vector<Branch>& branches() const { return branches_; }
    /// Id of the branch that coming frames belong to; 0 where nothing was recorded.
    std::uint64_t newest_branch() const { return branches_.empty() ? 0 : branches_.back().id; }
    /// Oldest and newest frame kept; 0 where empty.
    std::int64_t first_frame() const;
    std::int64_t last_frame() const;
    const Kept& kept() const { return kept_; }
    /// Of all frames, those that were cut off too.
    std::size_t bytes() const { return bytes_ + cut_bytes_; }
    std::size_t byte_limit() const { return byte_limit_; }
    /// A smaller limit thins out at once, but for the frame that is shown.
    void set_byte_limit(std::size_t byte_limit, std::int64_t shown);

private:
    struct Entry {
        std::int64_t frame;
        std::vector<PackedState> states;
        std::size_t bytes;
        double work; ///< to step here from the entry before [s]
    };
    using Entries = std::deque<Entry>;
    struct Cut {
        std::uint64_t id;             ///< of its newest branch
        std::int64_t frame;           ///< after which it was cut off
        std::uint64_t from;           ///< id of the branch that this frame is in
        Entries entries;              ///< after the frame
        std::vector<Branch> branches; ///< that begin after the frame
        std::size_t bytes;
    };
    static Entry entry_of(std::int64_t frame, std::vector<PackedState> states, double work);
    Entries::const_iterator after(std::int64_t frame) const;
    std::uint64_t branch_at(std::int64_t frame) const;
    bool fits(const Cut& cut) const;
    /// Takes away what lies after a frame, without beginning a branch.
    Cut take(std::int64_t frame);
    void remember(Cut cut);
    void limit_cuts();
    /// Drops every entry, but the first and the last, of which goes(entry, next one that stays) is true.
    template <class Goes>
    void leave_out(Goes goes);
    /// Drops old frames that can be stepped to soon enough, but not those around the one that is shown.
    void leave_to_steps(std::int64_t shown);
    /// Drops old frames down to the bytes that are wanted, but not the one that is shown.
    void thin_out(std::int64_t shown, std::size_t wanted);
    std::size_t with_room() const { return byte_limit_ - byte_limit_ / 8; }
    void find_gaps();

    Entries entries_;
    std::vector<Branch> branches_;
    std::vector<Cut> cuts_;         ///< the oldest first
    std::uint64_t last_branch_ = 0; ///< id
    Kept kept_;
    std::int64_t window_ = 0; ///< [frames] of the newest past that memory leaves whole; 0 = not thinned out yet
    std::int64_t added_ = 0;  ///< frames, since leave_to_steps() was done
    std::size_t byte_limit_;
    std::size_t bytes_ = 0;
    std::size_t cut_bytes_ = 0;
};

} // namespace xpbd::lab
