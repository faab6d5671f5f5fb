// Sessions: everything that reproduces a simulation, and how it is read and written.
#pragma once

#include "core/base/result.h"
#include "core/model/control.h"
#include "core/model/parameters.h"
#include "core/model/settings.h"
#include "lab/looks/looks.h"
#include "scenes/scenes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// The camera, as an orbit around a pivot, in degrees and metres. Independent of a screen.
struct Camera {
    std::array<double, 3> pivot{0, 0, 0}; ///< [m]
    double yaw = 30;                      ///< around y [deg]
    double pitch = 15;                    ///< angle above the horizon [deg]
    double distance = 0;                  ///< distance from the pivot [m]; 0 = frame the scene

    bool operator==(const Camera&) const = default;
};

inline constexpr int kMaxPanes = 6;

/// The version of written session files. Version 1 can be read; in it a pane without an engine uses textbook, from
/// version 2 on fast.
inline constexpr int kSessionVersion = 2;

/// Letter of a pane in files and on the command line: 0 -> "a".
std::string pane_name(int pane);

/// The state of world and panes during earlier frames of a session.
struct Past {
    std::int64_t until = 0; ///< last frame for which it was valid
    World world;
    std::vector<Settings> panes; ///< 1 to kMaxPanes
    std::vector<Grab> grabs;     ///< the user's grabs
    scenes::PinChanges pins{};   ///< pin changes of the scene

    bool operator==(const Past& other) const;
};

/// Everything needed to reproduce the current simulation; the content of a session file.
struct Session {
    scenes::SceneSpec scene;
    World world;
    std::vector<Settings> panes; ///< 1 to kMaxPanes; pane a is [0]
    Camera camera;
    /// How it was drawn; if empty, the window keeps its looks and `shot` uses the defaults.
    std::optional<Looks> look{};
    std::int64_t frame = 0; ///< frame to which the simulation advances when the session is opened
    /// Earlier values of world and panes, in order of frames: parameters that were changed during the run. New panes of
    /// an entry start as in Experiment::set_panes.
    std::vector<Past> past{};

    bool operator==(const Session&) const = default;
};

/// The session that opens without a file: the scene with its suggested parameters, and one pane for each of its
/// methods, usually PBD and XPBD. The error for an unknown scene suggests the nearest name.
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
/// The JSON text of a session, with its differences from the defaults; parse_session(write_session(s)) equals s, to the
/// last bit.
std::string write_session(const Session& session);
/// The same on one line, without spaces.
std::string write_differences(const Session& session);

/// True if a name ends with `ending`, ignoring case. `ending` must be in lower case, such as ".png".
bool has_ending(std::string_view name, std::string_view ending);
/// True for the name of a mesh file: .obj.
inline bool is_mesh_name(std::string_view name) {
    return has_ending(name, ".obj");
}
/// Loads a session from a .json file or from a PNG that contains one, or makes one for a mesh (scenes::hanging_mesh).
/// The mesh's path becomes absolute, so that the session can be written to any folder.
Result<Session> load_session(const std::string& path);
/// Writes a session file with write_file(). The path of a mesh in the same folder or below is written relative to it,
/// so that both can be moved together.
Status save_session(const std::string& path, const Session& session);
/// The inputs of a session for check_outputs(): its own file ("" if it has no file) and its mesh.
std::vector<std::pair<std::string, std::string>> inputs_of(const std::string& session_path, const Session& session);

/// The parts of a key on the command line: "a.iterations" is `iterations` of `a`, "scene.mass" is `mass` of `scene`. A
/// key without a dot has no owner: it is a parameter of the world or of all panes.
struct KeyParts {
    std::string_view owner;
    std::string_view name;
};
KeyParts split_key(std::string_view key);

/// Applies one `KEY=VALUE` of the command line: dt, gravity, scene.<parameter> (scene "mesh": also scene.file),
/// a.<parameter> .. f.<parameter>, look.<look>, or a pane parameter without a letter (all panes). The value also
/// replaces earlier values in the session's past. The error for an unknown key suggests the nearest one.
Status apply_assignment(Session& session, std::string_view assignment);

/// Checks the number of panes and all values of panes and world against their tables. Messages name the place as in a
/// file.
Status validate_panes(std::span<const Settings> panes);
Status validate_world(const World& world);
/// Checks the colour ranges of a look, and that the session has its pane; rows check all else.
Status validate_look(const Looks& look, std::size_t panes);

} // namespace xpbd::lab
