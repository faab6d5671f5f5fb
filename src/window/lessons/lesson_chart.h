#pragma once

#include "window/widgets/widgets.h"

namespace xpbd::window {

/// The chart of a step with a curve: the user draws a prediction on it with the mouse, then the measured curves come
/// over it, point by point.
void draw_lesson_chart(Ui& ui, const ScreenRect& rect);

/// The answer of a step without a curve: the measured value of each pane, before and after the change, as bars.
void draw_lesson_bars(Ui& ui, const ScreenRect& rect);

/// A measured value with its unit, as a lesson writes it.
std::string lesson_number(const lab::LessonQuantity& quantity, double value);

} // namespace xpbd::window
