#include "window/widgets/widgets.h"

#include "lab/text/body_unit.h"
#include "picture/text/imgui_versions.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {

namespace {

void begin_entry(Ui& ui, ImGuiID id, const ParameterInfo& info, double value) {
    ValueEntry& entry = ui.state.entry;
    entry.id = id;
    entry.focus = true;
    entry.drawn = true;
    entry.error.clear();
    entry.text.fill('\0');
    const double factor = lab::common_unit(info.unit).factor;
    format_value(info, {factor == 1 ? value : lab::rounded(value * factor, 12), 0, 0})
        .copy(entry.text.data(), entry.text.size() - 1);
}

/// The text box that replaces a slider. True where the value changed.
bool type_value(Ui& ui, const char* id, ParameterInfo info, double& value, float width) {
    ValueEntry& entry = ui.state.entry;
    info.components = 1;
    entry.drawn = true;
    ImGui::PushID(id);
    ImGui::SetNextItemWidth(width);
    const bool focusing = entry.focus;
    if (focusing) {
        ImGui::SetKeyboardFocusHere();
    }
    const bool entered = ImGui::InputText("##entry", entry.text.data(), entry.text.size(),
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    mark_item(ui, "value_entry");
    const bool active = ImGui::IsItemActive();
    const bool left = ImGui::IsItemDeactivated();
    ImGui::PopID();
    if (active) {
        entry.focus = false;
    }
    if (!entered && !left) {
        if (!entry.error.empty()) {
            ImGui::SetTooltip("%s", entry.error.c_str());
        }
        return false;
    }
    const double factor = lab::common_unit(info.unit).factor;
    info.min *= factor;
    info.max *= factor;
    const Result<Value> typed = parse_value(info, entry.text.data());
    if (typed) {
        entry.id = 0;
        const double given = factor == 1 ? (*typed)[0] : lab::rounded((*typed)[0] / factor, 12);
        const bool changed = given != value;
        value = given;
        return changed;
    }
    if (entered) {
        entry.error = typed.error().message;
        entry.focus = true;
    } else {
        entry.id = 0;
    }
    return false;
}

/// The value after the arrow keys of this frame, for the slider under the mouse.
double step_by_keys(const ParameterInfo& info, const SliderEnds& ends, double value) {
    const bool up = imgui::key_pressed(ImGuiKey_RightArrow) || imgui::key_pressed(ImGuiKey_UpArrow);
    const bool down = imgui::key_pressed(ImGuiKey_LeftArrow) || imgui::key_pressed(ImGuiKey_DownArrow);
    return up == down ? value : slider_step(info, ends, value, up ? 1 : -1);
}

void draw_slider(Ui& ui, const ParameterInfo& info, const SliderEnds& ends, double value, ImVec2 min, ImVec2 max,
                 bool hot) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (float* edge : {&min.x, &min.y, &max.x, &max.y}) { // between two pixels the fill would miss a row of the track
        *edge = std::round(*edge);
    }
    const float rounding = ImGui::GetStyle().FrameRounding;
    const float alpha = ImGui::GetStyle().Alpha;
    const bool zero = info.scale == Scale::logarithmic && value == 0;
    list->AddRectFilled(min, max, with_alpha(hot ? ui.colours.track_hover : ui.colours.track, alpha), rounding);
    const std::string text = lab::display_value(lab::with_unit_of(*ui.snapshot.model, info), value);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float middle = (min.x + max.x) * 0.5f;
    const float knob = ui.px(3);
    const float inner = max.x - min.x - 2 * knob;
    const float x = min.x + knob + inner * static_cast<float>(slider_position(info, ends, value));
    if (!zero) {
        list->PushClipRect(min, {x, max.y}, true);
        list->AddRectFilled(min, max, with_alpha(hot ? ui.colours.fill_hover : ui.colours.fill, alpha), rounding);
        list->PopClipRect();
        // Behind the number the knob is two short marks, so that both are seen whole.
        const bool behind = std::abs(x - middle) < size.x * 0.5f + ui.px(4);
        const float low = min.y + ui.px(behind ? 1 : 3);
        const float high = max.y - ui.px(behind ? 1 : 3);
        const float mark = behind ? ui.px(4) : high - low;
        const ImU32 accent = with_alpha(ui.colours.accent, alpha);
        list->AddRectFilled({x - knob * 0.5f, low}, {x + knob * 0.5f, low + mark}, accent, knob);
        list->AddRectFilled({x - knob * 0.5f, high - mark}, {x + knob * 0.5f, high}, accent, knob);
    }
    if (ends.soft_below > std::max(0.0, ends.low)) { // hatched, so that it can also be told without colour
        const float edge = min.x + knob + inner * static_cast<float>(slider_position(info, ends, ends.soft_below));
        draw_hatching(ui, {min.x, max.y - ui.px(4)}, {edge, max.y}, rounding);
    }
    const float room = max.x - min.x - ui.px(8);
    const ImU32 colour = ImGui::GetColorU32(zero ? ImGuiCol_TextDisabled : ImGuiCol_Text);
    const float top = min.y + (max.y - min.y - size.y) * 0.5f;
    const float left = std::floor(middle - size.x * 0.5f);
    ui.state.ui_map.note_text(text);
    if (size.x <= room) {
        list->AddText({left, std::floor(top)}, colour, text.c_str());
    } else {
        // A slider that is too narrow for its text drops the reading in brackets first, then the unit.
        std::string brief = text.substr(0, text.find(" ("));
        if (ImGui::CalcTextSize(brief.c_str()).x > room) {
            brief = text.substr(0, text.find(' '));
        }
        const float width = ImGui::CalcTextSize(brief.c_str()).x;
        list->AddText({std::floor(min.x + std::max(ui.px(4), (max.x - min.x - width) * 0.5f)), std::floor(top)}, colour,
                      brief.c_str());
    }
}

} // namespace

