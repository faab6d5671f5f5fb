#pragma once

#include "lab/figures/figure.h"
#include "picture/text/image_text.h"

namespace xpbd::picture {

/// Draws a figure on white: title, charts side by side with axes, grid and legend, caption beneath. What a logarithmic
/// axis cannot show (values <= 0) is left out.
render::Image draw_figure(const lab::FigureInfo& info, const lab::Figure& figure, int width, int height,
                          const ImageText& letters);

/// Ticks of an axis over [low, high]: steps of 1, 2 or 5 times a power of ten, about `wanted` of them; on a logarithmic
/// axis powers of ten, thinned to that number, or 1-2-5 where the range is below two decades.
std::vector<double> ticks_of(double low, double high, bool logarithmic, int wanted);

} // namespace xpbd::picture
