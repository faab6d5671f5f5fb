#include "cli/man_page.h"

#include <CLI/CLI.hpp>

namespace xpbd::cli {
namespace {

/// Escapes text for roff: backslashes and dashes are printed literally, and no line begins with a control character.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
            result += std::string("\\&") + c;
        } else {
            result += c;
        }
    }
    return result;
}

/// One entry per option in the help, then one per positional argument.
std::string options_of(const CLI::App& command) {
    std::string result;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_group().empty()) {
            continue; // hidden
        }
        result += ".TP\n\\fB" + escaped(option->get_name(option->get_positional(), true)) + "\\fR";
        if (!option->get_type_name().empty()) {
            result += " \\fI" + escaped(option->get_type_name()) + "\\fR";
        }
        result += "\n" + escaped(option->get_description()) + "\n";
    }
    return result;
}

} // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
    std::string page = ".TH XPBD\\-LAB 1 \"\" \"xpbd\\-lab " + escaped(version) + "\" \"User Commands\"\n";
    page += ".SH NAME\nxpbd\\-lab \\- interactive laboratory for position\\-based dynamics\n";
    page += ".SH SYNOPSIS\n.B xpbd\\-lab\n[\\fIOPTIONS\\fR] [\\fISESSION\\fR]\n";
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    for (const CLI::App* command : commands) {
        page += ".br\n.B xpbd\\-lab " + escaped(command->get_name()) + "\n[\\fIOPTIONS\\fR]\n";
    }
    page += ".SH DESCRIPTION\n" + escaped(app.get_description()) + "\n";
    page += ".SH OPTIONS\n" + options_of(app);
    page += ".SH COMMANDS\n";
    for (const CLI::App* command : commands) {
        page += ".SS " + escaped(command->get_name()) + "\n" + escaped(command->get_description()) + "\n";
        page += options_of(*command);
    }
    return page + ".SH NOTES\n.nf\n" + escaped(app.get_footer()) + "\n.fi\n";
}

} // namespace xpbd::cli
