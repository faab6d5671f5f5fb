#pragma once

#include "app/document.h"
#include "app/picture.h"
#include "app/plot_series.h"
#include "app/preferences.h"
#include "app/recorder.h"
#include "app/sweep_panel.h"
#include "app/ui_map.h"
#include "lab/runner.h"
#include "lab/session.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::app {

inline constexpr std::size_t kPlotSlots = 5; ///< plots that a wide drawer has room for

/// A line that shows for some seconds.
struct Toast {
    enum class Kind { info, error } kind = Kind::info;
    std::string text;
    std::string path; ///< a button opens its folder; "" = no button
    double until = 0; ///< AppState::now at which it goes [s]
};

/// A picture that the window takes at the end of the frame.
enum class CaptureKind { panes, with_interface, transparent };

/// What only the window can do; it empties these every frame.
struct Requests {
    bool quit = false;
    std::optional<CaptureKind> capture;
    std::string open_folder; ///< in the desktop's file manager
};

/// A recording from the window: what is asked for, and how far it is.
struct RecordingDesk {
    RecordFormat format = RecordFormat::mp4;
    double pictures_per_second = 30;
    double seconds = 0;  ///< after which it ends by itself; 0 = when it is stopped
    bool wanted = false; ///< F9
    bool active = false;
    int frames = 0; ///< taken so far
};

/// The path dialog: opens or saves a session.
struct FileDialog {
    enum class Purpose { open, save } purpose = Purpose::open;
    bool open = false;     ///< shows
    bool appeared = false; ///< was drawn at least once
    std::string folder;
    std::array<char, 1024> name{};
    std::string error;
    std::string replaces; ///< file that a second "Save" would replace
    /// Listing of `folder`, read when it changes: sub-folders first (marked), then .json and .png files.
    std::vector<std::pair<std::string, bool>> entries;
    std::string listed_folder;
};

/// The slider whose value is being typed, and the one pressed last.
struct ValueEntry {
    unsigned id = 0; ///< ImGui's, of the slider being typed into; 0 = none
    bool focus = false;
    bool drawn = false; ///< in this frame; an entry whose slider is gone ends
    std::array<char, 64> text{};
    std::string error;       ///< why what was typed is refused
    unsigned pressed_id = 0; ///< slider that was pressed last
    double before = 0;       ///< its value before: what a double click goes back to
};

/// The body held with the mouse.
struct GrabState {
    bool active = false;
    int pane = 0; ///< in which it was picked
    int particle = 0;
    glm::vec3 point{0};  ///< where it was picked: the drag plane goes through it [m]
    int hover_pane = -1; ///< pane under a mouse that would grab; -1 = none
    int hover_particle = 0;
};

/// Everything the window knows besides the simulation: free of GL and GLFW, so that tests drive it.
struct AppState {
    Document document;
    std::optional<std::string> session_path;
    History history;
    PictureOptions picture; ///< looks, view mode, active pane; its size and stamp are set per screenshot
    std::array<lab::Camera, lab::kMaxPanes> cameras{};
    bool cameras_linked = true;
    Preferences preferences;
    PlotSeries series;
    SweepDesk sweep;
    RecordingDesk recording;
    GrabState grab;
    int drag_pane = -1; ///< pane whose picture the mouse drags (orbit, pan); -1 = none
    ValueEntry entry;
    UiMap ui_map;

    double now = 0;           ///< seconds since the start, set by the window each frame
    float content_scale = 1;  ///< of the screen (HiDPI)
    int hovered_pane = -1;    ///< under the mouse, -1 = none
    bool typing = false;      ///< a text box has the keyboard
    bool show_panels = true;  ///< Tab
    bool show_help = false;   ///< F1
    bool show_picker = false; ///< Ctrl+K
    bool show_about = false;
    bool show_shot_size = false;
    std::array<char, 64> help_filter{};
    std::array<char, 64> picker_filter{};
    int picker_row = 0; ///< highlighted
    std::string driver; ///< for "About"
    FileDialog file_dialog;
    std::vector<Toast> toasts;
    Requests requests;

