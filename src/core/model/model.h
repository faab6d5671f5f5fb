#pragma once

// The constant part of a scene: particles, constraints, colliders, and everything derived from them.

#include "core/base/result.h"
#include "core/base/types.h"
#include "core/model/constraints/types.h"
#include "core/model/material.h"
#include "core/model/motion.h"
#include "core/model/rope.h"
#include "core/model/shapes.h"
#include "core/model/specimen.h"
#include "core/model/state.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace xpbd {

/// All constraints of one type. The arrays have one entry per constraint.
template <class ConstraintType>
struct ConstraintArray {
    using Type = ConstraintType;
    std::vector<ParticlesOf<ConstraintType>> particles;
    std::vector<RestOf<ConstraintType>> rest;
    std::vector<Material> material;
    /// Index one past each run of successive constraints with equal material. Filled by finalise().
    std::vector<std::size_t> run_ends;
    /// Indices of the constraints between fixed and free particles, ascending. Filled by finalise().
    std::vector<std::size_t> at_fixed;

    std::size_t size() const { return particles.size(); }
    /// Appends one constraint.
    void add(const ParticlesOf<ConstraintType>& indices, const RestOf<ConstraintType>& rest_data,
             Material constraint_material) {
        particles.push_back(indices);
        rest.push_back(rest_data);
        material.push_back(constraint_material);
    }
};

/// One array per constraint type, in the order of the type list.
using Constraints = ForEachConstraint<ConstraintArray>;

/// A body that particles may not enter. A Drive can move it.
struct Collider {
    Shape shape;
    double friction = 0.3;  ///< Coulomb coefficient mu [1]
    double restitution = 0; ///< share e of the normal velocity that a particle keeps when it bounces off, in [0, 1]
    bool drawn = true;      ///< false: not drawn, because fixtures are drawn instead

    /// @name Motion within a substep, set by DrivenModel; `shape` is then where it is at the end
    /// @{
    bool moves = false;
    Pose carry{}; ///< from the substep's start to its end
    /// The place at the substep's end of a point that sticks to the surface and is at `x` at its start [m].
    Vec3 carried(const Vec3& x) const { return moves ? carry.at(x) : x; }
    /// @}
};

/// A body that is only drawn: a wall, a pole, a frame, a crank. It has no effect on the simulation.
struct Fixture {
    Shape shape;
    /// True: pictures extend the fixture down to the ground, at end `b` of a capsule or at the lower face of a box.
    bool stands = false;
    int drive = -1; ///< index of the drive that moves it; -1: no drive
};

/// Data that only pictures of a model use: no solver and no measure reads it.
struct Presentation {
    std::vector<Fixture> fixtures;
    /// Points that enclose the body from one second after the start on, for framing the view [m]; set by scenes with a
    /// known motion. Colliders and fixtures are framed anyway.
    std::vector<Vec3> seen;
    double rope_radius = 0.01; ///< radius of the tubes of Model::segments [m]
    bool is_coiled = false;    ///< segments are springs and drawn as coils; segment k is distance k
};

/// A closed or open triangle surface with a volume constraint: C = V - p V_0 [m^3], V = 1/6 sum x_a . (x_b x x_c) (P07
/// section 4.4; without the factor 1/6 the sum is 6 V).
struct Volume {
    std::vector<std::array<int, 3>> triangles; ///< particles, counter-clockwise from outside
    double rest = 0;                           ///< V_0 [m^3]
    double pressure = 1;                       ///< p: desired volume over rest volume [1]
    Material material{Role::volume, {}, {}, {}};
    std::vector<int> particles; ///< particles of the triangles, without repeats, ascending. Filled by finalise().
    /// Triangles by particle, in the order of `particles`: for each triangle (a, b, c) of particle a the other corners
    /// (b, c). `around` and `first` are filled by finalise().
    std::vector<std::array<int, 2>> around;
    std::vector<std::size_t> first; ///< per particle: its first entry in `around`; one more at the end
};

