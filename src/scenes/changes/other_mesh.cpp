#include "scenes/changes/other_mesh.h"

#include "scenes/changes/pins.h"
#include "scenes/parts/body_material.h"
#include "scenes/parts/fabric_rows.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace xpbd::scenes {
namespace {

/// A position along a row of evenly spaced particles: `share` of the way from the particle `first` to the next one.
struct Along {
    int first;
    float share;
};

/// The position in a row of `count` particles. `place` is the position in half steps of a row of `other` particles that
/// has the same length.
Along along(int place, int other, int count) {
    const int half_steps = 2 * (other - 1);
    const int steps = place * (count - 1);
    const int first = std::min(steps / half_steps, count - 2);
    return {first, static_cast<float>(steps - first * half_steps) / static_cast<float>(half_steps)};
}

/// Index of the nearest particle in a row of `count` particles. `place` is in half steps of a row of `other` particles
/// that has the same length.
int nearest_of(int place, int other, int count) {
    const int half_steps = 2 * (other - 1);
    return (2 * place * (count - 1) + half_steps) / (2 * half_steps);
}

/// Column and row of a particle in half steps: even for particles of the grid, odd for those in the middle of a cell.
std::array<int, 2> half_steps_of(const Model& model, int particle) {
    const auto [columns, rows] = model.grid;
    const int middle = particle - columns * rows;
    return middle < 0 ? std::array{2 * (particle % columns), 2 * (particle / columns)}
                      : std::array{2 * (middle % (columns - 1)) + 1, 2 * (middle / (columns - 1)) + 1};
}

} // namespace

int resolution_of(const Model& model) {
    return std::max(model.grid[0], model.grid[1]);
}

std::array<int, 2> grid_with(const std::array<int, 2>& own, int particles) {
    const int side = std::max(particles, 2);
    const int longer = std::max(own[0], own[1]);
    const auto scaled = [&](int count) { return std::max(2, (2 * count * side + longer) / (2 * longer)); };
    return {scaled(own[0]), scaled(own[1])};
}

MeshChoice mesh_of(const SceneSpec& scene, const Model& own) {
    return {resolution_of(own), static_cast<int>(scene_value(scene, "triangulation")[0]), -1};
}

MeshChoice wanted_mesh(const SceneSpec& scene, const Model& own, const Settings& pane) {
    MeshChoice choice = mesh_of(scene, own);
    if (choice.resolution > 0 && pane.mesh.resolution > 0) {
        choice.resolution = std::max(2, pane.mesh.resolution);
    }
    if (own.has_triangulation && pane.mesh.triangulation > 0) {
        choice.triangulation = pane.mesh.triangulation - 1;
    }
    if (own.has_material && pane.mesh.fabric > 0) {
        choice.fabric = pane.mesh.fabric - 1;
    }
    return choice;
}

SceneSpec with_mesh(const SceneSpec& scene, const Model& own, const MeshChoice& choice) {
    SceneSpec other = scene;
    other.changes = {};
    if (const MeshChoice here = mesh_of(scene, own); choice.resolution != here.resolution) {
        const auto [columns, rows] = grid_with(own.grid, choice.resolution);
        other.values["resolution"] = {static_cast<double>(columns), static_cast<double>(rows), 0};
    }
    if (own.has_triangulation) {
        other.values["triangulation"] = {static_cast<double>(choice.triangulation), 0, 0};
    }
    if (choice.fabric >= 0) {
        choose_material(other, static_cast<double>(choice.fabric) + static_cast<double>(std::size(kMaterialKeys)));
    }
    return other;
}

bool have_same_places(const Model& one, const Model& other) {
    return one.grid == other.grid && one.particle_count() == other.particle_count();
}

int same_place(const Model& from, int particle, const Model& to) {
    if (particle < 0 || index_of(particle) >= from.particle_count()) {
        return -1;
    }
    if (have_same_places(from, to)) {
        return particle;
    }
    const auto [columns, rows] = from.grid;
    const auto [to_columns, to_rows] = to.grid;
    const auto [column, row] = half_steps_of(from, particle);
    return nearest_of(row, rows, to_rows) * to_columns + nearest_of(column, columns, to_columns);
}

