// Reads and checks the steps of lessons.
#include "core/base/excerpt.h"
#include "lab/files/memory.h"
#include "lab/lessons/lesson_check.h"

#include <array>
#include <cctype>
#include <cmath>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr std::size_t kMostSentences = 2;
constexpr std::size_t kLongestText = 240;
constexpr std::size_t kMostChoices = 5;
constexpr std::size_t kMostValues = 40;
constexpr std::size_t kMostClaims = 12;
constexpr std::size_t kMostAssignments = 12;
constexpr double kLongestRun = 60; ///< longest simulated time of a step [s]

constexpr std::array<std::string_view, 10> kStepKeys = {"question", "start",  "change", "seconds", "measure",
                                                        "choices",  "answer", "curve",  "why",     "claims"};
constexpr std::array<std::string_view, 4> kCurveKeys = {"vary", "values", "axis", "pane"};
constexpr std::array<std::string_view, 6> kClaimKeys = {"of", "over", "at_least", "at_most", "is", "within"};
constexpr std::array<std::string_view, 4> kWhen = {"before", "after", "first", "last"};

/// The value of a required key; null after an error.
const Json* required(const Json& json, const std::string& path, std::string_view key, const std::string& needed,
                     JsonCheck& check) {
    const auto found = json.find(std::string(key));
    if (found == json.end()) {
        check.fail(child(path, key), "is missing, needs " + needed);
        return nullptr;
    }
    return &*found;
}

std::size_t sentence_count(std::string_view text) {
    std::size_t count = 0;
    bool open = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool ends = (c == '.' || c == '?' || c == '!') &&
                          (i + 1 == text.size() || std::isspace(static_cast<unsigned char>(text[i + 1])) != 0);
        count += ends ? 1 : 0;
        open = !ends && (open || std::isspace(static_cast<unsigned char>(c)) == 0);
    }
    return count + (open ? 1 : 0);
}

/// Reads KEY=VALUE lines and applies them to `session`, to check them.
std::vector<std::string> read_assignments(const Json& json, const std::string& path, std::string_view key,
                                          Session& session, JsonCheck& check) {
    std::vector<std::string> all;
    if (!json.contains(std::string(key))) {
        return all;
    }
    const Json* list = find_list(json, path, key, 0, kMostAssignments, "texts like \"a.iterations=40\"", check);
    for (std::size_t i = 0; list != nullptr && i < list->size() && !check.failed(); ++i) {
        const std::string at = child(child(path, key), i);
        all.push_back(check.text((*list)[i], at, "a text like \"a.iterations=40\""));
        if (const Status status = check.failed() ? ok() : apply_assignment(session, all.back()); !status) {
            check.fail(at, status.error().message);
        }
    }
    if (const Status fits = check_memory(session.scene); !fits) {
        check.fail(child(path, key), fits.error().message);
    }
    return all;
}

int read_pane(std::string_view word, const std::string& path, std::size_t panes, JsonCheck& check) {
    const int pane = word.size() == 1 ? word[0] - 'a' : -1;
    if (pane < 0 || pane >= static_cast<int>(panes)) {
        check.fail(path, "\"" + excerpt(word) + "\" is no pane of the session, needs a to " +
                             pane_name(static_cast<int>(panes) - 1));
        return 0;
    }
    return pane;
}

int read_quantity(std::string_view word, const std::string& path, JsonCheck& check) {
    const int quantity = find_quantity(word);
    if (quantity < 0) {
        std::vector<std::string_view> keys;
        for (const LessonQuantity& row : lesson_quantities()) {
            keys.push_back(row.key);
        }
        check.fail(path, "unknown quantity \"" + excerpt(word) + "\"" + suggestion(word, keys));
        return 0;
    }
    return quantity;
}

