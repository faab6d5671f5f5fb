#include "window/state/lesson_state.h"

#include "window/state/app_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The session on screen, to be restored after the lesson: at frame 0 if it plays.
BeforeLesson what_is_open(AppState& state) {
    BeforeLesson before;
    before.session = make_session(state.document);
    before.session.camera = state.stage.camera_goal(state.stage.picture.active_pane);
    before.session.look = shown_looks(state);
    before.session.frame = state.lessons.playing_now ? 0 : state.lessons.frame_now;
    before.path = state.session_path;
    state.history.commit(state.document);
    before.history = state.history;
    return before;
}

/// Opens a session of the lesson. `keep_camera`: the scene is the same as before.
void show_session(AppState& state, lab::Session session, bool keep_camera) {
    if (keep_camera) {
        session.camera = state.stage.camera_goal(state.stage.picture.active_pane);
    }
    open_session(state, session);
    state.history.restart(state.document); // leave_lesson() restores the history from before the lesson
    state.session_path.reset();
    state.lessons.shown = state.document;
    state.lessons.held = false;
}

lab::Session session_of(const LessonState& lessons, bool changed) {
    // Cannot fail: load_lesson() has applied every assignment once.
    return *lab::step_session(*lessons.lesson, lessons.current(), changed);
}

/// Fills the values that the pen has left out: linear between drawn ones, constant before the first, after the last.
void complete(std::vector<double>& drawn) {
    std::size_t before = drawn.size(); // index of the last drawn value; size() = not found yet
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (std::isnan(drawn[i])) {
            continue;
        }
        for (std::size_t j = before == drawn.size() ? 0 : before + 1; j < i; ++j) {
            const double t =
                before == drawn.size() ? 1 : static_cast<double>(j - before) / static_cast<double>(i - before);
            const double from = before == drawn.size() ? drawn[i] : drawn[before];
            drawn[j] = from + t * (drawn[i] - from);
        }
        before = i;
    }
    for (std::size_t j = before + 1; before < drawn.size() && j < drawn.size(); ++j) {
        drawn[j] = drawn[before];
    }
}

} // namespace

const std::vector<LessonEntry>& lesson_list(AppState& state) {
    if (!state.lessons.list) {
        state.lessons.list.emplace();
        for (const lab::LessonFile& file : lab::lesson_files()) {
            if (const Result<lab::Lesson> lesson = lab::load_lesson(file.path)) {
                state.lessons.list->push_back({file.path, file.key, lesson->title, lesson->about});
            } else {
                add_toast(state, Toast::Kind::error, lesson.error().message);
            }
        }
    }
    return *state.lessons.list;
}

bool open_lesson(AppState& state, const std::string& key_or_path) {
    Result<lab::Lesson> lesson = lab::find_lesson(key_or_path);
    if (!lesson) {
        add_toast(state, Toast::Kind::error, lesson.error().message);
        return false;
    }
    LessonState& lessons = state.lessons;
    if (!lessons.open()) {
        lessons.before = what_is_open(state);
    }
    lessons.lesson = std::move(*lesson);
    lessons.path = key_or_path;
    state.stage.picture.mode = picture::ViewMode::side_by_side;
    begin_step(state, 0);
    return true;
}

void begin_step(AppState& state, std::size_t step) {
    LessonState& lessons = state.lessons;
    lessons.step = std::min(step, lessons.lesson->steps.size() - 1);
    lessons.picked = -1;
    lessons.last_column = -1;
    lessons.answered = false;
    lessons.job.reset();
    lessons.drawn.clear();
    if (lessons.current().curve) {
        lessons.drawn.assign(lessons.current().curve->values.size(), kNone);
    }
    const lab::Session session = session_of(lessons, false);
    show_session(state, session, step != 0 && state.document.scene == session.scene);
}

bool predicted(const LessonState& lessons) {
    if (!lessons.current().drawn()) {
        return lessons.picked >= 0;
    }
    return std::count_if(lessons.drawn.begin(), lessons.drawn.end(), [](double y) { return !std::isnan(y); }) >= 2;
}

void answer_step(AppState& state) {
    LessonState& lessons = state.lessons;
    if (lessons.answered || !predicted(lessons)) {
        return;
    }
    Result<std::unique_ptr<lab::StepReplay>> replay = lab::StepReplay::create(*lessons.lesson, lessons.step);
    if (!replay) {
        add_toast(state, Toast::Kind::error, replay.error().message);
        return;
    }
    if (lessons.current().drawn()) {
        complete(lessons.drawn);
    }
    lessons.answered = true;
    lessons.job =
        std::make_unique<LessonJob>(std::move(*replay), static_cast<int>(std::thread::hardware_concurrency()));
    return_to_lesson(state); // from the start, like the measured runs
}

void follow_lesson(AppState& state, const lab::Snapshot& snapshot) {
    LessonState& lessons = state.lessons;
    if (!lessons.open() || !lessons.answered || lessons.held || explored(state) || !snapshot.playing ||
        !state.link.answered(snapshot)) {
        return;
    }
    if (const std::int64_t frame = lessons.current().measured_frame(snapshot.world.dt); snapshot.frame >= frame) {
        state.link.outbox.emplace_back(lab::Seek{frame}); // the run may have passed this frame already
        lessons.held = true;
    }
}

bool asks_for_forces(const LessonState& lessons) {
    return lessons.open() &&
           lab::lesson_quantities()[static_cast<std::size_t>(lessons.current().quantity)].key == lab::kTensionQuantity;
}

bool explored(const AppState& state) {
    return !same_run(state.document, state.lessons.shown);
}

void return_to_lesson(AppState& state) {
    const lab::Session session = session_of(state.lessons, state.lessons.answered);
    show_session(state, session, state.document.scene == session.scene);
}

void leave_lesson(AppState& state) {
    LessonState& lessons = state.lessons;
    lessons.job.reset();
    lessons.lesson.reset();
    open_session(state, lessons.before.session);
    state.session_path = lessons.before.path;
    state.history = lessons.before.history;
    state.document = state.history.committed(); // a session does not hold the links between panes
}

} // namespace xpbd::window