/// A triangle of fabric, and its three rows (scalar constraints of type Woven or Membrane). Strains and tensions of the
/// fabric are computed from them. See core/model/fabric.h.
struct FabricTriangle {
    std::array<int, 3> particles{};
    /// Inverse of the rest edges: s1, t1, s2, t2 [1/m]. The columns of the deformation gradient are the warp a = s1 e1
    /// + t1 e2 and the weft b = s2 e1 + t2 e2; e1 and e2 are the edges from the first corner to the second and third.
    std::array<double, 4> inverse{};
    double area = 0;       ///< rest area [m^2]
    double coupling = 0;   ///< nu21: factor of the weft's strain in the first row; Membrane only [1]
    bool is_woven = false; ///< true: its rows are of type Woven; false: of type Membrane
    std::size_t row = 0;   ///< index of its first row within the array of the type
};

/// Upper limit of a particle's distance to a fixed one: the length of the shortest path along stretch constraints at
/// rest (L12).
struct Tether {
    int particle = 0;
    int anchor = 0;
    double length = 0; ///< [m]
};

/// The constant part of a scene: all panes share it.
struct Model {
    std::vector<Vec3> rest_position; ///< initial shape of the body [m]
    std::vector<Vec3> rest_velocity; ///< initial velocities [m/s]
    std::vector<double> mass;        ///< [kg]; 0: fixed particle
    Constraints constraints;
    std::vector<std::array<int, 3>> triangles; ///< surface, counter-clockwise from outside; may be empty
    std::vector<FabricTriangle> fabric;        ///< the fabric among `triangles`; may be empty
    std::vector<std::array<int, 2>> segments;  ///< rope pieces to draw as tubes; may be empty
    /// Material of the segments if they are a rope and not springs: their compliances follow from it. The segments are
    /// then the first distances.
    std::optional<Rope> rope;
    /// Position of each particle in the flat cloth [m], for fabrics and for patterns on the cloth; may be empty.
    std::vector<std::array<double, 2>> flat;
    /// Columns and rows of a grid of particles, numbered row by row and (nearly) evenly spaced at rest. Further
    /// particles, if any, are the middles of all cells. {0, 0} if the body is no such grid.
    std::array<int, 2> grid{};
    std::vector<Collider> colliders;
    std::vector<Drive> drives;  ///< prescribed motions of colliders and fixed particles
    std::vector<Winch> winches; ///< prescribed rest lengths
    std::vector<Volume> volumes;
    bool has_material = false;               ///< the scene can make this body of another fabric
    bool has_triangulation = false;          ///< the scene can triangulate this body in several ways
    std::array<bool, kRoleCount> has_role{}; ///< per role: whether any constraint has it. Filled by finalise().
    /// Per role: whether any constraint uses the pane's compliance. Filled by finalise().
    std::array<bool, kRoleCount> follows_compliance{};
    /// Per role: whether any constraint has a compliance of its own above 0 and uses the pane's damping. Filled by
    /// finalise().
    std::array<bool, kRoleCount> has_own_softness{};
    /// Sorted by particle: to each fixed particle, or only to the nearest of more than four. Filled by finalise().
    std::vector<Tether> tethers;
    double rest_lowest = 0; ///< y of the lowest particle of rest_position [m]. Filled by finalise().
    /// Index one past each run of successive distances whose lighter particles have equal mass. Filled by finalise().
    std::vector<std::size_t> lighter_ends;
    /// Height of the body's lowest particle when it hangs at rest without stretch [m]; empty if the scene does not set
    /// it.
    std::optional<double> hang_level;
    Specimen specimen;           ///< the textile test with this body, if any
    double contact_distance = 0; ///< particles stay this far from colliders [m]
    double self_distance = 0;    ///< thickness: minimum distance of particles of one body [m]; 0: no self-collision
    double self_friction = 0.3;  ///< Coulomb coefficient between parts of the body [1]
    double self_restitution =
        0;             ///< restitution e between parts of the body: share of the relative speed that is kept, in [0, 1]
    double drag = 1.2; ///< drag coefficient of the surface in wind, C_D [1]
    double lift = 0.8; ///< lift coefficient of the surface in wind, C_L [1]
    Presentation presentation;
    std::uint64_t identity = 0; ///< set by finalise(): solvers use it to recognise a model