    float left_width = 248; ///< of the splitters, before scaling [px]
    float right_width = 332;
    float drawer_height = 168;
    bool show_sweep = false;  ///< the drawer's tab
    double ahead_seconds = 5; ///< to compute in advance [s]
    /// What the drawer's plots show: rows of lab::readouts(), or a residual by iteration.
    std::array<std::string, kPlotSlots> plotted = {"effective_stiffness", "mean_strain", "residual_dual/iteration",
                                                   "sag", "total_energy"};
    std::array<PlotZoom, kPlotSlots> plot_zoom{};
    unsigned hidden_lines = 0; ///< bit per pane
    int settings_tab = 0;      ///< pane whose parameters show
    bool select_tab = true;    ///< the tab bar takes over settings_tab this frame

    /// What the runner was told last; see flush().
    Document posted;
    std::vector<lab::Command> outbox;
    std::uint64_t last_command = 0;           ///< number of the command posted last
    std::uint64_t scene_command = 0;          ///< of the last SetScene
    std::uint64_t seek_command = 0;           ///< of the last Seek
    std::optional<std::int64_t> wanted_frame; ///< scrubbed to, not yet asked for
    lab::SetDetail posted_detail;
    std::size_t posted_timeline_limit = lab::kDefaultTimelineBytes;
    std::uint64_t seen_error = 0;
    double last_edit = 0; ///< `now` when a widget was last held; see settle()

    float scale() const { return static_cast<float>(preferences.scale) * content_scale; }
};

/// The state of a window that opens this session.
AppState make_app_state(const lab::Session& session, const Preferences& preferences);

/// @name Once per frame
/// @{
/// Sends the runner what changed: edited documents as SetPanes, SetWorld, SetScene (the next scene only when the last
/// one is built, so that a drag does not queue up), then the outbox.
void flush(AppState& state, lab::Runner& runner);
/// Takes in a new snapshot: plots, errors (a toast; a refused edit is taken back).
void observe(AppState& state, const lab::Snapshot& snapshot);
/// The active pane and the open tab are panes that the document has.
void keep_in_range(AppState& state);
/// Commits the document to the history when no widget has been held for as long as a double click may take: one entry
/// per drag, none for what a double click on a slider took back.
void settle(AppState& state, bool widget_held);
/// @}

void add_toast(AppState& state, Toast::Kind kind, std::string text, std::string path = "");

/// @name Sessions
/// @{
/// The session that reproduces what is on screen: the snapshot's, with the active pane's camera.
lab::Session screen_session(const AppState& state, const lab::Snapshot& snapshot);
/// What is saved and copied: the same, with frame 0 while playing, so that it opens running.
lab::Session saved_session(const AppState& state, const lab::Snapshot& snapshot);
/// Replaces the document and the cameras and asks the runner to open it; from frame 0 it plays.
void open_session(AppState& state, const lab::Session& session);
/// Opens a .json or .png file. A fault is a toast, and nothing changes.
bool open_session_file(AppState& state, const std::string& path);
bool save_session_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path);
/// Opens a session from text (the clipboard).
bool open_session_text(AppState& state, const std::string& text);
/// Another scene, with the parameters that it suggests. Cameras frame it anew.
void choose_scene(AppState& state, std::string_view key);
/// @}

/// Size, supersampling and looks of a picture taken now; `width` and `height` are the framebuffer's [px].
PictureOptions shot_options(const AppState& state, CaptureKind kind, int width, int height);

/// Fails where such a picture is too large for the window's memory; says how large it may be.
Status check_picture_size(const PictureOptions& options);

/// Computes the frames of so many simulated seconds in advance, at least one.
void compute_ahead(AppState& state, const lab::Snapshot& snapshot, double seconds);

/// Camera of a pane; writing goes to all panes while the cameras are linked.
void set_camera(AppState& state, int pane, const lab::Camera& camera);
/// Index of the pane that a command without a place means: the one under the cursor, else the active one.
int target_pane(const AppState& state);
/// Label of a pane in the window: 0 -> "A".
std::string pane_label(int pane);

} // namespace xpbd::app
