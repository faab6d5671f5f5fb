#include "cli/parse_fault.h"

#include "core/base/excerpt.h"
#include "core/model/parameters.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace xpbd::cli {
namespace {

constexpr std::size_t kLongest = 300; ///< most characters of the user's input that a message repeats

/// The command that was given, or the program itself without a command.
const CLI::App& given_command(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    return commands.empty() ? app : *commands.front();
}

/// The option that a message of CLI11 is about: the message begins with its name and dashes.
const CLI::Option* blamed_option(const CLI::App& command, std::string_view message) {
    const CLI::Option* longest = nullptr;
    for (const CLI::Option* option : command.get_options()) {
        if (message.starts_with(option->get_name()) &&
            (longest == nullptr || option->get_name().size() > longest->get_name().size())) {
            longest = option;
        }
    }
    return longest;
}

/// The long names of a command's options, with their dashes.
std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

/// A hint for an unknown option: the similar option of this command, or the command that has it.
std::string option_hint(const CLI::App& app, const std::string& given) {
    const std::string word = given.substr(0, given.find('='));
    std::vector<std::string> names = option_names(app);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        for (const std::string& name : option_names(*command)) {
            if (name == word) {
                return "it is an option of " + command->get_name() + ", and stands after that word; ";
            }
            names.push_back(name);
        }
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view near = nearest(word, views);
    return near.empty() ? "" : "did you mean " + std::string(near) + "? ";
}

std::string unknown_words(const CLI::App& app) {
    const std::vector<std::string> words = app.remaining(true);
    const auto option =
        std::find_if(words.begin(), words.end(), [](const auto& word) { return word.starts_with("-"); });
    if (option == words.end()) {
        return (words.empty() ? "an argument" : excerpt(words.front())) + ": is one argument too many; ";
    }
    return excerpt(*option) + ": no such option; " + option_hint(app, *option);
}

std::string fault(const CLI::App& app, const CLI::ParseError& error) {
    const std::string message = error.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        return unknown_words(app);
    }
    const CLI::Option* option = blamed_option(given_command(app), message);
    if (option == nullptr) {
        return message + "; "; // not reached by any known error
    }
    const std::string name = option->get_name();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
        return name + ": is missing; ";
    }
    if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
        for (const CLI::Option* other : option->get_excludes()) {
            if (other->count() > 0) {
                return name + ": cannot be given together with " + other->get_name() + "; ";
            }
        }
    }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        return name + (option->count() > 1 ? ": is given more than once; " : ": needs a value after it; ");
    }
    return message + "; "; // messages of our own checks in Options
}

} // namespace

std::string parse_fault(const CLI::App& app, const CLI::ParseError& error) {
    std::string text = fault(app, error);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return excerpt(text, kLongest) + "see xpbd-lab --help";
}

} // namespace xpbd::cli
