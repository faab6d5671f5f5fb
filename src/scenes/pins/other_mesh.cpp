#include "scenes/pins/other_mesh.h"

#include "scenes/pins/pins.h"

#include <algorithm>
#include <cstddef>

namespace xpbd::scenes {
namespace {

/// A place along a row of evenly spaced particles: between the particle `first` and the next one, after `share` of the
/// way.
struct Along {
    int first;
    float share;
};

Along along(int place, int other, int count) {
    const int steps = place * (count - 1);
    const int first = std::min(steps / (other - 1), count - 2);
    return {first, static_cast<float>(steps - first * (other - 1)) / static_cast<float>(other - 1)};
}

/// The place among `count` evenly spaced ones that is nearest to `place` among `other` of the same length.
int nearest_of(int place, int other, int count) {
    const int steps = other - 1;
    return (2 * place * (count - 1) + steps) / (2 * steps);
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

SceneSpec with_resolution(const SceneSpec& scene, const Model& own, int particles) {
    SceneSpec other = scene;
    forget_pins(other);
    const auto [columns, rows] = grid_with(own.grid, particles);
    other.values["resolution"] = {static_cast<double>(columns), static_cast<double>(rows), 0};
    return other;
}

int same_place(const Model& from, int particle, const Model& to) {
    if (particle < 0 || index_of(particle) >= from.particle_count()) {
        return -1;
    }
    if (from.grid == to.grid) {
        return particle;
    }
    const auto [columns, rows] = from.grid;
    const auto [to_columns, to_rows] = to.grid;
    return nearest_of(particle / columns, rows, to_rows) * to_columns +
           nearest_of(particle % columns, columns, to_columns);
}

glm::vec3 place_in(const Model& from, int particle, const Model& to, std::span<const glm::vec3> positions) {
    if (from.grid == to.grid) {
        return positions[index_of(particle)];
    }
    const Along x = along(particle % from.grid[0], from.grid[0], to.grid[0]);
    const Along y = along(particle / from.grid[0], from.grid[1], to.grid[1]);
    const auto in_row = [&](int row) {
        const std::size_t at = index_of(row) * index_of(to.grid[0]) + index_of(x.first);
        return (1 - x.share) * positions[at] + x.share * positions[at + 1];
    };
    return (1 - y.share) * in_row(y.first) + y.share * in_row(y.first + 1);
}

PinChanges pins_in(const PinChanges& pins, const Model& own, const Model& other) {
    PinChanges changes;
    for (const Pin& pin : pins.pinned) {
        const int particle = same_place(own, pin.particle, other);
        const auto place = std::lower_bound(changes.pinned.begin(), changes.pinned.end(), particle,
                                            [](const Pin& one, int wanted) { return one.particle < wanted; });
        if (place == changes.pinned.end() || place->particle != particle) {
            changes.pinned.insert(place, {particle, pin.position});
        }
    }
    // Seen from the finer of the two meshes: a row of pins that is released here is released there, without gaps.
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
    for (const Pin& pin : scene.pinned) {
        if (same_place(own, pin.particle, other) == particle) {
            return pin.particle;
        }
    }
    return same_place(other, particle, own);
}

} // namespace xpbd::scenes
