#include "picture/looks/colouring.h"

#include "core/base/bounds.h"
#include "core/step/measure/fabric_reader.h"
#include "lab/text/number_text.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

namespace xpbd::picture {
namespace {

/// Share of the values that may exceed a fitted range. Without it a few edges at the pins would set the range and all
/// other colours would be pale.
constexpr double kClippedShare = 0.02;
constexpr double kLeastStretch = 0.01;
constexpr double kLargestShown = 1e38; ///< values are clamped to this, so that they fit single precision
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kGravity = 9.81; ///< for the weight from which a range is suggested [m/s^2]
/// Edges with a smaller strain have no measurable stiffness.
constexpr double kNoise = 1e-7;

/// The smallest of 1, 2 or 5 times a power of ten that is at least `value`.
double round_up(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * decade * 1.0001) {
            return step * decade;
        }
    }
    return 10 * decade;
}

/// std::bit_cast, which libc++ before version 14 lacks.
template <class To, class From>
To same_bits(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof(To));
    return to;
}

/// Histogram of magnitudes by their leading bits in single precision: exact enough for a colour range, fast enough for
/// every frame.
class ValueCounts {
public:
    void add(float value) {
        ++counts_[same_bits<std::uint32_t>(value) >> kDroppedBits & kMask];
        ++total_;
    }
    bool empty() const { return total_ == 0; }

    /// The magnitude below which this share of the values is; at most 1 % too small.
    double quantile(double share) const {
        const auto rank = static_cast<std::uint64_t>(static_cast<double>(total_ - 1) * share);
        std::uint64_t below = 0;
        std::uint32_t bin = 0;
        while ((below += counts_[bin]) <= rank) {
            ++bin;
        }
        return static_cast<double>(same_bits<float>(bin << kDroppedBits));
    }

private:
    static constexpr int kDroppedBits = 16; ///< bits of a float that are ignored; seven of the mantissa remain
    static constexpr std::uint32_t kMask = 0x7fff;
    std::array<std::uint32_t, kMask + 1> counts_{};
    std::uint64_t total_ = 0;
};

/// Calls visit(value) for every value of a pane, in the order of colour_values().
template <class Visit>
void for_each_value(const lab::Snapshot& snapshot, int pane, Colouring colouring, int other, const Visit& visit) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    switch (colouring) {
    case Colouring::material:
        break;
    case Colouring::stretch:
        for (const float strain : shown.strain) {
            visit(std::abs(static_cast<double>(strain)));
        }
        break;
    case Colouring::strain:
        for (const float strain : shown.strain) {
            visit(static_cast<double>(strain));
        }
        break;
    case Colouring::tension:
        for (const float tension : shown.tension) {
            visit(std::abs(static_cast<double>(tension)));
        }
        break;
    case Colouring::warp_tension:
    case Colouring::weft_tension:
    case Colouring::shear_tension: {
        const std::size_t row = static_cast<std::size_t>(colouring) - static_cast<std::size_t>(Colouring::warp_tension);
        // `tension` begins with the distance constraints, which have neither warp nor weft.
        const std::size_t distances = shown.tension.size() - 3 * shown.fabric_tension.size();
        for (std::size_t i = 0; i < distances && !shown.fabric_tension.empty(); ++i) {
            visit(kNone);
        }
        for (const std::array<float, 3>& tension : shown.fabric_tension) {
            for (int side = 0; side < 3; ++side) {
                visit(static_cast<double>(tension[row]));
            }
        }
        break;
    }
    case Colouring::stiffness: {
        const auto& array = shown.model->of_type<Distance>();
        for (std::size_t i = 0; i < shown.tension.size(); ++i) {
            const double strain = static_cast<double>(shown.strain[i]);
            // A fabric's tension is per width, so no length is needed.
            const double length = i < array.size() ? rest_length(array, i) : 1;
            const double k = static_cast<double>(shown.tension[i]) / (strain * length);
            visit(std::abs(strain) > kNoise && k > 0 ? k : kNone);
        }
        break;
    }
    case Colouring::difference: {
        const lab::PaneSnapshot& there = snapshot.panes[static_cast<std::size_t>(other)];
        for (std::size_t i = 0; i < shown.positions.size(); ++i) {
            const glm::vec3 same = scenes::place_in(*shown.model, static_cast<int>(i), *there.model, there.positions);
            visit(static_cast<double>(glm::distance(shown.positions[i], same)));
        }
        break;
    }
    }
}

} // namespace

render::ColourMap colour_map(const ColouringInfo& info) {
    return info.is_signed ? render::ColourMap::diverging : render::ColourMap::magnitude;
}

float ColourScale::level(double value) const {
    if (std::isnan(value)) {
        return -1;
    }
    const auto [low, high] = range;
    const double place = info->logarithmic ? std::log(std::max(value, 1e-300) / low) / std::log(high / low)
                                           : (value - low) / (high - low);
    return static_cast<float>(std::clamp(place, 0.0, kFarAbove));
}

std::string ColourScale::text(double place) const {
    const auto [low, high] = range;
    const double value = info->logarithmic ? low * std::pow(high / low, place) : low + place * (high - low);
    return lab::quantity_text(value * info->factor, unit());
}

std::string ColourScale::low_text() const {
    return text(0) + (info->is_signed ? " or less" : "");
}

