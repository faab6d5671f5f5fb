#include "lab/files/json_check.h"

#include "core/base/excerpt.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

/// Parses JSON text without storing it, to find errors and describe them in our own words. The library's messages
/// differ between its versions.
class Walk : public nlohmann::json_sax<Json> {
public:
    explicit Walk(std::string_view text) : text_(text) {}

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return value(); }
    bool start_object(std::size_t) override { return open(true); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(false); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        last_ = Last::key;
        ++keys_read_;
        open_.back().key = name;
        if (open_.back().keys.insert(name).second) {
            return true;
        }
        what_ = place() + ": the key is given twice in one object; keep one";
        position_ = place_of_key(keys_read_);
        return false;
    }
    bool parse_error(std::size_t position, const std::string& token, const Json::exception& fault) override {
        position_ = position;
        what_ = fault.id == kNumberOverflow ? excerpt(token) + " is too large for a number"
                                            : "syntax error: " + syntax_error();
        return false;
    }

    std::size_t position() const { return position_; }
    /// The error, or "".
    const std::string& what() const { return what_; }

private:
    /// The library's error number for a number that does not fit into a double.
    static constexpr int kNumberOverflow = 406;
    static constexpr std::string_view kBlank = " \t\r\n";

    struct Level {
        bool is_object = false;
        std::set<std::string> keys;
        std::string key;       ///< the last key read, in an object
        std::size_t index = 0; ///< index of the current value, in a list
    };
    enum class Last { nothing, opened, key, value };

    bool value() {
        last_ = Last::value;
        if (!open_.empty()) {
            ++open_.back().index;
        }
        return true;
    }
    bool open(bool is_object) {
        open_.push_back({is_object, {}, {}, 0});
        last_ = Last::opened;
        return true;
    }
    bool close() {
        open_.pop_back();
        return value();
    }

    /// Path of the last key, such as "panes[1].iterations".
    std::string place() const {
        std::string path;
        for (const Level& level : open_) {
            path = level.is_object ? child(path, excerpt(level.key)) : child(path, level.index);
        }
        return path;
    }

    /// Number of bytes up to and including the opening quote of the key with this number, counted from 1. The text must
    /// be valid JSON up to that key.
    std::size_t place_of_key(std::size_t number) const {
        std::size_t keys = 0;
        for (std::size_t at = text_.find('"'); at < text_.size(); at = text_.find('"', at)) {
            const std::size_t first = ++at;
            for (; at < text_.size() && text_[at] != '"'; ++at) {
                at += text_[at] == '\\' ? 1 : 0;
            }
            ++at;
            const std::size_t next = text_.find_first_not_of(kBlank, at);
            keys += next < text_.size() && text_[next] == ':' ? 1 : 0;
            if (keys == number) {
                return first;
            }
        }
        return text_.size();
    }

    /// Describes the syntax error at position_.
    std::string syntax_error() const {
        if (text_.find_first_not_of(kBlank) == std::string_view::npos) {
            return "there is nothing in it, needs JSON";
        }
        const auto [start, token] = last_token();
        if (token.starts_with('"') && !Json::accept(token)) {
            return "broken text " + excerpt(token) +
                   "; needs UTF-8 in quotes, a line break as \\n, a backslash as \\\\";
        }
        const std::string place = token.empty() ? "the text ends" : excerpt(token) + " stands";
        return place + " where " + needed(text_.substr(0, start)) + " is needed";
    }

    /// The word that ends at or contains position_, and its start; empty at the end of the text. The library's own
    /// token includes preceding text, too.
    std::pair<std::size_t, std::string_view> last_token() const {
        constexpr std::string_view kSigns = "{}[],:";
        std::size_t start = text_.find_first_not_of(kBlank);
        while (start < text_.size()) {
            std::size_t end = start + 1;
            if (text_[start] == '"') {
                while (end < text_.size() && text_[end] != '"') {
                    end += text_[end] == '\\' ? 2 : 1;
                }
                end = std::min(end + 1, text_.size());
            } else if (kSigns.find(text_[start]) == std::string_view::npos) {
                end = std::min(text_.find_first_of(" \t\r\n{}[],:\"", end), text_.size());
            }
            const bool open_text = end == text_.size() && text_[start] == '"' && !Json::accept(text_.substr(start));
            if (end >= position_ || open_text) {
                return {start, text_.substr(start, end - start)};
            }
            start = text_.find_first_not_of(kBlank, end);
        }
        return {text_.size(), {}};
    }

    /// The tokens that may follow this beginning of a text.
    std::string needed(std::string_view before) const {
        const std::size_t end = before.find_last_not_of(kBlank);
        const char sign = end == std::string_view::npos ? '\0' : before[end];
        const bool in_object = !open_.empty() && open_.back().is_object;
        switch (last_) {
        case Last::nothing:
            return "a value";
        case Last::opened:
            return in_object ? "a key in quotes or }" : "a value or ]";
        case Last::key:
            return sign == ':' ? "a value" : ":";
        case Last::value:
            break;
        }
        if (open_.empty()) {
            return "the end of the text";
        }
        if (sign == ',') {
            return in_object ? "a key in quotes" : "a value";
        }
        return in_object ? ", or }" : ", or ]";
    }

    std::string_view text_;
    std::vector<Level> open_; ///< the objects and lists that are still open
    Last last_ = Last::nothing;
    std::size_t keys_read_ = 0;
    std::string what_;
    std::size_t position_ = 0;
};

