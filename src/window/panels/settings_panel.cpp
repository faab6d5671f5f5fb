#include "window/panels/panels.h"

#include "core/methods.h"

#include <algorithm>
#include <imgui_internal.h>

namespace xpbd::window {
namespace {

const MethodInfo& method_of(const Settings& settings) {
    return methods()[static_cast<std::size_t>(settings.method)];
}

std::string tooltip_of(const ParameterInfo& info, const std::string& unused) {
    std::string text;
    if (!unused.empty()) {
        text = "Without effect: " + unused + ". Its value is kept.\n\n";
    }
    text += info.tooltip;
    text += info.formula.empty() ? "" : "\n\n" + std::string(info.formula);
    text += "\n\n" + std::string(info.key) + ": " + allowed_range(info);
    text += info.unit.empty() ? "" : ", in " + std::string(info.unit);
    return text;
}

/// The right-click menu of a parameter, for the last item; `id` tells the label's from the widget's.
void parameter_menu(Ui& ui, const char* id, int pane, int row) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const double value = parameter.get(document.panes[static_cast<std::size_t>(pane)]);
    if (!ImGui::BeginPopupContextItem(id)) {
        return;
    }
    if (ImGui::MenuItem("Reset to default", format_value(parameter.info, parameter.info.default_value).c_str())) {
        set_parameter(document, pane, row, parameter.info.default_value[0]);
    }
    mark_item(ui, "menu.reset");
    if (ImGui::MenuItem("Copy value", format_value(parameter.info, {value, 0, 0}).c_str())) {
        ImGui::SetClipboardText(format_value(parameter.info, {value, 0, 0}).c_str());
    }
    mark_item(ui, "menu.copy");
    const char* clipboard = ImGui::GetClipboardText();
    const Result<Value> pasted = parse_value(parameter.info, clipboard == nullptr ? "" : clipboard);
    if (ImGui::MenuItem("Paste value", nullptr, false, static_cast<bool>(pasted)) && pasted) {
        set_parameter(document, pane, row, (*pasted)[0]);
    }
    mark_item(ui, "menu.paste");
    for (std::size_t other = 0; other < document.panes.size(); ++other) {
        const auto index = static_cast<int>(other);
        if (index != pane && ImGui::MenuItem(("Send to pane " + pane_label(index)).c_str())) {
            set_parameter(document, index, row, value);
        }
        if (index != pane) {
            mark_item(ui, "menu.send_" + pane_label(index));
        }
    }
    ImGui::EndPopup();
}

void choice_widget(Ui& ui, int pane, int row, float width) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const ParameterInfo& info = parameter.info;
    const double value = parameter.get(document.panes[static_cast<std::size_t>(pane)]);
    const auto name = [&](std::size_t i) {
        return std::string(info.key == "method" ? methods()[i].label : info.choices[i]);
    };
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##value", name(static_cast<std::size_t>(value)).c_str(), ImGuiComboFlags_HeightLarge)) {
        for (std::size_t i = 0; i < info.choices.size(); ++i) {
            if (ImGui::Selectable(name(i).c_str(), static_cast<double>(i) == value)) {
                set_parameter(document, pane, row, static_cast<double>(i));
            }
            mark_item(ui, std::string(info.key) + "." + std::string(info.choices[i]));
            if (info.key == "method") {
                method_tooltip(ui, pane, static_cast<int>(i));
            }
        }
        ImGui::EndCombo();
    }
}

/// What the parts of one row of a pane's parameters have in common.
struct ParameterRow {
    int pane;
    int row; ///< in settings_parameters()
    const ParameterInfo& info;
    std::string unused; ///< why it has no effect; "" where it has one
    std::string key;    ///< name of its widgets, for tests
    ImVec2 corner;      ///< upper left, in the window
    float width;        ///< [px]
    float side;         ///< of the link button, and height of the label's line [px]

    bool is_toggle() const { return info.scale == Scale::toggle; }
    /// Label left, widget right; else the widget stands beneath the label.
    bool in_line() const { return info.scale == Scale::choice || is_toggle(); }
};