/// Reads a value such as "a.sag" or "before.a.sag".
LessonValue read_value(const std::string& text, const std::string& path, std::size_t panes, bool curve,
                       JsonCheck& check) {
    LessonValue value;
    std::string_view rest = text;
    for (std::size_t i = 0; i < kWhen.size(); ++i) {
        if (rest.starts_with(std::string(kWhen[i]) + ".")) {
            value.when = static_cast<LessonValue::When>(i);
            rest.remove_prefix(kWhen[i].size() + 1);
            break;
        }
    }
    const std::size_t dot = rest.find('.');
    if (dot == std::string_view::npos) {
        check.fail(path, "is \"" + excerpt(text) +
                             "\", needs a pane and a quantity like \"a.sag\" or "
                             "\"before.a.sag\"");
        return value;
    }
    if ((value.when == LessonValue::When::first || value.when == LessonValue::When::last) && !curve) {
        check.fail(path, "is \"" + excerpt(text) + "\", but the step has no \"curve\"");
    }
    value.pane = read_pane(rest.substr(0, dot), path, panes, check);
    value.quantity = read_quantity(rest.substr(dot + 1), path, check);
    return value;
}

LessonClaim read_claim(const Json& json, const std::string& path, std::size_t panes, bool curve, JsonCheck& check) {
    LessonClaim claim;
    if (!check.object(json, path, kClaimKeys)) {
        return claim;
    }
    const auto value = [&](std::string_view key) {
        const std::string text = check.text(json.at(std::string(key)), child(path, key), "a text like \"a.sag\"");
        claim.text += (claim.text.empty() ? "" : " / ") + text;
        return read_value(text, child(path, key), panes, curve, check);
    };
    if (required(json, path, "of", "a text like \"a.sag\"", check) == nullptr) {
        return claim;
    }
    claim.of = value("of");
    if (json.contains("over") && !check.failed()) {
        claim.over = value("over");
    }
    for (const auto& [key, bound] :
         {std::pair("at_least", &claim.at_least), std::pair("at_most", &claim.at_most), std::pair("is", &claim.is)}) {
        if (json.contains(key)) {
            *bound = check.number(json[key], child(path, key), "a number");
        }
    }
    if (!claim.at_least && !claim.at_most && !claim.is) {
        check.fail(path, "says nothing, needs \"at_least\", \"at_most\", or \"is\" with \"within\"");
    }
    if (claim.is.has_value() != json.contains("within")) {
        check.fail(child(path, "within"),
                   claim.is ? "is missing, needs a share of \"is\", e.g. 0.01 for 1 %" : "stands without \"is\"");
    } else if (claim.is) {
        claim.within = check.not_negative(json["within"], child(path, "within"), "a share >= 0 of \"is\"");
    }
    return claim;
}

LessonCurve read_curve(const Json& json, const std::string& path, const Session& session, bool logarithmic,
                       JsonCheck& check) {
    LessonCurve curve;
    if (!check.object(json, path, kCurveKeys)) {
        return curve;
    }
    const Json* vary = required(json, path, "vary", "a parameter like \"iterations\" or \"dt\"", check);
    const Json* values = find_list(json, path, "values", 3, kMostValues, "numbers", check);
    if (vary == nullptr || values == nullptr) {
        return curve;
    }
    curve.vary = check.text(*vary, child(path, "vary"), "a parameter like \"iterations\" or \"dt\"");
    for (std::size_t i = 0; i < values->size() && !check.failed(); ++i) {
        const std::string at = child(child(path, "values"), i);
        curve.values.push_back(check.number((*values)[i], at, "a number"));
        Session varied = session;
        if (const Status status = check.failed() ? ok() : apply_assignment(varied, curve.assignment(i)); !status) {
            check.fail(at, status.error().message);
        } else if (const Status fits = check_memory(varied.scene); !fits) {
            check.fail(at, fits.error().message);
        }
        if (i > 0 && !(curve.values[i] > curve.values[i - 1])) {
            check.fail(at, "is not above the value before it; list them from low to high");
        }
    }
    if (const Json* axis = required(json, path, "axis", "a list of 2 numbers, low and high", check)) {
        const auto ends = check.numbers<2>(*axis, child(path, "axis"), "a list of 2 numbers, low and high");
        curve.low = ends[0];
        curve.high = ends[1];
        if (!check.failed() && (!(ends[0] < ends[1]) || (logarithmic && !(ends[0] > 0)))) {
            check.fail(child(path, "axis"), std::string("needs the low end first") +
                                                (logarithmic ? ", above 0: this axis is logarithmic" : ""));
        }
    }
    if (json.contains("pane")) {
        curve.pane = read_pane(check.text(json["pane"], child(path, "pane"), "a pane: a, b, ..."), child(path, "pane"),
                               session.panes.size(), check);
    }
    return curve;
}

