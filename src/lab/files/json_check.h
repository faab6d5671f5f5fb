#pragma once

#include "core/parameters.h"
#include "core/result.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace xpbd::lab {

using Json = nlohmann::json;

/// Reads text as JSON. Besides syntax it refuses what the library lets pass: a key given twice. Numbers that no double
/// holds (1e999) are refused too. Messages begin with `NAME: line L, column C`.
Result<Json> read_json(std::string_view text, const std::string& name);

/// Reads values out of JSON and remembers the first fault, with its JSON path: the caller reads on with fallbacks and
/// asks once, at the end.
class JsonCheck {
public:
    explicit JsonCheck(std::string name) : name_(std::move(name)) {}

    /// Notes a fault: `NAME: path: what`. Only the first one counts.
    void fail(const std::string& path, const std::string& what);
    bool failed() const { return error_.has_value(); }
    /// Success, or the first fault.
    Status status() const { return error_ ? Status(*error_) : ok(); }

    /// False, with a fault, where `json` is not an object with known keys only.
    bool object(const Json& json, const std::string& path, std::span<const std::string_view> known);
    /// False, with a fault, where `json` is not a list.
    bool list(const Json& json, const std::string& path);
    /// A finite number, or 0 with a fault. `needed` says what would be right.
    double number(const Json& json, const std::string& path, const std::string& needed);
    /// A number >= 0, or 0 with a fault.
    double not_negative(const Json& json, const std::string& path, const std::string& needed);
    /// A whole number in [min, max], or min with a fault.
    std::int64_t whole(const Json& json, const std::string& path, std::int64_t min, std::int64_t max,
                       const std::string& needed);
    /// A string, or "" with a fault.
    std::string text(const Json& json, const std::string& path, const std::string& needed);
    /// Exactly N finite numbers, or zeros with a fault.
    template <std::size_t N>
    std::array<double, N> numbers(const Json& json, const std::string& path, const std::string& needed);
    /// A parameter's value, checked against its row; the default with a fault.
    Value value(const Json& json, const std::string& path, const ParameterInfo& info);

private:
    std::string name_;
    std::optional<Error> error_;
};

/// What a file of ours calls itself.
struct FileKind {
    std::string_view format; ///< value of the key "format"
    int version;             ///< the one that this program writes
    std::string_view name;   ///< with its article, for messages: "a session file"
    int oldest = version;    ///< it reads from this one on
};

/// Reads text as an object of this kind, with known keys only. Faults as those of read_json and JsonCheck.
Result<Json> read_document(std::string_view text, const std::string& name, const FileKind& kind,
                           std::span<const std::string_view> known);

/// `parent.key`, or `key` at the top.
std::string child(const std::string& parent, std::string_view key);
/// `parent[index]`.
std::string child(const std::string& parent, std::size_t index);
/// What stands there, for messages: `the text "20"`, `a list`.
std::string describe(const Json& json);
/// "; did you mean ...?", or what is known where nothing is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

template <std::size_t N>
std::array<double, N> JsonCheck::numbers(const Json& json, const std::string& path, const std::string& needed) {
    std::array<double, N> result{};
    if (!json.is_array() || json.size() != N) {
        fail(path, (json.is_array() ? "is a list of " + std::to_string(json.size()) : "is " + describe(json)) +
                       ", needs " + needed);
        return result;
    }
    for (std::size_t i = 0; i < N; ++i) {
        result[i] = number(json[i], child(path, i), "a number");
    }
    return result;
}

} // namespace xpbd::lab
