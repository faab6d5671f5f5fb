#include "app/colouring.h"

#include "app/widgets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd::app {
namespace {

constexpr ColouringInfo kColourings[] = {
    {Colouring::material, "material", "Material: the method's colour", "", "", 1, false, false},
    {Colouring::stretch, "stretch", "Stretch of the edges (%)", "stretch", "%", 100, false, false},
    {Colouring::tension, "tension", "Tension of the edges (N)", "tension", "N", 1, false, true},
    {Colouring::stiffness, "stiffness", "Effective stiffness of the edges (N/m)", "k eff.", "N/m", 1, true, true},
    {Colouring::difference, "difference", "Distance to the compared pane (m)", "distance", "m", 1, false, false},
};

/// Share of the values that may lie above an automatic range: a few edges at the pins would wash out all the rest.
constexpr double kClippedShare = 0.02;
constexpr double kLeastStretch = 0.01;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
/// An edge that is stretched by less than this tells nothing about its stiffness.
constexpr double kNoise = 1e-7;

/// The smallest of 1, 2, 5 times a power of ten that is not below `value`.
double round_up(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * decade * 1.0001) {
            return step * decade;
        }
    }
    return 10 * decade;
}

/// The value below which a share of them lies; reorders them.
double quantile(std::vector<double>& values, double share) {
    const auto rank = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * share);
    std::nth_element(values.begin(), rank, values.end());
    return *rank;
}

std::vector<double> stiffness_of_edges(const lab::Snapshot& snapshot, const lab::PaneSnapshot& pane) {
    std::vector<double> values;
    const auto& batch = snapshot.model->batch<Distance>();
    for (std::size_t i = 0; i < pane.tension.size(); ++i) {
        const double strain = static_cast<double>(pane.strain[i]);
        const double k = static_cast<double>(pane.tension[i]) / (strain * batch.rest[i].length);
        values.push_back(std::abs(strain) > kNoise && k > 0 ? k : kNone);
    }
    return values;
}

} // namespace

std::span<const ColouringInfo> colourings() {
    return kColourings;
}

const ColouringInfo& colouring_info(Colouring colouring) {
    return kColourings[static_cast<std::size_t>(colouring)];
}

float ColourScale::level(double value) const {
    if (std::isnan(value)) {
        return -1;
    }
    const double place = info->logarithmic ? std::log(std::max(value, 1e-300) / low) / std::log(high / low)
                                           : (value - low) / (high - low);
    return static_cast<float>(std::clamp(place, 0.0, 1.0));
}

std::string ColourScale::text(double place) const {
    const double value = info->logarithmic ? low * std::pow(high / low, place) : low + place * (high - low);
    return short_number(value * info->factor) + " " + std::string(info->unit);
}

int compared_pane(const lab::Snapshot& snapshot, int pane, int wanted) {
    const int count = static_cast<int>(snapshot.panes.size());
    if (wanted >= 0 && wanted < count && wanted != pane) {
        return wanted;
    }
    return count < 2 ? pane : pane == 0 ? 1 : 0;
}

std::vector<double> colour_values(const lab::Snapshot& snapshot, int pane, Colouring colouring, int other) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    std::vector<double> values;
    switch (colouring) {
    case Colouring::material:
        break;
    case Colouring::stretch:
        for (const float strain : shown.strain) {
            values.push_back(std::abs(static_cast<double>(strain)));
        }
        break;
    case Colouring::tension:
        for (const float tension : shown.tension) {
            values.push_back(std::abs(static_cast<double>(tension)));
        }
        break;
    case Colouring::stiffness:
        values = stiffness_of_edges(snapshot, shown);
        break;
    case Colouring::difference: {
        const auto& there = snapshot.panes[static_cast<std::size_t>(other)].positions;
        for (std::size_t i = 0; i < shown.positions.size(); ++i) {
            values.push_back(static_cast<double>(glm::distance(shown.positions[i], there[i])));
        }
        break;
    }
    }
    return values;
}

ColourScale colour_scale(const lab::Snapshot& snapshot, Colouring colouring, int wanted_other) {
    ColourScale scale{&colouring_info(colouring), 0, 1};
    std::vector<double> all;
    for (int pane = 0; pane < static_cast<int>(snapshot.panes.size()); ++pane) {
        for (const double v : colour_values(snapshot, pane, colouring, compared_pane(snapshot, pane, wanted_other))) {
            if (std::isfinite(v)) {
                all.push_back(v);
            }
        }
    }
    const double top = all.empty() ? 0 : quantile(all, 1 - kClippedShare);
    if (colouring == Colouring::stretch) {
        scale.high = round_up(std::clamp(top, kLeastStretch, 10.0));
    } else if (!scale.info->logarithmic) {
        scale.high = round_up(std::clamp(top, 1e-6, 1e9));
    } else {
        const double bottom = all.empty() ? 1 : quantile(all, kClippedShare);
        scale.low = std::pow(10.0, std::floor(std::log10(std::clamp(bottom, 1e-6, 1e15)) + 1e-3));
        scale.high = std::pow(10.0, std::ceil(std::log10(std::clamp(top, 1e-6, 1e15)) - 1e-3));
        scale.high = std::max(scale.high, 10 * scale.low);
    }
    return scale;
}

} // namespace xpbd::app
