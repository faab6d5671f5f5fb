#include "picture/view/scene_views.h"

#include "picture/looks/coil.h"
#include "picture/looks/material_look.h"
#include "picture/looks/pane_colours.h"
#include "picture/looks/stage.h"
#include "picture/view/annotations.h"
#include "picture/view/framing.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace xpbd::picture {
namespace {

constexpr float kGhostOpacity = 0.12f; ///< opacity of a ghost inside its outline
constexpr float kPinRadius = 0.0042f;  ///< radius of a pin over the camera's distance
constexpr float kPinOnRope = 1.5f;     ///< least radius of a pin over the rope's radius

/// Height of the lowest point in a view [m].
float lowest_point(const render::View& view) {
    glm::vec3 low(std::numeric_limits<float>::max());
    glm::vec3 high(-low);
    for (const render::Obstacle& obstacle : view.obstacles) {
        render::extend_bounds(obstacle, low, high);
    }
    for (const render::Body& body : view.bodies) {
        const float radius = body.segments.empty() ? body.hem_radius : body.tube_radius;
        for (const glm::vec3& p : body.positions) {
            low.y = p.y - radius < low.y ? p.y - radius : low.y; // false for NaN
        }
    }
    return low.y;
}

/// The parts of a view that depend only on the model, not on its state.
struct Drawn {
    std::shared_ptr<const Model> model;
    std::vector<std::array<int, 2>> lines;
    std::vector<int> pins; ///< without pins held by a fixture, which already shows that they are fixed
    std::vector<Load> loads;
    std::vector<Anchor> anchors;
    MaterialLook fabric;
    std::vector<std::array<int, 2>> outline;
    WarpMarks warp;
};

std::vector<int> drawn_pins(const lab::Snapshot& snapshot, const Model& model) {
    // Ghost particles, which carry a rod's frames, are not drawn.
    std::vector<bool> seen(model.mass.size(), model.segments.empty());
    for (const auto& segment : model.segments) {
        seen[static_cast<std::size_t>(segment[0])] = true;
        seen[static_cast<std::size_t>(segment[1])] = true;
    }
    std::vector<bool> pinned(model.mass.size(), false);
    for (const scenes::Pin& pin : snapshot.scene.changes.pinned) {
        const int particle = scenes::same_place(*snapshot.model, pin.particle, model);
        if (particle >= 0) {
            pinned[index_of(particle)] = true; // pinned or moved by the user
        }
    }
    std::vector<int> pins;
    for (std::size_t i = 0; i < model.mass.size(); ++i) {
        const bool held = model.specimen.test != Specimen::Test::none || is_held(model, model.rest_position[i]);
        if (model.mass[i] == 0 && seen[i] && (pinned[i] || !held)) {
            pins.push_back(static_cast<int>(i));
        }
    }
    return pins;
}

Drawn make_drawn(const lab::Snapshot& snapshot, const std::shared_ptr<const Model>& model) {
    std::vector<int> pins = drawn_pins(snapshot, *model);
    std::vector<Anchor> anchors = find_anchors(*model, pins);
    std::vector<Load> loads = find_loads(*model);
    add_weights(snapshot.scene.changes, *snapshot.model, *model, loads);
    return {model,
            shown_lines(*model),
            std::move(pins),
            std::move(loads),
            std::move(anchors),
            make_material_look(*model),
            outline_edges(*model),
            find_warp_marks(*model)};
}

} // namespace

struct SceneViews::Impl {
    std::shared_ptr<const Model> model; ///< the scene's model
    std::vector<Drawn> drawn;           ///< one per model; panes with the same model share it
    /// @name The ground
    /// @{
    SceneGround ground;
    World world;
    std::array<float, lab::kMaxPanes> lowered{}; ///< the lowest ground that a pane has shown since the start [m]
    std::array<std::int64_t, lab::kMaxPanes> frame{};
    /// @}
    /// Per pane, rewritten for every view.
    std::array<std::vector<float>, lab::kMaxPanes> levels, widths;
    std::array<std::vector<glm::vec3>, lab::kMaxPanes> stripes;
    std::array<Coils, lab::kMaxPanes> coils;

