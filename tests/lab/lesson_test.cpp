// Every lesson that comes with the program is run without a window, and each of its claims is compared with the
// measured values. A faulty lesson file is refused, and the message names the place of the fault.
#include "fixtures.h"
#include "lab/lessons/replay.h"
#include "lab/threads/worker_pool.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <thread>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = test::source_folder() + "/assets/lessons";

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The axis on which the user draws a prediction must contain the measured curve, or it would be invisible.
void expect_on_the_axis(const StepReplay& replay, std::size_t point) {
    const LessonStep& step = replay.step();
    const double factor = lesson_quantities()[static_cast<std::size_t>(step.quantity)].factor;
    const std::optional<double> value = replay.curve_value(point, step.curve->pane);
    ASSERT_TRUE(value);
    EXPECT_GE(*value * factor, step.curve->low) << "value " << point;
    EXPECT_LE(*value * factor, step.curve->high) << "value " << point;
}

class Lessons : public testing::TestWithParam<std::string> {};

TEST_P(Lessons, ClaimWhatIsMeasuredAndDrawTheirCurvesOnAnAxisThatShowsThem) {
    const Result<Lesson> lesson = load_lesson(kFolder + "/" + GetParam() + ".json");
    ASSERT_TRUE(lesson) << lesson.error().message;
    WorkerPool pool(static_cast<int>(std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
        Result<std::unique_ptr<StepReplay>> created = StepReplay::create(*lesson, i);
        ASSERT_TRUE(created) << created.error().message;
        StepReplay& replay = **created;
        pool.run(replay.job_count(), [&](std::size_t job) { replay.run(job); });
        ASSERT_TRUE(replay.done());
        const std::vector<CheckedClaim> checked = replay.check();
        ASSERT_EQ(checked.size(), lesson->steps[i].claims.size());
        for (std::size_t c = 0; c < checked.size(); ++c) {
            const LessonClaim& claim = lesson->steps[i].claims[c];
            EXPECT_TRUE(checked[c].holds) << "steps[" << i << "].claims[" << c << "]: " << claim.text << " is "
                                          << checked[c].value << ", claimed: " << claim.wanted();
        }
        for (std::size_t point = 0; lesson->steps[i].curve && point < lesson->steps[i].curve->values.size(); ++point) {
            SCOPED_TRACE("steps[" + std::to_string(i) + "]");
            expect_on_the_axis(replay, point);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shipped, Lessons, testing::ValuesIn(shipped()), [](const auto& each) { return each.param; });

TEST(LessonFiles, TellTheWholeStory) {
    EXPECT_GE(shipped().size(), 10u);
}

const std::string kGood = R"({"format": "xpbd-lab-lesson", "version": 1, "title": "T", "about": "A.",
"session": {"scene": {"name": "rope_tip", "segments": 1, "length": 1, "tip_mass": 1, "angle": 0}, "panes": [
  {"method": "xpbd", "stretch_compliance": 0.01, "velocity_damping": 2}]},
"steps": [{"question": "Q?", "start": ["a.iterations=5"], "change": ["a.iterations=10"], "seconds": 8,
  "measure": "sag", "choices": ["yes", "no"], "answer": "no",
  "curve": {"vary": "stretch_compliance", "values": [0.01, 0.02, 0.04], "axis": [0, 1]},
  "why": "W.", "claims": [{"of": "a.sag", "is": 0.0981, "within": 0.001}]}]})";

std::string with(const std::string& from, const std::string& to) {
    std::string text = kGood;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

void expect_fault(const std::string& text, const std::vector<std::string>& words) {
    const Result<Lesson> lesson = parse_lesson(text, "lesson.json");
    ASSERT_FALSE(lesson) << text;
    EXPECT_EQ(lesson.error().message.find('\n'), std::string::npos) << lesson.error().message;
    EXPECT_EQ(lesson.error().message.rfind("lesson.json: ", 0), 0u) << lesson.error().message;
    for (const std::string& word : words) {
        EXPECT_NE(lesson.error().message.find(word), std::string::npos) << lesson.error().message;
    }
}

TEST(LessonFiles, AreReadAsTheyAreWritten) {
    const Result<Lesson> lesson = parse_lesson(kGood, "some/07_good.json");
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_EQ(lesson->key, "good");
    ASSERT_EQ(lesson->steps.size(), 1u);
    const LessonStep& step = lesson->steps[0];
    EXPECT_EQ(step.answer, 1);
    EXPECT_FALSE(step.drawn());
    EXPECT_EQ(step_session(*lesson, step, false)->panes[0].iterations, 5);
    EXPECT_EQ(step_session(*lesson, step, true)->panes[0].iterations, 10);
    EXPECT_EQ(step.curve->assignment(1), "stretch_compliance=0.02");
}

/// The first block of JSON after `word` in a document.
std::string example_after(const std::string& document, const std::string& word) {
    const std::string begin = "```json\n";
    const std::size_t from = document.find(begin, document.find(word)) + begin.size();
    return document.substr(from, document.find("```", from) - from);
}

TEST(LessonFiles, TheExampleInTheDocumentsHoldsWhatItClaims) {
    const std::string document = test::slurp(test::source_folder() + "/assets/README.md");
    const Result<Lesson> lesson = parse_lesson(example_after(document, "## Lessons"), "README.md");
    ASSERT_TRUE(lesson) << lesson.error().message;
    Result<std::unique_ptr<StepReplay>> replay = StepReplay::create(*lesson, 0);
    ASSERT_TRUE(replay) << replay.error().message;
    for (std::size_t job = 0; job < (*replay)->job_count(); ++job) {
        (*replay)->run(job);
    }
    for (const CheckedClaim& claim : (*replay)->check()) {
        EXPECT_TRUE(claim.holds) << claim.value;
    }
}

TEST(LessonFiles, SayWhereTheyAreWrong) {
    expect_fault("{", {"line 1"});
    expect_fault("[]", {"needs an object"});
    expect_fault(R"({"format": "xpbd-lab", "version": 1})", {"format", "xpbd-lab-lesson"});
    expect_fault(with("\"version\": 1", "\"version\": 2"), {"version"});
    expect_fault(with("\"why\"", "\"wy\""), {"steps[0].wy", "did you mean \"why\""});
    expect_fault(with("\"W.\"", "\"One. Two. Three.\""), {"steps[0].why", "3 sentences"});
    expect_fault(with("rope_tip", "rope_tipp"), {"session: scene.name", "rope_tip"});
    expect_fault(with("a.iterations=5", "a.iteration=5"), {"steps[0].start[0]", "iterations"});
    expect_fault(with("a.iterations=10", "b.iterations=10"), {"steps[0].change[0]", "there is no pane b"});
    expect_fault(with("\"seconds\": 8", "\"seconds\": 0"), {"steps[0].seconds", "(0, 60]"});
    expect_fault(with("\"measure\": \"sag\"", "\"measure\": \"sagg\""), {"steps[0].measure", "\"sag\""});
    expect_fault(with("\"answer\": \"no\"", "\"answer\": \"maybe\""), {"steps[0].answer", "none of the choices"});
    expect_fault(with("[0.01, 0.02, 0.04]", "[0.01, 0.02, 0.02]"), {"steps[0].curve.values[2]"});
    expect_fault(with("[0.01, 0.02, 0.04]", "[0.01, 0.02, 5]"), {"steps[0].curve.values[2]"});
    expect_fault(with("\"axis\": [0, 1]", "\"axis\": [1, 0]"), {"steps[0].curve.axis"});
    expect_fault(with("\"of\": \"a.sag\"", "\"of\": \"b.sag\""), {"steps[0].claims[0].of", "pane"});
    expect_fault(with("\"of\": \"a.sag\"", "\"of\": \"sag\""), {"steps[0].claims[0].of", "before.a.sag"});
    expect_fault(with(", \"within\": 0.001", ""), {"steps[0].claims[0].within"});
    expect_fault(with("\"is\": 0.0981, \"within\": 0.001", "\"over\": \"a.sag\""), {"steps[0].claims[0]", "at_least"});
    expect_fault(with("[{\"of\": \"a.sag\", \"is\": 0.0981, \"within\": 0.001}]", "[]"), {"steps[0].claims"});
}

TEST(LessonFiles, WithoutACurveKnowNoFirstAndLast) {
    std::string text =
        with(R"(  "curve": {"vary": "stretch_compliance", "values": [0.01, 0.02, 0.04], "axis": [0, 1]},)", "");
    text.replace(text.find("a.sag"), 5, "first.a.sag");
    expect_fault(text, {"steps[0].claims[0].of", "no \"curve\""});
}

TEST(StepReplay, MeasuresTheSagThatComplianceAsksFor) {
    const Result<Lesson> lesson = parse_lesson(kGood, "lesson.json");
    ASSERT_TRUE(lesson) << lesson.error().message;
    Result<std::unique_ptr<StepReplay>> replay = StepReplay::create(*lesson, 0);
    ASSERT_TRUE(replay) << replay.error().message;
    // Before; after, whose compliance is also the curve's first value; the two other values.
    EXPECT_EQ((*replay)->job_count(), 4u);
    EXPECT_FALSE((*replay)->curve_value(2, 0));
    for (std::size_t job = 0; job < 4; ++job) {
        (*replay)->run(job);
    }
    EXPECT_EQ((*replay)->curve_value(0, 0), (*replay)->value({LessonValue::When::after, 0, lesson->steps[0].quantity}));
    // Theory: alpha m g. After 8 s with a damping of 2 1/s the swing that remains is below 0.4 m exp(-8).
    EXPECT_NEAR(*(*replay)->curve_value(2, 0), 0.04 * 9.81, 2e-4);
    const LessonValue tension{LessonValue::When::after, 0, find_quantity("tension")};
    EXPECT_NEAR(*(*replay)->value(tension), 9.81, 0.01); // m g
    EXPECT_TRUE((*replay)->check()[0].holds);
}

TEST(StepReplay, LeavesAJobUndoneThatIsStopped) {
    const Result<Lesson> lesson = parse_lesson(kGood, "lesson.json");
    ASSERT_TRUE(lesson) << lesson.error().message;
    Result<std::unique_ptr<StepReplay>> replay = StepReplay::create(*lesson, 0);
    ASSERT_TRUE(replay) << replay.error().message;
    std::stop_source stop;
    stop.request_stop();
    (*replay)->run(0, stop.get_token());
    EXPECT_EQ((*replay)->done_count(), 0u);
}

TEST(LessonClaims, HoldWithinTheirBoundsAndNeverForWhatIsNoNumber) {
    LessonClaim claim;
    claim.is = 4;
    claim.within = 0.01;
    EXPECT_TRUE(claim.holds(4.039));
    EXPECT_FALSE(claim.holds(4.041));
    EXPECT_FALSE(claim.holds(std::numeric_limits<double>::quiet_NaN()));
    LessonClaim bounds;
    bounds.at_least = 3;
    EXPECT_TRUE(bounds.holds(3));
    EXPECT_FALSE(bounds.holds(2.9));
    EXPECT_FALSE(bounds.holds(std::numeric_limits<double>::infinity()));
}

} // namespace
} // namespace xpbd::lab
