// Pins that are set and taken away while the panes run.
#include "lab/run/runner.h"

#include "fixtures.h"
#include "run/running.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace xpbd::lab {
namespace {

using test::runner_of;

constexpr int kMiddle = 40; ///< a particle of small_cloth() that hangs free

/// Position and inverse mass of the particle in every pane.
std::vector<Vec4> everywhere(const InlineRunner& runner, int particle) {
    std::vector<Vec4> places;
    for (const Pane& pane : runner.experiment().panes()) {
        places.push_back(pane.state.particles.position[index_of(particle)]);
    }
    return places;
}

TEST(RunnerPins, APinHoldsInAllPanesAndKeepsTheStateAndWhatIsRecorded) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(20);
    const Vec4 corner = everywhere(*runner, 0)[1];
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    EXPECT_EQ(runner->latest()->frame, 20);
    EXPECT_EQ(runner->latest()->first_frame, 0);
    EXPECT_EQ(everywhere(*runner, 0)[1], corner);
    runner->advance(10);
    for (const Vec4& place : everywhere(*runner, kMiddle)) {
        EXPECT_EQ(place, Vec4(0.5, 1, 0.25, 0));
    }
    runner->post(SetScene{session.scene}); // as undo does
    runner->advance(1);
    for (const Vec4& place : everywhere(*runner, kMiddle)) {
        EXPECT_NE(xyz(place), Vec3(0.5, 1, 0.25));
        EXPECT_GT(place.w, 0);
    }
}

TEST(RunnerPins, TheScenesOwnPinIsTakenAwayAndComesBack) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    const auto& mass = runner->experiment().model()->mass;
    const int corner = static_cast<int>(std::find(mass.begin(), mass.end(), 0.0) - mass.begin());
    const Vec4 place = everywhere(*runner, corner)[0];
    runner->advance(5);
    scenes::SceneSpec scene = session.scene;
    scenes::unpin(scene, corner);
    runner->post(SetScene{scene});
    runner->advance(20);
    EXPECT_LT(everywhere(*runner, corner)[0].y, place.y);
    runner->post(SetScene{session.scene});
    runner->advance(1);
    EXPECT_EQ(everywhere(*runner, corner)[0], place);
}

TEST(RunnerPins, LookingBackShowsThePinsOfThen) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(20);
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    runner->advance(10);
    runner->post(Seek{10});
    EXPECT_TRUE(runner->latest()->scene.changes.pinned.empty());
    EXPECT_NE(xyz(everywhere(*runner, kMiddle)[0]), Vec3(0.5, 1, 0.25));
    runner->post(Seek{25});
    EXPECT_EQ(runner->latest()->scene.changes.pinned.size(), 1u);
    EXPECT_EQ(everywhere(*runner, kMiddle)[0], Vec4(0.5, 1, 0.25, 0));
}

TEST(RunnerPins, PinsThatWereSetMovedAndTakenAwayOnTheWayGiveTheSameBitsAgain) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(7);
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, Vec3(glm::vec3(0.1, -0.4, 0.3)), false);
    runner->post(SetScene{scene});
    runner->advance(6);
    runner->post(SetHand{{{Grab{kMiddle, {0.2, -0.3, 0.3}}}, {}}}); // the pin is dragged
    runner->advance(4);
    scenes::pin(scene, kMiddle, {0.2, -0.3, 0.3}, true);
    runner->post(SetScene{scene});
    runner->post(SetHand{});
    runner->advance(5);
    const auto& mass = runner->experiment().model()->mass;
    scenes::unpin(scene, static_cast<int>(std::find(mass.begin(), mass.end(), 0.0) - mass.begin()));
    runner->post(SetScene{scene});
    runner->advance(9);
    const Session told = session_of(*runner->latest());
    EXPECT_EQ(told.past.size(), 4u);
    const Result<Session> read = parse_session(write_session(told), "again");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, told);
    const auto again = runner_of(*read);
    EXPECT_EQ(again->latest()->frame, 31);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
}

TEST(RunnerPins, APinTakenBackAtItsFrameLeavesTheStateAsItWas) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(20);
    const std::uint64_t before = runner->latest()->hash;
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    EXPECT_NE(runner->latest()->hash, before);
    runner->post(SetScene{session.scene}); // as undo does
    EXPECT_EQ(runner->latest()->hash, before);
    runner->post(StepFrames{-1});
    runner->post(StepFrames{1});
    EXPECT_EQ(runner->latest()->hash, before);
}

TEST(RunnerPins, PinsThatCannotBeLeaveThoseOfTheSameFrameAlone) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(20);
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    const std::uint64_t pinned = runner->latest()->hash;
    scenes::pin(scene, 999999, {0, 0, 0}, false);
    runner->post(SetScene{scene});
    EXPECT_EQ(runner->latest()->error_serial, 1u);
    EXPECT_EQ(runner->latest()->scene.changes.pinned.size(), 1u);
    EXPECT_EQ(runner->latest()->hash, pinned);
}

TEST(RunnerPins, SteppingBackToTheFrameOfAPinShowsItAsItWasSet) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(20);
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    const std::uint64_t pinned = runner->latest()->hash;
    runner->advance(2);
    const std::uint64_t later = runner->latest()->hash;
    runner->post(StepFrames{-3});
    runner->post(StepFrames{1});
    EXPECT_EQ(runner->latest()->frame, 20);
    EXPECT_EQ(runner->latest()->hash, pinned);
    runner->post(StepFrames{2});
    EXPECT_EQ(runner->latest()->hash, later);
    const auto again = runner_of(session_of(*runner->latest()));
    EXPECT_EQ(again->latest()->hash, later);
}

TEST(RunnerPins, APinBeforeTheFirstStepIsPartOfTheStart) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    const std::uint64_t pinned = runner->latest()->hash;
    runner->advance(3);
    runner->post(Seek{0});
    EXPECT_EQ(runner->latest()->hash, pinned);
    EXPECT_EQ(everywhere(*runner, kMiddle)[0], Vec4(0.5, 1, 0.25, 0));
}

TEST(RunnerPins, ASessionWithPinsGivesTheSameBitsAgain) {
    Session session = test::small_cloth();
    scenes::pin(session.scene, kMiddle, {0.1 + 0.2, 1.0 / 3, -0.25}, false);
    const std::vector<double> mass = scenes::build(session.scene)->mass;
    scenes::unpin(session.scene, static_cast<int>(std::find(mass.begin(), mass.end(), 0.0) - mass.begin()));
    const Result<Session> read = parse_session(write_session(session), "again");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, session);
    const auto one = runner_of(session), other = runner_of(*read);
    one->advance(30);
    other->advance(30);
    EXPECT_EQ(one->latest()->hash, other->latest()->hash);
    EXPECT_NE(one->latest()->hash, [&] {
        const auto without = runner_of(test::small_cloth());
        without->advance(30);
        return without->latest()->hash;
    }());
}

} // namespace
} // namespace xpbd::lab
