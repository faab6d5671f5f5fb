#pragma once

#include "window/state/jobs/match_job.h"

#include <memory>
#include <string>
#include <string_view>

namespace xpbd::window {

struct AppState;

/// The settings of the match buttons, and the search that they start.
struct MatchState {
    std::string measure = "effective_stiffness"; ///< one of lab::match_measures()
    std::unique_ptr<MatchJob> job;
    std::string outcome; ///< result of the last search, as a text
    int pane = -1;       ///< pane of the last search
    lab::Session of{};   ///< session for which the outcome holds, with the value that was found
};

/// Name and unit of a measure that can be matched.
std::string match_label(std::string_view measure);
/// Starts a search for the parameter with which `pane` has the same measured value as `other`.
void start_match(AppState& state, int pane, int other);
/// True where the document has changed since the outcome.
bool match_is_stale(const AppState& state);
/// Takes in the result of a search: sets the parameter, and writes MatchState::outcome. Call once per frame.
void follow_match(AppState& state);

} // namespace xpbd::window
