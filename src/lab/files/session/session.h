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

/// The version of written session files. Version 1 can be read, too: there a pane without the key `engine` uses the
/// textbook engine; from version 2 on it uses the fast one.
inline constexpr int kSessionVersion = 2;

/// Letter of a pane in files and on the command line: 0 -> "a".
std::string pane_name(int pane);

/// The state of world and panes during earlier frames of a session.
struct Past {
    std::int64_t until = 0; ///< last frame for which these values were valid
    World world;
    std::vector<Settings> panes; ///< 1 to kMaxPanes
    Hand hand;                   ///< what the user held
    scenes::Changes changes{};   ///< what the user had changed in the scene

    bool operator==(const Past&) const = default;
};

/// Everything needed to reproduce the current simulation; the content of a session file.
struct Session {
    scenes::SceneSpec scene;
    World world;
    std::vector<Settings> panes; ///< 1 to kMaxPanes; pane a is [0]
    Camera camera;
    /// How the session was drawn; if empty, the window keeps its looks and `shot` uses the defaults.
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
/// If the text contains the mesh, the mesh file is not read; otherwise it is read here. Its path is relative to
/// `base_folder`; if that is not ".", the session gets the absolute path, so that it can be written to any folder.
Result<Session> parse_session(std::string_view text, const std::string& name, const std::string& base_folder = ".");
/// Like parse_session(), for a text from an unknown source, such as a link: reads no file, and drops the name of the
/// mesh file. Fails if the scene needs a mesh that the text does not contain.
Result<Session> parse_session_without_files(std::string_view text, const std::string& name);
/// Largest OBJ text of a mesh that a session file contains [bytes]: half of kLargestSession. With a larger mesh, the
/// session file has only the name of the mesh file.
inline constexpr std::size_t kLargestHeldMesh = std::size_t{32} << 20;
/// The JSON text of a session, with its differences from the defaults; parse_session(write_session(s)) equals s, to the
/// last bit.
std::string write_session(const Session& session);
/// The text of write_session() on one line, without spaces.
std::string write_differences(const Session& session);

/// True if a name ends with `ending`, ignoring case. `ending` must be in lower case, such as ".png".
bool has_ending(std::string_view name, std::string_view ending);
/// True for the name of a mesh file: .obj.
inline bool is_mesh_name(std::string_view name) {
    return has_ending(name, ".obj");
}
/// Loads a session from a .json file or from a PNG that contains one, or makes a session for a mesh file
/// (scenes::hanging_mesh). The mesh's path becomes absolute, so that the session can be written to any folder.
Result<Session> load_session(const std::string& path);
/// Writes a session file with write_file(). The path of a mesh in the same folder or below is written relative to it,
/// so that both files can be moved together.
Status save_session(const std::string& path, const Session& session);
/// The files from which a session was read, for check_outputs(): `session_path` ("" = no file) and its mesh file.
std::vector<std::pair<std::string, std::string>> inputs_of(const std::string& session_path, const Session& session);

/// The parts of a key on the command line: "a.iterations" is `iterations` of `a`, "scene.mass" is `mass` of `scene`. A
/// key without a dot has no owner: it is a parameter of the world or of all panes.
struct KeyParts {
    std::string_view owner;
    std::string_view name;
};
KeyParts split_key(std::string_view key);

/// Applies one `KEY=VALUE` of the command line: panes (their number), dt, gravity, scene.<parameter> (scene "mesh":
/// also scene.file), a.<parameter> .. f.<parameter>, look.<look>, or a pane parameter without a letter (all panes). The
/// value also replaces earlier values in the session's past. The error for an unknown key suggests the nearest one.
Status apply_assignment(Session& session, std::string_view assignment);

/// Checks the number of panes and all values of panes and world against their tables. Messages name the place as in a
/// file.
Status validate_panes(std::span<const Settings> panes);
Status validate_world(const World& world);
/// Checks the colour ranges of a look, and that its active pane exists. The rows of looks() check all other values.
Status validate_look(const Looks& look, std::size_t panes);

} // namespace xpbd::lab
