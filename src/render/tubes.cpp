// Triangles of rope tubes and of cloth hems.
#include "render/geometry_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace xpbd::render {
namespace {

constexpr int kTubeSides = 16;
constexpr int kHemSides = 4;   ///< few, as a hem is a few pixels wide and has as many triangles as the cloth
constexpr float kSharp = 0.5f; ///< smallest cosine between two pieces that join without a ball
constexpr float kKnot = 1.3f;  ///< radius of the ball where more than two pieces meet, over the tube's radius

/// One piece of a tube.
struct Piece {
    glm::vec3 direction{0, 1, 0};
    glm::vec3 side{1, 0, 0}; ///< perpendicular to `direction`: where the angle around the tube is 0
};

/// The pieces of a body, and the pieces at each particle.
struct Tubes {
    std::vector<Piece> pieces;
    std::vector<int> degree;
    std::vector<std::array<int, 2>> at_particle; ///< the first two pieces; -1 = no piece
};

Tubes find_pieces(const Body& body) {
    Tubes tubes;
    tubes.pieces.resize(body.segments.size());
    tubes.degree.assign(body.positions.size(), 0);
    tubes.at_particle.assign(body.positions.size(), {-1, -1});
    for (std::size_t i = 0; i < body.segments.size(); ++i) {
        const auto& [a, b] = body.segments[i];
        const glm::vec3 way = body.positions[at(b)] - body.positions[at(a)];
        const float length = glm::length(way);
        Piece& piece = tubes.pieces[i];
        piece.direction = length > 0 ? way / length : glm::vec3(0, 1, 0);
        for (const int end : body.segments[i]) {
            int& count = tubes.degree[at(end)];
            if (count < 2) {
                tubes.at_particle[at(end)][at(count)] = static_cast<int>(i);
            }
            ++count;
        }
    }
    return tubes;
}

/// Sets the side of every piece: the body's stripe, else transported from piece to piece without twist.
void find_sides(const Body& body, Tubes& tubes) {
    const bool given = body.stripe.size() == body.segments.size();
    for (std::size_t i = 0; i < tubes.pieces.size(); ++i) {
        Piece& piece = tubes.pieces[i];
        glm::vec3 wanted(0);
        if (given) {
            wanted = body.stripe[i];
        } else if (i > 0 && body.segments[i][0] == body.segments[i - 1][1]) {
            wanted = tubes.pieces[i - 1].side;
        }
        wanted -= glm::dot(wanted, piece.direction) * piece.direction;
        const float length = glm::length(wanted);
        piece.side = length > 1e-4f ? wanted / length : perpendicular(piece.direction);
    }
}

/// Common direction of two pieces at a particle, in the orientation of piece `index`. std::nullopt if the particle does
/// not join exactly two pieces, or if they bend too sharply.
std::optional<glm::vec3> way_through(const Body& body, const Tubes& tubes, int particle, std::size_t index) {
    if (tubes.degree[at(particle)] != 2) {
        return std::nullopt;
    }
    const auto& both = tubes.at_particle[at(particle)];
    const std::size_t other = at(both[0] == static_cast<int>(index) ? both[1] : both[0]);
    const glm::vec3& direction = tubes.pieces[index].direction;
    const bool same_way = (body.segments[index][0] == particle) != (body.segments[other][0] == particle);
    const glm::vec3 onward = same_way ? tubes.pieces[other].direction : -tubes.pieces[other].direction;
    return glm::dot(onward, direction) > kSharp ? std::optional(glm::normalize(onward + direction)) : std::nullopt;
}

/// Direction where the angle around the tube is 0 at one end of a piece: the mean of both pieces if they join smoothly,
/// so that a stripe turns steadily.
glm::vec3 side_at(const Tubes& tubes, std::size_t index, int particle, bool smooth) {
    const Piece& piece = tubes.pieces[index];
    if (!smooth) {
        return piece.side;
    }
    const auto& both = tubes.at_particle[at(particle)];
    const glm::vec3& other = tubes.pieces[at(both[0] == static_cast<int>(index) ? both[1] : both[0])].side;
    glm::vec3 side = piece.side + other;
    side -= glm::dot(side, piece.direction) * piece.direction;
    const float length = glm::length(side);
    return length > 1e-3f ? side / length : piece.side;
}

void append_ball(const Body& body, std::span<const float> level, int particle, float radius, Geometry& out) {
    const std::size_t begin = out.vertices.size();
    append_sphere(body.positions[at(particle)], radius, 8, out);
    for (std::size_t i = begin; i < out.vertices.size(); ++i) {
        out.vertices[i].level = level_of(level, at(particle));
        // Half a turn away from a rod's stripe.
        out.vertices[i].fabric = {0, 0.5f};
    }
}

} // namespace

