#pragma once

#include "core/result.h"
#include "lab/files/session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// A lesson's file is larger than this only by mistake.
inline constexpr std::size_t kLargestLesson = std::size_t{4} << 20;

/// What lessons measure: a row of readouts(), or the largest tension.
struct LessonQuantity {
    std::string_view key;
    std::string_view label;
    std::string_view shown_unit;
    double factor = 1; ///< from the unit in files to the one shown
    bool logarithmic = false;
};

inline constexpr std::string_view kTensionQuantity = "tension"; ///< key

/// Every quantity: the readouts in their order, then `tension`, the largest force along a distance constraint [N].
const std::vector<LessonQuantity>& lesson_quantities();
/// Its place in lesson_quantities(), or -1.
int find_quantity(std::string_view key);

/// One measured number that a lesson speaks of. In a file: "a.sag", "before.a.sag", "first.b.tension".
struct LessonValue {
    enum class When {
        before, ///< under the settings of the question
        after,  ///< after the change
        first,  ///< at the first value of the curve
        last    ///< at the last one
    } when = When::after;
    int pane = 0;
    int quantity = 0; ///< place in lesson_quantities()
};

/// What must hold of a measured number, or of the ratio of two.
struct LessonClaim {
    std::string text; ///< "a.sag / before.a.sag", for messages
    LessonValue of;
    std::optional<LessonValue> over;
    std::optional<double> at_least;
    std::optional<double> at_most;
    std::optional<double> is;
    double within = 0; ///< of `is`, relative

    bool holds(double value) const;
    /// "at least 3", "0.0625 within 1 %".
    std::string wanted() const;
};

/// A quantity over a parameter, one run per value: what the user predicts by drawing.
struct LessonCurve {
    std::string vary; ///< as `--set` takes it
    std::vector<double> values;
    double low = 0; ///< of the axis on which the user draws, in the shown unit
    double high = 1;
    int pane = 0; ///< whose curve the user draws

    /// What sets the parameter to one of the values, as `--set` takes it.
    std::string assignment(std::size_t index) const;
};

/// One question with its answer.
struct LessonStep {
    std::string question;
    std::vector<std::string> start;  ///< assignments that make the lesson's session that of the question
    std::vector<std::string> change; ///< what happens once the user has predicted
    double seconds = 0;              ///< simulated time after which is measured [s]
    int quantity = 0;                ///< what it is about: a place in lesson_quantities()
    std::vector<std::string> choices;
    int answer = 0; ///< the right one of the choices
    std::optional<LessonCurve> curve;
    std::string why;
    std::vector<LessonClaim> claims;

    /// The user draws the curve; else picks one of the choices.
    bool drawn() const { return choices.empty(); }
    /// The frame at which is measured, in steps of `dt` seconds; at least 1.
    std::int64_t measured_frame(double dt) const;
};

/// A lesson as its file holds it; the format is in assets/README.md.
struct Lesson {
    std::string key; ///< the file's name without the number before it: "02_timestep.json" -> "timestep"
    std::string title;
    std::string about; ///< one line, for the list
    Session session;
    std::vector<LessonStep> steps;
};

/// Reads a lesson from JSON text, under the same rules as parse_session: everything is checked, and the first fault is
/// one line that says where it is and what would be right. A session may be given by its path, relative to
/// `base_folder`.
Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::string& base_folder = ".");
Result<Lesson> load_lesson(const std::string& path);
/// True where a file can be read and says that it is a lesson, right or wrong.
bool holds_lesson(const std::string& path);

/// The session of a step: that of the question, or where `changed`, of the answer.
Result<Session> step_session(const Lesson& lesson, const LessonStep& step, bool changed);

/// Where a lesson lies.
struct LessonFile {
    std::string path;
    std::string key;
};
/// The lessons in assets_folder()/lessons, in the order of their names.
std::vector<LessonFile> lesson_files();
/// The lesson of this key among them, or of a file. An unknown key names the nearest one.
Result<Lesson> find_lesson(const std::string& key_or_path);

} // namespace xpbd::lab
