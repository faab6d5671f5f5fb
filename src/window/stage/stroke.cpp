#include "window/stage/stroke.h"

#include "core/base/bounds.h"
#include "scenes/changes/cuts.h"
#include "scenes/changes/other_mesh.h"
#include "window/stage/picking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <optional>
#include <utility>

namespace xpbd::window {
namespace {

constexpr float kSampleStep = 5;    ///< [px] between two samples of a stroke
constexpr double kCutAcross = 0.02; ///< half width of a cut over the body's size
constexpr double kRopeCut = 0.3;    ///< half width of a cut through a rope over the length of its piece
constexpr double kSameSide = 0.87;  ///< cosine: where the surface turns by more, another cut begins
constexpr double kStraightWithin =
    2e-3;                             ///< places nearer than this to a straight line are left out, over the body's size
constexpr double kCutRounding = 1e-4; ///< over the body's size

/// A place on a triangle of the surface.
struct SurfacePlace {
    std::array<int, 3> triangle{};
    std::array<double, 3> share{}; ///< barycentric coordinates; outside of the triangle some are negative
};

/// The place where a ray meets the plane of a triangle; none if it is parallel.
struct Meeting {
    double way = 0;
    std::array<double, 3> share{};
};
std::optional<Meeting> meet(const Vec3& eye, const Vec3& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 e1 = b - a, e2 = c - a, p = glm::cross(ray, e2);
    const double det = glm::dot(e1, p);
    if (!(std::abs(det) > 0)) {
        return std::nullopt;
    }
    const Vec3 s = eye - a, q = glm::cross(s, e1);
    const double v = glm::dot(s, p) / det, w = glm::dot(ray, q) / det;
    return Meeting{glm::dot(e2, q) / det, {1 - v - w, v, w}};
}

/// A pane's body, its camera and its picture.
struct Shown {
    const lab::PaneSnapshot& pane;
    const render::OrbitCamera& camera;
    const ScreenRect& view;

    Vec3 at(int particle) const { return Vec3(pane.positions[index_of(particle)]); }

    /// The front-most triangle under a point of the screen.
    std::optional<SurfacePlace> surface_at(glm::vec2 position) const {
        const Vec3 eye(camera.eye()), ray(ray_through(camera, view, position));
        std::optional<SurfacePlace> best;
        double nearest = std::numeric_limits<double>::max();
        for (const auto& triangle : pane.torn ? pane.whole_triangles : pane.model->triangles) {
            const auto met = meet(eye, ray, at(triangle[0]), at(triangle[1]), at(triangle[2]));
            if (met && met->way > 0 && met->way < nearest && met->share[0] >= 0 && met->share[1] >= 0 &&
                met->share[2] >= 0) {
                nearest = met->way;
                best = {triangle, met->share};
            }
        }
        return best;
    }
    /// Where the ray meets the plane of this triangle, which is beside it.
    std::optional<SurfacePlace> beside(const std::array<int, 3>& triangle, glm::vec2 position) const {
        const auto met = meet(Vec3(camera.eye()), Vec3(ray_through(camera, view, position)), at(triangle[0]),
                              at(triangle[1]), at(triangle[2]));
        return met ? std::optional(SurfacePlace{triangle, met->share}) : std::nullopt;
    }
};

Vec3 place_on(const Model& model, const SurfacePlace& place) {
    Vec3 at(0);
    for (std::size_t i = 0; i < 3; ++i) {
        at += place.share[i] * scenes::pattern_place(model, place.triangle[i]);
    }
    return at;
}

Vec3 normal_on(const Model& model, const std::array<int, 3>& triangle) {
    const auto at = [&](std::size_t i) { return scenes::pattern_place(model, triangle[i]); };
    return glm::normalize(glm::cross(at(1) - at(0), at(2) - at(0)));
}

double size_of(const Model& model) {
    const double size = box_diagonal(model.rest_position);
    return size > 0 ? size : 1;
}

/// Adds a place to the last cut, or begins another cut.
void add_place(AddingState& adding, const Model& model, const SurfacePlace& place) {
    const Vec3 normal = normal_on(model, place.triangle);
    const Vec3 at = place_on(model, place);
    const bool goes_on = adding.is_on_surface && !adding.cuts.empty() &&
                         std::abs(glm::dot(glm::normalize(adding.cuts.back().across), normal)) > kSameSide;
    if (!goes_on) {
        scenes::Cut cut;
        if (adding.is_on_surface && !adding.cuts.empty()) {
            cut.line.push_back(adding.cuts.back().line.back());
        }
        cut.across = kCutAcross * size_of(model) * normal;
        adding.cuts.push_back(std::move(cut));
    }
    adding.cuts.back().line.push_back(at);
    adding.is_on_surface = true;
}

/// Cuts the pieces of a rope that a step of the stroke crosses on the screen.
void cut_rope(AddingState& adding, const Shown& shown, glm::vec2 from, glm::vec2 to) {
    const Model& model = *shown.pane.model;
    for (const auto& piece : shown.pane.torn ? shown.pane.whole_segments : model.segments) {
        const auto a = to_screen(shown.camera, shown.view, glm::vec3(shown.at(piece[0])));
        const auto b = to_screen(shown.camera, shown.view, glm::vec3(shown.at(piece[1])));
        if (!a || !b) {
            continue;
        }
        const glm::vec2 along = *b - *a, step = to - from, between = from - *a;
        const float det = along.x * step.y - along.y * step.x;
        const float t = (between.x * step.y - between.y * step.x) / det;
        const float s = (between.x * along.y - between.y * along.x) / det;
        if (!(t >= 0 && t <= 1 && s >= 0 && s <= 1)) { // false for parallel ones, too
            continue;
        }
        const Vec3 first = scenes::pattern_place(model, piece[0]), last = scenes::pattern_place(model, piece[1]);
        const double length = glm::length(last - first);
        const Vec3 tangent = (last - first) / std::max(length, 1e-12);
        const Vec3 other = std::abs(tangent.y) < 0.9 ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
        const Vec3 u = kRopeCut * length * glm::normalize(glm::cross(tangent, other));
        // Not at a particle: there neither piece would be cut for certain.
        const Vec3 at = first + std::clamp(static_cast<double>(t), 0.1, 0.9) * (last - first);
        adding.cuts.push_back({{at - u, at + u}, glm::cross(tangent, u)});
        adding.is_on_surface = false;
    }
}

double away_from_line(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double length2 = glm::dot(along, along);
    const double t = length2 > 0 ? std::clamp(glm::dot(p - a, along) / length2, 0.0, 1.0) : 0;
    return glm::length(p - a - t * along);
}

/// Marks the places between two others that a polyline needs (Douglas and Peucker).
void mark_needed(const std::vector<Vec3>& line, std::size_t first, std::size_t last, double tolerance,
                 std::vector<bool>& kept) {
    kept[first] = kept[last] = true;
    std::size_t farthest = first;
    double most = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
        const double away = away_from_line(line[i], line[first], line[last]);
        if (away > most) {
            most = away;
            farthest = i;
        }
    }
    if (farthest != first) {
        mark_needed(line, first, farthest, tolerance, kept);
        mark_needed(line, farthest, last, tolerance, kept);
    }
}

} // namespace

