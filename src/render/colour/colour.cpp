#include "render/colour/colour.h"

#include <algorithm>
#include <cmath>

namespace xpbd::render {
namespace {

float relative_luminance(const glm::vec3& code) {
    return glm::dot(to_linear(code), glm::vec3(0.2126f, 0.7152f, 0.0722f));
}

} // namespace

float to_linear(float code) {
    return code <= 0.04045f ? code / 12.92f : std::pow((code + 0.055f) / 1.055f, 2.4f);
}

glm::vec3 to_linear(const glm::vec3& code) {
    return {to_linear(code.x), to_linear(code.y), to_linear(code.z)};
}

float to_code(float linear) {
    const float x = std::clamp(linear, 0.0f, 1.0f);
    return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
}

glm::vec3 to_oklab(const glm::vec3& code) {
    const glm::vec3 c = to_linear(code);
    const float l = std::cbrt(0.4122214708f * c.x + 0.5363325363f * c.y + 0.0514459929f * c.z);
    const float m = std::cbrt(0.2119034982f * c.x + 0.6806995451f * c.y + 0.1073969566f * c.z);
    const float s = std::cbrt(0.0883024619f * c.x + 0.2817188376f * c.y + 0.6299787005f * c.z);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
            1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

glm::vec3 from_oklab(const glm::vec3& lab) {
    const auto cube = [](float x) { return x * x * x; };
    const float l = cube(lab.x + 0.3963377774f * lab.y + 0.2158037573f * lab.z);
    const float m = cube(lab.x - 0.1055613458f * lab.y - 0.0638541728f * lab.z);
    const float s = cube(lab.x - 0.0894841775f * lab.y - 1.2914855480f * lab.z);
    return {to_code(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            to_code(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            to_code(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

float contrast(const glm::vec3& a, const glm::vec3& b) {
    const float first = relative_luminance(a);
    const float second = relative_luminance(b);
    return (std::max(first, second) + 0.05f) / (std::min(first, second) + 0.05f);
}

} // namespace xpbd::render
