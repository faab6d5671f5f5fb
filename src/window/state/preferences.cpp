#include "window/state/preferences.h"

#include "core/base/excerpt.h"
#include "core/base/find_key.h"
#include "core/model/parameters.h"
#include "lab/files/file.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/names.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

namespace xpbd::window {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t kLargestPreferences = std::size_t{1} << 20; ///< a whole file of them is some hundred bytes

constexpr std::array<std::string_view, 2> kThemes = {"dark", "light"};
constexpr std::array<std::string_view, 4> kQualities = {"automatic", "low", "medium", "high"};
constexpr std::array<std::string_view, 4> kShotSizes = {"window", "1080p", "4k", "custom"};

/// One key of the file. `read` returns the fault of a value, or "".
struct Row {
    std::string_view key;
    std::function<std::string(Preferences&, const Json&)> read;
    std::function<Json(const Preferences&)> write;
};

/// A row whose value has the same type in JSON. `fault` returns the fault of a value, or "".
template <class T, class Fault>
Row plain(std::string_view key, T Preferences::*field, Fault fault) {
    return {key,
            [=](Preferences& p, const Json& json) -> std::string {
                std::string wrong = fault(json);
                if (wrong.empty()) {
                    p.*field = json.get<T>();
                }
                return wrong;
            },
            [=](const Preferences& p) { return Json(p.*field); }};
}

template <class T>
Row number(std::string_view key, T Preferences::*field, T min, T max) {
    return plain(key, field, [=](const Json& json) -> std::string {
        if (!json.is_number()) {
            return "is not a number";
        }
        const double value = json.get<double>();
        // Also catches NaN, which no comparison finds in range.
        return value >= static_cast<double>(min) && value <= static_cast<double>(max)
                   ? ""
                   : "is out of range (" + format_number(static_cast<double>(min)) + " to " +
                         format_number(static_cast<double>(max)) + ")";
    });
}

Row toggle(std::string_view key, bool Preferences::*field) {
    return plain(key, field, [](const Json& json) { return json.is_boolean() ? "" : "is not true or false"; });
}

Row text(std::string_view key, std::string Preferences::*field) {
    return plain(key, field, [](const Json& json) { return json.is_string() ? "" : "is not a text"; });
}

Row texts(std::string_view key, std::vector<std::string> Preferences::*field) {
    return plain(key, field, [](const Json& json) {
        const auto is_text = [](const Json& each) { return each.is_string(); };
        return json.is_array() && std::all_of(json.begin(), json.end(), is_text) ? "" : "is not a list of texts";
    });
}

template <class Enum, std::size_t count>
Row choice(std::string_view key, Enum Preferences::*field, const std::array<std::string_view, count>& names) {
    return {key,
            [=, &names](Preferences& p, const Json& json) -> std::string {
                const auto found =
                    json.is_string() ? std::find(names.begin(), names.end(), json.get<std::string>()) : names.end();
                if (found == names.end()) {
                    return "is not one of its choices";
                }
                p.*field = static_cast<Enum>(found - names.begin());
                return "";
            },
            [=, &names](const Preferences& p) { return Json(names[static_cast<std::size_t>(p.*field)]); }};
}

/// The file may also hold 0, which means no choice and is outside of the range.
Row scale_row() {
    Row row = number("scale", &Preferences::scale, 0.5, 3.0);
    row.read = [chosen = row.read](Preferences& p, const Json& json) -> std::string {
        if (json.is_number() && json.get<double>() == 0) {
            p.scale = 0;
            return "";
        }
        return chosen(p, json);
    };
    return row;
}

const std::vector<Row>& rows() {
    using P = Preferences;
    static const std::vector<Row> table = {
        number("window_width", &P::window_width, 640, 16384),
        number("window_height", &P::window_height, 400, 16384),
        toggle("window_maximised", &P::window_maximised),
        scale_row(),
        choice("theme", &P::theme, kThemes),
        choice("quality", &P::quality, kQualities),
        text("last_session", &P::last_session),
        texts("recent", &P::recent),
        choice("screenshot_size", &P::shot_size, kShotSizes),
        number("screenshot_width", &P::shot_width, 16, 16384),
        number("screenshot_height", &P::shot_height, 16, 16384),
        number("supersampling", &P::supersampling, 1, 4),
        text("screenshot_folder", &P::shot_folder),
        toggle("first_start", &P::first_start),
        toggle("advanced", &P::advanced),
        toggle("hint", &P::hint),
        toggle("drawer", &P::drawer),
        toggle("scene_pinned", &P::scene_pinned),
        toggle("methods_pinned", &P::methods_pinned),
        toggle("plots_pinned", &P::plots_pinned),
        number("timeline_mb", &P::timeline_mb, 16, 65536),
    };
    return table;
}

std::string file_of(const std::string& folder) {
    return system::text_of(system::path_of(folder) / "preferences.json");
}

} // namespace

