#pragma once

#include "core/model.h"
#include "core/settings.h"
#include "core/state.h"

#include <array>
#include <vector>

namespace xpbd {

/// Tears every distance constraint whose strain exceeds settings.tear_strain or whose tension exceeds
/// settings.tear_force [N], and with it every other constraint that runs across the same two particles. Of a fabric,
/// every triangle whose higher principal strain, or principal tension [N/m], exceeds them, and with it every other
/// constraint that runs across its three particles: its bending. Returns how many constraints tore now.
int tear(const Model& model, State& state, const Settings& settings);

/// True where tear() looks for anything.
bool tears(const Settings& settings);

/// The triangles, and the rope segments, that still hold together: none of their edges is torn, nor
/// they themselves as triangles of fabric.
std::vector<std::array<int, 3>> whole_triangles(const Model& model, const State& state);
std::vector<std::array<int, 2>> whole_segments(const Model& model, const State& state);

} // namespace xpbd
