#include "core/methods.h"
#include "picture/fabric.h"
#include "picture/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace xpbd::picture {
namespace {

constexpr float kRadians = 0.017453292f;
constexpr float kGhostOpacity = 0.12f; ///< within its outline
constexpr float kPinRadius = 0.0042f;  ///< of the camera's distance

/// A collider as the renderer draws it.
render::Obstacle to_obstacle(const Collider& collider) {
    using Kind = render::Obstacle::Kind;
    render::Obstacle obstacle;
    const auto set = [&](const auto& shape) {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<Shape, Plane>) {
            obstacle.kind = Kind::plane;
            obstacle.normal = glm::vec3(shape.normal);
            obstacle.center = glm::vec3(shape.offset * shape.normal);
        } else if constexpr (std::is_same_v<Shape, Box>) {
            obstacle.kind = Kind::box;
            obstacle.center = glm::vec3(shape.center);
            obstacle.half = glm::vec3(shape.half);
            obstacle.axes = glm::mat3(glm::mat3_cast(shape.rotation));
        } else {
            obstacle.radius = static_cast<float>(shape.radius);
            if constexpr (std::is_same_v<Shape, Capsule>) {
                obstacle.kind = Kind::capsule;
                obstacle.center = glm::vec3(shape.a);
                obstacle.end = glm::vec3(shape.b);
            } else {
                obstacle.center = glm::vec3(shape.center);
            }
        }
    };
    std::visit(set, collider.shape);
    return obstacle;
}

/// Room around a pinned body, in parts of its reach from the pins.
constexpr float kSwing = 0.5f;
constexpr float kStretch = 1.3f;

} // namespace

struct SceneViews::Impl {
    std::shared_ptr<const Model> model;
    std::vector<std::array<int, 2>> lines;
    std::vector<int> pins;
    std::vector<render::Obstacle> obstacles;
    Fabric fabric;
    float ground = 0;
    /// Per pane, rewritten for every view.
    std::array<std::vector<float>, lab::kMaxPanes> levels, widths;
    std::array<std::vector<glm::vec3>, lab::kMaxPanes> stripes;

    void follow(const std::shared_ptr<const Model>& new_model) {
        if (model == new_model) {
            return;
        }
        model = new_model;
        lines = model->of_type<Distance>().particles;
        pins.clear();
        for (std::size_t i = 0; i < model->mass.size(); ++i) {
            if (model->mass[i] == 0) {
                pins.push_back(static_cast<int>(i));
            }
        }
        fabric = make_fabric(*model);
        obstacles.clear();
        for (const Collider& collider : model->colliders) {
            obstacles.push_back(to_obstacle(collider));
        }
        // Without a floor of its own, a scene stands over a grid some way below its rest shape.
        double low = model->rest_position.front().y;
        double high = low;
        for (const Vec3& p : model->rest_position) {
            low = std::min(low, p.y);
            high = std::max(high, p.y);
        }
        ground = static_cast<float>(low - std::max(0.6 * (high - low), 0.2));
        for (const Tether& tether : model->tethers) { // and a swinging pendulum must not cross it
            const double anchor = model->rest_position[static_cast<std::size_t>(tether.anchor)].y;
            ground = std::min(ground, static_cast<float>(anchor - 1.1 * tether.length));
        }
    }
    void dress(const lab::Snapshot& snapshot, std::size_t pane, const PictureOptions& options, render::Body& body);
};

/// What a body is made of, as its pane shows it.
void SceneViews::Impl::dress(const lab::Snapshot& snapshot, std::size_t pane, const PictureOptions& options,
                             render::Body& body) {
    const lab::PaneSnapshot& shown = snapshot.panes[pane];
    body.texture = fabric.texture;
    body.print_size = fabric.print_size;
    body.thread = fabric.thread;
    body.hem_radius = fabric.hem_radius;
    if (!shown.torn) { // a torn rod's segments are no longer the model's
        stripe_directions(*model, fabric, shown.positions, stripes[pane]);
        body.stripe = stripes[pane];
    }
    if (options.look.style == render::BodyStyle::constraints) {
        line_widths(*model, shown.tension, suggested_range(snapshot, Colouring::tension).high, widths[pane]);
        body.line_width = widths[pane];
    }
}

SceneViews::SceneViews() : impl_(std::make_unique<Impl>()) {}
SceneViews::~SceneViews() = default;

