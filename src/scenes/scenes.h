#pragma once

#include "core/model.h"
#include "core/parameters.h"
#include "core/result.h"

#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::scenes {

/// Triangle mesh, as read from a file or from the session that holds it.
struct Mesh {
    std::vector<Vec3> positions; ///< of all vertices of the file [m]
    std::vector<std::array<int, 3>> triangles;
    /// Texture coordinates (u, v) of every triangle's corners, all zero where the file has none of it; empty where it
    /// has none at all.
    std::vector<std::array<std::array<double, 2>, 3>> texture{};
    std::vector<int> lines{};         ///< in which line of the file each triangle's face begins; empty: no file
    std::vector<std::string> notes{}; ///< what the reader left out of the file, to be said

    /// Equal shapes: `lines` and `notes` tell of the file, which a session that holds its mesh does not need.
    bool operator==(const Mesh& other) const {
        return positions == other.positions && triangles == other.triangles && texture == other.texture;
    }
};

/// @name A scene given in full (README.md, "Your own scene")
/// @{
struct CustomParticle {
    Vec3 position{0}; ///< [m]
    double mass = 1;  ///< [kg]; 0 = fixed
    Vec3 velocity{0}; ///< [m/s]

    bool operator==(const CustomParticle&) const = default;
};

/// Material of one constraint; what is not given follows the pane.
struct CustomMaterial {
    std::optional<double> compliance; ///< [m/N], [rad/(N m)], isometric [1/(N m)] or volume [m^5/N]
    std::optional<double> stiffness;  ///< k in [0, 1]
    std::optional<double> damping;    ///< [N s/m], [N m s], ...: force per rate of C

    bool operator==(const CustomMaterial&) const = default;
};

/// One constraint of a custom scene, of the type that its list says.
struct CustomConstraint {
    std::vector<int> particles; ///< as many as the type has, in its order
    std::optional<double> rest; ///< rest length [m] or rest angle [rad]; not given: that of the initial shape
    CustomMaterial material{};

    bool operator==(const CustomConstraint&) const = default;
};

/// A joint of a Cosserat rod. Its ghosts must be held beside their segments by distance constraints of their own.
struct CustomRodJoint {
    std::array<int, 3> particles{}; ///< along the rod; the joint is the second
    std::array<int, 2> ghosts{};    ///< beside the first segment, and beside the second
    CustomMaterial bend;
    CustomMaterial twist;

    bool operator==(const CustomRodJoint&) const = default;
};

/// A surface that holds the volume it encloses.
struct CustomVolume {
    std::vector<std::array<int, 3>> triangles; ///< counter-clockwise from outside; drawn, and felt by the wind
    double pressure = 1;                       ///< volume asked for over the one at rest [1]
    CustomMaterial material{};

    bool operator==(const CustomVolume&) const = default;
};

struct CustomScene {
    std::vector<CustomParticle> particles;
    /// By type, in the order of the type list; see of(). Empty for types without a list in files.
    std::array<std::vector<CustomConstraint>, ConstraintTypes::size> constraints;
    std::vector<CustomRodJoint> bend_twist;    ///< follow the bend and the twist parameters
    std::vector<CustomVolume> volume;          ///< follow the volume parameters
    std::vector<std::array<int, 3>> triangles; ///< surface to draw, and for the wind, beside those of `volume`
    std::vector<std::array<double, 4>>
        planes; ///< {nx, ny, nz, offset}: dot(n, x) >= offset; n is normalised on reading
    std::vector<std::array<double, 4>> spheres;  ///< {cx, cy, cz, radius} [m]
    std::vector<std::array<double, 7>> capsules; ///< {ax, ay, az, bx, by, bz, radius} [m]
    std::vector<std::array<double, 10>>
        boxes;              ///< {cx, cy, cz, half edges x, y, z [m], quaternion w, x, y, z}; normalised on reading
    double friction = 0.3;  ///< of all colliders, and of the body with itself [1]
    double restitution = 0; ///< of all colliders, in [0, 1]
    double thickness = 0;   ///< particles stay this far from each other [m]; 0 = the body passes through itself

    /// The constraints of one type: of<Distance>().
    template <class ConstraintType>
    std::vector<CustomConstraint>& of() {
        return constraints[ConstraintTypes::place_of<ConstraintType>];
    }
    template <class ConstraintType>
    const std::vector<CustomConstraint>& of() const {
        return constraints[ConstraintTypes::place_of<ConstraintType>];
    }

    /// Of all types.
    std::size_t constraint_count() const {
        return std::accumulate(constraints.begin(), constraints.end(), std::size_t{0},
                               [](std::size_t sum, const auto& list) { return sum + list.size(); });
    }

    bool operator==(const CustomScene&) const = default;
};
/// @}

/// A particle that the user has pinned.
struct Pin {
    int particle = 0;
    Vec3 position{0}; ///< [m]

    bool operator==(const Pin&) const = default;
};

/// What the user has changed of a scene's pins; see scenes/pins/pins.h. Both in ascending order of the particles.
struct PinChanges {
    std::vector<Pin> pinned;   ///< set by the user
    std::vector<int> released; ///< the scene's own that the user has taken away

