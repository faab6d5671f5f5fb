// What a scene is (SceneInfo), how a session describes one (SceneSpec), and the table of all scenes. Meshes and custom
// scenes are given in full in the spec.
#pragma once

#include "core/base/result.h"
#include "core/model/method_traits.h"
#include "core/model/model.h"
#include "core/model/parameters.h"

#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace xpbd::scenes {

/// Triangle mesh, as read from a file or from the session that holds it.
struct Mesh {
    std::vector<Vec3> positions; ///< of all vertices, in the unit of the file
    std::vector<std::array<int, 3>> triangles;
    /// Texture coordinates (u, v) of every triangle's corners. Zero for a triangle without coordinates; empty if the
    /// file has no coordinates at all.
    std::vector<std::array<std::array<double, 2>, 3>> texture{};
    /// Line of the file in which each triangle's face begins; empty if the mesh is not from a file.
    std::vector<int> lines{};
    std::vector<std::string> notes{}; ///< messages on content of the file that the reader skipped

    /// Equal shapes. `lines` and `notes` describe the file; a session that holds its mesh has no use for them.
    bool operator==(const Mesh& other) const {
        return positions == other.positions && triangles == other.triangles && texture == other.texture;
    }
};

/// @name A scene given in full (scenes/CUSTOM.md)
/// @{
struct CustomParticle {
    Vec3 position{0}; ///< [m]
    double mass = 1;  ///< [kg]; 0 = fixed
    Vec3 velocity{0}; ///< [m/s]

    bool operator==(const CustomParticle&) const = default;
};

/// Material of one constraint. Values that are not given follow the parameters of the pane (Settings).
struct CustomMaterial {
    std::optional<double> compliance; ///< [m/N], [rad/(N m)], isometric [1/(N m)] or volume [m^5/N]
    std::optional<double> stiffness;  ///< k in [0, 1]
    std::optional<double> damping;    ///< [N s/m], [N m s], ...: force per rate of C

    bool operator==(const CustomMaterial&) const = default;
};

/// One constraint of a custom scene. Its type follows from the list it is in.
struct CustomConstraint {
    std::vector<int> particles; ///< as many as the type needs, in the type's order
    /// Rest length [m] or rest angle [rad]; if not given, it is measured in the initial shape.
    std::optional<double> rest;
    CustomMaterial material{};

    bool operator==(const CustomConstraint&) const = default;
};

/// A joint of a Cosserat rod. Its ghosts are particles that carry the frames of its segments; distance constraints,
/// listed separately, must hold them beside the segments.
struct CustomRodJoint {
    std::array<int, 3> particles{}; ///< consecutive particles of the rod; the joint is at the second
    std::array<int, 2> ghosts{};    ///< beside the first segment, and beside the second
    CustomMaterial bend;
    CustomMaterial twist;

    bool operator==(const CustomRodJoint&) const = default;
};

/// A closed surface whose enclosed volume is held.
struct CustomVolume {
    std::vector<std::array<int, 3>> triangles; ///< counter-clockwise seen from outside; drawn and exposed to wind
    double pressure = 1;                       ///< target volume over rest volume [1]
    CustomMaterial material{};

    bool operator==(const CustomVolume&) const = default;
};

struct CustomScene {
    std::vector<CustomParticle> particles;
    /// One list per constraint type, in the order of ConstraintTypes; of() selects one. The list of a type that
    /// files do not contain stays empty.
    std::array<std::vector<CustomConstraint>, ConstraintTypes::size> constraints;
    std::vector<CustomRodJoint> bend_twist;    ///< joints follow the pane's bend and twist parameters
    std::vector<CustomVolume> volume;          ///< surfaces follow the pane's volume parameters
    std::vector<std::array<int, 3>> triangles; ///< further surfaces that are drawn and exposed to wind
    std::vector<std::array<double, 4>>
        planes; ///< {nx, ny, nz, offset}: half-space dot(n, x) >= offset; n is normalised on reading
    std::vector<std::array<double, 4>> spheres;  ///< {cx, cy, cz, radius} [m]
    std::vector<std::array<double, 7>> capsules; ///< {ax, ay, az, bx, by, bz, radius} [m]
    std::vector<std::array<double, 10>>
        boxes;                  ///< {cx, cy, cz, half edges x, y, z [m], quaternion w, x, y, z}; normalised on reading
    std::vector<Drive> motions; ///< numbers of colliders: planes first, then spheres, capsules and boxes
    std::vector<Winch> winches; ///< numbers of distances: places in of<Distance>()
    double friction = 0.3;      ///< of all colliders and of contact of the body with itself [1]
    double restitution = 0;     ///< of all colliders, in [0, 1]
    double thickness = 0;       ///< least distance between particles [m]; 0 = the body passes through itself

    /// The list of constraints of one type, as in of<Distance>().
    template <class ConstraintType>
    std::vector<CustomConstraint>& of() {
        return constraints[ConstraintTypes::place_of<ConstraintType>];
    }
    template <class ConstraintType>
    const std::vector<CustomConstraint>& of() const {
        return constraints[ConstraintTypes::place_of<ConstraintType>];
    }

    /// Number of constraints of all types.
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

/// @name Things that the user has put into a scene, moved or taken away (scenes/changes/things.h)
/// @{
/// One of the scene's own colliders: moved, or taken away.
struct MovedCollider {
    int collider = 0; ///< index among the scene's own colliders
    Placement place;  ///< relative to the scene
    bool is_removed = false;

