#pragma once

#include "lab/files/method_cost.h"

#include <future>
#include <memory>
#include <optional>
#include <stop_token>
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
    std::stop_source stop_;
    std::future<void> job_; ///< its end waits for the task
};

} // namespace xpbd::lab
