#include "lab/text/number_text.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr double kLeast = 1e-3;   ///< smaller numbers are written with a power of ten
constexpr double kMost = 1e5;     ///< numbers from here on are written with a power of ten
constexpr std::size_t kTyped = 9; ///< most significant digits of a number that a user has typed
constexpr int kComputed = 4;      ///< significant digits of a setting with more than kTyped

/// Prefixes that a unit may have. Units without a row get no prefix: lengths stay in metres, so that they are easy to
/// compare.
struct UnitPrefixes {
    std::string_view unit;
    bool milli; ///< used if the number would need a power of ten
    bool kilo;
    bool mega;
};
constexpr UnitPrefixes kPrefixes[] = {
    {"N/m", false, true, true}, {"N", false, true, true}, {"J", false, true, true}, {"s", true, false, false}};

/// The shortest digits that read back as the same number: for 1.25e-7 the digits 125 and the power -7.
struct ShortestDigits {
    bool minus = false;
    std::string digits; ///< the first digit is not 0
    int power = 0;      ///< power of ten of the first digit
};

ShortestDigits shortest(double value) {
    char buffer[kDecimalRoom];
    std::string_view text(buffer, static_cast<std::size_t>(write_decimal(buffer, value) - buffer));
    ShortestDigits found;
    found.minus = text.starts_with('-');
    const std::size_t e = text.find('e');
    if (e != std::string_view::npos) {
        found.power = std::atoi(std::string(text.substr(e + 1)).c_str());
        text = text.substr(0, e);
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::size_t first = text.find_first_of("123456789");
    found.power += first < point ? static_cast<int>(point - first) - 1 : -static_cast<int>(first - point);
    for (const char c : text.substr(first)) {
        found.digits += c == '.' ? "" : std::string(1, c);
    }
    found.digits.erase(found.digits.find_last_not_of('0') + 1);
    return found;
}

/// Text like "1.0e-7": at least one decimal, and an exponent without leading zeros.
std::string with_power(double value) {
    const ShortestDigits number = shortest(value);
    const std::string decimals = number.digits.size() > 1 ? number.digits.substr(1) : "0";
    return (number.minus ? "-" : "") + number.digits.substr(0, 1) + "." + decimals + "e" + std::to_string(number.power);
}

std::string without_power(double value) {
    ShortestDigits number = shortest(value);
    if (number.power < 0) {
        number.digits.insert(0, static_cast<std::size_t>(-number.power), '0');
        number.power = 0;
    }
    const auto whole = static_cast<std::size_t>(number.power) + 1;
    if (number.digits.size() < whole) {
        number.digits.append(whole - number.digits.size(), '0');
    } else if (number.digits.size() > whole) {
        number.digits.insert(whole, 1, '.');
    }
    return (number.minus ? "-" : "") + number.digits;
}

std::string written_out(double value) {
    const double size = std::abs(value);
    return size < kLeast || size >= kMost ? with_power(value) : without_power(value);
}

/// Appends zeros to a number's text until it has this many significant digits.
std::string with_zeros(const std::string& text, std::size_t digits) {
    const std::size_t first = text.find_first_of("123456789");
    if (first == std::string::npos) {
        return text;
    }
    const std::size_t end = std::min(text.find('e'), text.size());
    const bool whole = text.find('.') == std::string::npos;
    std::string mantissa = text.substr(0, end);
    const std::size_t present = end - first - (mantissa.find('.', first) == std::string::npos ? 0 : 1);
    if (present < digits) {
        mantissa += (whole ? "." : "") + std::string(digits - present, '0');
    }
    return mantissa + text.substr(end);
}

/// The text of a number without digits: "0", "inf", "nan"; else "".
std::string without_digits(double value) {
    return std::isnan(value) ? "nan" : std::isinf(value) ? (value < 0 ? "-inf" : "inf") : value == 0 ? "0" : "";
}

} // namespace

double rounded(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    std::array<char, 48> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*e", digits - 1, value);
    return std::strtod(buffer.data(), nullptr);
}

std::string short_number(double value, int digits) {
    if (std::string text = without_digits(value); !text.empty()) {
        return text;
    }
    const double whole = std::round(value);
    return written_out(std::abs(whole) >= std::pow(10.0, digits) && std::abs(whole) < kMost ? whole
                                                                                            : rounded(value, digits));
}

