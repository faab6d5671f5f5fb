#pragma once

#include "lab/files/session/session.h"
#include "lab/run/cost_estimates.h"
#include "lab/run/runner.h"
#include "window/state/dialog_state.h"
#include "window/state/document/acting.h"
#include "window/state/document/document.h"
#include "window/state/document/slider_range.h"
#include "window/state/keyboard_focus.h"
#include "window/state/lesson_state.h"
#include "window/state/match_state.h"
#include "window/state/picker_state.h"
#include "window/state/plots/plot_state.h"
#include "window/state/preferences.h"
#include "window/state/presentation_state.h"
#include "window/state/recording_state.h"
#include "window/state/runner_link.h"
#include "window/state/stage_state.h"
#include "window/state/sweep_state.h"
#include "window/state/ui_map.h"
#include "window/state/window_scale.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {

/// A message that shows for some seconds.
struct Toast {
    enum class Kind { info, error } kind = Kind::info;
    std::string text;
    std::string path;  ///< file that the message is about: buttons open or copy it; "" = none
    double until = 0;  ///< AppState::now at which the toast disappears [s]
    bool undo = false; ///< the toast has a button that undoes the change
};

/// A picture that the window takes at the end of the frame.
enum class CaptureKind { panes, with_interface, transparent };

/// A parameter that was chosen by its name (Ctrl+K): its panel opens, scrolls to it and marks it for a moment.
struct FocusedParameter {
    std::string name;    ///< name of the parameter's widget: "settings.iterations", "scene.mass", "dt"; "" = none
    bool reveal = false; ///< the panel has not yet been scrolled to the parameter
    double until = 0;    ///< AppState::now at which the mark goes [s]

    bool of_pane() const { return name.starts_with("settings."); }
};

/// Which panels show, and how large they are. Preferences hold which are pinned.
struct PanelState {
    bool shown = true; ///< false: all panels are hidden (Tab)
    /// @name Panels that are open over the stage; pinned panels are beside it and do not use these values
    /// @{
    bool scene_open = false;
    bool methods_open = false;
    bool plots_grown = false;
    bool plots_beside = false; ///< grown plots move the stage aside if it is large enough: for work on the sweep
    double plots_touched = 0;  ///< last AppState::now at which the plots had the size for the mouse's place [s]
    /// @}
    float left_width = 248; ///< the splitters set this and the two sizes below [px at scale 1]
    float right_width = 332;
    float drawer_height = 168;
    bool show_sweep = false; ///< the drawer shows the tab of the sweep, not that of the plots
    bool look = false;       ///< the panel Look is open, in the place of the methods
    FocusedParameter focus;
    bool resolution_locked = true;        ///< x and y of a scene's resolution change together
    bool restarts_at_end = true;          ///< scenes that come to an end restart: SceneInfo::again
    double ahead_seconds = 5;             ///< to compute in advance [s]
    int settings_tab = 0;                 ///< pane whose parameters show
    bool select_tab = true;               ///< the tab bar takes over settings_tab this frame
    std::uint64_t start_model = 0;        ///< identity of the model that start_lines are about
    std::vector<std::string> start_lines; ///< lab::start_lines() of that model
};

/// A part of the window, as a picture.
struct RegionPicture {
    ScreenRect rect;
    std::string name; ///< file in the folder of the screenshots, without its ending; "" = copied to the clipboard
};

/// Tasks for later in the frame, most of them for Application, which has GL and GLFW. Who does a task clears it.
struct Requests {
    bool quit = false;
    bool undo = false;
    std::optional<CaptureKind> capture;
    std::string open_folder;               ///< file whose folder the desktop's file manager shows
    std::string open_file;                 ///< file that opens in the desktop's program for it
    std::string copy_picture;              ///< PNG file whose picture goes to the clipboard
    std::optional<RegionPicture> region{}; ///< part of the window to be saved or copied as a picture
    bool save_plots = false;               ///< save a picture of the plots, once no menu is open
};

/// The state of the window, without the simulation: free of GL and GLFW, so that tests drive it.
struct AppState {
    Document document;
    std::optional<std::string> session_path;
    History history;
    Preferences preferences;
    RunnerLink link;

    /// @name States of the parts of the window
    /// @{
    StageState stage;
    PanelState panels;
    PresentationState presentation;
    PlotState plots;
    SweepState sweep;
    MatchState match;
    LessonState lessons;
    RecordingState recording;
    DrawingState drawing;
    JobState job;
    ValueEntry entry;
    PickerState picker;
    HelpState help;
    AboutState about;
    NewExperimentState experiment;
    FileDialogState file_dialog;
    bool show_shot_size = false; ///< the dialog for a screenshot's size is open
    std::vector<Toast> toasts;
    std::string copied; ///< toast to show when the browser has copied
    lab::CostEstimates costs;
    SliderRanges ranges;
    ActingParameters acting; ///< call update() before reading: the panes may change within a frame
    /// @}

    Requests requests;
    UiMap ui_map;
    KeyboardFocus keyboard;
    double now = 0;          ///< seconds since the start, set by the window each frame
    double last_edit = 0;    ///< `now` when a widget was last held, for settle()
    float content_scale = 1; ///< scale factor of the screen (HiDPI)
    WindowScale window_scale;
    unsigned pressed_item = 0; ///< ImGui's id of the item pressed last: no tooltip until the mouse has left the item
    bool typing = false;       ///< a text box has the keyboard
    bool over_stage = false;   ///< a menu, a popup or a card is open
    bool fingers = false;      ///< the user has fingers, not a mouse
    bool full_screen = false;  ///< as the user has chosen; the window follows

