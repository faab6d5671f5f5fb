#pragma once

namespace xpbd {

/// @name Numbers as text that reads back to the same bits
/// Uses std::from_chars and std::to_chars. If the standard library lacks them for doubles (libc++), the
/// *_without_charconv functions produce the same texts.
/// @{

/// Reads the number at `first`. Returns its end; null if there is no number, or if it is out of a double's range.
const char* read_decimal(const char* first, const char* last, double& value);

inline constexpr int kDecimalRoom = 40; ///< long enough for any double
/// Writes the shortest text that reads back to `value`; returns its end.
char* write_decimal(char (&buffer)[kDecimalRoom], double value);

/// Implementations for standard libraries without std::from_chars for doubles.
const char* read_decimal_without_charconv(const char* first, const char* last, double& value);
char* write_decimal_without_charconv(char (&buffer)[kDecimalRoom], double value);
/// @}

} // namespace xpbd
