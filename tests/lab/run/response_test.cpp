// Amplitude and phase of a body relative to its drive.
#include "lab/experiment/response.h"

#include "lab/experiment/swing.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace xpbd::lab {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kAmplitude = 0.02; // of the drive [m]
constexpr double kPhase = 0.7;      // of the drive [rad]

/// Two free particles, and a pin that swings along (3, 4, 0)/5.
Model driven(double frequency) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    model.mass = {0, 1, 3};
    model.drives.push_back({"lamp", {}, {}, SwingMotion{.shift = {1, 0, 0}}}); // moves nothing
    model.drives.push_back({"pin", {}, {0}, SwingMotion{kAmplitude * Vec3(0.6, 0.8, 0), {}, {}, frequency, kPhase}});
    EXPECT_TRUE(finalise(model));
    return model;
}

/// The state at `frame`, in which the centre of mass answers with a gain and a lag [rad].
State answering(const Model& model, std::int64_t frame, double dt, double gain, double lag) {
    State state = initial_state(model);
    state.step = frame;
    state.time = dt * static_cast<double>(frame);
    const auto& swing = std::get<SwingMotion>(model.drives[1].motion);
    const double phase = 2 * kPi * swing.frequency * state.time + swing.phase;
    const Vec3 way = gain * std::sin(phase - lag) * swing.shift + Vec3(0, 0, 5 * state.time);
    state.particles.position[1] += Vec4(3.0 * way + Vec3(7, 0, 0), 0); // a quarter of the mass
    state.particles.position[2] += Vec4(1.0 / 3 * way, 0);
    return state;
}

TEST(Response, OfAHarmonicMotionIsExactForAnyFramesPerPeriod) {
    for (const double frames : {4.2, 7.3, 60.0, 211.7}) {
        const double dt = 1.0 / 120;
        const Model model = driven(1 / (frames * dt));
        for (const double lag : {-80.0, 0.0, 90.0, 179.0, 260.0}) {
            Response response;
            for (int i = 0; i < 3 * frames; ++i) {
                response.add_frame(model, answering(model, i, dt, 3, lag * kPi / 180));
            }
            EXPECT_NEAR(response.answer().gain, 3, 1e-9) << frames;
            EXPECT_NEAR(response.answer().lag, lag, 1e-7) << frames;
        }
    }
}

TEST(Response, IsThatOfTheLastFullPeriod) {
    const Model model = driven(1);
    const double dt = 0.01;
    Swing swing;
    const auto add = [&](std::int64_t from, std::int64_t to, double gain) {
        for (std::int64_t i = from; i < to; ++i) {
            swing.add_frame(model, answering(model, i, dt, gain, 1), Vec3(0));
        }
    };
    add(0, 100, 2);
    EXPECT_TRUE(std::isnan(swing.measured().gain)) << "no full period";
    EXPECT_TRUE(std::isnan(swing.measured().phase_lag));
    add(100, 102, 2);
    EXPECT_NEAR(swing.measured().gain, 2, 1e-9);
    add(102, 303, 5);
    EXPECT_NEAR(swing.measured().gain, 5, 1e-9);
    add(302, 303, 5);
    EXPECT_NEAR(swing.measured().gain, 5, 1e-9) << "the same frame again";
    add(150, 151, 7);
    EXPECT_NEAR(swing.measured().gain, 2, 1e-9) << "the last full period of that frame";
    add(151, 250, 7);
    EXPECT_NEAR(swing.measured().gain, 2, 1e-9) << "a period begins with the jump";
    add(250, 252, 7);
    EXPECT_NEAR(swing.measured().gain, 7, 1e-9);
    add(17, 18, 5);
    EXPECT_TRUE(std::isnan(swing.measured().gain)) << "no full period before";
    add(18, 119, 5);
    EXPECT_NEAR(swing.measured().gain, 5, 1e-9);
    add(130, 131, 5);
    EXPECT_TRUE(std::isnan(swing.measured().gain)) << "frames are missing";
}

TEST(Response, IsBlankWithoutADriveThatSwingsAndWithTooFewFrames) {
    Response few;
    const Model fast = driven(40);
    Response none;
    Model turning = driven(1);
    turning.drives[1].motion = SwingMotion{.turn = {1, 0, 0}};
    for (int i = 0; i < 300; ++i) {
        few.add_frame(fast, answering(fast, i, 0.01, 1, 0)); // 2.5 frames per period
        none.add_frame(turning, answering(fast, i, 0.01, 1, 0));
    }
    EXPECT_TRUE(std::isnan(few.answer().gain));
    EXPECT_TRUE(std::isnan(none.answer().gain));
}

} // namespace
} // namespace xpbd::lab
