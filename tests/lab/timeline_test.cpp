#include "lab/timeline.h"

#include <gtest/gtest.h>

namespace xpbd::lab {
namespace {

/// States that tell their frame, of a known order of size.
std::vector<State> states_of(std::int64_t frame, std::size_t particles = 100) {
    State state;
    state.particles.position.resize(particles);
    state.particles.velocity.resize(particles);
    state.step = frame;
    return {state, state};
}

TEST(Timeline, FindsEveryRecordedFrameAndNoOther) {
    Timeline timeline(std::size_t{1} << 20);
    EXPECT_TRUE(timeline.empty());
    EXPECT_EQ(timeline.find(0), nullptr);
    for (std::int64_t frame = 3; frame < 10; ++frame) {
        timeline.record(frame, states_of(frame));
    }
    EXPECT_EQ(timeline.first_frame(), 3);
    EXPECT_EQ(timeline.last_frame(), 9);
    EXPECT_EQ(timeline.find(2), nullptr);
    EXPECT_EQ(timeline.find(10), nullptr);
    for (std::int64_t frame = 3; frame < 10; ++frame) {
        ASSERT_NE(timeline.find(frame), nullptr);
        EXPECT_EQ(timeline.find(frame)->front().step, frame);
    }
}

TEST(Timeline, NeverHoldsMoreThanItsLimitAndDropsTheOldestFirst) {
    Timeline one(std::size_t{1} << 30);
    one.record(0, states_of(0));
    const std::size_t entry = one.bytes();
    EXPECT_GE(entry, 2 * 100 * (sizeof(Vec4) + sizeof(Vec3)));

    Timeline timeline(5 * entry + entry / 2);
    for (std::int64_t frame = 0; frame < 1000; ++frame) {
        timeline.record(frame, states_of(frame));
        EXPECT_LE(timeline.bytes(), 5 * entry + entry / 2);
    }
    EXPECT_EQ(timeline.last_frame(), 999);
    EXPECT_EQ(timeline.first_frame(), 995);
}

TEST(Timeline, KeepsTheNewestFrameEvenBeyondItsLimit) {
    Timeline timeline(10);
    timeline.record(0, states_of(0));
    timeline.record(1, states_of(1));
    EXPECT_EQ(timeline.first_frame(), 1);
    EXPECT_EQ(timeline.last_frame(), 1);
}

TEST(Timeline, RecordingAnEarlierFrameForgetsTheFutureOfIt) {
    Timeline timeline(std::size_t{1} << 20);
    for (std::int64_t frame = 0; frame < 10; ++frame) {
        timeline.record(frame, states_of(frame));
    }
    timeline.record(4, states_of(4));
    EXPECT_EQ(timeline.first_frame(), 0);
    EXPECT_EQ(timeline.last_frame(), 4);
    Timeline fresh(std::size_t{1} << 20);
    for (std::int64_t frame = 0; frame < 5; ++frame) {
        fresh.record(frame, states_of(frame));
    }
    EXPECT_EQ(timeline.bytes(), fresh.bytes());
}

TEST(Timeline, AFrameThatDoesNotFollowStartsAnew) {
    Timeline timeline(std::size_t{1} << 20);
    timeline.record(0, states_of(0));
    timeline.record(7, states_of(7));
    EXPECT_EQ(timeline.first_frame(), 7);
    timeline.clear();
    EXPECT_TRUE(timeline.empty());
    EXPECT_EQ(timeline.bytes(), 0u);
}

} // namespace
} // namespace xpbd::lab
