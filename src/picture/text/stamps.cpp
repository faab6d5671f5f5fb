// Layout and drawing of the strips beside the panes of a picture.
#include "picture/text/stamps.h"

#include "lab/text/number_text.h"
#include "picture/looks/pane_colours.h"
#include "picture/text/stamp_text.h"
#include "picture/view/scene_views.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace xpbd::picture {
namespace {

// Lengths in units of the letters' height.
constexpr float kLine = 1.4f;
constexpr float kTitle = 1.25f; ///< height of the method's name
constexpr float kPadding = 0.6f;
constexpr float kTop = 2.2f; ///< height of the strip above the panes
constexpr float kGap = 1.2f; ///< gap between two pieces of text
constexpr float kLargestType = 60;
constexpr std::size_t kMostParameters = 2; ///< most lines of parameters
constexpr std::size_t kMostReadings = 3;
constexpr float kTypeShare = 1.0f / 56; ///< height of the letters over the picture's height
constexpr float kStripShare = 0.42f;    ///< largest share of a pane's height that its strip takes

/// One line of a strip.
struct Line {
    std::string text;
    float left = 0; ///< [px]
    bool dim = false;
};

/// Distributes pieces, separated by `joint`, over at most `most` lines of this width. In the first line `used` pixels
/// are already taken. Pieces wider than a line are omitted.
void wrap_pieces(const ImageText& letters, const std::vector<std::string>& pieces, const std::string& joint, float type,
                 float width, float used, bool dim, std::size_t most, std::vector<Line>& lines) {
    Line line{"", used, dim};
    std::size_t laid = 0;
    for (const std::string& piece : pieces) {
        const std::string longer = line.text.empty() ? piece : line.text + joint + piece;
        if (line.left + letters.width(longer, type) <= width) {
            line.text = longer;
            continue;
        }
        if (letters.width(piece, type) > width) {
            continue;
        }
        if (laid + 1 == most) {
            break;
        }
        lines.push_back(line);
        ++laid;
        line = {piece, 0, dim};
    }
    lines.push_back(line);
}

/// The lines of one pane, at most `most`: the title with the first parameters beside it, further parameters if there is
/// room, then badges and measured values.
std::vector<Line> lines_of(const ImageText& letters, const StampText& text, float type, float width, std::size_t most) {
    const float title = letters.width(text.title, kTitle * type, true) + kGap * type;
    std::vector<std::string> pieces = text.badges;
    pieces.insert(pieces.end(), text.readings.begin(), text.readings.end());
    std::vector<Line> readings;
    wrap_pieces(letters, pieces, "   ", type, width, 0, false, kMostReadings, readings);
    const std::size_t rest = most > readings.size() ? most - readings.size() : 1;
    std::vector<Line> lines;
    wrap_pieces(letters, text.parameters, ", ", type, width, title, true, std::min(rest, kMostParameters), lines);
    lines.insert(lines.end(), readings.begin(), readings.end());
    lines.resize(std::min(lines.size(), most));
    return lines;
}

StampText text_of(const lab::Snapshot& snapshot, const std::vector<int>& panes, std::size_t index) {
    StampText text = stamp_text(snapshot, panes[index]);
    text.title += index > 0 ? " (ghost)" : "";
    return text;
}

/// Number of columns for `count` panes: up to three panes are in one row if the picture is wide enough; else there are
/// two or three rows.
int grid_columns(int count, int width, int height) {
    if (count < 3) {
        return count;
    }
    if (count == 3) {
        return width < 2 * height ? 2 : 3;
    }
    return count == 4 || width < height ? 2 : 3;
}

/// Width for the text of one of `count` panes in a strip [px].
float room_in(const PicturePart& strip, std::size_t count, float type) {
    return static_cast<float>(strip.width) / static_cast<float>(count) - 2 * kGap * type;
}

} // namespace

StampColours stamp_colours(render::Theme theme) {
    switch (theme) {
    case render::Theme::light:
        return {{0.10f, 0.12f, 0.15f, 1},
                {0.33f, 0.36f, 0.41f, 1},
                {0.98f, 0.98f, 0.99f, 1},
                {0.72f, 0.75f, 0.79f, 1},
                theme};
    case render::Theme::paper:
        return {{0, 0, 0, 1}, {0.25f, 0.25f, 0.25f, 1}, {1, 1, 1, 1}, {0.80f, 0.80f, 0.80f, 1}, theme};
    case render::Theme::dark:
        break;
    }
    return {
        {0.93f, 0.95f, 0.98f, 1}, {0.68f, 0.72f, 0.78f, 1}, {0.07f, 0.08f, 0.095f, 1}, {0.30f, 0.33f, 0.38f, 1}, theme};
}

