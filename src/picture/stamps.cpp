#include "picture/stamps.h"

#include "core/methods.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace xpbd::picture {

StampColours stamp_colours(render::Theme theme) {
    if (theme == render::Theme::light) {
        return {{0.10f, 0.12f, 0.15f, 1}, {0.35f, 0.38f, 0.43f, 1}, {1, 1, 1, 0.78f}, {0.72f, 0.75f, 0.79f, 1}};
    }
    return {{0.93f, 0.95f, 0.98f, 1}, {0.68f, 0.72f, 0.78f, 1}, {0.06f, 0.07f, 0.09f, 0.66f}, {0.30f, 0.33f, 0.38f, 1}};
}

void stamp_pane(render::Image& image, const ImageText& stamp, const lab::Snapshot& snapshot, int pane,
                const PicturePart& part, const StampColours& colours, CardSide side, const std::string& note) {
    const std::vector<std::string> lines = describe_pane(snapshot, pane);
    float unit = std::clamp(static_cast<float>(part.height) / 50.0f, 11.0f, 60.0f);
    const std::string title = static_cast<char>('A' + pane) + std::string("  ") + lines[0] + note;
    const auto widest = [&](float size) {
        float result = stamp.width(title, size * 1.35f, true);
        for (std::size_t i = 1; i < lines.size(); ++i) {
            result = std::max(result, stamp.width(lines[i], size));
        }
        return result;
    };
    // A narrow pane gets smaller letters rather than cut ones.
    const float room = static_cast<float>(part.width) - 3.0f * unit;
    if (widest(unit) > room) {
        unit = std::max(8.0f, unit * room / widest(unit));
    }
    const float step = unit * 1.45f;
    const int card_width = static_cast<int>(widest(unit) + 1.6f * unit);
    const int card_height = static_cast<int>(step * static_cast<float>(lines.size()) + 1.6f * unit);
    const int margin = static_cast<int>(unit * 0.8f);
    const int left = side == CardSide::left ? part.x + margin : part.x + part.width - card_width - margin;
    const int top = part.y + part.height - card_height - static_cast<int>(unit * 0.8f);
    ImageText::box(image, left, top, card_width, card_height, colours.card);
    const auto& colour =
        methods()[static_cast<std::size_t>(snapshot.panes[static_cast<std::size_t>(pane)].settings.method)].colour;
    ImageText::box(image, left, top, std::max(2, static_cast<int>(unit * 0.22f)), card_height,
                   {colour[0], colour[1], colour[2], 1});
    const float text_x = static_cast<float>(left) + 0.8f * unit;
    float y = static_cast<float>(top) + 0.55f * unit;
    stamp.text(image, text_x, y, unit * 1.35f, title, colours.text, true);
    y += step * 1.15f;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        stamp.text(image, text_x, y, unit, lines[i], i == 1 ? colours.dim : colours.text);
        y += step;
    }
}

void stamp_legend(render::Image& image, const ImageText& stamp, const lab::Snapshot& snapshot,
                  const PictureOptions& options, const ColourScale& scale, const StampColours& colours) {
    const float unit = std::clamp(static_cast<float>(image.height) / 50.0f, 11.0f, 60.0f);
    const int bar_width = static_cast<int>(unit * 16);
    const int bar_height = std::max(4, static_cast<int>(unit * 0.6f));
    const int right = image.width - static_cast<int>(unit);
    const int left = right - bar_width;
    int y = static_cast<int>(unit * 0.9f);
    const bool has_bar = options.colouring != Colouring::material;
    const auto half = static_cast<int>(unit / 2);
    ImageText::box(image, left - half, half, bar_width + 2 * half, static_cast<int>(unit * (has_bar ? 4.6f : 2.0f)),
                   colours.card);
    char text[96];
    std::snprintf(text, sizeof(text), "t = %.3f s, frame %lld", snapshot.time, static_cast<long long>(snapshot.frame));
    if (const float unit_arrow = options.contact_forces ? arrow_scale(snapshot, 1) : 0; unit_arrow > 0) {
        std::snprintf(text, sizeof(text), "longest arrow %.3g N, t = %.3f s",
                      static_cast<double>(kLongestArrow / unit_arrow), snapshot.time);
    }
    stamp.text(image, static_cast<float>(right) - stamp.width(text, unit), static_cast<float>(y), unit, text,
               colours.text);
    if (!has_bar) {
        return;
    }
    y += static_cast<int>(unit * 1.8f);
    // The range, and behind it the colour of what lies above.
    const int cap = bar_height;
    const int gap = std::max(1, bar_height / 4);
    const int range_width = bar_width - cap - gap;
    for (int column = 0; column < range_width; ++column) {
        const glm::vec3 c = render::map_colour(scale.info->map, options.look.theme,
                                               static_cast<float>(column) / static_cast<float>(range_width - 1));
        ImageText::box(image, left + column, y, 1, bar_height, {c.x, c.y, c.z, 1});
    }
    const glm::vec3 above = render::above_colour(options.look.theme);
    ImageText::box(image, right - cap, y, cap, bar_height, {above.x, above.y, above.z, 1});
    y += bar_height + static_cast<int>(unit * 0.25f);
    const std::string high = scale.high_text();
    const std::string low = std::string(scale.info->title) + " " + scale.low_text();
    stamp.text(image, static_cast<float>(left), static_cast<float>(y), unit, low, colours.dim);
    stamp.text(image, static_cast<float>(right) - stamp.width(high, unit), static_cast<float>(y), unit, high,
               colours.dim);
}

} // namespace xpbd::picture
