// Searches a stretch parameter with which a pane measures the same as another.
#include "lab/study/match.h"

#include "core/base/math/elementary.h"
#include "core/model/method_traits.h"
#include "core/step/measure/matching.h"
#include "lab/experiment/experiment.h"
#include "lab/readouts/readouts.h"
#include "lab/study/settle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

constexpr std::array<std::string_view, 3> kMeasures = {"sag", "effective_stiffness", "period"};
constexpr double kMet = 1e-3; ///< relative error at which the search ends
constexpr int kMostRuns = 40;
/// Least and largest u of the search, which runs over log(u). For PBD u = -log(1-k), otherwise u = 1/alpha [N/m].
constexpr double kSoftest = 1e-7;
constexpr double kStiffestPbd = 36;
constexpr double kStiffest = 1e12; // [N/m]

bool uses_k(const Settings& settings) {
    return !method_of(settings).has_compliance;
}

double parameter_of(const Settings& settings, double x) {
    return uses_k(settings) ? -math::expm1(-math::exp(x)) : std::clamp(math::exp(-x), 1e-12, 1.0);
}

/// The measured value of a run.
struct Measured {
    double value = 0;
    double moving = 0; ///< range of the value over the last second
};

/// Mean time between upward crossings of a swing's middle; std::nullopt if there are fewer than two.
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

/// A value of the search with its result.
struct Tried {
    double x;     ///< log(u)
    double error; ///< reached over wanted value, minus 1
};

} // namespace

struct MatchSearch::Impl {
    Impl(MatchPlan what, const StopToken& end) : plan(std::move(what)), stop(end) {}

    /// Simulates one frame, or starts the search. An error ends the search.
    Status step();
    Status start();
    Status begin_run(const Settings& settings);
    Result<std::optional<Measured>> run_frame();
    Status take(const Measured& reading);
    Status take_wanted(const Measured& reading);
    Status take_tried(const Measured& reading);
    Status try_value(double where);
    double next() const;
    void give_up();

    MatchPlan plan;
    StopToken stop;
    std::optional<Result<MatchResult>> result;
    std::optional<Experiment> experiment; ///< settled at the last value; the next run starts there
    double size = 1;                      ///< size of the body at rest [m]
    double edge_inverse_mass = 0;         ///< inverse mass of a typical edge
    /// @name The current run
    /// @{
    int frames = 0;
    std::optional<SettleWatch> watch;
    std::vector<double> swing; ///< heights of the lowest point
    /// @}
    std::optional<Measured> wanted;
    MatchResult best;
    std::optional<Tried> soft, stiff; ///< the nearest values that were too soft and too stiff
    double x = 0, parameter = 0, step_width = 1, low = 0, high = 0;

    const Settings& pane() const { return plan.base.panes[static_cast<std::size_t>(plan.pane)]; }
    const Settings& other() const { return plan.base.panes[static_cast<std::size_t>(plan.other)]; }
    bool of_period() const { return plan.measure == "period"; }
};

Status MatchSearch::Impl::step() {
    if (!experiment) {
        return start();
    }
    const Result<std::optional<Measured>> reading = run_frame();
    if (!reading) {
        return reading.error();
    }
    return *reading ? take(**reading) : ok();
}

Status MatchSearch::Impl::start() {
    const auto count = static_cast<int>(plan.base.panes.size());
    if (plan.pane < 0 || plan.pane >= count || plan.other < 0 || plan.other >= count) {
        return Error{"there is no such pane to match"};
    }
    if (std::find(kMeasures.begin(), kMeasures.end(), plan.measure) == kMeasures.end()) {
        return Error{"\"" + plan.measure + "\" cannot be matched; sag, effective_stiffness and period can"};
    }
    best.key = uses_k(pane()) ? "stretch_stiffness" : "stretch_compliance";
    const Result<Model> model = scenes::build(plan.base.scene);
    if (!model) {
        return model.error();
    }
    size = rest_size(*model);
    edge_inverse_mass = typical_edge(*model).inverse_mass;
    return begin_run(other());
}

Status MatchSearch::Impl::begin_run(const Settings& settings) {
    frames = 0;
    watch.emplace(plan.base.world.dt);
    swing.clear();
    if (experiment && !of_period() && !experiment->any_diverged()) {
        return experiment->set_panes({settings}, {stop});
    }
    Session session = plan.base;
    session.panes = {settings};
    session.past.clear();
    Result<Experiment> built = Experiment::create(session);
    if (!built) {
        return built.error();
    }
    experiment.emplace(std::move(*built));
    experiment->set_interrupt(stop);
    return ok();
}

