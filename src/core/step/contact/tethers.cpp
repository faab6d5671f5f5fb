// The nearest point in several balls: candidates on one, two or three spheres.
#include "core/step/contact/tethers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace xpbd {
namespace {

/// Tolerated distance of a point outside a sphere, as a share of its radius: rounding.
constexpr double kRounding = 1e-10;
/// Two spheres count as touching if the squared radius of their circle is negative by at most this share of a squared
/// radius: lengths are sums over many edges and rounded.
constexpr double kMiss = 1e-11;

bool in_all(std::span<const Ball> balls, const Vec3& x, double rounding) {
    return std::all_of(balls.begin(), balls.end(),
                       [&](const Ball& ball) { return glm::length(x - ball.center) <= ball.radius * (1 + rounding); });
}

/// The point of a ball that is nearest to x.
Vec3 nearest_in(const Ball& ball, const Vec3& x) {
    const Vec3 away = x - ball.center;
    const double distance = glm::length(away);
    return distance > ball.radius ? ball.center + away * (ball.radius / distance) : x;
}

/// The intersection of two spheres.
struct Circle {
    Vec3 center;
    Vec3 axis;
    double radius = 0; ///< 0 if they touch
};

std::optional<Circle> circle_of(const Ball& a, const Ball& b) {
    const Vec3 apart = b.center - a.center;
    const double distance = glm::length(apart);
    if (!(distance > 0)) {
        return std::nullopt;
    }
    const double along = (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2 * distance);
    const double radius2 = a.radius * a.radius - along * along;
    if (radius2 < -kMiss * a.radius * a.radius) {
        return std::nullopt;
    }
    const Vec3 axis = apart / distance;
    return Circle{a.center + along * axis, axis, std::sqrt(std::max(0.0, radius2))};
}

/// A unit vector at a right angle to `axis`.
Vec3 across(const Vec3& axis) {
    return glm::normalize(glm::cross(axis, std::abs(axis.y) < 0.9 ? Vec3(0, 1, 0) : Vec3(1, 0, 0)));
}

Vec3 nearest_on(const Circle& circle, const Vec3& x) {
    const Vec3 away = x - circle.center;
    const Vec3 radial = away - glm::dot(away, circle.axis) * circle.axis;
    const double length = glm::length(radial);
    return circle.center + circle.radius * (length > 0 ? radial / length : across(circle.axis));
}

/// Calls consider(point) for the points where a circle meets a sphere.
template <class Consider>
void meet(const Circle& circle, const Ball& ball, const Consider& consider) {
    const Vec3 away = ball.center - circle.center;
    const double height = glm::dot(away, circle.axis);
    const Vec3 level = away - height * circle.axis;
    const double reach = glm::length(level);
    if (!(circle.radius * reach > 0)) {
        return;
    }
    const double cosine =
        (height * height + circle.radius * circle.radius + reach * reach - ball.radius * ball.radius) /
        (2 * circle.radius * reach);
    if (!(std::abs(cosine) <= 1)) {
        return;
    }
    const Vec3 towards = level / reach;
    const Vec3 aside = std::sqrt(1 - cosine * cosine) * glm::cross(circle.axis, towards);
    consider(circle.center + circle.radius * (cosine * towards + aside));
    consider(circle.center + circle.radius * (cosine * towards - aside));
}

} // namespace

Vec3 nearest_in_all(std::span<const Ball> balls, const Vec3& x) {
    if (in_all(balls, x, 0)) {
        return x;
    }
    // The nearest point of one ball, if it is in all balls, is the nearest point of their intersection.
    for (const Ball& ball : balls) {
        const Vec3 point = nearest_in(ball, x);
        if (in_all(balls, point, kRounding)) {
            return point;
        }
    }
    // Otherwise the nearest point is on the intersection of two spheres, or of three.
    std::optional<Vec3> best;
    const auto consider = [&](const Vec3& point) {
        if (in_all(balls, point, kRounding) && (!best || glm::length(point - x) < glm::length(*best - x))) {
            best = point;
        }
    };
    for (std::size_t i = 0; i < balls.size(); ++i) {
        for (std::size_t j = i + 1; j < balls.size(); ++j) {
            if (const auto circle = circle_of(balls[i], balls[j])) {
                consider(nearest_on(*circle, x));
                for (std::size_t k = j + 1; k < balls.size(); ++k) {
                    meet(*circle, balls[k], consider);
                }
            }
        }
    }
    if (best) {
        return *best;
    }
    Vec3 point = x;
    for (const Ball& ball : balls) {
        point = nearest_in(ball, point);
    }
    return point;
}

} // namespace xpbd