/// The label, and a dot where the value is not the default.
void row_label(Ui& ui, const ParameterRow& row, const std::string& tip, float width, bool changed) {
    const ImU32 faint = ui.colours.text_faint;
    ImGui::SetCursorPosY(row.corner.y + (row.side - ImGui::GetTextLineHeight()) * 0.5f);
    fitted_text(ui, row.info.label, width, row.unused.empty() ? ui.colours.text : faint);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    item_tooltip(ui, tip);
    mark_item(ui, row.key + ".label");
    if (!row.in_line()) {
        parameter_menu(ui, "label_menu", row.pane, row.row);
    }
    if (changed) {
        ImGui::GetWindowDrawList()->AddCircleFilled({high.x + ui.px(7), (low.y + high.y) * 0.5f}, ui.px(2.5f),
                                                    row.unused.empty() ? ui.colours.accent : faint);
        mark_rect(ui, row.key + ".dot", high, high);
    }
}

/// The toggle or the list of choices at the right end of the label's line.
void row_choice(Ui& ui, const ParameterRow& row, const std::string& tip, float width, double& value) {
    ImGui::SetCursorPos({row.corner.x + row.width - row.side - ui.px(6) - width, row.corner.y - ui.px(1)});
    ImGui::BeginDisabled(!row.unused.empty() || row.info.choices.size() == 1);
    if (row.is_toggle()) {
        bool on = value != 0;
        check_box(ui, "##value", on);
        value = on ? 1 : 0;
    } else {
        choice_widget(ui, row.pane, row.row, width);
    }
    ImGui::EndDisabled();
    item_tooltip(ui, tip);
    mark_item(ui, row.key);
    parameter_menu(ui, "menu", row.pane, row.row);
}

/// The slider beneath the label.
void row_slider(Ui& ui, const ParameterRow& row, const std::string& tip, double& value) {
    ImGui::SetCursorPos({row.corner.x, row.corner.y + row.side + ui.px(2)});
    const bool typed = ui.state.entry.id == ImGui::GetID("value"); // the frame of a double click still draws the slider
    ImGui::BeginDisabled(!row.unused.empty());
    value_slider(ui, "value", row.info, value, row.width);
    ImGui::EndDisabled();
    if (!typed) {
        item_tooltip(ui, tip);
        mark_item(ui, row.key);
        parameter_menu(ui, "menu", row.pane, row.row);
    }
}

/// The button that gives all panes the same value.
void row_link(Ui& ui, const ParameterRow& row) {
    Document& document = ui.state.document;
    const bool linked = document.linked[static_cast<std::size_t>(row.row)];
    ImGui::SetCursorPos({row.corner.x + row.width - row.side, row.corner.y});
    const std::string same = linked ? "The same in all panes. Click to set each on its own."
                                    : "Each pane has its own. Click to use pane " + pane_label(row.pane) + "'s in all.";
    if (icon_button(ui, "link", linked ? Icon::link : Icon::unlink, same, linked, 22)) {
        set_linked(document, row.pane, row.row, !linked);
    }
    mark_item(ui, row.key + ".link");
}