/// "line L, column C" of the last of the first `position` bytes.
std::string line_and_column(std::string_view text, std::size_t position) {
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t i = 0; i + 1 < std::min(position, text.size() + 1); ++i) {
        // LF, CR LF or CR ends a line.
        const bool ends = text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
        column = ends ? 1 : column + 1;
        line += ends ? 1 : 0;
    }
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace

Result<Json> read_json(std::string_view text, const std::string& name) {
    Walk walk(text);
    if (!Json::sax_parse(text, &walk)) {
        return Error{name + ": " + line_and_column(text, walk.position()) + ": " + walk.what()};
    }
    return Json::parse(text, nullptr, false);
}

std::string child(const std::string& parent, std::string_view key) {
    return parent.empty() ? std::string(key) : parent + "." + std::string(key);
}

std::string child(const std::string& parent, std::size_t index) {
    return parent + "[" + std::to_string(index) + "]";
}

std::string describe(const Json& json) {
    switch (json.type()) {
    case Json::value_t::object:
        return "an object";
    case Json::value_t::array:
        return "a list";
    case Json::value_t::string: {
        const auto& text = json.get_ref<const std::string&>();
        return "the text \"" + excerpt(text) + "\"";
    }
    case Json::value_t::boolean:
        return json.get<bool>() ? "true" : "false";
    case Json::value_t::null:
        return "null";
    default:
        return json.is_number_float() ? format_number(json.get<double>()) : json.dump();
    }
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
    std::string near = did_you_mean(word, known);
    if (!near.empty()) {
        return near;
    }
    std::string all;
    for (const std::string_view key : known) {
        all += (all.empty() ? "" : ", ") + std::string(key);
    }
    return "; known are " + all;
}

void JsonCheck::fail(const std::string& path, const std::string& what) {
    if (!error_) {
        error_ = Error{name_ + ": " + (path.empty() ? "" : path + ": ") + what};
    }
}

bool JsonCheck::object(const Json& json, const std::string& path, std::span<const std::string_view> known) {
    if (!json.is_object()) {
        fail(path, (path.empty() ? "the file holds " : "is ") + describe(json) + ", needs an object { }");
        return false;
    }
    for (const auto& [key, unused] : json.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            fail(child(path, excerpt(key)), "unknown key" + suggestion(key, known));
            return false;
        }
    }
    return true;
}

bool JsonCheck::list(const Json& json, const std::string& path, std::size_t least, std::size_t most,
                     const std::string& needed) {
    if (!json.is_array() || json.size() < least || json.size() > most) {
        fail(path, "is " + (json.is_array() ? "a list of " + std::to_string(json.size()) : describe(json)) +
                       ", needs " + needed);
        return false;
    }
    return true;
}

double JsonCheck::number(const Json& json, const std::string& path, const std::string& needed) {
    if (!json.is_number()) {
        fail(path, "is " + describe(json) + ", needs " + needed);
        return 0;
    }
    return json.get<double>(); // finite, because read_json refuses other numbers
}

double JsonCheck::not_negative(const Json& json, const std::string& path, const std::string& needed) {
    const double value = number(json, path, needed);
    if (value < 0) {
        fail(path, "is " + format_number(value) + ", needs " + needed);
        return 0;
    }
    return value;
}

std::int64_t JsonCheck::whole(const Json& json, const std::string& path, std::int64_t min, std::int64_t max,
                              const std::string& needed) {
    const double value = number(json, path, needed);
    if (failed()) {
        return min;
    }
    if (value != std::floor(value) || value < static_cast<double>(min) || value > static_cast<double>(max)) {
        fail(path, "is " + format_number(value) + ", needs " + needed);
        return min;
    }
    return static_cast<std::int64_t>(value);
}

