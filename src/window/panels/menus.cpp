#include "core/methods.h"
#include "window/panels/panels.h"
#include "window/state/actions.h"
#include "window/state/panes/comparison.h"

#include <array>
#include <utility>

namespace xpbd::window {
namespace {

void menu_action(Ui& ui, std::string_view id, bool selected = false, bool enabled = true) {
    const Action& row = action(id);
    if (menu_item(ui, id, std::string(row.text), selected, enabled, shortcut_text(row))) {
        row.run(ui.state, ui.snapshot);
    }
}

void session_menu(Ui& ui) {
    if (menu_item(ui, "new", "New: the default session")) {
        choose_scene(ui.state, "cloth");
    }
    menu_action(ui, "open");
    menu_action(ui, "save");
    menu_action(ui, "save_as");
    ImGui::Separator();
    menu_action(ui, "copy");
    menu_action(ui, "paste");
    ImGui::Separator();
    menu_action(ui, "quit");
}

void edit_menu(Ui& ui) {
    menu_action(ui, "undo", false, ui.state.history.can_undo(ui.state.document));
    menu_action(ui, "redo", false, ui.state.history.can_redo());
    ImGui::Separator();
    std::vector<Settings>& panes = ui.state.document.panes;
    if (panes.size() > 1) {
        if (menu_item(ui, "copy_a_to_b", "Copy all parameters of A to B")) {
            panes[1] = panes[0];
        }
        if (menu_item(ui, "copy_b_to_a", "Copy all parameters of B to A")) {
            panes[0] = panes[1];
        }
        if (menu_item(ui, "swap", "Swap A and B")) {
            std::swap(panes[0], panes[1]);
        }
        ImGui::Separator();
    }
    if (menu_item(ui, "reset_scene", "Reset all parameters of this scene")) {
        choose_scene(ui.state, ui.state.document.scene.name);
    }
}

void set_pane_count(Document& document, std::size_t count, int copied) {
    while (document.panes.size() < count) {
        add_pane(document, copied);
    }
    while (document.panes.size() > count) {
        remove_pane(document, static_cast<int>(document.panes.size()) - 1);
    }
}

/// The grids of panes.
void grid_menu(Ui& ui) {
    if (!ImGui::BeginMenu("Compare")) {
        mark_item(ui, "menu.grid");
        return;
    }
    const std::optional<Comparison>& now = ui.state.document.comparison;
    const auto chosen = [&](Compared compared) { return now && now->compared == compared; };
    if (menu_item(ui, "grid.iterations", "Iterations: 5, 20, 40", chosen(Compared::iterations))) {
        begin_comparison(ui.state, *ui.snapshot.model, Compared::iterations);
    }
    item_tooltip(ui, "PBD above XPBD, with 5, 20 and 40 iterations. Everything else stays as it is.");
    if (menu_item(ui, "grid.timestep", "Timestep: 1/30, 1/60, 1/120 s", chosen(Compared::timestep))) {
        begin_comparison(ui.state, *ui.snapshot.model, Compared::timestep);
    }
    item_tooltip(ui, "PBD above XPBD. A frame of 1/30 s has one, two or four substeps, each with as many iterations as "
                     "XPBD needs for the longest of them.");
    const std::string no_grid = unused_reason(Settings{}, *ui.snapshot.model, "resolution");
    if (menu_item(ui, "grid.resolution", "Resolution: 16, 32, 64", chosen(Compared::resolution), no_grid.empty())) {
        begin_comparison(ui.state, *ui.snapshot.model, Compared::resolution);
    }
    item_tooltip(ui, no_grid.empty()
                         ? "PBD above XPBD, with 16, 32 and 64 particles along the longer side. Each has as "
                           "many iterations as XPBD needs for the finest mesh."
                         : no_grid);
    ImGui::Separator();
    if (menu_item(ui, "grid.end", "Back to the panes before", false, now.has_value())) {
        end_comparison(ui.state);
    }
    ImGui::EndMenu();
    mark_item(ui, "menu.grid");
}

/// What the bodies are compared with: as a ghost, and in colour.
void compare_menu(Ui& ui) {
    picture::PictureOptions& picture = ui.state.stage.picture;
    const int count = static_cast<int>(ui.state.document.panes.size());
    if (!ImGui::BeginMenu("Ghost and distance of", count > 1)) {
        mark_item(ui, "menu.compare");
        return;
    }
    if (menu_item(ui, "compare.other", "The first other pane", picture.other_pane < 0)) {
        picture.other_pane = -1;
    }
    for (int pane = 0; pane < count; ++pane) {
        if (menu_item(ui, "compare." + pane_label(pane), "Pane " + pane_label(pane), picture.other_pane == pane)) {
            picture.other_pane = pane;
        }
    }
    ImGui::Separator();
    menu_switch(ui, "compare.ghost", "Its shape as a ghost in every pane", picture.overlay);
    ImGui::EndMenu();
    mark_item(ui, "menu.compare");
}

/// The range of the colours, which no value and no slider changes.
void colour_range_menu(Ui& ui) {
    picture::PictureOptions& picture = ui.state.stage.picture;
    if (!ImGui::BeginMenu("Colour range", picture.colouring != picture::Colouring::material)) {
        mark_item(ui, "menu.colour_range");
        return;
    }
    std::optional<picture::ColourRange>& own = picture.own_range[static_cast<std::size_t>(picture.colouring)];
    if (menu_item(ui, "colour_range.suggested", "As the scene suggests", !own)) {
        own.reset();
    }
    if (menu_item(ui, "colour_range.fit", "Fit to the values now")) {
        own = picture::fitted_range(ui.snapshot, picture.colouring, picture.other_pane);
    }
    ImGui::EndMenu();
    mark_item(ui, "menu.colour_range");
}

/// Why no pane has forces to show; empty where one has.
std::string no_forces_anywhere(const Ui& ui) {
    std::string reason;
    for (const Settings& pane : ui.state.document.panes) {
        reason = no_forces_reason(pane);
        if (reason.empty()) {
            break;
        }
    }
    return reason;
}

/// What the bodies are coloured by; greyed, with the reason, where there is nothing to show.
void colour_menu(Ui& ui, const std::string& no_forces) {
    picture::PictureOptions& picture = ui.state.stage.picture;
    for (const picture::ColouringInfo& row : picture::colourings()) {
        std::string reason = row.needs_forces ? no_forces : "";
        if (row.colouring == picture::Colouring::difference && ui.state.document.panes.size() < 2) {
            reason = "there is only one pane";
        }
        if (menu_item(ui, "colour." + std::string(row.key), std::string(row.label), picture.colouring == row.colouring,
                      reason.empty())) {
            picture.colouring = row.colouring;
        }
        item_tooltip(ui, reason);
    }
}

/// One entry per choice, the present one marked.
template <class Choice, std::size_t count>
void choice_menu(Ui& ui, const char* label, const std::string& id,
                 const std::array<std::pair<const char*, const char*>, count>& rows, Choice& chosen) {
    if (ImGui::BeginMenu(label)) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto choice = static_cast<Choice>(i);
            if (menu_item(ui, id + "." + rows[i].first, rows[i].first, chosen == choice)) {
                chosen = choice;
            }
            item_tooltip(ui, rows[i].second);
        }
        ImGui::EndMenu();
    }
    mark_item(ui, "menu." + id);
}