    bool operator==(const MovedCollider&) const = default;
};

/// A collider that the user has added.
struct AddedCollider {
    Shape shape;
    double friction = 0.3; ///< Coulomb coefficient mu [1]
    Vec3 spin{0};          ///< angular velocity about its centre [rad/s]

    bool operator==(const AddedCollider&) const = default;
};

/// A mass that hangs on a particle.
struct Weight {
    int particle = 0;
    double mass = 0.1; ///< [kg], added to the particle's

    bool operator==(const Weight&) const = default;
};

/// A string between two particles, or between one and a place of the world. It pushes as well as it pulls, like every
/// distance constraint.
struct String {
    std::array<int, 2> particles{}; ///< the second is -1 for a string that ends at `point`
    Vec3 point{0};                  ///< end in the world [m]
    double length = 1;              ///< at rest [m]
    double compliance = 0;          ///< [m/N]

    bool operator==(const String&) const = default;
};

/// A cut with scissors: everything that crosses a ribbon is torn.
struct Cut {
    std::vector<Vec3> line; ///< places in the pattern (pattern_place()) [m]; at least two
    Vec3 across{0};         ///< half of the ribbon's width, across the surface [m]

    bool operator==(const Cut&) const = default;
};

/// A new kind is one struct, its part in things.cpp, and one row in things_json.cpp.
using Thing = std::variant<MovedCollider, AddedCollider, Weight, String, Cut>;
/// @}

/// What the user has changed in a scene by hand (scenes/changes). The lists of particles are in ascending order.
struct Changes {
    std::vector<Pin> pinned{};   ///< set by the user
    std::vector<int> released{}; ///< particles fixed by the scene that the user has freed
    std::vector<Thing> things{}; ///< in the order in which they were added

    bool empty() const { return pinned.empty() && released.empty() && things.empty(); }
    bool operator==(const Changes&) const = default;
};

/// A scene by name and parameters, as a session file holds it. Parameters that are not given have the table's defaults.
struct SceneSpec {
    std::string name = "cloth";
    std::map<std::string, Value, std::less<>> values;
    std::string file;                  ///< scene "mesh": path of its OBJ file; "" if it came by a link
    std::vector<int> pins;             ///< scene "mesh": fixed particles
    std::optional<Mesh> mesh;          ///< scene "mesh": read by the lab layer, from the session or from `file`
    std::optional<CustomScene> custom; ///< scene "custom"
    Changes changes;                   ///< the user's, in every scene (scenes/changes)

    bool operator==(const SceneSpec&) const = default;
};

/// Upper ends of the colour ranges that suit a scene's bodies. All panes share them, whatever their state.
struct ShownRanges {
    double stretch = 0.2; ///< [1]
    double tension = 0;   ///< [N]; 0 = computed from the body's weight
};

/// A row of lab::readouts() that shows what the scene is about.
struct SceneReadout {
    std::string_view key;
    std::string_view label = "";   ///< "" = the readout's own label
    std::string_view tooltip = ""; ///< "" = the readout's own tooltip
};

/// The readouts of hanging cloths and ropes.
inline constexpr SceneReadout kHangingReadouts[] = {{"hang_sag"}, {"effective_stiffness"}, {"mean_strain"}};

/// The methods of the two panes in most scenes.
inline constexpr std::string_view kPbdBesideXpbd[] = {method_key::pbd, method_key::xpbd};

/// One row of the table of scenes.
struct SceneInfo {
    std::string_view key;
    std::string_view label;
    std::string_view caption; ///< what the scene is and what to watch; does not repeat `hint`
    /// The first thing to do: at most 60 characters, beginning with Drag, Press or Pull. Parameters that the hint names
    /// are in the bar.
    std::string_view hint;
    /// Keys of scene, pane or world parameters with a place in the window's bar, beside Iterations; "" = place not
    /// used.
    std::array<std::string_view, 3> sliders;
    std::span<const ParameterInfo> parameters;
    /// Pane and world parameters that show the point of the scene: key, value as in --set. "pbd.KEY" and "xpbd.KEY"
    /// apply to one method only.
    std::span<const std::pair<std::string_view, std::string_view>> suggested;
    /// Two or three readouts, the most informative first. lab::shown_readouts() computes their values.
    std::span<const SceneReadout> readouts;
    Result<Model> (*build)(const SceneSpec&);
    ShownRanges shown{};
    std::span<const std::string_view> methods = kPbdBesideXpbd; ///< one pane each, in this order
    /// Simulated time after which a playing window restarts the scene, because its motion is over [s]; 0 = never.
    double again = 0;
    std::string_view swept = "iterations"; ///< the parameter that a sweep varies by default, written as for --set
    std::string_view colour = "stretch";   ///< the initial colouring: a row of picture::colourings()
    /// The one row of kFabricRows that acts on springs, too, in this scene; "" = no row.
    std::string_view of_springs = "";
};

/// Every scene, in display order. THE table: a new scene is one file and one row (.github/CONTRIBUTING.md).
std::span<const SceneInfo> scene_table();
/// The row with this key, or null.
const SceneInfo* find_scene(std::string_view key);
/// The row of a scene's parameter, or null.
const ParameterInfo* find_scene_parameter(const SceneInfo& scene, std::string_view key);
/// The value of a scene parameter: as given in the spec; else from the measured material that the spec chooses, if that
/// has this number; else the default of the parameter's row. Zero if the scene has no such parameter.
Value scene_value(const SceneSpec& spec, std::string_view key);

} // namespace xpbd::scenes
