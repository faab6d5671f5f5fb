#pragma once

#include "core/stop.h"
#include "lab/files/method_cost.h"
#include "lab/threads/background.h"

#include <memory>
#include <optional>
#include <string>

namespace xpbd::lab {

/// Says what methods cost on a mesh, for a window that must not wait: the analysis of a large mesh goes on in the
/// background, one at a time.
class CostEstimates {
public:
    CostEstimates() = default;
    CostEstimates(CostEstimates&&) noexcept = default;
    CostEstimates& operator=(CostEstimates&&) noexcept = default;
    ~CostEstimates();

    /// cost_text() of these settings; that it is on its way; or nothing for a method without such a cost.
    std::string text(const std::shared_ptr<const Model>& model, const Settings& settings);

private:
    StopSource stop_;
    std::unique_ptr<Background> job_; ///< its end waits for the task
};

} // namespace xpbd::lab