std::string JsonCheck::text(const Json& json, const std::string& path, const std::string& needed) {
    if (!json.is_string()) {
        fail(path, "is " + describe(json) + ", needs " + needed);
        return {};
    }
    return json.get<std::string>();
}

Value JsonCheck::value(const Json& json, const std::string& path, const ParameterInfo& info) {
    const auto wrong_type = [&](const std::string& at, const Json& found, const std::string& needed) {
        fail(at, "is " + describe(found) + ", needs " + needed);
        return info.default_value;
    };
    const std::string range = allowed_range(info);
    Value result{};
    if (info.scale == Scale::choice) {
        if (!json.is_string()) {
            return wrong_type(path, json, "one of the texts " + range);
        }
        const Result<Value> choice = parse_value(info, json.get_ref<const std::string&>());
        if (!choice) {
            fail(path, choice.error().message);
            return info.default_value;
        }
        return *choice;
    }
    if (info.scale == Scale::toggle) {
        if (!json.is_boolean()) {
            return wrong_type(path, json, "true or false");
        }
        result[0] = json.get<bool>() ? 1 : 0;
        return result;
    }
    if (info.components == 1) {
        // A quotient such as "1/60".
        if (json.is_string() && json.get_ref<const std::string&>().find('/') != std::string::npos) {
            const Result<Value> quotient = parse_value(info, json.get_ref<const std::string&>());
            if (!quotient) {
                fail(path, quotient.error().message);
                return info.default_value;
            }
            return *quotient;
        }
        if (!json.is_number()) {
            return wrong_type(path, json, "a number: " + range);
        }
        result[0] = json.get<double>();
    } else {
        const auto count = static_cast<std::size_t>(info.components);
        if (!json.is_array() || json.size() != count) {
            return wrong_type(path, json, "a list of " + range);
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (!json[i].is_number()) {
                return wrong_type(child(path, i), json[i], "a number");
            }
            result[i] = json[i].get<double>();
        }
    }
    const Status status = validate(info, result);
    if (!status) {
        fail(path, status.error().message);
        return info.default_value;
    }
    return result;
}

nlohmann::ordered_json vector_json(const Vec3& v) {
    return {v.x, v.y, v.z};
}

nlohmann::ordered_json value_json(const ParameterInfo& info, const Value& value) {
    using OrderedJson = nlohmann::ordered_json;
    if (info.scale == Scale::choice) {
        return format_value(info, value);
    }
    if (info.scale == Scale::toggle) {
        return value[0] != 0;
    }
    const auto component = [&](double v) -> OrderedJson {
        return info.scale == Scale::integer ? OrderedJson(static_cast<std::int64_t>(v)) : OrderedJson(v);
    };
    if (info.components == 1) {
        return component(value[0]);
    }
    OrderedJson list = OrderedJson::array();
    for (int i = 0; i < info.components; ++i) {
        list.push_back(component(value[static_cast<std::size_t>(i)]));
    }
    return list;
}

namespace {

/// Checks "format" and "version". Called first, because all other messages would mislead in a file of another kind.
void check_kind(const Json& json, const FileKind& kind, JsonCheck& check) {
    const auto wrong = [&](const char* key) {
        check.fail(key, (json.contains(key) ? "is " + describe(json[key]) : std::string("is missing")) + "; " +
                            std::string(kind.name) + " has \"format\": \"" + std::string(kind.format) +
                            "\", \"version\": " + std::to_string(kind.version));
    };
    if (!json.contains("format") || json["format"] != kind.format) {
        wrong("format");
    } else if (!json.contains("version") || !json["version"].is_number()) {
        wrong("version");
    } else if (const double version = json["version"].get<double>();
               version < kind.oldest || version > kind.version || version != std::floor(version)) {
        check.fail("version", "is " + describe(json["version"]) + "; this program reads version " +
                                  (kind.oldest == kind.version ? "" : std::to_string(kind.oldest) + " to ") +
                                  std::to_string(kind.version));
    }
}

} // namespace

Result<Json> read_document(std::string_view text, const std::string& name, const FileKind& kind,
                           std::span<const std::string_view> known) {
    Result<Json> json = read_json(text, name);
    if (!json) {
        return json;
    }
    JsonCheck check(name);
    if (json->is_object()) {
        check_kind(*json, kind, check);
    }
    if (check.failed() || !check.object(*json, "", known)) {
        return check.status().error();
    }
    return json;
}

} // namespace xpbd::lab
