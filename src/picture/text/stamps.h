#pragma once

#include "lab/run/runner.h"
#include "picture/picture.h"
#include "picture/text/image_text.h"

#include <string>
#include <vector>

namespace xpbd::picture {

/// What is written beside pictures, and the lines between their panes.
struct StampColours {
    glm::vec4 text, dim, strip, line;
    render::Theme theme = render::Theme::dark;
};
StampColours stamp_colours(render::Theme theme);

/// Part of a picture, upper left corner first [px].
struct PicturePart {
    int x = 0, y = 0, width = 0, height = 0;
};

/// Where a picture's parts lie: a strip above all panes with time and colour bar, and below each pane's view a strip of
/// its own. Nothing is written over a view.
struct StampLayout {
    float type = 0; ///< height of the letters [px]; 0: no stamp, or no room for one
    PicturePart top;
    struct Pane {
        PicturePart view;
        PicturePart strip;
        std::vector<int> panes; ///< that the strip names, side by side; the first is in front
    };
    std::vector<Pane> panes;
};

/// Letters are at least so high [px], and grow with the picture.
inline constexpr float kLeastType = 12;

/// The parts of a picture with these options; one view each for what the mode shows.
StampLayout stamp_layout(const ImageText& letters, const lab::Snapshot& snapshot, const PictureOptions& options);
/// The same without a stamp, where no letters are at hand.
StampLayout plain_layout(const lab::Snapshot& snapshot, const PictureOptions& options);

/// Fills a pane's strip: method, the parameters that differ from the other panes first, and measured values.
void stamp_pane(render::Image& image, const ImageText& letters, const lab::Snapshot& snapshot,
                const StampLayout::Pane& at, float type, const StampColours& colours);

/// Fills the strip above all panes: scene, time, and the colour bar that they share.
void stamp_top(render::Image& image, const ImageText& letters, const lab::Snapshot& snapshot,
               const PictureOptions& options, const ColourScale& scale, const StampLayout& layout,
               const StampColours& colours);

} // namespace xpbd::picture
