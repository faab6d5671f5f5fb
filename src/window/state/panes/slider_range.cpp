#include "window/state/panes/slider_range.h"

#include "core/methods.h"
#include "lab/study/number_text.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

constexpr double kLeastStrain = 1e-3; ///< at the lower end: hardly seen
constexpr double kLargestStrain = 3;  ///< at the upper end: the body hangs several times its length
constexpr double kAroundSuggested = 100;

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

} // namespace

void SliderRanges::read(const Model& model) {
    identity_ = model.identity;
    edge_ = 0;
    mass_ = std::accumulate(model.mass.begin(), model.mass.end(), 0.0);
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
        edge_ = *middle;
    }
}

SliderEnds SliderRanges::ends(int row, const Document& document, const Model& model) {
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const ParameterInfo& info = parameter.info;
    if (info.scale != Scale::logarithmic || !info.key.ends_with("_compliance")) {
        return slider_ends(info);
    }
    if (model.identity != identity_) {
        read(model);
    }
    double low = 0, high = 0;
    const double weight = mass_ * glm::length(document.world.gravity);
    if (info.key == "stretch_compliance" || info.key == "shear_compliance") {
        low = weight > 0 ? kLeastStrain * edge_ / weight : 0;
        high = weight > 0 ? kLargestStrain * edge_ / weight : 0;
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
    return low < high && all_within ? SliderEnds{low, high} : slider_ends(info);
}

} // namespace xpbd::window