    void follow(const lab::Snapshot& snapshot) {
        follow_meshes(snapshot);
        if (model == snapshot.model && world == snapshot.world) {
            return;
        }
        world = snapshot.world;
        ground = scene_ground(snapshot);
        lowered.fill(std::numeric_limits<float>::max());
        if (model == snapshot.model) {
            return;
        }
        model = snapshot.model;
    }

    /// Updates `drawn`: removes meshes that no pane has any more, adds new ones.
    void follow_meshes(const lab::Snapshot& snapshot) {
        const auto shown = [&](const Drawn& one) {
            return std::any_of(snapshot.panes.begin(), snapshot.panes.end(),
                               [&](const lab::PaneSnapshot& pane) { return pane.model == one.model; });
        };
        std::erase_if(drawn, [&](const Drawn& one) { return !shown(one); });
        for (const lab::PaneSnapshot& pane : snapshot.panes) {
            if (std::none_of(drawn.begin(), drawn.end(), [&](const Drawn& one) { return one.model == pane.model; })) {
                drawn.push_back(make_drawn(snapshot, pane.model));
            }
        }
    }

    const Drawn& drawn_of(const lab::PaneSnapshot& pane) const {
        return *std::find_if(drawn.begin(), drawn.end(), [&](const Drawn& one) { return one.model == pane.model; });
    }

    /// Places the ground or floor below everything in the view. The ground rises only after a restart: a ground that
    /// rises whenever the body swings back would distract.
    void place_ground(const lab::Snapshot& snapshot, std::size_t pane, render::View& view) {
        float& height = lowered[pane];
        if (snapshot.frame < frame[pane]) {
            height = std::numeric_limits<float>::max();
        }
        frame[pane] = snapshot.frame;
        height = std::min(height, ground_below(ground, lowest_point(view)));
        view.look.ground_height = height;
        for (render::Obstacle& obstacle : view.obstacles) {
            if (ground.is_floor && obstacle.kind == render::Obstacle::Kind::plane && is_level(obstacle.normal)) {
                obstacle.center.y = std::min(obstacle.center.y, height);
            }
        }
    }

    void set_material_look(const lab::Snapshot& snapshot, std::size_t pane, const PictureOptions& options,
                           render::Body& body);
};

/// Sets the look of a body's material for a pane.
void SceneViews::Impl::set_material_look(const lab::Snapshot& snapshot, std::size_t pane, const PictureOptions& options,
                                         render::Body& body) {
    const lab::PaneSnapshot& shown = snapshot.panes[pane];
    const MaterialLook& fabric = drawn_of(shown).fabric;
    body.texture = fabric.texture;
    body.print_size = fabric.print_size;
    body.thread = fabric.thread;
    body.hem_radius = fabric.hem_radius;
    stripe_directions(*shown.model, fabric, body.segments, shown.positions, stripes[pane]);
    body.stripe = stripes[pane];
    if (options.body == lab::BodyStyle::constraints) {
        line_widths(*shown.model, shown.tension, suggested_range(snapshot, Colouring::tension).high, widths[pane]);
        body.line_width = widths[pane];
    }
    if (shown.model->presentation.is_coiled) {
        wind_coils(body, coils[pane]);
    }
}

SceneViews::SceneViews() : impl_(std::make_unique<Impl>()) {}
SceneViews::~SceneViews() = default;

