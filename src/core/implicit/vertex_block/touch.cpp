// Solves one contact: its normal force in closed form, its friction by a small trust region problem.
#include "core/implicit/vertex_block/touch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace xpbd {
namespace {

constexpr int kMostRounds = 30;    ///< rounds of normal force, then friction
constexpr int kMostSteps = 30;     ///< iterations of Newton's method in limited_force()
constexpr double kSettled = 1e-12; ///< relative changes of a force below this count as none

using Vec2 = glm::dvec2;

/// The force r with |r| <= limit that minimises r' w r / 2 + slip' r: a trust region problem in the plane. Either r
/// ends the slip, or the remaining slip is opposite to the force: slip + w r = -g r with g >= 0.
Vec2 limited_force(const glm::dmat2& w, const Vec2& slip, double limit) {
    if (!(limit > 0)) {
        return Vec2(0);
    }
    // axes in which w is diagonal
    const double half = 0.5 * (w[0][0] - w[1][1]);
    const double radius = std::sqrt(half * half + w[1][0] * w[1][0]);
    const double middle = 0.5 * (w[0][0] + w[1][1]);
    Vec2 axis(1, 0);
    if (radius > 0) {
        axis = half >= 0 ? Vec2(half + radius, w[1][0]) : Vec2(w[1][0], radius - half);
        axis /= glm::length(axis);
    }
    const Vec2 other(-axis.y, axis.x);
    const std::array<double, 2> size{middle + radius, std::max(middle - radius, 0.0)};
    const std::array<double, 2> off{glm::dot(axis, slip), glm::dot(other, slip)};
    double g = 0;
    std::array<double, 2> r{};
    for (int step = 0; step < kMostSteps; ++step) {
        double square = 0;
        double slope = 0; // -d(square)/dg / 2
        for (std::size_t k = 0; k < 2; ++k) {
            r[k] = -off[k] / (size[k] + g);
            square += r[k] * r[k];
            slope += r[k] * r[k] / (size[k] + g);
        }
        const double length = std::sqrt(square);
        if (!(length > limit * (1 + kSettled)) || !(slope > 0)) {
            break;
        }
        g +=
            (length / limit - 1) * square / slope; // Newton on 1/limit - 1/|r(g)|, which increases towards 0 from below
    }
    Vec2 force = r[0] * axis + r[1] * other;
    const double length = glm::length(force);
    return length > limit ? force * (limit / length) : force;
}

} // namespace

void solve_touch(const glm::dmat3& compliance, VertexTouch& touch, Vec3& move) {
    const Vec3 free = move - compliance * touch.force();
    const Vec3& n = touch.towards;
    const double gap = touch.error + glm::dot(n, free);
    const Vec3 least = std::abs(n.x) < 0.6 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
    const Vec3 u = glm::normalize(glm::cross(n, least));
    const Vec3 v = glm::cross(n, u);
    const double w_nn = glm::dot(n, compliance * n);
    if (gap >= 0 || !(w_nn > 0)) {
        touch.normal = 0;
        touch.tangent = Vec3(0);
        move = free;
        return;
    }
    const Vec3 by_u = compliance * u;
    const Vec3 by_v = compliance * v;
    const Vec2 w_n(glm::dot(n, by_u), glm::dot(n, by_v));
    const glm::dmat2 w(glm::dot(u, by_u), glm::dot(v, by_u), glm::dot(u, by_v), glm::dot(v, by_v));
    const Vec3 slipped = touch.slip + free;
    const Vec2 slip(glm::dot(u, slipped), glm::dot(v, slipped));
    Vec2 along(glm::dot(u, touch.tangent), glm::dot(v, touch.tangent));
    double normal = 0;
    for (int round = 0; round < kMostRounds; ++round) {
        const double before = normal;
        normal = std::max(0.0, -(gap + glm::dot(w_n, along)) / w_nn);
        along = limited_force(w, slip + normal * w_n, touch.friction * normal);
        if (std::abs(normal - before) <= kSettled * normal) {
            break;
        }
    }
    touch.normal = normal;
    touch.tangent = along.x * u + along.y * v;
    move = free + compliance * touch.force();
}

} // namespace xpbd
