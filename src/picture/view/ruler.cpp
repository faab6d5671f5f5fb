// Places the ruler: lines in space that look right from the current camera.
#include "picture/view/ruler.h"

#include "core/base/bounds.h"
#include "lab/run/snapshot.h"
#include "picture/looks/material_look.h"
#include "picture/looks/stage.h"
#include "picture/view/framing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

namespace xpbd::picture {
namespace {

constexpr double kShortest = 1e-4; ///< least length of a ruler over the body's size
/// Least length of a vertical metre on the screen over a horizontal one's; below, no ruler is shown.
constexpr float kSteepest = 0.15f;
constexpr float kSteepestLine = 0.5f; ///< largest slope of a level line on the screen
/// Parts of the body that are horizontally nearer to the lowest point than this, over the body's width, count as if
/// they were this far away (slope_below()): the lower level line gets less steep, and such a part may hide a piece of
/// it.
constexpr float kNearby = 0.25f;
/// The ruler is on the left if the free particles are left of the held ones by more than this, over the body's size.
constexpr float kAside = 0.1f;
// Lengths on the screen at scale 1 [px].
constexpr float kBeside = 24; ///< between the body and the upright line
constexpr float kBorder = 4;  ///< between the lines and the view's border
constexpr float kBeyond = 4;  ///< the level lines extend this far beyond the upright one
constexpr float kInto = 1;    ///< the level lines extend this far into the body, whose edge is blurred
constexpr float kArrow = 9;   ///< length of an arrow head, and of the shaft of an arrow that points from outside
constexpr float kHalfArrow = 3;
constexpr float kRoom = 30;   ///< least distance of the level lines at which both heads fit between them
constexpr float kNumber = 70; ///< width of the number
constexpr float kTurned = 60; ///< free room on the other side above which the ruler moves there if it lacks room

/// Projection to the screen: pixels right of and above the view's middle, and depth [m].
struct RulerEye {
    glm::mat4 view;
    glm::vec3 position;
    float focal;   ///< [px]
    float nearest; ///< nearer points are treated as if at this depth [m]

    RulerEye(const render::OrbitCamera& camera, const Screen& screen)
        : view(camera.view()),
          position(camera.eye()),
          focal(0.5f * screen.size.y / std::tan(0.5f * camera.field_of_view)),
          nearest(0.01f * camera.distance) {}
    /// The direction to the right on the screen; horizontal, because the camera never rolls.
    glm::vec3 right() const { return {view[0][0], view[1][0], view[2][0]}; }
    glm::vec3 to_screen(const glm::vec3& p) const {
        const glm::vec4 at = view * glm::vec4(p, 1);
        const float depth = std::max(-at.z, nearest);
        return {focal * at.x / depth, focal * at.y / depth, depth};
    }
    /// The point with the height and depth of `p` that is `pixels` to the right of the view's middle.
    glm::vec3 level_with(const glm::vec3& p, float pixels) const {
        return p + (pixels * to_screen(p).z / focal - glm::dot(right(), p - position)) * right();
    }
    /// The point at this height [m] that appears at `pixels`; std::nullopt if it is very far away or behind the eye.
    std::optional<glm::vec3> at_height(float height, glm::vec2 pixels) const {
        constexpr float kFurthest = 300; ///< largest depth over `nearest`
        const glm::vec3 along =
            glm::transpose(glm::mat3(view)) * glm::vec3(pixels / focal, -1); // to a depth of one metre
        const float depth = (height - position.y) / along.y;
        return depth > nearest && depth < kFurthest * nearest ? std::optional(position + depth * along) : std::nullopt;
    }
    /// Length in pixels of a metre upwards from `p`.
    float upright(const glm::vec3& p) const {
        const float little = 1e-3f * to_screen(p).z;
        return (to_screen(p + glm::vec3(0, little, 0)).y - to_screen(p).y) / little;
    }
};

/// The first of the scene's readouts that is a height [m]; NaN if it has no such readout.
double ruled_height(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const std::vector<double>& mass = shown.model->mass;
    for (const lab::ShownReadout& readout : lab::shown_readouts(snapshot, pane)) {
        const bool held = std::find(mass.begin(), mass.end(), 0.0) != mass.end();
        if (readout.key == "hang_sag" || readout.key == "height" || (readout.key == "sag" && held)) {
            return readout.value;
        }
    }
    return std::numeric_limits<double>::quiet_NaN();
}

/// The drawn parts of a pane's body.
struct SeenBody {
    std::span<const glm::vec3> positions;
    std::span<const std::array<int, 3>> triangles;
    std::span<const std::array<int, 2>> segments;
    std::vector<float> radius;   ///< per particle [m]; negative if the particle is not drawn
    std::vector<glm::vec3> seen; ///< per particle: RulerEye::to_screen() of its position

