#include "window/panels/panels.h"
#include "window/state/actions.h"

#include "core/methods.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
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

void set_pane_count(Document& document, std::size_t count) {
    while (document.panes.size() < count) {
        add_pane(document);
    }
    while (document.panes.size() > count) {
        remove_pane(document, static_cast<int>(document.panes.size()) - 1);
    }
}

/// What the bodies are compared with: as a ghost, and in colour.
void compare_menu(Ui& ui) {
    picture::PictureOptions& picture = ui.state.stage.picture;
    const int count = static_cast<int>(ui.state.document.panes.size());
    if (!ImGui::BeginMenu("Compare with", count > 1)) {
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
    if (ImGui::BeginMenu("Colour by")) {
        for (const picture::ColouringInfo& row : picture::colourings()) {
            const bool possible = row.colouring != picture::Colouring::difference || ui.state.document.panes.size() > 1;
            if (menu_item(ui, "colour." + std::string(row.key), std::string(row.label),
                          picture.colouring == row.colouring, possible)) {
                picture.colouring = row.colouring;
                picture.fixed_high.reset();
            }
        }
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.colour");
    bool follows = !picture.fixed_high;
    const bool fixable =
        picture.colouring != picture::Colouring::material && picture.colouring != picture::Colouring::stiffness;
    if (menu_switch(ui, "colour_range", "Colour range follows the values", follows, fixable)) {
        picture.fixed_high.reset();
        if (!follows) {
            picture.fixed_high = picture::picture_scale(ui.snapshot, picture).high;
        }
    }
    menu_switch(ui, "contact_forces", "Contact forces as arrows", picture.contact_forces);
    menu_switch(ui, "ground", "Ground", picture.look.ground);
    menu_switch(ui, "shadow", "Shadow", picture.look.shadow);
    ImGui::Separator();
    bool light = ui.state.preferences.theme == render::Theme::light;
    if (menu_switch(ui, "light_theme", "Light theme", light)) {
        ui.state.preferences.theme = light ? render::Theme::light : render::Theme::dark;
        picture.look.theme = ui.state.preferences.theme;
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
                set_pane_count(state.document, count);
                state.stage.picture.mode = picture::ViewMode::side_by_side;
            }
        }
        ImGui::EndMenu();
    }
    mark_item(ui, "menu.panes");
    compare_menu(ui);
    ImGui::Separator();
    menu_action(ui, "link_cameras", state.stage.cameras_linked);
    menu_action(ui, "frame");
    ImGui::Separator();
    look_menu(ui);
    ImGui::Separator();
    menu_action(ui, "panels", state.panels.shown);
    menu_action(ui, "plots", state.preferences.drawer);
    menu_switch(ui, "hint", "Hint line", state.preferences.hint);
    menu_action(ui, "scale_up");
    menu_action(ui, "scale_down");
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
}

std::string time_text(const lab::Snapshot& snapshot) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2f s  ·  frame %lld", snapshot.time,
                  static_cast<long long>(snapshot.frame));
    return text.data();
}

std::string speed_text(double speed) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%gx", speed);
    return text.data();
}

std::string memory_text(const lab::Snapshot& snapshot) {
    std::array<char, 64> text{};
    constexpr double kMegabyte = 1 << 20;
    std::snprintf(text.data(), text.size(), "%.0f of %.0f MB", static_cast<double>(snapshot.timeline_bytes) / kMegabyte,
                  static_cast<double>(snapshot.timeline_limit) / kMegabyte);
    return text.data();
}

/// What the long job has done, and the way out of it, in place of the scrub bar.
void job_bar(Ui& ui, float width) {
    const lab::Snapshot& snapshot = ui.snapshot;
    const float button = ui.px(72);
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), "frame %lld of %lld", static_cast<long long>(snapshot.frame),
                  static_cast<long long>(snapshot.busy_until));
    ImGui::ProgressBar(static_cast<float>(snapshot.progress),
                       {std::max(width - button - ui.px(8), ui.px(24)), ui.px(28)}, text.data());
    mark_item(ui, "job.progress");
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Cancel", {button, ui.px(28)})) {
        ui.state.link.outbox.emplace_back(lab::Cancel{});
    }
    mark_item(ui, "job.cancel");
}

