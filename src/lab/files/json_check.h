// Strict reading of JSON with messages that name the place and the remedy.
#pragma once

#include "core/base/result.h"
#include "core/model/parameters.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace xpbd::lab {

using Json = nlohmann::json;

/// Parses text as JSON. In addition to syntax errors it refuses duplicate keys, which the library accepts, and numbers
/// that do not fit into a double (1e999). Messages begin with `NAME: line L, column C`.
Result<Json> read_json(std::string_view text, const std::string& name);

/// Reads values from JSON and records the first error with its JSON path. After an error it returns default values; the
/// caller continues and checks status() once at the end.
class JsonCheck {
public:
    explicit JsonCheck(std::string name) : name_(std::move(name)) {}

    /// Records the error `NAME: path: what`. Only the first one is kept.
    void fail(const std::string& path, const std::string& what);
    bool failed() const { return error_.has_value(); }
    /// Success, or the first error.
    Status status() const { return error_ ? Status(*error_) : ok(); }

    /// Returns false and records an error unless `json` is an object with known keys only.
    bool object(const Json& json, const std::string& path, std::span<const std::string_view> known);
    /// Returns false and records an error unless `json` is a list with `least` to `most` items. `needed` describes a
    /// correct value.
    bool list(const Json& json, const std::string& path, std::size_t least = 0,
              std::size_t most = std::numeric_limits<std::size_t>::max(), const std::string& needed = "a list [ ]");
    /// A finite number; 0 after an error. `needed` describes a correct value.
    double number(const Json& json, const std::string& path, const std::string& needed);
    /// A number >= 0; 0 after an error.
    double not_negative(const Json& json, const std::string& path, const std::string& needed);
    /// An integer in [min, max]; min after an error.
    std::int64_t whole(const Json& json, const std::string& path, std::int64_t min, std::int64_t max,
                       const std::string& needed);
    /// A string; "" after an error.
    std::string text(const Json& json, const std::string& path, const std::string& needed);
    /// Exactly N finite numbers; zeros after an error.
    template <std::size_t N>
    std::array<double, N> numbers(const Json& json, const std::string& path, const std::string& needed);
    /// A parameter's value, checked against its row; the default after an error.
    Value value(const Json& json, const std::string& path, const ParameterInfo& info);

private:
    std::string name_;
    std::optional<Error> error_;
};

/// A parameter's value in the form that JsonCheck::value() reads.
nlohmann::ordered_json value_json(const ParameterInfo& info, const Value& value);

/// A list of three numbers.
nlohmann::ordered_json vector_json(const Vec3& v);

/// A kind of file of this program, as named in the file itself.
struct FileKind {
    std::string_view format; ///< value of the key "format"
    int version;             ///< the version that this program writes
    std::string_view name;   ///< name with article, for messages: "a session file"
    int oldest = version;    ///< oldest version that this program reads
};

/// Parses text as an object of this kind with known keys only. Errors as in read_json and JsonCheck.
Result<Json> read_document(std::string_view text, const std::string& name, const FileKind& kind,
                           std::span<const std::string_view> known);

/// `parent.key`, or `key` at the top level.
std::string child(const std::string& parent, std::string_view key);
/// `parent[index]`.
std::string child(const std::string& parent, std::size_t index);
/// Describes a value for messages: `the text "20"`, `a list`.
std::string describe(const Json& json);
/// "; did you mean ...?", or the list of known words if none is similar.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

template <std::size_t N>
std::array<double, N> JsonCheck::numbers(const Json& json, const std::string& path, const std::string& needed) {
    std::array<double, N> result{};
    if (!list(json, path, N, N, needed)) {
        return result;
    }
    for (std::size_t i = 0; i < N; ++i) {
        result[i] = number(json[i], child(path, i), "a number");
    }
    return result;
}

} // namespace xpbd::lab
