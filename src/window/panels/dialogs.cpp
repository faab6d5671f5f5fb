#include "core/base/excerpt.h"
#include "core/model/constraint_table.h"
#include "core/model/method_traits.h"
#include "system/folders.h"
#include "window/commands/actions.h"
#include "window/commands/commands.h"
#include "window/panels/panels.h"
#include "window/picker/entries.h"
#include "window/picker/picker_panel.h"
#include "window/widgets/copying.h"

#include "lab/study/explain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace xpbd::window {
namespace {

/// Copies the link of the session that a picture carries.
void copy_link_of(AppState& state, const std::string& path) {
    const Result<lab::Session> session = lab::load_session(path);
    if (!session) {
        return add_toast(state, Toast::Kind::error, session.error().message);
    }
    copy_link(state, *session);
}

/// News of this version: the list at the top of .github/CHANGELOG.md.
constexpr const char* kNews[] = {
    "XPBD without its floor: it can keep the residual that it drops, and then ends at Newton's step.",
    "The mouse moves colliders and builds: balls, boxes, drums, weights, strings, pins by a lasso, scissors.",
    "Things move: colliders and pins swing, turn and follow keys, and winches draw rope in. Seven scenes show it.",
    "A mesh file opens by drop, by Ctrl+O and by its name. Sessions, pictures and links hold it.",
    "A session, a link and a picture open with the colours, print, theme and plots in which they were made.",
    "Everything can be reached by the keyboard alone: F6, Tab, arrow keys, Enter.",
    "The bar holds the sliders that a scene is about, and the timestep.",
    "Fabrics and ropes are materials with measured numbers, the same on every mesh.",
    "At rest a picture is drawn in high quality, whatever the machine.",
    "Find (Ctrl+K) leads to every scene, lesson, setting and action.",
};

/// A centred card over everything. `open` turns false on its cross and on Esc. Always pair with end_card().
bool begin_card(Ui& ui, const char* title, glm::vec2 display, glm::vec2 size, bool& open) {
    const bool shows = begin_raised(ui, title, display, size);
    card_title(ui, title, open);
    return shows;
}

void end_card() {
    ImGui::End();
}

void key_line(Ui& ui, std::string_view keys, std::string_view text, float column) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.accent);
    ImGui::TextUnformatted(keys.data(), keys.data() + keys.size());
    ImGui::PopStyleColor();
    // On the next line where the keys are wider than their column.
    if (ImGui::GetItemRectSize().x < column - ui.px(8)) {
        ImGui::SameLine(column);
    } else {
        ImGui::SetCursorPosX(column);
    }
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
}

void help_rows(Ui& ui, std::string_view filter) {
    const float column = std::min(ui.px(250), ImGui::GetContentRegionAvail().x * 0.5f);
    std::string_view group;
    for (const Action& row : actions()) {
        const std::string keys = shortcut_text(row, true);
        if (keys.empty() || !has_words(filter, std::string(row.text) + " " + keys + " " + std::string(row.group))) {
            continue;
        }
        if (row.group != group) {
            group = row.group;
            ImGui::Dummy({0, ui.px(2)});
            caption(ui, group);
        }
        key_line(ui, keys, row.text, column);
    }
    const auto section = [&](const char* title, const auto& lines) {
        bool first = true;
        for (const auto& [gesture, text] : lines) {
            if (has_words(filter, std::string(gesture) + " " + std::string(text) + " " + title)) {
                if (first) {
                    ImGui::Dummy({0, ui.px(2)});
                    caption(ui, title);
                    first = false;
                }
                key_line(ui, gesture, text, column);
            }
        }
    };
    section("Keyboard alone", ring_keys());
    section("Mouse", mouse_gestures());
}

/// One method or constraint: name, formula, summary with its limits, source.
void help_entry(Ui& ui, std::string_view name, std::string_view formula, std::string_view summary,
                std::string_view source) {
    ImGui::Dummy({0, ui.px(4)});
    wrapped_text(name, ui.colours.accent);
    wrapped_text(formula, ui.colours.text_dim, ui.fonts.small);
    wrapped_text(summary, ui.colours.text);
    wrapped_text(source, ui.colours.text_dim, ui.fonts.small);
}

