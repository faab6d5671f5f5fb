// The panel Look (V): how bodies and stage are drawn. It is beside the panes, so that they show the effect at once.
#include "window/commands/look_sheet.h"

#include "window/commands/command_row.h"
#include "window/widgets/regions.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr float kTileHeight = 64; ///< at scale 1 [px]
constexpr int kPatch = 4;         ///< cells along a side of the cloth in a tile

using Commands = std::vector<Command>;

struct Patch {
    ImVec2 low, high;

    /// A point of a hanging cloth, whose lower edge sags.
    ImVec2 at(float x, float y) const {
        const float sag = 0.22f * y * (1 - (2 * x - 1) * (2 * x - 1));
        return {low.x + x * (high.x - low.x), low.y + (0.78f * y + sag) * (high.y - low.y)};
    }
};

void fill_patch(ImDrawList* list, const Patch& patch, ImU32 colour, ImU32 second, bool stripes, bool check) {
    constexpr int kCells = 2 * kPatch;
    const ImDrawListFlags flags = list->Flags;
    list->Flags &= ~ImDrawListFlags_AntiAliasedFill; // the cells would show their seams
    for (int i = 0; i < kCells; ++i) {
        for (int j = 0; j < kCells; ++j) {
            const bool other = (stripes && i % 2 == 1) || (check && (i + j) % 2 == 1);
            const auto p = [&](int a, int b) {
                return patch.at(static_cast<float>(a) / kCells, static_cast<float>(b) / kCells);
            };
            list->AddQuadFilled(p(i, j), p(i + 1, j), p(i + 1, j + 1), p(i, j + 1), other ? second : colour);
        }
    }
    list->Flags = flags;
}

void line_patch(ImDrawList* list, const Patch& patch, ImU32 colour, float width, bool diagonals) {
    const auto p = [&](int a, int b) {
        return patch.at(static_cast<float>(a) / kPatch, static_cast<float>(b) / kPatch);
    };
    for (int i = 0; i <= kPatch; ++i) {
        for (int j = 0; j <= kPatch; ++j) {
            if (i < kPatch) {
                list->AddLine(p(i, j), p(i + 1, j), colour, width);
            }
            if (j < kPatch) {
                list->AddLine(p(i, j), p(i, j + 1), colour, width);
            }
            if (i < kPatch && j < kPatch) {
                list->AddLine(p(i, j), p(i + 1, j + 1), colour, width);
                if (diagonals) {
                    list->AddLine(p(i + 1, j), p(i, j + 1), colour, width);
                }
            }
        }
    }
}

/// Draws the picture of a tile: an example of the command's effect.
void draw_sample(Ui& ui, const std::string& id, ImVec2 low, ImVec2 high) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Patch patch{{low.x + ui.px(14), low.y + ui.px(7)}, {high.x - ui.px(14), high.y - ui.px(5)}};
    const ImU32 cloth = ui.pane_colour(0);
    const ImU32 dark = with_alpha(ui.colours.background, 0.55f);
    const float line = std::max(1.0f, ui.px(1));
    if (id == "body.wireframe") {
        line_patch(list, patch, cloth, line, false);
    } else if (id == "body.constraints") {
        line_patch(list, patch, with_alpha(cloth, 0.75f), line, true);
        for (int i = 0; i <= kPatch; ++i) {
            for (int j = 0; j <= kPatch; ++j) {
                list->AddCircleFilled(patch.at(static_cast<float>(i) / kPatch, static_cast<float>(j) / kPatch),
                                      ui.px(1.6f), ui.colours.text);
            }
        }
    } else if (id.starts_with("theme.")) {
        const Palette& shown = palette(id == "theme.light" ? render::Theme::light : render::Theme::dark);
        list->AddRectFilled(low, high, shown.background, ui.px(5));
        list->AddRectFilled({low.x, low.y}, {low.x + 0.3f * (high.x - low.x), high.y}, shown.panel, ui.px(5));
        for (int i = 0; i < 3; ++i) {
            const float y = low.y + ui.px(8.0f + 8.0f * static_cast<float>(i));
            list->AddRectFilled({low.x + ui.px(6), y}, {low.x + ui.px(i == 1 ? 20 : 26), y + ui.px(3)},
                                i == 1 ? shown.accent : shown.text_dim, ui.px(1));
        }
        const Patch small{{low.x + 0.5f * (high.x - low.x), low.y + ui.px(8)}, {high.x - ui.px(14), high.y - ui.px(7)}};
        fill_patch(list, small, cloth, cloth, false, false);
    } else {
        const ImU32 second = id == "print.stripes" || id == "print.check" ? dark : 0;
        fill_patch(list, patch, cloth, cloth, false, false);
        if (second != 0) {
            fill_patch(list, patch, 0, second, id == "print.stripes", id == "print.check");
        }
    }
}