StampLayout plain_layout(const lab::Snapshot& snapshot, const PictureOptions& options) {
    const int all = static_cast<int>(snapshot.panes.size());
    const int front = std::clamp(options.active_pane, 0, all - 1); // the pane may not be in the snapshot yet
    const int count = options.mode == ViewMode::side_by_side ? all : 1;
    const int columns = grid_columns(count, options.width, options.height);
    const int rows = (count + columns - 1) / columns;
    StampLayout layout;
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        const int row = i / columns;
        const int left = options.width * column / columns;
        const int top = options.height * row / rows;
        // With an odd number of panes the last one takes the rest of its row.
        const int right = i + 1 == count ? options.width : options.width * (column + 1) / columns;
        const int bottom = options.height * (row + 1) / rows;
        StampLayout::Pane pane;
        pane.view = {left, top, std::max(1, right - left), std::max(1, bottom - top)};
        pane.panes = {options.mode == ViewMode::side_by_side ? i : front};
        for (int other = 0; options.mode == ViewMode::ghost && other < all; ++other) {
            if (other != front) {
                pane.panes.push_back(other);
            }
        }
        layout.panes.push_back(pane);
    }
    return layout;
}

StampLayout stamp_layout(const ImageText& letters, const lab::Snapshot& snapshot, const PictureOptions& options) {
    StampLayout plain = plain_layout(snapshot, options);
    const float type =
        std::round(std::clamp(kTypeShare * static_cast<float>(options.height), kLeastType, kLargestType));
    const auto top = static_cast<int>(kTop * type);
    PictureOptions below = options;
    below.height = options.height - top;
    if (below.height < 1) {
        return plain;
    }
    StampLayout layout = plain_layout(snapshot, below);
    std::size_t most = 0;
    bool fits = true;
    for (const StampLayout::Pane& pane : layout.panes) {
        for (std::size_t i = 0; i < pane.panes.size(); ++i) {
            StampText text = text_of(snapshot, pane.panes, i);
            text.readings = text.widest; // text of constant width: all frames of a film have strips of the same height
            text.badges = {"NOT CONVERGED"};
            const float room = room_in(pane.view, pane.panes.size(), type);
            fits = fits && letters.width(text.title, kTitle * type, true) <= room;
            most = std::max(most, lines_of(letters, text, type, room, kMostParameters + kMostReadings).size());
        }
    }
    const float line = kLine * type;
    const float limit = kStripShare * static_cast<float>(layout.panes.front().view.height) - 2 * kPadding * type;
    most = std::min(most, static_cast<std::size_t>(std::max(0.0f, limit / line)));
    if (!fits || most < 1) {
        return plain; // too small for letters
    }
    const auto height = static_cast<int>(std::ceil(line * static_cast<float>(most) + 2 * kPadding * type));
    layout.type = type;
    layout.top = {0, 0, options.width, top};
    for (StampLayout::Pane& pane : layout.panes) {
        pane.view.y += top;
        pane.view.height -= height;
        pane.strip = {pane.view.x, pane.view.y + pane.view.height, pane.view.width, height};
    }
    return layout;
}

void stamp_pane(render::Image& image, const ImageText& letters, const lab::Snapshot& snapshot,
                const StampLayout::Pane& at, float type, const StampColours& colours) {
    const PicturePart& strip = at.strip;
    ImageText::box(image, strip.x, strip.y, strip.width, strip.height, colours.strip);
    const std::size_t count = at.panes.size();
    for (std::size_t i = 0; i < count; ++i) {
        const StampText text = text_of(snapshot, at.panes, i);
        const int left = strip.x + strip.width * static_cast<int>(i) / static_cast<int>(count);
        const glm::vec3 colour = pane_colour(at.panes[i], colours.theme);
        const auto inset = static_cast<int>(kPadding * type);
        ImageText::box(image, left + inset / 2, strip.y + inset, std::max(2, static_cast<int>(0.22f * type)),
                       strip.height - 2 * inset, {colour.x, colour.y, colour.z, 1});
        const float x = static_cast<float>(left) + kGap * type;
        float y = static_cast<float>(strip.y) + kPadding * type;
        letters.text(image, x, y - 0.12f * type, kTitle * type, text.title, colours.text, true);
        const auto most = static_cast<std::size_t>(
            std::max(1.0f, (static_cast<float>(strip.height) - 2 * kPadding * type) / (kLine * type) + 0.01f));
        for (const Line& line : lines_of(letters, text, type, room_in(strip, count, type), most)) {
            letters.text(image, x + line.left, y, type, line.text, line.dim ? colours.dim : colours.text);
            y += kLine * type;
        }
    }
}