void help_theory(Ui& ui, std::string_view filter) {
    bool first = true;
    const auto entry = [&](std::string_view group, const auto& row) {
        if (!has_words(filter, std::string(row.label) + " " + std::string(row.formula) + " " +
                                   std::string(row.summary) + " " + std::string(row.source) + " " +
                                   std::string(group))) {
            return;
        }
        if (first) {
            ImGui::Dummy({0, ui.px(8)});
            caption(ui, group);
            first = false;
        }
        help_entry(ui, row.label, row.formula, row.summary, row.source);
    };
    for (const MethodTraits& method : methods()) {
        entry("Methods", method);
    }
    first = true;
    for (const ConstraintInfo& constraint : constraint_table()) {
        entry("Constraints", constraint);
    }
}

/// The formulas of the methods on screen, with the present values put in.
void help_formulas(Ui& ui) {
    const Document& document = ui.state.document;
    ImGui::Dummy({0, ui.px(4)});
    caption(ui, "ON SCREEN NOW");
    for (std::size_t pane = 0; pane < document.panes.size(); ++pane) {
        const Settings& settings = document.panes[pane];
        const MethodTraits& method = method_of(settings);
        push_font(ui.fonts.bold);
        ImGui::PushStyleColor(ImGuiCol_Text, ui.pane_colour(static_cast<int>(pane)));
        ImGui::Text("%s  %.*s", pane_label(static_cast<int>(pane)).c_str(), static_cast<int>(method.label.size()),
                    method.label.data());
        ImGui::PopStyleColor();
        pop_font();
        ImGui::TextWrapped("%.*s", static_cast<int>(method.formula.size()), method.formula.data());
        mark_item(ui, "help.formula_" + pane_label(static_cast<int>(pane)));
        ImGui::Indent(ui.px(12));
        for (const lab::Explanation& line :
             lab::explain(*model_of(ui.snapshot, static_cast<int>(pane)), settings, document.world)) {
            const std::string text = line.formula + " = " + line.values + " " + line.result;
            ImGui::TextWrapped("%s", text.c_str());
            ui.state.ui_map.note_text(text);
            ui.state.ui_map.note_value("help." + pane_label(static_cast<int>(pane)) + "." + line.formula, text);
            wrapped_text(line.meaning, ui.colours.text_dim, ui.fonts.small);
        }
        ImGui::Unindent(ui.px(12));
        ImGui::Dummy({0, ui.px(4)});
    }
}

void help(Ui& ui, glm::vec2 display) {
    AppState& state = ui.state;
    begin_card(ui, "Help", display, {640, 620}, state.help.open);
    if (ImGui::IsWindowAppearing()) {
        state.help.filter.fill('\0');
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##filter", "Search: a key, a method, a constraint, a word", state.help.filter.data(),
                             state.help.filter.size());
    mark_item(ui, "help.filter");
    ImGui::BeginChild("rows");
    help_rows(ui, state.help.filter.data());
    if (state.help.filter[0] == '\0') {
        help_formulas(ui);
    }
    help_theory(ui, state.help.filter.data());
    ImGui::EndChild();
    end_card();
}

void picker(Ui& ui, glm::vec2 display) {
    begin_card(ui, "Find", display, {1000, 640}, ui.state.picker.open);
    draw_picker(ui);
    end_card();
}

void about(Ui& ui, glm::vec2 display) {
    begin_card(ui, "xpbd-lab", display, {560, 420}, ui.state.about.open);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted("Version " XPBD_VERSION
                           "\n\nA laboratory for position-based dynamics: one scene, several solvers in lockstep, "
                           "every step measured. MIT licence.");
    ImGui::Dummy({0, ui.px(6)});
    ImGui::TextUnformatted("What is new");
    for (const char* line : kNews) {
        ImGui::Bullet();
        ImGui::TextUnformatted(line);
    }
    ImGui::Dummy({0, ui.px(6)});
    ImGui::TextDisabled("OpenGL: %s", ui.state.about.driver.c_str());
    ImGui::TextDisabled("Dear ImGui %s", IMGUI_VERSION);
    constexpr double kMegabyte = 1 << 20;
    ImGui::TextDisabled(
        "Timeline: %.1f MB of at most %.0f MB, %s", static_cast<double>(ui.snapshot.timeline_bytes) / kMegabyte,
        static_cast<double>(ui.snapshot.timeline_limit) / kMegabyte,
        counted(static_cast<std::size_t>(ui.snapshot.last_frame - ui.snapshot.first_frame + 1), "frame").c_str());
    mark_item(ui, "about.timeline");
    ImGui::PopTextWrapPos();
    end_card();
}

