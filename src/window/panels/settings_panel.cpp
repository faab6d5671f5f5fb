#include "window/panels/panels.h"

#include "core/model/method_traits.h"

#include <algorithm>
#include <cmath>
#include <imgui_internal.h>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

/// The part of the list in which a parameter is.
enum class RowGroup { first, advanced, without_effect };

/// Part `first` has the parameters that act here and need no knowledge of the methods, or that differ between panes.
RowGroup group_of(const Ui& ui, int row) {
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const std::vector<int>& acting = ui.state.acting.panes_of(row);
    if (acting.empty()) {
        return RowGroup::without_effect;
    }
    const auto value = [&](int pane) { return parameter.get(ui.state.document.panes[static_cast<std::size_t>(pane)]); };
    const bool equal =
        std::all_of(acting.begin(), acting.end(), [&](int pane) { return value(pane) == value(acting.front()); });
    return equal && parameter.info.advanced ? RowGroup::advanced : RowGroup::first;
}

/// The button that shows or hides the advanced parameters.
void advanced_button(Ui& ui) {
    bool& open = ui.state.preferences.advanced;
    ImGui::Dummy({0, ui.px(4)});
    if (ImGui::Button(open ? "Advanced: hide" : "Advanced …", {ImGui::GetContentRegionAvail().x, 0})) {
        open = !open;
    }
    mark_item(ui, "settings.advanced");
    item_tooltip(ui,
                 "Engine, sweep order, integrator, damping, stopping and tearing; and under the panes sigma, energy, "
                 "residuals and momentum.");
}

void settings_tab(Ui& ui, int pane) {
    AppState& state = ui.state;
    const Settings& settings = state.document.panes[static_cast<std::size_t>(pane)];
    const MethodTraits& method = method_of(settings);
    ImGui::PushID(pane);
    push_font(ui.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.text_dim);
    if (state.preferences.advanced) {
        ImGui::TextWrapped("%.*s", static_cast<int>(method.formula.size()), method.formula.data());
        method_tooltip(ui, pane, settings.method);
    }
    const std::string cost = ui.state.costs.text(model_of(ui.snapshot, pane), settings);
    if (!cost.empty()) {
        ImGui::TextWrapped("%s", cost.c_str());
        mark_item(ui, "settings.cost");
        ui.state.ui_map.note_text(cost);
    }
    ImGui::PopStyleColor();
    pop_font();
    ImGui::Dummy({0, ui.px(2)});
    ui.state.acting.update(ui.state.document.panes, *ui.snapshot.model);
    const auto table = settings_parameters();
    const auto rows = [&](RowGroup group) {
        bool any = false;
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (group_of(ui, static_cast<int>(row)) != group) {
                continue;
            }
            if (!any && group == RowGroup::without_effect) {
                ImGui::Dummy({0, ui.px(6)});
                caption(ui, "WITHOUT EFFECT NOW");
            }
            any = true;
            parameter_row_widget(ui, pane, static_cast<int>(row));
            // Below the parameter that a match sets in this pane. The list may have the other one for another pane.
            if (table[row].info.key == (method.has_compliance ? "stretch_compliance" : "stretch_stiffness")) {
                draw_match(ui, pane);
            }
        }
    };
    rows(RowGroup::first);
    advanced_button(ui);
    if (state.preferences.advanced) {
        rows(RowGroup::advanced);
        rows(RowGroup::without_effect);
    }
    ImGui::PopID();
}

} // namespace

int marked_pane(const Ui& ui, const std::vector<int>& panes) {
    const int xpbd = find_method(method_key::xpbd);
    const auto found = std::find_if(panes.begin(), panes.end(), [&](int pane) {
        return ui.state.document.panes[static_cast<std::size_t>(pane)].method == xpbd;
    });
    return found != panes.end() ? *found : panes.empty() ? 0 : panes.front();
}

SliderEnds range_of(Ui& ui, int row, int pane) {
    return ui.state.ranges.ends(row, ui.state.document, *model_of(ui.snapshot, pane), pane);
}

