#pragma once

namespace xpbd::math {

/// @name Elementary functions with the same bits on every machine
/// The C library's functions differ from system to system, and glibc's from processor to processor. All code that
/// affects a result calls these functions. Zeros, infinities and NaN follow C (Annex F); errno is not set; rounding
/// must be to nearest. Errors: core/base/math/README.md.
/// @{
double sin(double x);
double cos(double x);
double acos(double x);
double atan2(double y, double x);
double exp(double x);
double expm1(double x); ///< exp(x) - 1
double log(double x);
double log1p(double x); ///< log(1 + x)
double pow(double x, double y);
double hypot(double x, double y);
/// @}

/// @name Overloads for kernels in single precision: the result in double precision, rounded to float
/// @{
inline float acos(float x) {
    return static_cast<float>(acos(static_cast<double>(x)));
}
inline float atan2(float y, float x) {
    return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}
/// @}

} // namespace xpbd::math
