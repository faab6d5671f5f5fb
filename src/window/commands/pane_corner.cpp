#include "window/commands/pane_corner.h"

#include "render/colour/colour_map.h"
#include "window/commands/command_row.h"
#include "window/widgets/regions.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

/// A square button on a plate. True where it was clicked. Sets `colour` to the colour in which to draw its sign.
bool corner_button(Ui& ui, const char* id, const std::string& name, bool on, const std::string& tooltip,
                   ImU32& colour) {
    const float side = ui.px(kCornerButton);
    const bool clicked = ImGui::InvisibleButton(id, {side, side});
    mark_item(ui, name);
    const bool hot = ImGui::IsItemHovered();
    ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                              with_alpha(hot ? ui.colours.track_hover : ui.colours.raised, 0.85f),
                                              ui.px(6));
    colour = on ? ui.colours.accent : hot ? ui.colours.text : ui.colours.text_dim;
    item_tooltip(ui, tooltip);
    return clicked;
}

ImVec2 middle_of_item() {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    return {std::round((low.x + high.x) / 2), std::round((low.y + high.y) / 2)};
}

/// The colours of a quantity as a small bar. For the material it has the colours of the panes.
void colour_bar(Ui& ui, const picture::ColouringInfo& info, ImVec2 low, ImVec2 high, ImU32 frame) {
    constexpr int kCells = 8;
    const int panes = static_cast<int>(ui.state.document.panes.size());
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool by_pane = info.colouring == picture::Colouring::material;
    for (int i = 0; i < kCells; ++i) {
        const auto end = [&](int step) {
            return by_pane ? ui.pane_colour(i * panes / kCells)
                           : to_colour(render::map_colour(picture::colour_map(info), ui.theme(),
                                                          static_cast<float>(step) / kCells));
        };
        const ImU32 left = end(i), right = end(i + 1);
        const float width = (high.x - low.x) / kCells;
        const float x = low.x + static_cast<float>(i) * width;
        list->AddRectFilledMultiColor({x, low.y}, {x + width, high.y}, left, right, right, left);
    }
    list->AddRect(low, high, frame, ui.px(2), 0, std::max(1.0f, ui.px(1)));
}

const picture::ColouringInfo& shown_colouring(const Ui& ui) {
    return picture::colouring_info(picture::colouring_of(ui.state.document.scene, ui.state.stage.picture));
}

void colour_sign(Ui& ui, ImU32 frame) {
    const ImVec2 middle = middle_of_item();
    colour_bar(ui, shown_colouring(ui), {middle.x - ui.px(8), middle.y - ui.px(5)},
               {middle.x + ui.px(8), middle.y + ui.px(5)}, frame);
}

/// A shape and the outline of another one behind it.
void ghost_sign(Ui& ui, ImU32 colour) {
    const ImVec2 middle = middle_of_item();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float side = ui.px(9);
    const float line = std::max(1.0f, ui.px(1.4f));
    list->AddRectFilled({middle.x - ui.px(7), middle.y - ui.px(3)},
                        {middle.x - ui.px(7) + side, middle.y - ui.px(3) + side}, colour, ui.px(2));
    list->AddRect({middle.x - ui.px(2), middle.y - ui.px(7)}, {middle.x - ui.px(2) + side, middle.y - ui.px(7) + side},
                  colour, ui.px(2), 0, line);
}

void ruler_sign(Ui& ui, ImU32 colour) {
    const ImVec2 middle = middle_of_item();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = std::max(1.0f, ui.px(1.4f));
    const float x = middle.x - ui.px(3);
    list->AddLine({x, middle.y - ui.px(8)}, {x, middle.y + ui.px(8)}, colour, line);
    for (int tick = -2; tick <= 2; ++tick) {
        const float y = middle.y + ui.px(4) * static_cast<float>(tick);
        list->AddLine({x, y}, {x + ui.px(tick % 2 == 0 ? 7 : 4), y}, colour, line);
    }
}

template <class Content>
void popup(const Ui& ui, const char* id, const Content& content) {
    if (begin_popup_below(ui, id)) {
        content();
        ImGui::EndPopup();
    }
}

void colour_button(Ui& ui, const std::string& letter) {
    const picture::ColouringInfo& info = shown_colouring(ui);
    ImU32 colour = 0;
    if (corner_button(ui, "colour", "corner.colour_" + letter, false,
                      "Colour by: " + std::string(info.label_for(picture::is_fabric(ui.snapshot))), colour)) {
        ImGui::OpenPopup("colour_by");
    }
    colour_sign(ui, colour);
    popup(ui, "colour_by", [&] {
        std::vector<Command> all = commands(ui.state, ui.snapshot);
        for (const picture::ColouringInfo& row : picture::colourings()) {
            const std::string id = "colour." + std::string(row.key);
            std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.id == id; })->keys =
                "          "; // room for the bar
            command_row(ui, all, id);
            const ImVec2 high = ImGui::GetItemRectMax();
            const float middle = std::round(middle_of_item().y);
            const float right = high.x - 2 * ImGui::GetFontSize();
            colour_bar(ui, row, {right - ui.px(34), middle - ui.px(5)}, {right, middle + ui.px(5)}, ui.colours.line);
        }
        ImGui::Separator();
        for (const char* id : {"colour_range.suggested", "colour_range.fit", "isolines"}) {
            command_row(ui, all, id);
        }
    });
}

void ghost_button(Ui& ui, const std::string& letter) {
    ImU32 colour = 0;
    const bool on = ui.state.stage.picture.overlay;
    if (corner_button(ui, "ghost", "corner.ghost_" + letter, on, "Ghost: the shape of another pane in every pane",
                      colour)) {
        ImGui::OpenPopup("ghost_of");
    }
    ghost_sign(ui, colour);
    popup(ui, "ghost_of", [&] {
        const std::vector<Command> all = commands(ui.state, ui.snapshot);
        command_row(ui, all, "ghost");
        ImGui::Separator();
        for (const Command& command : all) {
            if (command.id.starts_with("compare.")) {
                command_row(ui, all, command.id);
            }
        }
    });
}

} // namespace

void draw_pane_corner(Ui& ui, const PaneRects& rects) {
    if (rects.corner.width() <= 0) {
        return;
    }
    const float side = rects.corner.width();
    const std::string letter = pane_label(rects.pane);
    begin_over_stage(("corner_" + letter).c_str(), rects.corner);
    ImGui::SetCursorPos({0, 0});
    colour_button(ui, letter);
    if (ui.state.document.panes.size() > 1) {
        ImGui::SetCursorPos({0, 0.5f * (rects.corner.height() - side)});
        ghost_button(ui, letter);
    }
    ImGui::SetCursorPos({0, rects.corner.height() - side});
    ImU32 colour = 0;
    bool& ruler = ui.state.stage.picture.ruler;
    if (corner_button(ui, "ruler", "corner.ruler_" + letter, ruler, "Ruler for the sag", colour)) {
        ruler = !ruler;
    }
    ruler_sign(ui, colour);
    ImGui::End();
}

} // namespace xpbd::window
