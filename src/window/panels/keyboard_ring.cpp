#include "window/panels/keyboard_ring.h"

#include "picture/text/imgui_versions.h"

#include <algorithm>
#include <imgui_internal.h>

namespace xpbd::window {
namespace {

/// The window that a click at this place reaches, or null: ImGui's own order.
const ImGuiWindow* window_at(const ImGuiContext& context, ImVec2 place) {
    for (int i = context.Windows.Size - 1; i >= 0; --i) {
        const ImGuiWindow* window = context.Windows[i];
        if (window->Active && !window->Hidden && !window->IsFallbackWindow &&
            (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0 && window->OuterRectClipped.Contains(place)) {
            return window;
        }
    }
    return nullptr;
}

ImGuiWindow* find_window(ImGuiContext& context, unsigned id) {
    ImGuiWindow** found = std::find_if(context.Windows.begin(), context.Windows.end(),
                                       [&](const ImGuiWindow* window) { return window->ID == id; });
    return found == context.Windows.end() ? nullptr : *found;
}

bool can_click(ImGuiContext& context, const UiEntry& entry) {
    if (entry.id == 0 || entry.disabled || entry.window_id == 0) {
        return false;
    }
    const glm::vec2 centre = entry.rect.center();
    if (entry.clip.contains(centre)) {
        const ImGuiWindow* window = window_at(context, {centre.x, centre.y});
        return window != nullptr && window->ID == entry.window_id;
    }
    const ImGuiWindow* window = find_window(context, entry.window_id);
    return window != nullptr && (window->ScrollMax.y > 0 || window->ScrollMax.x > 0);
}

/// A card over everything: of all windows that stay, only cards come to the front.
bool is_card(const ImGuiWindow& window) {
    constexpr ImGuiWindowFlags kOthers = ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_ChildWindow |
                                         ImGuiWindowFlags_Popup | ImGuiWindowFlags_Tooltip |
                                         ImGuiWindowFlags_NoFocusOnAppearing;
    return window.Active && !window.Hidden && (window.Flags & kOthers) == 0 && !window.IsFallbackWindow;
}

std::vector<unsigned> open_cards(const ImGuiContext& context) {
    std::vector<unsigned> cards;
    for (const ImGuiWindow* window : context.Windows) {
        if (is_card(*window)) {
            cards.push_back(window->ID);
        }
    }
    return cards;
}

KeyboardFocus::Reach reach_of(ImGuiContext& context, const UiMap& map) {
    KeyboardFocus::Reach reach;
    std::vector<unsigned> order; // of the regions
    for (const UiEntry& entry : map.entries()) {
        const auto same = [&](const UiEntry& other) { return other.id == entry.id; }; // an item may have two names
        const bool known = std::any_of(reach.entries.begin(), reach.entries.end(), same);
        if (!known && can_click(context, entry)) {
            reach.entries.push_back(entry);
            if (std::find(order.begin(), order.end(), entry.region) == order.end()) {
                order.push_back(entry.region);
            }
        }
    }
    const auto rank = [&](const UiEntry& entry) { return std::find(order.begin(), order.end(), entry.region); };
    std::stable_sort(reach.entries.begin(), reach.entries.end(),
                     [&](const UiEntry& a, const UiEntry& b) { return rank(a) < rank(b); });
    for (const ImGuiPopupData& popup : context.OpenPopupStack) {
        if (popup.Window != nullptr) {
            reach.popups.push_back({popup.Window->ID, (popup.Window->Flags & ImGuiWindowFlags_ChildMenu) != 0});
        }
    }
    reach.cards = open_cards(context);
    return reach;
}

/// Scrolls the widget's window so that the keyboard's widget is in it.
void reveal(ImGuiContext& context, const UiEntry& target) {
    const glm::vec2 centre = target.rect.center();
    if (target.clip.contains(centre)) {
        return;
    }
    if (ImGuiWindow* window = find_window(context, target.window_id)) {
        const glm::vec2 by = centre - target.clip.center();
        if (window->ScrollMax.y > 0) {
            ImGui::SetScrollY(window, std::clamp(window->Scroll.y + by.y, 0.0f, window->ScrollMax.y));
        }
        if (window->ScrollMax.x > 0) {
            ImGui::SetScrollX(window, std::clamp(window->Scroll.x + by.x, 0.0f, window->ScrollMax.x));
        }
    }
}

void draw_ring(const Ui& ui, const UiEntry& target) {
    const float room = ui.px(2);
    const glm::vec2 low = glm::max(target.rect.min, target.clip.min) - room;
    const glm::vec2 high = glm::min(target.rect.max, target.clip.max) + room;
    if (low.x >= high.x || low.y >= high.y) {
        return;
    }
    ImDrawList* list = ImGui::GetForegroundDrawList();
    // Two lines: one of them is seen on any ground.
    list->AddRect({low.x - ui.px(1.5f), low.y - ui.px(1.5f)}, {high.x + ui.px(1.5f), high.y + ui.px(1.5f)},
                  ui.colours.background, ui.px(6), 0, ui.px(1.5f));
    list->AddRect({low.x, low.y}, {high.x, high.y}, ui.colours.accent, ui.px(5), 0, ui.px(2));
}

} // namespace

void place_pointer(AppState& state) {
    const KeyboardFocus::Pointer pointer = state.keyboard.next_pointer();
    if (pointer.valid) {
        imgui::move_mouse(pointer.place.x, pointer.place.y);
    }
    if (pointer.button >= 0) {
        imgui::set_button(pointer.button, pointer.down);
    }
}

void follow_keyboard(Ui& ui) {
    AppState& state = ui.state;
    ImGuiContext& context = *ImGui::GetCurrentContext();
    KeyboardFocus& keyboard = state.keyboard;
    state.over_stage = !context.OpenPopupStack.empty() || !open_cards(context).empty();
    if (!keyboard.on()) {
        return;
    }
    if (keyboard.takes_text_away()) {
        ImGui::ClearActiveID();
        state.entry.id = 0;
    }
    keyboard.follow(reach_of(context, state.ui_map));
    if (keyboard.closes_popup()) {
        ImGui::ClosePopupToLevel(context.OpenPopupStack.Size - 1, true);
    }
    if (keyboard.target().id != 0) {
        reveal(context, keyboard.target());
        draw_ring(ui, keyboard.target());
    }
}

} // namespace xpbd::window
