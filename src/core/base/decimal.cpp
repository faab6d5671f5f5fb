// Numbers as text, by the standard library or, if it lacks the functions, by strtod() and snprintf().
#include "core/base/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <version>

namespace xpbd {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// End of the digits that start at `first`.
const char* digits_end(const char* first, const char* last) {
    return std::find_if_not(first, last, is_digit);
}

/// End of `word` at `first`, in upper or lower case; null if other text is there.
const char* after_word(const char* first, const char* last, std::string_view word) {
    for (const char letter : word) {
        if (first == last || (*first | 0x20) != letter) {
            return nullptr;
        }
        ++first;
    }
    return first;
}

/// End of the number at `first`, by the grammar of std::from_chars; null if there is no number.
const char* number_end(const char* first, const char* last) {
    const char* at = first != last && *first == '-' ? first + 1 : first;
    for (const std::string_view word : {"infinity", "inf", "nan"}) {
        if (const char* end = after_word(at, last, word)) {
            return end;
        }
    }
    const char* const whole = digits_end(at, last);
    const bool has_point = whole != last && *whole == '.';
    const char* end = has_point ? digits_end(whole + 1, last) : whole;
    if (end - at - (has_point ? 1 : 0) == 0) {
        return nullptr;
    }
    if (end != last && (*end | 0x20) == 'e') {
        const char* power = end + 1;
        power += power != last && (*power == '+' || *power == '-') ? 1 : 0;
        const char* const power_end = digits_end(power, last);
        end = power_end == power ? end : power_end;
    }
    return end;
}

} // namespace

/// Uses strtod() in the C locale, which this program never changes.
const char* read_decimal_without_charconv(const char* first, const char* last, double& value) {
    const char* const end = number_end(first, last);
    if (end == nullptr) {
        return nullptr;
    }
    const std::string text(first, end);
    const double read = std::strtod(text.c_str(), nullptr);
    if (std::isinf(read) && std::any_of(first, end, is_digit)) {
        return nullptr;
    }
    value = read;
    return end;
}

/// Uses snprintf(): the fewest digits that read back to `value`, in fixed or scientific notation, whichever is shorter.
char* write_decimal_without_charconv(char (&buffer)[kDecimalRoom], double value) {
    const auto put = [&buffer](const char* text) {
        const std::size_t length = std::min(std::strlen(text), sizeof(buffer));
        std::memcpy(buffer, text, length);
        return buffer + length;
    };
    if (!std::isfinite(value)) {
        const bool minus = std::signbit(value);
        return put(std::isnan(value) ? minus ? "-nan" : "nan" : minus ? "-inf" : "inf");
    }
    constexpr int kMost = 17; // digits that are enough for any double
    char scientific[kDecimalRoom];
    int digits = 1;
    do {
        std::snprintf(scientific, sizeof(scientific), "%.*e", digits - 1, value);
    } while (std::strtod(scientific, nullptr) != value && ++digits <= kMost);
    const int power = std::atoi(std::strchr(scientific, 'e') + 1);
    char fixed[400];
    std::snprintf(fixed, sizeof(fixed), "%.*f", std::max(0, digits - 1 - power), value);
    return put(std::strlen(fixed) <= std::strlen(scientific) ? fixed : scientific);
}

#if defined(__cpp_lib_to_chars)
const char* read_decimal(const char* first, const char* last, double& value) {
    const auto [end, code] = std::from_chars(first, last, value);
    return code == std::errc{} ? end : nullptr;
}

char* write_decimal(char (&buffer)[kDecimalRoom], double value) {
    return std::to_chars(buffer, buffer + kDecimalRoom, value).ptr;
}
#else
const char* read_decimal(const char* first, const char* last, double& value) {
    return read_decimal_without_charconv(first, last, value);
}

char* write_decimal(char (&buffer)[kDecimalRoom], double value) {
    return write_decimal_without_charconv(buffer, value);
}
#endif

} // namespace xpbd
