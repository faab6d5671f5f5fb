#pragma once

#include "window/stage/layout.h"
#include "window/state/side_panels.h"
#include "window/widgets/plot.h"
#include "window/widgets/regions.h"
#include "window/widgets/widgets.h"

#include "lab/readouts/readouts.h"

namespace xpbd::window {

/// Draws the whole interface between ImGui's NewFrame and Render; the panes' pictures go beneath it, into the views of
/// the layout that it returns. Edits `ui.state`; calls neither GL nor GLFW.
Layout draw_interface(Ui& ui, glm::vec2 display);

/// @name Parts of draw_interface()
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
/// Font of the measured values: the largest with which they fit in every pane, so that all panes have the same font.
ImFont* readout_font(Ui& ui, const Layout& layout);
/// The measured values, in one row or two; in a comparison the compared value comes first.
void draw_pane_readout(Ui& ui, const PaneRects& pane, int rows, ImFont* font);
/// Chips with the parameters in which the pane differs from its neighbours, in `room`; the last one counts the rest.
void draw_pane_chips(Ui& ui, ImDrawList* list, int pane, const ScreenRect& room);
/// Width that the chips of a pane need in one line [px].
float chips_width(Ui& ui, int pane);
/// Numbers, notes and the marks of grabbing, over the picture.
void draw_pane_overlay(Ui& ui, const PaneRects& pane);
/// The colour bar that all panes share, at the lower right of the last one. A drag at one of its ends moves the range,
/// a click opens a popup to type it. Draws nothing in other panes.
void draw_legend(Ui& ui, const PaneRects& pane);
/// Rectangle of the colour bar; empty where it does not show.
ScreenRect legend_rect(Ui& ui, const PaneRects& pane);
/// Tabs Plots | Sweep; as a strip only the curves.
void draw_drawer(Ui& ui, const ScreenRect& rect, Drawer how);
/// The icons that open the panels at the sides.
void draw_rails(Ui& ui, const Layout& layout);
/// Name, pin (where it can be pinned) and cross of a panel at a side, along its top. Returns the rest of `rect`, for
/// the panel.
ScreenRect draw_panel_bar(Ui& ui, const ScreenRect& rect, Side side);
/// At the very first start: what to try. The first drag closes it.
void draw_welcome(Ui& ui, const Layout& layout);
void draw_sweep(Ui& ui, const ScreenRect& rect);
/// Buttons beside the stretch parameter of a pane, which match its measured value to another pane's.
void draw_match(Ui& ui, int pane);
/// Everything that a plot can show, in groups, into the current popup: a row of readouts(), or the residuals by
/// iteration. True where another one was chosen.
bool choose_plot(Ui& ui, std::string& key);
/// A line without points for a pane's exact values, named after their row.
PlotLine exact_line(const Ui& ui, const lab::Readout& exact, int pane);
/// Appends lines of exact values to `lines`: one per pane, or one for all panes where they are equal. Skips empty ones.
void add_exact(std::vector<PlotLine>& lines, std::vector<PlotLine> exact);
/// Name of a plot; for a readout that the scene names, the scene's name of it.
std::string plot_label(std::string_view key, std::string_view scene);
void draw_dialogs(Ui& ui, glm::vec2 display);
void draw_new_experiment(Ui& ui, glm::vec2 display);
void draw_file_dialog(Ui& ui, glm::vec2 display);
void draw_toasts(Ui& ui, glm::vec2 display, float bottom);
/// @}

/// Tooltip of the last item, which names a method of a pane: what the method does, its cost on the mesh on screen,
/// and its source.
void method_tooltip(Ui& ui, int pane, int method);

/// The pane whose marks a slider of several panes shows: the first one with XPBD, else the first.
int marked_pane(const Ui& ui, const std::vector<int>& panes);
/// The ends of a row's slider for a pane, which depend on the pane's mesh.
SliderEnds range_of(Ui& ui, int row, int pane);

} // namespace xpbd::window