    /// The theme of window and pictures: the preferences' one, unless a session or a presentation has another.
    render::Theme theme() const { return static_cast<render::Theme>(stage.picture.theme); }
    /// The user's scale, else the window's, times the screen's. In a presentation the user's scale does not count.
    float scale() const { return interface_scale() * content_scale; }
    float interface_scale() const {
        if (presentation.on) {
            const float fitting = kPresentationScale * window_scale.fit();
            return presentation.embedded ? std::max(fitting, kLeastFrameScale) : fitting;
        }
        return preferences.scale > 0 ? static_cast<float>(preferences.scale) : window_scale.value();
    }
};

/// The state of a window that opens this session.
AppState make_app_state(const lab::Session& session, const Preferences& preferences);

/// @name Once per frame
/// @{
/// Whether a plot of the residuals by iteration shows, for lab::SetDetail.
bool shows_residuals(const AppState& state);
/// Sends the runner what changed: edited documents as SetPanes, SetWorld, SetScene (the next scene only when the last
/// one is built, so that a drag does not queue up), then the outbox.
void flush(AppState& state, lab::Runner& runner);
/// Takes in a new snapshot: plots, errors (a toast; a refused edit is taken back).
void observe(AppState& state, const lab::Snapshot& snapshot);
/// Moves the active pane and the open tab to panes that the document has.
void keep_in_range(AppState& state);
/// Commits the document to the history when no widget has been held for somewhat longer than `double_click` [s], the
/// longest time of a double click. So a drag is one entry, and a change that a double click takes back is none.
void settle(AppState& state, bool widget_held, double double_click);
/// @}

void add_toast(AppState& state, Toast::Kind kind, std::string text, std::string path = "");

/// @name Sessions
/// @{
/// The looks that a session holds: those on screen, but with the theme from before a presentation.
lab::Looks shown_looks(const AppState& state);
/// The session that reproduces the picture on screen: the snapshot's, with the look and the active pane's camera.
lab::Session screen_session(const AppState& state, const lab::Snapshot& snapshot);
/// The session to save or to copy: screen_session(), but with frame 0 while the simulation plays, so that the saved
/// session plays when it is opened.
lab::Session saved_session(const AppState& state, const lab::Snapshot& snapshot);
/// Replaces the document, the cameras and, if the session has one, the look; sends the runner an OpenSession. A session
/// at frame 0 plays.
void open_session(AppState& state, const lab::Session& session);
/// Puts a file at the head of the recent ones. Nothing in a page, whose files are gone at the next visit.
void note_recent(AppState& state, const std::string& path);
/// Opens a session or a lesson (.json), a picture with a session (.png) or a mesh (.obj). A fault changes nothing.
Status open_file(AppState& state, const std::string& path);
/// open_file(); shows a fault as a toast. True if the file was opened.
bool open_session_file(AppState& state, const std::string& path);
/// The path to which Ctrl+S saves a session that was opened from `path`: `path`; std::nullopt for a picture, a mesh
/// or a file of the program, such as a figure, which must not be overwritten, and in a page, whose files end with it.
std::optional<std::string> saving_path(const std::string& path);
/// True for the ending of a session's name: .json, or .xpbd, which the desktop opens by a double click.
bool is_session_name(std::string_view name);
/// The path under which a session is saved: with .json added where it does not end as a session's name, so that no
/// session overwrites a picture.
std::string session_name(const std::string& path);
Status save_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path);
/// save_file(); shows a fault as a toast. True if the file was written.
bool save_session_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path);
/// Opens a session from text, or from a link (the clipboard). A fault is a toast, and nothing changes.
bool open_session_text(AppState& state, const std::string& text);
/// The link of a session, for this page or for kLinkAddress. Fails as lab::to_link() does.
Result<std::string> session_link(const lab::Session& session);
/// Opens another scene, with the parameters that it suggests. Cameras frame the new scene.
void choose_scene(AppState& state, std::string_view key);
/// Opens a session that is in no file. `name`: for the message with its button Undo.
void open_new_session(AppState& state, const lab::Session& session, const std::string& name);
/// @}

/// Size, supersampling and looks of a picture taken now; `width` and `height` are the framebuffer's [px].
picture::PictureOptions shot_options(const AppState& state, CaptureKind kind, int width, int height);

/// Fails where a picture of this size is too large for the window's memory; the fault names the largest size.
Status check_picture_size(const picture::PictureOptions& options);

/// Computes the frames of the next `seconds` of simulated time in advance, at least one.
void compute_ahead(AppState& state, const lab::Snapshot& snapshot, double seconds);

/// Opens the panel of a parameter and marks the parameter there; `name`: FocusedParameter::name.
void focus_parameter(AppState& state, const std::string& name);

/// Ends the long job that the transport shows: a screenshot that is being drawn, or else the simulation's.
void cancel_job(AppState& state, const lab::Snapshot& snapshot);

/// Index of the pane that a command (a key, a menu) acts on: the pane under the cursor, else the active one.
int target_pane(const AppState& state);
/// Label of a pane in the window: 0 -> "A".
std::string pane_label(int pane);

} // namespace xpbd::window
