#include "window/picker/picker_panel.h"

#include "picture/text/imgui_versions.h"
#include "window/picker/entries.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

constexpr float kTile = 176;      ///< width of a tile [px at scale 1]
constexpr float kLeastTile = 110; ///< least width of each of two tiles side by side, where kTile does not fit twice
constexpr float kPicture = 110;
constexpr float kGap = 12;
constexpr float kMenuTile = 172; ///< width of a scene's tile in the menu [px at scale 1]
constexpr int kMenuColumns = 5;

/// Draws the thumbnail of an entry; a plain plate while it is not made yet.
void draw_thumbnail(Ui& ui, const PickerEntry& entry, ImVec2 low, ImVec2 high) {
    PickerState& picker = ui.state.picker;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const auto found = picker.pictures.find(entry.name);
    if (found == picker.pictures.end()) {
        picker.wanted.push_back(entry.name);
    }
    if (found == picker.pictures.end() || found->second == 0) {
        list->AddRectFilled(low, high, ui.colours.track, ui.px(6));
        draw_icon(list, entry.needs_file() ? Icon::plus : Icon::camera, {(low.x + high.x) / 2, (low.y + high.y) / 2},
                  ui.px(20), ui.colours.text_faint);
        return;
    }
    list->AddImageRounded((ImTextureID)found->second, low, high, {0, 0}, {1, 1}, 0xffffffffu, ui.px(6));
}

/// An entry as a picture with title and text. True where it was clicked.
bool tile(Ui& ui, const PickerEntry& entry, float width, bool highlighted, bool with_kind) {
    const float picture = std::round(width * kPicture / kTile);
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = picture + 3 * line + ui.px(12);
    const bool clicked = ImGui::InvisibleButton(entry.name.c_str(), {width, height});
    mark_item(ui, entry.name);
    const bool hovered = ImGui::IsItemHovered();
    if (!ImGui::IsItemVisible()) {
        return clicked;
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_thumbnail(ui, entry, low, {low.x + width, low.y + picture});
    if (hovered || highlighted) { // Enter opens the highlighted one, a click the one under the mouse
        list->AddRect({low.x - ui.px(2), low.y - ui.px(2)}, {low.x + width + ui.px(2), low.y + picture + ui.px(2)},
                      highlighted ? ui.colours.accent : ui.colours.text_faint, ui.px(8), 0, ui.px(highlighted ? 2 : 1));
    }
    // A title is not cut: a long one takes two lines.
    const char* title = entry.title.c_str();
    const float title_height = std::min(2 * line, ImGui::CalcTextSize(title, nullptr, false, width).y);
    list->AddText(nullptr, 0, {low.x, low.y + picture + ui.px(5)}, ui.colours.text, title, nullptr, width);
    ui.state.ui_map.note_text(entry.title);
    push_font(ui.fonts.small);
    ImGui::SetCursorScreenPos({low.x, low.y + picture + ui.px(7) + title_height});
    fitted_text(ui, with_kind ? std::string(kind_heading(entry.kind)) + " · " + entry.text : entry.text, width,
                ui.colours.text_dim);
    pop_font();
    ImGui::SetCursorScreenPos(low);
    ImGui::Dummy({width, height}); // ImGui needs an item at the end of a group; a moved cursor is not enough
    return clicked;
}

/// An entry as one line: title, text, keys. True where it was clicked.
bool line(Ui& ui, const PickerEntry& entry, bool highlighted) {
    const float width = ImGui::GetContentRegionAvail().x - ui.px(6);
    const float height = ImGui::GetFrameHeight();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(entry.name.c_str(), {width, height});
    mark_item(ui, entry.name);
    if (!ImGui::IsItemVisible()) {
        return clicked;
    }
    const ImVec2 high{low.x + width, low.y + height};
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (highlighted) { // Enter runs this entry
        list->AddRectFilled(low, high, with_alpha(ui.colours.accent, kChosenFill), ui.px(5));
    }
    if (ImGui::IsItemHovered()) { // a click runs this entry
        list->AddRect(low, high, ui.colours.text_faint, ui.px(5));
    }
    const float middle = std::round(low.y + 0.5f * (height - ImGui::GetTextLineHeight()));
    const float title = std::max(ui.px(150), 0.4f * width);
    ImGui::SetCursorScreenPos({low.x + ui.px(8), middle});
    fitted_text(ui, entry.title, title - ui.px(16), entry.possible ? ui.colours.text : ui.colours.text_faint);
    push_font(ui.fonts.small);
    const float keys = entry.keys.empty() ? 0 : ImGui::CalcTextSize(entry.keys.c_str()).x + ui.px(14);
    const float small = std::round(low.y + 0.5f * (height - ImGui::GetTextLineHeight()));
    ImGui::SetCursorScreenPos({low.x + title, small});
    fitted_text(ui, entry.text, width - title - keys - ui.px(12), ui.colours.text_dim);
    if (keys > 0) {
        const ImVec2 corner{high.x - keys - ui.px(2), low.y + ui.px(4)};
        list->AddRect(corner, {high.x - ui.px(2), high.y - ui.px(4)}, ui.colours.line, ui.px(4));
        list->AddText({corner.x + ui.px(7), small}, ui.colours.text, entry.keys.c_str());
    }
    pop_font();
    ImGui::SetCursorScreenPos(low);
    ImGui::Dummy({width, height});
    return clicked;
}

/// Tiles and lines under headings, or where the user searches, one list with the best first.
const PickerEntry* draw_tiles(Ui& ui, const std::vector<const PickerEntry*>& found, bool searching) {
    const PickerEntry* chosen = nullptr;
    const float room = ImGui::GetContentRegionAvail().x;
    const float half = 0.5f * (room - ui.px(kGap));
    const bool halves = half < ui.px(kTile) && half >= ui.px(kLeastTile);
    const float width = halves ? std::floor(half) : ui.px(kTile);
    const int columns = halves ? 2 : std::max(1, static_cast<int>((room + ui.px(kGap)) / (ui.px(kTile) + ui.px(kGap))));
    std::optional<PickerEntry::Kind> kind;
    int column = 0;
    bool tiles = false;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(kGap), ui.px(10)});
    for (std::size_t i = 0; i < found.size(); ++i) {
        const PickerEntry& entry = *found[i];
        if (!searching && kind != entry.kind) {
            kind = entry.kind;
            column = 0;
            caption(ui, kind_heading(entry.kind));
        }
        const bool highlighted = static_cast<int>(i) == ui.state.picker.row;
        if (i > 0 && searching && entry.is_tile() != found[i - 1]->is_tile()) {
            ImGui::Dummy({0, ui.px(2)});
        }
        if (!entry.is_tile()) {
            ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(kGap), ui.px(1)});
            const bool clicked = line(ui, entry, highlighted);
            ImGui::PopStyleVar();
            chosen = clicked ? &entry : chosen;
            tiles = false;
            continue;
        }
        column = tiles ? column : 0;
        tiles = true;
        if (column > 0) {
            ImGui::SameLine();
        }
        ImGui::BeginGroup();
        if (tile(ui, entry, width, highlighted, searching)) {
            chosen = &entry;
        }
        ImGui::EndGroup();
        column = (column + 1) % columns;
    }
    ImGui::PopStyleVar();
    return chosen;
}