void fabric_menu(Ui& ui) {
    constexpr std::array<std::pair<const char*, const char*>, 3> kPrints = {
        {{"Plain", "The weave alone."},
         {"Stripes", "Along the rest shape: they show how far the cloth stretches across them."},
         {"Check", "Squares of the rest shape: they show stretch and shear without any colour map."}}};
    choice_menu(ui, "Print on the cloth", "print", kPrints, ui.state.stage.picture.look.print);
}

void quality_menu(Ui& ui) {
    constexpr std::array<std::pair<const char*, const char*>, 4> kQualities = {
        {{"Automatic", "What this machine draws in time; low without a graphics card. Screenshots: high, or medium "
                       "without one."},
         {"Low", "One shadow sample, no ambient occlusion."},
         {"Medium", "Soft shadows that harden towards contact, the weave, ambient occlusion at half resolution."},
         {"High", "Twice the samples, ambient occlusion at full resolution."}}};
    choice_menu(ui, "Picture quality", "quality", kQualities, ui.state.preferences.quality);
}

void overlays_menu(Ui& ui, const std::string& no_forces) {
    picture::PictureOptions& picture = ui.state.stage.picture;
    menu_switch(ui, "isolines", "Lines of equal value", picture.look.isolines,
                picture.colouring != picture::Colouring::material);
    menu_switch(ui, "contact_forces", "Contact forces as arrows", picture.contact_forces,
                no_forces.empty() || picture.contact_forces);
    item_tooltip(ui, no_forces);
    menu_switch(ui, "ruler", "Ruler for the sag", picture.ruler);
    menu_switch(ui, "rest_outline", "Shape at the start as an outline", picture.rest_outline);
    menu_switch(ui, "ground", "Ground", picture.look.ground);
    menu_switch(ui, "shadow", "Shadow", picture.look.shadow);
}

