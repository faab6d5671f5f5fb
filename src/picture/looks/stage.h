#pragma once

#include "core/model.h"
#include "render/renderer.h"

#include <glm/glm.hpp>
#include <span>
#include <vector>

/// What stands and hangs in a scene beside its body: colliders, fixtures, and the loads that particles stand for.
namespace xpbd::picture {

/// A shape as the renderer draws it.
render::Obstacle to_obstacle(const Shape& shape);

/// A particle that is drawn as a ball of steel.
struct Load {
    int particle = 0;
    float radius = 0; ///< [m]
};

/// Radius of a ball of steel of this mass [m], within shares of the size of the body that carries it [m], so that it
/// can be seen and hides nothing; `rope` is the radius of what it hangs on [m].
float ball_radius(double mass, double body_size, double rope);

/// The loads of a model: moving particles far heavier than those to which they are tied, or which are tied to no moving
/// one, and all of a body with only a few. Not the corners of a surface, whose masses follow from its triangles. The
/// heaviest, where there are many.
std::vector<Load> find_loads(const Model& model);

/// Appends the loads as balls where their particles are. Not those that are nowhere.
void append_loads(std::span<const Load> loads, std::span<const glm::vec3> positions,
                  std::vector<render::Obstacle>& out);

/// A fixed end of a rope or rod, away from all fixtures.
struct Anchor {
    int particle = 0;
    int neighbour = 0;    ///< along the rope
    bool clamped = false; ///< the neighbour is fixed, too
    float radius = 0;     ///< of the rope, at least 0.8 % of the body's size [m]
};

/// Anchors for the pins that are ends of a rope.
std::vector<Anchor> find_anchors(const Model& model, std::span<const int> pins);

/// Appends a block for each: above an end that turns freely, behind one that is clamped.
void append_anchors(std::span<const Anchor> anchors, std::span<const glm::vec3> positions,
                    std::vector<render::Obstacle>& out);

/// Whether a fixture holds this point: its surface or its inside.
bool is_held(const Model& model, const Vec3& point);

/// Appends the fixtures; those that stand reach down to the ground at this height [m].
void append_fixtures(const Model& model, float ground, std::vector<render::Obstacle>& out);

} // namespace xpbd::picture
