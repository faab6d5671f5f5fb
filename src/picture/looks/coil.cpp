#include "picture/looks/coil.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace xpbd::picture {
namespace {

constexpr int kTurns = 14;
constexpr int kPiecesPerTurn = 14;
constexpr int kPieces = kTurns * kPiecesPerTurn;
constexpr float kStraight = 0.05f; ///< share of the length at both ends where the wire runs straight to the particle
constexpr float kCoilRadius = 5;   ///< radius of the coil over the radius of the wire

/// Point of a coil between a and b at the share t of its length; u and v are unit vectors perpendicular to its axis.
glm::vec3 coil_point(const glm::vec3& a, const glm::vec3& b, const glm::vec3& u, const glm::vec3& v, float radius,
                     float t) {
    const float turns = static_cast<float>(kTurns);
    const float angle = 2 * std::numbers::pi_v<float> * turns * t;
    // The radius grows from zero over the first half turn and shrinks over the last, so that the wire has no kink.
    const float width = std::clamp(2 * turns * std::min(t, 1 - t), 0.0f, 1.0f);
    const float along = kStraight + (1 - 2 * kStraight) * t;
    return glm::mix(a, b, along) + width * radius * (std::cos(angle) * u + std::sin(angle) * v);
}

} // namespace

void wind_coils(render::Body& body, Coils& coils) {
    const bool by_point = body.point_level.size() == body.positions.size() && !body.positions.empty();
    const bool by_line = !by_point && body.line_level.size() >= body.segments.size() && !body.segments.empty();
    coils.positions.assign(body.positions.begin(), body.positions.end());
    coils.segments.clear();
    coils.level.assign(by_point || by_line ? coils.positions.size() : 0, 0.0f);
    if (by_point) {
        std::copy(body.point_level.begin(), body.point_level.end(), coils.level.begin());
    }
    for (std::size_t i = 0; i < body.segments.size(); ++i) {
        const auto first = static_cast<std::size_t>(body.segments[i][0]);
        const auto last = static_cast<std::size_t>(body.segments[i][1]);
        const glm::vec3 a = body.positions[first];
        const glm::vec3 b = body.positions[last];
        const float length = glm::distance(a, b);
        const glm::vec3 axis = length > 0 ? (b - a) / length : glm::vec3(1, 0, 0);
        const glm::vec3 u =
            glm::normalize(glm::cross(axis, std::abs(axis.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0)));
        const glm::vec3 v = glm::cross(axis, u);
        int before = body.segments[i][0];
        for (int piece = 0; piece <= kPieces; ++piece) {
            const float t = static_cast<float>(piece) / kPieces;
            const int here = static_cast<int>(coils.positions.size());
            coils.positions.push_back(coil_point(a, b, u, v, kCoilRadius * body.tube_radius, t));
            coils.segments.push_back({before, here});
            if (by_point) {
                coils.level.push_back(glm::mix(body.point_level[first], body.point_level[last], t));
            } else if (by_line) {
                coils.level.push_back(body.line_level[i]);
            }
            before = here;
        }
        coils.segments.push_back({before, body.segments[i][1]});
        if (by_line) {
            coils.level[first] = coils.level[last] = body.line_level[i];
        }
    }
    body.positions = coils.positions;
    body.segments = coils.segments;
    body.point_level = coils.level;
    body.texture = {}; // a wire shows no strands
    body.stripe = {};
}

} // namespace xpbd::picture
