#include "lab/files/polygon.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace xpbd::lab {
namespace {

using Flat = glm::dvec2;

/// Twice the signed area of a triangle; positive if it is counter-clockwise.
double twice_area(const Flat& a, const Flat& b, const Flat& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Signed distance of `p` from the line a b, positive on its left.
double height_over(const Flat& a, const Flat& b, const Flat& p) {
    const double length = glm::length(b - a);
    return length > 0 ? twice_area(a, b, p) / length : 0;
}

/// True if two segments cross at a point that is inside both.
bool cross(const Flat& a, const Flat& b, const Flat& c, const Flat& d) {
    if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
        std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) {
        return false;
    }
    const auto opposite = [](double one, double other) { return (one > 0 && other < 0) || (one < 0 && other > 0); };
    return opposite(twice_area(a, b, c), twice_area(a, b, d)) && opposite(twice_area(c, d, a), twice_area(c, d, b));
}

bool crosses_itself(const std::vector<Flat>& at) {
    const std::size_t n = at.size();
    for (std::size_t i = 0; i + 2 < n; ++i) {
        for (std::size_t j = i + 2; j < n; ++j) {
            if (!(i == 0 && j + 1 == n) && cross(at[i], at[i + 1], at[j], at[(j + 1) % n])) {
                return true;
            }
        }
    }
    return false;
}

/// Corners relative to the first one, divided by the largest coordinate. This keeps differences exact far from the
/// origin and avoids overflow of squares. Empty if all corners coincide.
std::vector<Vec3> normalised(std::span<const Vec3> corners) {
    std::vector<Vec3> at;
    double largest = 0;
    for (const Vec3& corner : corners) {
        at.push_back(corner - corners.front());
        for (int axis = 0; axis < 3; ++axis) {
            largest = std::max(largest, std::abs(at.back()[axis]));
        }
    }
    if (!(largest > 0) || !std::isfinite(largest)) {
        return {};
    }
    for (Vec3& p : at) {
        p /= largest;
    }
    return at;
}

/// The polygon's normal times twice its area.
Vec3 newell(const std::vector<Vec3>& at) {
    Vec3 sum(0);
    for (std::size_t i = 1; i + 1 < at.size(); ++i) {
        sum += glm::cross(at[i], at[i + 1]); // the first corner is the origin
    }
    return sum;
}

/// Projects along the axis nearest to the normal. Unlike a rotation, this keeps collinear points collinear to the last
/// bit. The result is counter-clockwise.
std::vector<Flat> flattened(const std::vector<Vec3>& at, const Vec3& normal) {
    const Vec3 size = glm::abs(normal);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    if (normal[axis] < 0) {
        std::swap(u, v);
    }
    std::vector<Flat> flat;
    flat.reserve(at.size());
    for (const Vec3& p : at) {
        flat.emplace_back(p[u], p[v]);
    }
    return flat;
}

/// The rest of a polygon while its ears are cut off.
class Ears {
public:
    explicit Ears(const std::vector<Flat>& at) : at_(at), left_(at.size()), score_(at.size()) {
        for (std::size_t i = 0; i < left_.size(); ++i) {
            left_[i] = i;
        }
    }

    /// Cuts off all ears. Returns false if no ear is left.
    bool cut(std::vector<std::array<int, 3>>& triangles) {
        score_all();
        while (left_.size() > 3) {
            auto best = std::max_element(score_.begin(), score_.end());
            const bool poor = !(*best > kPoor);
            // Scores of corners that were not near the last cuts may be outdated; cuts of other corners can only
            // increase them.
            if (poor && work_ < (*best > 0 ? kMostWork : 8 * kMostWork)) {
                score_all();
                best = std::max_element(score_.begin(), score_.end());
            }
            if (!(*best > 0)) {
                return false;
            }
            const auto place = static_cast<std::size_t>(best - score_.begin());
            add(place, triangles);
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(place));
            score_.erase(best);
            const std::size_t next = place % left_.size();
            score_[next] = score(next);
            score_[before(next)] = score(before(next));
        }
        add(1, triangles);
        return true;
    }

private:
    static constexpr double kPoor = 1e-3; ///< over the polygon's size: below this score all scores are recomputed
    static constexpr std::size_t kMostWork = 20'000'000; ///< limit of work_ beyond which nothing is recomputed

    std::size_t before(std::size_t place) const { return place == 0 ? left_.size() - 1 : place - 1; }
    std::size_t after(std::size_t place) const { return place + 1 == left_.size() ? 0 : place + 1; }
    const Flat& corner(std::size_t place) const { return at_[left_[place]]; }

