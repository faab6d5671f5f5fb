#include "window/widgets/widgets.h"

#include "picture/imgui_versions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <imgui_internal.h>

namespace xpbd::window {
namespace {

constexpr float kTooltip = 384; ///< widest, at scale 1 [px]

void begin_entry(Ui& ui, ImGuiID id, const ParameterInfo& info, double value) {
    ValueEntry& entry = ui.state.entry;
    entry.id = id;
    entry.focus = true;
    entry.drawn = true;
    entry.error.clear();
    entry.text.fill('\0');
    format_value(info, {value, 0, 0}).copy(entry.text.data(), entry.text.size() - 1);
}

/// The text box in place of a slider. True where the value changed.
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
    const Result<Value> typed = parse_value(info, entry.text.data());
    if (typed) {
        entry.id = 0;
        const bool changed = (*typed)[0] != value;
        value = (*typed)[0];
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

/// Puts the next window to the left or the right of the panel that an item is in; where there is no room, below or
/// above the item.
void place_tooltip(const Ui& ui, const ImRect& item, ImVec2 display) {
    ImRect panel = ImGui::GetCurrentWindowRead()->RootWindow->Rect();
    panel.Add(item);
    const float gap = ui.px(8);
    const bool lower = item.GetCenter().y > 0.5f * display.y;
    const float room = ui.px(kTooltip) + gap;
    if (panel.Min.x > room) {
        ImGui::SetNextWindowPos({panel.Min.x - gap, lower ? item.Max.y : item.Min.y}, 0, {1, lower ? 1.0f : 0.0f});
    } else if (display.x - panel.Max.x > room) {
        ImGui::SetNextWindowPos({panel.Max.x + gap, lower ? item.Max.y : item.Min.y}, 0, {0, lower ? 1.0f : 0.0f});
    } else {
        const float x = std::clamp(item.Min.x, 0.0f, std::max(0.0f, display.x - room));
        ImGui::SetNextWindowPos({x, lower ? item.Min.y - gap : item.Max.y + gap}, 0, {0, lower ? 1.0f : 0.0f});
    }
}

void draw_slider(Ui& ui, const ParameterInfo& info, const SliderEnds& ends, double value, ImVec2 min, ImVec2 max,
                 bool hot) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    const float alpha = ImGui::GetStyle().Alpha;
    const bool zero = info.scale == Scale::logarithmic && value == 0;
    list->AddRectFilled(min, max, with_alpha(hot ? ui.colours.track_hover : ui.colours.track, alpha), rounding);
    const std::string text = lab::display_value(info, value);
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
    if (ends.soft_below > std::max(0.0, ends.low)) { // hatched, so that it is seen without colour, too
        const float edge = min.x + knob + inner * static_cast<float>(slider_position(info, ends, ends.soft_below));
        list->PushClipRect({min.x, max.y - ui.px(4)}, {edge, max.y}, true);
        list->AddRectFilled(min, max, with_alpha(ui.colours.warn, 0.35f * alpha), rounding);
        for (float x0 = min.x - ui.px(4); x0 < edge; x0 += ui.px(6)) {
            list->AddLine({x0, max.y}, {x0 + ui.px(4), max.y - ui.px(4)}, with_alpha(ui.colours.warn, alpha),
                          ui.px(1.5f));
        }
        list->PopClipRect();
    }
    const float room = max.x - min.x - ui.px(8);
    const ImU32 colour = ImGui::GetColorU32(zero ? ImGuiCol_TextDisabled : ImGuiCol_Text);
    const float top = min.y + (max.y - min.y - size.y) * 0.5f;
    const float left = std::floor(middle - size.x * 0.5f);
    ui.state.ui_map.note_text(text);
    if (size.x <= room) {
        list->AddText({left, std::floor(top)}, colour, text.c_str());
    } else {
        // Leaves the reading in brackets out where the slider is too narrow for it, and then the unit.
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

bool begin_raised(Ui& ui, const char* title, glm::vec2 display, glm::vec2 size) {
    const glm::vec2 inside = glm::min(glm::vec2(ui.px(size.x), ui.px(size.y)), display - ui.px(16));
    const glm::vec2 low = glm::round((display - inside) * 0.5f);
    return begin_raised(ui, title, {low, low + inside});
}

bool begin_raised(Ui& ui, const char* title, const ScreenRect& rect) {
    ImGui::SetNextWindowPos({rect.min.x, rect.min.y});
    ImGui::SetNextWindowSize({rect.width(), rect.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(20), ui.px(16)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colours.raised);
    const bool shows = ImGui::Begin(title, nullptr,
                                    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    return shows;
}

double slider_position(const ParameterInfo& info, const SliderEnds& ends, double value) {
    double t = 0;
    if (info.scale == Scale::logarithmic) {
        t = value <= 0 ? 0 : std::log10(value / ends.low) / std::log10(ends.high / ends.low);
    } else if (ends.high > ends.low) {
        t = (value - ends.low) / (ends.high - ends.low);
    }
    return std::clamp(t, 0.0, 1.0);
}

double slider_value(const ParameterInfo& info, const SliderEnds& ends, double position) {
    const double t = std::clamp(position, 0.0, 1.0);
    if (t == 0 || t == 1) {
        return t == 0 ? ends.low : ends.high;
    }
    double value = ends.low + t * (ends.high - ends.low);
    if (info.scale == Scale::logarithmic) {
        const double low = std::log10(ends.low);
        value = lab::rounded(std::pow(10.0, low + t * (std::log10(ends.high) - low)), 2);
    } else if (info.scale == Scale::linear) {
        const double grain = std::pow(10.0, std::floor(std::log10(ends.high - ends.low)) - 3);
        // Through decimal text, so that 0.3 is 0.3 and not 0.30000000000000004.
        value = lab::rounded(std::round(value / grain) * grain, 6);
    } else {
        value = std::round(value);
    }
    return std::clamp(value, ends.low, ends.high);
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
            value = entry.before; // what the first click of the two changed
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

void fitted_text(Ui& ui, std::string_view text, float width, ImU32 colour) {
    ui.state.ui_map.note_text(text);
    std::string shown(text);
    const bool fits = ImGui::CalcTextSize(shown.c_str()).x <= width;
    if (!fits) {
        while (!shown.empty() && ImGui::CalcTextSize((shown + "…").c_str()).x > width) {
            // Whole UTF-8 characters only.
            while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80) {
                shown.pop_back();
            }
            if (!shown.empty()) {
                shown.pop_back();
            }
        }
        shown += "…";
    }
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(shown.c_str());
    ImGui::PopStyleColor();
    if (!fits && ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
    }
}

void item_tooltip(Ui& ui, std::string_view text) {
    ui.state.ui_map.note_text(text);
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsItemActive() ||
        ImGui::IsMouseDown(0)) {
        return;
    }
    place_tooltip(ui, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, ImGui::GetIO().DisplaySize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(8)});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ui.px(kTooltip - 24));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

bool number_box(const char* label, double& value, const char* format) {
    std::array<char, 32> shown{};
    std::snprintf(shown.data(), shown.size(), format, value);
    std::array<char, 32> text = shown; // while it is typed, ImGui keeps what it is to be
    const bool entered = ImGui::InputText(label, text.data(), text.size(),
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                                              ImGuiInputTextFlags_CharsScientific);
    char* end = text.data();
    const double typed = std::strtod(text.data(), &end);
    if (!entered || end == text.data() || std::strcmp(text.data(), shown.data()) == 0) {
        return false;
    }
    value = typed;
    return true;
}

void mark_item(Ui& ui, std::string_view name) {
    mark_rect(ui, name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ImGui::GetItemID());
}

void mark_rect(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max, ImGuiID id) {
    if (!ui.state.ui_map.enabled) {
        return;
    }
    UiEntry entry;
    entry.name = name;
    entry.rect = {{min.x, min.y}, {max.x, max.y}};
    entry.clip = entry.rect;
    entry.id = id;
    if (const ImGuiWindow* window = ImGui::GetCurrentWindowRead(); !window->IsFallbackWindow) {
        entry.clip = {{window->ClipRect.Min.x, window->ClipRect.Min.y},
                      {window->ClipRect.Max.x, window->ClipRect.Max.y}};
        entry.window_id = window->ID;
        entry.window = window->Name;
        entry.disabled = id != 0 && (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
    }
    ui.state.ui_map.add(std::move(entry));
}

bool menu_item(Ui& ui, std::string_view name, const std::string& label, bool selected, bool enabled,
               const std::string& shortcut) {
    const bool chosen =
        ImGui::MenuItem(label.c_str(), shortcut.empty() ? nullptr : shortcut.c_str(), selected, enabled);
    mark_item(ui, "menu." + std::string(name));
    return chosen;
}

bool menu_switch(Ui& ui, std::string_view name, const std::string& label, bool& value, bool enabled) {
    const bool chosen = menu_item(ui, name, label, value, enabled);
    value = value != chosen;
    return chosen;
}

void caption(Ui& ui, std::string_view text) {
    push_font(ui.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.text_dim);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    pop_font();
}

void text_on_picture(const Ui& ui, ImDrawList* list, ImVec2 low, ImU32 colour, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 room{ui.px(4), ui.px(1)};
    list->AddRectFilled({low.x - room.x, low.y - room.y}, {low.x + size.x + room.x, low.y + size.y + room.y},
                        with_alpha(ui.colours.raised, 0.8f), ui.px(4));
    list->AddText(low, colour, text.c_str());
}

bool escape_pressed() {
    return imgui::key_pressed(ImGuiKey_Escape);
}

bool check_box(const Ui& ui, const char* label, bool& value) {
    // An empty box needs an edge: its ground is nearly that of the panel.
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0f, std::round(ui.px(1))));
    ImGui::PushStyleColor(ImGuiCol_Border, ui.colours.text_faint);
    const bool changed = ImGui::Checkbox(label, &value);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return changed;
}

} // namespace xpbd::window