    bool operator==(const PinChanges&) const = default;
};

/// A scene by name and parameters: what a session file holds. A value that is not given is the table's default.
struct SceneSpec {
    std::string name = "cloth";
    std::map<std::string, Value, std::less<>> values;
    std::string file;                  ///< scene "mesh": path of its OBJ file; "" where it came by a link
    std::vector<int> pins;             ///< scene "mesh": fixed particles
    std::optional<Mesh> mesh;          ///< scene "mesh": read by the lab layer, from the session or from `file`
    std::optional<CustomScene> custom; ///< scene "custom"
    /// @name Every scene: see scenes/pins/pins.h. Both in ascending order of the particles.
    /// @{
    std::vector<Pin> pinned;   ///< by the user
    std::vector<int> released; ///< the scene's own pins that the user has taken away
    /// @}

    bool operator==(const SceneSpec&) const = default;
};

/// Where the colour ranges end that show a scene's bodies well: one look for all panes, whatever they do.
struct ShownRanges {
    double stretch = 0.2; ///< [1]
    double tension = 0;   ///< [N]; 0: it follows from the body's weight
};

/// A figure that a scene names for what it shows: a row of lab::readouts().
struct SceneReadout {
    std::string_view key;
    std::string_view label = "";   ///< "" = that of the row
    std::string_view tooltip = ""; ///< "" = that of the row
};

/// The figures of a cloth or a rope that hangs.
inline constexpr SceneReadout kHangingReadouts[] = {{"hang_sag"}, {"effective_stiffness"}, {"mean_strain"}};

/// The methods with which most scenes open.
inline constexpr std::string_view kPbdBesideXpbd[] = {"pbd", "xpbd"};

/// One row of the table of scenes.
struct SceneInfo {
    std::string_view key;
    std::string_view label;
    std::string_view caption; ///< what it is, and what to watch; without what `hint` says
    /// What to do first: at most 60 characters, the first word is Drag, Press or Pull; what it names is in the bar.
    std::string_view hint;
    /// Keys of scene, pane or world parameters: its own place in the window's bar, beside Iterations; "" = none.
    std::array<std::string_view, 2> sliders;
    std::span<const ParameterInfo> parameters;
    /// Pane and world parameters (key, text as for --set; "pbd.KEY" and "xpbd.KEY" for one method only) that show its
    /// point.
    std::span<const std::pair<std::string_view, std::string_view>> suggested;
    /// Two or three figures that tell what happens in this scene, the most telling first. lab::shown_readouts() gives
    /// them with a pane's values.
    std::span<const SceneReadout> readouts;
    Result<Model> (*build)(const SceneSpec&);
    ShownRanges shown{};
    std::span<const std::string_view> methods = kPbdBesideXpbd; ///< one pane each, in this order
    /// Simulated seconds after which a window that plays starts the scene anew, because what it shows is over then; 0 =
    /// never [s].
    double again = 0;
    std::string_view swept = "iterations"; ///< what a sweep varies at first, as --set takes it
    std::string_view colour = "stretch";   ///< what colours the bodies at first: a row of picture::colourings()
    std::string_view of_springs = "";      ///< one of kFabricRows that acts on springs in this scene, too
};

/// Every scene, in display order. THE table: a new scene is one file and one row (README.md, "How it is built").
std::span<const SceneInfo> scene_table();
/// The row of this key, or null.
const SceneInfo* find_scene(std::string_view key);
/// The parameter row of a scene, or null.
const ParameterInfo* find_scene_parameter(const SceneInfo& scene, std::string_view key);
/// The value of a scene parameter: the spec's, or that of the measured material that the spec names, or the
/// table's default.
Value scene_value(const SceneSpec& spec, std::string_view key);

/// Why a parameter of the scene has no effect beside the others, in a few words; empty where it has one.
std::string_view unused_reason(const SceneSpec& spec, std::string_view key);

/// Builds and finalises the scene. Fails on an unknown scene or parameter, a value out of range, or a faulty mesh
/// (no triangles, index out of range, zero-area triangle, edge with more than two triangles); the message names the
/// element.
Result<Model> build(const SceneSpec& spec);

/// The scene "mesh" for a mesh that somebody opens by its file alone: it hangs from its top. Pinned are the vertices of
/// triangles that lie at most 2 % of the mesh's height below the highest one, and always the two highest. A mesh whose
/// height is under 2 % of its largest size lies flat: it is pinned the same way where z is lowest, and swings down from
/// there. `height` leaves a quarter of its size free below it. A mesh larger than 20 is in centimetres, one larger than
/// 2000 in millimetres: `scale` makes metres of it.
SceneSpec hanging_mesh(Mesh mesh, std::string file);

/// Adds a cloth's constraints to a model whose particles and triangles are set: stretch along every edge in `edges`,
/// and dihedral bending across every edge that two triangles share. Used by the mesh scene.
/// Fails on the faults that build() names.
Status add_mesh_constraints(Model& model);

} // namespace xpbd::scenes
