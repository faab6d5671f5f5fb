#include "lab/run/cost_estimates.h"

#include <new>

namespace xpbd::lab {
namespace {

/// Up to this number of particles the analysis takes less than a frame of the window.
constexpr std::size_t kQuick = 8192;

} // namespace

CostEstimates::~CostEstimates() {
    stop_.request_stop();
}

std::string CostEstimates::text(const std::shared_ptr<const Model>& model, const Settings& settings) {
    if (is_cost_known(*model, settings) || model->particle_count() <= kQuick) {
        const std::optional<MethodCost> cost = method_cost(*model, settings);
        return cost ? cost_text(*cost, settings) : "";
    }
    if (!job_ || !job_->running()) {
        job_ = std::make_unique<Background>([model, settings, stop = stop_.get_token()] {
            try {
                static_cast<void>(method_cost(*model, settings, stop));
            } catch (const std::bad_alloc&) { // the cost stays unknown
            }
            return false;
        });
    }
    return "finding what it costs on this mesh ...";
}

} // namespace xpbd::lab
