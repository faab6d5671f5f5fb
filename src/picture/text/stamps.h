// Stamps: strips with text beside the panes of a picture.
#pragma once

#include "lab/run/runner.h"
#include "picture/looks/picture_options.h"
#include "picture/text/image_text.h"

#include <string>
#include <vector>

namespace xpbd::picture {

/// Colours of the stamp's text and of the lines between the panes.
struct StampColours {
    glm::vec4 text, dim, strip, line;
    render::Theme theme = render::Theme::dark;
};
StampColours stamp_colours(render::Theme theme);

/// Part of a picture, given by its upper left corner [px].
struct PicturePart {
    int x = 0, y = 0, width = 0, height = 0;
};

/// Positions of a picture's parts: a strip with time and colour bar above all panes, and a strip below each pane's
/// view. No text is drawn over a view.
struct StampLayout {
    float type = 0; ///< height of the letters [px]; 0 = no stamp, or not enough room
    PicturePart top;
    struct Pane {
        PicturePart view;
        PicturePart strip;
        std::vector<int> panes; ///< panes named in the strip, side by side; the first is the one in front
    };
    std::vector<Pane> panes;
};

/// Least height of the letters [px]. In large pictures they are higher.
inline constexpr float kLeastType = 12;

/// The parts of a picture with these options: one view if the mode shows a single view, else one per pane.
StampLayout stamp_layout(const ImageText& letters, const lab::Snapshot& snapshot, const PictureOptions& options);
/// The parts of a picture without a stamp.
StampLayout plain_layout(const lab::Snapshot& snapshot, const PictureOptions& options);

/// Fills a pane's strip: the method, the parameters (those that differ from the other panes first) and measured values.
void stamp_pane(render::Image& image, const ImageText& letters, const lab::Snapshot& snapshot,
                const StampLayout::Pane& at, float type, const StampColours& colours);

/// Fills the strip above all panes: scene, time, and the colour bar for all panes.
void stamp_top(render::Image& image, const ImageText& letters, const lab::Snapshot& snapshot,
               const PictureOptions& options, const ColourScale& scale, const StampLayout& layout,
               const StampColours& colours);

} // namespace xpbd::picture
