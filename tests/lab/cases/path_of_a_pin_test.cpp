// A pin that follows a path: a session's `past` with `grabs`.
#include "case.h"
#include "lab/history/edit_log.h"

namespace xpbd::lab {
namespace {

TEST(PathOfAPin, TheExampleOfTheDocumentLeadsTheParticleAlongIt) {
    const std::string document = test::slurp(test::source_folder() + "/src/scenes/CUSTOM.md");
    const std::size_t begin = document.find("```json\n", document.find("<!-- past -->")) + 8;
    const Result<Session> session =
        parse_session(document.substr(begin, document.find("```", begin) - begin), "CUSTOM.md");
    ASSERT_TRUE(session) << session.error().message;
    Experiment experiment = test::started(at_start(*session));
    const EditLog log(*session);
    LogFollower follower;
    ASSERT_TRUE(follower.follow(log, experiment));
    while (experiment.frame() < session->frame) {
        experiment.step();
        const std::int64_t frame = experiment.frame();
        for (const Past& past : session->past) {
            if (frame <= past.until) {
                const Vec3 at = xyz(experiment.panes()[0].state.particles.position[0]);
                EXPECT_NEAR(glm::length(at - past.hand.grabs.front().target), 0, 1e-9) << frame;
                break;
            }
        }
        ASSERT_TRUE(follower.follow(log, experiment));
    }
}

} // namespace
} // namespace xpbd::lab