/// A row of commands of which one is on: "shot.ID".
void choice_row(Ui& ui, const std::vector<Command>& all, std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
        const Command& command = *find_command(all, id);
        if (ImGui::RadioButton(command.label().c_str(), command.on)) {
            command.run(ui.state, ui.snapshot);
        }
        mark_item(ui, "shot." + command.id);
    }
}

/// The card with the options of screenshots and recordings. A change acts at once.
void shot_options(Ui& ui, glm::vec2 display) {
    Preferences& preferences = ui.state.preferences;
    const std::vector<Command> all = commands(ui.state, ui.snapshot);
    begin_card(ui, "Screenshots", display, {520, 372}, ui.state.show_shot_size);
    ImGui::Columns(2, "shot", false);
    caption(ui, "Size");
    choice_row(ui, all, {"size.0", "size.1", "size.2"});
    if (ImGui::RadioButton("Custom", preferences.shot_size == ShotSize::custom)) {
        preferences.shot_size = ShotSize::custom;
    }
    mark_item(ui, "shot.size.custom");
    const auto side = [&](const char* name, const char* label, int& pixels) {
        ImGui::SetNextItemWidth(ui.px(90));
        if (ImGui::InputInt(label, &pixels, 0)) {
            preferences.shot_size = ShotSize::custom;
        }
        pixels = std::clamp(pixels, 16, 16384);
        mark_box(ui, name, label);
    };
    side("shot.width", "width (px)", preferences.shot_width);
    side("shot.height", "height (px)", preferences.shot_height);
    ImGui::NextColumn();
    caption(ui, "Supersampling");
    item_tooltip(ui, "Pixels along each side that are drawn for one: 4x takes sixteen times as long");
    choice_row(ui, all, {"supersampling.1", "supersampling.2", "supersampling.3", "supersampling.4"});
    ImGui::Columns(1);
    std::array<char, 1024> folder{};
    preferences.shot_folder.copy(folder.data(), folder.size() - 1);
    ImGui::Dummy({0, ui.px(4)});
    caption(ui, "Folder");
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##folder", "xpbd-lab, in your pictures", folder.data(), folder.size())) {
        preferences.shot_folder = folder.data();
    }
    mark_item(ui, "shot.folder");
    ImGui::Dummy({0, ui.px(8)});
    if (ImGui::Button("Take it", {ui.px(140), 0})) {
        ui.state.requests.capture = CaptureKind::panes;
        ui.state.show_shot_size = false;
    }
    mark_item(ui, "shot.take");
    item_tooltip(ui, "A screenshot of the panes, so large");
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Done", {ui.px(140), 0})) {
        ui.state.show_shot_size = false;
    }
    mark_item(ui, "shot.done");
    end_card();
}

} // namespace

void draw_dialogs(Ui& ui, glm::vec2 display) {
    AppState& state = ui.state;
    if (state.help.open) {
        help(ui, display);
    }
    if (state.picker.open) {
        picker(ui, display);
    }
    if (state.about.open) {
        about(ui, display);
    }
    if (state.show_shot_size) {
        shot_options(ui, display);
    }
    if (state.experiment.open) {
        draw_new_experiment(ui, display);
    }
}

