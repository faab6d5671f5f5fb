#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd {

/// A user's text as a message may repeat it: on one line, and where it is longer than `most` bytes only its beginning,
/// "..." and its end. A key of megabytes must not flood the terminal. Never cuts through a UTF-8 character. What a
/// terminal would act on becomes '?': control characters (U+0000 to U+001F, U+007F to U+009F), marks that turn the
/// direction of the text, and bytes that are not UTF-8.
std::string excerpt(std::string_view text, std::size_t most = 60);

/// "1 constraint", "2 constraints": a number of things whose plural is their name with an s.
std::string counted(std::size_t count, std::string_view name);

} // namespace xpbd
