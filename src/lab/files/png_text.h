#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// Keyword of the PNG text chunk that holds a session.
inline constexpr std::string_view kSessionKeyword = "xpbd-lab session";

/// Inserts an iTXt chunk (UTF-8, uncompressed, correct CRC) before IEND of an encoded PNG. Fails where `png` is not a
/// whole PNG (signature, chunk lengths, CRCs, IEND).
Result<std::string> insert_png_text(std::string_view png, std::string_view keyword, std::string_view text);

/// The text stored under `keyword`. Fails on a truncated or damaged PNG, and where there is no such text; every chunk's
/// CRC is checked.
Result<std::string> read_png_text(std::string_view png, std::string_view keyword);

/// True where the bytes begin with the PNG signature.
bool is_png(std::string_view bytes);

} // namespace xpbd::lab
