#include "lab/study/match.h"

#include "core/math/elementary.h"
#include "core/measure/matching.h"
#include "core/methods.h"
#include "lab/experiment/experiment.h"
#include "lab/run/readouts.h"
#include "lab/study/settle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace xpbd::lab {
namespace {

constexpr std::array<std::string_view, 3> kMeasures = {"sag", "effective_stiffness", "period"};
constexpr double kMet = 1e-3; ///< relative error at which the search ends
constexpr int kMostRuns = 40;
/// Ends of the search in log(u), where u = -log(1-k) of PBD, or 1/alpha: both grow with the stiffness.
constexpr double kSoftest = 1e-7;
constexpr double kStiffestPbd = 36;
constexpr double kStiffest = 1e12; // [N/m]

bool uses_k(const Settings& settings) {
    return !methods()[static_cast<std::size_t>(settings.method)].has_compliance;
}

double parameter_of(const Settings& settings, double x) {
    return uses_k(settings) ? -math::expm1(-math::exp(x)) : std::clamp(math::exp(-x), 1e-12, 1.0);
}

/// One value as a run measured it.
struct Reading {
    double value = 0;
    double moving = 0; ///< range over the last second
};

/// Mean time between the rises of a swing through its middle; none where there are fewer than two.
std::optional<double> period_of(const std::vector<double>& swing, double dt) {
    const auto [low, high] = std::minmax_element(swing.begin(), swing.end());
    const double middle = 0.5 * (*low + *high);
    std::vector<double> rises;
    for (std::size_t i = 1; i < swing.size(); ++i) {
        if (swing[i - 1] < middle && swing[i] >= middle) {
            const double part = (middle - swing[i - 1]) / (swing[i] - swing[i - 1]);
            rises.push_back((static_cast<double>(i - 1) + part) * dt);
        }
    }
    if (rises.size() < 2) {
        return std::nullopt;
    }
    return (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
}

class Search {
public:
    Search(const MatchPlan& plan, const std::stop_token& stop) : plan_(plan), stop_(stop) {}

    Result<MatchResult> run(const std::function<void(int)>& progress);

private:
    Result<Reading> measure(const Settings& settings);
    Result<Reading> measure_period(Experiment& experiment) const;
    /// Runs with x and notes whether it was too soft.
    Status try_value(double x);
    double next() const;

    const MatchPlan& plan_;
    std::stop_token stop_;
    std::optional<Experiment> experiment_; ///< settled under the last value: the next one settles sooner
    double size_ = 1;                      ///< of the body at rest [m]
    Reading wanted_;
    MatchResult best_;
    /// The nearest values on either side, in x, and their errors.
    std::optional<std::pair<double, double>> soft_, stiff_;
    double step_ = 1, low_ = 0, high_ = 0;
};

Result<Reading> Search::measure_period(Experiment& experiment) const {
    static const auto sag = static_cast<std::size_t>(find_readout("sag") - readouts().data());
    std::vector<double> swing;
    for (int frame = 0; frame < plan_.most_frames; ++frame) {
        if (!experiment.step()) {
            return Error{"cancelled"};
        }
        if (experiment.any_diverged()) {
            return Error{"the pane diverges"};
        }
        swing.push_back(read_pane(experiment, 0)[sag]);
    }
    const std::optional<double> period = period_of(swing, experiment.world().dt);
    return period ? Result<Reading>(Reading{*period, 0}) : Error{"it does not swing: there is no period to match"};
}

Result<Reading> Search::measure(const Settings& settings) {
    if (!experiment_ || plan_.measure == "period" || experiment_->any_diverged()) {
        Session session = plan_.base;
        session.panes = {settings};
        session.past.clear();
        Result<Experiment> built = Experiment::create(session);
        if (!built) {
            return built.error();
        }
        experiment_.emplace(std::move(*built));
        experiment_->set_interrupt(stop_);
    } else {
        if (const Status set = experiment_->set_panes({settings}, {stop_}); !set) {
            return set.error();
        }
    }
    if (plan_.measure == "period") {
        return measure_period(*experiment_);
    }
    const auto row = static_cast<std::size_t>(find_readout(plan_.measure) - readouts().data());
    SettleWatch watch(plan_.base.world.dt);
    for (int frame = 0; frame < plan_.most_frames; ++frame) {
        if (stop_.stop_requested() || !experiment_->step()) {
            return Error{"cancelled"};
        }
        if (experiment_->any_diverged()) {
            return Error{"the pane diverges"};
        }
        watch.add(read_pane(*experiment_, 0));
        if (watch.still(row, 0) && hangs_still(watch, size_)) {
            break;
        }
    }
    const double value = watch.last()[row];
    if (!std::isfinite(value)) {
        return Error{"a pane measures no " + std::string(find_readout(plan_.measure)->label)};
    }
    return Reading{value, watch.high(row) - watch.low(row)};
}

Status Search::try_value(double x) {
    Settings settings = plan_.base.panes[static_cast<std::size_t>(plan_.pane)];
    const double parameter = parameter_of(settings, x);
    (uses_k(settings) ? settings.stretch_stiffness : settings.stretch_compliance) = parameter;
    const Result<Reading> reading = measure(settings);
    if (!reading) {
        return reading.error();
    }
    const double error = reading->value / wanted_.value - 1;
    if (best_.runs == 0 || std::abs(error) < std::abs(best_.error)) {
        best_.value = parameter;
        best_.reached = reading->value;
        best_.error = error;
        best_.moving = std::max(reading->moving, wanted_.moving) / std::abs(wanted_.value);
    }
    ++best_.runs;
    // A stiffer body has more tension for its stretch, sags less and swings faster.
    const bool soft = plan_.measure == "effective_stiffness" ? error < 0 : error > 0;
    (soft ? soft_ : stiff_) = {x, error};
    return ok();
}

/// Where to look next: beyond the last value while it is not known from both sides, then between.
double Search::next() const {
    if (!soft_ || !stiff_) {
        const double from = soft_ ? soft_->first : stiff_->first;
        return std::clamp(from + (soft_ ? step_ : -step_), low_, high_);
    }
    const double width = stiff_->first - soft_->first;
    // The secant, where it stays clear of the ends; every third time the middle, so that both ends come closer.
    const double share = soft_->second / (soft_->second - stiff_->second);
    const bool secant = best_.runs % 3 != 0 && share > 0.02 && share < 0.98;
    return soft_->first + width * (secant ? share : 0.5);
}

Result<MatchResult> Search::run(const std::function<void(int)>& progress) {
    const Settings& pane = plan_.base.panes[static_cast<std::size_t>(plan_.pane)];
    const Settings& other = plan_.base.panes[static_cast<std::size_t>(plan_.other)];
    best_.key = uses_k(pane) ? "stretch_stiffness" : "stretch_compliance";
    const Result<Model> model = scenes::build(plan_.base.scene);
    if (!model) {
        return model.error();
    }
    size_ = rest_size(*model);
    const Result<Reading> wanted = measure(other);
    if (!wanted) {
        return wanted.error();
    }
    wanted_ = *wanted;
    best_.wanted = wanted_.value;
    if (!(std::abs(wanted_.value) > 0)) {
        return Error{"the other pane measures nothing that could be matched"};
    }
    low_ = math::log(kSoftest);
    high_ = math::log(uses_k(pane) ? kStiffestPbd : kStiffest);
    const double compliance = other.stretch_compliance;
    const double k =
        matching_stiffness(compliance, typical_edge(*model).inverse_mass, plan_.base.world.dt / pane.substeps,
                           pane.iterations, pane.method == find_method("pbd_corrected"));
    const double guess = uses_k(pane) ? -math::log1p(-std::min(k, 1 - 1e-12)) : 1 / std::max(compliance, 1 / kStiffest);
    double x = std::clamp(math::log(std::max(guess, kSoftest)), low_, high_);
    while (best_.runs < kMostRuns) {
        const Status tried = try_value(x);
        if (!tried) {
            return tried.error();
        }
        if (progress) {
            progress(best_.runs);
        }
        if (std::abs(best_.error) < kMet) {
            return best_;
        }
        const double then = next();
        if (then == x || (soft_ && stiff_ && std::abs(stiff_->first - soft_->first) < 1e-9)) {
            break;
        }
        step_ *= 2;
        x = then;
    }
    best_.trouble = !stiff_  ? "even the stiffest value is too soft"
                    : !soft_ ? "even the softest value is too stiff"
                             : "the measured value jumps, or still moves, there";
    return best_;
}

} // namespace

std::span<const std::string_view> match_measures() {
    return kMeasures;
}

Result<MatchResult> match(const MatchPlan& plan, const std::stop_token& stop,
                          const std::function<void(int)>& progress) {
    const auto count = static_cast<int>(plan.base.panes.size());
    if (plan.pane < 0 || plan.pane >= count || plan.other < 0 || plan.other >= count) {
        return Error{"there is no such pane to match"};
    }
    if (std::find(kMeasures.begin(), kMeasures.end(), plan.measure) == kMeasures.end()) {
        return Error{"\"" + plan.measure + "\" cannot be matched; sag, effective_stiffness and period can"};
    }
    return Search(plan, stop).run(progress);
}

} // namespace xpbd::lab
