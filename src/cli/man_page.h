// The manual page, made from the command line's help.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace xpbd::cli {

/// The manual page of the program in man(7) format: description, options of every command, and the help's footer. The
/// page's own footer shows `version`.
std::string man_page(const CLI::App& app, const std::string& version);

} // namespace xpbd::cli
