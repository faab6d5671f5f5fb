#include "lab/files/method_cost.h"

#include "core/implicit/primal_dual/cost.h"
#include "core/model/method_traits.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

namespace xpbd::lab {
namespace {

constexpr std::size_t kRemembered = 16;

/// The properties of model and settings on which the cost depends.
struct CostKey {
    std::uint64_t model = 0; ///< number that identifies the model
    bool bending = false;    ///< the factor includes bending

    bool operator==(const CostKey&) const = default;
};

/// The costs that are known, the newest last.
class Memory {
public:
    std::optional<MethodCost> find(const CostKey& key) {
        const std::lock_guard lock(mutex_);
        const auto found =
            std::find_if(costs_.begin(), costs_.end(), [&](const auto& entry) { return entry.first == key; });
        return found == costs_.end() ? std::nullopt : std::optional(found->second);
    }
    void keep(const CostKey& key, const MethodCost& cost) {
        const std::lock_guard lock(mutex_);
        if (costs_.size() == kRemembered) {
            costs_.erase(costs_.begin());
        }
        costs_.emplace_back(key, cost);
    }

private:
    std::mutex mutex_;
    std::vector<std::pair<CostKey, MethodCost>> costs_;
};

Memory& memory() {
    static Memory all;
    return all;
}

bool has_cost(const Model& model, const Settings& settings) {
    return method_of(settings).storage == SolverStorage::predictable_factor && !global_uses_multigrid(model, settings);
}

CostKey key_of(const Model& model, const Settings& settings) {
    return {model.identity, global_holds_bending(model, settings)};
}

/// Text like "11 MB", with at least two digits.
std::string bytes_text(double bytes) {
    constexpr std::array<const char*, 4> kUnits = {"kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    double value = bytes / 1e3;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
        value /= 1e3;
        ++unit;
    }
    return quantity_text(value, kUnits[unit], 2);
}

/// Text like "9 ms", with at least two digits; like "1.3 s" from a second on.
std::string time_text(double seconds) {
    const bool long_one = seconds >= 0.9995;
    return quantity_text(long_one ? seconds : 1e3 * seconds, long_one ? "s" : "ms", 2);
}

} // namespace

std::optional<MethodCost> method_cost(const Model& model, const Settings& settings, const StopToken& stop) {
    if (!has_cost(model, settings)) {
        return std::nullopt;
    }
    const CostKey key = key_of(model, settings);
    if (const auto known = memory().find(key)) {
        return known;
    }
    const GlobalCost found = global_cost(model, settings, {.stop = stop, .progress = {}});
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    const MethodCost cost{static_cast<double>(found.factor_bytes), static_cast<double>(found.peak_bytes),
                          found.seconds_per_iteration};
    memory().keep(key, cost);
    return cost;
}

bool is_cost_known(const Model& model, const Settings& settings) {
    return !has_cost(model, settings) || memory().find(key_of(model, settings)).has_value();
}

std::string cost_text(const MethodCost& cost, const Settings& settings) {
    const double step = cost.seconds_per_iteration * settings.iterations * settings.substeps;
    const std::string floor = settings.stretch_compliance < kGlobalLeastCompliance
                                  ? "; compliances below " + exact_number(kGlobalLeastCompliance) + " m/N count as that"
                                  : "";
    return "factor " + bytes_text(cost.factor_bytes) + ", about " + time_text(cost.seconds_per_iteration) +
           " per iteration, " + time_text(step) + " per step on this mesh" + floor;
}

} // namespace xpbd::lab
