// Reads lessons, finds their files, and makes their sessions.
#include "lab/lessons/lesson.h"

#include "core/base/excerpt.h"
#include "core/base/find_key.h"
#include "lab/files/assets.h"
#include "lab/files/file.h"
#include "lab/lessons/lesson_check.h"
#include "lab/readouts/readouts.h"
#include "lab/text/number_text.h"
#include "system/files.h"
#include "system/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLessonFormat = "xpbd-lab-lesson";
constexpr int kLessonVersion = 1;
constexpr std::size_t kMostSteps = 8;
constexpr std::array<std::string_view, 6> kLessonKeys = {"format", "version", "title", "about", "session", "steps"};

/// Reads the session of a lesson: an object in place, or the path of a file.
Session read_session(const Json& json, const std::string& name, const std::string& base_folder, JsonCheck& check) {
    if (!json.contains("session")) {
        check.fail("session", "is missing, needs a session { } or the path of one");
        return {};
    }
    const Json& given = json["session"];
    Result<Session> session = Error{};
    if (given.is_string()) {
        const fs::path path = system::path_of(base_folder) / system::path_of(given.get<std::string>());
        session = load_session(system::text_of(path.lexically_normal()));
    } else if (given.is_object()) {
        Json whole = given; // keys that every session file needs are added here
        whole.emplace("format", "xpbd-lab");
        whole.emplace("version", 1); // a lesson of format version 1 contains a session of version 1
        session = parse_session(whole.dump(), name + ": session", base_folder);
    } else {
        check.fail("session", "is " + describe(given) + ", needs a session { } or the path of one");
        return {};
    }
    if (!session) {
        check.fail("", session.error().message);
        return {};
    }
    return std::move(*session);
}

std::string key_of(const std::string& path) {
    const std::string stem = system::text_of(system::path_of(path).stem());
    const std::size_t digits = stem.find_first_not_of("0123456789");
    return digits != std::string::npos && digits > 0 && stem[digits] == '_' ? stem.substr(digits + 1) : stem;
}

} // namespace

const std::vector<LessonQuantity>& lesson_quantities() {
    static const std::vector<LessonQuantity> all = [] {
        std::vector<LessonQuantity> rows;
        for (const Readout& row : readouts()) {
            rows.push_back({row.key, row.label, row.shown_unit, row.factor, row.logarithmic});
        }
        rows.push_back({kTensionQuantity, "Largest tension", "N", 1, false});
        return rows;
    }();
    return all;
}

int find_quantity(std::string_view key) {
    const std::vector<LessonQuantity>& all = lesson_quantities();
    const LessonQuantity* found = find_key(all, key);
    return found == nullptr ? -1 : static_cast<int>(found - all.data());
}

bool LessonClaim::holds(double value) const {
    return std::isfinite(value) && (!at_least || value >= *at_least) && (!at_most || value <= *at_most) &&
           (!is || std::abs(value - *is) <= within * std::abs(*is));
}

std::string LessonClaim::wanted() const {
    std::string words;
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    if (at_least) {
        add("at least " + format_number(*at_least));
    }
    if (at_most) {
        add("at most " + format_number(*at_most));
    }
    if (is) {
        add(format_number(*is) + " within " + short_number(100 * within) + " %");
    }
    return words;
}

std::int64_t LessonStep::measured_frame(double dt) const {
    return static_cast<std::int64_t>(std::max(1.0, std::round(seconds / dt)));
}

std::string LessonCurve::assignment(std::size_t index) const {
    const std::string text = format_number(values[index]);
    return vary + "=" + (vary == "scene.resolution" ? text + "x" + text : text);
}

Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::string& base_folder) {
    const Result<Json> read = read_document(text, name, {kLessonFormat, kLessonVersion, "a lesson"}, kLessonKeys);
    if (!read) {
        return read.error();
    }
    const Json& json = *read;
    JsonCheck check(name);
    Lesson lesson;
    lesson.key = key_of(name);
    lesson.title = read_sentences(json, "", "title", check);
    lesson.about = read_sentences(json, "", "about", check);
    lesson.session = read_session(json, name, base_folder, check);
    if (check.failed()) {
        return check.status().error();
    }
    const Json* steps = find_list(json, "", "steps", 1, kMostSteps, "steps", check);
    for (std::size_t i = 0; steps != nullptr && i < steps->size() && !check.failed(); ++i) {
        lesson.steps.push_back(read_step((*steps)[i], child("steps", i), lesson.session, check));
    }
    if (check.failed()) {
        return check.status().error();
    }
    return lesson;
}

Result<Lesson> load_lesson(const std::string& path) {
    const Result<std::string> text = read_handed_file(path, kLargestLesson);
    if (!text) {
        return text.error();
    }
    return parse_lesson(*text, path, folder_of(path));
}

bool holds_lesson(const std::string& path) {
    if (system::kind_of(path) != system::FileKind::regular || has_ending(path, ".png") || is_mesh_name(path)) {
        return false;
    }
    const Result<std::string> text = read_file(path, kLargestLesson);
    if (!text) {
        return false;
    }
    const Json json = Json::parse(*text, nullptr, false);
    return json.is_object() && json.contains("format") && json["format"] == kLessonFormat;
}

Result<Session> step_session(const Lesson& lesson, const LessonStep& step, bool changed) {
    Session session = lesson.session;
    const auto apply = [&](const std::vector<std::string>& assignments) -> Status {
        for (const std::string& assignment : assignments) {
            if (Status status = apply_assignment(session, assignment); !status) {
                return status;
            }
        }
        return ok();
    };
    if (const Status status = apply(step.start); !status) {
        return status.error();
    }
    if (const Status status = changed ? apply(step.change) : ok(); !status) {
        return status.error();
    }
    return session;
}

std::vector<LessonFile> lesson_files() {
    std::vector<LessonFile> files;
    const std::string assets = assets_folder();
    if (assets.empty()) {
        return files;
    }
    std::error_code code;
    fs::directory_iterator entry(system::path_of(assets) / "lessons", code);
    while (!code && entry != fs::directory_iterator()) {
        if (entry->path().extension() == ".json") {
            const std::string path = system::text_of(entry->path());
            files.push_back({path, key_of(path)});
        }
        entry.increment(code);
    }
    std::sort(files.begin(), files.end(), [](const LessonFile& a, const LessonFile& b) { return a.path < b.path; });
    return files;
}

Result<Lesson> find_lesson(const std::string& key_or_path) {
    const std::vector<LessonFile> files = lesson_files();
    std::vector<std::string_view> keys;
    for (const LessonFile& file : files) {
        if (file.key == key_or_path) {
            return load_lesson(file.path);
        }
        keys.emplace_back(file.key);
    }
    if (key_or_path.find_first_of("./\\") != std::string::npos || system::exists(key_or_path)) {
        return load_lesson(key_or_path);
    }
    if (files.empty()) {
        return Error{"no lessons found beside the program; XPBD_LAB_ASSETS can name the folder that holds `lessons`",
                     Error::Kind::file};
    }
    return Error{"unknown lesson \"" + excerpt(key_or_path) + "\"" + suggestion(key_or_path, keys)};
}

} // namespace xpbd::lab
