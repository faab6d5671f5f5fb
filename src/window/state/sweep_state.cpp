#include "window/state/sweep_state.h"

#include "core/base/find_key.h"
#include "core/model/parameters.h"
#include "lab/text/number_text.h"
#include "window/state/app_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

namespace xpbd::window {
namespace {

constexpr double kRestSeconds = 0.6; ///< after which a moved slider counts as resting
constexpr int kLiveFrames = 40;

SweepParameter parameter_of(const ParameterInfo& info, const std::string& key) {
    SweepParameter row;
    row.key = key;
    row.label = std::string(info.label) + lab::unit_in_brackets(info.unit);
    row.least = info.zero_allowed ? 0 : info.min;
    row.most = info.max;
    row.logarithmic = info.scale == Scale::logarithmic;
    row.whole = info.scale == Scale::integer;
    row.low = info.min;
    row.high = info.slider_end();
    return row;
}

bool is_number(const ParameterInfo& info) {
    return info.scale != Scale::choice && info.scale != Scale::toggle;
}

/// Sets a range in which the effect shows: the whole allowed range seldom does.
void propose(SweepParameter& row) {
    if (row.key == "iterations") {
        row.high = 160;
        row.logarithmic = true;
    } else if (row.key == "substeps") {
        row.high = std::min(row.most, 20.0);
        row.logarithmic = true;
    } else if (row.key == "scene.resolution") {
        row.low = std::max(row.least, 8.0);
        row.high = std::min(row.most, 40.0);
    } else if (row.key == "dt") {
        row.low = 1.0 / 480;
        row.high = 1.0 / 30;
    } else if (row.key.find("compliance") != std::string::npos) {
        row.low = 1e-9;
        row.high = 1e-2;
    }
}

int background_threads() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

} // namespace

SweepParameter chosen_parameter(const std::vector<SweepParameter>& all, const std::string& key) {
    const SweepParameter* found = find_key(all, key);
    return found == nullptr ? all.front() : *found;
}

std::vector<SweepParameter> sweep_parameters(const AppState& state, const Model& model) {
    std::vector<SweepParameter> all;
    const auto add = [&](const ParameterInfo& info, const std::string& key) {
        if (is_number(info)) {
            all.push_back(parameter_of(info, key));
            propose(all.back());
        }
    };
    for (const SettingsParameter& row : settings_parameters()) {
        const auto acts = [&](const Settings& pane) { return unused_reason(pane, model, row.info.key).empty(); };
        if (std::any_of(state.document.panes.begin(), state.document.panes.end(), acts)) {
            add(row.info, std::string(row.info.key));
        }
    }
    for (const WorldParameter& row : world_parameters()) {
        if (row.info.components == 1) {
            add(row.info, std::string(row.info.key));
        }
    }
    if (const scenes::SceneInfo* scene = scenes::find_scene(state.document.scene.name)) {
        for (const ParameterInfo& info : scene->parameters) {
            if (info.components == 1 || info.key == "resolution") {
                add(info, "scene." + std::string(info.key));
            }
        }
    }
    return all;
}

namespace {

void start(AppState& state, const Model& model, bool until_settled, int frames) {
    SweepState& panel = state.sweep;
    const SweepParameter row =
        chosen_parameter(sweep_parameters(state, model), sweep_key(panel, state.document.scene.name));
    const double low = std::min(panel.low, panel.high);
    const double high = std::max(panel.low, panel.high);
    const bool ratios = row.logarithmic && low > 0;
    lab::SweepAxis axis{row.key, {}};
    for (const double value : lab::sweep_values(low, high, panel.count, ratios, row.whole)) {
        const std::string text = format_number(value);
        axis.values.push_back(row.key == "scene.resolution" ? text + "x" + text : text);
    }
    panel.base = make_session(state.document);
    Result<lab::ParameterSweep> sweep = lab::ParameterSweep::create({panel.base, {axis}, frames, until_settled});
    if (!sweep) {
        add_toast(state, Toast::Kind::error, sweep.error().message);
        return;
    }
    panel.zoom = {};
    panel.job = std::make_unique<SweepJob>(std::move(*sweep), background_threads());
}

} // namespace

void start_sweep(AppState& state, const Model& model) {
    const SweepState& panel = state.sweep;
    start(state, model, panel.until_settled, panel.until_settled ? panel.most_frames : panel.frames);
}

void follow_live_sweep(AppState& state, const Model& model) {
    SweepState& panel = state.sweep;
    if (!panel.live || state.now - state.last_edit < kRestSeconds ||
        (panel.job && make_session(state.document) == panel.base)) {
        return;
    }
    if (panel.job && panel.job->running()) {
        panel.job->cancel(); // the document has changed; the new sweep starts in a later frame
        return;
    }
    start(state, model, false, kLiveFrames);
}

std::string sweep_is_of(const AppState& state) {
    const SweepState& panel = state.sweep;
    if (!panel.job) {
        return "";
    }
    lab::Session now = make_session(state.document), then = panel.base;
    if (now.scene.name != then.scene.name) {
        return "of the scene " + std::string(scenes::find_scene(then.scene.name)->label);
    }
    const lab::SweepAxis& axis = panel.job->plan().axes.front();
    for (lab::Session* session : {&now, &then}) {
        (void)lab::apply_assignment(*session, axis.key + "=" + axis.values.front());
    }
    return same_run(now, then) ? "" : "before your last change";
}

std::string sweep_key(const SweepState& sweep, std::string_view scene) {
    return sweep.key.empty() ? std::string(scenes::find_scene(scene)->swept) : sweep.key;
}

std::string sweep_measure(const SweepState& sweep, std::string_view scene) {
    return sweep.measure.empty() ? std::string(scenes::find_scene(scene)->readouts.front().key) : sweep.measure;
}

std::string sweep_ends(const SweepJob& job) {
    std::size_t done = 0, settled = 0, diverged = 0;
    double first = std::numeric_limits<double>::infinity(), last = 0;
    for (std::size_t point = 0; point < job.point_count(); ++point) {
        for (std::size_t pane = 0; pane < job.pane_count(); ++pane) {
            if (const auto result = job.result(point, pane)) {
                ++done;
                settled += result->settled ? 1 : 0;
                diverged += result->diverged ? 1 : 0;
                first = std::min(first, result->time);
                last = std::max(last, result->time);
            }
        }
    }
    if (done == 0) {
        return "";
    }
    const std::string from = lab::short_number(first), to = lab::short_number(last);
    std::string text = std::to_string(settled) + " of " + std::to_string(done) + " still, after " +
                       (from == to ? to : from + " to " + to) + " s";
    if (const std::size_t moving = done - settled - diverged; moving > 0) {
        text += "; bars: the last second";
    }
    return diverged > 0 ? text + "; " + std::to_string(diverged) + " diverged" : text;
}

} // namespace xpbd::window