void draw_hatching(const Ui& ui, ImVec2 min, ImVec2 max, float rounding) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    const float height = max.y - min.y;
    list->PushClipRect(min, max, true);
    list->AddRectFilled({min.x, min.y - 2 * rounding}, {max.x + 2 * rounding, max.y},
                        with_alpha(ui.colours.warn, 0.35f * alpha), rounding);
    const auto strokes = static_cast<int>(std::ceil((max.x - min.x + height) / ui.px(6)));
    for (int i = 0; i < strokes; ++i) {
        const float x = min.x - height + static_cast<float>(i) * ui.px(6);
        list->AddLine({x, max.y}, {x + height, min.y}, with_alpha(ui.colours.warn, alpha), ui.px(1.5f));
    }
    list->PopClipRect();
}

bool value_slider(Ui& ui, const char* id, const ParameterInfo& info, double& value, float width,
                  std::optional<SliderEnds> given) {
    const SliderEnds ends = given.value_or(slider_ends(info));
    const ImGuiID item = ImGui::GetID(id);
    ValueEntry& entry = ui.state.entry;
    if (entry.id == item) {
        return type_value(ui, id, info, value, width);
    }
    ImGui::InvisibleButton(id, {width, ImGui::GetFrameHeight()});
    ui.state.ui_map.note_slider(item);
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    const double before = value;
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActivated()) {
        const bool again = ImGui::IsMouseDoubleClicked(0) && entry.pressed_id == item;
        if (again) {
            value = entry.before; // takes back the change by the first of the two clicks
        }
        if (again || io.KeyCtrl) {
            begin_entry(ui, item, info, value);
            entry.pressed_id = 0;
            draw_slider(ui, info, ends, value, min, max, true);
            return value != before;
        }
        entry.pressed_id = item;
        entry.before = value;
    }
    if (ImGui::IsItemActive()) {
        if (ImGui::IsMouseDragging(0)) {
            entry.pressed_id = 0; // a drag does not count as the first click of a double click
        }
        const float knob = ui.px(3);
        value = slider_value(info, ends, (io.MousePos.x - min.x - knob) / std::max(1.0f, max.x - min.x - 2 * knob));
    } else if (ImGui::IsItemHovered()) {
        entry.arrows = true;
        value = step_by_keys(info, ends, value);
        if (ui.state.keyboard.types_value()) {
            begin_entry(ui, item, info, value);
        }
    }
    draw_slider(ui, info, ends, value, min, max, ImGui::IsItemHovered() || ImGui::IsItemActive());
    return value != before;
}

bool zero_box(Ui& ui, const char* id, const ParameterInfo& info, double& value) {
    ImGuiStorage* storage = ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(id);
    if (value > 0) {
        storage->SetFloat(key, static_cast<float>(std::log10(value)));
    }
    bool zero = value == 0;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
    push_font(ui.fonts.small);
    const bool changed = check_box(ui, (std::string(info.zero_label) + "##" + id).c_str(), zero);
    pop_font();
    ImGui::PopStyleVar();
    if (changed) {
        const double fallback = info.default_value[0] > 0 ? info.default_value[0] : std::sqrt(info.min * info.max);
        const double last = storage->GetFloat(key, static_cast<float>(std::log10(fallback)));
        value = zero ? 0 : std::clamp(lab::rounded(std::pow(10.0, last), 2), info.min, info.max);
    }
    return changed;
}

} // namespace xpbd::window