void extend_cut(AddingState& adding, const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                const ScreenRect& view, glm::vec2 from, glm::vec2 to) {
    const Shown shown{snapshot.panes[index_of(pane)], camera, view};
    const Model& model = *shown.pane.model;
    cut_rope(adding, shown, from, to);
    if (model.triangles.empty()) {
        return;
    }
    const int samples = std::max(1, static_cast<int>(std::ceil(glm::length(to - from) / kSampleStep)));
    glm::vec2 before = from;
    for (int i = 1; i <= samples; ++i) {
        const glm::vec2 now = from + (to - from) * (static_cast<float>(i) / static_cast<float>(samples));
        const std::optional<SurfacePlace> here = shown.surface_at(now);
        if (here && !adding.is_on_surface) {
            // The stroke comes onto the body: the edge of the body is between both samples.
            if (const auto outside = shown.beside(here->triangle, before)) {
                add_place(adding, model, *outside);
            }
        }
        if (here) {
            add_place(adding, model, *here);
        } else if (adding.is_on_surface) {
            // It leaves the body.
            const std::optional<SurfacePlace> last = shown.surface_at(before);
            const auto outside = last ? shown.beside(last->triangle, now) : std::nullopt;
            if (outside) {
                add_place(adding, model, *outside);
            }
            adding.is_on_surface = false;
        }
        before = now;
    }
}

namespace {

/// Leaves out places in line with their neighbours, and rounds the others.
scenes::Cut simplified(const scenes::Cut& cut, double body_size) {
    scenes::Cut result{{}, cut.across};
    if (cut.line.size() < 2) {
        return result;
    }
    double tolerance = kStraightWithin * body_size;
    do {
        std::vector<bool> kept(cut.line.size(), false);
        mark_needed(cut.line, 0, cut.line.size() - 1, tolerance, kept);
        result.line.clear();
        const double unit = std::pow(10.0, std::floor(std::log10(body_size))) * kCutRounding;
        for (std::size_t i = 0; i < cut.line.size(); ++i) {
            if (kept[i]) {
                result.line.push_back(glm::round(cut.line[i] / unit) * unit);
            }
        }
        tolerance *= 2;
    } while (result.line.size() > scenes::kMostCutPlaces);
    return result;
}

} // namespace

void finish_cut(AppState& state, const Model& model) {
    AddingState& adding = state.stage.adding;
    for (const scenes::Cut& cut : adding.cuts) {
        scenes::Cut kept = simplified(cut, size_of(model));
        if (kept.line.size() >= 2) {
            state.document.scene.changes.things.emplace_back(std::move(kept));
        }
    }
    adding.cuts.clear();
}

std::vector<int> particles_within(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                  const ScreenRect& view, std::span<const glm::vec2> stroke) {
    const lab::PaneSnapshot& shown = snapshot.panes[index_of(pane)];
    std::vector<int> within;
    for (std::size_t i = 0; i < snapshot.model->particle_count(); ++i) {
        const int here = scenes::same_place(*snapshot.model, static_cast<int>(i), *shown.model);
        const auto at = here >= 0 ? to_screen(camera, view, shown.positions[index_of(here)]) : std::nullopt;
        bool inside = false;
        for (std::size_t k = 0; at && k < stroke.size(); ++k) { // counts the sides to the right of the point
            const glm::vec2 a = stroke[k], b = stroke[(k + 1) % stroke.size()];
            if ((a.y > at->y) != (b.y > at->y) && at->x < a.x + (at->y - a.y) / (b.y - a.y) * (b.x - a.x)) {
                inside = !inside;
            }
        }
        if (inside) {
            within.push_back(static_cast<int>(i));
        }
    }
    return within;
}

} // namespace xpbd::window