std::string exact_number(double value) {
    if (std::string text = without_digits(value); !text.empty()) {
        return text;
    }
    return written_out(shortest(value).digits.size() > kTyped ? rounded(value, kComputed) : value);
}

namespace {

/// A number and its unit with prefix.
struct Quantity {
    std::string number;
    std::string unit;

    std::string text() const { return number + (unit.empty() ? "" : " " + unit); }
};

Quantity quantity(double value, std::string_view unit, int digits) {
    const double size = std::abs(rounded(value, digits));
    const auto row =
        std::find_if(std::begin(kPrefixes), std::end(kPrefixes), [&](const UnitPrefixes& r) { return r.unit == unit; });
    std::string prefix;
    double factor = 1;
    if (row != std::end(kPrefixes) && size > 0 && std::isfinite(value)) {
        const auto use = [&](bool takes, const char* sign, double by) {
            if (takes && prefix.empty()) {
                prefix = sign;
                factor = by;
            }
        };
        use(row->mega && size >= 1e6 && size < 1e6 * kMost, "M", 1e6);
        use(row->kilo && size >= 1e3 && size < (row->mega ? 1e6 : 1e3 * kMost), "k", 1e3);
        use(row->milli && size < kLeast && size >= 1e-3 * kLeast, "m", 1e-3);
    }
    // Rounded again, because dividing by a power of ten adds digits.
    return {short_number(rounded(value / factor, 12), digits), unit.empty() ? "" : prefix + std::string(unit)};
}

} // namespace

std::string quantity_text(double value, std::string_view unit, int digits) {
    return std::isinf(value) ? "rigid" : quantity(value, unit, digits).text();
}

std::string time_text(double value, double step, std::string_view unit) {
    if (step <= 0) {
        return reading_text(value, unit);
    }
    const int decimals =
        std::max(0, static_cast<int>(-std::log10(step) + 0.05)); // 0.05: a clock reports 0.1001 for 0.1
    const double coarse = std::pow(10.0, -decimals);
    std::array<char, 48> number{};
    std::snprintf(number.data(), number.size(), "%.*f", decimals, std::max(value, coarse));
    return (value < coarse ? "< " : "") + std::string(number.data()) + " " + std::string(unit);
}

std::string reading_text(double value, std::string_view unit, int digits) {
    if (!std::isfinite(value)) {
        return quantity_text(value, unit == kCount ? "" : unit, digits);
    }
    if (unit == kCount) {
        return std::to_string(std::llround(value));
    }
    Quantity reading = quantity(value, unit, digits);
    reading.number = with_zeros(reading.number, static_cast<std::size_t>(digits));
    return reading.text();
}

std::string typeset_unit(std::string_view unit) {
    std::string text(unit);
    for (const auto& [plain, printed] : {std::pair("^2", "²"), std::pair("^3", "³")}) {
        for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain)) {
            text.replace(at, 2, printed);
        }
    }
    return text;
}

std::string unit_in_brackets(std::string_view unit) {
    return unit.empty() || unit == kCount ? "" : " (" + typeset_unit(unit) + ")";
}

CommonUnit common_unit(std::string_view unit) {
    const std::string text = typeset_unit(unit);
    return text == "kg/m²"  ? CommonUnit{"g/m²", 1e3}
           : text == "kg/m" ? CommonUnit{"g/m", 1e3}
           : text == "N m"  ? CommonUnit{"µN m", 1e6}
                            : CommonUnit{text};
}

std::string display_value(const ParameterInfo& info, double value) {
    if (info.scale == Scale::choice || info.scale == Scale::toggle) {
        return format_value(info, {value, 0, 0});
    }
    if (value == 0 && !info.zero_label.empty()) {
        return std::string(info.zero_label);
    }
    const CommonUnit common = common_unit(info.unit);
    const std::string unit = common.unit.empty() ? "" : " " + common.unit;
    if (info.scale == Scale::integer) {
        return std::to_string(std::llround(value)) + unit;
    }
    std::string text = exact_number(common.factor == 1 ? value : rounded(value * common.factor, 12)) + unit;
    if (info.unit == "m/N" && value > 0) {
        text += " (" + quantity_text(1 / value, "N/m") + ")";
    } else if (info.unit == "s" && value > 0) {
        text += " (1/" + short_number(1 / value) + ")";
    }
    return text;
}

} // namespace xpbd::lab
