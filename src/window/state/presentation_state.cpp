#include "window/state/presentation_state.h"

#include "window/state/app_state.h"

#include <algorithm>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kLineSeconds = 1.8;

} // namespace

void follow_presentation(AppState& state) {
    PresentationState& presentation = state.presentation;
    if (!presentation.wanted && !presentation.embedded) {
        leave_presentation(state);
    } else if (!presentation.on) {
        presentation.on = true;
        presentation.line_until = 0;
        presentation.begun = presentation.embedded ? state.now - kHelpSeconds : state.now;
        presentation.theme_before = state.stage.picture.theme;
        if (!presentation.embedded) { // a page around it has chosen its theme
            state.stage.picture.theme = lab::Theme::light;
        }
    }
}

void leave_presentation(AppState& state) {
    if (!state.presentation.on) {
        return;
    }
    state.presentation.wanted = false;
    state.presentation.on = false;
    state.presentation.laser = false;
    state.stage.picture.theme = state.presentation.theme_before;
}

bool shows_line(const AppState& state) {
    const PresentationState& presentation = state.presentation;
    return presentation.on && state.now < std::max(presentation.line_until, presentation.begun + kHelpSeconds) + 0.5;
}

void show_to_audience(AppState& state, const std::string& text) {
    if (state.presentation.on) {
        state.presentation.line = text;
        state.presentation.line_until = state.now + kLineSeconds;
    }
}

} // namespace xpbd::window