namespace {

constexpr double kRead = 1.5; ///< seconds that a toast stays once the mouse has left it

/// A button of a toast. `press` gets the toast's path.
struct ToastButton {
    const char* id; ///< for tests
    const char* label;
    void (*press)(AppState&, const std::string& path);
};
constexpr ToastButton kOpenFile{"open", "Open", [](AppState& s, const std::string& p) { s.requests.open_file = p; }};
constexpr ToastButton kOpenFolder{"folder", "Open folder",
                                  [](AppState& s, const std::string& p) { s.requests.open_folder = p; }};
constexpr ToastButton kCopyPicture{"copy_picture", "Copy picture",
                                   [](AppState& s, const std::string& p) { s.requests.copy_picture = p; }};
constexpr ToastButton kUndoButton{"undo", "Undo", [](AppState& s, const std::string&) { s.requests.undo = true; }};
constexpr ToastButton kCopyLink{"copy_link", "Copy link", &copy_link_of};

/// The text with its path shortened: ~ for the user's own folder.
std::string below_home(std::string text, const std::string& path) {
    const std::string home = system::home_folder();
    const std::size_t at = path.empty() || home.size() < 2 || !path.starts_with(home) ? text.npos : text.find(path);
    return at == text.npos ? text : text.replace(at, home.size(), "~");
}

std::vector<ToastButton> buttons_of(const Toast& toast) {
    const bool picture = lab::has_ending(toast.path, ".png");
    std::vector<ToastButton> buttons;
    if (!toast.path.empty() && system::shows_files()) {
        buttons.insert(buttons.end(), {kOpenFile, kOpenFolder});
    }
    if (picture) {
        buttons.insert(buttons.end(), {kCopyPicture, kCopyLink});
    }
    if (toast.undo) {
        buttons.push_back(kUndoButton);
    }
    return buttons;
}

} // namespace

void draw_toasts(Ui& ui, glm::vec2 display, float bottom) {
    AppState& state = ui.state;
    const float width = std::min(ui.px(460), display.x - ui.px(32));
    const float text_width = width - ui.px(36 + 40);
    float y = bottom - ui.px(12);
    for (std::size_t i = state.toasts.size(); i-- > 0;) {
        Toast& toast = state.toasts[i];
        const std::string path = toast.path;
        const bool error = toast.kind == Toast::Kind::error;
        const std::vector<ToastButton> buttons = buttons_of(toast);
        const std::string whole = below_home(toast.text, path);
        const std::string text = wrapped(whole, text_width);
        const float text_height = ImGui::CalcTextSize(text.c_str()).y;
        const float height =
            std::max(ui.px(46), text_height + ui.px(22) + (buttons.empty() ? 0 : ImGui::GetFrameHeight() + ui.px(8)));
        y -= height;
        const ScreenRect rect{{std::round((display.x - width) * 0.5f), std::round(y)},
                              {std::round((display.x + width) * 0.5f), std::round(y + height)}};
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
        const std::string name = "toast" + std::to_string(i);
        // Not through begin_region: a toast is drawn in front of all other windows.
        ImGui::SetNextWindowPos({rect.min.x, rect.min.y});
        ImGui::SetNextWindowSize({rect.width(), rect.height()});
        ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colours.raised);
        ImGui::Begin(name.c_str(), nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
        ImGui::PopStyleColor();
        ImGui::PopStyleVar(2);
        if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
            toast.until = std::max(toast.until, state.now + kRead);
        }
        const float head = buttons.empty() ? rect.center().y : rect.min.y + ui.px(11) + 0.5f * text_height;
        draw_icon(ImGui::GetWindowDrawList(), error ? Icon::alert : Icon::check, {rect.min.x + ui.px(20), head},
                  ui.px(14), error ? ui.colours.bad : ui.colours.good);
        ImGui::SetCursorPos({ui.px(36), buttons.empty() ? 0.5f * (height - text_height) : ui.px(11)});
        ImGui::TextUnformatted(text.c_str());
        mark_item(ui, "toast");
        if (whole != text) {
            item_tooltip(ui, toast.text);
        }
        ImGui::SetCursorPos({ui.px(36), ui.px(19) + text_height});
        for (const ToastButton& button : buttons) {
            if (ImGui::Button(button.label)) {
                button.press(state, path);
                state.toasts[i].until = button.id == kUndoButton.id ? 0 : state.toasts[i].until;
            }
            mark_item(ui, std::string("toast.") + button.id);
            ImGui::SameLine(0, ui.px(6));
        }
        ImGui::SetCursorPos({rect.width() - ui.px(32), head - rect.min.y - ui.px(12)});
        if (icon_button(ui, "dismiss", Icon::close, "", false, 24) && i < state.toasts.size()) {
            state.toasts[i].until = 0;
        }
        ImGui::End();
        y -= ui.px(8);
    }
    if (std::exchange(state.requests.undo, false)) {
        action("undo").run(state, ui.snapshot);
    }
}

} // namespace xpbd::window
