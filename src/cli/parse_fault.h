// Messages for errors on the command line.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace xpbd::cli {

/// Explains on one line which argument is wrong and what would be right. CLI11's own messages are not used,
/// because they differ between its versions.
std::string parse_fault(const CLI::App& app, const CLI::ParseError& error);

} // namespace xpbd::cli
