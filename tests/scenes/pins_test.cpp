// Pins that the user sets, moves and removes: the model and the state after each.
#include "built.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace xpbd::scenes {
namespace {

using test::built;

SceneSpec small_cloth() {
    SceneSpec spec;
    spec.name = "cloth";
    spec.values["resolution"] = {4, 4, 0};
    return spec;
}

std::vector<int> fixed_ones(const Model& model) {
    std::vector<int> fixed;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        if (model.mass[i] == 0) {
            fixed.push_back(static_cast<int>(i));
        }
    }
    return fixed;
}

TEST(Pins, APinFixesAParticleAtItsPlaceAndTheRestShapeStays) {
    SceneSpec spec = small_cloth();
    const Model before = built(spec);
    const std::vector<int> corners = fixed_ones(before);
    pin(spec, 12, {1, 2, 3}, false);
    const Model model = built(spec);
    EXPECT_EQ(fixed_ones(model).size(), corners.size() + 1);
    EXPECT_EQ(model.mass[12], 0);
    EXPECT_EQ(model.rest_position, before.rest_position);
    State state = initial_state(model);
    place_pins(model, spec, state);
    EXPECT_EQ(state.particles.position[12], Vec4(1, 2, 3, 0));
}

TEST(Pins, FreeingAndPinningAreEachOthersInverse) {
    SceneSpec spec = small_cloth();
    const SceneSpec before = spec;
    pin(spec, 12, {1, 2, 3}, false);
    EXPECT_TRUE(differ_in_changes_only(spec, before));
    pin(spec, 12, {1, 2, 4}, true); // moved
    EXPECT_EQ(spec.changes.pinned.size(), 1u);
    EXPECT_TRUE(spec.changes.released.empty());
    unpin(spec, 12);
    EXPECT_EQ(spec, before);
    EXPECT_FALSE(differ_in_changes_only(spec, before));
}

TEST(Pins, APinOfTheSceneCanBeMovedAndTakenAway) {
    SceneSpec spec = small_cloth();
    const Model before = built(spec);
    const int corner = fixed_ones(before).front();
    pin(spec, corner, {0, 5, 0}, true);
    EXPECT_EQ(fixed_ones(built(spec)), fixed_ones(before));
    unpin(spec, corner);
    EXPECT_TRUE(spec.changes.pinned.empty());
    const Model model = built(spec);
    EXPECT_EQ(fixed_ones(model).size(), fixed_ones(before).size() - 1);
    // The freed corner takes at most the least mass of its neighbours. A grid's corner has a quarter of an inner mass.
    double least = 1e9;
    for (const auto& [a, b] : before.of_type<Distance>().particles) {
        for (const auto& [self, other] : {std::pair(a, b), {b, a}}) {
            if (self == corner && before.mass[index_of(other)] > 0) {
                least = std::min(least, before.mass[index_of(other)]);
            }
        }
    }
    EXPECT_EQ(model.mass[index_of(corner)], least);
}

TEST(Pins, AStateKeepsWhatNoPinChanges) {
    SceneSpec spec = small_cloth();
    const Model before = built(spec);
    const int corner = fixed_ones(before).front();
    State state = initial_state(before);
    state.particles.position[3] += Vec4(0.1, 0.2, 0.3, 0);
    state.particles.velocity[3] = {1, 2, 3};
    state.history_substep = 0.01;
    const State kept = state;
    place_pins(before, spec, state);
    EXPECT_EQ(state.particles.position, kept.particles.position);
    EXPECT_EQ(state.history_substep, 0.01) << "nothing changed";
    unpin(spec, corner);
    const Model model = built(spec);
    place_pins(model, spec, state);
    EXPECT_EQ(xyz(state.particles.position[index_of(corner)]), xyz(kept.particles.position[index_of(corner)]));
    EXPECT_EQ(state.particles.position[index_of(corner)].w, 1 / model.mass[index_of(corner)]);
    EXPECT_EQ(state.particles.position[3], kept.particles.position[3]);
    EXPECT_EQ(state.particles.velocity[3], kept.particles.velocity[3]);
    EXPECT_EQ(state.history_substep, 0);
    state.particles.position[index_of(corner)] += Vec4(0, -1, 0, 0); // the corner has fallen
    place_pins(before, small_cloth(), state);
    EXPECT_EQ(state.particles.position[index_of(corner)], kept.particles.position[index_of(corner)]) << "as before";
}

TEST(Pins, ANumberOfParticlesForgetsThemAndAMassDoesNot) {
    SceneSpec spec = small_cloth();
    pin(spec, 12, {1, 2, 3}, false);
    set_value(spec, "mass", {3, 0, 0});
    EXPECT_FALSE(spec.changes.empty());
    set_value(spec, "resolution", {4, 4, 0});
    EXPECT_FALSE(spec.changes.empty()) << "the same resolution";
    set_value(spec, "resolution", {5, 5, 0});
    EXPECT_TRUE(spec.changes.empty());
}

TEST(Pins, ARodThatIsFreedTakesItsFramesWithIt) {
    SceneSpec spec;
    spec.name = "twisted_rod";
    const Model before = built(spec);
    std::vector<bool> piece(before.particle_count(), false);
    for (const auto& segment : before.segments) {
        piece[index_of(segment[0])] = piece[index_of(segment[1])] = true;
    }
    for (const int particle : fixed_ones(before)) {
        if (piece[index_of(particle)]) {
            unpin(spec, particle);
        }
    }
    ASSERT_FALSE(spec.changes.released.empty());
    EXPECT_TRUE(fixed_ones(built(spec)).empty());
}

} // namespace
} // namespace xpbd::scenes
