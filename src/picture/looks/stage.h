#pragma once

#include "core/model/control.h"
#include "core/model/model.h"
#include "render/renderer.h"
#include "scenes/parts/scene.h"

#include <glm/glm.hpp>
#include <span>
#include <vector>

/// Objects drawn beside the body: colliders, fixtures, heavy particles as balls, and blocks at a rope's fixed ends.
namespace xpbd::picture {

/// Converts a collider's shape to what the renderer draws.
render::Obstacle to_obstacle(const Shape& shape);

/// A particle that is drawn as a steel ball.
struct Load {
    int particle = 0;
    float radius = 0; ///< [m]
};

/// Radius of a steel ball of this mass [m], limited to shares of the size of the body that carries it [m], so that the
/// ball is visible and hides nothing. `rope` is the radius of the rope it hangs on [m].
float ball_radius(double mass, double body_size, double rope);

/// The loads of a model: moving particles that are far heavier than all particles connected to them, or that are
/// connected to no moving particle; in a body with at most kFew moving particles, each moving particle. Corners of a
/// surface are never loads, as their masses follow from the triangles. Returns at most the kMost heaviest loads.
std::vector<Load> find_loads(const Model& model);

/// Adds the weights that the user has hung on particles of a surface, where find_loads() shows none.
void add_weights(const scenes::Changes& changes, const Model& own, const Model& shown, std::vector<Load>& loads);

/// Appends the loads as balls at the particles' positions. Skips positions that are not finite.
void append_loads(std::span<const Load> loads, std::span<const glm::vec3> positions,
                  std::vector<render::Obstacle>& out);

/// A fixed end of a rope or rod that is not held by a fixture.
struct Anchor {
    int particle = 0;
    int neighbour = 0;    ///< the next particle along the rope
    bool clamped = false; ///< the neighbour is fixed, too
    float radius = 0;     ///< radius of the rope, at least 0.8 % of the body's size [m]
};

/// The anchors of those pins that are ends of a rope.
std::vector<Anchor> find_anchors(const Model& model, std::span<const int> pins);

/// Appends a block per anchor: above a free end, behind a clamped end.
void append_anchors(std::span<const Anchor> anchors, std::span<const glm::vec3> positions,
                    std::vector<render::Obstacle>& out);

/// True if the point is on or inside a fixture.
bool is_held(const Model& model, const Vec3& point);

/// Appends the drawn colliders at their places at a time [s]; `held` are those that the user's hand moves.
void append_colliders(const Model& model, double time, const std::vector<ColliderGrab>& held,
                      std::vector<render::Obstacle>& out);

/// Appends the fixtures at their places at a time [s]. A standing fixture is extended down to the ground, whose height
/// is `ground` [m].
void append_fixtures(const Model& model, double time, float ground, std::vector<render::Obstacle>& out);

} // namespace xpbd::picture