/// One parameter of a pane: label, dot, zero box, link button, and beside or beneath them the widget.
void parameter_row_widget(Ui& ui, int pane, int index) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(index)];
    const ParameterInfo& info = parameter.info;
    const Settings& settings = document.panes[static_cast<std::size_t>(pane)];
    const double before = parameter.get(settings);
    double value = before;

    ImGui::PushID(index);
    const ParameterRow row{.pane = pane,
                           .row = index,
                           .info = info,
                           .unused = unused_reason(settings, *ui.snapshot.model, info.key),
                           .key = "settings." + std::string(info.key),
                           .corner = ImGui::GetCursorPos(),
                           .width = ImGui::GetContentRegionAvail().x,
                           .side = ui.px(22)};
    const std::string tip = tooltip_of(info, row.unused);
    const bool zero = info.scale == Scale::logarithmic && info.zero_allowed;
    push_font(ui.fonts.small);
    const float box = zero ? ImGui::CalcTextSize(std::string(info.zero_label).c_str()).x + ui.px(36) : 0;
    pop_font();
    const float combo = row.is_toggle() ? row.side : row.in_line() ? std::min(ui.px(132), row.width * 0.45f) : 0;
    row_label(ui, row, tip, row.width - row.side - box - combo - ui.px(16), value != info.default_value[0]);
    if (zero) {
        ImGui::SetCursorPos({row.corner.x + row.width - row.side - box, row.corner.y});
        ImGui::BeginDisabled(!row.unused.empty());
        zero_box(ui, "zero", info, value);
        ImGui::EndDisabled();
        mark_item(ui, row.key + ".zero");
    }
    if (row.in_line()) {
        row_choice(ui, row, tip, combo, value);
    }
    if (document.panes.size() > 1) {
        row_link(ui, row);
    }
    if (!row.in_line()) {
        row_slider(ui, row, tip, value);
    }
    ImGui::PopID();
    if (value != before) {
        set_parameter(document, pane, index, value);
    }
}

void settings_tab(Ui& ui, int pane) {
    AppState& state = ui.state;
    const Settings& settings = state.document.panes[static_cast<std::size_t>(pane)];
    const MethodInfo& method = method_of(settings);
    ImGui::PushID(pane);
    push_font(ui.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.text_dim);
    ImGui::TextWrapped("%.*s", static_cast<int>(method.formula.size()), method.formula.data());
    method_tooltip(ui, pane, settings.method);
    const std::string cost = ui.state.costs.text(ui.snapshot.model, settings);
    if (!cost.empty()) {
        ImGui::TextWrapped("%s", cost.c_str());
        mark_item(ui, "settings.cost");
        ui.state.ui_map.note_text(cost);
    }
    ImGui::PopStyleColor();
    pop_font();
    ImGui::Dummy({0, ui.px(2)});
    const auto table = settings_parameters();
    bool all_used = true;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (unused_reason(settings, *ui.snapshot.model, table[row].info.key).empty()) {
            parameter_row_widget(ui, pane, static_cast<int>(row));
            if (table[row].info.key == "stretch_stiffness" || table[row].info.key == "stretch_compliance") {
                draw_match(ui, pane);
            }
        } else {
            all_used = false;
        }
    }
    if (!all_used) {
        ImGui::Dummy({0, ui.px(6)});
        caption(ui, "WITHOUT EFFECT NOW");
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (!unused_reason(settings, *ui.snapshot.model, table[row].info.key).empty()) {
                parameter_row_widget(ui, pane, static_cast<int>(row));
            }
        }
    }
    ImGui::PopID();
}

} // namespace

void method_tooltip(Ui& ui, int pane, int method) {
    const MethodInfo& row = methods()[static_cast<std::size_t>(method)];
    const Settings settings = with_method(ui.state.document.panes[static_cast<std::size_t>(pane)], method);
    const std::string cost = ui.state.costs.text(ui.snapshot.model, settings);
    item_tooltip(ui, std::string(row.summary) + (cost.empty() ? "" : "\n\nCost: " + cost + ".") + "\n\n" +
                         std::string(row.source));
}

void draw_settings_panel(Ui& ui, const ScreenRect& rect, bool with_scene) {
    AppState& state = ui.state;
    begin_region("settings_panel", rect, ui.colours.panel, {ui.px(12), ui.px(8)}, ImGuiWindowFlags_NoScrollbar);
    if (ImGui::BeginTabBar("tabs")) {
        if (with_scene) {
            const bool open = ImGui::BeginTabItem("Scene");
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
            const ImGuiTabItemFlags flags =
                state.panels.select_tab && state.panels.settings_tab == pane ? ImGuiTabItemFlags_SetSelected : 0;
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
                add_pane(state.document);
                state.stage.picture.mode = picture::ViewMode::side_by_side;
            }
            mark_item(ui, "tab_add");
            item_tooltip(ui, "One more pane, with another method");
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
