// One parameter of the panes in the list of settings: its label, its link, and a widget for each pane or for all.
#include "window/panels/panels.h"
#include "window/panels/parameter_parts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

/// The right-click menu of a pane's parameter, for the last item.
void row_menu(Ui& ui, const char* id, int pane, int row) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const double value = parameter.get(document.panes[static_cast<std::size_t>(pane)]);
    if (const auto chosen = parameter_menu(ui, id, parameter.info, {value, 0, 0}, pane)) {
        set_parameter(document, pane, row, (*chosen)[0]);
    }
}

void choice_widget(Ui& ui, int pane, int row, float width) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    const ParameterInfo& info = parameter.info;
    const double value = parameter.get(document.panes[static_cast<std::size_t>(pane)]);
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##value", choice_text(info, static_cast<std::size_t>(value)).c_str(),
                          ImGuiComboFlags_HeightLarge)) {
        for (std::size_t i = 0; i < info.choices.size(); ++i) {
            if (ImGui::Selectable(choice_text(info, i).c_str(), static_cast<double>(i) == value)) {
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

/// What the parts of one row of parameters have in common.
struct ParameterRow {
    int pane; ///< the selected one
    int row;  ///< in settings_parameters()
    const ParameterInfo& info;
    std::vector<int> acting; ///< panes in which it has an effect
    bool split;              ///< a widget for each pane; else one for all
    std::string tip;
    std::string key; ///< name of its widgets, for tests
    ImVec2 corner;   ///< upper left, in the window
    float width;     ///< [px]
    float side;      ///< side of the link button, and height of the label's line [px]

    bool is_toggle() const { return info.scale == Scale::toggle; }
    /// Label left, widget right; else the widgets stand beneath the label.
    bool in_line() const { return !split && (info.scale == Scale::choice || is_toggle()); }
    bool acts_in(int p) const { return std::find(acting.begin(), acting.end(), p) != acting.end(); }
};

/// The label, the letters of the panes that it is for where these are not all, and a dot where the value is not the
/// default.
void row_label(Ui& ui, const ParameterRow& row, float width, bool changed) {
    const ImU32 faint = ui.colours.text_faint;
    const bool some = !row.acting.empty() && row.acting.size() < ui.state.document.panes.size();
    ImGui::SetCursorPosY(row.corner.y + (row.side - ImGui::GetTextLineHeight()) * 0.5f);
    fitted_text(ui, row.info.label, width - (some ? ui.px(10) * static_cast<float>(row.acting.size()) : 0),
                row.acting.empty() ? faint : ui.colours.text);
    const ImVec2 low = ImGui::GetItemRectMin();
    ImVec2 high = ImGui::GetItemRectMax();
    item_tooltip(ui, row.tip);
    mark_item(ui, row.key + ".label");
    if (!row.in_line()) {
        row_menu(ui, "label_menu", row.pane, row.row);
    }
    if (changed) {
        ImGui::GetWindowDrawList()->AddCircleFilled({high.x + ui.px(7), (low.y + high.y) * 0.5f}, ui.px(2.5f),
                                                    row.acting.empty() ? faint : ui.colours.accent);
        mark_rect(ui, row.key + ".dot", high, high);
        high.x += ui.px(8);
    }
    if (some && !row.split) {
        push_font(ui.fonts.small);
        float x = high.x + ui.px(6);
        for (const int pane : row.acting) {
            const std::string letter = pane_label(pane);
            const float y = std::round((low.y + high.y - ImGui::GetTextLineHeight()) * 0.5f);
            ImGui::GetWindowDrawList()->AddText({x, y}, ui.pane_colour(pane), letter.c_str());
            x += ImGui::CalcTextSize(letter.c_str()).x + ui.px(3);
        }
        pop_font();
    }
}

/// The widget of a pane, or of all, at a place of the window.
void row_cell(Ui& ui, const ParameterRow& row, int pane, ImVec2 at, float width) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row.row)];
    const double before = parameter.get(document.panes[static_cast<std::size_t>(pane)]);
    const std::string name = row.key + (pane == row.pane ? "" : "." + pane_label(pane));
    const bool acts = row.split ? row.acts_in(pane) : !row.acting.empty();
    double value = before;
    ImGui::PushID(pane);
    ImGui::SetCursorPos(at);
    const bool typed = ui.state.entry.id == ImGui::GetID("value"); // the frame of a double click still draws the slider
    ImGui::BeginDisabled(!acts || row.info.choices.size() == 1);
    if (row.is_toggle()) {
        bool on = value != 0;
        check_box(ui, "##value", on);
        value = on ? 1 : 0;
    } else if (row.info.scale == Scale::choice) {
        choice_widget(ui, pane, row.row, width);
    } else {
        value_slider(ui, "value", row.info, value, width,
                     range_of(ui, row.row, row.split ? pane : marked_pane(ui, row.acting)));
    }
    ImGui::EndDisabled();
    if (!typed) {
        item_tooltip(ui, row.tip);
        mark_item(ui, name);
        row_menu(ui, "menu", pane, row.row);
    }
    ImGui::PopID();
    if (value != before) {
        set_parameter(document, pane, row.row, value);
    }
}

