// The menu bar. No menu has more than kMostRows rows: the corner of the panes has the frequent choices, the panel Look
// has the settings that rarely change, and Ctrl+K finds everything.
#include "system/names.h"
#include "window/commands/command_row.h"
#include "window/panels/panels.h"
#include "window/picker/picker_panel.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace xpbd::window {
namespace {

using Commands = std::vector<Command>;
using Rows = std::initializer_list<std::string_view>; ///< ids of commands; "" = a line between

void rows(Ui& ui, const Commands& all, Rows ids) {
    for (const std::string_view id : ids) {
        if (id.empty()) {
            ImGui::Separator();
        } else {
            command_row(ui, all, id);
        }
    }
}

/// A row for every command whose id begins with `prefix`.
void rows_of(Ui& ui, const Commands& all, std::string_view prefix) {
    for (const Command& command : all) {
        if (command.id.starts_with(prefix)) {
            command_row(ui, all, command.id);
        }
    }
}

template <class Content>
void submenu(Ui& ui, const char* label, const std::string& name, const Content& content) {
    if (ImGui::BeginMenu(label)) {
        content();
        ImGui::EndMenu();
    }
    mark_item(ui, "menu." + name); // after EndMenu: the last item is the menu's title again
}

void session_menu(Ui& ui, const Commands& all) {
    rows(ui, all, {"new", "experiment", "open"});
    submenu(ui, "Recent", "recent", [&] {
        const std::vector<std::string> recent = ui.state.preferences.recent; // a copy: opening a file changes the list
        for (std::size_t i = 0; i < recent.size(); ++i) {
            const std::string name = system::text_of(system::path_of(recent[i]).filename());
            if (menu_item(ui, "recent." + std::to_string(i), name + "##" + recent[i])) {
                open_session_file(ui.state, recent[i]);
            }
            item_tooltip(ui, recent[i]);
        }
        if (recent.empty()) {
            menu_item(ui, "recent.none", "No file yet", false, false);
        }
    });
    rows(ui, all, {"save", "save_as"});
    submenu(ui, "Export", "export", [&] { rows_of(ui, all, "export."); });
    rows(ui, all, {"", "copy", "copy_link", "paste", "", "lesson.leave"});
    if (find_command(all, "quit") != nullptr) {
        rows(ui, all, {"", "quit"});
    }
}

void edit_menu(Ui& ui, const Commands& all) {
    rows(ui, all, {"undo", "redo", "", "copy_a_to_b", "copy_b_to_a", "swap", "", "reset_scene"});
}

void view_menu(Ui& ui, const Commands& all) {
    rows(ui, all, {"view_both"});
    submenu(ui, "One pane alone", "view_one", [&] {
        rows(ui, all, {"view_a", "view_b"});
        for (std::size_t pane = 2; pane < ui.state.document.panes.size(); ++pane) {
            command_row(ui, all, "view_" + pane_label(static_cast<int>(pane)));
        }
    });
    rows(ui, all, {"view_ghost"});
    submenu(ui, "Number of panes", "panes", [&] { rows_of(ui, all, "panes."); });
    submenu(ui, "Compare", "grid", [&] {
        rows(ui, all,
             {"grid.iterations", "grid.timestep", "grid.resolution", "grid.triangulation", "grid.fabric", "",
              "grid.end"});
    });
    ImGui::Separator();
    submenu(ui, "Camera", "camera", [&] {
        rows(ui, all, {"link_cameras", "follow", "frame", ""});
        rows_of(ui, all, "camera.");
    });
    rows(ui, all, {"look", "", "panels", "plots", "presentation", "full_screen"});
    submenu(ui, "Interface", "interface", [&] {
        rows(ui, all, {"laser", "hint", "advanced", "", "scale_up", "scale_down", "scale_auto"});
    });
}

/// The first lessons that a menu has room for, and a menu of the others below them.
void lesson_rows(Ui& ui, std::span<const LessonEntry> lessons) {
    const bool all_fit = lessons.size() <= kMostRows;
    const std::size_t shown = all_fit ? lessons.size() : kMostRows - 1;
    for (const LessonEntry& entry : lessons.first(shown)) {
        const bool open = ui.state.lessons.open() && ui.state.lessons.lesson->key == entry.key;
        if (menu_item(ui, "lesson." + entry.key, entry.title, open)) {
            open_lesson(ui.state, entry.path);
        }
        item_tooltip(ui, entry.about);
    }
    if (!all_fit) {
        submenu(ui, "More lessons", "more_lessons", [&] { lesson_rows(ui, lessons.subspan(shown)); });
    }
}

void scenes_menu(Ui& ui, const Commands& all) {
    draw_scene_tiles(ui);
    ImGui::Separator();
    rows(ui, all, {"pick_scene"});
}

void lessons_menu(Ui& ui, const Commands&) {
    const std::vector<LessonEntry>& lessons = lesson_list(ui.state);
    lesson_rows(ui, lessons);
    if (lessons.empty()) {
        menu_item(ui, "lesson.none", "No lessons found beside the program", false, false);
    }
}

void shot_menu(Ui& ui, const Commands& all) {
    rows(ui, all, {"shot", "shot_window", "shot_transparent", "record", "", "shot_options", "stamp", "paper"});
}

void help_menu(Ui& ui, const Commands& all) {
    rows(ui, all, {"help", "about"});
}

} // namespace

void draw_menu(Ui& ui, const ScreenRect& rect) {
    ui.state.picker.in_menu = false;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), 0.5f * (rect.height() - ImGui::GetFontSize())});
    begin_region("menu", rect, ui.colours.panel, {ui.px(8), 0},
                 ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar);
    if (ImGui::BeginMenuBar()) {
        constexpr std::array<std::pair<const char*, void (*)(Ui&, const Commands&)>, 7> kMenus = {
            {{"Session", session_menu},
             {"Edit", edit_menu},
             {"View", view_menu},
             {"Scenes", scenes_menu},
             {"Lessons", lessons_menu},
             {"Screenshot", shot_menu},
             {"Help", help_menu}}};
        // On a phone the titles stand closer: all of them show. ImGui leaves twice this space from one to the next.
        float words = 0;
        for (const auto& [label, content] : kMenus) {
            words += ImGui::CalcTextSize(label).x;
        }
        const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
        float fitting = (rect.width() - ui.px(16) - words) / (2 * static_cast<float>(kMenus.size()));
        const bool narrow = fitting < ui.px(2);
        if (narrow) { // the longest title becomes shorter
            const float saved = ImGui::CalcTextSize("Screenshot").x - ImGui::CalcTextSize("Shot").x;
            fitting += saved / (2 * static_cast<float>(kMenus.size()));
        }
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {std::clamp(fitting, ui.px(2), spacing.x), spacing.y});
        for (const auto& [label, content] : kMenus) {
            // Clang 14 lets no lambda capture the name of a structured binding by reference.
            submenu(ui, narrow && content == shot_menu ? "Shot" : label, label,
                    [&, draw = content] { draw(ui, commands(ui.state, ui.snapshot)); });
        }
        ImGui::PopStyleVar();
        ImGui::EndMenuBar();
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace xpbd::window
