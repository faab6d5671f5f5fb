#include "lab/run/cost_estimates.h"

#include <chrono>

namespace xpbd::lab {
namespace {

constexpr std::size_t kQuick = 8192; ///< particles up to which the analysis takes less than a frame of the window

} // namespace

CostEstimates::~CostEstimates() {
    stop_.request_stop();
}

std::string CostEstimates::text(const std::shared_ptr<const Model>& model, const Settings& settings) {
    if (is_cost_known(*model, settings) || model->particle_count() <= kQuick) {
        const std::optional<MethodCost> cost = method_cost(*model, settings);
        return cost ? cost_text(*cost, settings) : "";
    }
    const bool at_work = job_.valid() && job_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
    if (!at_work) {
        job_ = std::async(std::launch::async, [model, settings, stop = stop_.get_token()] {
            static_cast<void>(method_cost(*model, settings, stop));
        });
    }
    return "finding what it costs on this mesh ...";
}

} // namespace xpbd::lab