    template <class ConstraintType>
    ConstraintArray<ConstraintType>& of_type() {
        return std::get<ConstraintArray<ConstraintType>>(constraints);
    }
    template <class ConstraintType>
    const ConstraintArray<ConstraintType>& of_type() const {
        return std::get<ConstraintArray<ConstraintType>>(constraints);
    }
    std::size_t particle_count() const { return rest_position.size(); }
    /// [1/kg]; 0 for a fixed particle.
    double inverse_mass(std::size_t particle) const { return mass[particle] > 0 ? 1 / mass[particle] : 0; }
    /// Number of constraints without volumes; also the index of the first volume in State::lambda.
    std::size_t typed_count() const;
    /// Number of constraints of all types: the length of State::lambda.
    std::size_t constraint_count() const { return typed_count() + volumes.size(); }
};

/// Calls f(array, first) for the array of every constraint type; `first` is the index of its first constraint in
/// State::lambda.
template <class ModelType, class F>
void for_each_type(ModelType& model, F&& f) {
    std::size_t first = 0;
    std::apply([&](auto&... array) { ((f(array, first), first += array.size()), ...); }, model.constraints);
}

/// Index in State::lambda of the first constraint of a type.
template <class ConstraintType>
std::size_t first_of(const Model& model) {
    std::size_t result = 0;
    for_each_type(model, [&](const auto& array, std::size_t first) {
        result = static_cast<const void*>(&array) == &model.of_type<ConstraintType>() ? first : result;
    });
    return result;
}

/// Rest length d of a distance constraint [m].
inline double rest_length(const ConstraintArray<Distance>& array, std::size_t c) {
    return array.rest[c][0];
}

/// Positions of particles in the rest shape [m].
template <std::size_t Arity>
Points<double, Arity> rest_points(const Model& model, const std::array<int, Arity>& particles) {
    Points<double, Arity> points;
    for (std::size_t i = 0; i < Arity; ++i) {
        points[i] = model.rest_position[index_of(particles[i])];
    }
    return points;
}

/// Adds a constraint whose C is zero in the rest shape. Returns its index within the array of its type. Needs the
/// type's header.
template <class ConstraintType>
int add_constraint(Model& model, const ParticlesOf<ConstraintType>& particles, Material material) {
    auto& array = model.of_type<ConstraintType>();
    array.add(particles, ConstraintType::template rest<double>(rest_points(model, particles)), material);
    return static_cast<int>(array.size()) - 1;
}

/// @name Shorthands
/// @{
int add_distance(Model& model, int p0, int p1, Material material);
/// The triangles (p0, p1, p2) and (p1, p0, p3) share the edge p0 p1.
int add_dihedral(Model& model, int p0, int p1, int p2, int p3, Material material);
/// The angle between the segments p0 p1 and p1 p2.
int add_angle(Model& model, int p0, int p1, int p2, Material material);
/// A joint of a rod between the segments rod[0] rod[1] and rod[1] rod[2], with their ghost particles: two bending rows
/// with the material `bend`, one twist row with the material `twist`; std::nullopt leaves these rows out. Returns the
/// index of the first row within the array of its type.
int add_bend_twist(Model& model, const std::array<int, 3>& rod, const std::array<int, 2>& ghosts,
                   const std::optional<Material>& bend, const std::optional<Material>& twist);
/// @}

/// Checks a model (array lengths, indices, finite numbers, masses >= 0, distinct particles per constraint) and computes
/// the members marked "Filled by finalise()". The error is one line that names the element. Call it once, before the
/// first step.
Status finalise(Model& model);

/// A value for Model::identity that no model has had.
std::uint64_t new_identity();

/// The initial state of a finalised model.
State initial_state(const Model& model);

} // namespace xpbd
