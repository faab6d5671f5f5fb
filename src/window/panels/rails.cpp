// The icons at both sides of the stage, and the bar along the top of the panels that they open.
#include "core/base/bounds.h"
#include "lab/text/number_text.h"
#include "scenes/changes/things.h"
#include "window/commands/actions.h"
#include "window/commands/command_row.h"
#include "window/panels/panels.h"
#include "window/state/things.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kIcon = 32;
constexpr float kFingerIcon = 40; ///< on a phone
constexpr float kStep = 36;       ///< from one icon to the next
constexpr float kBarHeight = 30;
constexpr float kBarIcon = 24;

std::string tip_of(const Action& row) {
    return std::string(row.text) + "  (" + shortcut_text(row) + ")";
}

/// The place of the next icon of a rail.
struct Column {
    Ui& ui;
    float x;
    float y;
    float side; ///< size of an icon, at scale 1
    bool lies;  ///< icons in a row, for fingers

    void next() { (lies ? x : y) += ui.px(lies ? side + 1 : kStep); }
    /// Moves to the last place of the rail.
    void last(const ScreenRect& rail) {
        if (!lies) {
            y = rail.height() - ui.px(side + 6);
        }
    }
    bool icon(const char* name, Icon icon, const std::string& tip, bool active) {
        ImGui::SetCursorPos({x, y});
        return icon_button(ui, name, icon, tip, active, side);
    }
    /// The icon of an action.
    void act(const char* name, Icon icon, const char* id, bool active = false) {
        const Action& row = action(id);
        if (this->icon(name, icon, tip_of(row), active)) {
            row.run(ui.state, ui.snapshot);
        }
    }
};