render::View SceneViews::view(const lab::Snapshot& snapshot, int pane, const lab::Camera& camera,
                              const PictureOptions& options, const ColourScale& scale) {
    impl_->follow(snapshot);
    render::View view;
    const float aspect = static_cast<float>(options.width) / static_cast<float>(std::max(options.height, 1));
    view.camera = to_orbit(camera, snapshot, aspect);
    view.look.theme = theme_of(options);
    view.look.style = static_cast<render::BodyStyle>(options.body);
    view.look.print = static_cast<render::Print>(options.print);
    view.look.quality = options.quality;
    view.look.isolines = options.isolines;
    view.look.ground = options.ground;
    view.look.shadow = options.shadow;
    const Colouring colouring = scale.info->colouring;
    const bool coloured = colouring != Colouring::material;
    view.look.colour_by = coloured ? render::ColourBy::level : render::ColourBy::material;
    view.look.colour_map = colour_map(*scale.info);
    view.look.transparent = options.transparent;
    append_colliders(*snapshot.model, snapshot.time, snapshot.held, view.obstacles);
    const auto add = [&](std::size_t i, float opacity) {
        const lab::PaneSnapshot& shown = snapshot.panes[i];
        render::Body body;
        body.positions = shown.positions;
        body.triangles = shown.torn ? shown.whole_triangles : shown.model->triangles;
        body.segments = shown.torn ? shown.whole_segments : shown.model->segments;
        body.lines = impl_->drawn_of(shown).lines;
        if (coloured) {
            const int index = static_cast<int>(i);
            std::vector<float>& levels = impl_->levels[i];
            colour_levels(snapshot, index, compared_pane(snapshot, index, options.other_pane), scale, levels);
            (colouring == Colouring::difference ? body.point_level : body.line_level) = levels;
        }
        body.pins = impl_->drawn_of(shown).pins;
        body.colour = pane_colour(static_cast<int>(i), view.look.theme);
        body.opacity = opacity;
        body.tube_radius = static_cast<float>(shown.model->presentation.rope_radius);
        body.marker_radius =
            std::max(kPinRadius * view.camera.distance, body.segments.empty() ? 0.0f : kPinOnRope * body.tube_radius);
        impl_->set_material_look(snapshot, i, options, body);
        body.topology = shown.torn ? 0 : shown.model->identity;
        view.bodies.push_back(body);
    };
    add(static_cast<std::size_t>(pane), 1);
    if (options.mode == ViewMode::ghost) {
        for (std::size_t i = 0; i < snapshot.panes.size(); ++i) {
            if (i != static_cast<std::size_t>(pane)) {
                add(i, kGhostOpacity);
            }
        }
    } else if (options.overlay && snapshot.panes.size() > 1) {
        add(static_cast<std::size_t>(compared_pane(snapshot, pane, options.other_pane)), kGhostOpacity);
    }
    const Drawn& drawn = impl_->drawn_of(snapshot.panes[static_cast<std::size_t>(pane)]);
    append_loads(drawn.loads, view.bodies.front().positions, view.obstacles);
    impl_->place_ground(snapshot, static_cast<std::size_t>(pane), view);
    append_fixtures(*snapshot.model, snapshot.time, view.look.ground_height, view.obstacles);
    append_anchors(drawn.anchors, view.bodies.front().positions, view.obstacles);
    add_strings(snapshot, pane, options, view);
    add_annotations(snapshot, pane, options, drawn.outline, view);
    if (options.warp) {
        add_warp_marks(drawn.warp, snapshot.panes[static_cast<std::size_t>(pane)], options, view);
    }
    if (options.contact_forces) {
        const float length = arrow_scale(snapshot, view.camera.distance);
        for (const auto& contact : snapshot.panes[static_cast<std::size_t>(pane)].contacts) {
            view.arrows.push_back({contact.at, contact.at + length * contact.force});
        }
    }
    return view;
}

float arrow_scale(const lab::Snapshot& snapshot, float camera_distance) {
    float largest = 0;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        for (const auto& contact : pane.contacts) {
            largest = std::max(largest, glm::length(contact.force));
        }
    }
    return largest > 0 ? kLongestArrow * camera_distance / largest : 0;
}

} // namespace xpbd::picture
