#include "window/widgets/widgets.h"

#include "picture/text/imgui_versions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <imgui_internal.h>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr float kTooltip = 384;  ///< largest width, at scale 1 [px]
constexpr float kLowDown = 0.7f; ///< share of the window's height below which popups open upwards
constexpr float kBarShape = 6;   ///< ratio of width to height above which a panel counts as a bar

/// Puts the next window, of this size, to the left or the right of the panel that an item is in; where there is no
/// room, below or above the item. It keeps off the readouts, which the user reads while a slider is dragged.
void place_tooltip(const Ui& ui, const ImRect& item, ImVec2 size, ImVec2 display) {
    ImRect panel = ImGui::GetCurrentWindowRead()->RootWindow->Rect();
    panel.Add(item);
    const float gap = ui.px(8);
    const bool lower = item.GetCenter().y > 0.5f * display.y;
    const float room = ui.px(kTooltip) + gap;
    ImVec2 at, pivot(0, lower ? 1.0f : 0.0f);
    if (panel.GetWidth() > kBarShape * panel.GetHeight()) { // beside a bar would be too far from the item
        const float x = std::clamp(item.Min.x, 0.0f, std::max(0.0f, display.x - room));
        at = {x, lower ? panel.Min.y - gap : panel.Max.y + gap};
    } else if (panel.Min.x > room) {
        at = {panel.Min.x - gap, lower ? item.Max.y : item.Min.y};
        pivot.x = 1;
    } else if (display.x - panel.Max.x > room) {
        at = {panel.Max.x + gap, lower ? item.Max.y : item.Min.y};
    } else {
        const float x = std::clamp(item.Min.x, 0.0f, std::max(0.0f, display.x - room));
        at = {x, lower ? item.Min.y - gap : item.Max.y + gap};
    }
    const ScreenRect& answers = ui.answers;
    const ImRect place({at.x - pivot.x * size.x, at.y - pivot.y * size.y},
                       {at.x + (1 - pivot.x) * size.x, at.y + (1 - pivot.y) * size.y});
    const ImRect rect(answers.min.x, answers.min.y, answers.max.x, answers.max.y);
    const bool covers = place.Overlaps(rect);
    if (covers && !item.Overlaps(rect) && answers.min.y - gap > size.y) {
        at.y = answers.min.y - gap;
        pivot.y = 1;
    }
    ImGui::SetNextWindowPos(at, 0, pivot);
}

/// The outermost window around this one. ImGui treats a submenu as a child of its menu; here it is separate.
ImGuiID region_of(const ImGuiWindow* window) {
    while ((window->Flags & ImGuiWindowFlags_ChildWindow) != 0 && (window->Flags & ImGuiWindowFlags_Popup) == 0 &&
           window->ParentWindow != nullptr) {
        window = window->ParentWindow;
    }
    return window->ID;
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

std::string shortened(std::string_view text, float width) {
    std::vector<std::size_t> begins; // of every UTF-8 character
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
            begins.push_back(i);
        }
    }
    begins.push_back(text.size());
    const auto fits = [&](const std::string& shown) { return ImGui::CalcTextSize(shown.c_str()).x <= width; };
    std::string shown(text);
    for (std::size_t kept = begins.size() - 1; kept > 0 && !fits(shown);) {
        --kept;
        const std::size_t front = (kept + 1) / 2;
        const std::size_t back = begins.size() - 1 - (kept - front);
        shown = std::string(text.substr(0, begins[front])) + "…" + std::string(text.substr(begins[back]));
    }
    return shown;
}