Column begin_rail(Ui& ui, const char* name, const ScreenRect& rect, bool lies) {
    begin_region(name, rect, ui.colours.panel, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    if (lies) {
        return {ui, ui.px(2), std::round(0.5f * (rect.height() - ui.px(kFingerIcon))), kFingerIcon, true};
    }
    return {ui, std::round(0.5f * (rect.width() - ui.px(kIcon))), ui.px(6), kIcon, false};
}

/// The letter of a pane, which opens its parameters.
void pane_button(Column& column, int pane) {
    Ui& ui = column.ui;
    const std::string letter = pane_label(pane);
    const bool shows = open(ui.state, Side::methods) && ui.state.panels.settings_tab == pane;
    ImGui::SetCursorPos({column.x, column.y});
    if (ImGui::InvisibleButton(("rail." + letter).c_str(), {ui.px(column.side), ui.px(column.side)})) {
        if (column.lies && !open(ui.state, Side::methods)) {
            close_over(ui.state); // a phone shows one panel at a time
        }
        toggle_pane(ui.state, pane);
    }
    mark_item(ui, "rail." + letter);
    item_tooltip(ui, "Parameters of pane " + letter + "  (" + shortcut_text(action("methods_panel")) + ")");
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (shows || ImGui::IsItemHovered()) {
        list->AddRectFilled(low, high, shows ? with_alpha(ui.colours.accent, kChosenFill) : ui.colours.track_hover,
                            ui.px(5));
    }
    const ImVec2 centre{0.5f * (low.x + high.x), 0.5f * (low.y + high.y)};
    draw_pane_letter(ui, pane, centre, ui.px(11));
}

/// The rows of the menu for the particle under the mouse.
void particle_rows(Ui& ui, int particle) {
    AppState& state = ui.state;
    AddingState& adding = state.stage.adding;
    const auto meant_for_it = [&](AddingState::Waits waits) {
        adding.waits = waits;
        click_for_thing(state, ui.snapshot, particle);
    };
    const bool fixed = is_fixed(ui.snapshot, particle);
    if (menu_item(ui, "particle.pin", fixed ? "Free it" : "Pin it here", false, true, "Ctrl+right click")) {
        toggle_pin(state, ui.snapshot, state.stage.picture.active_pane, particle);
    }
    const double weight = scenes::weight_on(state.document.scene, particle);
    const std::string mass = lab::quantity_text(weight > 0 ? weight : weight_to_add(state, ui.snapshot), "kg");
    if (menu_item(ui, "particle.weight", weight > 0 ? "Take its weight of " + mass + " away" : "Hang " + mass + " here",
                  false, !fixed)) {
        meant_for_it(AddingState::Waits::weight);
    }
    if (menu_item(ui, "particle.string", "Tie a string here …")) {
        meant_for_it(AddingState::Waits::string_start);
    }
    item_tooltip(ui, "Then click where it ends: on the body or beside it.");
}

/// The menu of what can be added, below the icon or where the right button was clicked. On the body and on a collider
/// its first row lies under the mouse.
void things_menu(Ui& ui) {
    AddingState& adding = ui.state.stage.adding;
    if (std::exchange(adding.menu_wanted, false)) {
        ImGui::OpenPopup("things");
        if (!adding.menu_at) {
            adding.menu_at = {ImGui::GetItemRectMax().x + ui.px(4), ImGui::GetItemRectMin().y};
        }
    }
    if (adding.menu_at) {
        const ImGuiStyle& style = ImGui::GetStyle();
        const bool on_something = adding.particle >= 0 || adding.collider >= 0;
        const ImVec2 in_row = on_something ? ImVec2{style.WindowPadding.x + 0.5f * ImGui::GetFontSize(),
                                                    style.WindowPadding.y + 0.5f * ImGui::GetFontSize()}
                                           : ImVec2{0, 0};
        ImGui::SetNextWindowPos({adding.menu_at->x - in_row.x, adding.menu_at->y - in_row.y}, ImGuiCond_Appearing);
    }
    if (!ImGui::BeginPopup("things")) {
        if (adding.press_pane < 0) { // closed without a choice, and no press has begun
            adding.place.reset();
            adding.particle = -1;
        }
        return;
    }
    const std::vector<Command> all = commands(ui.state, ui.snapshot);
    if (adding.collider >= 0) {
        command_row(ui, all, "take_away");
        ImGui::Separator();
    }
    const bool on_body = adding.particle >= 0 && index_of(adding.particle) < ui.snapshot.model->particle_count();
    if (on_body) {
        particle_rows(ui, adding.particle);
        ImGui::Separator();
    }
    caption(ui, "Add");
    for (const char* id : {"add.ball", "add.box", "add.capsule", "add.drum"}) {
        command_row(ui, all, id);
    }
    if (!on_body) {
        command_row(ui, all, "add.weight");
        command_row(ui, all, "add.string");
    }
    for (const char* id : {"add.wind", "lasso", "scissors"}) {
        command_row(ui, all, id);
    }
    ImGui::Separator();
    double mass = weight_to_add(ui.state, ui.snapshot);
    ImGui::SetNextItemWidth(ui.px(90));
    if (number_box("kg per weight", mass, "%.6g") && mass > 0) {
        adding.mass = std::clamp(mass, 1e-9, 1e6);
    }
    mark_box(ui, "things.mass", "kg per weight");
    ImGui::SetNextItemWidth(ui.px(90));
    if (double compliance = adding.compliance; number_box("m/N per string", compliance, "%.3g")) {
        adding.compliance = std::clamp(compliance, 0.0, 1e9);
    }
    mark_box(ui, "things.compliance", "m/N per string");
    const std::vector<std::string> names = thing_names(ui.state);
    if (!names.empty()) {
        ImGui::Separator();
        caption(ui, "Take away");
    }
    constexpr std::size_t kMostShown = 8;
    for (std::size_t i = names.size() > kMostShown ? names.size() - kMostShown : 0; i < names.size(); ++i) {
        if (menu_item(ui, "thing." + std::to_string(i), names[i] + "##" + std::to_string(i))) {
            take_away(ui.state, i);
        }
        item_tooltip(ui, "Takes it away; a collider of the scene comes back to its place.");
    }
    ImGui::Separator();
    command_row(ui, all, "changes.clear");
    ImGui::EndPopup();
}

} // namespace

