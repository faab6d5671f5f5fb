#pragma once

#include "core/parameters.h"

#include <string>

namespace xpbd::lab {

/// @name Numbers as people read them. Files hold format_number() instead, which reads back exactly.
/// @{
/// "1.0e-07 m/N (k = 1.0e+07 N/m)", "rigid (0)", "20".
std::string display_value(const ParameterInfo& info, double value);
/// "1.0e-07"
std::string scientific(double value);
/// A measured stiffness with four digits, so that 49.9 and 50.2 N/m can be told apart; decades only where it must.
std::string stiffness_text(double value);
/// Three significant digits, in fixed notation where that is short: "0.0123", "12.3", "1.2e+07".
std::string short_number(double value);
/// @}

/// The value with that many significant digits.
double rounded(double value, int digits);

} // namespace xpbd::lab