/// Computes ahead, and how much is kept.
void ahead_popup(Ui& ui) {
    AppState& state = ui.state;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
    if (ImGui::BeginPopup("ahead")) {
        push_font(ui.fonts.bold);
        ImGui::TextUnformatted("Compute in advance");
        pop_font();
        ImGui::TextDisabled("from the newest frame on, as fast as the machine can; then scrub");
        const auto compute = [&](double seconds) {
            compute_ahead(state, ui.snapshot, seconds);
            ImGui::CloseCurrentPopup();
        };
        for (const double seconds : {1.0, 2.0, 5.0, 10.0, 30.0}) {
            if (seconds != 1.0) {
                ImGui::SameLine();
            }
            const std::string label = lab::short_number(seconds) + " s";
            if (ImGui::Button(label.c_str(), {ui.px(52), 0})) {
                compute(seconds);
            }
            mark_item(ui, "ahead." + label);
        }
        ImGui::SetNextItemWidth(ui.px(110));
        ImGui::InputDouble("s of simulated time", &state.panels.ahead_seconds, 0, 0, "%.4g");
        state.panels.ahead_seconds = std::clamp(state.panels.ahead_seconds, 0.0, 1e5);
        mark_item(ui, "ahead.seconds");
        ImGui::SameLine();
        if (ImGui::Button("Compute") && state.panels.ahead_seconds > 0) {
            compute(state.panels.ahead_seconds);
        }
        mark_item(ui, "ahead.compute");
        ImGui::Separator();
        ImGui::Text("Recorded frames: %s", memory_text(ui.snapshot).c_str());
        ImGui::SetNextItemWidth(ui.px(110));
        int megabytes = state.preferences.timeline_mb;
        if (ImGui::InputInt("MB at most", &megabytes, 0, 0, ImGuiInputTextFlags_EnterReturnsTrue)) {
            state.preferences.timeline_mb = std::clamp(megabytes, 16, 65536);
        }
        mark_item(ui, "ahead.limit");
        item_tooltip(ui, "Beyond it the oldest frames are forgotten. Enter sets it.");
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

/// Stops a recording, or says what the next one is to be.
void record_button(Ui& ui) {
    RecordingState& desk = ui.state.recording;
    const std::string tip = desk.active ? "Stop recording  (F9): " + std::to_string(desk.frames) + " frames so far"
                                        : "Record …  (F9 starts at once)";
    if (icon_button(ui, "record", desk.active ? Icon::stop : Icon::record, tip, desk.active, 32)) {
        if (desk.active) {
            desk.wanted = false;
        } else {
            ImGui::OpenPopup("recording");
        }
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
    if (ImGui::BeginPopup("recording")) {
        push_font(ui.fonts.bold);
        ImGui::TextUnformatted("Record");
        pop_font();
        ImGui::TextDisabled("locked to simulation time; sizes are those of screenshots");
        constexpr std::array<const char*, 4> kNames = {"PNG pictures, numbered", "MP4 film", "GIF film",
                                                       "OBJ shapes, numbered"};
        const bool films = picture::has_ffmpeg();
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const auto format = static_cast<picture::RecordFormat>(i);
            const bool film = picture::is_film(format);
            if (ImGui::Selectable(
                    (std::string(kNames[i]) + (film && !films ? " (needs ffmpeg)" : "")).c_str(), desk.format == format,
                    ImGuiSelectableFlags_DontClosePopups | (films || !film ? 0 : ImGuiSelectableFlags_Disabled))) {
                desk.format = format;
            }
            mark_item(ui, "record." + std::string(picture::kRecordFormats[i]));
        }
        ImGui::Separator();
        ImGui::SetNextItemWidth(ui.px(90));
        ImGui::InputDouble("pictures per second", &desk.pictures_per_second, 0, 0, "%.0f");
        desk.pictures_per_second = std::clamp(desk.pictures_per_second, 1.0, 240.0);
        mark_item(ui, "record.rate");
        ImGui::SetNextItemWidth(ui.px(90));
        ImGui::InputDouble("seconds (0 = until stopped)", &desk.seconds, 0, 0, "%.3g");
        desk.seconds = std::clamp(desk.seconds, 0.0, 3600.0);
        mark_item(ui, "record.seconds");
        if (ImGui::Button("Start", {ui.px(120), ui.px(30)})) {
            desk.wanted = true;
            ImGui::CloseCurrentPopup();
        }
        mark_item(ui, "record.start");
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

/// The scrub bar: from the oldest to the newest frame that is kept.
void timeline(Ui& ui, float width) {
    const lab::Snapshot& snapshot = ui.snapshot;
    const float height = ui.px(28);
    ImGui::InvisibleButton("timeline", {std::max(width, ui.px(24)), height});
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    mark_item(ui, "timeline");
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const auto first = static_cast<double>(snapshot.first_frame);
    const double span = std::max(1.0, static_cast<double>(snapshot.last_frame) - first);
    const float inset = ui.px(6);
    const float length = max.x - min.x - 2 * inset;
    if (ImGui::IsItemActive()) {
        const double t = std::clamp((ImGui::GetIO().MousePos.x - min.x - inset) / length, 0.0f, 1.0f);
        const auto frame = static_cast<std::int64_t>(std::llround(first + t * span));
        if (frame != snapshot.frame) {
            ui.state.link.wanted_frame = frame;
        }
    }
    const float y = std::round((min.y + max.y) * 0.5f);
    const float half = ui.px(2);
    const double share = (static_cast<double>(snapshot.frame) - first) / span;
    const float x = min.x + inset + length * static_cast<float>(std::clamp(share, 0.0, 1.0));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({min.x + inset, y - half}, {max.x - inset, y + half}, ui.colours.track_hover, half);
    list->AddRectFilled({min.x + inset, y - half}, {x, y + half}, ui.colours.accent, half);
    list->AddCircleFilled({x, y}, ui.px(hot ? 7.5f : 6), ui.colours.accent, 24);
    if (hot) {
        ImGui::SetTooltip("Timeline: frames %lld to %lld are kept (%s). Drag to look back;\n"
                          "playing on from there records anew.",
                          static_cast<long long>(snapshot.first_frame), static_cast<long long>(snapshot.last_frame),
                          memory_text(snapshot).c_str());
    }
}

} // namespace

void draw_menu(Ui& ui, const ScreenRect& rect) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(5)});
    begin_region("menu", rect, ui.colours.panel, {ui.px(8), 0},
                 ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar);
    if (ImGui::BeginMenuBar()) {
        const std::array<std::pair<const char*, void (*)(Ui&)>, 4> menus = {
            {{"Session", session_menu}, {"Edit", edit_menu}, {"View", view_menu}, {"Screenshot", shot_menu}}};
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

void draw_transport(Ui& ui, const ScreenRect& rect) {
    const lab::Snapshot& snapshot = ui.snapshot;
    begin_region("transport", rect, ui.colours.panel, {ui.px(10), ui.px(6)}, ImGuiWindowFlags_NoScrollbar);
    const auto button = [&](std::string_view id, Icon icon, bool active = false) {
        const Action& row = action(id);
        const std::string tip = std::string(row.text) + "  (" + shortcut_text(row, true) + ")";
        if (icon_button(ui, std::string(id).c_str(), icon, tip, active, 32)) {
            row.run(ui.state, snapshot);
        }
        ImGui::SameLine(0, ui.px(2));
    };
    button("restart", Icon::restart);
    button("step_back", Icon::step_back);
    button("play", snapshot.playing ? Icon::pause : Icon::play, !snapshot.playing);
    button("step", Icon::step);
    button("loop", Icon::loop, snapshot.looping);
    if (icon_button(ui, "ahead", Icon::ahead, "Compute some seconds in advance, and the memory for it", false, 32)) {
        ImGui::OpenPopup("ahead");
    }
    ahead_popup(ui);
    ImGui::SameLine(0, ui.px(2));
    record_button(ui);
    ImGui::SameLine(0, ui.px(10));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(3));
    ImGui::SetNextItemWidth(ui.px(76));
    if (ImGui::BeginCombo("##speed", speed_text(snapshot.asked_speed).c_str())) {
        for (const double speed : {0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) {
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == snapshot.asked_speed)) {
                ui.state.link.outbox.emplace_back(lab::SetSpeed{speed});
            }
            mark_item(ui, "speed." + speed_text(speed));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "speed");
    item_tooltip(ui, "Simulation speed: simulated seconds per second (- and =). Measured now: " +
                         lab::short_number(snapshot.measured_speed) + "x");
    ImGui::SameLine(0, ui.px(12));
    const std::string time =
        (ui.state.recording.active ? "rec " + std::to_string(ui.state.recording.frames) + "  ·  " : std::string()) +
        time_text(snapshot);
    // Room for the widest text that is likely, so that the bar does not tremble with the digits.
    const float label =
        std::max(ImGui::CalcTextSize("000.00 s  ·  frame 00000").x, ImGui::CalcTextSize(time.c_str()).x);
    const float end = rect.width() - ui.px(12);
    const bool room = end - ImGui::GetCursorPosX() > label + ui.px(120);
    ImGui::SetCursorPosY(ui.px(8));
    const float bar = (room ? end - label - ui.px(10) : end) - ImGui::GetCursorPosX();
    if (snapshot.busy) {
        job_bar(ui, bar);
    } else {
        timeline(ui, bar);
    }
    if (room) {
        ImGui::SetCursorPos(
            {end - ImGui::CalcTextSize(time.c_str()).x, ui.px(8) + (ui.px(28) - ImGui::GetTextLineHeight()) * 0.5f});
        ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.text_dim);
        ImGui::TextUnformatted(time.c_str());
        ImGui::PopStyleColor();
    }
    const ImVec2 low{rect.min.x, rect.max.y - 1};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRectFullScreen();
    list->AddLine(low, {rect.max.x, low.y}, ui.colours.line);
    list->PopClipRect();
    ImGui::End();
}

