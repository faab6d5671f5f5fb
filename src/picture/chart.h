// Figures of the command `figure` as images.
#pragma once

#include "lab/figures/figure.h"
#include "picture/text/image_text.h"

namespace xpbd::picture {

/// Draws a figure on white: title, charts side by side with axes, grid and legend, caption below. Values <= 0 on a
/// logarithmic axis are not drawn.
render::Image draw_figure(const lab::FigureInfo& info, const lab::Figure& figure, int width, int height,
                          const ImageText& letters);

/// Tick values of an axis over [low, high], about `wanted` of them. Linear: steps of 1, 2 or 5 times a power of ten.
/// Logarithmic: powers of ten, thinned to that number, or 1-2-5 if the range is below two decades.
std::vector<double> ticks_of(double low, double high, bool logarithmic, int wanted);

} // namespace xpbd::picture
