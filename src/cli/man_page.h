#pragma once

#include <string>

namespace CLI {
class App;
}

namespace xpbd::cli {

/// The manual page of the program in man(7) format, made from the help of the command line: description, options of
/// every command, footer. `version` stands in the page's footer.
std::string man_page(const CLI::App& app, const std::string& version);

} // namespace xpbd::cli
