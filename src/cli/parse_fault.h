#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace xpbd::cli {

/// What is wrong with the arguments, and what would be right, in our own words and on one line: those of CLI11 change
/// with its version.
std::string parse_fault(const CLI::App& app, const CLI::ParseError& error);

} // namespace xpbd::cli
