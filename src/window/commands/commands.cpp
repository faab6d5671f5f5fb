#include "window/commands/commands.h"

#include "window/commands/actions.h"
#include "window/state/comparison.h"
#include "window/state/exports.h"
#include "window/state/side_panels.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace xpbd::window {
namespace {

using S = AppState;
using N = lab::Snapshot;

/// True where an action switches something that is on now.
bool is_on(std::string_view id, const AppState& state) {
    const picture::PictureOptions& picture = state.stage.picture;
    const auto alone = [&](int pane) {
        return picture.mode == picture::ViewMode::single && picture.active_pane == pane;
    };
    return id == "view_both"       ? picture.mode == picture::ViewMode::side_by_side
           : id == "view_ghost"    ? picture.mode == picture::ViewMode::ghost
           : id == "view_a"        ? alone(0)
           : id == "view_b"        ? alone(1)
           : id == "link_cameras"  ? state.stage.cameras_linked
           : id == "look"          ? open(state, Side::look)
           : id == "panels"        ? state.panels.shown
           : id == "plots"         ? state.preferences.drawer
           : id == "presentation"  ? state.presentation.on
           : id == "full_screen"   ? state.full_screen
           : id == "laser"         ? state.presentation.laser
           : id == "scene_panel"   ? open(state, Side::scene)
           : id == "methods_panel" ? open(state, Side::methods)
           : id == "pin_scene"     ? pinned(state, Side::scene)
           : id == "pin_methods"   ? pinned(state, Side::methods)
           : id == "pin_plots"     ? state.preferences.drawer && state.preferences.plots_pinned
           : id == "record"        ? state.recording.active
                                   : false;
}

std::string unavailable(std::string_view id, const AppState& state) {
    const bool alone = state.document.panes.size() < 2;
    return id == "undo" && !state.history.can_undo(state.document) ? "nothing to undo"
           : id == "redo" && !state.history.can_redo()             ? "nothing to redo"
           : (id == "view_b" || id == "view_ghost") && alone       ? "there is only one pane"
                                                                   : "";
}

/// Short names of actions for menus, which show the keys and a tick beside them; "" = the action's text.
std::string brief_of(const Action& row) {
    if (row.id.starts_with("camera.")) {
        std::string name(row.text.substr(row.text.find(": ") + 2));
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
        return name;
    }
    return row.id == "panels"          ? "Panels"
           : row.id == "scene_panel"   ? "Scene and world"
           : row.id == "pin_scene"     ? "Scene and world pinned"
           : row.id == "methods_panel" ? "Methods"
           : row.id == "pin_methods"   ? "Methods pinned"
           : row.id == "pin_plots"     ? "Plots pinned"
           : row.id == "laser"         ? "Laser pointer"
           : row.id == "view_ghost"    ? "Ghost: one over the other"
           : row.id == "presentation"  ? "Presentation"
                                       : "";
}

void add_actions(std::vector<Command>& all, const AppState& state) {
    for (const Action& row : actions()) {
        all.push_back({.id = std::string(row.id),
                       .group = std::string(row.group),
                       .text = std::string(row.text),
                       .brief = brief_of(row),
                       .keys = shortcut_text(row),
                       .on = is_on(row.id, state),
                       .unavailable = unavailable(row.id, state),
                       .run = row.run});
    }
}

void set_pane_count(Document& document, std::size_t count, int copied) {
    while (document.panes.size() < count) {
        add_pane(document, copied);
    }
    while (document.panes.size() > count) {
        remove_pane(document, static_cast<int>(document.panes.size()) - 1);
    }
}

void add_panes(std::vector<Command>& all, const AppState& state) {
    const std::vector<Settings>& panes = state.document.panes;
    for (int pane = 2; pane < static_cast<int>(panes.size()); ++pane) {
        const picture::PictureOptions& picture = state.stage.picture;
        all.push_back({.id = "view_" + pane_label(pane),
                       .group = "View",
                       .text = "Pane " + pane_label(pane) + " alone",
                       .on = picture.mode == picture::ViewMode::single && picture.active_pane == pane,
                       .run = [pane](S& s, const N&) {
                           s.stage.picture.mode = picture::ViewMode::single;
                           s.stage.picture.active_pane = pane;
                       }});
    }
    for (std::size_t count = 1; count <= lab::kMaxPanes; ++count) {
        const std::string number = std::to_string(count);
        all.push_back({.id = "panes." + number,
                       .group = "View",
                       .text = "Number of panes: " + number,
                       .brief = number,
                       .on = panes.size() == count,
                       .run = [count](S& s, const N&) {
                           set_pane_count(s.document, count, s.panels.settings_tab);
                           s.stage.picture.mode = picture::ViewMode::side_by_side;
                       }});
    }
    const std::string alone = panes.size() > 1 ? "" : "there is only one pane";
    const auto add = [&](const char* id, const char* text, void (*run)(S&, const N&)) {
        all.push_back({.id = id, .group = "Edit", .text = text, .unavailable = alone, .run = run});
    };
    add("copy_a_to_b", "Copy all parameters of A to B",
        [](S& s, const N&) { s.document.panes[1] = s.document.panes[0]; });
    add("copy_b_to_a", "Copy all parameters of B to A",
        [](S& s, const N&) { s.document.panes[0] = s.document.panes[1]; });
    add("swap", "Swap A and B", [](S& s, const N&) { std::swap(s.document.panes[0], s.document.panes[1]); });
}

/// Adds the comparisons of panes in a grid.
void add_grids(std::vector<Command>& all, AppState& state, const lab::Snapshot& snapshot) {
    struct Grid {
        const char* key;
        const char* text;
        Compared compared;
        const char* about;
    };
    constexpr Grid kGrids[] = {
        {"iterations", "Iterations", Compared::iterations,
         "PBD above XPBD. The least iterations are those with which XPBD converges here. Everything else stays as it "
         "is."},
        {"timestep", "Timestep", Compared::timestep,
         "PBD above XPBD, with one, two and four times the substeps, and the iterations with which XPBD converges."},
        {"resolution", "Resolution", Compared::resolution,
         "PBD above XPBD, with a quarter, a half and all of the particles along the longer side, and the iterations "
         "with which XPBD converges."},
        {"triangulation", "Meshes", Compared::triangulation,
         "XPBD on three meshes of the same cloth: a lattice of springs is not the same on them."},
        {"fabric", "Fabrics", Compared::fabric,
         "Three measured fabrics, in Primal-dual Newton, which gives each its stiffness."}};
    const std::optional<Comparison>& now = state.document.comparison;
    for (const Grid& grid : kGrids) {
        const std::string reason = not_compared_reason(state, *snapshot.model, grid.compared);
        const std::string text =
            grid.text + (reason.empty() ? ": " + comparison_columns(state, *snapshot.model, grid.compared) : "");
        all.push_back(
            {.id = std::string("grid.") + grid.key,
             .group = "Compare",
             .text = "Compare " + text,
             .brief = text,
             .on = now && now->compared == grid.compared,
             .about = grid.about,
             .unavailable = reason,
             .run = [compared = grid.compared](S& s, const N& n) { begin_comparison(s, *n.model, compared); }});
    }
    all.push_back({.id = "grid.end",
                   .group = "Compare",
                   .text = "Back to the panes before",
                   .unavailable = now ? "" : "no comparison is open",
                   .run = [](S& s, const N&) { end_comparison(s); }});
}

void add_rest(std::vector<Command>& all, const AppState& state) {
    const auto add = [&](const char* id, const char* group, const char* text, bool on, std::string unavailable,
                         void (*run)(S&, const N&)) {
        all.push_back(
            {.id = id, .group = group, .text = text, .on = on, .unavailable = std::move(unavailable), .run = run});
    };
    add("new", "Session", "New: the default session", false, "", [](S& s, const N&) { choose_scene(s, "cloth"); });
    add("lesson.leave", "Session", "Leave the lesson", false, state.lessons.open() ? "" : "no lesson is open",
        [](S& s, const N&) { leave_lesson(s); });
    add("about", "Session", "About", false, "", [](S& s, const N&) { s.about.open = true; });
    add("export.film", "Export", "Film or numbered pictures …", false, "",
        [](S& s, const N&) { s.recording.ask = true; });
    add("export.shapes", "Export", "Shapes of every frame (OBJ) …", false, "", [](S& s, const N&) {
        s.recording.format = picture::RecordFormat::obj;
        s.recording.ask = true;
    });
    add("export.table", "Export", "Readouts of every frame (CSV)", false, "", [](S& s, const N&) {
        save_result(s, "Table", s.document.scene.name + "_readouts", ".csv", s.plots.series.csv());
    });
    add("export.plots", "Export", "Plots as a picture (PNG)", false, "", [](S& s, const N&) {
        s.preferences.drawer = true;
        s.requests.save_plots = true;
    });
    add("reset_scene", "Edit", "Reset all parameters of this scene", false, "",
        [](S& s, const N&) { choose_scene(s, s.document.scene.name); });
    add("follow", "View", "Camera: follow a body that leaves the view", state.stage.cameras_follow, "",
        [](S& s, const N&) { s.stage.cameras_follow = !s.stage.cameras_follow; });
    add("hint", "Interface", "Hint bar", state.preferences.hint, "",
        [](S& s, const N&) { s.preferences.hint = !s.preferences.hint; });
    add("advanced", "Interface", "Advanced parameters and figures", state.preferences.advanced, "",
        [](S& s, const N&) { s.preferences.advanced = !s.preferences.advanced; });
    add("scale_auto", "Interface", "Size follows the window", state.preferences.scale == 0, "", [](S& s, const N&) {
        s.preferences.scale = s.preferences.scale == 0 ? static_cast<double>(s.window_scale.value()) : 0;
    });
}

} // namespace

std::vector<Command> commands(AppState& state, const lab::Snapshot& snapshot) {
    std::vector<Command> all;
    add_actions(all, state);
    add_rest(all, state);
    add_panes(all, state);
    add_grids(all, state, snapshot);
    const bool fabric = picture::is_fabric(snapshot);
    add_look_commands(all, state, fabric);
    add_thing_commands(all, state);
    add_screenshot_commands(all, state);
    return all;
}

const Command* find_command(const std::vector<Command>& all, std::string_view id) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Command& command) { return command.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace xpbd::window
