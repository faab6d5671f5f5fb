#pragma once

#include "picture/text/differences.h"

#include <cstdint>
#include <vector>

namespace xpbd::window {

/// Which parameters act in which panes, and the differences between panes. Read many times in a frame, so that it is
/// computed only where a pane or the model has changed.
class ActingParameters {
public:
    void update(const std::vector<Settings>& panes, const Model& model);
    /// The panes in which a row of settings_parameters() has an effect.
    const std::vector<int>& panes_of(int row) const { return acting_[static_cast<std::size_t>(row)]; }
    const std::vector<picture::Difference>& differences_of(int pane) const {
        return differences_[static_cast<std::size_t>(pane)];
    }

private:
    std::uint64_t identity_ = 0; ///< of the model
    std::vector<Settings> panes_;
    std::vector<std::vector<int>> acting_;
    std::vector<std::vector<picture::Difference>> differences_;
};

} // namespace xpbd::window
