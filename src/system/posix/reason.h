// Messages for errno.
#pragma once

#include "core/base/result.h"

#include <cerrno>
#include <system_error>

namespace xpbd::system {

/// The system's message for an errno.
inline Error reason(int code = errno) {
    return Error{std::generic_category().message(code), Error::Kind::file};
}

} // namespace xpbd::system
