#include "window/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xpbd::window {
namespace {

constexpr float kPi = 3.14159265f;

/// An arc with an arrow head at its end: "again".
void draw_restart(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line) {
    list->PathArcTo(c, r, -0.35f * kPi, 1.25f * kPi, 20);
    list->PathStroke(colour, 0, line);
    const ImVec2 tip{c.x + r * std::cos(-0.35f * kPi), c.y + r * std::sin(-0.35f * kPi)};
    const float h = r * 0.62f;
    list->AddTriangleFilled({tip.x - h, tip.y - h * 0.55f}, {tip.x + h * 0.45f, tip.y - h * 0.75f},
                            {tip.x + h * 0.15f, tip.y + h * 0.65f}, colour);
}

/// Two chain links: one through the other, or side by side.
void draw_link(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line, bool joined) {
    const float inner = joined ? r * 0.45f : -r * 0.3f; // how far a link reaches over the middle
    const float outer = joined ? r * 1.6f : r * 1.8f;
    const float h = r * 0.62f;
    list->AddRect({c.x - outer, c.y - h}, {c.x + inner, c.y + h}, colour, h, 0, line);
    list->AddRect({c.x - inner, c.y - h}, {c.x + outer, c.y + h}, colour, h, 0, line);
}

void draw_arrow(ImDrawList* list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float line) {
    const float direction = to.x > from.x ? 1.0f : -1.0f;
    list->AddLine(from, {to.x - direction * head * 0.6f, to.y}, colour, line);
    list->AddTriangleFilled({to.x, to.y}, {to.x - direction * head, to.y - head * 0.62f},
                            {to.x - direction * head, to.y + head * 0.62f}, colour);
}

void draw_step(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line, bool forward) {
    const float d = forward ? 1.0f : -1.0f;
    // The same winding on both sides; otherwise anti-aliasing fails.
    ImVec2 a{c.x - d * r * 0.75f, c.y - r * 0.8f};
    ImVec2 b{c.x - d * r * 0.75f, c.y + r * 0.8f};
    if (d < 0) {
        std::swap(a, b);
    }
    list->AddTriangleFilled(a, {c.x + d * r * 0.45f, c.y}, b, colour);
    const float x = c.x + d * r * 0.68f;
    list->AddRectFilled({x - line * 0.7f, c.y - r * 0.8f}, {x + line * 0.7f, c.y + r * 0.8f}, colour);
}

/// Two arrows that follow each other.
void draw_loop(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line) {
    for (const float d : {1.0f, -1.0f}) { // the upper arrow, then the lower one
        const float x = r * d;
        draw_arrow(list, {c.x - x * 0.5f, c.y - x * 0.6f}, {c.x + x * 0.9f, c.y - x * 0.6f}, r * 0.55f, colour, line);
        list->AddLine({c.x - x * 0.85f, c.y - x * 0.6f}, {c.x - x * 0.85f, c.y + x * 0.1f}, colour, line);
        list->AddLine({c.x - x * 0.85f, c.y - x * 0.6f}, {c.x - x * 0.45f, c.y - x * 0.6f}, colour, line);
    }
}

/// Three rails with a knob each.
void draw_sliders(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line) {
    constexpr float kKnobs[] = {-0.3f, 0.4f, -0.05f};
    for (int i = 0; i < 3; ++i) {
        const float y = c.y + r * 0.62f * static_cast<float>(i - 1);
        list->AddLine({c.x - r * 0.9f, y}, {c.x + r * 0.9f, y}, colour, line);
        list->AddCircleFilled({c.x + r * kKnobs[i], y}, r * 0.24f, colour, 16);
    }
}

/// The four corners of a picture.
void draw_frame(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line) {
    for (const float x : {-1.0f, 1.0f}) {
        for (const float y : {-1.0f, 1.0f}) {
            const ImVec2 corner{c.x + x * r * 0.85f, c.y + y * r * 0.7f};
            list->PathLineTo({corner.x - x * r * 0.5f, corner.y});
            list->PathLineTo(corner);
            list->PathLineTo({corner.x, corner.y - y * r * 0.45f});
            list->PathStroke(colour, 0, line);
        }
    }
    list->AddCircleFilled(c, r * 0.2f, colour, 12);
}

/// A drawing pin, from the side.
void draw_pin(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line) {
    list->AddRectFilled({c.x - r * 0.5f, c.y - r * 0.9f}, {c.x + r * 0.5f, c.y - r * 0.65f}, colour, line * 0.5f);
    list->AddRectFilled({c.x - r * 0.3f, c.y - r * 0.7f}, {c.x + r * 0.3f, c.y + r * 0.05f}, colour);
    list->AddRectFilled({c.x - r * 0.65f, c.y - r * 0.05f}, {c.x + r * 0.65f, c.y + r * 0.2f}, colour, line * 0.5f);
    list->AddLine({c.x, c.y + r * 0.2f}, {c.x, c.y + r * 0.95f}, colour, line);
}

void draw_question(ImDrawList* list, ImVec2 c, float r, ImU32 colour, float line) {
    list->AddCircle(c, r * 0.95f, colour, 28, line);
    list->PathArcTo({c.x, c.y - r * 0.22f}, r * 0.3f, -kPi, 0.35f * kPi, 12);
    list->PathLineTo({c.x, c.y + r * 0.28f});
    list->PathStroke(colour, 0, line);
    list->AddCircleFilled({c.x, c.y + r * 0.52f}, line * 0.65f, colour);
}

} // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 c, float size, ImU32 colour) {
    const float r = size * 0.5f;
    const float line = std::max(1.2f, size * 0.11f);
    switch (icon) {
    case Icon::play:
        list->AddTriangleFilled({c.x - r * 0.7f, c.y - r * 0.9f}, {c.x + r * 0.95f, c.y},
                                {c.x - r * 0.7f, c.y + r * 0.9f}, colour);
        break;
    case Icon::pause:
        list->AddRectFilled({c.x - r * 0.7f, c.y - r * 0.85f}, {c.x - r * 0.2f, c.y + r * 0.85f}, colour, line * 0.5f);
        list->AddRectFilled({c.x + r * 0.2f, c.y - r * 0.85f}, {c.x + r * 0.7f, c.y + r * 0.85f}, colour, line * 0.5f);
        break;
    case Icon::restart:
        draw_restart(list, c, r * 0.75f, colour, line);
        break;
    case Icon::step:
    case Icon::step_back:
        draw_step(list, c, r, colour, line, icon == Icon::step);
        break;
    case Icon::link:
    case Icon::unlink:
        draw_link(list, c, r * 0.95f, colour, line, icon == Icon::link);
        break;
    case Icon::swap:
        draw_arrow(list, {c.x - r * 0.85f, c.y - r * 0.4f}, {c.x + r * 0.9f, c.y - r * 0.4f}, r * 0.6f, colour, line);
        draw_arrow(list, {c.x + r * 0.85f, c.y + r * 0.4f}, {c.x - r * 0.9f, c.y + r * 0.4f}, r * 0.6f, colour, line);
        break;
    case Icon::copy:
        list->AddRect({c.x - r * 0.75f, c.y - r * 0.8f}, {c.x + r * 0.3f, c.y + r * 0.35f}, colour, line, 0, line);
        list->AddRectFilled({c.x - r * 0.3f, c.y - r * 0.35f}, {c.x + r * 0.75f, c.y + r * 0.8f}, colour, line);
        break;
    case Icon::close:
        list->AddLine({c.x - r * 0.6f, c.y - r * 0.6f}, {c.x + r * 0.6f, c.y + r * 0.6f}, colour, line);
        list->AddLine({c.x - r * 0.6f, c.y + r * 0.6f}, {c.x + r * 0.6f, c.y - r * 0.6f}, colour, line);
        break;
    case Icon::check:
        list->AddLine({c.x - r * 0.75f, c.y + r * 0.05f}, {c.x - r * 0.2f, c.y + r * 0.6f}, colour, line * 1.2f);
        list->AddLine({c.x - r * 0.2f, c.y + r * 0.6f}, {c.x + r * 0.75f, c.y - r * 0.6f}, colour, line * 1.2f);
        break;
    case Icon::alert:
        list->AddTriangle({c.x, c.y - r * 0.85f}, {c.x + r * 0.95f, c.y + r * 0.75f},
                          {c.x - r * 0.95f, c.y + r * 0.75f}, colour, line);
        list->AddLine({c.x, c.y - r * 0.25f}, {c.x, c.y + r * 0.2f}, colour, line);
        list->AddCircleFilled({c.x, c.y + r * 0.47f}, line * 0.6f, colour);
        break;
    case Icon::chart:
        list->AddLine({c.x - r * 0.85f, c.y + r * 0.6f}, {c.x - r * 0.25f, c.y - r * 0.2f}, colour, line);
        list->AddLine({c.x - r * 0.25f, c.y - r * 0.2f}, {c.x + r * 0.2f, c.y + r * 0.2f}, colour, line);
        list->AddLine({c.x + r * 0.2f, c.y + r * 0.2f}, {c.x + r * 0.85f, c.y - r * 0.7f}, colour, line);
        break;
    case Icon::loop:
        draw_loop(list, c, r, colour, line);
        break;
    case Icon::ahead:
        for (const float x : {-0.85f, 0.05f}) {
            list->AddTriangleFilled({c.x + r * x, c.y - r * 0.7f}, {c.x + r * (x + 0.85f), c.y},
                                    {c.x + r * x, c.y + r * 0.7f}, colour);
        }
        break;
    case Icon::record:
        list->AddCircleFilled(c, r * 0.7f, colour, 24);
        break;
    case Icon::stop:
        list->AddRectFilled({c.x - r * 0.65f, c.y - r * 0.65f}, {c.x + r * 0.65f, c.y + r * 0.65f}, colour, line);
        break;
    case Icon::plus:
        list->AddLine({c.x - r * 0.7f, c.y}, {c.x + r * 0.7f, c.y}, colour, line);
        list->AddLine({c.x, c.y - r * 0.7f}, {c.x, c.y + r * 0.7f}, colour, line);
        break;
    case Icon::sliders:
        draw_sliders(list, c, r, colour, line);
        break;
    case Icon::grid:
        for (const float x : {-0.8f, 0.1f}) {
            for (const float y : {-0.8f, 0.1f}) {
                list->AddRectFilled({c.x + r * x, c.y + r * y}, {c.x + r * (x + 0.7f), c.y + r * (y + 0.7f)}, colour,
                                    line * 0.8f);
            }
        }
        break;
    case Icon::frame:
        draw_frame(list, c, r, colour, line);
        break;
    case Icon::pin:
        draw_pin(list, c, r, colour, line);
        break;
    case Icon::question:
        draw_question(list, c, r, colour, line);
        break;
    case Icon::camera:
        list->AddRect({c.x - r * 0.9f, c.y - r * 0.5f}, {c.x + r * 0.9f, c.y + r * 0.75f}, colour, r * 0.25f, 0, line);
        list->AddRectFilled({c.x - r * 0.3f, c.y - r * 0.8f}, {c.x + r * 0.3f, c.y - r * 0.45f}, colour);
        list->AddCircle({c.x, c.y + r * 0.12f}, r * 0.34f, colour, 16, line);
        break;
    }
}

bool icon_button(Ui& ui, const char* id, Icon icon, const std::string& tooltip, bool active, float size) {
    const float side = ui.px(size);
    const bool pressed = ImGui::InvisibleButton(id, {side, side});
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    if (ImGui::IsItemActive() || active) {
        list->AddRectFilled(min, max, with_alpha(ui.colours.accent, 0.26f * alpha), ui.px(5));
    } else if (ImGui::IsItemHovered()) {
        list->AddRectFilled(min, max, with_alpha(ui.colours.track_hover, alpha), ui.px(5));
    }
    const ImU32 colour = active ? ui.colours.accent : ImGui::IsItemHovered() ? ui.colours.text : ui.colours.text_dim;
    draw_icon(list, icon, {(min.x + max.x) * 0.5f, (min.y + max.y) * 0.5f}, side * 0.5f, with_alpha(colour, alpha));
    item_tooltip(ui, tooltip);
    mark_item(ui, id);
    return pressed;
}

} // namespace xpbd::window