glm::vec3 place_in(const Model& from, int particle, const Model& to, std::span<const glm::vec3> positions) {
    if (have_same_places(from, to)) {
        return positions[index_of(particle)];
    }
    const auto [column, row] = half_steps_of(from, particle);
    const Along x = along(column, from.grid[0], to.grid[0]);
    const Along y = along(row, from.grid[1], to.grid[1]);
    const auto in_row = [&](int whole_row) {
        const std::size_t at = index_of(whole_row) * index_of(to.grid[0]) + index_of(x.first);
        return (1 - x.share) * positions[at] + x.share * positions[at + 1];
    };
    return (1 - y.share) * in_row(y.first) + y.share * in_row(y.first + 1);
}

namespace {

/// The things in another mesh. In a coarser one, weights that meet at one particle add up, and a string whose ends meet
/// is left out.
std::vector<Thing> things_in(const std::vector<Thing>& things, const Model& own, const Model& other) {
    std::vector<Thing> result;
    std::map<int, std::size_t> weights; // particle -> its weight in `result`
    for (Thing thing : things) {
        if (auto* weight = std::get_if<Weight>(&thing)) {
            weight->particle = same_place(own, weight->particle, other);
            const auto [place, is_first] = weights.emplace(weight->particle, result.size());
            if (!is_first) {
                std::get<Weight>(result[place->second]).mass += weight->mass;
                continue;
            }
        } else if (auto* string = std::get_if<String>(&thing)) {
            for (int& particle : string->particles) {
                particle = same_place(own, particle, other); // -1, the world, stays
            }
            if (string->particles[0] == string->particles[1]) {
                continue;
            }
        }
        result.push_back(std::move(thing));
    }
    return result;
}

} // namespace

Changes changes_in(const Changes& pins, const Model& own, const Model& other) {
    Changes changes;
    changes.things = things_in(pins.things, own, other);
    for (const Pin& pin : pins.pinned) {
        const int particle = same_place(own, pin.particle, other);
        const auto place = std::lower_bound(changes.pinned.begin(), changes.pinned.end(), particle,
                                            [](const Pin& one, int wanted) { return one.particle < wanted; });
        if (place == changes.pinned.end() || place->particle != particle) {
            changes.pinned.insert(place, {particle, pin.position});
        }
    }
    // A pin of `other` is released if its nearest particle of `own` is, or if it is the nearest to a released particle
    // of `own`. A released row of pins then has no gaps in the finer mesh.
    std::vector<bool> released(other.particle_count(), false);
    for (const int particle : pins.released) {
        released[index_of(same_place(own, particle, other))] = true;
    }
    for (std::size_t i = 0; i < released.size(); ++i) {
        const int here = same_place(other, static_cast<int>(i), own);
        const bool same = std::binary_search(pins.released.begin(), pins.released.end(), here);
        if ((released[i] || same) && other.mass[i] == 0) {
            changes.released.push_back(static_cast<int>(i));
        }
    }
    return changes;
}

std::vector<Grab> grabs_in(const std::vector<Grab>& grabs, const Model& own, const Model& other) {
    std::vector<Grab> held;
    for (const Grab& grab : grabs) {
        const int particle = same_place(own, grab.particle, other);
        if (std::none_of(held.begin(), held.end(), [&](const Grab& one) { return one.particle == particle; })) {
            held.push_back({particle, grab.target});
        }
    }
    return held;
}

int own_particle(const SceneSpec& scene, const Model& own, int particle, const Model& other) {
    for (const Pin& pin : scene.changes.pinned) {
        if (same_place(own, pin.particle, other) == particle) {
            return pin.particle;
        }
    }
    return same_place(other, particle, own);
}

} // namespace xpbd::scenes