/// Simulates a frame. Returns the measured value if this frame was the last one of the run.
Result<std::optional<Measured>> MatchSearch::Impl::run_frame() {
    if (stop.stop_requested() || !experiment->step()) {
        return Error{"cancelled"};
    }
    if (experiment->any_diverged()) {
        return Error{"the pane diverges"};
    }
    ++frames;
    const std::vector<double> readings = read_pane(*experiment, 0);
    if (of_period()) {
        static const auto sag = place_of(*find_readout("sag"));
        swing.push_back(readings[sag]);
        if (frames < plan.most_frames) {
            return std::optional<Measured>{};
        }
        const std::optional<double> period = period_of(swing, experiment->world().dt);
        return period ? Result<std::optional<Measured>>(Measured{*period, 0})
                      : Error{"it does not swing: there is no period to match"};
    }
    const auto row = place_of(*find_readout(plan.measure));
    watch->add(readings);
    if (frames < plan.most_frames && !(watch->still(row, 0) && hangs_still(*watch, size))) {
        return std::optional<Measured>{};
    }
    const double value = watch->last()[row];
    if (!std::isfinite(value)) {
        return Error{"a pane measures no " + std::string(find_readout(plan.measure)->label)};
    }
    return std::optional(Measured{value, watch->high(row) - watch->low(row)});
}

Status MatchSearch::Impl::take(const Measured& reading) {
    return wanted ? take_tried(reading) : take_wanted(reading);
}

Status MatchSearch::Impl::take_wanted(const Measured& reading) {
    wanted = reading;
    best.wanted = reading.value;
    if (!(std::abs(reading.value) > 0)) {
        return Error{"the other pane measures nothing that could be matched"};
    }
    low = math::log(kSoftest);
    high = math::log(uses_k(pane()) ? kStiffestPbd : kStiffest);
    const double compliance = other().stretch_compliance;
    const double k = matching_stiffness(compliance, edge_inverse_mass, plan.base.world.dt / pane().substeps,
                                        pane().iterations, pane().method == find_method(method_key::pbd_corrected));
    const double guess =
        uses_k(pane()) ? -math::log1p(-std::min(k, 1 - 1e-12)) : 1 / std::max(compliance, 1 / kStiffest);
    return try_value(std::clamp(math::log(std::max(guess, kSoftest)), low, high));
}

Status MatchSearch::Impl::try_value(double where) {
    x = where;
    Settings settings = pane();
    parameter = parameter_of(settings, x);
    (uses_k(settings) ? settings.stretch_stiffness : settings.stretch_compliance) = parameter;
    return begin_run(settings);
}

/// Uses the result of a run with x, and starts the next run.
Status MatchSearch::Impl::take_tried(const Measured& reading) {
    const double error = reading.value / wanted->value - 1;
    if (best.runs == 0 || std::abs(error) < std::abs(best.error)) {
        best.value = parameter;
        best.reached = reading.value;
        best.error = error;
        best.moving = std::max(reading.moving, wanted->moving) / std::abs(wanted->value);
    }
    ++best.runs;
    // A stiffer body has more tension per stretch, sags less and swings faster.
    const bool is_soft = plan.measure == "effective_stiffness" ? error < 0 : error > 0;
    (is_soft ? soft : stiff) = Tried{x, error};
    if (std::abs(best.error) < kMet) {
        result.emplace(best);
        return ok();
    }
    const double then = next();
    if (best.runs == kMostRuns || then == x || (soft && stiff && std::abs(stiff->x - soft->x) < 1e-9)) {
        give_up();
        return ok();
    }
    step_width *= 2;
    return try_value(then);
}

/// The next value: beyond the last one until one tried value is too soft and another too stiff, then between these two.
double MatchSearch::Impl::next() const {
    if (!soft || !stiff) {
        const double from = soft ? soft->x : stiff->x;
        return std::clamp(from + (soft ? step_width : -step_width), low, high);
    }
    const double width = stiff->x - soft->x;
    // Uses the secant if it is not close to an end. Every third run uses the middle, so that both ends get closer.
    const double share = soft->error / (soft->error - stiff->error);
    const bool secant = best.runs % 3 != 0 && share > 0.02 && share < 0.98;
    return soft->x + width * (secant ? share : 0.5);
}

void MatchSearch::Impl::give_up() {
    best.trouble = !stiff  ? "even the stiffest value is too soft"
                   : !soft ? "even the softest value is too stiff"
                           : "the measured value jumps, or still moves, there";
    result.emplace(best);
}

MatchSearch::MatchSearch(MatchPlan plan, const StopToken& stop)
    : impl_(std::make_unique<Impl>(std::move(plan), stop)) {}
MatchSearch::MatchSearch(MatchSearch&&) noexcept = default;
MatchSearch::~MatchSearch() = default;

bool MatchSearch::step() {
    if (!impl_->result) {
        if (const Status status = impl_->step(); !status) {
            impl_->result.emplace(status.error());
        }
    }
    return !impl_->result;
}

int MatchSearch::runs() const {
    return impl_->best.runs;
}

const std::optional<Result<MatchResult>>& MatchSearch::result() const {
    return impl_->result;
}

std::span<const std::string_view> match_measures() {
    return kMeasures;
}

Result<MatchResult> match(const MatchPlan& plan, const StopToken& stop, const std::function<void(int)>& progress) {
    MatchSearch search(plan, stop);
    for (int told = 0; search.step();) {
        if (progress && search.runs() > told) {
            progress(told = search.runs());
        }
    }
    if (progress && *search.result()) {
        progress(search.runs());
    }
    return *search.result();
}

} // namespace xpbd::lab
