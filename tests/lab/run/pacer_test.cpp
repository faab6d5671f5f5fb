#include "lab/run/pacer.h"
#include "lab/run/speed_meter.h"

#include <gtest/gtest.h>

namespace xpbd::lab {
namespace {

constexpr double kCheap = 1e-6;        // [s]
constexpr double kBudget = 1.0 / 60;   // [s]
constexpr double kTimestep = 1.0 / 60; // [s]

TEST(Pacer, TakesAsManyFramesAsWallTimeCallsFor) {
    Pacer pacer;
    int taken = 0;
    for (int i = 0; i < 600; ++i) {
        taken += pacer.frames(1.0 / 144, 1, kTimestep, kCheap, kBudget); // a screen of another rate
    }
    EXPECT_EQ(taken, 600 * 60 / 144);
    EXPECT_EQ(pacer.dropped(), 0);
}

TEST(Pacer, KeepsPaceAtEverySpeedAndTimestep) {
    for (const double speed : {0.1, 1.0, 4.0}) {
        for (const double dt : {1e-3, 1.0 / 60, 0.1}) {
            Pacer pacer;
            double simulated = 0;
            for (int i = 0; i < 1200; ++i) {
                simulated += dt * pacer.frames(1.0 / 120, speed, dt, kCheap, kBudget);
            }
            EXPECT_NEAR(simulated, 10 * speed, dt) << speed << " " << dt;
        }
    }
}

TEST(Pacer, AHiccupIsMadeGoodALongerDelayIsDroppedAndCounted) {
    Pacer pacer;
    const double cost = kBudget / 3;
    // 0.1 s behind: six frames are due, and three fit into the budget of one call. Each later call adds one due frame.
    EXPECT_EQ(pacer.frames(6 * kTimestep, 1, kTimestep, cost, kBudget), 3);
    EXPECT_EQ(pacer.wait(1, kTimestep), 0);
    EXPECT_EQ(pacer.frames(kTimestep, 1, kTimestep, cost, kBudget), 3);
    EXPECT_EQ(pacer.frames(kTimestep, 1, kTimestep, cost, kBudget), 2);
    EXPECT_EQ(pacer.frames(kTimestep, 1, kTimestep, cost, kBudget), 1);
    EXPECT_EQ(pacer.dropped(), 0);
    // A second behind: 60 frames are due, and three fit. Of the other 57 at most 9 stay due, the rest is dropped.
    for (int i = 0; i < 5; ++i) {
        const double before = pacer.dropped();
        EXPECT_EQ(pacer.frames(1.0, 1, kTimestep, cost, kBudget), 3);
        EXPECT_NEAR(pacer.dropped() - before, (i == 0 ? 48 : 57) * kTimestep, 1e-9);
    }
    int late = 0;
    for (int i = 0; i < 20; ++i) {
        late += pacer.frames(kTimestep, 1, kTimestep, cost, kBudget) - 1;
    }
    EXPECT_EQ(late, 9);
}

TEST(Pacer, AFrameDearerThanTheBudgetStillComes) {
    Pacer pacer;
    EXPECT_EQ(pacer.frames(0.3, 1, kTimestep, 0.3, kBudget), 1);
}

TEST(Pacer, NothingIsDueBeforeATimestepHasPassed) {
    Pacer pacer;
    EXPECT_EQ(pacer.frames(0.01, 1, 0.1, 0, kBudget), 0);
    EXPECT_NEAR(pacer.wait(1, 0.1), 0.09, 1e-12);
    EXPECT_NEAR(pacer.wait(0.5, 0.1), 0.18, 1e-12);
    EXPECT_EQ(pacer.frames(0.09, 1, 0.1, 0, kBudget), 1);
}

TEST(Pacer, ImpossibleArgumentsTakeNoFrame) {
    Pacer pacer;
    EXPECT_EQ(pacer.frames(-1, 1, kTimestep, 0, kBudget), 0);
    EXPECT_EQ(pacer.frames(1, 0, kTimestep, 0, kBudget), 0);
    EXPECT_EQ(pacer.frames(1, 1, 0, 0, kBudget), 0);
}

TEST(Pacer, ResetForgetsDebtAndDrops) {
    Pacer pacer;
    EXPECT_EQ(pacer.frames(1.0, 1, kTimestep, kBudget, kBudget), 1);
    EXPECT_GT(pacer.dropped(), 0);
    EXPECT_EQ(pacer.wait(1, kTimestep), 0);
    pacer.reset();
    EXPECT_EQ(pacer.dropped(), 0);
    EXPECT_EQ(pacer.frames(0.9 * kTimestep, 1, kTimestep, 0, kBudget), 0);
}

TEST(SpeedMeter, KnowsNothingBeforeTwoEntries) {
    SpeedMeter meter;
    EXPECT_FALSE(meter.value());
    meter.add(10, 0);
    EXPECT_FALSE(meter.value());
}

TEST(SpeedMeter, LongTimestepsDoNotLookUneven) {
    SpeedMeter meter;
    meter.add(0, 0);
    for (int i = 1; i <= 50; ++i) {
        meter.add(0.1 * i, 0.1);
        EXPECT_NEAR(*meter.value(), 1, 1e-9) << i;
    }
}

TEST(SpeedMeter, SeesAChangeWithinHalfASecond) {
    SpeedMeter meter;
    double now = 0;
    meter.add(now, 0);
    for (int i = 0; i < 100; ++i) {
        meter.add(now += 0.01, 0.01);
    }
    for (int i = 0; i < 50; ++i) {
        meter.add(now += 0.01, 0.005);
    }
    EXPECT_NEAR(*meter.value(), 0.5, 0.02);
}

TEST(SpeedMeter, AFrameSlowerThanTheWindowIsStillMeasured) {
    SpeedMeter meter;
    meter.add(0, 0);
    meter.add(3, 0.1);
    meter.add(6, 0.1);
    EXPECT_NEAR(*meter.value(), 0.1 / 3, 1e-12);
    meter.reset();
    EXPECT_FALSE(meter.value());
}

} // namespace
} // namespace xpbd::lab