void draw_rails(Ui& ui, const Layout& layout) {
    AppState& state = ui.state;
    Column left = begin_rail(ui, "left_rail", layout.left_rail, layout.rails_lie);
    const bool hides = layout.phone && layout.right.width() > 0; // a phone shows one panel at a time
    if (left.icon("rail.scene", Icon::sliders, tip_of(action("scene_panel")), open(state, Side::scene) && !hides)) {
        if (hides) {
            close_over(state);
        }
        toggle(state, Side::scene);
    }
    left.next();
    left.act("rail.gallery", Icon::grid, "pick_scene", state.picker.open);
    left.next();
    if (!layout.few_icons) {
        if (left.icon("rail.things", Icon::plus, "Add to the scene: colliders, weights, strings, wind", false)) {
            state.stage.adding.menu_wanted = true;
            state.stage.adding.menu_at.reset();
            state.stage.adding.place.reset();
            state.stage.adding.collider = state.stage.adding.particle = -1;
        }
        left.next();
    }
    things_menu(ui);
    left.act("rail.frame", Icon::frame, "frame");
    left.next();
    left.act("rail.shot", Icon::camera, "shot");
    left.next();
    left.last(layout.left_rail);
    if (!layout.few_icons) {
        left.act("rail.help", Icon::question, "help", state.help.open);
    }
    ImGui::End();

    Column right = begin_rail(ui, "right_rail", layout.right_rail, layout.rails_lie);
    for (int pane = 0; pane < static_cast<int>(state.document.panes.size()); ++pane) {
        pane_button(right, pane);
        right.next();
    }
    if (state.document.panes.size() < lab::kMaxPanes && !layout.few_icons) {
        if (right.icon("rail.add", Icon::plus, "One more pane: a copy of pane " + pane_label(state.panels.settings_tab),
                       false)) {
            add_pane(state.document, state.panels.settings_tab);
            state.stage.picture.mode = picture::ViewMode::side_by_side;
        }
        right.next();
    }
    right.last(layout.right_rail);
    if (layout.phone) {
        right.act("rail.plots", Icon::chart, "pin_plots", layout.plots == Drawer::pinned);
    } else {
        right.act("rail.plots", Icon::chart, "plots", state.preferences.drawer);
    }
    ImGui::End();
}

ScreenRect draw_panel_bar(Ui& ui, const ScreenRect& rect, Side side) {
    const auto [name, title, opens] =
        side == Side::scene     ? std::array<std::string, 3>{"scene", "Scene and world", "scene_panel"}
        : side == Side::methods ? std::array<std::string, 3>{"methods", "Methods", "methods_panel"}
                                : std::array<std::string, 3>{"look", "Look", "look"};
    const bool stays = pinned(ui.state, side);
    const float height = std::min(ui.px(kBarHeight), rect.height());
    const ScreenRect bar{rect.min, {rect.max.x, rect.min.y + height}};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    begin_region((name + "_bar").c_str(), bar, ui.colours.panel, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    ImGui::PopStyleVar();
    ImGui::SetCursorPos({ui.px(12), std::round(0.5f * (height - ImGui::GetTextLineHeight()))});
    push_font(ui.fonts.bold);
    ImGui::TextUnformatted(title.c_str());
    pop_font();
    const float side_length = ui.px(kBarIcon);
    const float y = std::round(0.5f * (height - side_length));
    const auto key = [](const std::string& id) { return "  (" + shortcut_text(action(id)) + ")"; };
    if (const std::string pin = "pin_" + name; side != Side::look) {
        ImGui::SetCursorPos({bar.width() - 2 * side_length - ui.px(8), y});
        if (icon_button(ui, pin.c_str(), Icon::pin,
                        stays ? "Let it go: it closes with the next press in the stage" + key(pin)
                              : "Keep it open beside the stage" + key(pin),
                        stays, kBarIcon)) {
            toggle_pin(ui.state, side);
        }
    }
    ImGui::SetCursorPos({bar.width() - side_length - ui.px(4), y});
    if (icon_button(ui, ("close_" + name).c_str(), Icon::close, "Close" + key(opens), false, kBarIcon)) {
        toggle(ui.state, side);
    }
    ImGui::End();
    return {{rect.min.x, bar.max.y}, rect.max};
}

} // namespace xpbd::window
