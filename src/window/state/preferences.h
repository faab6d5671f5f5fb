#pragma once

#include "core/base/result.h"
#include "lab/run/runner_commands.h"
#include "render/renderer.h"

#include <string>
#include <vector>

namespace xpbd::window {

/// Sizes of a screenshot.
enum class ShotSize { window, full_hd, ultra_hd, custom };

/// Quality of the pictures of the panes: a fixed level, or the best that the machine draws in time.
enum class QualityChoice { automatic, low, medium, high };

/// The settings that the window keeps between starts, in `$XDG_CONFIG_HOME/xpbd-lab/preferences.json`, or under
/// `~/.config`. Every number is kept within its bounds on reading.
struct Preferences {
    int window_width = 1600; ///< in points: pixels over the screen's scale; 640 to 16384
    int window_height = 900; ///< 400 to 16384
    bool window_maximised = false;
    double scale = 0; ///< of the interface, on top of the screen's own, 0.5 to 3; 0 = as the window's size suggests
    render::Theme theme = render::Theme::dark;
    QualityChoice quality = QualityChoice::automatic;
    std::string last_session;        ///< path of the session opened or saved last; "" = none
    std::vector<std::string> recent; ///< paths of the files opened or saved, the newest first; at most 8 are kept
    ShotSize shot_size = ShotSize::full_hd;
    int shot_width = 1920; ///< of a custom size [px], 16 to 16384
    int shot_height = 1080;
    int supersampling = 2;   ///< 1 to 4
    std::string shot_folder; ///< "" = the default of output_folder()
    bool first_start = true; ///< the sheet of controls was not yet shown
    bool hint = true;        ///< the hint line shows
    bool drawer = true;      ///< the plots show
    /// @name Panels that are beside the stage at all times, instead of over it on demand
    /// @{
    bool scene_pinned = false;
    bool methods_pinned = false;
    bool plots_pinned = false;
    /// @}
    bool advanced = false; ///< parameters and readouts that need knowledge of the methods show
    /// Memory for recorded frames [MB], 16 to 65536.
    int timeline_mb = static_cast<int>(lab::kDefaultTimelineBytes >> 20);

    bool operator==(const Preferences&) const = default;
};

/// The level of the preferences; `automatic` where they leave it to the machine.
render::Quality chosen_quality(const Preferences& preferences, render::Quality automatic);

/// The preferences of a file, and the faults of the file, one line each.
struct LoadedPreferences {
    Preferences preferences;
    std::vector<std::string> warnings;
};

/// Folder of screenshots, recordings and tables: the preferences' one, else xpbd-lab in the user's pictures, which is
/// created if it is missing. "" = the current folder, if that fails.
std::string output_folder(const Preferences& preferences);

/// Folder of the preferences, `xpbd-lab` below system::config_folder(); "" where that does not exist.
std::string preferences_folder();

/// Reads the JSON text of preferences. Unknown keys, wrong types and values out of bounds are warned of and ignored.
/// Fails only where the text is no JSON object.
Result<LoadedPreferences> parse_preferences(std::string_view text);
std::string write_preferences(const Preferences& preferences);

/// Reads `folder`/preferences.json. Without a file: defaults, no warning. A broken file is renamed to
/// preferences.broken.json, with one warning, and the defaults are used.
LoadedPreferences load_preferences(const std::string& folder);
/// Creates the folder if it is missing. Replaces the file as a whole or, if that fails, not at all.
Status save_preferences(const std::string& folder, const Preferences& preferences);

} // namespace xpbd::window
