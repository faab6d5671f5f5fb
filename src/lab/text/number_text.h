// Numbers and units as text for people.
#pragma once

#include "core/model/parameters.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name The formatter of all numbers for people: window, stamp, legend, lessons, tooltips, figures. Files use
/// format_number() instead, which reads back exactly.
///
/// Numbers from 0.001 to 99999 are written without a power of ten, others with one: "0.005", "12.3", "1.0e-7". There is
/// no "-0". Values that are not finite give "inf" or "nan"; callers with such values write a word instead.
/// @{
/// A measured value with `digits` significant digits; from 1000 on, rounded to a whole number.
std::string short_number(double value, int digits = 3);
/// A value that was typed or set, with all its digits. With more digits than a user types (1/60), rounded to four.
std::string exact_number(double value);
/// A value with its unit, and with a prefix if the unit has one: "12.5 kN/m", "0.336 m", "13 %". Infinity is "rigid".
std::string quantity_text(double value, std::string_view unit, int digits = 3);
/// A value with its unit, for a reading that changes while it is watched: keeps trailing zeros, as in "0.210 m" or
/// "19.0 N/m". Exceptions are zero itself and kCount.
std::string reading_text(double value, std::string_view unit, int digits = 3);

/// A time of a clock with this step, in the same unit: without the digits that the clock does not have, "< 1 ms" below
/// one step. reading_text() if the step is 0.
std::string time_text(double value, double step, std::string_view unit);
/// A parameter with its unit and an equivalent value: "0.005 m/N (200 N/m)", "0.01667 s (1/60)", "324 g/m²", "rigid
/// (0)", "20".
std::string display_value(const ParameterInfo& info, double value);
/// @}

/// A unit with ² and ³ instead of ^2 and ^3.
std::string typeset_unit(std::string_view unit);
/// The common unit of a parameter, and its ratio to the parameter's own unit: 1000 g/m² for "kg/m^2". Files and the
/// command line use the parameter's own unit.
struct CommonUnit {
    std::string unit; ///< with ² and ³
    double factor = 1;
};
CommonUnit common_unit(std::string_view unit);

/// The unit of readings that count things: a whole number without a unit.
inline constexpr std::string_view kCount = "count";
/// The unit behind a quantity's name, such as " (N/m)"; "" for counts and for numbers without a unit.
std::string unit_in_brackets(std::string_view unit);

/// The value rounded to this many significant digits.
double rounded(double value, int digits);

} // namespace xpbd::lab