void append_tubes(const Body& body, std::span<const float> level, Geometry& out) {
    if (body.segments.empty()) {
        return;
    }
    Tubes tubes = find_pieces(body);
    find_sides(body, tubes);
    const bool length_known = body.texture.size() == body.positions.size();
    float run = 0; // distance along the tube, used if the body has no texture
    for (std::size_t i = 0; i < body.segments.size(); ++i) {
        const auto& [a, b] = body.segments[i];
        const Piece& piece = tubes.pieces[i];
        // The tube ends at the bisecting plane of two joined pieces.
        const std::optional<glm::vec3> through_a = way_through(body, tubes, a, i);
        const std::optional<glm::vec3> through_b = way_through(body, tubes, b, i);
        const glm::vec3 side_a = side_at(tubes, i, a, through_a.has_value());
        const glm::vec3 side_b = side_at(tubes, i, b, through_b.has_value());
        const float run_b = run + glm::distance(body.positions[at(a)], body.positions[at(b)]);
        const auto first = static_cast<std::uint32_t>(out.vertices.size());
        for (int step = 0; step <= kTubeSides; ++step) {
            const float turn = static_cast<float>(step) / kTubeSides;
            const auto corner = [&](int particle, const glm::vec3& side, const glm::vec3& cut, float along) {
                const glm::vec3 normal =
                    std::cos(2 * kPi * turn) * side + std::sin(2 * kPi * turn) * glm::cross(piece.direction, side);
                const glm::vec3 reach =
                    normal - piece.direction * (glm::dot(normal, cut) / glm::dot(piece.direction, cut));
                const glm::vec3 bent = normal - glm::dot(normal, cut) * cut;
                out.vertices.push_back({body.positions[at(particle)] + body.tube_radius * reach,
                                        glm::normalize(bent),
                                        level_of(level, at(particle)),
                                        {length_known ? body.texture[at(particle)].x : along, turn}});
            };
            corner(a, side_a, through_a.value_or(piece.direction), run);
            corner(b, side_b, through_b.value_or(piece.direction), run_b);
        }
        append_ring_indices(first, kTubeSides, out);
        run = run_b;
    }
    for (std::size_t i = 0; i < body.positions.size(); ++i) {
        const int particle = static_cast<int>(i);
        if (tubes.degree[i] > 0 && !way_through(body, tubes, particle, at(tubes.at_particle[i][0]))) {
            append_ball(body, level, particle, body.tube_radius * (tubes.degree[i] > 2 ? kKnot : 1), out);
        }
    }
}

void append_hem(const Body& body, std::span<const float> level, std::span<const std::array<int, 2>> border,
                Geometry& out) {
    const bool flat_known = body.texture.size() == body.positions.size();
    const auto direction_of = [&](const std::array<int, 2>& edge) {
        const glm::vec3 way = body.positions[at(edge[1])] - body.positions[at(edge[0])];
        const float length = glm::length(way);
        return length > 0 ? way / length : glm::vec3(0);
    };
    // Neighbouring pieces share a ring. With separate rings there would be gaps.
    std::vector<glm::vec3> along(border.empty() ? 0 : body.positions.size(), glm::vec3(0));
    for (const auto& edge : border) {
        for (const int particle : edge) {
            along[at(particle)] += direction_of(edge);
        }
    }
    for (const auto& edge : border) {
        const glm::vec3 given = direction_of(edge);
        const glm::vec3 direction = given != glm::vec3(0) ? given : glm::vec3(0, 1, 0);
        const glm::vec3 aside = perpendicular(direction);
        const auto first = static_cast<std::uint32_t>(out.vertices.size());
        for (int step = 0; step <= kHemSides; ++step) {
            const float angle = 2 * kPi * static_cast<float>(step) / kHemSides;
            for (const int particle : edge) {
                const glm::vec3& sum = along[at(particle)];
                const glm::vec3 axis = glm::dot(sum, direction) > 0.5f ? glm::normalize(sum) : direction;
                const glm::vec3 side = glm::normalize(aside - glm::dot(aside, axis) * axis);
                const glm::vec3 normal = std::cos(angle) * side + std::sin(angle) * glm::cross(axis, side);
                out.vertices.push_back({body.positions[at(particle)] + body.hem_radius * normal, normal,
                                        level_of(level, at(particle)),
                                        flat_known ? body.texture[at(particle)] : glm::vec2(0)});
            }
        }
        append_ring_indices(first, kHemSides, out);
    }
}

} // namespace xpbd::render
