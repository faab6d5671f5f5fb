#include "cli/options.h"

#include "core/base/decimal.h"
#include "core/base/excerpt.h"
#include "core/model/parameters.h"
#include "system/standard_streams.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <type_traits>

namespace xpbd::cli {
namespace {

void finish(CLI::Option& option, const char* type, Options::Need need) {
    if (type != nullptr) {
        option.type_name(type);
    }
    option.required(need == Options::Need::required);
}

/// Refuses an empty text. It is most likely an unset variable in the user's shell, and must not act like an omitted
/// option.
void refuse_empty(CLI::Option& option) {
    option.check(
        [](const std::string& text) -> std::string {
            return text.empty() ? "is empty, needs a value; is a variable of the shell unset?" : "";
        },
        "");
}

/// Reads a number from `first`. Returns the end of the number, or null if there is no number.
template <class Number>
const char* read_number(const char* first, const char* last, Number& number) {
    if constexpr (std::is_integral_v<Number>) {
        const auto read = std::from_chars(first, last, number);
        return read.ec == std::errc{} ? read.ptr : nullptr;
    } else {
        return read_decimal(first, last, number);
    }
}

/// Adds an option with a number in [min, max]. `Value` is Number or std::optional<Number>. CLI11's range check is not
/// used, so that the message is our own.
template <class Value, class Number>
void add_number(CLI::App& command, const char* name, Value& value, Number min, Number max, const char* type,
                const std::string& help) {
    CLI::Option& option = *command.add_option(name, value, help);
    finish(option, type, Options::Need::optional);
    const std::string range = format_number(min) + " to " + format_number(max);
    option.check(
        [=](const std::string& text) -> std::string {
            Number number{};
            const char* end = text.data() + text.size();
            if (read_number(text.data(), end, number) == end && number >= min && number <= max) {
                return "";
            }
            return "is " + excerpt(text) + ", needs a " + (std::is_integral_v<Number> ? "whole " : "") +
                   "number from " + range;
        },
        range);
}

} // namespace

void Options::text(const char* name, std::string& value, const char* type, const std::string& help, Need need) {
    CLI::Option& option = *command_.add_option(name, value, help);
    finish(option, type, need);
    refuse_empty(option);
}

void Options::texts(const char* name, std::vector<std::string>& values, const char* type, const std::string& help,
                    Need need) {
    CLI::Option& option = *command_.add_option(name, values, help);
    finish(option, type, need);
    refuse_empty(option);
    option.expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void Options::choice(const char* name, std::string& value, const std::vector<std::string>& words,
                     const std::string& help) {
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() ? "" : ", ") + word;
    }
    command_.add_option(name, value, help)
        ->check(
            [words, all](const std::string& text) -> std::string {
                const bool known = std::find(words.begin(), words.end(), text) != words.end();
                return known ? "" : "is " + excerpt(text) + ", needs one of " + all;
            },
            "{" + all + "}");
}

void Options::whole(const char* name, int& value, int min, int max, const char* type, const std::string& help) {
    add_number(command_, name, value, min, max, type, help);
}

void Options::whole(const char* name, std::optional<int>& value, int min, int max, const char* type,
                    const std::string& help) {
    add_number(command_, name, value, min, max, type, help);
}

void Options::number(const char* name, double& value, double min, double max, const char* type,
                     const std::string& help) {
    add_number(command_, name, value, min, max, type, help);
}

void Options::number(const char* name, std::optional<double>& value, double min, double max, const char* type,
                     const std::string& help) {
    add_number(command_, name, value, min, max, type, help);
}

void Options::flag(const char* name, bool& value, const std::string& help) {
    command_.add_flag(name, value, help);
}

void Options::verbose() {
    command_.add_flag_callback("--verbose", &system::let_libraries_print,
                               "Let the libraries of display and driver print what they have to say");
}

void Options::exclude(const char* name, const char* other) {
    command_.get_option(name)->excludes(command_.get_option(other));
}

} // namespace xpbd::cli
