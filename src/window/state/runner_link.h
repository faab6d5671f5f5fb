#pragma once

#include "lab/run/runner.h"
#include "window/state/document/document.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace xpbd::window {

/// The last state that the runner was sent, and the commands that are still to be sent by flush().
struct RunnerLink {
    Document posted;
    Branches branches; ///< of the newest snapshot
    std::vector<lab::Command> outbox;
    std::uint64_t last_command = 0;           ///< number of the command posted last
    std::uint64_t scene_command = 0;          ///< number of the last SetScene
    std::uint64_t bodies_command = 0;         ///< number of the last SetPanes that brought new bodies
    std::uint64_t seek_command = 0;           ///< number of the last Seek
    std::optional<std::int64_t> wanted_frame; ///< frame chosen with the scrub bar or a plot, not yet posted
    lab::SetDetail detail;
    std::size_t timeline_limit = lab::kDefaultTimelineBytes;
    std::uint64_t seen_error = 0; ///< Snapshot::error_serial of the error shown last

    /// True if the snapshot includes all commands that were posted.
    bool answered(const lab::Snapshot& snapshot) const {
        return outbox.empty() && snapshot.commands_done >= last_command;
    }
};

} // namespace xpbd::window