std::string wrapped(std::string_view text, float width) {
    std::string lines, line;
    const auto put_word = [&](std::string_view word) {
        const std::string longer = line + (line.empty() ? "" : " ") + std::string(word);
        if (ImGui::CalcTextSize(longer.c_str()).x <= width) {
            line = longer;
            return;
        }
        if (!line.empty()) {
            lines += line + "\n";
        }
        line = shortened(word, width);
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        put_word(text.substr(0, end));
        if (end < text.size() && text[end] == '\n') {
            lines += line + "\n";
            line.clear();
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines + line;
}

void wrapped_text(std::string_view text, ImU32 colour, ImFont* font) {
    push_font(font);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    pop_font();
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
    // No tooltip after a press: the user has used the item, and looks at the menu or popup that it opened.
    unsigned& pressed = ui.state.pressed_item;
    const ImGuiID id = ImGui::GetItemID();
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
    if (hovered && id != 0 && ImGui::IsMouseClicked(0)) {
        pressed = id;
    } else if (!hovered && pressed == id) {
        pressed = 0;
    }
    if (text.empty() || !hovered || ImGui::IsItemActive() || ImGui::IsMouseDown(0) || (id != 0 && pressed == id)) {
        return;
    }
    const ImVec2 padding(ui.px(12), ui.px(8));
    const float wrap = ui.px(kTooltip - 24);
    const ImVec2 inside = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrap - padding.x);
    place_tooltip(ui, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()},
                  {inside.x + 2 * padding.x, inside.y + 2 * padding.y}, ImGui::GetIO().DisplaySize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(wrap);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

bool begin_popup_below(const Ui& ui, const char* id) {
    if (!ImGui::IsPopupOpen(id)) {
        return false;
    }
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const bool at_right = low.x + high.x > display.x;
    const bool low_down = low.y > kLowDown * display.y;
    ImGui::SetNextWindowPos({at_right ? high.x : low.x, low_down ? low.y - ui.px(4) : high.y + ui.px(4)},
                            ImGuiCond_Appearing, {at_right ? 1.0f : 0.0f, low_down ? 1.0f : 0.0f});
    return ImGui::BeginPopup(id);
}

bool number_box(const char* label, double& value, const char* format) {
    std::array<char, 32> shown{};
    std::snprintf(shown.data(), shown.size(), format, value);
    std::array<char, 32> text = shown; // during typing ImGui keeps the new text itself
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

void mark_focus(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high) {
    FocusedParameter& focus = ui.state.panels.focus;
    if (focus.name != name || ui.state.now > focus.until) {
        return;
    }
    const ImVec2 origin = ImGui::GetWindowPos();
    const ImVec2 scroll{ImGui::GetScrollX(), ImGui::GetScrollY()};
    if (std::exchange(focus.reveal, false)) {
        ImGui::SetScrollFromPosY(0.5f * (low.y + high.y) - scroll.y, 0.35f);
    }
    const ImVec2 corner{origin.x + low.x - scroll.x, origin.y + low.y - scroll.y};
    const ImVec2 other{origin.x + high.x - scroll.x, origin.y + high.y - scroll.y};
    // Not wider than the row: the panel would cut it.
    ImGui::GetWindowDrawList()->AddRect({corner.x + ui.px(1), corner.y - ui.px(3)},
                                        {other.x - ui.px(1), other.y + ui.px(3)}, ui.colours.accent, ui.px(5), 0,
                                        std::max(1.0f, ui.px(2)));
    mark_rect(ui, "focus." + name, corner, other);
}

void mark_item(Ui& ui, std::string_view name) {
    mark_rect(ui, name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ImGui::GetItemID());
}

void mark_box(Ui& ui, std::string_view name, const char* label) {
    const float words = ImGui::CalcTextSize(label, nullptr, true).x + ImGui::GetStyle().ItemInnerSpacing.x;
    const ImVec2 max = ImGui::GetItemRectMax();
    mark_rect(ui, name, ImGui::GetItemRectMin(), {max.x - words, max.y}, ImGui::GetItemID());
}

void mark_rect(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max, ImGuiID id) {
    if (!ui.state.ui_map.enabled()) {
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
        entry.region = region_of(window);
        entry.window = window->Name;
        entry.disabled = id != 0 && (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
    }
    ui.state.ui_map.add(std::move(entry));
}

bool menu_item(Ui& ui, std::string_view name, const std::string& label, bool selected, bool enabled,
               const std::string& shortcut) {
    const std::string keys = shortcut.empty() ? "" : "   " + shortcut; // ImGui leaves little room between the columns
    const bool chosen = ImGui::MenuItem(label.c_str(), keys.empty() ? nullptr : keys.c_str(), selected, enabled);
    mark_item(ui, "menu." + std::string(name));
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
    // An empty box needs an edge: its fill is nearly the colour of the panel.
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0f, std::round(ui.px(1))));
    ImGui::PushStyleColor(ImGuiCol_Border, ui.colours.text_faint);
    const bool changed = ImGui::Checkbox(label, &value);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return changed;
}

} // namespace xpbd::window
