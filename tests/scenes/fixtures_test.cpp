// Fixtures: a scene draws them where its body is fixed, and they do not change the body's motion.
#include "built.h"
#include "core/methods.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace xpbd::scenes {
namespace {

using test::built;
using test::scene_of;

/// The signed distance of a point from the nearest fixture [m].
double gap_to_fixtures(const Model& model, const Vec3& point) {
    double least = 1e9;
    for (const Fixture& fixture : model.presentation.fixtures) {
        least = std::min(least, gap_to(fixture.shape, point).distance);
    }
    return least;
}

void expect_fixtures_hold_what_is_fixed(const Model& model, const std::string& what) {
    ASSERT_FALSE(model.presentation.fixtures.empty()) << what;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const double gap = gap_to_fixtures(model, model.rest_position[i]);
        if (model.mass[i] == 0) {
            EXPECT_LT(gap, 1e-12) << what << ", particle " << i;
        } else {
            EXPECT_GT(gap, 0) << what << ", particle " << i;
        }
    }
}

TEST(Fixtures, HoldTheFixedParticlesAndNoOthersAtAnySizeAndResolution) {
    expect_fixtures_hold_what_is_fixed(built(scene_of("flag")), "flag");
    expect_fixtures_hold_what_is_fixed(built(scene_of("flag", {{"size", "6,1"}, {"resolution", "90,20"}})),
                                       "long flag");
    expect_fixtures_hold_what_is_fixed(built(scene_of("canvas")), "canvas");
    expect_fixtures_hold_what_is_fixed(built(scene_of("canvas", {{"size", "1,5"}, {"resolution", "30,9"}})),
                                       "long canvas");
    expect_fixtures_hold_what_is_fixed(built(scene_of("canvas", {{"gather", "0"}, {"tilt", "0"}})), "flat canvas");
    expect_fixtures_hold_what_is_fixed(built(scene_of("cantilever")), "cantilever");
    expect_fixtures_hold_what_is_fixed(built(scene_of("cantilever", {{"segments", "1"}})), "cantilever of one piece");
    expect_fixtures_hold_what_is_fixed(built(scene_of("cantilever", {{"length", "20"}})), "long cantilever");
    expect_fixtures_hold_what_is_fixed(built(scene_of("net")), "net");
    expect_fixtures_hold_what_is_fixed(built(scene_of("net", {{"size", "1,5"}, {"resolution", "4,30"}})), "long net");
    expect_fixtures_hold_what_is_fixed(built(scene_of("oscillator")), "oscillator");
    expect_fixtures_hold_what_is_fixed(built(scene_of("oscillator", {{"start", "0.05"}})), "short oscillator");
    expect_fixtures_hold_what_is_fixed(built(scene_of("pendulum", {{"length", "7"}})), "long pendulum");
}

TEST(Fixtures, TheFlagsPoleEndsAboveTheHoistAndStandsBelowIt) {
    const Model model = built(scene_of("flag"));
    ASSERT_EQ(model.presentation.fixtures.size(), 1u);
    EXPECT_TRUE(model.presentation.fixtures[0].stands);
    const auto& pole = std::get<Capsule>(model.presentation.fixtures[0].shape);
    for (const Vec3& p : model.rest_position) {
        EXPECT_GT(pole.a.y, p.y);
        EXPECT_LT(pole.b.y, p.y);
    }
}

TEST(Fixtures, TheInclinesBoardIsItsSlopeFromBehindTheSheetDownToTheGround) {
    for (const char* angle : {"5", "30", "80"}) {
        const Model model = built(scene_of("incline", {{"angle", angle}}));
        ASSERT_EQ(model.colliders.size(), 2u);
        const auto& slope = std::get<Plane>(model.colliders[0].shape);
        const auto& ground = std::get<Plane>(model.colliders[1].shape);
        EXPECT_FALSE(model.colliders[0].drawn);
        EXPECT_TRUE(model.colliders[1].drawn);
        EXPECT_EQ(ground.normal, Vec3(0, 1, 0));
        const Fixture& fixture = model.presentation.fixtures.at(0);
        const auto& board = std::get<Box>(fixture.shape);
        const auto upper = [&](double x) { return board.center + board.rotation * (Vec3(x, 1, 0) * board.half); };
        EXPECT_NEAR(gap_to(slope, upper(-1)).distance, 0, 1e-12) << angle;
        EXPECT_NEAR(gap_to(slope, upper(1)).distance, 0, 1e-12) << angle;
        EXPECT_NEAR(gap_to(ground, upper(1)).distance, 0, 1e-12) << angle;
        for (const Vec3& p : model.rest_position) {
            EXPECT_LT(p.y, upper(-1).y + model.contact_distance);
            EXPECT_NEAR(gap_to(board, p).distance, model.contact_distance, 1e-12) << "it lies on the board";
        }
    }
}

TEST(Fixtures, ALevelInclineIsTheGroundItself) {
    const Model model = built(scene_of("incline", {{"angle", "0"}}));
    EXPECT_TRUE(model.presentation.fixtures.empty());
    ASSERT_EQ(model.colliders.size(), 1u);
    EXPECT_TRUE(model.colliders[0].drawn);
}

TEST(Fixtures, ChangeNothingOfWhatTheBodyDoes) {
    Model bare = built(scene_of("net", {{"resolution", "5,5"}}));
    const Model whole = bare;
    bare.presentation.fixtures.clear();
    const Settings settings;
    std::array<std::vector<Vec4>, 2> ends;
    for (const Model* model : {&whole, static_cast<const Model*>(&bare)}) {
        State state = initial_state(*model);
        const auto solver = make_solver(settings);
        for (int frame = 0; frame < 20; ++frame) {
            solver->step(*model, state, control_of(World{}), settings, World{}.dt);
        }
        ends[model == &bare ? 1 : 0] = state.particles.position;
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_LT(ends[0][12].y, -1e-4) << "the load sinks";
}

} // namespace
} // namespace xpbd::scenes
