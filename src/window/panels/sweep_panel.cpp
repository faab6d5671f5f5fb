#include "window/state/sweep_state.h"

#include "core/model/method_traits.h"
#include "window/panels/panels.h"
#include "window/state/exports.h"
#include "window/widgets/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

namespace xpbd::window {
namespace {

constexpr int kMostPoints = 64;

void number_field(Ui& ui, const char* name, double& value, const SweepParameter& row, float width) {
    ImGui::SetNextItemWidth(width);
    const std::string id = std::string("##") + name;
    double edited = value;
    if (ImGui::InputDouble(id.c_str(), &edited, 0, 0, row.whole ? "%.0f" : "%.4g",
                           ImGuiInputTextFlags_CharsScientific)) {
        value = std::clamp(std::isfinite(edited) ? edited : value, row.least, row.most);
        value = row.whole ? std::round(value) : value;
    }
    mark_item(ui, std::string("sweep.") + name);
}

void choose_parameter(Ui& ui, SweepState& panel, float width) {
    const std::vector<SweepParameter> all = sweep_parameters(ui.state, *ui.snapshot.model);
    const SweepParameter row = chosen_parameter(all, sweep_key(panel, ui.snapshot.scene.name));
    if (row.key != panel.ranged) { // the user has chosen another parameter, or the scene has another one
        panel.ranged = row.key;
        panel.low = row.low;
        panel.high = row.high;
    }
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##parameter", row.label.c_str())) {
        for (const SweepParameter& each : all) {
            if (ImGui::Selectable((each.label + "##" + each.key).c_str(), each.key == row.key)) {
                panel.key = each.key;
            }
            mark_item(ui, "sweep.parameter." + each.key);
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "sweep.parameter");
    item_tooltip(ui, "The parameter that varies: every pane runs with each of its values, from the start.");
    // "12 values from 1 to 160"
    const auto word = [&](const char* text) {
        ImGui::SameLine(0, ui.px(5));
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("%s", text);
        ImGui::SameLine(0, ui.px(5));
    };
    const float words = ImGui::CalcTextSize("values from").x + ImGui::CalcTextSize("to").x + 4 * ui.px(5);
    const float count = ui.px(34);
    const float field = (width - words - count) / 2;
    ImGui::SetNextItemWidth(count);
    ImGui::InputInt("##count", &panel.count, 0);
    panel.count = std::clamp(panel.count, 2, kMostPoints);
    mark_item(ui, "sweep.count");
    item_tooltip(ui, row.logarithmic ? "Number of values, in equal ratios" : "Number of values, evenly spaced");
    word("values from");
    number_field(ui, "low", panel.low, row, field);
    item_tooltip(ui, "First value");
    word("to");
    number_field(ui, "high", panel.high, row, field);
    item_tooltip(ui, "Last value");
}

/// The readout that the chart shows.
const lab::Readout& measure_of(const Ui& ui, const SweepState& panel) {
    return *lab::find_readout(sweep_measure(panel, ui.snapshot.scene.name));
}

void choose_measure(Ui& ui, SweepState& panel, float width) {
    const lab::Readout* measure = &measure_of(ui, panel);
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##measure", plot_label(measure->key, ui.snapshot.scene.name).c_str())) {
        for (const lab::Readout& row : lab::readouts()) {
            if (ImGui::Selectable(plot_label(row.key, ui.snapshot.scene.name).c_str(), &row == measure)) {
                panel.measure = row.key;
            }
            mark_item(ui, "sweep.measure." + std::string(row.key));
            item_tooltip(ui, row.tooltip);
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "sweep.measure");
    item_tooltip(ui, "What is read off the last frame of every run. Changing it needs no new run.");
}

/// The choice of when a run ends.
void choose_end(Ui& ui, SweepState& panel) {
    check_box(ui, panel.until_settled ? "until still, at most" : "until still; else for", panel.until_settled);
    mark_item(ui, "sweep.until_settled");
    item_tooltip(ui, "Ends a run when its sag and its stretch have stood still for a second");
    int& frames = panel.until_settled ? panel.most_frames : panel.frames;
    ImGui::SameLine(0, ui.px(6));
    ImGui::SetNextItemWidth(ui.px(52));
    ImGui::InputInt("##frames", &frames, 0);
    frames = std::clamp(frames, 1, 100000);
    mark_item(ui, "sweep.frames");
    const std::string seconds = lab::short_number(frames * ui.state.document.world.dt) + " s";
    item_tooltip(ui, "Frames of a run, each of the present timestep: " + seconds + " of simulated time");
    ImGui::SameLine(0, ui.px(6));
    ImGui::TextDisabled("= %s", seconds.c_str());
}

void save_csv(AppState& state, const SweepJob& job) {
    std::string key = job.plan().axes.front().key;
    std::replace(key.begin(), key.end(), '.', '_');
    save_result(state, "Table", "sweep_" + key, ".csv", job.csv());
}

void run_row(Ui& ui, SweepState& panel, float width) {
    const bool running = panel.job && panel.job->running();
    if (running) {
        if (ImGui::Button("Cancel", {ui.px(70), 0})) {
            panel.job->cancel();
        }
        mark_item(ui, "sweep.cancel");
        ImGui::SameLine(0, ui.px(6));
        const double progress = panel.job->progress();
        ImGui::ProgressBar(static_cast<float>(progress), {width - ui.px(76), ImGui::GetFrameHeight()});
        mark_item(ui, "sweep.progress");
        return;
    }
    if (ImGui::Button("Run", {ui.px(70), 0})) {
        start_sweep(ui.state, *ui.snapshot.model);
    }
    mark_item(ui, "sweep.run");
    item_tooltip(ui, "Runs every pane with every value on the cores beside the window's");
    ImGui::SameLine(0, ui.px(8));
    check_box(ui, "live", panel.live);
    mark_item(ui, "sweep.live");
    item_tooltip(ui, "Repeats a short sweep whenever a slider has come to rest");
    if (panel.job) {
        ImGui::SameLine(0, ui.px(8));
        if (ImGui::Button("Save CSV", {ui.px(80), 0})) {
            save_csv(ui.state, *panel.job);
        }
        mark_item(ui, "sweep.save");
        item_tooltip(ui, "The same table as `xpbd-lab sweep --ranges`, into the folder of the screenshots");
    }
}

/// One line per pane: the measure at the values whose runs have ended; then the lines of exact values. `points_of`
/// gets, per pane, the run that belongs to each point of its line.
std::vector<PlotLine> lines_of(const Ui& ui, bool stale, std::vector<std::vector<std::size_t>>& points_of) {
    const SweepState& panel = ui.state.sweep;
    const SweepJob& job = *panel.job;
    const lab::Readout* measure = &measure_of(ui, panel);
    const std::size_t row = lab::place_of(*measure);
    const lab::Readout* exact = lab::exact_of(*measure);
    std::vector<PlotLine> lines, exact_lines;
    for (std::size_t pane = 0; pane < job.pane_count(); ++pane) {
        const MethodTraits& method = method_of(job.plan().base.panes[pane]);
        PlotLine line{pane_label(static_cast<int>(pane)) + "  " + std::string(method.label),
                      with_alpha(ui.pane_colour(static_cast<int>(pane)), stale ? 0.4f : 1.0f),
                      static_cast<int>(pane),
                      true,
                      {},
                      {}};
        PlotLine beneath = exact == nullptr ? PlotLine{} : exact_line(ui, *exact, static_cast<int>(pane));
        std::vector<std::size_t>& runs = points_of.emplace_back();
        for (std::size_t point = 0; point < job.point_count(); ++point) {
            const auto result = job.result(point, pane);
            if (result) {
                const double x = std::stod(job.values(point).front());
                line.points.emplace_back(x, result->diverged ? std::nan("") : result->readout[row] * measure->factor);
                if (exact != nullptr) {
                    beneath.points.emplace_back(x, result->readout[lab::place_of(*exact)] * exact->factor);
                }
                line.bars.push_back(result->diverged || result->settled
                                        ? glm::dvec2(std::nan(""))
                                        : glm::dvec2(result->low[row], result->high[row]) * measure->factor);
                runs.push_back(point);
            }
        }
        lines.push_back(std::move(line));
        exact_lines.push_back(std::move(beneath));
    }
    add_exact(lines, std::move(exact_lines));
    return lines;
}

/// Name of the chart's y axis, and how the runs ended; in two lines where the chart is narrow. Returns the upper end of
/// the chart [px].
float draw_heading(Ui& ui, const ScreenRect& area, const std::string& title, const std::string& ends) {
    push_font(ui.fonts.small);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    const float left = area.min.x + ui.px(4), right = area.max.x - ui.px(8);
    const float room = right - left - ImGui::CalcTextSize(title.c_str()).x - ui.px(12);
    const float wide = ImGui::CalcTextSize(ends.c_str()).x;
    const bool below = wide > room;
    list->AddText({left, area.min.y}, ui.colours.text, title.c_str());
    const ImVec2 at{below ? left : right - wide, area.min.y + (below ? line : 0)};
    list->AddText(at, ui.colours.text_dim, ends.c_str());
    mark_rect(ui, "sweep.ends", at, {at.x + wide, at.y + line});
    pop_font();
    return at.y + line;
}

} // namespace

void draw_sweep(Ui& ui, const ScreenRect& rect) {
    SweepState& panel = ui.state.sweep;
    const float width = std::min(ui.px(280), rect.width() * 0.45f);
    ImGui::SetCursorScreenPos({rect.min.x, rect.min.y});
    ImGui::BeginChild("sweep_controls", {width, rect.height()}, false, ImGuiWindowFlags_NoScrollbar);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2.5f)});
    choose_parameter(ui, panel, width);
    choose_measure(ui, panel, width);
    choose_end(ui, panel);
    run_row(ui, panel, width);
    ImGui::PopStyleVar(2);
    ImGui::EndChild();
    const ScreenRect area{{rect.min.x + width + ui.px(10), rect.min.y}, rect.max};
    if (!panel.job) {
        ImGui::SetCursorScreenPos({area.min.x + ui.px(12), area.min.y + ui.px(12)});
        ImGui::PushTextWrapPos(area.max.x - ui.px(12));
        ImGui::TextDisabled("Run every pane with a range of values and see one curve per pane. Each point is a session "
                            "that a click opens.");
        ImGui::PopTextWrapPos();
        return;
    }
    std::vector<std::vector<std::size_t>> points_of;
    const std::string of = sweep_is_of(ui.state);
    const std::vector<PlotLine> lines = lines_of(ui, !of.empty(), points_of);
    const lab::SweepPlan& plan = panel.job->plan();
    const SweepParameter row = chosen_parameter(sweep_parameters(ui.state, *ui.snapshot.model), plan.axes.front().key);
    const lab::Readout* measure = &measure_of(ui, panel);
    const PlotText text{plot_label(measure->key, panel.job->plan().base.scene.name) +
                            lab::unit_in_brackets(measure->shown_unit),
                        row.label, row.logarithmic, measure->logarithmic};
    const std::string ends = sweep_ends(*panel.job) + (of.empty() ? "" : "  ·  " + of);
    ui.state.ui_map.note_value("sweep.ends", ends);
    const float top = draw_heading(ui, area, text.title, ends);
    const PlotPick pick = draw_plot(ui, "sweep.chart", {{area.min.x, top}, area.max}, text, lines, panel.zoom);
    if (pick.line >= 0) {
        const auto line = static_cast<std::size_t>(pick.line);
        const std::size_t point = points_of[line][pick.point];
        const glm::dvec2 at = lines[line].points[pick.point];
        ImGui::SetTooltip("%s: %s = %s, %s = %s\nClick to open this run", lines[line].name.c_str(), row.label.c_str(),
                          lab::short_number(at.x).c_str(), text.title.c_str(), lab::short_number(at.y).c_str());
        if (pick.clicked) {
            lab::Session session = panel.job->session(point, line);
            session.camera = ui.state.stage.camera_goal(ui.state.stage.picture.active_pane);
            open_session(ui.state, session);
        }
    }
}

} // namespace xpbd::window
