#pragma once

#include "core/parameters.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name THE formatter of numbers that people read: window, stamp, legend, lessons, tooltips, figures. Files hold
/// format_number() instead, which reads back exactly.
///
/// From 0.001 to 99999 a number is written out, beyond with a power of ten: "0.005", "12.3", "1.0e-7". There is no
/// "-0". What is not finite reads "inf" or "nan": callers that can meet it have a word for it.
/// @{
/// A measured value with that many significant digits; from 1000 on to the whole.
std::string short_number(double value, int digits = 3);
/// A value that was typed or set, with all its digits. What nobody types (1/60) has four.
std::string exact_number(double value);
/// A value with its unit, and with a prefix where the unit takes one: "12.5 kN/m", "0.336 m", "13 %". Infinite is
/// "rigid".
std::string quantity_text(double value, std::string_view unit, int digits = 3);
/// The same of a reading, which changes while one looks: zeros at its end are digits too, "0.210 m", "19.0 N/m". Only
/// zero itself has none, and kCount.
std::string reading_text(double value, std::string_view unit, int digits = 3);
/// A parameter with unit, and how else it is read: "0.005 m/N (200 N/m)", "0.01667 s (1/60)", "324 g/m²", "rigid (0)",
/// "20".
std::string display_value(const ParameterInfo& info, double value);
/// @}

/// A unit with ² and ³ in place of ^2 and ^3.
std::string typeset_unit(std::string_view unit);
/// The unit that people use for a parameter, and how many of them its own unit has: 1000 g/m² for "kg/m^2". Files and
/// the command line hold the parameter's own.
struct CommonUnit {
    std::string unit; ///< typeset
    double factor = 1;
};
CommonUnit common_unit(std::string_view unit);

/// The unit of a reading that counts things: a whole number without one.
inline constexpr std::string_view kCount = "count";
/// What stands behind the name of a quantity: " (N/m)"; nothing for a count and for a number without a unit.
std::string unit_in_brackets(std::string_view unit);

/// The value with that many significant digits.
double rounded(double value, int digits);

} // namespace xpbd::lab
