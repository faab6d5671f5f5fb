#pragma once

#include "core/constraints/all.h"
#include "core/result.h"
#include "core/state.h"
#include "core/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace xpbd {

/// Which of a pane's stiffness / compliance / damping parameters a constraint follows.
enum class Role : std::uint8_t { stretch, shear, bend };
inline constexpr std::size_t kRoleCount = 3;
inline constexpr std::array<std::string_view, kRoleCount> kRoleNames = {"stretch", "shear", "bend"};

/// Material of one constraint. A value given here overrides the pane's.
struct Material {
    Role role = Role::stretch;
    std::optional<double> compliance; ///< alpha [m/N] or [rad/(N m)]
    std::optional<double> stiffness;  ///< k of PBD, in [0, 1]
    std::optional<double> damping;    ///< beta [N s/m] or [N m s]
};

/// All constraints of one type. The arrays run in parallel.
template <class Kernel>
struct Batch {
    using KernelType = Kernel;
    std::vector<std::array<int, Kernel::arity>> particles;
    std::vector<typename Kernel::template Rest<double>> rest;
    std::vector<Material> material;
    /// Constraint indices sorted by colour: no two of one colour share a particle. Filled by finalise().
    std::vector<int> coloured;
    /// Start of each colour in `coloured`, with the end appended.
    std::vector<int> colour_offset;

    std::size_t size() const { return particles.size(); }
    /// Appends one constraint.
    void add(const std::array<int, Kernel::arity>& indices, typename Kernel::template Rest<double> rest_data,
             Material constraint_material) {
        particles.push_back(indices);
        rest.push_back(rest_data);
        material.push_back(constraint_material);
    }
};

/// One batch per constraint type, in the order of the type list.
using Constraints = ForEachConstraint<Batch>;

/// Half-space {x : dot(normal, x) >= offset}; the normal has length one.
struct Plane {
    Vec3 normal{0, 1, 0};
    double offset = 0; ///< [m]
};

/// Solid ball.
struct Sphere {
    Vec3 center{0};
    double radius = 1; ///< [m]
};

/// A fixed body that particles may not enter.
struct Collider {
    std::variant<Plane, Sphere> shape;
    double friction = 0.3; ///< Coulomb coefficient mu [1]
};

/// What does not change while a scene runs. Shared, constant, by all panes.
struct Model {
    std::vector<Vec3> rest_position; ///< shape in which the body starts [m]
    std::vector<Vec3> rest_velocity; ///< velocities at the start [m/s]
    std::vector<double> mass;        ///< [kg]; 0 = fixed particle
    Constraints constraints;
    std::vector<std::array<int, 3>> triangles; ///< surface, counter-clockwise from outside; may be empty
    std::vector<std::array<int, 2>> segments;  ///< rope pieces to draw as tubes; may be empty
    std::vector<Collider> colliders;
    double contact_distance = 0; ///< particles stay this far from colliders [m]
    double radius = 0.01;        ///< thickness to draw a rope with [m]

    template <class Kernel>
    Batch<Kernel>& batch() {
        return std::get<Batch<Kernel>>(constraints);
    }
    template <class Kernel>
    const Batch<Kernel>& batch() const {
        return std::get<Batch<Kernel>>(constraints);
    }
    std::size_t particle_count() const { return rest_position.size(); }
    /// Number of constraints of all types: the length of State::lambda.
    std::size_t constraint_count() const;
};

/// Calls f(batch, first) for every batch; `first` is the index of its first constraint in State::lambda.
template <class ModelType, class F>
void for_each_batch(ModelType& model, F&& f) {
    std::size_t first = 0;
    std::apply([&](auto&... batch) { ((f(batch, first), first += batch.size()), ...); }, model.constraints);
}

/// Adds a distance constraint at rest in the rest shape. Returns its index within the batch.
int add_distance(Model& model, int p0, int p1, Material material);
/// Adds a dihedral constraint at rest in the rest shape; p0 p1 is the shared edge. Returns its index within the batch.
int add_dihedral(Model& model, int p0, int p1, int p2, int p3, Material material);

/// Checks a model (array lengths, indices, finite numbers, masses >= 0, distinct particles per constraint) and fills
/// the colouring. Fails with a line that names the element. Call it once, before the first step.
Status finalise(Model& model);

/// The state in which a finalised model starts.
State initial_state(const Model& model);

} // namespace xpbd
