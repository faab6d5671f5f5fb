#include "lab/study/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace xpbd::lab {
namespace {

std::string print(const char* format, double value) {
    std::array<char, 48> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

} // namespace

double rounded(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    return std::strtod(print(("%." + std::to_string(digits - 1) + "e").c_str(), value).c_str(), nullptr);
}

std::string scientific(double value) {
    return print("%.1e", value);
}

std::string stiffness_text(double value) {
    const double size = std::abs(value);
    return print(size == 0 || (size >= 1e-2 && size < 1e5) ? "%.4g" : "%.2e", value);
}

std::string short_number(double value) {
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e5)) {
        return scientific(value);
    }
    return print(size >= 1000 ? "%.0f" : "%.3g", value);
}

std::string display_value(const ParameterInfo& info, double value) {
    const std::string unit = info.unit.empty() ? "" : " " + std::string(info.unit);
    switch (info.scale) {
    case Scale::logarithmic: {
        if (value == 0) {
            return std::string(info.zero_label.empty() ? "0" : info.zero_label);
        }
        if (!info.unit.starts_with("m/N")) {
            const std::string rate = info.unit == "s" ? " (1/" + print("%.3g", 1 / value) + ")" : "";
            return (value >= 1e-3 && value < 1e4 ? print("%.4g", value) : scientific(value)) + unit + rate;
        }
        // Typed values may have more digits than the slider gives: the shown text must read back to the same value.
        std::string text = (rounded(value, 2) == value ? scientific(value) : print("%.3e", value)) + unit;
        if (info.unit == "m/N") {
            text += " (k = " + scientific(1 / value) + " N/m)";
        }
        return text;
    }
    case Scale::integer:
        if (value == 0 && !info.zero_label.empty()) {
            return std::string(info.zero_label);
        }
        return print("%.0f", value) + unit;
    case Scale::choice:
    case Scale::toggle:
        return format_value(info, {value, 0, 0});
    case Scale::linear:
        break;
    }
    return print("%.4g", value) + unit;
}

} // namespace xpbd::lab