/// The buttons that show all kinds, or one alone.
void choose_kind(Ui& ui, PickerState& picker) {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, ui.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(10), ui.px(ui.state.fingers ? 12.0f : 2.0f)});
    push_font(ui.fonts.small);
    const auto chip = [&](std::string_view label, const char* name, std::optional<PickerEntry::Kind> kind) {
        const bool on = picker.only == kind;
        if (on) {
            ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(ui.colours.accent, kChosenFill));
        }
        const float width = ImGui::CalcTextSize(label.data(), label.data() + label.size()).x + ui.px(20);
        if (ImGui::GetContentRegionAvail().x < width) {
            ImGui::NewLine();
        }
        if (ImGui::Button(std::string(label).c_str())) {
            picker.only = kind;
            picker.row = 0;
        }
        if (on) {
            ImGui::PopStyleColor();
        }
        mark_item(ui, std::string("picker.only.") + name);
        ImGui::SameLine(0, ui.px(6));
    };
    chip("All", "all", std::nullopt);
    for (const auto& [name, kind] : {std::pair("scenes", PickerEntry::Kind::scene),
                                     {"lessons", PickerEntry::Kind::lesson},
                                     {"figures", PickerEntry::Kind::figure},
                                     {"recent", PickerEntry::Kind::recent},
                                     {"settings", PickerEntry::Kind::setting},
                                     {"actions", PickerEntry::Kind::action}}) {
        chip(kind_heading(kind), name, kind);
    }
    ImGui::NewLine();
    pop_font();
    ImGui::PopStyleVar(2);
}

} // namespace

