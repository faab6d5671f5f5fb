#pragma once

#include "core/constraints/all.h"
#include "core/contact/shapes.h"
#include "core/material.h"
#include "core/result.h"
#include "core/rope.h"
#include "core/specimen.h"
#include "core/state.h"
#include "core/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace xpbd {

/// All constraints of one type. The arrays run in parallel.
template <class ConstraintType>
struct ConstraintArray {
    using Type = ConstraintType;
    std::vector<std::array<int, ConstraintType::arity>> particles;
    std::vector<typename ConstraintType::template Rest<double>> rest;
    std::vector<Material> material;
    /// Ends of the runs of constraints of one and the same material, in order. Filled by finalise().
    std::vector<std::size_t> run_ends;

    std::size_t size() const { return particles.size(); }
    /// Appends one constraint.
    void add(const std::array<int, ConstraintType::arity>& indices,
             typename ConstraintType::template Rest<double> rest_data, Material constraint_material) {
        particles.push_back(indices);
        rest.push_back(rest_data);
        material.push_back(constraint_material);
    }
};

/// One array per constraint type, in the order of the type list.
using Constraints = ForEachConstraint<ConstraintArray>;

/// A fixed body that particles may not enter.
struct Collider {
    Shape shape;
    double friction = 0.3;  ///< Coulomb coefficient mu [1]
    double restitution = 0; ///< share e of the normal velocity that a particle keeps when it bounces off, in [0, 1]
    bool drawn = true;      ///< false: fixtures stand for it in the picture
};

/// A fixed body that is only drawn: a wall, a pole, a frame. No method sees it.
struct Fixture {
    Shape shape;
    /// Drawn down to the ground, wherever the picture has it: the end `b` of a capsule, the lower face of a box.
    bool stands = false;
};

/// A closed or open triangle surface whose enclosed volume is held: C = V - p V_0 [m^3], V = 1/6 sum x_a . (x_b x x_c)
/// (P07 section 4.4; the sum without the 1/6 is 6 V).
struct Volume {
    std::vector<std::array<int, 3>> triangles; ///< particles, counter-clockwise from outside
    double rest = 0;                           ///< V_0 [m^3]
    double pressure = 1;                       ///< p, the volume asked for over the one at rest [1]
    Material material{Role::volume, {}, {}, {}};
    std::vector<int> particles; ///< those of the triangles, each once, ascending. Filled by finalise().
    /// The triangles as each particle a sees them: the other two corners, (b, c) of a triangle a b c, for one particle
    /// after the other, in the order of `particles`. Filled by finalise(), like `first`.
    std::vector<std::array<int, 2>> around;
    std::vector<std::size_t> first; ///< where those of each particle begin in `around`, and where the last one's end
};

/// A triangle of fabric, and its three rows: what is measured of a fabric is read off these. See core/fabric.h.
struct FabricTriangle {
    std::array<int, 3> particles{};
    /// Inverse of the edges at rest: the columns of the deformation gradient are the warp a = s1 e1 + t1 e2 and the
    /// weft b = s2 e1 + t2 e2, e1 and e2 running from the first corner to the others; s1, t1, s2, t2 [1/m].
    std::array<double, 4> inverse{};
    double area = 0;       ///< at rest [m^2]
    double coupling = 0;   ///< nu21: of the weft's strain in the first row; Membrane only [1]
    bool is_woven = false; ///< its rows are of the type Woven, else of Membrane
    std::size_t row = 0;   ///< the first one's index within the array of the type
};

/// Upper limit on a particle's distance to a fixed one: the length of the shortest path to it along stretch
/// constraints at rest (L12).
struct Tether {
    int particle = 0;
    int anchor = 0;
    double length = 0; ///< [m]
};

