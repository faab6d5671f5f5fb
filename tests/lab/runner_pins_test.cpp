// Pins that are set and taken away while the panes run.
#include "lab/run/runner.h"

#include "fixtures.h"
#include "scenes/pins/pins.h"

#include <algorithm>
#include <memory>

namespace xpbd::lab {
namespace {

constexpr int kMiddle = 40; ///< a particle of small_cloth() that hangs free

std::unique_ptr<InlineRunner> runner_of(const Session& session) {
    auto runner = InlineRunner::create(session);
    EXPECT_TRUE(runner) << runner.error().message;
    return std::move(*runner);
}

/// The particle as every pane has it.
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

TEST(RunnerPins, FromAnEarlierFrameOnThePresentPinsHold) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(20);
    scenes::SceneSpec scene = session.scene;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    runner->post(Seek{10});
    EXPECT_NE(xyz(everywhere(*runner, kMiddle)[0]), Vec3(0.5, 1, 0.25)) << "what was recorded shows as it was";
    runner->advance(1);
    EXPECT_EQ(xyz(everywhere(*runner, kMiddle)[0]), Vec3(0.5, 1, 0.25));
}

TEST(RunnerPins, ASessionWithPinsGivesTheSameBitsAgain) {
    Session session = test::small_cloth();
    scenes::pin(session.scene, kMiddle, {0.1 + 0.2, 1.0 / 3, -0.25}, false);
    const auto& mass = scenes::build(session.scene)->mass;
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
