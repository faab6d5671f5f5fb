#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd {

/// A user's text for messages, on one line. Of a text longer than `most` bytes only the beginning, "..." and the end
/// are kept: a key of megabytes must not flood the terminal. Never cuts through a UTF-8 character. '?' replaces control
/// characters (U+0000 to U+001F, U+007F to U+009F), line separators, byte order marks, marks that change the direction
/// of the text, and bytes that are not UTF-8.
std::string excerpt(std::string_view text, std::size_t most = 60);

/// Count and noun: "1 constraint", "2 constraints". The plural is `name` plus "s".
std::string counted(std::size_t count, std::string_view name);

} // namespace xpbd
