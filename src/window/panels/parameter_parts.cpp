#include "window/panels/parameter_parts.h"

#include "core/model/method_traits.h"
#include "window/widgets/copying.h"

#include <algorithm>
#include <cstddef>

namespace xpbd::window {

std::string parameter_tooltip(const ParameterInfo& info, const std::string& unused, const std::string& hatching) {
    std::string text;
    if (!unused.empty()) {
        text = "Without effect: " + unused + ". Its value is kept.\n\n";
    }
    text += info.tooltip;
    if (info.key == "iterations" || info.key == "stretch_compliance") {
        text += " Hatched" + (hatching.empty() ? "" : ", " + hatching) +
                ": for XPBD by Gauss-Seidel fewer than 2.5 √σ iterations, so that the body has less than three "
                "quarters of the stiffness asked for. σ = h²/(α m).";
    }
    text += info.formula.empty() ? "" : "\n\n" + std::string(info.formula);
    text += "\n\n" + std::string(info.key) + ": " + allowed_range(info);
    text += info.unit.empty() ? "" : ", in " + lab::typeset_unit(info.unit);
    const lab::CommonUnit common = lab::common_unit(info.unit);
    text += common.factor == 1 ? "" : "; here in " + common.unit;
    return text;
}

std::optional<Value> parameter_menu(Ui& ui, const char* id, const ParameterInfo& info, const Value& value, int pane) {
    if (ui.state.presentation.embedded || !ImGui::BeginPopupContextItem(id)) {
        return std::nullopt; // in a frame of another page a menu would cover the panes
    }
    std::optional<Value> chosen;
    if (ImGui::MenuItem("Reset to default", format_value(info, info.default_value).c_str())) {
        chosen = info.default_value;
    }
    mark_item(ui, "menu.reset");
    const std::string text = format_value(info, value);
    if (ImGui::MenuItem("Copy value", text.c_str())) {
        copy_text(ui.state, text, "Copied " + text);
    }
    mark_item(ui, "menu.copy");
    const char* clipboard = ImGui::GetClipboardText();
    const Result<Value> pasted = parse_value(info, clipboard == nullptr ? "" : clipboard);
    if (ImGui::MenuItem("Paste value", nullptr, false, static_cast<bool>(pasted)) && pasted) {
        chosen = *pasted;
    }
    mark_item(ui, "menu.paste");
    Document& document = ui.state.document;
    for (int other = 0; pane >= 0 && other < static_cast<int>(document.panes.size()); ++other) {
        if (other == pane) {
            continue;
        }
        if (ImGui::MenuItem(("Send to pane " + pane_label(other)).c_str())) {
            set_parameter(document, other, parameter_row(info.key), value[0]);
        }
        mark_item(ui, "menu.send_" + pane_label(other));
    }
    ImGui::EndPopup();
    return chosen;
}

std::string choice_text(const ParameterInfo& info, std::size_t choice) {
    std::string text(info.key == "method" ? methods()[choice].label : choice_label(info, choice));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

bool choice_list(Ui& ui, const ParameterInfo& info, double& value, float width, const std::string& mark) {
    const double before = value;
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##choice", choice_text(info, static_cast<std::size_t>(value)).c_str(),
                          ImGuiComboFlags_HeightLarge)) {
        for (std::size_t i = 0; i < info.choices.size(); ++i) {
            if (ImGui::Selectable(choice_text(info, i).c_str(), static_cast<double>(i) == before)) {
                value = static_cast<double>(i);
            }
            mark_item(ui, mark + "." + std::string(info.choices[i]));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, mark);
    return value != before;
}

} // namespace xpbd::window
