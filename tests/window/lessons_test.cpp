// Lessons through the panels: reached in few actions, predicted, measured, left.
#include "desk.h"

#include "core/model/method_traits.h"
#include "lab/lessons/lesson.h"
#include "window/lessons/lesson_chart.h"

#include <chrono>
#include <cmath>
#include <thread>

namespace xpbd::window {
namespace {

/// Opens a lesson through the menu: by two clicks, or by three
/// if it is in the menu of more lessons.
void open_from_menu(Desk& desk, const std::string& key) {
    desk.click("menu.Lessons");
    if (desk.state.ui_map.find("menu.lesson." + key) == nullptr) {
        desk.click("menu.more_lessons");
    }
    desk.click("menu.lesson." + key);
    desk.frame(2);
    ASSERT_TRUE(desk.state.lessons.open()) << key;
}

/// Runs frames until the answer is measured.
void wait_for_the_answer(Desk& desk) {
    while (desk.state.lessons.running()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        desk.frame();
    }
    desk.frame(2);
}

TEST(LessonPanel, AsksMeasuresAndGoesOn) {
    Desk desk(small_session());
    open_from_menu(desk, "compliance");
    EXPECT_EQ(desk.settings(0).stretch_compliance, 0.005);
    desk.click("lesson.choice.2");
    EXPECT_EQ(desk.settings(0).stretch_compliance, 0.05); // in the panes, live
    EXPECT_EQ(desk.snapshot().panes[0].settings.stretch_compliance, 0.05);
    wait_for_the_answer(desk);
    ASSERT_TRUE(desk.state.lessons.job);
    EXPECT_TRUE(desk.state.lessons.job->replay().done());
    for (const lab::CheckedClaim& claim : desk.state.lessons.job->replay().check()) {
        EXPECT_TRUE(claim.holds);
    }
    desk.click("lesson.next");
    EXPECT_EQ(desk.state.lessons.step, 1u);
    EXPECT_FALSE(desk.state.lessons.answered);
}

std::vector<std::string> lesson_keys() {
    std::vector<std::string> keys;
    for (const lab::LessonFile& file : lab::lesson_files()) {
        keys.push_back(file.key);
    }
    return keys;
}

class LessonAnswers : public testing::TestWithParam<std::string> {};

/// Answers every question of a lesson: the panes run to the measured time, stop there, and their readouts show the
/// values of the answer.
TEST_P(LessonAnswers, AreWhatThePanesShow) {
    Desk desk(small_session(), {1280, 1600});
    ASSERT_TRUE(open_lesson(desk.state, GetParam()));
    const LessonState& lessons = desk.state.lessons;
    if (GetParam() == "fabric" || GetParam() == "lattice") {
        // Their panes take many seconds of computing. That they show the answer does not depend on when it is measured;
        // Lessons.ClaimWhatIsMeasuredAndDrawTheirCurvesOnAnAxisThatShowsThem runs them to the end.
        for (lab::LessonStep& step : desk.state.lessons.lesson->steps) {
            step.seconds *= 0.25;
        }
    }
    for (std::size_t step = 0; step < lessons.lesson->steps.size(); ++step) {
        const std::string what = GetParam() + ", question " + std::to_string(step + 1);
        begin_step(desk.state, step);
        desk.frame(2);
        desk.runner().advance(5); // so that the body moves at the time of the change
        desk.state.lessons.picked = 0;
        desk.state.lessons.drawn.assign(lessons.drawn.size(), 1.0);
        answer_step(desk.state);
        desk.frame(2);
        const auto frames = static_cast<int>(lessons.current().measured_frame(desk.snapshot().world.dt));
        desk.runner().advance(frames + 3); // the window gets the state some frames late
        desk.frame(3);
        EXPECT_FALSE(desk.snapshot().playing) << what;
        EXPECT_EQ(desk.snapshot().frame, frames) << what;
        const auto measured_in = [&](int pane) { // after the change
            return lessons.job->replay().value({lab::LessonValue::When::after, pane, lessons.current().quantity});
        };
        const auto panes = static_cast<int>(desk.snapshot().panes.size());
        if (lessons.current().curve) { // the curve has many values, which this test does not need
            for (int pane = 0; pane < panes; ++pane) {
                while (lessons.running() && !measured_in(pane)) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                }
            }
            desk.state.lessons.job->cancel();
        }
        wait_for_the_answer(desk);
        const lab::LessonQuantity& asked =
            lab::lesson_quantities()[static_cast<std::size_t>(lessons.current().quantity)];
        for (int pane = 0; pane < panes; ++pane) {
            const auto measured = measured_in(pane);
            ASSERT_TRUE(measured) << what;
            const UiMap& map = desk.state.ui_map;
            const std::string shown = map.value_of("readout_" + pane_label(pane) + "." + std::string(asked.key));
            EXPECT_EQ(shown, lesson_number(asked, *measured)) << what << ", pane " << pane_label(pane);
            if (!lessons.current().curve) {
                const bool changes = !lessons.current().change.empty();
                EXPECT_EQ(shown, map.value_of("lesson.bar." + pane_label(pane) + (changes ? " after" : ""))) << what;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shipped, LessonAnswers, testing::ValuesIn(lesson_keys()),
                         [](const auto& each) { return each.param; });

TEST(LessonPanel, NoStiffnessIsReadFromMultipliersThatAreForgotten) {
    Desk desk(small_session(), {1280, 1600});
    ASSERT_TRUE(open_lesson(desk.state, "iterations"));
    begin_step(desk.state, 2);
    desk.frame(2);
    desk.runner().advance(100);
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.value_of("readout_B.effective_stiffness"), "- not measured");
    EXPECT_NE(desk.state.ui_map.value_of("readout_A.effective_stiffness"), "- not measured");
    EXPECT_FALSE(desk.snapshot().panes[1].measure.effective_stiffness);
    EXPECT_NE(no_forces_reason(desk.settings(1)), "");
}

TEST(LessonPanel, HoldsThePanesOnceAndLetsThemGoOn) {
    Desk desk(small_session());
    open_from_menu(desk, "compliance");
    desk.click("lesson.choice.2");
    desk.runner().advance(2000);
    desk.frame(3);
    ASSERT_TRUE(desk.state.lessons.held);
    const std::int64_t frame = desk.snapshot().frame;
    EXPECT_TRUE(desk.press({' '}));
    desk.runner().advance(10);
    desk.frame(3);
    EXPECT_TRUE(desk.snapshot().playing);
    EXPECT_GT(desk.snapshot().frame, frame);
}

TEST(LessonPanel, EveryLessonIsReachedInTwoClicks) {
    Desk desk(small_session());
    const std::vector<LessonEntry> all = lesson_list(desk.state);
    ASSERT_GE(all.size(), 10u);
    for (const LessonEntry& entry : all) {
        open_from_menu(desk, entry.key);
        EXPECT_EQ(desk.state.lessons.lesson->key, entry.key);
        EXPECT_TRUE(desk.state.toasts.empty()) << desk.state.toasts.front().text;
    }
}

TEST(LessonPanel, TakesACurveThatTheMouseDraws) {
    Desk desk(small_session());
    open_from_menu(desk, "compliance");
    desk.click("lesson.on");
    ASSERT_TRUE(desk.state.lessons.current().drawn());
    desk.click("lesson.measure"); // nothing is drawn yet
    EXPECT_FALSE(desk.state.lessons.answered);
    desk.drag("lesson.chart", 0.02f, 0.98f); // a level curve at half height, from end to end
    const LessonState& lessons = desk.state.lessons;
    const double middle = 0.5 * (lessons.current().curve->low + lessons.current().curve->high);
    for (const double value : lessons.drawn) {
        EXPECT_NEAR(value, middle, 0.02 * middle);
    }
    desk.click("lesson.measure");
    EXPECT_TRUE(lessons.answered);
    wait_for_the_answer(desk);
    EXPECT_NEAR(*lessons.job->replay().curve_value(4, 0), 0.1 * 9.81, 2e-3); // alpha m g
}

TEST(LessonPanel, LetsTheUserExploreAndComeBack) {
    Desk desk(small_session());
    open_from_menu(desk, "compliance");
    EXPECT_EQ(desk.state.ui_map.find("lesson.return"), nullptr);
    desk.settings(0).iterations = 77;
    desk.frame(2);
    desk.click("lesson.return");
    EXPECT_EQ(desk.settings(0).iterations, 20);
    EXPECT_EQ(desk.state.ui_map.find("lesson.return"), nullptr);
}

TEST(LessonPanel, LeavingBringsBackWhatWasOpenBefore) {
    Desk desk(small_session());
    desk.settings(1).iterations = 33;
    desk.settle();
    const Document before = desk.state.document;
    open_from_menu(desk, "lambda");
    desk.click("lesson.choice.0");
    desk.click("lesson.leave");
    EXPECT_FALSE(desk.state.lessons.open());
    EXPECT_EQ(desk.state.document, before);
    EXPECT_EQ(desk.snapshot().panes[1].settings.iterations, 33);
    EXPECT_NE(desk.state.ui_map.find("drawer.Plots"), nullptr);
    EXPECT_TRUE(desk.press({'Z', true})); // the history from before the lesson is back
    EXPECT_NE(desk.settings(1).iterations, 33);
}

TEST(LessonPanel, AFileWithAFaultChangesNothing) {
    Desk desk(small_session());
    const Document before = desk.state.document;
    EXPECT_FALSE(open_lesson(desk.state, "compliancy"));
    desk.frame(2);
    EXPECT_EQ(desk.state.document, before);
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_NE(desk.state.toasts.back().text.find("compliance"), std::string::npos);
}

} // namespace
} // namespace xpbd::window
