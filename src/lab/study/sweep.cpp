// Runs all combinations of parameters, and writes their table.
#include "lab/study/sweep.h"

#include "core/base/math/elementary.h"
#include "core/model/parameters.h"
#include "lab/experiment/experiment.h"
#include "lab/files/memory.h"
#include "lab/study/output.h"
#include "lab/study/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace xpbd::lab {
namespace {

/// Most runs of a sweep; larger plans are most likely typing errors.
constexpr std::size_t kMostPoints = 10000;

/// Estimated cost of a run in arbitrary units, for sorting.
double cost_of(const Session& session, std::size_t pane) {
    double particles = 1;
    if (const auto found = session.scene.values.find("resolution"); found != session.scene.values.end()) {
        particles = found->second[0] * found->second[1];
    }
    const Settings& settings = session.panes[pane];
    return particles * (settings.iterations + 2.0) * settings.substeps;
}

/// True if both keys set the same parameter, so that the later assignment would undo the earlier one.
bool overlap(std::string_view a, std::string_view b) {
    const KeyParts first = split_key(a);
    const KeyParts second = split_key(b);
    const bool all_panes =
        (first.owner.empty() && second.owner != "scene") || (second.owner.empty() && first.owner != "scene");
    return first.name == second.name && (first.owner == second.owner || all_panes);
}

/// Fails if two axes set the same parameter: the table would then contain values that were not used.
Status check_axes(const std::vector<SweepAxis>& axes) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (overlap(axes[i].key, axes[j].key)) {
                return Error{axes[i].key + ": " + axes[j].key + " is varied already; give all of its values to one"};
            }
        }
    }
    return ok();
}

} // namespace