void draw_scene_tiles(Ui& ui) {
    AppState& state = ui.state;
    PickerState& picker = state.picker;
    if (ImGui::IsWindowAppearing() || picker.entries.empty()) {
        picker.entries = picker_entries(state, ui.snapshot);
    }
    picker.in_menu = true;
    picker.wanted.clear();
    const float width = ui.px(kMenuTile), height = width * kPicture / kTile;
    const float line = ImGui::GetTextLineHeight();
    std::optional<PickerEntry> chosen;
    int column = 0;
    for (const PickerEntry& entry : picker.entries) {
        if (entry.kind != PickerEntry::Kind::scene || !entry.possible) {
            continue;
        }
        if (column > 0) {
            ImGui::SameLine(0, ui.px(8));
        }
        ImGui::BeginGroup();
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const ImVec2 size{width, height + line + ui.px(6)};
        if (ImGui::InvisibleButton(entry.key.c_str(), size)) {
            chosen = entry;
            ImGui::CloseCurrentPopup();
        }
        mark_item(ui, "menu.scene." + entry.key);
        item_tooltip(ui, entry.text);
        draw_thumbnail(ui, entry, low, {low.x + width, low.y + height});
        const bool current = entry.key == state.document.scene.name;
        if (current || ImGui::IsItemHovered() || ImGui::IsItemFocused()) {
            ImGui::GetWindowDrawList()->AddRect(
                {low.x - ui.px(2), low.y - ui.px(2)}, {low.x + width + ui.px(2), low.y + height + ui.px(2)},
                current ? ui.colours.accent : ui.colours.text_faint, ui.px(8), 0, ui.px(current ? 2 : 1));
        }
        ImGui::SetCursorScreenPos({low.x, low.y + height + ui.px(4)});
        fitted_text(ui, entry.title, width, ui.colours.text);
        ImGui::SetCursorScreenPos(low);
        ImGui::Dummy(size);
        ImGui::EndGroup();
        column = (column + 1) % kMenuColumns;
    }
    if (chosen) {
        open_entry(state, ui.snapshot, *chosen);
    }
}

void draw_picker(Ui& ui) {
    AppState& state = ui.state;
    PickerState& picker = state.picker;
    picker.wanted.clear();
    if (ImGui::IsWindowAppearing()) {
        picker.filter.fill('\0');
        picker.row = 0;
        picker.only.reset();
        picker.entries = picker_entries(state, ui.snapshot);
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    const char* const whole = "A scene, a lesson, a setting, an action; then Enter";
    const bool fits = ImGui::CalcTextSize(whole).x < ImGui::GetContentRegionAvail().x - ui.px(16);
    const bool entered = ImGui::InputTextWithHint("##filter", fits ? whole : "A name", picker.filter.data(),
                                                  picker.filter.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    mark_item(ui, "picker.filter");
    choose_kind(ui, picker);
    const bool searching = picker.filter[0] != '\0';
    std::vector<const PickerEntry*> found = found_entries(picker.entries, picker.filter.data());
    std::erase_if(found, [&](const PickerEntry* entry) { return picker.only && entry->kind != *picker.only; });
    const int last = static_cast<int>(found.size()) - 1;
    if (!state.keyboard.on()) { // else the arrow keys move the ring
        picker.row += imgui::key_pressed(ImGuiKey_DownArrow) ? 1 : imgui::key_pressed(ImGuiKey_UpArrow) ? -1 : 0;
    }
    picker.row = std::clamp(picker.row, 0, std::max(0, last));
    const PickerEntry* chosen = entered && last >= 0 ? found[static_cast<std::size_t>(picker.row)] : nullptr;
    ImGui::BeginChild("tiles");
    ImGui::Indent(ui.px(3)); // room for the frame of the highlighted tile
    ImGui::Dummy({0, ui.px(1)});
    if (const PickerEntry* clicked = draw_tiles(ui, found, searching)) {
        chosen = clicked;
    }
    if (last < 0) {
        ImGui::TextDisabled("Nothing has these words.");
    }
    ImGui::EndChild();
    if (chosen != nullptr) {
        const PickerEntry entry = *chosen;
        picker.open = false;
        picker.wanted.clear();
        open_entry(state, ui.snapshot, entry);
    }
}

} // namespace xpbd::window