render::View SceneViews::view(const lab::Snapshot& snapshot, int pane, const lab::Camera& camera,
                              const PictureOptions& options, const ColourScale& scale) {
    impl_->follow(snapshot.model);
    render::View view;
    const float aspect = static_cast<float>(options.width) / static_cast<float>(std::max(options.height, 1));
    view.camera = to_orbit(camera, snapshot, aspect);
    view.look = options.look;
    const bool coloured = options.colouring != Colouring::material;
    view.look.colour_by = coloured ? render::ColourBy::level : render::ColourBy::material;
    view.look.colour_map = scale.info->map;
    view.look.transparent = options.transparent;
    view.look.ground_height = impl_->ground;
    view.obstacles = impl_->obstacles;
    const auto add = [&](std::size_t i, float opacity) {
        const lab::PaneSnapshot& shown = snapshot.panes[i];
        const auto& colour = methods()[static_cast<std::size_t>(shown.settings.method)].colour;
        render::Body body;
        body.positions = shown.positions;
        body.triangles = shown.torn ? shown.whole_triangles : snapshot.model->triangles;
        body.segments = shown.torn ? shown.whole_segments : snapshot.model->segments;
        body.lines = impl_->lines;
        if (coloured) {
            const int index = static_cast<int>(i);
            std::vector<float>& levels = impl_->levels[i];
            colour_levels(snapshot, index, compared_pane(snapshot, index, options.other_pane), scale, levels);
            (options.colouring == Colouring::difference ? body.point_level : body.line_level) = levels;
        }
        body.pins = impl_->pins;
        body.colour = {colour[0], colour[1], colour[2]};
        body.opacity = opacity;
        body.tube_radius = static_cast<float>(snapshot.model->radius);
        body.marker_radius = kPinRadius * view.camera.distance;
        impl_->dress(snapshot, i, options, body);
        body.topology = shown.torn ? 0 : snapshot.model->identity;
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
    if (options.contact_forces) {
        const float length = arrow_scale(snapshot, view.camera.distance);
        for (const auto& contact : snapshot.panes[static_cast<std::size_t>(pane)].contacts) {
            view.arrows.push_back({contact.at, contact.at + length * contact.force});
        }
    }
    return view;
}

void SceneViews::bounds(const lab::Snapshot& snapshot, glm::vec3& box_min, glm::vec3& box_max) {
    // The rest shape, so that the frame does not jump with the motion; balls belong to it.
    box_min = glm::vec3(snapshot.model->rest_position.front());
    box_max = box_min;
    for (const Vec3& p : snapshot.model->rest_position) {
        box_min = glm::min(box_min, glm::vec3(p));
        box_max = glm::max(box_max, glm::vec3(p));
    }
    for (const Collider& collider : snapshot.model->colliders) {
        render::extend_bounds(to_obstacle(collider), box_min, box_max);
    }
    // Room for the coming motion: a pinned body swings around its pins and stretches below them; a free one falls.
    Vec3 pin_sum(0);
    int pins = 0;
    for (std::size_t i = 0; i < snapshot.model->mass.size(); ++i) {
        if (snapshot.model->mass[i] == 0) {
            pin_sum += snapshot.model->rest_position[i];
            ++pins;
        }
    }
    if (pins == 0) {
        box_min.y -= 0.35f * glm::length(box_max - box_min);
        return;
    }
    const glm::vec3 pivot(pin_sum / static_cast<double>(pins));
    float reach = 0;
    for (const Vec3& p : snapshot.model->rest_position) {
        reach = std::max(reach, glm::distance(glm::vec3(p), pivot));
    }
    box_min = glm::min(box_min, pivot - reach * glm::vec3(kSwing, kStretch, kSwing));
    box_max = glm::max(box_max, pivot + reach * glm::vec3(kSwing, 0, kSwing));
}

ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options) {
    const std::optional<ColourRange>& own = options.own_range[static_cast<std::size_t>(options.colouring)];
    return {&colouring_info(options.colouring), own ? *own : suggested_range(snapshot, options.colouring)};
}

namespace {

/// True where the picture is about forces.
bool shows_forces(const PictureOptions& options) {
    return options.contact_forces || colouring_info(options.colouring).needs_forces;
}

} // namespace

bool needs_forces(const PictureOptions& options) {
    return shows_forces(options) || options.look.style == render::BodyStyle::constraints; // whose width they are
}

std::string missing_forces(const lab::Snapshot& snapshot, int pane, const PictureOptions& options) {
    return shows_forces(options) ? no_forces_reason(snapshot.panes[static_cast<std::size_t>(pane)].settings) : "";
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

render::OrbitCamera to_orbit(const lab::Camera& camera, const lab::Snapshot& snapshot, float aspect) {
    render::OrbitCamera orbit;
    orbit.yaw = static_cast<float>(camera.yaw) * kRadians;
    orbit.pitch = static_cast<float>(camera.pitch) * kRadians;
    if (camera.distance > 0) {
        orbit.pivot = {static_cast<float>(camera.pivot[0]), static_cast<float>(camera.pivot[1]),
                       static_cast<float>(camera.pivot[2])};
        orbit.distance = static_cast<float>(camera.distance);
        return orbit;
    }
    glm::vec3 low;
    glm::vec3 high;
    SceneViews::bounds(snapshot, low, high);
    orbit.frame(low, high, aspect);
    orbit.distance *= 0.92f; // a body rarely fills the bounding sphere of its box
    return orbit;
}

lab::Camera from_orbit(const render::OrbitCamera& camera) {
    return {{camera.pivot.x, camera.pivot.y, camera.pivot.z},
            camera.yaw / kRadians,
            camera.pitch / kRadians,
            camera.distance};
}

} // namespace xpbd::picture
