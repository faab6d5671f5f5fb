// Sessions inside PNG files.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// Keyword of the PNG text chunk that contains a session.
inline constexpr std::string_view kSessionKeyword = "xpbd-lab session";

/// Inserts an iTXt chunk (UTF-8, uncompressed, with CRC) before IEND of an encoded PNG. Fails if `png` is not a
/// complete PNG (signature, chunk lengths, CRCs, IEND).
Result<std::string> insert_png_text(std::string_view png, std::string_view keyword, std::string_view text);

/// The text stored under `keyword`. Fails for a truncated or damaged PNG (all CRCs are checked), and if there is no
/// such text.
Result<std::string> read_png_text(std::string_view png, std::string_view keyword);

/// True if the bytes begin with the PNG signature.
bool is_png(std::string_view bytes);

} // namespace xpbd::lab
