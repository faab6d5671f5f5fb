// Lessons: questions with predictions, and claims that replays check.
#pragma once

#include "core/base/result.h"
#include "lab/files/session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// Largest size of a lesson file [bytes]; larger files are refused.
inline constexpr std::size_t kLargestLesson = std::size_t{4} << 20;

/// A quantity that lessons measure: a row of readouts(), or the largest tension.
struct LessonQuantity {
    std::string_view key;
    std::string_view label;
    std::string_view shown_unit;
    double factor = 1; ///< from the unit of exported files to the shown unit
    bool logarithmic = false;
};

inline constexpr std::string_view kTensionQuantity = "tension"; ///< key of the largest tension

/// All quantities: the readouts in their order, then `tension`, the largest force along a distance constraint [N].
const std::vector<LessonQuantity>& lesson_quantities();
/// Index of a quantity in lesson_quantities(); -1 if there is no such quantity.
int find_quantity(std::string_view key);

/// A measured number in a lesson: time, pane and quantity. In files: "a.sag", "before.a.sag", "first.b.tension".
struct LessonValue {
    enum class When {
        before, ///< with the settings of the question
        after,  ///< with the settings after the change
        first,  ///< at the first value of the curve
        last    ///< at the last value of the curve
    } when = When::after;
    int pane = 0;
    int quantity = 0; ///< index in lesson_quantities()
};

/// A condition on a measured number, or on the ratio of two.
struct LessonClaim {
    std::string text; ///< "a.sag / before.a.sag", for messages
    LessonValue of;
    std::optional<LessonValue> over;
    std::optional<double> at_least;
    std::optional<double> at_most;
    std::optional<double> is;
    double within = 0; ///< relative tolerance of `is`

    bool holds(double value) const;
    /// Text like "at least 3" or "0.0625 within 1 %".
    std::string wanted() const;
};

/// A quantity as a function of a parameter, one run per value. The user predicts it by drawing.
struct LessonCurve {
    std::string vary; ///< the parameter, written as for `--set`
    std::vector<double> values;
    double low = 0; ///< lower end of the axis on which the user draws, in the shown unit
    double high = 1;
    int pane = 0; ///< the pane whose curve the user draws

    /// The assignment of one of the values, written as for `--set`.
    std::string assignment(std::size_t index) const;
};

/// One question with its answer.
struct LessonStep {
    std::string question;
    std::vector<std::string> start;  ///< assignments that make the question's session from the lesson's
    std::vector<std::string> change; ///< assignments that are applied after the user's prediction
    double seconds = 0;              ///< simulated time at which the quantity is measured [s]
    int quantity = 0;                ///< the measured quantity, an index in lesson_quantities()
    std::vector<std::string> choices;
    int answer = 0; ///< index of the right choice
    std::optional<LessonCurve> curve;
    std::string why;
    std::vector<LessonClaim> claims;

    /// True if the user draws a curve; false if the user picks a choice.
    bool drawn() const { return choices.empty(); }
    /// The frame at which the quantity is measured, for steps of `dt` seconds; at least 1.
    std::int64_t measured_frame(double dt) const;
};

/// A lesson as in its file. assets/README.md describes the format.
struct Lesson {
    std::string key; ///< the file's name without the leading number: "02_timestep.json" -> "timestep"
    std::string title;
    std::string about; ///< one line for the list of lessons
    Session session;
    std::vector<LessonStep> steps;
};

/// Parses a lesson from JSON text by the rules of parse_session(): everything is checked, and the first error is one
/// line with its place and a correct value. A session may be given by its path, relative to `base_folder`.
Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::string& base_folder = ".");
Result<Lesson> load_lesson(const std::string& path);
/// True if a file can be read and declares itself a lesson, valid or not.
bool holds_lesson(const std::string& path);

/// The session of a step: with `start` applied, and if `changed`, with `change` applied, too.
Result<Session> step_session(const Lesson& lesson, const LessonStep& step, bool changed);

/// A file with a lesson.
struct LessonFile {
    std::string path;
    std::string key;
};
/// The lessons in assets_folder()/lessons, ordered by name.
std::vector<LessonFile> lesson_files();
/// The lesson with this key, or in this file. The error for an unknown key suggests the nearest one.
Result<Lesson> find_lesson(const std::string& key_or_path);

} // namespace xpbd::lab
