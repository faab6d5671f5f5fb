#pragma once

#include "window/widgets/widgets.h"

namespace xpbd::window {

/// The open lesson: its question, what to predict on, the measured answer.
void draw_lesson(Ui& ui, const ScreenRect& rect);
/// Question, choices and answer of the open lesson, without its chart, for a presentation.
void draw_lesson_question(Ui& ui, const ScreenRect& rect);

} // namespace xpbd::window
