#include "window/commands/actions.h"
#include "window/panels/panels.h"
#include "window/widgets/copying.h"
#include "window/widgets/plot.h"

#include "core/model/method_traits.h"
#include "lab/readouts/readouts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace xpbd::window {
namespace {

PlotLine line_of(const Ui& ui, std::size_t pane) {
    const MethodTraits& method = method_of(ui.snapshot.panes[pane].settings);
    return {pane_label(static_cast<int>(pane)) + "  " + std::string(method.label),
            ui.pane_colour(static_cast<int>(pane)),
            static_cast<int>(pane),
            false,
            {}};
}

constexpr const char* kExact = "exact";

ImU32 exact_colour(const Ui& ui) {
    return with_alpha(ui.colours.text, 0.35f);
}

bool hidden(const Ui& ui, std::size_t pane) {
    return (ui.state.plots.hidden >> pane & 1u) != 0;
}

std::vector<PlotLine> lines_over_time(const Ui& ui, const lab::Readout& readout, const PlotZoom& zoom, float width) {
    const auto most = static_cast<std::size_t>(std::max(128.0f, width)); // points of a curve, which is 2 px wide
    const double infinite = std::numeric_limits<double>::infinity();
    const auto points_of = [&](std::size_t pane, const lab::Readout& row) {
        std::vector<glm::dvec2> points = ui.state.plots.series.drawn_curve(
            pane, lab::place_of(row), zoom.zoomed ? zoom.low : -infinite, zoom.zoomed ? zoom.high : infinite, most);
        for (glm::dvec2& point : points) {
            point.y *= row.factor;
        }
        return points;
    };
    const lab::Readout* exact = lab::exact_of(readout);
    std::vector<PlotLine> lines, exact_lines;
    for (std::size_t pane = 0; pane < ui.snapshot.panes.size(); ++pane) {
        if (hidden(ui, pane)) {
            continue;
        }
        lines.push_back(line_of(ui, pane));
        lines.back().points = points_of(pane, readout);
        if (exact != nullptr) {
            exact_lines.push_back(exact_line(ui, *exact, static_cast<int>(pane)));
            exact_lines.back().points = points_of(pane, *exact);
        }
    }
    add_exact(lines, std::move(exact_lines));
    return lines;
}

std::vector<PlotLine> lines_over_iterations(const Ui& ui, bool dual) {
    std::vector<PlotLine> lines;
    for (std::size_t pane = 0; pane < ui.snapshot.panes.size(); ++pane) {
        if (hidden(ui, pane)) {
            continue;
        }
        PlotLine line = line_of(ui, pane);
        const auto& residuals = ui.snapshot.panes[pane].residuals;
        line.markers = residuals.size() < 12;
        for (std::size_t i = 0; i < residuals.size(); ++i) {
            line.points.emplace_back(static_cast<double>(i + 1),
                                     dual ? residuals[i].residual_dual : residuals[i].residual_primal);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// The title of a plot: a click opens the list of contents.
void choose_content(Ui& ui, std::size_t slot, const ScreenRect& rect) {
    std::string key = plot_key(ui.state.stage.picture, slot, ui.snapshot.scene.name);
    std::string unit;
    if (by_iteration(key)) {
        unit = key == lab::kDualByIteration ? " (m)" : " (kg m)";
    } else {
        unit = lab::unit_in_brackets(lab::find_readout(key)->shown_unit);
    }
    ImGui::SetCursorScreenPos({rect.min.x, rect.min.y});
    push_font(ui.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, 0);
    ImGui::SetNextItemWidth(rect.width());
    if (ImGui::BeginCombo("##content", (plot_label(key, ui.snapshot.scene.name) + unit).c_str(),
                          ImGuiComboFlags_HeightLargest)) {
        if (choose_plot(ui, key)) {
            ui.state.stage.picture.plots[slot] = key;
            ui.state.plots.zoom[slot] = {};
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "plot.title." + std::to_string(slot));
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    pop_font();
}

/// Size of round-off in a readout, in the unit shown. Strain in single precision is exact to about 1e-6.
double noise_of(const Ui& ui, const lab::Readout& readout) {
    constexpr double kInSingle = 1e-6, kInDouble = 1e-12;
    const bool strain = readout.key == "mean_strain" || readout.key == "max_strain";
    const std::vector<Settings>& panes = ui.state.document.panes;
    const bool single =
        std::any_of(panes.begin(), panes.end(), [](const Settings& pane) { return runs_engine(pane, Engine::fast); });
    return (strain && single ? kInSingle : kInDouble) * readout.factor;
}

void draw_slot(Ui& ui, std::size_t slot, const ScreenRect& rect) {
    AppState& state = ui.state;
    ImGui::PushID(static_cast<int>(slot));
    push_font(ui.fonts.small);
    const float title = ImGui::GetTextLineHeight() + ui.px(3);
    pop_font();
    choose_content(ui, slot, {rect.min, {rect.max.x, rect.min.y + title}});
    const ScreenRect area{{rect.min.x, rect.min.y + title}, rect.max};
    const std::string id = "plot." + std::to_string(slot);
    const std::string key = plot_key(state.stage.picture, slot, ui.snapshot.scene.name);
    PlotZoom& zoom = state.plots.zoom[slot];
    if (by_iteration(key)) {
        const bool dual = key == lab::kDualByIteration;
        const PlotText text{dual ? "dual residual (m)" : "primal residual (kg m)", "iteration", false, true};
        draw_plot(ui, id.c_str(), area, text, lines_over_iterations(ui, dual), zoom);
    } else {
        const lab::Readout& readout = *lab::find_readout(key);
        const PlotText text{plot_label(key, ui.snapshot.scene.name) + lab::unit_in_brackets(readout.shown_unit),
                            "t (s)", false, readout.logarithmic, noise_of(ui, readout)};
        const std::vector<PlotLine> lines = lines_over_time(ui, readout, zoom, area.width());
        const PlotPick pick = draw_plot(ui, id.c_str(), area, text, lines, zoom, ui.snapshot.time);
        const auto& samples = state.plots.series.samples();
        if (pick.held && !samples.empty()) {
            // Finds the recorded frame under the mouse.
            auto at = std::lower_bound(samples.begin(), samples.end(), pick.x,
                                       [](const PlotSeries::Sample& s, double time) { return s.time < time; });
            at = at == samples.end() ? at - 1 : at;
            const std::int64_t frame = std::clamp(at->frame, ui.snapshot.first_frame, ui.snapshot.last_frame);
            if (frame != ui.snapshot.frame) {
                state.link.wanted_frame = frame;
            }
        }
    }
    ImGui::PopID();
}

std::size_t slot_count(const Ui& ui, float width) {
    return static_cast<std::size_t>(
        std::clamp(static_cast<int>(width / ui.px(210)), 1, static_cast<int>(lab::kPlotSlots)));
}

/// True if one of the charts that fit into this width shows exact values.
bool shows_exact(const Ui& ui, float width) {
    const std::string& scene = ui.snapshot.scene.name;
    const auto has = [&](const std::string& key) {
        const lab::Readout* row = lab::find_readout(key);
        const lab::Readout* exact = row == nullptr ? nullptr : lab::exact_of(*row);
        return exact != nullptr &&
               std::any_of(ui.snapshot.panes.begin(), ui.snapshot.panes.end(), [&](const lab::PaneSnapshot& pane) {
                   const std::size_t place = lab::place_of(*exact);
                   return place < pane.readings.size() && std::isfinite(pane.readings[place]);
               });
    };
    if (ui.state.panels.show_sweep) {
        return has(sweep_measure(ui.state.sweep, scene));
    }
    bool any = false;
    for (std::size_t slot = 0; slot < slot_count(ui, width); ++slot) {
        any = any || has(plot_key(ui.state.stage.picture, slot, scene));
    }
    return any;
}

/// Line style and method of every pane, without the method where that is too wide; a click hides or shows its curves.
/// Then the sample of the exact lines, if `exact`.
void legend(Ui& ui, ImVec2 at, float room, bool exact) {
    AppState& state = ui.state;
    ImDrawList* list = ImGui::GetWindowDrawList();
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    float x = at.x;
    float all = exact ? ui.px(50) + ImGui::CalcTextSize(kExact).x : 0;
    for (std::size_t pane = 0; pane < ui.snapshot.panes.size(); ++pane) {
        all += ui.px(50) + ImGui::CalcTextSize(line_of(ui, pane).name.c_str()).x;
    }
    for (std::size_t pane = 0; pane < ui.snapshot.panes.size(); ++pane) {
        PlotLine sample = line_of(ui, pane);
        if (all > room) {
            sample.name = pane_label(static_cast<int>(pane));
        }
        const float width = ui.px(34) + ImGui::CalcTextSize(sample.name.c_str()).x;
        ImGui::SetCursorScreenPos({x, at.y - ui.px(2)});
        ImGui::PushID(static_cast<int>(pane));
        if (ImGui::InvisibleButton("legend", {width, line + ui.px(4)})) {
            state.plots.hidden ^= 1u << pane;
        }
        ImGui::PopID();
        mark_item(ui, "legend." + pane_label(static_cast<int>(pane)));
        const bool off = hidden(ui, pane);
        item_tooltip(ui, off ? "Click to show its curves" : "Click to hide its curves");
        draw_line_sample(ui, {x, at.y + line * 0.5f}, {x + ui.px(26), at.y + line * 0.5f},
                         with_alpha(sample.colour, off ? 0.25f : 1.0f), sample.dash);
        list->AddText({x + ui.px(32), at.y}, off ? ui.colours.text_faint : ui.colours.text, sample.name.c_str());
        x += width + ui.px(16);
    }
    if (exact) {
        const ImVec2 size{ui.px(34) + ImGui::CalcTextSize(kExact).x, line + ui.px(4)};
        ImGui::SetCursorScreenPos({x, at.y - ui.px(2)});
        ImGui::Dummy(size);
        mark_item(ui, "legend.exact");
        item_tooltip(ui, "What the material asks for, beneath the curves that are measured");
        draw_line_sample(ui, {x, at.y + line * 0.5f}, {x + ui.px(26), at.y + line * 0.5f}, exact_colour(ui), 0, true);
        list->AddText({x + ui.px(32), at.y}, ui.colours.text, kExact);
    }
    pop_font();
}

void tab_button(Ui& ui, const char* label, bool sweep) {
    AppState& state = ui.state;
    const bool active = state.panels.show_sweep == sweep;
    push_font(active ? ui.fonts.bold : nullptr);
    const ImVec2 size = ImGui::CalcTextSize(label);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(label, {size.x + ui.px(12), size.y + ui.px(6)})) {
        state.panels.show_sweep = sweep;
    }
    mark_item(ui, std::string("drawer.") + label);
    const bool hot = ImGui::IsItemHovered();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText({at.x + ui.px(6), at.y + ui.px(2)}, active || hot ? ui.colours.text : ui.colours.text_dim, label);
    if (active) {
        list->AddRectFilled({at.x + ui.px(6), at.y + size.y + ui.px(4)},
                            {at.x + ui.px(6) + size.x, at.y + size.y + ui.px(6)}, ui.colours.accent);
    }
    pop_font();
}

/// The buttons that pin the plots beside the stage, and hide them.
void drawer_buttons(Ui& ui, float right, float top) {
    constexpr float kSide = 22; ///< at scale 1 [px]
    const bool stays = ui.state.preferences.plots_pinned;
    ImGui::SetCursorScreenPos({right - ui.px(2 * kSide + 2), top});
    const auto key = [](const char* id) { return "  (" + shortcut_text(action(id)) + ")"; };
    if (icon_button(ui, "pin_plots", Icon::pin,
                    (stays ? "Let them go: a strip that grows under the mouse" : "Keep them open beside the stage") +
                        key("pin_plots"),
                    stays, kSide)) {
        toggle_plots_pin(ui.state);
    }
    ImGui::SetCursorScreenPos({right - ui.px(kSide), top});
    if (icon_button(ui, "close_plots", Icon::close, "Hide the plots" + key("plots"), false, kSide)) {
        ui.state.preferences.drawer = false;
    }
}

/// Draws as many plots as fit, side by side.
void draw_slots(Ui& ui, const ScreenRect& rect) {
    const std::size_t count = slot_count(ui, rect.width());
    const float gap = ui.px(12);
    const float each = (rect.width() - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    for (std::size_t slot = 0; slot < count; ++slot) {
        const float x = rect.min.x + static_cast<float>(slot) * (each + gap);
        draw_slot(ui, slot, {{x, rect.min.y}, {x + each, rect.max.y}});
    }
}

/// The buttons that copy the drawer's plots, as a picture or as numbers. A button left of `least` [px] is left out.
void copy_buttons(Ui& ui, float right, float top, float least, const ScreenRect& body) {
    AppState& state = ui.state;
    const SweepJob* sweep = state.panels.show_sweep ? state.sweep.job.get() : nullptr;
    if (state.panels.show_sweep && sweep == nullptr) {
        return;
    }
    push_font(ui.fonts.small);
    const auto button = [&](const char* label, const char* name) {
        const float width = ImGui::CalcTextSize(label).x + ui.px(16);
        if (right - width <= least) {
            return false;
        }
        ImGui::SetCursorScreenPos({right - width, top});
        right -= width + ui.px(6);
        const bool pressed = ImGui::Button(label, {width, ui.px(22)});
        mark_item(ui, name);
        return pressed;
    };
    if (button("Copy numbers", "plots.copy")) {
        copy_text(state, sweep != nullptr ? sweep->csv() : state.plots.series.csv(),
                  sweep != nullptr ? "Every run of the sweep copied as CSV"
                                   : "Every readout of every frame copied as CSV");
    }
    const std::int64_t whole = state.plots.series.whole_from();
    item_tooltip(ui,
                 sweep != nullptr
                     ? std::string("The table of all runs, as `xpbd-lab sweep --ranges` writes it")
                     : "Every readout of every pane and every simulated frame, as `xpbd-lab run --csv` writes them" +
                           (whole > 0 ? "; before frame " + std::to_string(whole) + " of every 2nd, 4th, ... frame"
                                      : std::string()));
    if (button("Copy picture", "plots.copy_picture")) {
        state.requests.region = {body, ""};
    }
    pop_font();
}

} // namespace

PlotLine exact_line(const Ui& ui, const lab::Readout& exact, int pane) {
    PlotLine line;
    line.name = pane_label(pane) + "  " + plot_label(exact.key, ui.snapshot.scene.name);
    line.colour = exact_colour(ui);
    line.beneath = true;
    return line;
}

void add_exact(std::vector<PlotLine>& lines, std::vector<PlotLine> exact) {
    std::erase_if(exact, [](const PlotLine& line) {
        return std::none_of(line.points.begin(), line.points.end(), [](glm::dvec2 p) { return std::isfinite(p.y); });
    });
    const bool same = std::all_of(exact.begin(), exact.end(),
                                  [&](const PlotLine& line) { return line.points == exact.front().points; });
    if (same && exact.size() > 1) {
        exact.resize(1);
        exact.front().name.erase(0, exact.front().name.find("  ") + 2); // without the letter of a pane
    }
    std::move(exact.begin(), exact.end(), std::back_inserter(lines));
}

void draw_drawer(Ui& ui, const ScreenRect& rect, Drawer how) {
    begin_region("plots", rect, ui.colours.panel, {ui.px(12), ui.px(6)},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const float left = rect.min.x + ui.px(12);
    float right = rect.max.x - ui.px(12);
    const float top = rect.min.y + ui.px(4);
    const auto save = [&](const ScreenRect& shown) { // waits until the menu is closed, which would be in the picture
        if (open_popups() == 0 && std::exchange(ui.state.requests.save_plots, false)) {
            ui.state.requests.region = {shown, ui.state.document.scene.name + "_plots"};
        }
    };
    if (how == Drawer::strip) {
        draw_slots(ui, {{left, rect.min.y + ui.px(2)}, {right, rect.max.y - ui.px(3)}});
        save(rect);
        ImGui::End();
        return;
    }
    ImGui::SetCursorScreenPos({left - ui.px(6), top});
    tab_button(ui, "Plots", false);
    ImGui::SameLine(0, ui.px(2));
    tab_button(ui, "Sweep", true);
    const float after = ImGui::GetItemRectMax().x + ui.px(18);
    drawer_buttons(ui, right + ui.px(6), top);
    right -= ui.px(54);
    legend(ui, {after, top + ui.px(4)}, right - after - ui.px(200), shows_exact(ui, rect.width() - ui.px(24)));
    const ScreenRect body{{left, top + ui.px(26)}, {rect.max.x - ui.px(12), rect.max.y - ui.px(4)}};
    copy_buttons(ui, right, top, after + ui.px(180), body);
    save(body);
    if (ui.state.panels.show_sweep) {
        draw_sweep(ui, {{body.min.x, body.min.y + ui.px(2)}, body.max});
    } else {
        draw_slots(ui, body);
    }
    if (how == Drawer::grown) {
        ImGui::GetWindowDrawList()->AddRect({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y}, ui.colours.line);
    }
    ImGui::End();
}

} // namespace xpbd::window