Result<ParameterSweep> ParameterSweep::create(SweepPlan plan) {
    if (plan.frames < 1) {
        return Error{"a sweep needs at least one frame, not " + std::to_string(plan.frames)};
    }
    if (plan.part.count < 1 || plan.part.index < 1 || plan.part.index > plan.part.count) {
        return Error{"part " + std::to_string(plan.part.index) + "/" + std::to_string(plan.part.count) +
                     ": the first number counts from 1 to the second"};
    }
    const Status distinct = check_axes(plan.axes);
    if (!distinct) {
        return distinct.error();
    }
    std::size_t points = 1;
    for (const SweepAxis& axis : plan.axes) {
        if (axis.values.empty()) {
            return Error{axis.key + ": no values to vary it over"};
        }
        points *= axis.values.size();
        if (points > kMostPoints) {
            return Error{"more than " + std::to_string(kMostPoints) + " combinations of values"};
        }
    }
    plan.base.past.clear(); // the values of a run apply from frame 0
    ParameterSweep sweep(std::move(plan));
    for (std::size_t point = 0; point < points; ++point) {
        Session session = sweep.plan_.base;
        const std::vector<std::string> values = sweep.values(point);
        for (std::size_t axis = 0; axis < values.size(); ++axis) {
            const Status status = apply_assignment(session, sweep.plan_.axes[axis].key + "=" + values[axis]);
            if (!status) {
                return status.error();
            }
        }
        const Status fits = check_memory(session.scene);
        if (!fits) {
            return fits.error();
        }
        sweep.sessions_.push_back(std::move(session));
    }
    sweep.results_.resize(points * sweep.pane_count());
    const auto begin_of = [&](int part) { // the first job of the part with this number, counted from 0
        return points * static_cast<std::size_t>(part) / static_cast<std::size_t>(sweep.plan_.part.count) *
               sweep.pane_count();
    };
    const std::size_t begin = begin_of(sweep.plan_.part.index - 1);
    sweep.order_.resize(begin_of(sweep.plan_.part.index) - begin);
    std::iota(sweep.order_.begin(), sweep.order_.end(), begin);
    const auto cost = [&](std::size_t job) {
        return cost_of(sweep.sessions_[job / sweep.pane_count()], job % sweep.pane_count());
    };
    std::stable_sort(sweep.order_.begin(), sweep.order_.end(),
                     [&](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
    return sweep;
}

std::vector<std::string> ParameterSweep::values(std::size_t point) const {
    std::vector<std::string> values(plan_.axes.size());
    for (std::size_t axis = plan_.axes.size(); axis-- > 0;) {
        const auto& choices = plan_.axes[axis].values;
        values[axis] = choices[point % choices.size()];
        point /= choices.size();
    }
    return values;
}

Session ParameterSweep::session(std::size_t point, std::size_t pane) const {
    Session session = sessions_[point];
    session.frame = result(point, pane).frame;
    return session;
}

const SweepResult& ParameterSweep::result(std::size_t point, std::size_t pane) const {
    return results_[point * pane_count() + pane];
}

/// A run in progress.
class ParameterSweep::Run {
public:
    Run(Experiment&& experiment, const SweepPlan& plan, SweepResult& result)
        : experiment_(std::move(experiment)),
          plan_(plan),
          result_(result),
          watch_(experiment_.world().dt),
          size_(rest_size(*experiment_.model())) {}

    /// Computes one frame. Returns false after the last one, or if it was interrupted.
    bool step() {
        if (!experiment_.step()) {
            return false;
        }
        bool ended = experiment_.frame() >= plan_.frames || experiment_.any_diverged();
        const bool last_second = experiment_.frame() + static_cast<std::int64_t>(watch_.length()) > plan_.frames;
        if (ended || last_second || plan_.until_settled) {
            watch_.add(read_pane(experiment_, 0));
        }
        ended = ended || (plan_.until_settled && hangs_still(watch_, size_));
        if (ended) {
            conclude();
        }
        return !ended;
    }

private:
    void conclude() {
        result_.readout = watch_.last();
        for (std::size_t row = 0; row < result_.readout.size(); ++row) {
            result_.low.push_back(watch_.low(row));
            result_.high.push_back(watch_.high(row));
        }
        const Pane& pane = experiment_.panes().front();
        const State& state = pane.diverged ? pane.last_good : pane.state;
        result_.diverged = pane.diverged;
        result_.settled = !pane.diverged && hangs_still(watch_, size_);
        result_.frame = state.step;
        result_.time = state.time;
        result_.done = true;
    }

    Experiment experiment_;
    const SweepPlan& plan_;
    SweepResult& result_;
    SettleWatch watch_;
    double size_; ///< size of the body [m]
};

std::function<bool()> ParameterSweep::begin(std::size_t job, const StopToken& stop) {
    const auto nothing = [] { return false; };
    SweepResult& result = results_[job];
    if (stop.stop_requested() || result.done) {
        return nothing;
    }
    Session session = sessions_[job / pane_count()];
    session.panes = {session.panes[job % pane_count()]};
    Result<Experiment> experiment = Experiment::create(session);
    if (stop.stop_requested()) {
        return nothing;
    }
    if (!experiment) { // the scene cannot be built with these values: a gap in the chart
        result.readout.assign(readouts().size(), std::numeric_limits<double>::quiet_NaN());
        result.low = result.high = result.readout;
        result.diverged = true;
        result.done = true;
        return nothing;
    }
    experiment->set_interrupt(stop);
    const auto run = std::make_shared<Run>(std::move(*experiment), plan_, result);
    return [run] { return run->step(); };
}

void ParameterSweep::run(std::size_t job, const StopToken& stop) {
    const std::function<bool()> step = begin(job, stop);
    while (step()) {
    }
}

void ParameterSweep::run_all(WorkerPool& pool, const std::function<void()>& finished, const StopToken& stop) {
    pool.run(order_.size(), [&](std::size_t i) {
        run(order_[i], stop);
        if (finished) {
            finished();
        }
    });
}

std::size_t ParameterSweep::done_count() const {
    return static_cast<std::size_t>(
        std::count_if(results_.begin(), results_.end(), [](const SweepResult& result) { return result.done; }));
}

std::string ParameterSweep::csv_names(bool ranges) const {
    std::string text;
    for (const SweepAxis& axis : plan_.axes) {
        text += axis.key + ',';
    }
    text += "pane,method,frame,time,diverged,settled";
    for (const Readout& readout : readouts()) {
        const std::string name = ',' + std::string(readout.key);
        text += !readout.reproducible ? "" : ranges ? name + name + "_low" + name + "_high" : name;
    }
    return text + '\n';
}

std::string ParameterSweep::csv(bool ranges) const {
    std::string text = plan_.part.index == 1 ? csv_names(ranges) : "";
    for (std::size_t point = 0; point < point_count(); ++point) {
        std::string start;
        for (const std::string& value : values(point)) {
            start += (value.find(',') == std::string::npos ? value : '"' + value + '"') + ',';
        }
        for (std::size_t pane = 0; pane < pane_count(); ++pane) {
            const SweepResult& row = result(point, pane);
            if (!row.done) {
                continue;
            }
            text += start + pane_name(static_cast<int>(pane)) + ',' + method_key(sessions_[point].panes[pane].method) +
                    ',' + std::to_string(row.frame) + ',' + format_number(row.time) + ',' + (row.diverged ? '1' : '0') +
                    ',' + (row.settled ? '1' : '0');
            for (std::size_t i = 0; i < readouts().size(); ++i) {
                if (readouts()[i].reproducible) {
                    text += ',' + csv_number(row.readout[i]);
                    text += ranges ? ',' + csv_number(row.low[i]) + ',' + csv_number(row.high[i]) : "";
                }
            }
            text += '\n';
        }
    }
    return text;
}

std::vector<double> sweep_values(double low, double high, int count, bool logarithmic, bool whole) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        const double t = count > 1 ? static_cast<double>(i) / (count - 1) : 0;
        // The ends are set exactly: pow() can miss them by a bit and leave the parameter's range.
        double value = i == 0 ? low : i + 1 == count ? high : 0;
        if (i > 0 && i + 1 < count) {
            value = logarithmic ? low * math::pow(high / low, t) : low + t * (high - low);
        }
        value = whole ? std::round(value) : value;
        if (values.empty() || value != values.back()) {
            values.push_back(value);
        }
    }
    return values;
}

} // namespace xpbd::lab
