#pragma once

#include <string>
#include <string_view>

namespace xpbd {

/// A user's text as a message may repeat it: on one line (control characters become '?'), and where it is longer than
/// `most` bytes only its beginning, "..." and its end. A key of megabytes must not flood the terminal. Never cuts
/// through a UTF-8 character.
std::string excerpt(std::string_view text, std::size_t most = 60);

} // namespace xpbd
