#pragma once

#include "core/model/model.h"
#include "core/model/state.h"
#include "core/step/contact/self_collision.h"
#include "core/step/contact/tethers.h"

#include <span>
#include <vector>

namespace xpbd {

/// All unilateral constraints that a method projects besides its own constraints, during one substep: contacts with the
/// model's colliders, contacts of the body with itself (SelfCollision), and tethers. A contact is C = gap -
/// contact_distance >= 0, projected only if C < 0. Coulomb friction is a positional constraint inside the cone
/// |lambda_t| <= mu lambda_n, so that a sticking particle does not creep.
class Contacts {
public:
    /// Starts a substep with zero multipliers from the positions `start` (x^n [m], owned by the caller). May stop fast
    /// particles on their way to x~ (stops()).
    void begin(const Model& model, State& state, std::span<const Vec3> start, const Parallel& parallel = {});
    /// Sets the multipliers to zero, for a method that computes the contact forces from scratch in every iteration.
    void restart();
    /// Pushes particles out of colliders and apart from each other, and applies friction, once. Multipliers accumulate.
    /// `release`: a contact with more force than it needs reduces it, down to zero (projected Gauss-Seidel on lambda_n
    /// >= 0). Methods whose iterations apply the multipliers as forces need this.
    void project(const Model& model, State& state, bool release = false);
    /// The part of project() that keeps particles out of colliders.
    void project_colliders(const Model& model, State& state, bool release = false);
    /// The part of project() for contacts of the body with itself. Friction acts on every pair that has a normal force,
    /// also on one from earlier projections.
    void project_pairs(const Model& model, State& state, bool release = false) { self_.project(model, state, release); }
    /// The pairs of self-collision, for an engine with its own projection.
    std::span<SelfCollision::Pair> self_pairs() { return self_.pairs(); }
    /// The fast particles that were stopped on their way to x~, by each other or by a moving collider.
    Stops& stops() { return stops_; }
    const Stops& stops() const { return stops_; }
    /// Moves each particle to the nearest point that all of its tethers allow (L12). Tethers are inequalities without
    /// compliance. `release`: a tether with more force than it needs reduces it, as in project().
    void project_tethers(const Model& model, State& state, bool release = false);
    /// Sets a contact's multipliers, for a method with its own projection or solution [N s^2].
    void set(std::size_t collider, std::size_t particle, double normal, const Vec3& tangent) {
        contacts_[collider * start_.size() + particle] = {normal, tangent};
    }
    void set_normal(std::size_t collider, std::size_t particle, double multiplier) {
        contacts_[collider * start_.size() + particle].normal = multiplier;
    }
    /// Sum of the tethers' multipliers per particle [N s^2]; empty if no tether was projected.
    std::span<const Vec3> tether_multipliers() const { return tether_; }
    /// Writes the sum of contact multipliers per particle to the state; returns the number of contacts. read_loads()
    /// and bounce() use the contacts that it found.
    int finish(const Model& model, State& state);
    /// Adds the forces of contacts with colliders to sums per particle [N s^2], and to `bound` the multipliers times
    /// bounds of the second derivatives (constraints/evaluation.h): the curvatures of the colliders [kg].
    void add_forces_of_colliders(const Model& model, const State& state, std::span<Vec3> force,
                                 std::span<double> bound) const;
    /// The same for tethers and for contacts of the body with itself, with bounds of 1/length.
    void add_forces_between(const Model& model, const State& state, std::span<Vec3> force,
                            std::span<double> bound) const;
    /// The part of finish() for contacts of the body with itself: adds to the state's sums.
    int finish_pairs(State& state) const { return self_.finish(state); }
    /// Force and power of each collider on the body, after finish() and Stops::add_forces(). `h`: substep [s]. A force
    /// that the method has given to a particle in several contacts is shared in proportion to their normal forces.
    void read_loads(const Model& model, const State& state, double h, std::vector<Load>& loads) const;
    /// Called when the velocities are known: a particle that hit a collider faster than `threshold` [m/s] leaves it
    /// with the collider's restitution times that speed, both relative to the collider's surface; particles that hit
    /// each other use the body's restitution. `h`: substep [s]; `before`: velocities at its start [m/s].
    void bounce(const Model& model, State& state, double h, std::span<const Vec3> before, double threshold) const;

private:
    struct Contact {
        double normal = 0; ///< accumulated lambda_n >= 0 [N s^2]
        Vec3 tangent{0};   ///< accumulated lambda_t [N s^2]
    };
    /// A contact with a collider that has a force.
    struct Touch {
        std::size_t collider, particle;
        double normal;   ///< lambda_n > 0 [N s^2]
        Vec3 towards;    ///< the collider's normal there
        Vec3 multiplier; ///< normal and tangential part [N s^2]
    };
    template <class ShapeType>
    static void touch(const ShapeType& shape, const Collider& collider, double contact_distance, const Vec3& start,
                      Contact& contact, Vec4& x, bool release);

    template <class F>
    void for_each_touch(const Model& model, const State& state, F&& f) const;

    std::vector<Contact> contacts_; ///< per collider and particle
    std::vector<Touch> touches_;    ///< found by finish(): collider by collider, the particles ascending
    std::vector<Ball> balls_;       ///< scratch: the balls of one particle's tethers
    std::vector<Vec3> tether_;      ///< sum of tether multipliers per particle [N s^2]; empty if none was projected
    SelfCollision self_;
    Stops stops_;
    std::span<const Vec3> start_; ///< x^n [m]
};

} // namespace xpbd