void method_tooltip(Ui& ui, int pane, int method) {
    const MethodTraits& row = methods()[static_cast<std::size_t>(method)];
    const Settings settings = with_method(ui.state.document.panes[static_cast<std::size_t>(pane)], method);
    const std::string cost = ui.state.costs.text(model_of(ui.snapshot, pane), settings);
    item_tooltip(ui, std::string(row.summary) + (cost.empty() ? "" : "\n\nCost: " + cost + ".") + "\n\n" +
                         std::string(row.source));
}

void draw_settings_panel(Ui& ui, const ScreenRect& rect, bool with_scene) {
    AppState& state = ui.state;
    begin_region("settings_panel", rect, ui.colours.panel, {ui.px(12), ui.px(8)}, ImGuiWindowFlags_NoScrollbar);
    if (ImGui::BeginTabBar("tabs")) {
        if (with_scene) {
            const bool wanted = state.panels.focus.reveal && !state.panels.focus.of_pane();
            const bool open =
                ImGui::BeginTabItem("Scene", nullptr, wanted ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None);
            mark_item(ui, "tab_scene");
            if (open) {
                ImGui::BeginChild("scene_scroll");
                draw_scene_content(ui);
                ImGui::EndChild();
                ImGui::EndTabItem();
            }
        }
        int closed = -1;
        for (std::size_t i = 0; i < state.document.panes.size(); ++i) {
            const auto pane = static_cast<int>(i);
            // The scene's tab may be open, in a narrow window, while the user chooses a pane's parameter by name.
            const bool selects = state.panels.select_tab || (state.panels.focus.reveal && state.panels.focus.of_pane());
            const ImGuiTabItemFlags flags =
                selects && state.panels.settings_tab == pane ? ImGuiTabItemFlags_SetSelected : 0;
            const std::string name =
                (rect.width() > ui.px(280) && state.document.panes.size() <= 2 ? "  Pane " : "  ") + pane_label(pane) +
                "  ###tab" + std::to_string(pane);
            const ImU32 colour = ui.pane_colour(pane);
            bool keep = true;
            const bool several = state.document.panes.size() > 1;
            const bool open = ImGui::BeginTabItem(name.c_str(), several ? &keep : nullptr, flags);
            closed = keep ? closed : pane;
            const ImVec2 low = ImGui::GetItemRectMin();
            const ImVec2 high = ImGui::GetItemRectMax();
            mark_rect(ui, "tab_" + pane_label(pane), low, high, ImGui::GetItemID());
            if (several) { // ImGui draws the cross over the end of the tab
                const float cross = high.x - ImGui::GetStyle().FramePadding.x - ImGui::GetFontSize();
                mark_rect(ui, "tab_" + pane_label(pane) + ".close", {cross, low.y}, high);
            }
            ImGui::GetWindowDrawList()->AddRectFilled({low.x + ui.px(4), high.y - ui.px(2)},
                                                      {high.x - ui.px(4), high.y}, colour, ui.px(1));
            if (open) {
                if (!state.panels.select_tab) {
                    state.panels.settings_tab = pane;
                }
                ImGui::BeginChild("scroll");
                settings_tab(ui, pane);
                ImGui::EndChild();
                ImGui::EndTabItem();
            }
        }
        if (state.document.panes.size() < lab::kMaxPanes) {
            if (ImGui::TabItemButton(" + ", ImGuiTabItemFlags_Trailing | ImGuiTabItemFlags_NoTooltip)) {
                add_pane(state.document, state.panels.settings_tab);
                state.stage.picture.mode = picture::ViewMode::side_by_side;
            }
            mark_item(ui, "tab_add");
            item_tooltip(ui, "One more pane: a copy of pane " + pane_label(state.panels.settings_tab));
        }
        ImGui::EndTabBar();
        if (closed >= 0) {
            remove_pane(state.document, closed);
            state.panels.settings_tab =
                std::min(state.panels.settings_tab, static_cast<int>(state.document.panes.size()) - 1);
        }
    }
    ImGui::End();
}

} // namespace xpbd::window