    SeenBody(const lab::PaneSnapshot& shown, const RulerEye& eye)
        : positions(shown.positions),
          triangles(shown.torn ? shown.whole_triangles : shown.model->triangles),
          segments(shown.torn ? shown.whole_segments : shown.model->segments),
          radius(positions.size(), segments.empty() ? 0.0f : -1.0f) {
        for (const auto& segment : segments) {
            for (const int end : segment) {
                radius[static_cast<std::size_t>(end)] = static_cast<float>(shown.model->presentation.rope_radius);
            }
        }
        if (!triangles.empty()) {
            const auto lowest = std::min_element(positions.begin(), positions.end(),
                                                 [](const glm::vec3& a, const glm::vec3& b) { return a.y < b.y; });
            if (on_border(static_cast<int>(lowest - positions.begin()))) {
                std::fill(radius.begin(), radius.end(), hem_radius(*shown.model));
            }
        } else {
            for (const Load& load : find_loads(*shown.model)) {
                radius[static_cast<std::size_t>(load.particle)] = load.radius;
            }
        }
        for (const glm::vec3& p : positions) {
            seen.push_back(eye.to_screen(p));
        }
    }

    /// True if the particle is on the surface's border: one of its neighbours shares only one triangle with it.
    bool on_border(int particle) const {
        std::map<int, int> uses;
        for (const auto& triangle : triangles) {
            if (std::find(triangle.begin(), triangle.end(), particle) != triangle.end()) {
                for (const int corner : triangle) {
                    ++uses[corner];
                }
            }
        }
        return std::any_of(uses.begin(), uses.end(), [](const auto& use) { return use.second == 1; });
    }

    float underside(std::size_t i) const { return positions[i].y - radius[i]; }

    /// The lowest drawn point; std::nullopt if nothing is drawn. If several particles are less than a pixel above the
    /// lowest, the outermost is used, so that the ruler does not jump between equally low ones.
    std::optional<glm::vec3> lowest(const RulerEye& eye, float side) const {
        std::optional<std::size_t> lowest;
        for (std::size_t i = 0; i < radius.size(); ++i) {
            if (radius[i] >= 0 && (!lowest || underside(i) < underside(*lowest))) {
                lowest = i;
            }
        }
        if (!lowest) {
            return std::nullopt;
        }
        const float height = underside(*lowest);
        const float reach = height + seen[*lowest].z / eye.focal;
        for (std::size_t i = 0; i < radius.size(); ++i) {
            if (radius[i] >= 0 && underside(i) < reach && side * seen[i].x > side * seen[*lowest].x) {
                lowest = i;
            }
        }
        return glm::vec3(positions[*lowest].x, height, positions[*lowest].z);
    }

    /// Half of a particle's width on the screen [px].
    float half_width(const RulerEye& eye, std::size_t i) const {
        return std::max(radius[i], 0.0f) * eye.focal / seen[i].z;
    }

    /// Calls visit(a, b) with the two particles of every drawn edge.
    template <class Visit>
    void for_each_edge(const Visit& visit) const {
        for (const auto& [a, b] : segments) {
            visit(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
        }
        for (const auto& triangle : triangles) {
            for (std::size_t i = 0; i < 3; ++i) {
                visit(static_cast<std::size_t>(triangle[i]), static_cast<std::size_t>(triangle[(i + 1) % 3]));
            }
        }
    }

    /// Distance from a point of the screen towards another until the body's outline is met [px].
    std::optional<float> way_to_outline(const RulerEye& eye, glm::vec2 from, glm::vec2 towards) const {
        const glm::vec2 along = glm::normalize(towards - from);
        std::optional<float> result;
        const auto add = [&](float way) {
            if (way >= 0 && (!result || way < *result)) {
                result = way;
            }
        };
        const auto cross = [&](glm::vec2 a, glm::vec2 b) {
            if (a.y * b.y <= 0 && a.y != b.y) {
                add(a.x - a.y / (b.y - a.y) * (b.x - a.x));
            }
        };
        // Coordinates along the ray and perpendicular to it.
        const auto place = [&](std::size_t i) {
            const glm::vec2 way = glm::vec2(seen[i]) - from;
            return glm::vec2(glm::dot(way, along), along.x * way.y - along.y * way.x);
        };
        for_each_edge([&](std::size_t i, std::size_t j) {
            const glm::vec2 a = place(i), b = place(j);
            const glm::vec2 widths(half_width(eye, i), half_width(eye, j));
            if (std::max(a.y + widths[0], b.y + widths[1]) < 0 || std::min(a.y - widths[0], b.y - widths[1]) > 0) {
                return;
            }
            for (const auto& [middle, width] : {std::pair(a, widths[0]), {b, widths[1]}}) {
                if (std::abs(middle.y) <= width) {
                    add(middle.x - std::sqrt(width * width - middle.y * middle.y));
                }
            }
            const glm::vec2 edge = b - a;
            const float length = glm::length(edge);
            glm::vec2 across = length > 0 ? glm::vec2(edge.y, -edge.x) / length : glm::vec2(0);
            across *= across.x > 0 ? -1.0f : 1.0f;
            cross(a + widths[0] * across, b + widths[1] * across);
        });
        return result;
    }

    /// Slope on the screen of the level line outward from `from`: 0, or as steeply down as needed to pass below the
    /// body on that side. Parts of the body nearer than `least_way` [px] count as if they were at that distance.
    float slope_below(const RulerEye& eye, glm::vec2 from, float side, float least_way) const {
        float slope = 0;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const float way = side * (seen[i].x - from.x);
            if (radius[i] >= 0 && way > 0) {
                const float under = eye.to_screen(positions[i] - glm::vec3(0, radius[i], 0)).y;
                slope = std::min(slope, (under - from.y) / std::max(way, least_way));
            }
        }
        return std::max(slope, -kSteepestLine);
    }

