#include "scenes/builders.h"
#include "scenes/values.h"

#include <algorithm>
#include <cmath>

namespace xpbd::scenes {
namespace {

std::string place(const char* array, std::size_t i) {
    return std::string(array) + "[" + std::to_string(i) + "]";
}

bool finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The first fault of a constraint, or "".
std::string fault_in(const CustomConstraint& constraint, std::size_t arity, std::size_t particle_count) {
    if (constraint.particles.size() != arity) {
        return ".particles: names " + std::to_string(constraint.particles.size()) + " particles, it needs " +
               std::to_string(arity);
    }
    for (std::size_t i = 0; i < arity; ++i) {
        const int p = constraint.particles[i];
        if (p < 0 || static_cast<std::size_t>(p) >= particle_count) {
            return ".particles[" + std::to_string(i) + "]: index " + std::to_string(p) +
                   " is out of range, there are " + std::to_string(particle_count) + " particles (0 to " +
                   std::to_string(particle_count - 1) + ")";
        }
        if (std::count(constraint.particles.begin(), constraint.particles.end(), p) > 1) {
            return ".particles[" + std::to_string(i) + "]: particle " + std::to_string(p) + " is named twice";
        }
    }
    const auto bad = [](const std::optional<double>& v) { return v && !(std::isfinite(*v) && *v >= 0); };
    if (bad(constraint.compliance)) {
        return ".compliance: must be a finite number >= 0";
    }
    if (bad(constraint.damping)) {
        return ".damping: must be a finite number >= 0";
    }
    if (bad(constraint.stiffness) || constraint.stiffness.value_or(0) > 1) {
        return ".stiffness: must lie in 0 to 1";
    }
    if (constraint.rest && !std::isfinite(*constraint.rest)) {
        return ": the rest value must be a finite number";
    }
    return "";
}

/// Adds constraints of one type; `set_rest` writes a given rest value over the one taken from the shape.
template <std::size_t arity, class Add, class SetRest>
Status add_all(const char* name, const std::vector<CustomConstraint>& constraints, Model& model, Role role, Add add,
               SetRest set_rest) {
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const CustomConstraint& c = constraints[i];
        const std::string fault = fault_in(c, arity, model.particle_count());
        if (!fault.empty()) {
            return Error{place(name, i) + fault};
        }
        const int at = add(c.particles, Material{role, c.compliance, c.stiffness, c.damping});
        if (c.rest) {
            set_rest(static_cast<std::size_t>(at), *c.rest);
        }
    }
    return ok();
}

Status add_particles(const CustomScene& scene, Model& model) {
    if (scene.particles.empty()) {
        return Error{"particles: there are none; a scene needs at least one"};
    }
    for (std::size_t i = 0; i < scene.particles.size(); ++i) {
        const CustomParticle& p = scene.particles[i];
        if (!finite(p.position)) {
            return Error{place("particles", i) + ".position: must be three finite numbers [m]"};
        }
        if (!finite(p.velocity)) {
            return Error{place("particles", i) + ".velocity: must be three finite numbers [m/s]"};
        }
        if (!std::isfinite(p.mass) || p.mass < 0) {
            return Error{place("particles", i) + ".mass: must be a finite number >= 0 [kg] (0 = fixed), not " +
                         format_number(p.mass)};
        }
        model.rest_position.push_back(p.position);
        model.rest_velocity.push_back(p.velocity);
        model.mass.push_back(p.mass);
    }
    return ok();
}

Status add_colliders(const CustomScene& scene, Model& model) {
    if (!(std::isfinite(scene.friction) && scene.friction >= 0)) {
        return Error{"friction: must be a finite number >= 0"};
    }
    for (std::size_t i = 0; i < scene.planes.size(); ++i) {
        const auto& p = scene.planes[i];
        const Vec3 normal(p[0], p[1], p[2]);
        const double length = glm::length(normal);
        if (!finite(normal) || !std::isfinite(p[3]) || !(length > 0)) {
            return Error{place("planes", i) + ": needs a normal that is not zero and an offset, all finite"};
        }
        model.colliders.push_back({Plane{normal / length, p[3]}, scene.friction});
    }
    for (std::size_t i = 0; i < scene.spheres.size(); ++i) {
        const auto& s = scene.spheres[i];
        const Vec3 center(s[0], s[1], s[2]);
        if (!finite(center) || !std::isfinite(s[3]) || !(s[3] > 0)) {
            return Error{place("spheres", i) + ": needs a finite centre and a radius > 0 [m]"};
        }
        model.colliders.push_back({Sphere{center, s[3]}, scene.friction});
    }
    return ok();
}

/// Parts of the body's size for what has no size of its own.
double body_size(const Model& model) {
    Vec3 low = model.rest_position.front();
    Vec3 high = low;
    for (const Vec3& p : model.rest_position) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    return glm::length(high - low);
}

Result<Model> build_custom(const SceneSpec& spec) {
    if (!spec.custom) {
        return Error{"scene: \"custom\" needs its particles and constraints in the session file"};
    }
    const CustomScene& scene = *spec.custom;
    Model model;
    const Status particles = add_particles(scene, model);
    if (!particles) {
        return particles.error();
    }
    const Status distances = add_all<2>(
        "distance", scene.distance, model, Role::stretch,
        [&](const std::vector<int>& p, const Material& material) {
            model.segments.push_back({p[0], p[1]});
            return add_distance(model, p[0], p[1], material);
        },
        [&](std::size_t at, double rest) { model.batch<Distance>().rest[at].length = rest; });
    if (!distances) {
        return distances.error();
    }
    for (std::size_t i = 0; i < scene.distance.size(); ++i) {
        if (scene.distance[i].rest.value_or(0) < 0) {
            return Error{place("distance", i) + ".rest: must be >= 0 [m]"};
        }
    }
    const Status bends = add_all<4>(
        "bending", scene.bending, model, Role::bend,
        [&](const std::vector<int>& p, const Material& material) {
            return add_dihedral(model, p[0], p[1], p[2], p[3], material);
        },
        [&](std::size_t at, double rest) { model.batch<Dihedral>().rest[at].angle = rest; });
    if (!bends) {
        return bends.error();
    }
    const Status colliders = add_colliders(scene, model);
    if (!colliders) {
        return colliders.error();
    }
    model.radius = std::max(1e-3, 0.008 * body_size(model));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kCustom{
    "custom",
    "From the session file",
    "Particles and constraints that a session file gives one by one. What it does not give follows the "
    "panes' parameters.",
    {},
    {},
    &build_custom};

} // namespace xpbd::scenes
