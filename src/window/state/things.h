// Adds things to the scene of the document, and takes them away.
#pragma once

#include "window/state/app_state.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {

inline constexpr double kMenuWind = 4; ///< speed of the wind that menus switch on, along z [m/s]

enum class Addable { ball, box, capsule, drum };

/// Adds a collider that suits the size of the body, in front of AddingState::particle, at AddingState::place, or
/// between the body and the camera. A drum is a capsule that turns about its axis.
void add_collider(AppState& state, const lab::Snapshot& snapshot, Addable what);
/// A body with which an experiment can begin: a scene that has it alone.
struct BodyToChoose {
    std::string_view label;
    std::string_view scene; ///< key; "mesh": the user chooses a file
};
std::span<const BodyToChoose> bodies_to_choose();
/// Opens the scene that the dialog describes, as a new session. A fault is a toast.
void begin_experiment(AppState& state);

/// The mass of the next weight [kg].
double weight_to_add(const AppState& state, const lab::Snapshot& snapshot);
/// True for a pin: a particle of the scene's own mesh that exists and is fixed.
bool is_fixed(const lab::Snapshot& snapshot, int particle);
/// Pins the particle where a pane shows it, or frees it if it is fixed. Without effect on a number of no particle.
void toggle_pin(AppState& state, const lab::Snapshot& snapshot, int pane, int particle);
/// The click for which the user was asked: hangs a weight on a particle or takes it away, or ties an end of a string.
void click_for_thing(AppState& state, const lab::Snapshot& snapshot, int particle);
/// Ties the end of a string that has begun to a place of the world [m].
void tie_to_world(AppState& state, const lab::Snapshot& snapshot, const Vec3& place);
/// Pins these particles where they are; frees them if all are pinned.
void finish_lasso(AppState& state, const lab::Snapshot& snapshot, const std::vector<int>& particles);
/// What a click or a stroke is waited for, as a sentence; "" = for nothing.
std::string_view awaited(const AppState& state);

/// Names of the things in the document's scene, in their order: "Ball", "Weight of 0.1 kg".
std::vector<std::string> thing_names(const AppState& state);
/// Takes away the thing at a place of Changes::things.
void take_away(AppState& state, std::size_t thing);

} // namespace xpbd::window
