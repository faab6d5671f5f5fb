#pragma once

#include "window/state/layout.h"
#include "window/widgets/widgets.h"

namespace xpbd::window {

/// Draws the whole interface between ImGui's NewFrame and Render; the panes' pictures go beneath it, into the views of
/// the layout that it returns. Edits `ui.state`; knows neither GL nor GLFW.
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
void draw_pane_header(Ui& ui, const PaneRects& pane);
void draw_pane_readout(Ui& ui, const PaneRects& pane, const Layout& layout);
/// What the pane has and its neighbours have not, and in a comparison (`titled`) what it stands for, over its picture.
/// Returns where the next line of text may begin [px].
float draw_pane_chips(Ui& ui, const PaneRects& pane, bool titled);
/// In a comparison what the pane stands for and its sag, large. Returns where the next line may begin [px].
float draw_comparison_title(Ui& ui, ImDrawList* list, int pane, glm::vec2 at);
/// Colour bar and the marks of grabbing, over the picture.
void draw_pane_overlay(Ui& ui, const PaneRects& pane, const Layout& layout);
/// The colour bar that all panes share, at the lower right of this one. A drag at one of its ends moves the range, a
/// click types it.
void draw_legend(Ui& ui, const PaneRects& pane);
/// Tabs Plots | Sweep.
void draw_drawer(Ui& ui, const ScreenRect& rect);
/// The open lesson: its question, what to predict on, the measured answer.
void draw_lesson(Ui& ui, const ScreenRect& rect);
void draw_sweep(Ui& ui, const ScreenRect& rect);
/// Beside the stretch parameter of a pane: gives it what another pane measures.
void draw_match(Ui& ui, int pane);
/// The picker: search, thumbnails; into the current window.
void draw_picker(Ui& ui);
void draw_dialogs(Ui& ui, glm::vec2 display, const Layout& layout);
void draw_file_dialog(Ui& ui, glm::vec2 display);
void draw_toasts(Ui& ui, glm::vec2 display, float bottom);
/// @}

/// Tooltip of the last item, which stands for a method of a pane: what it does, what it costs on the mesh on screen,
/// and its source.
void method_tooltip(Ui& ui, int pane, int method);

/// Of panes that a slider sets together, the one whose marks it shows: the first XPBD, or else the first.
int marked_pane(const Ui& ui, const std::vector<int>& panes);
/// The range and the marks of a row's slider for a pane, whose mesh they follow.
SliderEnds range_of(Ui& ui, int row, int pane);

/// Menus, lists and other popups that are open.
int open_popups();

/// A window of fixed place, without decoration. Always pair with ImGui::End().
bool begin_region(const char* name, const ScreenRect& rect, ImU32 background, ImVec2 padding, int extra_flags = 0);

} // namespace xpbd::window