/// What does not change while a scene runs. Shared, constant, by all panes.
struct Model {
    std::vector<Vec3> rest_position; ///< shape in which the body starts [m]
    std::vector<Vec3> rest_velocity; ///< velocities at the start [m/s]
    std::vector<double> mass;        ///< [kg]; 0 = fixed particle
    Constraints constraints;
    std::vector<std::array<int, 3>> triangles; ///< surface, counter-clockwise from outside; may be empty
    std::vector<FabricTriangle> fabric;        ///< those of `triangles` that are fabric; may be empty
    std::vector<std::array<int, 2>> segments;  ///< rope pieces to draw as tubes; may be empty
    /// What they are made of, where that is no springs: their compliances follow from it. They are the first distances.
    std::optional<Rope> rope;
    std::vector<std::array<double, 2>>
        flat; ///< place of each particle on the flat cloth, to print on [m]; may be empty
    /// Particles in a row, and rows, of a rectangle whose first particles are numbered row by row and lie evenly spaced
    /// at rest, or near to such places; behind them, where there are more, one for the middle of every cell. {0, 0}
    /// where the body is none.
    std::array<int, 2> grid{};
    std::vector<Collider> colliders;
    std::vector<Fixture> fixtures;
    std::vector<Volume> volumes;
    bool has_material = false;               ///< its scene can make it of a fabric
    bool has_triangulation = false;          ///< its scene can cut it into triangles in several ways
    std::array<bool, kRoleCount> has_role{}; ///< which parts of the material it has. Filled by finalise().
    /// The parts in which a constraint has no compliance of its own, but the pane's. Filled by finalise().
    std::array<bool, kRoleCount> follows_compliance{};
    /// The parts in which a constraint is soft by a compliance of its own and damped by the pane's. Filled by
    /// finalise().
    std::array<bool, kRoleCount> has_own_softness{};
    /// By particle. Filled by finalise(): to every fixed particle, or the nearest where there are many.
    std::vector<Tether> tethers;
    double rest_lowest = 0; ///< y of the lowest particle of rest_position [m]. Filled by finalise().
    /// Ends of the runs of distances whose lighter particles have one and the same mass, in order. Filled by
    /// finalise().
    std::vector<std::size_t> lighter_ends;
    /// Height of the lowest particle of the body where it hangs at rest without stretch, for scenes that know it [m].
    std::optional<double> hang_level;
    /// What a viewer should see: points that enclose the body from a second after the start on, for scenes that know
    /// where it goes. Colliders and fixtures are seen anyway [m].
    std::vector<Vec3> seen;
    Specimen specimen;           ///< the textile test that the body is in, if any
    double contact_distance = 0; ///< particles stay this far from colliders [m]
    double self_distance = 0;    ///< thickness: particles of one body stay this far from each other [m]; 0 = off
    double self_friction = 0.3;  ///< Coulomb coefficient between parts of the body [1]
    double self_restitution = 0; ///< share e of the speed with which parts of the body bounce off each other, in [0, 1]
    double drag = 1.2;           ///< drag coefficient of the surface in wind, C_D [1]
    double lift = 0.8;           ///< lift coefficient of the surface in wind, C_L [1]
    double radius = 0.01;        ///< thickness to draw a rope with [m]
    bool coiled = false;         ///< the segments are springs, drawn as coils; each is the distance of its number
    std::uint64_t identity = 0;  ///< set by finalise(): solvers keep what they derive from a model under this number

    template <class ConstraintType>
    ConstraintArray<ConstraintType>& of_type() {
        return std::get<ConstraintArray<ConstraintType>>(constraints);
    }
    template <class ConstraintType>
    const ConstraintArray<ConstraintType>& of_type() const {
        return std::get<ConstraintArray<ConstraintType>>(constraints);
    }
    std::size_t particle_count() const { return rest_position.size(); }
    /// [1/kg]; of a fixed particle 0.
    double inverse_mass(std::size_t particle) const { return mass[particle] > 0 ? 1 / mass[particle] : 0; }
    /// Number of constraints of the types in the list: the index of the first volume in State::lambda.
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

/// Rest length d of a distance constraint [m].
inline double rest_length(const ConstraintArray<Distance>& array, std::size_t c) {
    return array.rest[c][0];
}

/// Positions of these particles in the rest shape [m].
template <std::size_t Arity>
Points<double, Arity> rest_points(const Model& model, const std::array<int, Arity>& particles) {
    Points<double, Arity> points;
    for (std::size_t i = 0; i < Arity; ++i) {
        points[i] = model.rest_position[index_of(particles[i])];
    }
    return points;
}

/// Adds a constraint whose C is zero in the rest shape. Returns its index within the array of its type.
template <class ConstraintType>
int add_constraint(Model& model, const std::array<int, ConstraintType::arity>& particles, Material material) {
    auto& array = model.of_type<ConstraintType>();
    array.add(particles, ConstraintType::template rest<double>(rest_points(model, particles)), material);
    return static_cast<int>(array.size()) - 1;
}

/// @name Shorthands
/// @{
int add_distance(Model& model, int p0, int p1, Material material);
/// p0 p1 is the shared edge.
int add_dihedral(Model& model, int p0, int p1, int p2, int p3, Material material);
/// p1 is the joint.
int add_angle(Model& model, int p0, int p1, int p2, Material material);
/// A rod's joint p1 between the segments p0 p1, with its ghost particle, and p1 p2, with its own: two bending
/// components with the first material, twist with the second; none where it does not bend or twist against anything.
/// Returns the index of the first of them within the batch.
int add_bend_twist(Model& model, const std::array<int, 3>& rod, const std::array<int, 2>& ghosts,
                   const std::optional<Material>& bend, const std::optional<Material>& twist);
/// @}

/// Checks a model (array lengths, indices, finite numbers, masses >= 0, distinct particles per constraint) and fills
/// in what follows from it. Fails with a line that names the element. Call it once, before the first step.
Status finalise(Model& model);

/// The state in which a finalised model starts.
State initial_state(const Model& model);

} // namespace xpbd