void draw_hint(Ui& ui, const ScreenRect& rect) {
    const std::vector<Settings>& panes = ui.state.document.panes;
    std::string text;
    // Said of the scene that opens first; another one's caption says what to drag there.
    if (ui.state.document.scene.name == "cloth" && panes.size() > 1 && panes[0].method == find_method("pbd") &&
        panes[1].method == find_method("xpbd")) {
        text = "Drag Iterations from 1 to 100: A stiffens, B does not.";
    } else if (const scenes::SceneInfo* scene = scenes::find_scene(ui.state.document.scene.name)) {
        // The first sentence: a line has no room for more, and the scene's panel has all of it.
        text = scene->caption.substr(0, std::min(scene->caption.find(". "), scene->caption.size() - 1) + 1);
    }
    begin_region("hint", rect, ui.colours.background, {ui.px(12), ui.px(3)}, ImGuiWindowFlags_NoScrollbar);
    const float side = ui.px(22);
    ImGui::SetCursorPosY(std::round((rect.height() - ImGui::GetTextLineHeight()) * 0.5f));
    draw_icon(ImGui::GetWindowDrawList(), Icon::chart, {rect.min.x + ui.px(20), rect.center().y}, ui.px(14),
              ui.colours.accent);
    ImGui::SetCursorPosX(ui.px(36));
    fitted_text(ui, text, rect.width() - ui.px(36) - side - ui.px(16), ui.colours.text);
    ImGui::SameLine();
    ImGui::SetCursorPos({rect.width() - side - ui.px(8), (rect.height() - side) * 0.5f});
    if (icon_button(ui, "close_hint", Icon::close, "Hide this line (View > Hint line brings it back)", false, 22)) {
        ui.state.preferences.hint = false;
    }
    ImGui::End();
}

} // namespace xpbd::window
