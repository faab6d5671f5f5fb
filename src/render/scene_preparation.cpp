// Work done once per picture, before its parts are drawn: upload of the shapes, and the shadow map.
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace xpbd::render {
namespace {

/// Most triangles of a body that is refined, or in low quality divided along its folds. The triangles of larger bodies
/// are too small to be visible.
constexpr std::size_t kRefinedLimit = 20000;
/// Most triangles of a torn body with a hem; its border must be computed in every frame.
constexpr std::size_t kHemLimit = 60000;

/// Box around all finite positions and all obstacles except planes; a unit box for an empty scene.
void bounds(const View& view, glm::vec3& low, glm::vec3& high) {
    low = glm::vec3(1e30f);
    high = glm::vec3(-1e30f);
    for (const Body& body : view.bodies) {
        for (const glm::vec3& p : body.positions) {
            if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) {
                low = glm::min(low, p);
                high = glm::max(high, p);
            }
        }
    }
    for (const Obstacle& obstacle : view.obstacles) {
        extend_bounds(obstacle, low, high);
    }
    if (low.x > high.x) {
        low = glm::vec3(-0.5f);
        high = glm::vec3(0.5f);
    }
}

} // namespace

void Renderer::Impl::build_surface(const Body& item, const Look& look, bool with_hem, Surface& surface) {
    if (look.colour_by == ColourBy::level) {
        point_levels(item, look.colour_map == ColourMap::diverging ? 0.5f : 0.0f, levels);
    } else {
        levels.clear();
    }
    scratch.clear();
    append_surface(item, levels, scratch);
    // Tubes of ropes are built in every frame; only a cloth keeps its indices.
    const std::uint64_t topology = item.segments.empty() ? item.topology : 0;
    const bool is_coarse =
        look.style == BodyStyle::shaded && item.segments.empty() && item.triangles.size() < kRefinedLimit;
    const bool is_refined = is_coarse && look.quality != Quality::low;
    const bool is_cut = is_coarse && !is_refined && topology != 0;
    const bool same = topology != 0 && topology == surface.topology && with_hem == surface.has_hem &&
                      is_refined == surface.is_refined && is_cut == surface.is_cut;
    if (!same && is_refined) {
        surface.refinement = refine(item.triangles, item.positions.size());
    }
    Body drawn = item;
    if (is_refined) {
        drawn = refined.refined(item, scratch.vertices, levels, surface.refinement);
        levels = refined.levels;
        scratch.clear();
        append_surface(drawn, levels, scratch);
    }
    if (!same && is_cut) {
        surface.triangles.assign(item.triangles.begin(), item.triangles.end());
        surface.quads = quads_of(item);
    }
    bool same_indices = same;
    if (is_cut) {
        same_indices = !cut_along_folds(scratch.vertices, item.triangles, surface.quads, surface.triangles) && same;
        drawn.triangles = surface.triangles;
    }
    if (!same_indices) {
        append_surface_indices(drawn, scratch);
    }
    if (!same) {
        const bool wanted = with_hem && item.hem_radius > 0 && (topology != 0 || item.triangles.size() < kHemLimit);
        surface.border = wanted ? border_edges(drawn.triangles) : std::vector<std::array<int, 2>>{};
    }
    append_hem(drawn, levels, surface.border, scratch);
    if (same_indices) {
        surface.mesh.upload_vertices(scratch);
        return;
    }
    append_tubes(item, levels, scratch);
    surface.mesh.upload(scratch);
    surface.topology = topology;
    surface.has_hem = with_hem;
    surface.is_refined = is_refined;
    surface.is_cut = is_cut;
}

const std::array<glm::vec3, 9>& Renderer::Impl::sky_of(const Palette& palette) {
    if (sky_palette != &palette) {
        sky = sky_irradiance(palette);
        sky_palette = &palette;
    }
    return sky;
}

float Renderer::Impl::largest_pixel(const View& view, const Prepared& scene, int rows) {
    const glm::vec3 eye = view.camera.eye();
    const float nearest = std::max(glm::distance(eye, glm::clamp(eye, scene.low, scene.high)), 1e-3f);
    return 2 * std::tan(0.5f * view.camera.field_of_view) * nearest / static_cast<float>(rows);
}

Renderer::Impl::Prepared Renderer::Impl::prepare(const View& view, int rows) {
    ++preparations;
    Prepared scene;
    bounds(view, scene.low, scene.high);
    const glm::vec3 middle = 0.5f * (scene.low + scene.high);
    const float diagonal = glm::length(scene.high - scene.low);
    scene.light_radius = std::max(0.5f * diagonal, 0.1f) * 1.05f;
    scene.light = light_matrix(middle, scene.light_radius);
    scene.ground_extent = std::max(6.0f, 3.0f * diagonal);
    for (const Obstacle& obstacle : view.obstacles) {
        if (obstacle.kind == Obstacle::Kind::plane) {
            const glm::vec3 n = glm::normalize(obstacle.normal);
            const glm::vec3 u =
                glm::normalize(glm::cross(n, std::abs(n.z) < 0.9f ? glm::vec3(0, 0, 1) : glm::vec3(1, 0, 0)));
            scene.ground.push_back({middle - glm::dot(middle - obstacle.center, n) * n, u, glm::cross(u, n)});
        }
    }
    if (view.look.ground && scene.ground.empty()) {
        scene.ground.push_back({{middle.x, view.look.ground_height, middle.z}, {1, 0, 0}, {0, 0, 1}});
    }
    scratch.clear();
    for (const Obstacle& obstacle : view.obstacles) {
        append_obstacle(obstacle, scratch);
    }
    props.upload(scratch);
    while (surfaces.size() < view.bodies.size()) {
        surfaces.emplace_back();
    }
    // With one sample per window pixel, a hem of little more than a pixel would look like a dotted line.
    const float least_hem = (view.look.quality == Quality::low ? 2.0f : 1.0f) * largest_pixel(view, scene, rows);
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        build_surface(view.bodies[i], view.look, 2 * view.bodies[i].hem_radius > least_hem, surfaces[i]);
    }
    if (view.look.shadow) {
        draw_shadow(view, scene);
        draw_contact(view, scene);
    }
    return scene;
}

} // namespace xpbd::render
