#pragma once

namespace xpbd {

/// @name Numbers as text that reads back to the same bits
/// std::from_chars and std::to_chars, and where the standard library has none for doubles (libc++), the same by other
/// means: the texts are the same everywhere.
/// @{

/// Reads the number at `first`; returns where it ends, or null where there is none, or none that a double can hold.
const char* read_decimal(const char* first, const char* last, double& value);

inline constexpr int kDecimalRoom = 40; ///< enough for any number
/// Writes the shortest text that reads back to `value`; returns where it ends.
char* write_decimal(char (&buffer)[kDecimalRoom], double value);

/// The other means.
const char* read_decimal_without_charconv(const char* first, const char* last, double& value);
char* write_decimal_without_charconv(char (&buffer)[kDecimalRoom], double value);
/// @}

} // namespace xpbd
