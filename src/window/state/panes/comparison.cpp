#include "window/state/panes/comparison.h"

#include "core/excerpt.h"
#include "core/measure/matching.h"
#include "core/methods.h"
#include "lab/text/number_text.h"
#include "scenes/pins/other_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr std::array<std::string_view, 2> kMethods = {"pbd", "xpbd"}; ///< of the rows
constexpr std::array<int, 3> kIterations = {5, 20, 40};               ///< of the columns
constexpr double kLongestStep = 1.0 / 30;                             ///< of the columns [s]: a frame of all of them
constexpr std::array<int, 3> kSubsteps = {1, 2, 4};
constexpr std::array<int, 3> kResolutions = {16, 32, 64}; ///< of the columns: particles a side
constexpr std::array<std::string_view, 3> kComparedMeshes = {"alternating", "crossed", "irregular"}; ///< of the columns
constexpr std::array<std::string_view, 3> kComparedFabrics = {"denim", "interlock", "fleece"};       ///< of the columns
constexpr double kMostIterations = 200;

static_assert(kMethods.size() * kIterations.size() <= lab::kMaxPanes);

/// What the panes of a row share: the parameters of a pane with its method, the selected one where it has it.
Settings row_settings(const AppState& state, std::string_view method) {
    const std::vector<Settings>& panes = state.document.panes;
    const Settings& selected = panes[static_cast<std::size_t>(state.panels.settings_tab)];
    const int wanted = find_method(method);
    const auto found =
        std::find_if(panes.begin(), panes.end(), [&](const Settings& pane) { return pane.method == wanted; });
    return selected.method == wanted || found == panes.end() ? with_method(selected, wanted) : *found;
}

/// Iterations with which XPBD under these settings comes near its stiffness in a step of `h` seconds, where the mesh
/// has `finer` times as many particles along a side as the model.
int enough_iterations(const Settings& settings, const Model& model, double h, double finer) {
    const double stiff = h * h * typical_edge(model).lighter_inverse_mass * finer * finer;
    const double needed =
        settings.stretch_compliance > 0 ? 2 * least_iterations(stiff / settings.stretch_compliance) : kMostIterations;
    return std::max(settings.iterations, static_cast<int>(std::ceil(std::min(needed, kMostIterations))));
}

/// True where the columns differ in what the panes are, so that one row, of the selected pane's method, says it all.
bool has_one_row(Compared compared) {
    return compared == Compared::triangulation || compared == Compared::fabric;
}

/// The same for the hardest column of a grid.
int enough_for(Compared compared, const Settings& settings, const Model& model, double dt) {
    switch (compared) {
    case Compared::iterations:
    case Compared::triangulation:
    case Compared::fabric:
        break;
    case Compared::timestep:
        return enough_iterations(settings, model, kLongestStep, 1);
    case Compared::resolution:
        return enough_iterations(settings, model, dt / settings.substeps,
                                 static_cast<double>(kResolutions.back()) / scenes::resolution_of(model));
    }
    return settings.iterations;
}

/// PBD's stiffness falls with the square of the timestep: k, for a longer step as stiff as before.
void keep_stiffness(Settings& pane, double longer) {
    for (const SettingsParameter& row : settings_parameters()) {
        if (row.info.key.ends_with("_stiffness")) {
            row.set(pane, std::min(row.info.max, row.get(pane) * longer * longer));
        }
    }
}

/// A pane of a column; `enough` as enough_for() says.
void set_column(Settings& pane, Compared compared, std::size_t column, int enough) {
    switch (compared) {
    case Compared::iterations:
        pane.iterations = kIterations[column];
        return;
    case Compared::timestep:
        pane.substeps = kSubsteps[column];
        break;
    case Compared::resolution:
        pane.resolution = kResolutions[column];
        break;
    case Compared::triangulation:
        (void)set(pane, "triangulation", kComparedMeshes[column]);
        break;
    case Compared::fabric:
        (void)set(pane, "fabric", kComparedFabrics[column]);
        break;
    }
    pane.iterations = enough;
}

/// The panes from before a comparison, where there is one.
void bring_back(Document& document) {
    if (const std::optional<Comparison> before = std::exchange(document.comparison, std::nullopt)) {
        document.panes = before->panes;
        document.linked = before->linked;
        document.world.dt = before->dt;
    }
}

