// Bytes as text that is valid inside an address.
#pragma once

#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Base64 for addresses (RFC 4648, section 5), without padding characters
/// @{
inline constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
std::string to_base64url(std::string_view bytes);
/// `text` must contain only characters of kBase64Url.
std::string from_base64url(std::string_view text);
/// @}

} // namespace xpbd::lab
