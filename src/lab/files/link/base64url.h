#pragma once

#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Bytes as text that an address can hold (RFC 4648, 5), without the signs that fill up its end
/// @{
inline constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
std::string to_base64url(std::string_view bytes);
/// Takes signs of kBase64Url only.
std::string from_base64url(std::string_view text);
/// @}

} // namespace xpbd::lab
