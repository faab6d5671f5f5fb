#pragma once

#include "lab/run/runner.h"
#include "picture/image_text.h"
#include "picture/picture.h"

#include <string>

namespace xpbd::picture {

/// What is written on pictures, and the lines between their panes.
struct StampColours {
    glm::vec4 text, dim, card, line;
    render::Theme theme = render::Theme::dark;
};
StampColours stamp_colours(render::Theme theme);

/// Part of a picture, upper left corner first [px].
struct PicturePart {
    int x = 0, y = 0, width = 0, height = 0;
};

/// The lower corner of a part that a card stands in.
enum class CardSide { left, right };

/// Card with method, settings and measured values of a pane. `note` follows the method's name.
void stamp_pane(render::Image& image, const ImageText& stamp, const lab::Snapshot& snapshot, int pane,
                const PicturePart& part, const StampColours& colours, CardSide side = CardSide::left,
                const std::string& note = "");

/// The colour bar that all panes share, and the time, in the upper right.
void stamp_legend(render::Image& image, const ImageText& stamp, const lab::Snapshot& snapshot,
                  const PictureOptions& options, const ColourScale& scale, const StampColours& colours);

} // namespace xpbd::picture