render::Quality chosen_quality(const Preferences& preferences, render::Quality automatic) {
    return preferences.quality == QualityChoice::automatic
               ? automatic
               : static_cast<render::Quality>(static_cast<int>(preferences.quality) - 1);
}

std::string output_folder(const Preferences& preferences) {
    const std::string pictures = system::pictures_folder();
    if (!preferences.shot_folder.empty() || pictures.empty()) {
        return preferences.shot_folder;
    }
    const fs::path own = system::path_of(pictures) / "xpbd-lab";
    std::error_code code;
    fs::create_directories(own, code);
    const std::string folder = system::text_of(own);
    return !code && system::check_write_access(folder) ? folder : "";
}

std::string preferences_folder() {
    const std::string folder = system::config_folder();
    return folder.empty() ? "" : system::text_of(system::path_of(folder) / "xpbd-lab");
}

Result<LoadedPreferences> parse_preferences(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return Error{"preferences: not a JSON object"};
    }
    LoadedPreferences result;
    for (const auto& [key, value] : json.items()) {
        const Row* row = find_key(rows(), key);
        if (row == nullptr) {
            result.warnings.push_back("preferences: unknown key \"" + excerpt(key) + "\" is ignored");
            continue;
        }
        const std::string fault = row->read(result.preferences, value);
        if (!fault.empty()) {
            result.warnings.push_back("preferences: \"" + key + "\" " + fault + "; the default is used");
        }
    }
    return result;
}

std::string write_preferences(const Preferences& preferences) {
    Json json = Json::object();
    for (const Row& row : rows()) {
        json[std::string(row.key)] = row.write(preferences);
    }
    // A path need not be valid UTF-8; writing it must not throw.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

LoadedPreferences load_preferences(const std::string& folder) {
    const std::string path = file_of(folder);
    if (folder.empty() || !system::exists(path)) {
        return {};
    }
    const Result<std::string> text = lab::read_file(path, kLargestPreferences);
    if (!text) {
        return {{}, {text.error().message}};
    }
    Result<LoadedPreferences> parsed = parse_preferences(*text);
    if (parsed) {
        return *parsed;
    }
    const fs::path aside = system::path_of(folder) / "preferences.broken.json";
    std::error_code code;
    fs::rename(system::path_of(path), aside, code);
    return {{}, {path + ": no valid preferences; moved to " + system::text_of(aside) + ", defaults are used"}};
}

Status save_preferences(const std::string& folder, const Preferences& preferences) {
    if (folder.empty()) {
        return Error{"preferences are not kept: the environment names no folder of this user (HOME)",
                     Error::Kind::file};
    }
    std::error_code code;
    fs::create_directories(system::path_of(folder), code);
    if (code) {
        return Error{folder + ": " + code.message(), Error::Kind::file};
    }
    return lab::write_file(file_of(folder), write_preferences(preferences));
}

} // namespace xpbd::window