    /// The point of the body at this height with the depth nearest to `depth`. Above the body, its highest point:
    /// rounding puts the upper end of a measured height slightly above the body.
    std::optional<glm::vec3> point_at(float height, float depth) const {
        float highest = -std::numeric_limits<float>::max();
        for_each_edge([&](std::size_t a, std::size_t b) {
            highest = std::max({highest, positions[a].y, positions[b].y});
        });
        height = std::min(height, highest);
        std::optional<glm::vec3> result;
        float least = std::numeric_limits<float>::max();
        for_each_edge([&](std::size_t a, std::size_t b) {
            const float up = positions[b].y - positions[a].y;
            if ((positions[a].y - height) * (positions[b].y - height) <= 0 && up != 0) {
                const float place = (height - positions[a].y) / up;
                const float off = std::abs(glm::mix(seen[a].z, seen[b].z, place) - depth);
                if (off < least) {
                    least = off;
                    result = glm::mix(positions[a], positions[b], place);
                }
            }
        });
        return result;
    }
};

/// Side of the view for the ruler: 1 = right, -1 = left. It does not depend on the current state, so that the ruler
/// does not jump while the body swings.
float side_of(const Model& model, const std::vector<glm::vec3>& still, const RulerEye& eye, const Screen& screen) {
    glm::vec3 held(0), free(0);
    float held_count = 0, free_count = 0;
    glm::vec2 reach(-std::numeric_limits<float>::max()); // extent to the left and to the right [px]
    const auto extend = [&](const glm::vec3& p) {
        const float x = eye.to_screen(p).x;
        reach = glm::max(reach, glm::vec2(-x, x));
    };
    for (const glm::vec3& p : still) {
        held += p;
        ++held_count;
        extend(p);
    }
    for (std::size_t i = 0; i < model.rest_position.size(); ++i) {
        const glm::vec3 p(model.rest_position[i]);
        (model.mass[i] == 0 ? held : free) += p;
        ++(model.mass[i] == 0 ? held_count : free_count);
    }
    for (const Vec3& p : model.presentation.seen.empty() ? model.rest_position : model.presentation.seen) {
        extend(glm::vec3(p));
    }
    const float aside =
        held_count > 0 && free_count > 0 ? glm::dot(eye.right(), free / free_count - held / held_count) : 0;
    const bool left = aside < -kAside * static_cast<float>(box_diagonal(model.rest_position));
    const glm::vec2 room = 0.5f * screen.size.x - reach - screen.scale * (kBeside + kNumber);
    const float chosen = left ? room[0] : room[1];
    const float other = left ? room[1] : room[0];
    return left != (chosen < 0 && other > screen.scale * kTurned) ? -1.0f : 1.0f;
}

/// Adds arrow heads at both ends of the upright line, and shafts if the arrows point from outside.
void add_arrows(const RulerEye& eye, float scale, Ruler& ruler) {
    for (const float up : {1.0f, -1.0f}) {
        const glm::vec3 tip = up > 0 ? ruler.top : ruler.bottom;
        const glm::vec3 back(0, (ruler.outside ? up : -up) * scale * kArrow / eye.upright(tip), 0);
        const glm::vec3 half = scale * kHalfArrow * eye.to_screen(tip).z / eye.focal * ruler.outward;
        ruler.arrows.push_back({tip, tip + back + half});
        ruler.arrows.push_back({tip, tip + back - half});
        ruler.arrows.push_back({tip + back + half, tip + back - half});
        ruler.lowest = tip;
        if (ruler.outside) {
            ruler.arrows.push_back({tip, tip + 2.0f * back});
            ruler.lowest = tip + 2.0f * back;
        }
    }
}

} // namespace

std::optional<Ruler> make_ruler(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                const Screen& screen) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const Model& model = *shown.model;
    const double length = ruled_height(snapshot, pane);
    // Without downward gravity a body has no sag; a body that rises has a negative one.
    if (!(snapshot.world.gravity.y < 0) || !(length > kShortest * box_diagonal(model.rest_position))) {
        return std::nullopt;
    }
    const RulerEye eye(camera, screen);
    const std::vector<glm::vec3> still = still_points(*snapshot.model);
    const float side = side_of(model, still, eye, screen);
    const SeenBody body(shown, eye);
    const std::optional<glm::vec3> lowest = body.lowest(eye, side);
    if (!lowest) {
        return std::nullopt;
    }
    const glm::vec3 low = *lowest;
    const glm::vec3 high = low + glm::vec3(0, static_cast<float>(length), 0);
    const glm::vec3 low_seen = eye.to_screen(low);
    const glm::vec3 high_seen = eye.to_screen(high);
    if (!(eye.upright(low) * low_seen.z > kSteepest * eye.focal)) {
        return std::nullopt;
    }
    // The upright line is beside everything visible; if that fills the view, inside the view's border.
    float beside = -std::numeric_limits<float>::max();
    float width = 0; // extent of the body outward from its lowest point [px]
    for (std::size_t i = 0; i < body.seen.size(); ++i) {
        width = std::max(width, side * (body.seen[i].x - low_seen.x));
        beside = std::max(beside, side * body.seen[i].x + body.half_width(eye, i));
    }
    for (const glm::vec3& p : still) {
        if (const glm::vec3 at = eye.to_screen(p); at.z < low_seen.z) {
            beside = std::max(beside, side * at.x);
        }
    }
    const float border = 0.5f * screen.size.x - screen.scale * (kBorder + kBeyond);
    const float place = std::min(beside + screen.scale * kBeside, border * std::min(1.0f, high_seen.z / low_seen.z));
    const float way = std::max(0.0f, place - side * low_seen.x);
    // The lower level line stays inside the view, even if the body then hides part of it, as near the view's lower
    // border.
    const float deepest = -0.5f * screen.size.y + screen.scale * (kBorder + 2 * kArrow);
    const float slope =
        std::max(body.slope_below(eye, low_seen, side, std::max(kNearby * width, screen.scale * kBeside)),
                 std::min(0.0f, (deepest - low_seen.y) / std::max(way, 1.0f)));
    const glm::vec3 level = eye.level_with(low, side * place);
    Ruler ruler;
    ruler.length = length;
    ruler.outward = side * eye.right();
    ruler.bottom = slope < 0 ? eye.at_height(low.y, {side * place, low_seen.y + slope * way}).value_or(level) : level;
    ruler.top = ruler.bottom + (high - low);
    const glm::vec3 top_seen = eye.to_screen(ruler.top);
    const float beyond = screen.scale * kBeyond * top_seen.z / eye.focal;
    const bool is_beside = way > 0;
    const glm::vec3 along = is_beside ? glm::normalize(ruler.bottom - low) : ruler.outward;
    const float into = screen.scale * kInto * low_seen.z / eye.focal;
    ruler.extension = {Ruler::Line{ruler.top, ruler.top + beyond * along},
                       {low - into * along, ruler.bottom + beyond * along}};
    const glm::vec3 target = is_beside ? high : ruler.top - eye.nearest * ruler.outward;
    const glm::vec3 target_seen = eye.to_screen(target);
    if (const std::optional<float> outline = body.way_to_outline(eye, top_seen, target_seen)) {
        // Converts the share of the way on the screen to the share of the way in space.
        const float share =
            (*outline + screen.scale * kInto) / glm::distance(glm::vec2(target_seen), glm::vec2(top_seen));
        const float deep = share * top_seen.z / (target_seen.z - share * (target_seen.z - top_seen.z));
        ruler.extension[0][0] = ruler.top + deep * (target - ruler.top);
    } else if (const std::optional<glm::vec3> point = body.point_at(high.y, high_seen.z)) {
        ruler.extension[0][0] = *point;
    }
    ruler.outside = top_seen.y - eye.to_screen(ruler.bottom).y < screen.scale * kRoom;
    add_arrows(eye, screen.scale, ruler);
    ruler.number = 0.5f * (ruler.top + ruler.bottom) + beyond * ruler.outward;
    return ruler;
}

} // namespace xpbd::picture