void look_menu(Ui& ui) {
    picture::PictureOptions& picture = ui.state.stage.picture;
    using Style = render::BodyStyle;
    constexpr std::array<std::pair<Style, const char*>, 3> kStyles = {
        {{Style::shaded, "Shaded"}, {Style::wireframe, "Wireframe"}, {Style::constraints, "Constraints"}}};
    for (const auto& [style, label] : kStyles) {
        if (menu_item(ui, std::string("style.") + label, label, picture.look.style == style)) {
            picture.look.style = style;
        }
    }
    ImGui::Separator();
    fabric_menu(ui);
    quality_menu(ui);
    ImGui::Separator();
    const std::string no_forces = no_forces_anywhere(ui);
    if (ImGui::BeginMenu("Colour by")) {
        colour_menu(ui, no_forces);
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.colour");
    colour_range_menu(ui);
    if (ImGui::BeginMenu("Drawn with the body")) {
        overlays_menu(ui, no_forces);
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.overlays");
    ImGui::Separator();
    bool light = ui.state.preferences.theme == render::Theme::light;
    if (menu_switch(ui, "light_theme", "Light theme", light)) {
        ui.state.preferences.theme = light ? render::Theme::light : render::Theme::dark;
        picture.look.theme = ui.state.preferences.theme;
    }
}

void interface_menu(Ui& ui) {
    AppState& state = ui.state;
    menu_action(ui, "laser", state.presentation.laser);
    menu_switch(ui, "hint", "Hint bar", state.preferences.hint);
    menu_switch(ui, "advanced", "Advanced parameters and figures", state.preferences.advanced);
    menu_action(ui, "scale_up");
    menu_action(ui, "scale_down");
    bool follows = state.preferences.scale == 0;
    if (menu_switch(ui, "scale_auto", "Size follows the window", follows)) {
        state.preferences.scale = follows ? 0 : static_cast<double>(state.window_scale.value());
    }
}

void view_menu(Ui& ui) {
    AppState& state = ui.state;
    const picture::ViewMode mode = state.stage.picture.mode;
    menu_action(ui, "view_both", mode == picture::ViewMode::side_by_side);
    menu_action(ui, "view_a", mode == picture::ViewMode::single && state.stage.picture.active_pane == 0);
    menu_action(ui, "view_b", mode == picture::ViewMode::single && state.stage.picture.active_pane == 1,
                state.document.panes.size() > 1);
    for (int pane = 2; pane < static_cast<int>(state.document.panes.size()); ++pane) {
        const bool shown = mode == picture::ViewMode::single && state.stage.picture.active_pane == pane;
        if (menu_item(ui, "view_" + pane_label(pane), "Pane " + pane_label(pane) + " alone", shown)) {
            state.stage.picture.mode = picture::ViewMode::single;
            state.stage.picture.active_pane = pane;
        }
    }
    menu_action(ui, "view_ghost", mode == picture::ViewMode::ghost, state.document.panes.size() > 1);
    if (ImGui::BeginMenu("Number of panes")) {
        for (std::size_t count = 1; count <= lab::kMaxPanes; ++count) {
            const std::string number = std::to_string(count);
            if (menu_item(ui, "panes." + number, number, state.document.panes.size() == count)) {
                set_pane_count(state.document, count, state.panels.settings_tab);
                state.stage.picture.mode = picture::ViewMode::side_by_side;
            }
        }
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.panes");
    grid_menu(ui);
    compare_menu(ui);
    ImGui::Separator();
    menu_action(ui, "link_cameras", state.stage.cameras_linked);
    menu_action(ui, "frame");
    if (ImGui::BeginMenu("Camera")) {
        for (const picture::CameraPreset& preset : picture::camera_presets()) {
            const Action& row = action("camera." + std::string(preset.key));
            if (menu_item(ui, row.id, std::string(preset.label), false, true, shortcut_text(row))) {
                row.run(ui.state, ui.snapshot);
            }
        }
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.camera");
    ImGui::Separator();
    look_menu(ui);
    ImGui::Separator();
    menu_action(ui, "panels", state.panels.shown);
    menu_action(ui, "plots", state.preferences.drawer);
    menu_action(ui, "presentation", state.presentation.on);
    menu_action(ui, "full_screen", state.full_screen);
    if (ImGui::BeginMenu("Interface")) {
        interface_menu(ui);
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.interface");
}

void lessons_menu(Ui& ui) {
    for (const LessonEntry& entry : lesson_list(ui.state)) {
        const bool open = ui.state.lessons.open() && ui.state.lessons.lesson->key == entry.key;
        if (menu_item(ui, "lesson." + entry.key, entry.title, open)) {
            open_lesson(ui.state, entry.path);
        }
        item_tooltip(ui, entry.about);
    }
    if (lesson_list(ui.state).empty()) {
        menu_item(ui, "lesson.none", "No lessons found beside the program", false, false);
    }
    ImGui::Separator();
    menu_action(ui, "pick_scene");
    if (menu_item(ui, "lesson.leave", "Leave the lesson", false, ui.state.lessons.open())) {
        leave_lesson(ui.state);
    }
}

void shot_menu(Ui& ui) {
    Preferences& preferences = ui.state.preferences;
    menu_action(ui, "shot");
    menu_action(ui, "shot_window");
    menu_action(ui, "shot_transparent");
    menu_action(ui, "record", ui.state.recording.active);
    ImGui::Separator();
    constexpr std::array<std::pair<ShotSize, const char*>, 3> kSizes = {{{ShotSize::window, "Size of the panes"},
                                                                         {ShotSize::full_hd, "1920 x 1080"},
                                                                         {ShotSize::ultra_hd, "3840 x 2160 (4K)"}}};
    for (const auto& [size, label] : kSizes) {
        if (menu_item(ui, "size." + std::to_string(static_cast<int>(size)), label, preferences.shot_size == size)) {
            preferences.shot_size = size;
        }
    }
    const std::string custom =
        "Custom: " + std::to_string(preferences.shot_width) + " x " + std::to_string(preferences.shot_height) + " …";
    if (menu_item(ui, "size.custom", custom, preferences.shot_size == ShotSize::custom)) {
        ui.state.show_shot_size = true;
    }
    if (menu_item(ui, "shot_folder", "Folder …")) {
        ui.state.show_shot_size = true;
    }
    ImGui::Separator();
    for (int factor = 1; factor <= 4; ++factor) {
        const std::string label = "Supersampling " + std::to_string(factor) + "x";
        if (menu_item(ui, "supersampling." + std::to_string(factor), label, preferences.supersampling == factor)) {
            preferences.supersampling = factor;
        }
    }
    menu_switch(ui, "stamp", "Stamp with method and values", ui.state.stage.picture.stamp);
    menu_switch(ui, "paper", "For print: white, without grid", ui.state.stage.picture.paper);
}
} // namespace

void draw_menu(Ui& ui, const ScreenRect& rect) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(5)});
    begin_region("menu", rect, ui.colours.panel, {ui.px(8), 0},
                 ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar);
    if (ImGui::BeginMenuBar()) {
        const std::array<std::pair<const char*, void (*)(Ui&)>, 5> menus = {{{"Session", session_menu},
                                                                             {"Edit", edit_menu},
                                                                             {"View", view_menu},
                                                                             {"Lessons", lessons_menu},
                                                                             {"Screenshot", shot_menu}}};
        for (const auto& [label, content] : menus) {
            if (ImGui::BeginMenu(label)) {
                content(ui);
                ImGui::EndMenu();
            }
            mark_item(ui, std::string("menu.") + label); // after EndMenu: the last item is the menu's title again
        }
        if (ImGui::BeginMenu("Help")) {
            menu_action(ui, "help");
            if (menu_item(ui, "about", "About")) {
                ui.state.about.open = true;
            }
            ImGui::EndMenu();
        }
        mark_item(ui, "menu.Help");
        ImGui::EndMenuBar();
    }
    ImGui::End();
    ImGui::PopStyleVar();
}
} // namespace xpbd::window
