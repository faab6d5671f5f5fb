#include "window/presentation/presentation_state.h"

#include "window/state/app_state.h"

#include <algorithm>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kSaidSeconds = 1.8;

} // namespace

void follow_presentation(AppState& state) {
    PresentationState& presentation = state.presentation;
    if (!presentation.wanted && !presentation.embedded) {
        leave_presentation(state);
    } else if (!presentation.on) {
        presentation.on = true;
        presentation.said_until = 0;
        presentation.begun = presentation.embedded ? state.now - kHelpSeconds : state.now;
        presentation.theme_before = std::exchange(state.stage.picture.theme, lab::Theme::light);
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

bool says_something(const AppState& state) {
    const PresentationState& presentation = state.presentation;
    return presentation.on && state.now < std::max(presentation.said_until, presentation.begun + kHelpSeconds) + 0.5;
}

void say_to_audience(AppState& state, const std::string& text) {
    if (state.presentation.on) {
        state.presentation.said = text;
        state.presentation.said_until = state.now + kSaidSeconds;
    }
}

} // namespace xpbd::window