/// Reads the user's prediction: choices or a curve.
void read_prediction(const Json& json, const std::string& path, const Session& session, LessonStep& step,
                     JsonCheck& check) {
    if (json.contains("curve")) {
        const bool logarithmic = lesson_quantities()[static_cast<std::size_t>(step.quantity)].logarithmic;
        step.curve = read_curve(json["curve"], child(path, "curve"), session, logarithmic, check);
    }
    if (!json.contains("choices")) {
        if (!step.curve) {
            check.fail(path, "asks for no prediction, needs \"choices\" with \"answer\", or a \"curve\" to draw");
        }
        if (json.contains("answer")) {
            check.fail(child(path, "answer"), "stands without \"choices\"");
        }
        return;
    }
    const Json* choices = find_list(json, path, "choices", 2, kMostChoices, "texts", check);
    for (std::size_t i = 0; choices != nullptr && i < choices->size() && !check.failed(); ++i) {
        step.choices.push_back(check.text((*choices)[i], child(child(path, "choices"), i), "a text"));
    }
    if (const Json* answer = required(json, path, "answer", "one of the choices", check); answer && !check.failed()) {
        const std::string right = check.text(*answer, child(path, "answer"), "one of the choices");
        for (std::size_t i = 0; i < step.choices.size(); ++i) {
            step.answer = step.choices[i] == right ? static_cast<int>(i) : step.answer;
        }
        if (!check.failed() && step.choices[static_cast<std::size_t>(step.answer)] != right) {
            check.fail(child(path, "answer"), "is \"" + excerpt(right) + "\", which is none of the choices");
        }
    }
}

} // namespace

const Json* find_list(const Json& json, const std::string& path, std::string_view key, std::size_t least,
                      std::size_t most, const std::string& what, JsonCheck& check) {
    const std::string needed = "a list of " + std::to_string(least) + " to " + std::to_string(most) + " " + what;
    const Json* list = required(json, path, key, needed, check);
    return list != nullptr && check.list(*list, child(path, key), least, most, needed) ? list : nullptr;
}

std::string read_sentences(const Json& parent, const std::string& path, std::string_view key, JsonCheck& check) {
    const Json* json = required(parent, path, key, "a text of one or two sentences", check);
    if (json == nullptr) {
        return {};
    }
    std::string text = check.text(*json, child(path, key), "a text of one or two sentences");
    if (check.failed()) {
        return text;
    }
    if (text.empty() || text.size() > kLongestText || sentence_count(text) > kMostSentences) {
        check.fail(child(path, key), "has " + std::to_string(sentence_count(text)) + " sentences in " +
                                         std::to_string(text.size()) + " letters, needs one or two in at most " +
                                         std::to_string(kLongestText));
    }
    return text;
}

LessonStep read_step(const Json& json, const std::string& path, const Session& session, JsonCheck& check) {
    LessonStep step;
    if (!check.object(json, path, kStepKeys)) {
        return step;
    }
    Session changed = session;
    step.question = read_sentences(json, path, "question", check);
    step.start = read_assignments(json, path, "start", changed, check);
    step.change = read_assignments(json, path, "change", changed, check);
    const std::string time = "a time in (0, " + format_number(kLongestRun) + "] s";
    if (const Json* seconds = required(json, path, "seconds", time, check)) {
        step.seconds = check.number(*seconds, child(path, "seconds"), time);
        if (!check.failed() && (!(step.seconds > 0) || step.seconds > kLongestRun)) {
            check.fail(child(path, "seconds"), "is " + format_number(step.seconds) + ", needs " + time);
        }
    }
    if (const Json* quantity = required(json, path, "measure", "a quantity like \"sag\"", check)) {
        step.quantity =
            read_quantity(check.text(*quantity, child(path, "measure"), "a quantity"), child(path, "measure"), check);
    }
    read_prediction(json, path, changed, step, check);
    step.why = read_sentences(json, path, "why", check);
    const Json* claims = find_list(json, path, "claims", 1, kMostClaims, "claims { }", check);
    for (std::size_t i = 0; claims != nullptr && i < claims->size() && !check.failed(); ++i) {
        step.claims.push_back(read_claim((*claims)[i], child(child(path, "claims"), i), session.panes.size(),
                                         step.curve.has_value(), check));
    }
    return step;
}

} // namespace xpbd::lab
