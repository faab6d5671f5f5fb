#pragma once

#include "core/control.h"
#include "core/parameters.h"
#include "core/result.h"
#include "core/settings.h"
#include "scenes/scenes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// Where the viewer stands: an orbit around a pivot. Degrees and metres; no screen needed.
struct Camera {
    std::array<double, 3> pivot{0, 0, 0}; ///< [m]
    double yaw = 30;                      ///< around y [deg]
    double pitch = 15;                    ///< above the horizon [deg]
    double distance = 0;                  ///< from the pivot [m]; 0 = frame the scene

    bool operator==(const Camera&) const = default;
};

inline constexpr int kMaxPanes = 6;

/// Of the session files that are written. Version 1 is read too; a pane that names no engine runs textbook there, and
/// fast from version 2 on.
inline constexpr int kSessionVersion = 2;

/// Letter of a pane in files and on the command line: 0 -> "a".
std::string pane_name(int pane);

/// What was set while the first frames of a session were taken.
struct Past {
    std::int64_t until = 0; ///< frame up to which it held
    World world;
    std::vector<Settings> panes; ///< 1 to kMaxPanes
    std::vector<Grab> grabs;     ///< the user's hand
    scenes::PinChanges pins{};   ///< of the scene

    bool operator==(const Past& other) const;
};

/// Everything needed to reproduce what is on screen: what a session file holds.
struct Session {
    scenes::SceneSpec scene;
    World world;
    std::vector<Settings> panes; ///< 1 to kMaxPanes; pane a is [0]
    Camera camera;
    std::int64_t frame = 0; ///< frame to advance to on opening
    /// What held before world and panes did, in order of frames: sliders that moved while it ran. Where one entry has
    /// other panes than the one before, they appear as in Experiment::set_panes.
    std::vector<Past> past{};

    bool operator==(const Session&) const = default;
};

/// The session that opens without a file: the scene with its suggested parameters, and a pane for each of its methods:
/// PBD, XPBD, and where the scene is about it another one.
/// An unknown scene name is an error that names the nearest one.
Result<Session> default_session(std::string_view scene_name = "cloth");

/// Reads a session from JSON text. Everything is validated: syntax (with line and column), unknown keys (with the
/// nearest known), types, ranges, indices, NaN. Messages read `NAME: JSON.path: what is wrong, what would be right`.
/// A session holds its mesh, and its file is not asked for then. Without it the mesh file is read here. Relative mesh
/// files are resolved against `base_folder`; where that is not ".", the path is kept as an absolute one, so that the
/// session can be written anywhere.
Result<Session> parse_session(std::string_view text, const std::string& name, const std::string& base_folder = ".");
/// The same for a text that comes from anywhere (a link): no file is read, and the name of one is left out. A mesh that
/// the session does not hold is an error.
Result<Session> parse_session_without_files(std::string_view text, const std::string& name);
/// Most bytes of a mesh's OBJ text that a session holds: half of kLargestSession. A session with a larger mesh names
/// its file alone.
inline constexpr std::size_t kLargestHeldMesh = std::size_t{32} << 20;
/// The JSON text of a session; parse_session(write_session(s)) equals s, to the last bit.
std::string write_session(const Session& session);
/// The same with what differs from the defaults only, on one line.
std::string write_differences(const Session& session);

/// True for a name that ends so, whatever its case. `ending`: in lower case, such as ".png".
bool has_ending(std::string_view name, std::string_view ending);
/// True for the name of a mesh file: .obj.
inline bool is_mesh_name(std::string_view name) {
    return has_ending(name, ".obj");
}
/// Reads a session from a .json file, from a PNG that carries one, or makes one of a mesh (scenes::hanging_mesh). The
/// mesh is named by its whole path then, so that the session can be written anywhere.
Result<Session> load_session(const std::string& path);
/// Writes a session file (see write_file). A mesh in its folder or below is named relative to it, so that both can be
/// moved together.
Status save_session(const std::string& path, const Session& session);

/// The parts of a key of the command line: "a.iterations" is `iterations` of `a`, "scene.mass" is `mass` of `scene`.
/// Without a dot it has no owner: a parameter of the world, or of all panes.
struct KeyParts {
    std::string_view owner;
    std::string_view name;
};
KeyParts split_key(std::string_view key);

/// Applies one `KEY=VALUE` of the command line: dt, gravity, scene.<parameter> (scene "mesh": also scene.file),
/// a.<parameter> .. f.<parameter>, or a pane parameter without a letter (all panes). It holds for the session's past
/// too. Unknown keys name the nearest one.
Status apply_assignment(Session& session, std::string_view assignment);

/// Checks panes (number and every value) and world against their tables; the message names the place as in a file.
Status validate_panes(std::span<const Settings> panes);
Status validate_world(const World& world);

/// Reads a Wavefront OBJ file: positions and triangulated faces. Errors name the file (and the line where known).
Result<scenes::Mesh> load_obj(const std::string& path);

} // namespace xpbd::lab