/// A cell for each pane, three in a line, each after its letter. A pane that does not use the parameter has a dash.
void row_cells(Ui& ui, const ParameterRow& row) {
    constexpr int kColumns = 3;
    const auto count = static_cast<int>(ui.state.document.panes.size());
    const int columns = std::min(count, kColumns);
    const float gap = ui.px(6);
    const float letter = ui.px(13);
    const float each = (row.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float line = ImGui::GetFrameHeight() + ui.px(3);
    for (int pane = 0; pane < count; ++pane) {
        const int above = pane / kColumns; // number of lines above this cell
        const ImVec2 at{row.corner.x + static_cast<float>(pane % kColumns) * (each + gap),
                        row.corner.y + row.side + ui.px(2) + static_cast<float>(above) * line};
        push_font(ui.fonts.small);
        ImGui::SetCursorPos({at.x, at.y + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) * 0.5f});
        ImGui::PushStyleColor(ImGuiCol_Text, ui.pane_colour(pane));
        ImGui::TextUnformatted(pane_label(pane).c_str());
        ImGui::PopStyleColor();
        pop_font();
        const ImVec2 beside{at.x + letter, at.y};
        if (row.acts_in(pane) || row.acting.empty()) {
            row_cell(ui, row, pane, beside, each - letter);
            continue;
        }
        ImGui::SetCursorPos({beside.x + (each - letter) * 0.5f, beside.y + ui.px(4)});
        ImGui::TextDisabled("–");
        mark_item(ui, row.key + (pane == row.pane ? "" : "." + pane_label(pane)));
        item_tooltip(ui, "Without effect: " +
                             unused_reason(ui.state.document.panes[static_cast<std::size_t>(pane)], *ui.snapshot.model,
                                           row.info.key) +
                             ".");
    }
    // The last line may be a dash, which is lower than a widget.
    const int lines = (count + kColumns - 1) / kColumns;
    ImGui::SetCursorPos({row.corner.x, row.corner.y + row.side + ui.px(2) + static_cast<float>(lines) * line});
    ImGui::Dummy({0, 0});
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

/// The box that makes the selected pane, or all, rigid. Returns its width.
float row_zero_box(Ui& ui, const ParameterRow& row) {
    if (row.info.scale != Scale::logarithmic || !row.info.zero_allowed) {
        return 0;
    }
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row.row)];
    const bool acts = row.split ? row.acts_in(row.pane) : !row.acting.empty();
    push_font(ui.fonts.small);
    const float width = ImGui::CalcTextSize(std::string(row.info.zero_label).c_str()).x + ui.px(36);
    const float box = ImGui::GetTextLineHeight() + ui.px(2);
    pop_font();
    const double before = parameter.get(document.panes[static_cast<std::size_t>(row.pane)]);
    double value = before;
    ImGui::SetCursorPos({row.corner.x + row.width - row.side - width, row.corner.y + (row.side - box) * 0.5f});
    ImGui::BeginDisabled(!acts);
    zero_box(ui, "zero", parameter.info, value);
    ImGui::EndDisabled();
    mark_item(ui, row.key + ".zero");
    if (value != before) {
        set_parameter(document, row.pane, row.row, value);
    }
    return width;
}

} // namespace

void parameter_row_widget(Ui& ui, int pane, int index) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(index)];
    const Settings& settings = document.panes[static_cast<std::size_t>(pane)];
    const bool several = document.panes.size() > 1;
    ImGui::PushID(index);
    ParameterRow row{.pane = pane,
                     .row = index,
                     .info = parameter.info,
                     .acting = ui.state.acting.panes_of(index),
                     .split = several && !document.linked[static_cast<std::size_t>(index)],
                     .tip = {},
                     .key = "settings." + std::string(parameter.info.key),
                     .corner = ImGui::GetCursorPos(),
                     .width = ImGui::GetContentRegionAvail().x,
                     .side = ui.px(22)};
    row.tip = parameter_tooltip(
        parameter.info, row.acting.empty() ? unused_reason(settings, *ui.snapshot.model, row.info.key) : std::string());
    const float box = row_zero_box(ui, row);
    const float combo = row.is_toggle() ? row.side : std::min(ui.px(132), row.width * 0.45f);
    const float widget = row.in_line() ? combo : 0;
    ImGui::SetCursorPos(row.corner);
    row_label(ui, row, row.width - row.side - box - widget - ui.px(16),
              parameter.get(settings) != parameter.info.default_value[0]);
    if (several) {
        row_link(ui, row);
    }
    if (row.split) {
        row_cells(ui, row);
    } else if (row.in_line()) {
        row_cell(ui, row, pane, {row.corner.x + row.width - row.side - ui.px(6) - combo, row.corner.y - ui.px(1)},
                 combo);
    } else {
        row_cell(ui, row, pane, {row.corner.x, row.corner.y + row.side + ui.px(2)}, row.width);
    }
    mark_focus(ui, row.key, row.corner, {row.corner.x + row.width, ImGui::GetCursorPosY() - ui.px(4)});
    ImGui::PopID();
}

} // namespace xpbd::window
