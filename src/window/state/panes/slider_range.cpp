#include "window/state/panes/slider_range.h"

#include "core/matching.h"
#include "core/methods.h"
#include "lab/study/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {
namespace {

constexpr double kLeastStrain = 1e-3; ///< at the lower end: hardly seen
constexpr double kLargestStrain = 3;  ///< at the upper end: the body hangs several times its length
constexpr double kAroundSuggested = 100;
constexpr double kLeastIterations = 2.5; ///< of sqrt(sigma)

/// What the scene opens with.
double suggested(const ParameterInfo& info, const scenes::SceneSpec& spec) {
    double value = info.default_value[0];
    if (const scenes::SceneInfo* scene = scenes::find_scene(spec.name)) {
        for (const auto& [key, text] : scene->suggested) {
            // "xpbd.bend_compliance" is for one method only.
            if (key.substr(key.find('.') + 1) == info.key) {
                const Result<Value> parsed = parse_value(info, text);
                value = parsed ? (*parsed)[0] : value;
            }
        }
    }
    return value;
}

/// XPBD that solves one constraint after the other, in steps for which sigma is what it is called.
bool sweeps_in_order(const Settings& settings) {
    return settings.method == find_method("xpbd") && settings.integrator == Integrator::bdf1 &&
           !settings.reset_lambda && !settings.long_range &&
           (settings.sweep == SweepOrder::listed || settings.sweep == SweepOrder::reversed ||
            settings.sweep == SweepOrder::coloured);
}

} // namespace

SliderRanges::Facts SliderRanges::read(const Model& model) {
    Facts facts;
    facts.identity = model.identity;
    facts.inverse_mass = typical_edge(model).lighter_inverse_mass;
    facts.mass = std::accumulate(model.mass.begin(), model.mass.end(), 0.0);
    std::vector<double> lengths;
    const auto& edges = model.of_type<Distance>();
    for (std::size_t c = 0; c < edges.size(); ++c) {
        if (edges.material[c].role == Role::stretch) {
            lengths.push_back(rest_length(edges, c));
        }
    }
    if (!lengths.empty()) {
        const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
        std::nth_element(lengths.begin(), middle, lengths.end());
        facts.edge = *middle;
    }
    return facts;
}

const SliderRanges::Facts& SliderRanges::facts_of(const Model& model) {
    const auto found = std::find_if(facts_.begin(), facts_.end(),
                                    [&](const Facts& facts) { return facts.identity == model.identity; });
    if (found != facts_.end()) {
        return *found;
    }
    if (facts_.size() > lab::kMaxPanes) {
        facts_.erase(facts_.begin());
    }
    return facts_.emplace_back(read(model));
}

double least_iterations(double sigma) {
    return kLeastIterations * std::sqrt(sigma);
}

SliderEnds SliderRanges::ends(int row, const Document& document, const Model& model, int pane) {
    const Facts& facts = facts_of(model);
    SliderEnds ends = whole_or_near(row, document, model, facts);
    const Settings& settings = document.panes[static_cast<std::size_t>(pane)];
    const std::string_view key = settings_parameters()[static_cast<std::size_t>(row)].info.key;
    if (!sweeps_in_order(settings)) {
        return ends;
    }
    const double h = document.world.dt / settings.substeps;
    const double stiff = h * h * facts.inverse_mass; // sigma for a compliance of 1 m/N
    if (key == "iterations" && settings.stretch_compliance > 0) {
        ends.soft_below = least_iterations(stiff / settings.stretch_compliance);
    } else if (key == "stretch_compliance") {
        const double root = least_iterations(1) / settings.iterations; // least_iterations(stiff/alpha) = iterations
        ends.soft_below = stiff * root * root;
    }
    return ends;
}

SliderEnds SliderRanges::whole_or_near(int row, const Document& document, const Model& model, const Facts& facts) {
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const ParameterInfo& info = parameter.info;
    if (info.scale != Scale::logarithmic || !info.key.ends_with("_compliance")) {
        return slider_ends(info);
    }
    double low = 0, high = 0;
    const double weight = facts.mass * glm::length(document.world.gravity);
    if (info.key == "stretch_compliance" || info.key == "shear_compliance") {
        low = weight > 0 ? kLeastStrain * facts.edge / weight : 0;
        high = weight > 0 ? kLargestStrain * facts.edge / weight : 0;
    } else {
        const double middle = suggested(info, document.scene);
        low = middle / kAroundSuggested;
        high = middle * kAroundSuggested;
    }
    low = std::max(info.min, low > 0 ? lab::rounded(low, 1) : 0);
    high = std::min(info.max, high > 0 ? lab::rounded(high, 1) : 0);
    const bool all_within = std::all_of(document.panes.begin(), document.panes.end(), [&](const Settings& pane) {
        const double value = parameter.get(pane);
        return value == 0 || (value >= low && value <= high) || !unused_reason(pane, model, info.key).empty();
    });
    return low < high && all_within ? SliderEnds{low, high, 0} : slider_ends(info);
}

} // namespace xpbd::window