/// The simulation from frame 0, for the document as it is now.
void start_over(AppState& state) {
    lab::Session session;
    session.scene = state.document.scene;
    session.world = state.document.world;
    session.panes = state.document.panes;
    state.link.posted = state.document; // or flush() would step the new panes to the present frame first
    state.link.outbox.emplace_back(lab::OpenSession{session});
    state.link.outbox.emplace_back(lab::Play{true});
    state.plots.series.clear();
}

} // namespace

std::string_view compared_key(Compared compared) {
    switch (compared) {
    case Compared::timestep:
        return "substeps";
    case Compared::resolution:
        return "resolution";
    case Compared::triangulation:
        return "triangulation";
    case Compared::fabric:
        return "fabric";
    case Compared::iterations:
        break;
    }
    return "iterations";
}

void begin_comparison(AppState& state, const Model& model, Compared compared) {
    Document& document = state.document;
    bring_back(document);
    keep_in_range(state);
    std::vector<Settings> grid;
    std::vector<Settings> rows;
    if (has_one_row(compared)) {
        rows.push_back(document.panes[static_cast<std::size_t>(state.panels.settings_tab)]);
    } else {
        for (const std::string_view method : kMethods) {
            rows.push_back(row_settings(state, method));
        }
    }
    const int enough = has_one_row(compared)
                           ? rows.front().iterations
                           : enough_for(compared, row_settings(state, "xpbd"), model, document.world.dt);
    for (Settings& row : rows) {
        if (compared == Compared::timestep) {
            keep_stiffness(row, std::max(1.0, kLongestStep / kSubsteps.back() * row.substeps / document.world.dt));
        }
        for (std::size_t column = 0; column < kIterations.size(); ++column) {
            set_column(grid.emplace_back(row), compared, column, enough);
        }
    }
    document.comparison = Comparison{compared, document.panes, document.linked, document.world.dt};
    document.panes = std::move(grid);
    document.linked[static_cast<std::size_t>(parameter_row(compared_key(compared)))] = false;
    if (compared == Compared::timestep) {
        document.world.dt = kLongestStep;
    }
    state.stage.picture.mode = picture::ViewMode::side_by_side;
    keep_in_range(state);
    start_over(state);
}

void end_comparison(AppState& state) {
    if (state.document.comparison) {
        bring_back(state.document);
        keep_in_range(state);
        start_over(state);
    }
}

std::string_view comparison_key(const Document& document) {
    return document.comparison ? compared_key(document.comparison->compared) : "";
}

std::string_view comparison_caption(const Document& document) {
    return !document.comparison ? ""
           : document.comparison->compared == Compared::timestep
               ? "Timestep" // of one substep
               : find_settings_parameter(comparison_key(document))->info.label;
}

std::string comparison_label(const Document& document, int pane) {
    const auto index = static_cast<std::size_t>(pane);
    if (!document.comparison || index >= kMethods.size() * kIterations.size() || index >= document.panes.size()) {
        return "";
    }
    const Settings& settings = document.panes[index];
    if (const Compared compared = document.comparison->compared; has_one_row(compared)) {
        const SettingsParameter& row = *find_settings_parameter(compared_key(compared));
        return index < kIterations.size()
                   ? std::string(choice_label(row.info, static_cast<std::size_t>(row.get(settings))))
                   : "";
    }
    if (document.comparison->compared == Compared::iterations) {
        return counted(static_cast<std::size_t>(settings.iterations), "iteration");
    }
    if (document.comparison->compared == Compared::resolution) {
        const Value own = scenes::scene_value(document.scene, "resolution");
        const auto [columns, rows] =
            scenes::grid_with({static_cast<int>(own[0]), static_cast<int>(own[1])}, settings.resolution);
        return std::to_string(columns) + " x " + std::to_string(rows);
    }
    const double rate = settings.substeps / document.world.dt;
    const bool whole = std::abs(rate - std::round(rate)) < 1e-6 * rate;
    return "h = " + (whole ? "1/" + std::to_string(std::lround(rate)) : lab::short_number(1 / rate)) + " s";
}

} // namespace xpbd::window
