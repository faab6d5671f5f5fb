#include "window/commands/look_sheet.h"
#include "window/commands/pane_corner.h"
#include "window/lessons/lesson_panel.h"
#include "window/panels/keyboard_ring.h"
#include "window/panels/panels.h"
#include "window/panels/presentation.h"

#include "picture/text/imgui_versions.h"

#include <algorithm>
#include <imgui_internal.h>
#include <utility>

namespace xpbd::window {
namespace {

/// A thin handle along the edge of a panel. Returns the mouse's movement along `axis` while it is dragged [px].
float splitter(Ui& ui, const char* id, const ScreenRect& line, int axis) {
    const float grip = ui.px(3);
    const ScreenRect area{
        {line.min.x - grip * (axis == 0 ? 1.0f : 0.0f), line.min.y - grip * (axis == 1 ? 1.0f : 0.0f)},
        {line.max.x + grip * (axis == 0 ? 1.0f : 0.0f), line.max.y + grip * (axis == 1 ? 1.0f : 0.0f)}};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    begin_region(id, area, 0, {0, 0});
    ImGui::InvisibleButton("grip", {std::max(1.0f, area.width()), std::max(1.0f, area.height())});
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
    ui.state.ui_map.note_slider(ImGui::GetItemID());
    mark_item(ui, id);
    if (hot) {
        ImGui::SetMouseCursor(axis == 0 ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled({area.min.x, area.min.y}, {area.max.x, area.max.y},
                                                  with_alpha(ui.colours.accent, 0.6f));
    }
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    float moved = ImGui::IsItemActive() ? (axis == 0 ? delta.x : delta.y) : 0.0f;
    if (hot && ui.state.keyboard.on()) { // the arrow keys move it, as a slider
        ui.state.entry.arrows = true;
        const auto pressed = [&](ImGuiKey key) { return imgui::key_pressed(key) ? ui.px(8) : 0.0f; };
        moved += axis == 0 ? pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow)
                           : pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    return moved / ui.state.scale();
}

void draw_splitters(Ui& ui, const Layout& layout) {
    AppState& state = ui.state;
    if (layout.phone) {
        return; // a phone's parts have fixed sizes
    }
    if (layout.left.width() > 0) {
        const float x = layout.left.max.x;
        const float moved = splitter(ui, "splitter_left", {{x, layout.left.min.y}, {x + 1, layout.left.max.y}}, 0);
        state.panels.left_width = std::clamp(state.panels.left_width + moved, 200.0f, 420.0f);
    }
    if (layout.right.width() > 0) {
        const float x = layout.right.min.x;
        const float moved = splitter(ui, "splitter_right", {{x - 1, layout.right.min.y}, {x, layout.right.max.y}}, 0);
        state.panels.right_width = std::clamp(state.panels.right_width - moved, 300.0f, 560.0f);
    }
    if (layout.plots == Drawer::pinned) {
        const float y = layout.drawer.min.y;
        const float moved =
            splitter(ui, "splitter_drawer", {{layout.drawer.min.x, y - 1}, {layout.drawer.max.x, y}}, 1);
        state.panels.drawer_height = std::clamp(state.panels.drawer_height - moved, 96.0f, 480.0f);
    }
}

/// Notes the names of the widgets under the mouse. A widget that takes clicks and has no name cannot be tested.
void name_hovered(UiMap& map) {
    if (!map.for_tests) {
        return;
    }
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* window = context.HoveredWindow;
    const ImGuiID id = context.HoveredId;
    const ImVec2 mouse = context.IO.MousePos;
    bool named = id == 0;
    for (const UiEntry& entry : map.entries()) {
        const bool here = entry.window_id == (window == nullptr ? 0 : window->ID) &&
                          entry.rect.contains({mouse.x, mouse.y}) && entry.clip.contains({mouse.x, mouse.y});
        if (here || (id != 0 && entry.id == id)) {
            map.hovered.push_back(entry.name);
            named = true;
        }
    }
    const auto scrollbar = [&](ImGuiAxis axis) { return id == ImGui::GetWindowScrollbarID(window, axis); };
    if (!named && window != nullptr && !scrollbar(ImGuiAxis_X) && !scrollbar(ImGuiAxis_Y)) {
        map.unnamed = window->Name;
    }
}

/// The strip of plots grows while the mouse rests on it, and while the drawer shows the sweep. The sweep moves the
/// stage aside. After a change to the tab Plots the stage stays aside until the mouse leaves the drawer.
void follow_plots(AppState& state, const Layout& layout) {
    constexpr double kRest = 0.2; ///< [s]
    PanelState& panels = state.panels;
    if (layout.plots == Drawer::hidden || state.preferences.plots_pinned) {
        panels.plots_grown = panels.plots_beside = false;
        return;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool wanted = panels.show_sweep || layout.drawer.contains({mouse.x, mouse.y});
    const bool held = ImGui::IsAnyMouseDown() || open_popups() > 0 || state.typing;
    if (wanted == panels.plots_grown || held) {
        panels.plots_touched = state.now;
    } else if (state.now - panels.plots_touched >= kRest) {
        panels.plots_grown = wanted;
    }
    panels.plots_beside = panels.plots_grown && (panels.plots_beside || panels.show_sweep);
}

/// A shadow beside a panel that is over the stage. `direction`: 1 = the stage is to the right of the panel, -1 = left.
void shade(const Ui& ui, const ScreenRect& panel, float direction) {
    const float x = direction > 0 ? panel.max.x : panel.min.x;
    const float far = x + direction * ui.px(14);
    const ImU32 near_colour = IM_COL32(0, 0, 0, 70), none = IM_COL32(0, 0, 0, 0);
    const bool right = direction > 0;
    ImGui::GetBackgroundDrawList()->AddRectFilledMultiColor(
        {std::min(x, far), panel.min.y}, {std::max(x, far), panel.max.y}, right ? near_colour : none,
        right ? none : near_colour, right ? none : near_colour, right ? near_colour : none);
}

void draw_sides(Ui& ui, const Layout& layout) {
    if (layout.left_rail.width() > 0) {
        draw_rails(ui, layout);
    }
    if (layout.left.width() > 0) {
        draw_scene_panel(ui, draw_panel_bar(ui, layout.left, Side::scene));
    }
    if (layout.right.width() > 0 && ui.state.panels.look) {
        draw_look(ui, draw_panel_bar(ui, layout.right, Side::look));
    } else if (layout.right.width() > 0) {
        draw_settings_panel(ui, draw_panel_bar(ui, layout.right, Side::methods), layout.narrow);
        ui.state.panels.select_tab = false; // the panel was drawn and has selected the tab
    }
    if (layout.left_over) {
        shade(ui, layout.left, 1);
    }
    if (layout.right_over) {
        shade(ui, layout.right, -1);
    }
}

void draw_panes(Ui& ui, const Layout& layout) {
    ImFont* font = readout_font(ui, layout);
    for (std::size_t i = 0; i < layout.panes.size(); ++i) {
        const PaneRects& pane = layout.panes[i];
        if (pane.pane >= static_cast<int>(ui.state.document.panes.size())) {
            continue; // a menu that was drawn before has removed this pane in this frame
        }
        ImGui::PushID(pane.pane);
        draw_pane_header(ui, pane);
        draw_pane_readout(ui, pane, layout.readout_rows, font);
        draw_pane_overlay(ui, pane);
        draw_pane_corner(ui, pane);
        if (i + 1 == layout.panes.size()) {
            draw_legend(ui, pane);
        }
        ImGui::PopID();
        mark_rect(ui, "view_" + pane_label(pane.pane), {pane.view.min.x, pane.view.min.y},
                  {pane.view.max.x, pane.view.max.y});
    }
}

/// The window outside of a presentation: every panel and pane.
Layout draw_panels(Ui& ui, glm::vec2 display) {
    AppState& state = ui.state;
    Layout layout = compute_layout(state, display);
    if (!ui.snapshot.busy && !state.drawing.progress) {
        state.job.appeared = state.now;
    }
    state.job.cancellable = state.now - state.job.appeared > JobState::kUnasked;
    if (escape_is_free(ui)) {
        if (state.stage.adding.waits != AddingState::Waits::nothing) {
            state.stage.adding.waits = AddingState::Waits::nothing;
        } else if (state.keyboard.on()) {
            state.keyboard.leave();
        } else if (!close_over(state) && state.job.cancellable) {
            cancel_job(state, ui.snapshot);
        }
    }
    follow_plots(state, layout);
    ui.answers = lowest_readouts(layout);
    draw_menu(ui, layout.menu);
    draw_transport(ui, layout.transport);
    draw_sides(ui, layout);
    if (layout.hint.height() > 0) {
        draw_hint(ui, layout.hint);
    }
    if (layout.drawer.height() > 0) {
        draw_drawer(ui, layout.drawer, layout.plots);
    }
    if (layout.lesson.height() > 0) {
        draw_lesson(ui, layout.lesson);
    }
    draw_panes(ui, layout);
    draw_splitters(ui, layout);
    return layout;
}

} // namespace

Layout draw_interface(Ui& ui, glm::vec2 display) {
    AppState& state = ui.state;
    state.ui_map.clear();
    state.ui_map.for_keyboard = state.keyboard.on();
    state.entry.arrows = false;
    state.lessons.frame_now = ui.snapshot.frame;
    state.lessons.playing_now = ui.snapshot.playing;
    keep_in_range(state); // Ctrl+Z may have removed a pane since observe()
    Layout layout = state.presentation.on ? draw_presentation(ui, display) : draw_panels(ui, display);
    draw_laser(ui);
    // Without ImGui's keyboard navigation, whose keys are ours, Esc would leave menus and popups open.
    if (escape_pressed() && ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
        ImGui::ClosePopupToLevel(0, true);
    }
    draw_dialogs(ui, display);
    if (state.preferences.first_start && !state.presentation.on) {
        draw_welcome(ui, layout);
    }
    draw_file_dialog(ui, display);
    draw_toasts(ui, display, layout.panes.empty() ? display.y : layout.panes.front().clear().max.y);
    if (!std::exchange(state.entry.drawn, false)) {
        state.entry.id = 0; // its slider is gone: the keys are shortcuts again
    }
    name_hovered(state.ui_map);
    follow_keyboard(ui);
    state.typing = ImGui::GetIO().WantTextInput || state.entry.id != 0;
    settle(state, ImGui::IsAnyItemActive(), static_cast<double>(ImGui::GetIO().MouseDoubleClickTime));
    follow_live_sweep(state, *ui.snapshot.model);
    return layout;
}

} // namespace xpbd::window
