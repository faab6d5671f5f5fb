// The measured period of motions that are computed from a formula and not simulated: the expected period is exact,
// and the only error comes from the straight line between two frames.
#include "lab/experiment/swing.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace xpbd::lab {
namespace {

constexpr double kPeriod = 1.37; // [s], no multiple of a frame
constexpr double kFrame = 1.0 / 60;
constexpr double kLength = 0.8; // from the fixed particle at rest [m]
const Vec3 kAnchor{0.3, 2, -0.1};
const Vec3 kDown{0, -9.81, 0};

/// A fixed particle, and a free one at that place beside it.
Model body(const Vec3& arm) {
    Model model;
    model.rest_position = {kAnchor, kAnchor + arm};
    model.mass = {0, 1};
    return model;
}

/// The state of a frame: where the free particle is, and how fast it moves away.
State at(std::int64_t frame, const Vec3& arm, const Vec3& velocity) {
    State state;
    state.step = frame;
    state.time = static_cast<double>(frame) * kFrame;
    state.particles.position = {Vec4(kAnchor, 0), Vec4(kAnchor + arm, 1)};
    state.particles.velocity = {Vec3(0), velocity};
    return state;
}

double angle_at(std::int64_t frame, double period = kPeriod) {
    return 2 * std::numbers::pi * static_cast<double>(frame) * kFrame / period;
}

/// A swing from side to side below the fixed particle; frame 0 has the greatest reach.
State from_side_to_side(std::int64_t frame) {
    const double reach = 0.4 * std::cos(angle_at(frame));
    return at(frame, {reach, -std::sqrt(kLength * kLength - reach * reach), 0}, Vec3(0));
}

/// An oscillation along a line through the fixed particle; frame 0 has the greatest reach.
State to_and_fro(std::int64_t frame, const Vec3& direction, double period = kPeriod) {
    const double turn = 2 * std::numbers::pi / period;
    return at(frame, (kLength + 0.2 * std::cos(angle_at(frame, period))) * direction,
              -0.2 * turn * std::sin(angle_at(frame, period)) * direction);
}

/// The least number of frames that cover `seconds`.
std::int64_t frames(double seconds) {
    return static_cast<std::int64_t>(std::ceil(seconds / kFrame));
}

// Bound of the error of a period. A sine is straight near its zero up to the third order: with the phase p of a frame
// [rad], linear interpolation between two frames finds the zero to within a phase of p^3/16.
constexpr double kChord = 1e-5; // [s]

TEST(Swing, FromSideToSideLastsFromRiseToRise) {
    Swing swing;
    const Model model = body({0.4, -std::sqrt(kLength * kLength - 0.16), 0});
    // The first rise through the middle is after three quarters of a period, the second one a period later.
    const std::int64_t second = frames(1.75 * kPeriod);
    for (std::int64_t frame = 0; frame < second; ++frame) {
        swing.add_frame(model, from_side_to_side(frame), kDown);
        ASSERT_TRUE(std::isnan(swing.period())) << "no full swing after frame " << frame;
    }
    swing.add_frame(model, from_side_to_side(second), kDown);
    EXPECT_NEAR(swing.period(), kPeriod, kChord);
}

TEST(Swing, ToAndFroLastsFromTurnToTurnWhereNothingPulls) {
    Swing swing;
    const Vec3 direction = glm::normalize(Vec3{1, -2, 2});
    const Model model = body(kLength * direction);
    // The particle turns outwards, where its speed rises through zero, after half a period and after one and a half.
    const std::int64_t second = frames(1.5 * kPeriod);
    for (std::int64_t frame = 0; frame < second; ++frame) {
        swing.add_frame(model, to_and_fro(frame, direction), Vec3(0));
        ASSERT_TRUE(std::isnan(swing.period())) << "no full swing after frame " << frame;
    }
    swing.add_frame(model, to_and_fro(second, direction), Vec3(0));
    EXPECT_NEAR(swing.period(), kPeriod, kChord);
}

TEST(Swing, ToAndFroUnderAFixedParticleIsASwingToo) {
    for (const double side : {-1.0, 1.0}) { // starts right below or right above
        Swing swing;
        const Vec3 direction{0, side, 0};
        const Model model = body(kLength * direction);
        for (std::int64_t frame = 0; frame <= frames(1.5 * kPeriod); ++frame) {
            swing.add_frame(model, to_and_fro(frame, direction), kDown);
        }
        EXPECT_NEAR(swing.period(), kPeriod, kChord) << side;
    }
}

TEST(Swing, TheLastOneCounts) {
    Swing swing;
    const Vec3 direction{1, 0, 0};
    const Model model = body(kLength * direction);
    // Two swings, then slower ones, whose phase starts at 0 in frame `change`.
    const std::int64_t change = 2 * frames(kPeriod);
    for (std::int64_t frame = 0; frame < change + frames(3 * kPeriod); ++frame) {
        const bool slower = frame >= change;
        const double period = slower ? 2 * kPeriod : static_cast<double>(frames(kPeriod)) * kFrame;
        State state = to_and_fro(slower ? frame - change : frame, direction, period);
        state.step = frame;
        state.time = static_cast<double>(frame) * kFrame;
        swing.add_frame(model, state, Vec3(0));
    }
    // The last full swing goes from turn to turn: half a quick period before the change, half a slow one after it.
    EXPECT_NEAR(swing.period(), 0.5 * static_cast<double>(frames(kPeriod)) * kFrame + kPeriod, kChord);
    for (std::int64_t frame = change + frames(3 * kPeriod); frame <= change + frames(3 * kPeriod) + 1; ++frame) {
        State state = to_and_fro(frame - change, direction, 2 * kPeriod);
        state.step = frame;
        state.time = static_cast<double>(frame) * kFrame;
        swing.add_frame(model, state, Vec3(0));
    }
    EXPECT_NEAR(swing.period(), 2 * kPeriod, kChord);
}

TEST(Swing, AFrameThatDoesNotFollowStartsAnew) {
    const Vec3 direction{1, 0, 0};
    const Model model = body(kLength * direction);
    const std::int64_t full = frames(1.5 * kPeriod);
    for (const std::int64_t next : {std::int64_t{0}, full, full + 2}) { // a restart, the same again, a gap
        Swing swing;
        for (std::int64_t frame = 0; frame <= full; ++frame) {
            swing.add_frame(model, to_and_fro(frame, direction), Vec3(0));
        }
        ASSERT_FALSE(std::isnan(swing.period()));
        swing.add_frame(model, to_and_fro(next, direction), Vec3(0));
        EXPECT_TRUE(std::isnan(swing.period())) << next;
        // A missing frame may hide a turn, so that the current swing has no known start. The next full swing counts.
        for (std::int64_t frame = next + 1; frame <= next + frames(2 * kPeriod); ++frame) {
            swing.add_frame(model, to_and_fro(frame, direction), Vec3(0));
        }
        EXPECT_NEAR(swing.period(), kPeriod, kChord) << next;
    }
}

TEST(Swing, IsThatOfOneFreeParticleAboutAFixedOne) {
    const Vec3 direction{1, 0, 0};
    Model two = body(kLength * direction);
    two.rest_position.push_back(kAnchor + 2.0 * kLength * direction);
    two.mass.push_back(1);
    Model loose = body(kLength * direction);
    loose.mass[0] = 1;
    Model held = body(kLength * direction);
    held.mass[1] = 0;
    for (const Model& model : {two, loose, held}) {
        Swing swing;
        for (std::int64_t frame = 0; frame <= frames(3 * kPeriod); ++frame) {
            State state = to_and_fro(frame, direction);
            state.particles.position.resize(model.mass.size(), Vec4(kAnchor, 1));
            state.particles.velocity.resize(model.mass.size(), Vec3(0));
            swing.add_frame(model, state, Vec3(0));
        }
        EXPECT_TRUE(std::isnan(swing.period())) << model.mass.size() << " particles";
    }
}

} // namespace
} // namespace xpbd::lab
