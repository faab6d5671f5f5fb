#pragma once

#include "lab/files/session/session.h"

#include <cstdint>
#include <span>

namespace xpbd::fuzz {

/// A session with a custom scene of up to 24 particles and one or two panes. Any bytes give a session, and similar
/// bytes give similar sessions. Zeros follow after the last byte.
lab::Session session_from(std::span<const std::uint8_t> bytes);

} // namespace xpbd::fuzz
