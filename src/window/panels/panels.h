#pragma once

#include "window/state/layout.h"
#include "window/state/side_panels.h"
#include "window/widgets/plot.h"
#include "window/widgets/widgets.h"

#include "lab/run/readouts.h"

namespace xpbd::window {

/// Draws the whole interface between ImGui's NewFrame and Render; the panes' pictures go beneath it, into the views of
/// the layout that it returns. Edits `ui.state`; calls neither GL nor GLFW.
Layout draw_interface(Ui& ui, glm::vec2 display);

/// @name Its parts
/// @{
void draw_menu(Ui& ui, const ScreenRect& rect);
void draw_transport(Ui& ui, const ScreenRect& rect);
void draw_hint(Ui& ui, const ScreenRect& rect);
/// The scene, its parameters and the world, into the current window.
void draw_scene_content(Ui& ui);
void draw_scene_panel(Ui& ui, const ScreenRect& rect);
/// Tabs A | B (and Scene, where the window is narrow).
void draw_settings_panel(Ui& ui, const ScreenRect& rect, bool with_scene);
/// One parameter: label, dot, zero box, link button, and beside or beneath them the widget of all panes, or those of
/// each pane side by side.
void parameter_row_widget(Ui& ui, int pane, int row);
/// The letter of a pane in a disc of its colour.
void draw_pane_letter(const Ui& ui, int pane, ImVec2 centre, float radius);
/// Letter, method, chips and badges of a pane.
void draw_pane_header(Ui& ui, const PaneRects& pane);
/// Font of the measured values: the largest in which every pane's fit, so that all panes have one.
ImFont* readout_font(Ui& ui, const Layout& layout);
/// The measured values, in one row or two; in a comparison the compared value comes first.
void draw_pane_readout(Ui& ui, const PaneRects& pane, int rows, ImFont* font);
/// What the pane has and its neighbours have not: chips in `room`, the last one a count of those that do not fit.
void draw_pane_chips(Ui& ui, ImDrawList* list, int pane, const ScreenRect& room);
/// Width that the chips of a pane need in one line [px].
float chips_width(Ui& ui, int pane);
/// Numbers, notes and the marks of grabbing, over the picture.
void draw_pane_overlay(Ui& ui, const PaneRects& pane);
/// The colour bar that all panes share, at the lower right of the last one. A drag at one of its ends moves the range,
/// a click types it. Nothing in another pane.
void draw_legend(Ui& ui, const PaneRects& pane);
/// Where it lies; empty where it does not show.
ScreenRect legend_rect(Ui& ui, const PaneRects& pane);
/// Tabs Plots | Sweep; as a strip the curves alone.
void draw_drawer(Ui& ui, const ScreenRect& rect, Drawer how);
/// The icons that open the panels at the sides.
void draw_rails(Ui& ui, const Layout& layout);
/// Name, pin (where it can be pinned) and cross of a panel at a side, along its top. Returns the rest of `rect`, for
/// the panel.
ScreenRect draw_panel_bar(Ui& ui, const ScreenRect& rect, Side side);
/// At the very first start: what to try. The first drag closes it.
void draw_welcome(Ui& ui, const Layout& layout);
/// The open lesson: its question, what to predict on, the measured answer.
void draw_lesson(Ui& ui, const ScreenRect& rect);
/// Its question, choices and answer alone, in front of an audience.
void draw_lesson_question(Ui& ui, const ScreenRect& rect);
void draw_sweep(Ui& ui, const ScreenRect& rect);
/// Beside the stretch parameter of a pane: gives it what another pane measures.
void draw_match(Ui& ui, int pane);
/// The panel Look: how bodies and stage are drawn, with small pictures. Beside the panes, which show the effect.
void draw_look(Ui& ui, const ScreenRect& rect);
/// Everything that a plot can show, in groups, into the current popup: a row of readouts(), or the residuals by
/// iteration. True where another one was chosen.
bool choose_plot(Ui& ui, std::string& key);
/// The empty line of a pane's exact values, named after their row.
PlotLine exact_line(const Ui& ui, const lab::Readout& exact, int pane);
/// Puts lines of exact values, one per pane or empty, behind `lines`: one for all panes where they are the same.
void add_exact(std::vector<PlotLine>& lines, std::vector<PlotLine> exact);
/// Its name, as the scene's panes have it.
std::string plot_label(std::string_view key, std::string_view scene);
/// The picker: search, thumbnails; into the current window.
void draw_picker(Ui& ui);
/// Every scene with its picture, for a menu; a click opens it.
void draw_scene_tiles(Ui& ui);
/// Title and cross of a card, which end it, as Esc does.
void card_title(Ui& ui, const char* title, bool& open);
void draw_dialogs(Ui& ui, glm::vec2 display);
void draw_file_dialog(Ui& ui, glm::vec2 display);
void draw_toasts(Ui& ui, glm::vec2 display, float bottom);
/// @}

/// Tooltip of the last item, which names a method of a pane: what the method does, its cost on the mesh on screen,
/// and its source.
void method_tooltip(Ui& ui, int pane, int method);

/// Of panes that a slider sets together, the one whose marks it shows: the first XPBD, or else the first.
int marked_pane(const Ui& ui, const std::vector<int>& panes);
/// The range and the marks of a row's slider for a pane, whose mesh they follow.
SliderEnds range_of(Ui& ui, int row, int pane);

/// Menus, lists and other popups that are open.
int open_popups();
/// Esc was pressed, and nothing is open that it closes first: no popup, no card, no box that takes text.
bool escape_is_free(const Ui& ui);

/// @name Windows of fixed place, without decoration. Always pair with ImGui::End().
/// @{
bool begin_region(const char* name, const ScreenRect& rect, ImU32 background, ImVec2 padding, int extra_flags = 0);
/// Over the panes' pictures, without a ground, and behind every panel.
void begin_over_stage(const char* name, const ScreenRect& rect);
/// The same on a soft plate: text on it can be read over every body and ground.
void begin_plate(const Ui& ui, const char* name, const ScreenRect& rect);
/// @}

inline constexpr float kPlateInset = 6; ///< of plates from the edge of their pane, at scale 1 [px]

} // namespace xpbd::window
