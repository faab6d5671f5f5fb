#pragma once

// Tearing of edges and triangles above limits of strain or force.

#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/model/state.h"

#include <array>
#include <vector>

namespace xpbd {

/// Tears every distance constraint whose strain exceeds settings.tear_strain or whose tension exceeds
/// settings.tear_force [N], and every other constraint over the same two particles. In a fabric, tears every triangle
/// whose higher principal strain, or higher principal tension [N/m], exceeds the limit, and every other constraint over
/// its three particles: its bending. Returns the number of constraints that tore in this call.
int tear(const Model& model, State& state, const Settings& settings);

/// True if a tear limit is set.
bool tears(const Settings& settings);

/// The triangles, or rope segments, without a torn edge; a fabric's triangle must not be torn itself either.
std::vector<std::array<int, 3>> whole_triangles(const Model& model, const State& state);
std::vector<std::array<int, 2>> whole_segments(const Model& model, const State& state);

} // namespace xpbd
