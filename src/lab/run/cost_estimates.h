// Costs of methods, for a window that must not wait.
#pragma once

#include "core/base/stop.h"
#include "lab/files/method_cost.h"
#include "lab/threads/background.h"

#include <memory>
#include <optional>
#include <string>

namespace xpbd::lab {

/// Texts about the cost of methods on a mesh. Large meshes are analysed in the background, one at a time, so that the
/// window does not wait.
class CostEstimates {
public:
    CostEstimates() = default;
    CostEstimates(CostEstimates&&) noexcept = default;
    CostEstimates& operator=(CostEstimates&&) noexcept = default;
    ~CostEstimates();

    /// cost_text() for these settings; a note that it is being computed; or "" for a method without such a cost.
    std::string text(const std::shared_ptr<const Model>& model, const Settings& settings);

private:
    StopSource stop_;
    /// Declared last: its destructor waits for the task, which uses the other members.
    std::unique_ptr<Background> job_;
};

} // namespace xpbd::lab
