#pragma once

#include "lab/files/session/session.h"

#include <cstdint>
#include <span>

namespace xpbd::fuzz {

/// A session with a custom scene of up to 24 particles and one or two panes, drawn from bytes: any bytes give one, and
/// near bytes give near ones. Where the bytes end, zeros follow.
lab::Session session_from(std::span<const std::uint8_t> bytes);

} // namespace xpbd::fuzz