    void add(std::size_t place, std::vector<std::array<int, 3>>& triangles) const {
        triangles.push_back({static_cast<int>(left_[before(place)]), static_cast<int>(left_[place]),
                             static_cast<int>(left_[after(place)])});
    }

    void score_all() {
        for (std::size_t i = 0; i < left_.size(); ++i) {
            score_[i] = score(i);
        }
    }

    /// Quality of a corner as an ear: the smaller of its height and of the distance that its cut leaves to the nearest
    /// corner. Without the distance, a corner that rounding has moved off a straight edge could be left over as
    /// a triangle without area. 0 or less: not an ear.
    double score(std::size_t place) {
        const std::size_t from = before(place), to = after(place);
        const Flat& a = corner(from);
        const Flat& b = corner(place);
        const Flat& c = corner(to);
        work_ += left_.size();
        const double area = twice_area(a, b, c);
        if (!(area > 0)) {
            return 0;
        }
        double room = area / std::max({glm::length(b - a), glm::length(c - b), glm::length(a - c)});
        for (std::size_t i = 0; i < left_.size() && room > 0; ++i) {
            if (i == from || i == place || i == to) {
                continue;
            }
            const Flat& p = corner(i);
            if (twice_area(a, b, p) >= 0 && twice_area(b, c, p) >= 0) { // in the wedge between the two edges
                room = std::min(room, -height_over(c, a, p));
            }
        }
        return room;
    }

    const std::vector<Flat>& at_;
    std::vector<std::size_t> left_; ///< corners that are not cut off, in order
    std::vector<double> score_;     ///< score of each corner in `left_`
    std::size_t work_ = 0;
};

/// Cuts a convex quad along its shorter diagonal. Returns false for other quads.
bool cut_quad(const std::vector<Flat>& at, std::span<const Vec3> corners, std::vector<std::array<int, 3>>& triangles) {
    for (std::size_t i = 0; i < 4; ++i) {
        if (!(twice_area(at[i], at[(i + 1) % 4], at[(i + 2) % 4]) > 1e-6)) {
            return false;
        }
    }
    const Vec3 one = corners[2] - corners[0];
    const Vec3 other = corners[3] - corners[1];
    if (glm::dot(one, one) < glm::dot(other, other)) {
        triangles = {{0, 1, 2}, {0, 2, 3}};
    } else {
        triangles = {{0, 1, 3}, {1, 2, 3}};
    }
    return true;
}

} // namespace

bool has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
    const std::vector<Vec3> at = normalised(std::array{a, b, c});
    // Twice the limit of scenes/mesh.cpp, so that rounding cannot make the scene refuse this triangle.
    return !at.empty() && glm::length(newell(at)) > 2e-12 * std::max(glm::dot(at[1], at[1]), glm::dot(at[2], at[2]));
}

CutPolygon cut_polygon(std::span<const Vec3> corners) {
    constexpr double kSmallest = 1e-12; // least twice the area over the square of the size [1]
    CutPolygon result;
    if (corners.size() == 3) {
        result.triangles = {{0, 1, 2}};
        return result;
    }
    const std::vector<Vec3> at = normalised(corners);
    const Vec3 normal = at.empty() ? Vec3(0) : newell(at);
    if (!(glm::length(normal) > kSmallest)) {
        result.fault = "has no area";
        return result;
    }
    const std::vector<Flat> flat = flattened(at, normal);
    if (crosses_itself(flat)) {
        result.fault = "has an outline that crosses itself";
        return result;
    }
    const bool cut = (corners.size() == 4 && cut_quad(flat, at, result.triangles)) || Ears(flat).cut(result.triangles);
    double outline = 0;
    for (std::size_t i = 1; i + 1 < flat.size(); ++i) {
        outline += twice_area(flat[0], flat[i], flat[i + 1]);
    }
    double filled = 0;
    double smallest = 1;
    for (const auto& [a, b, c] : result.triangles) {
        const double area = twice_area(flat[index_of(a)], flat[index_of(b)], flat[index_of(c)]);
        filled += area;
        smallest = std::min(smallest, area);
    }
    if (!cut || result.triangles.size() != corners.size() - 2 || !(smallest > 0) ||
        !(std::abs(filled - outline) <= 1e-9 * outline)) {
        result.triangles.clear();
        result.fault = "has an outline that touches itself, or corners too near to a line to be cut into triangles";
    }
    return result;
}

} // namespace xpbd::lab
