#include "window/state/document/slider_range.h"

#include "core/model/method_traits.h"
#include "core/step/measure/matching.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {
namespace {

constexpr double kLeastStrain = 1e-3; ///< strain of an edge under the body's weight at the lower end: hardly visible
constexpr double kLargestStrain = 3;  ///< strain at the slider's upper end: the body hangs several times its length
constexpr double kAroundSuggested = 100;
constexpr double kLeastIterations = 2.5; ///< factor on sqrt(sigma) in least_iterations()
constexpr double kZeroRoom = 0.03;       ///< share of a slider's length between its left end 0 and its least value
constexpr int kDigits = 2;               ///< significant digits that a logarithmic slider sets

/// The shift s that is added to a value before its logarithm is taken, so that the row's middle m is in the middle of
/// the slider: (m + s)² = (low + s) (high + s).
double shift_of(const ParameterInfo& info, const SliderEnds& ends) {
    const double m = info.slider_middle;
    return (m * m - ends.low * ends.high) / (ends.low + ends.high - 2 * m);
}

bool has_middle(const ParameterInfo& info, const SliderEnds& ends) {
    const double m = info.slider_middle;
    return m > ends.low && 2 * m < ends.low + ends.high;
}

/// The power of ten that is not above a positive number.
double decade_of(double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
}

/// A value between the ends, rounded as the slider shows it.
double shown(const ParameterInfo& info, const SliderEnds& ends, double value) {
    if (info.scale == Scale::logarithmic) {
        return lab::rounded(value, kDigits);
    }
    if (info.scale != Scale::linear) {
        return std::round(value);
    }
    // Through decimal text, so that 0.3 is 0.3 and not 0.30000000000000004.
    const double grain = has_middle(info, ends) ? decade_of(shift_of(info, ends) + ends.low) / 10
                                                : decade_of(ends.high - ends.low) / 1000;
    const double whole = has_middle(info, ends) ? lab::rounded(value, kDigits) : value;
    return lab::rounded(std::round(whole / grain) * grain, 6);
}

/// The value with which the scene opens.
double suggested(const ParameterInfo& info, const scenes::SceneSpec& spec) {
    double value = info.default_value[0];
    if (const scenes::SceneInfo* scene = scenes::find_scene(spec.name)) {
        for (const auto& [key, text] : scene->suggested) {
            // A value for one method only has the method before its key: "xpbd.bend_compliance".
            if (key.substr(key.find('.') + 1) == info.key) {
                const Result<Value> parsed = parse_value(info, text);
                value = parsed ? (*parsed)[0] : value;
            }
        }
    }
    return value;
}

/// True for XPBD settings for which least_iterations() holds: one constraint after the other, in steps of BDF1.
bool sweeps_in_order(const Settings& settings) {
    return settings.method == find_method(method_key::xpbd) && settings.integrator == Integrator::bdf1 &&
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

double slider_position(const ParameterInfo& info, const SliderEnds& ends, double value) {
    double t = 0;
    if (info.scale == Scale::logarithmic) {
        const double room = info.zero_at_left ? kZeroRoom : 0;
        t = value <= 0 ? 0 : room + (1 - room) * std::log(value / ends.low) / std::log(ends.high / ends.low);
        t = value > 0 ? std::max(t, room) : t;
    } else if (has_middle(info, ends)) {
        const double s = shift_of(info, ends);
        t = std::log((std::max(value, ends.low) + s) / (ends.low + s)) / std::log((ends.high + s) / (ends.low + s));
    } else if (ends.high > ends.low) {
        t = (value - ends.low) / (ends.high - ends.low);
    }
    return std::clamp(t, 0.0, 1.0);
}

double slider_value(const ParameterInfo& info, const SliderEnds& ends, double position) {
    double t = std::clamp(position, 0.0, 1.0);
    if (info.zero_at_left) {
        if (t < kZeroRoom / 2) {
            return 0;
        }
        t = std::max(0.0, (t - kZeroRoom) / (1 - kZeroRoom));
    }
    if (t == 0 || t == 1) {
        return t == 0 ? ends.low : ends.high;
    }
    double value = ends.low + t * (ends.high - ends.low);
    if (info.scale == Scale::logarithmic) {
        value = ends.low * std::pow(ends.high / ends.low, t);
    } else if (has_middle(info, ends)) {
        const double s = shift_of(info, ends);
        value = (ends.low + s) * std::pow((ends.high + s) / (ends.low + s), t) - s;
    }
    return std::clamp(shown(info, ends, value), ends.low, ends.high);
}

double slider_step(const ParameterInfo& info, const SliderEnds& ends, double value, int direction) {
    const double way = direction < 0 ? -1 : 1;
    if (info.scale == Scale::integer) {
        return std::clamp(value + way, info.min, info.max);
    }
    double next = value;
    if (info.scale == Scale::logarithmic) {
        if (value <= 0 || value < info.min) {
            return direction < 0 ? value : info.min;
        }
        if (direction < 0 && value <= info.min) {
            return info.zero_at_left ? 0 : info.min;
        }
        // Down from 1.0e-3 to 9.9e-4: the decade below has the finer step.
        const double decade = decade_of(direction < 0 ? value * (1 - 1e-9) : value);
        next = lab::rounded(value + way * decade / 10, kDigits);
    } else if (has_middle(info, ends)) {
        const double least = decade_of(shift_of(info, ends) + ends.low) / 10;
        const double size = direction < 0 ? value * (1 - 1e-9) : value;
        const double step = size > 0 ? std::max(least, decade_of(size) / 10) : least;
        next = lab::rounded(std::round((value + way * step) / step) * step, 6);
    } else {
        const double step = decade_of((ends.high - ends.low) / 50);
        next = lab::rounded(std::round((value + way * step) / step) * step, 6);
    }
    return std::clamp(next, info.min, info.max);
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