namespace {

/// Draws the colour bar with its numbers, right-aligned. Returns its left end [px].
float stamp_bar(render::Image& image, const ImageText& letters, const PictureOptions& options, const ColourScale& scale,
                const StampLayout& layout, const StampColours& colours) {
    const float type = layout.type;
    const float y = static_cast<float>(layout.top.y) + 0.5f * (static_cast<float>(layout.top.height) - type);
    const int bar_height = std::max(4, static_cast<int>(0.7f * type));
    const int bar_top = static_cast<int>(std::round(y + 0.5f * (type - static_cast<float>(bar_height))));
    float x = static_cast<float>(layout.top.x + layout.top.width) - kGap * type;
    const auto before = [&](const std::string& text, const glm::vec4& colour) {
        x -= letters.width(text, type);
        letters.text(image, x, y, type, text, colour);
        x -= 0.5f * type;
    };
    if (options.isolines) {
        before(scale.isoline_text(), colours.dim);
        x -= 0.5f * type;
    }
    before(scale.high_text(), colours.text);
    x -= static_cast<float>(bar_height);
    const glm::vec3 above = render::above_colour(theme_of(options));
    ImageText::box(image, static_cast<int>(x), bar_top, bar_height, bar_height, {above.x, above.y, above.z, 1});
    const int gap = std::max(1, bar_height / 4);
    const auto width = static_cast<int>(std::clamp(0.14f * static_cast<float>(image.width), 5 * type, 16 * type));
    x -= static_cast<float>(gap + width);
    for (int column = 0; column < width; ++column) {
        const glm::vec3 c = render::map_colour(colour_map(*scale.info), theme_of(options),
                                               static_cast<float>(column) / static_cast<float>(width - 1));
        ImageText::box(image, static_cast<int>(x) + column, bar_top, 1, bar_height, {c.x, c.y, c.z, 1});
    }
    for (int i = 1; options.isolines && i < render::kIsolines; ++i) {
        ImageText::box(image, static_cast<int>(x) + width * i / render::kIsolines, bar_top,
                       std::max(1, static_cast<int>(0.1f * type)), bar_height, colours.strip);
    }
    x -= 0.5f * type;
    before(scale.low_text(), colours.text);
    before(std::string(scale.info->title), colours.dim);
    return x;
}

} // namespace

void stamp_top(render::Image& image, const ImageText& letters, const lab::Snapshot& snapshot,
               const PictureOptions& options, const ColourScale& scale, const StampLayout& layout,
               const StampColours& colours) {
    const PicturePart& top = layout.top;
    const float type = layout.type;
    ImageText::box(image, top.x, top.y, top.width, top.height, colours.strip);
    const bool has_bar = scale.info->colouring != Colouring::material;
    const float right = has_bar ? stamp_bar(image, letters, options, scale, layout, colours)
                                : static_cast<float>(top.width) - kGap * type;
    const scenes::SceneInfo* scene = scenes::find_scene(snapshot.scene.name);
    char time[64];
    std::snprintf(time, sizeof(time), "t = %.3f s", snapshot.time);
    std::vector<std::string> pieces = {time, "frame " + std::to_string(snapshot.frame)};
    if (const float unit_arrow = options.contact_forces ? arrow_scale(snapshot, 1) : 0; unit_arrow > 0) {
        const auto newtons = static_cast<double>(kLongestArrow / unit_arrow);
        pieces.insert(pieces.begin() + 1, "longest arrow " + lab::reading_text(newtons, "N"));
    }
    float x = static_cast<float>(top.x) + kGap * type;
    const float y = static_cast<float>(top.y) + 0.5f * (static_cast<float>(top.height) - type);
    const std::string name(scene != nullptr ? scene->label : "");
    const float title = letters.width(name, type, true) + kGap * type;
    if (x + title + letters.width(pieces.front(), type) <= right) {
        letters.text(image, x, y, type, name, colours.text, true);
        x += title;
    }
    for (const std::string& piece : pieces) {
        const float width = letters.width(piece, type);
        if (x + width > right) {
            break;
        }
        letters.text(image, x, y, type, piece, colours.dim);
        x += width + kGap * type;
    }
}

} // namespace xpbd::picture