/// A picture with its name beneath; framed where it is chosen.
void tile(Ui& ui, const Command& command, float width) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high{low.x + width, low.y + ui.px(kTileHeight)};
    if (ImGui::InvisibleButton(command.id.c_str(), {width, ui.px(kTileHeight)})) {
        command.run(ui.state, ui.snapshot);
    }
    mark_item(ui, "look." + command.id);
    const bool hot = ImGui::IsItemHovered();
    item_tooltip(ui, command.about);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, hot ? ui.colours.track_hover : ui.colours.track, ui.px(6));
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    draw_sample(ui, command.id, {low.x + ui.px(1), low.y + ui.px(1)}, {high.x - ui.px(1), high.y - line - ui.px(6)});
    const ImVec2 size = ImGui::CalcTextSize(command.label().c_str());
    list->AddText({std::round((low.x + high.x - size.x) / 2), std::round(high.y - line - ui.px(4))},
                  command.on || hot ? ui.colours.text : ui.colours.text_dim, command.label().c_str());
    pop_font();
    if (command.on) {
        list->AddRect(low, high, ui.colours.accent, ui.px(6), 0, std::max(1.0f, ui.px(2)));
    }
}

std::vector<const Command*> of_group(const Commands& all, std::string_view prefix) {
    std::vector<const Command*> found;
    for (const Command& command : all) {
        if (command.id.starts_with(prefix)) {
            found.push_back(&command);
        }
    }
    return found;
}

void tiles(Ui& ui, const Commands& all, const char* heading, std::string_view prefix) {
    caption(ui, heading);
    const std::vector<const Command*> found = of_group(all, prefix);
    const float gap = ui.px(6);
    const auto count = static_cast<float>(found.size());
    const float each = std::floor((ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count);
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i > 0) {
            ImGui::SameLine(0, gap);
        }
        tile(ui, *found[i], each);
    }
    ImGui::Dummy({0, ui.px(4)});
}

/// Buttons in a row, the chosen one tinted, and a sentence about the chosen one below them.
void segments(Ui& ui, const Commands& all, const char* heading, std::string_view prefix) {
    caption(ui, heading);
    const std::vector<const Command*> found = of_group(all, prefix);
    const float gap = ui.px(4);
    const auto count = static_cast<float>(found.size());
    const float each = std::floor((ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count);
    const Command* chosen = nullptr;
    push_font(ui.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(2), ui.px(4)});
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Command& command = *found[i];
        if (i > 0) {
            ImGui::SameLine(0, gap);
        }
        chosen = command.on ? &command : chosen;
        ImGui::PushStyleColor(ImGuiCol_Button, command.on ? ui.colours.accent : ui.colours.track);
        ImGui::PushStyleColor(ImGuiCol_Text, command.on ? ink_on(ui.colours.accent) : ui.colours.text);
        if (ImGui::Button((command.label() + "##" + command.id).c_str(), {each, 0})) {
            command.run(ui.state, ui.snapshot);
        }
        ImGui::PopStyleColor(2);
        mark_item(ui, "look." + command.id);
        item_tooltip(ui, command.about);
    }
    ImGui::PopStyleVar();
    pop_font();
    wrapped_text(chosen == nullptr ? "" : chosen->about, ui.colours.text_dim, ui.fonts.small);
    ImGui::Dummy({0, ui.px(4)});
}

void switches(Ui& ui, const Commands& all, const char* heading, const std::vector<std::string_view>& ids) {
    caption(ui, heading);
    for (const std::string_view id : ids) {
        const Command* command = find_command(all, id);
        bool on = command->on;
        ImGui::BeginDisabled(!command->unavailable.empty());
        if (check_box(ui, command->label().c_str(), on)) {
            command->run(ui.state, ui.snapshot);
        }
        ImGui::EndDisabled();
        mark_item(ui, "look." + command->id);
        item_tooltip(ui, command->unavailable.empty() ? command->about : "Not now: " + command->unavailable);
    }
    ImGui::Dummy({0, ui.px(4)});
}

} // namespace

void draw_look(Ui& ui, const ScreenRect& rect) {
    begin_region("Look", rect, ui.colours.panel, {ui.px(12), ui.px(4)}, ImGuiWindowFlags_NoScrollbar);
    ImGui::BeginChild("groups");
    const Commands all = commands(ui.state, ui.snapshot);
    std::vector<std::string_view> toggles;
    for (const lab::LookRow& row : lab::looks()) {
        if (row.group != "Look") {
            continue;
        }
        if (row.info.scale == Scale::toggle) {
            toggles.push_back(row.info.key);
            continue;
        }
        std::string heading(row.info.label);
        std::transform(heading.begin(), heading.end(), heading.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        tiles(ui, all, heading.c_str(), std::string(row.info.key) + ".");
    }
    switches(ui, all, "DRAWN WITH IT", toggles);
    segments(ui, all, "PICTURE QUALITY", "quality.");
    wrapped_text("Colours, ghost and ruler are in the upper right corner of the panes.", ui.colours.text_dim,
                 ui.fonts.small);
    ImGui::EndChild();
    ImGui::End();
}

} // namespace xpbd::window
