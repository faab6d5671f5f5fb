#pragma once

#include "lab/lessons/lesson.h"
#include "picture/looks/picture_options.h"
#include "window/state/document/document.h"
#include "window/state/jobs/lesson_job.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {

struct AppState;

/// One lesson of the menu.
struct LessonEntry {
    std::string path;
    std::string key;
    std::string title;
    std::string about;
};

/// The state of the window before a lesson, restored when the lesson ends.
struct BeforeLesson {
    lab::Session session;
    std::optional<std::string> path;
    History history;
};

/// The open lesson and its progress.
struct LessonState {
    std::optional<std::vector<LessonEntry>> list; ///< read when first asked for
    std::optional<lab::Lesson> lesson;            ///< none: no lesson is open
    std::string path;                             ///< key or file by which the lesson was opened
    std::size_t step = 0;
    int picked = -1;                ///< index of the choice that the user has picked; -1 = none
    std::vector<double> drawn;      ///< per value of the curve, in the shown unit; NaN where nothing is drawn yet
    int last_column = -1;           ///< index in `drawn` under the pen in the frame before; -1 = the pen is up
    double last_value = 0;          ///< value under the pen in the frame before, in the shown unit
    bool answered = false;          ///< the prediction is made, and the step's change is applied to the panes
    bool held = false;              ///< the panes have come to the time of the measurement, and were paused there
    std::unique_ptr<LessonJob> job; ///< measures the answer
    Document shown;                 ///< what the lesson last put into the document
    BeforeLesson before;
    std::int64_t frame_now = 0; ///< frame of the snapshot on screen
    bool playing_now = true;

    bool open() const { return lesson.has_value(); }
    bool running() const { return job && job->running(); }
    const lab::LessonStep& current() const { return lesson->steps[step]; }
};

/// The lessons that come with the program, read once.
const std::vector<LessonEntry>& lesson_list(AppState& state);

/// Opens a lesson by its key or file, at its first question. A fault is a toast, and nothing changes.
bool open_lesson(AppState& state, const std::string& key_or_path);
/// Goes to a question, without a prediction and with its session in the panes.
void begin_step(AppState& state, std::size_t step);
/// True where there is a prediction: a choice, or a curve over at least two of the values.
bool predicted(const LessonState& lessons);
/// Accepts the prediction: the answer is measured in the background, and the panes show the same runs from their
/// start, with the change.
void answer_step(AppState& state);
/// Pauses the panes once, at the time of the measurement: then they show the values of the answer. Once per frame.
void follow_lesson(AppState& state, const lab::Snapshot& snapshot);
/// True where the open question is about forces along the constraints: SetDetail::forces.
bool asks_for_forces(const LessonState& lessons);
/// True where the user has changed the document since the lesson set it.
bool explored(const AppState& state);
/// Puts the step's session back into the panes.
void return_to_lesson(AppState& state);
/// Opens the session that was open before the lesson.
void leave_lesson(AppState& state);

} // namespace xpbd::window