std::string ColourScale::isoline_text() const {
    constexpr double kShare = 1.0 / render::kIsolines;
    if (info->logarithmic) {
        return "lines by factors of " + lab::short_number(std::pow(range.high / range.low, kShare));
    }
    return "lines every " + lab::quantity_text((range.high - range.low) * kShare * info->factor, unit());
}

std::string ColourScale::high_text() const {
    return "above " + text(1);
}

int compared_pane(const lab::Snapshot& snapshot, int pane, int wanted) {
    const int count = static_cast<int>(snapshot.panes.size());
    if (wanted >= 0 && wanted < count && wanted != pane) {
        return wanted;
    }
    return count < 2 ? pane : pane == 0 ? 1 : 0;
}

std::vector<double> colour_values(const lab::Snapshot& snapshot, int pane, Colouring colouring, int other) {
    std::vector<double> values;
    for_each_value(snapshot, pane, colouring, other, [&](double value) { values.push_back(value); });
    return values;
}

bool is_fabric(const lab::Snapshot& snapshot) {
    return !snapshot.model->fabric.empty();
}

void colour_levels(const lab::Snapshot& snapshot, int pane, int other, const ColourScale& scale,
                   std::vector<float>& out) {
    out.clear();
    for_each_value(snapshot, pane, scale.info->colouring, other, [&](double v) { out.push_back(scale.level(v)); });
}

ColourRange suggested_range(const lab::Snapshot& snapshot, Colouring colouring) {
    const Model& model = *snapshot.model;
    const scenes::SceneInfo* scene = scenes::find_scene(snapshot.scene.name);
    const scenes::ShownRanges shown = scene != nullptr ? scene->shown : scenes::ShownRanges{};
    const double weight = kGravity * std::accumulate(model.mass.begin(), model.mass.end(), 0.0);
    const double area = std::accumulate(model.fabric.begin(), model.fabric.end(), 0.0,
                                        [](double sum, const FabricTriangle& triangle) { return sum + triangle.area; });
    // Tests that hold a fabric at a strain have no weight. Their range ends at the tension of the largest strain shown.
    const Specimen::Test test = model.specimen.test;
    const FabricModuli moduli = nominal_moduli(model);
    const double modulus = test == Specimen::Test::strip   ? std::max(moduli.warp, moduli.weft)
                           : test == Specimen::Test::shear ? moduli.shear
                                                           : 0;
    const double stretched = modulus * shown.stretch;
    // Number of parallel lines that carry the weight: 1 for a rope, the square root of the number of particles for a
    // sheet of springs. For a fabric: its width [m], because a fabric's tension is per width.
    const double across = area > 0                  ? std::sqrt(area)
                          : model.triangles.empty() ? 1
                                                    : std::sqrt(static_cast<double>(model.particle_count()));
    const double tension = shown.tension > 0
                               ? shown.tension
                               : round_up(std::clamp(stretched > 0 ? stretched : weight / across, 1e-6, 1e9));
    switch (colouring) {
    case Colouring::material:
        return {};
    case Colouring::stretch:
        return {0, shown.stretch};
    case Colouring::strain:
        return {-shown.stretch, shown.stretch};
    case Colouring::tension:
        return {0, tension};
    case Colouring::warp_tension:
    case Colouring::weft_tension:
    case Colouring::shear_tension:
        return {-tension, tension};
    case Colouring::stiffness: {
        // Four decades, from the stiffness of an edge that `tension` stretches by a tenth of its length.
        const auto& array = model.of_type<Distance>();
        // Length of an edge [m]; 1 for a fabric, whose stiffness is per width and needs no length.
        const double edge = array.size() > 0 ? std::max(rest_length(array, 0), 1e-6) : 1;
        const double low = std::pow(10.0, std::floor(std::log10(tension / (0.1 * edge))));
        return {low, 1e4 * low};
    }
    case Colouring::difference:
        return {0, round_up(std::clamp(0.2 * box_diagonal(model.rest_position), 1e-6, 1e9))};
    }
    return {};
}

ColourRange fitted_range(const lab::Snapshot& snapshot, Colouring colouring, int wanted_other) {
    ValueCounts all;
    for (int pane = 0; pane < static_cast<int>(snapshot.panes.size()); ++pane) {
        for_each_value(snapshot, pane, colouring, compared_pane(snapshot, pane, wanted_other), [&](double v) {
            if (std::isfinite(v)) {
                all.add(static_cast<float>(std::min(std::abs(v), kLargestShown)));
            }
        });
    }
    const double top = all.empty() ? 0 : all.quantile(1 - kClippedShare);
    if (colouring == Colouring::stretch || colouring == Colouring::strain) {
        const double high = round_up(std::clamp(top, kLeastStretch, 10.0));
        return {colouring == Colouring::strain ? -high : 0, high};
    }
    if (!colouring_info(colouring).logarithmic) {
        const double high = round_up(std::clamp(top, 1e-6, 1e9));
        return {colouring_info(colouring).is_signed ? -high : 0, high};
    }
    const double bottom = all.empty() ? 1 : all.quantile(kClippedShare);
    const double low = std::pow(10.0, std::floor(std::log10(std::clamp(bottom, 1e-6, 1e15)) + 1e-3));
    const double high = std::pow(10.0, std::ceil(std::log10(std::clamp(top, 1e-6, 1e15)) - 1e-3));
    return {low, std::max(high, 10 * low)};
}

} // namespace xpbd::picture
