#include "cli/options.h"

#include <CLI/CLI.hpp>

namespace xpbd::cli {
namespace {

void finish(CLI::Option& option, const char* type, Options::Need need) {
    if (type != nullptr) {
        option.type_name(type);
    }
    option.required(need == Options::Need::required);
}

/// An option of a number within a range.
template <class Value, class Number>
void add_number(CLI::App& command, const char* name, Value& value, Number min, Number max, const char* type,
                const std::string& help) {
    CLI::Option& option = *command.add_option(name, value, help);
    finish(option, type, Options::Need::optional);
    option.check(CLI::Range(min, max));
}

} // namespace

void Options::text(const char* name, std::string& value, const char* type, const std::string& help, Need need) {
    finish(*command_.add_option(name, value, help), type, need);
}

void Options::texts(const char* name, std::vector<std::string>& values, const char* type, const std::string& help,
                    Need need) {
    CLI::Option& option = *command_.add_option(name, values, help);
    finish(option, type, need);
    option.expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void Options::choice(const char* name, std::string& value, const std::vector<std::string>& words,
                     const std::string& help) {
    command_.add_option(name, value, help)->check(CLI::IsMember(words));
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

void Options::exclude(const char* name, const char* other) {
    command_.get_option(name)->excludes(command_.get_option(other));
}

} // namespace xpbd::cli
