#include "window/state/comparison.h"

#include "core/base/excerpt.h"
#include "core/base/find_key.h"
#include "core/model/method_traits.h"
#include "core/step/measure/matching.h"
#include "lab/text/number_text.h"
#include "scenes/changes/other_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr std::array<std::string_view, 2> kMethods = {method_key::pbd, method_key::xpbd}; ///< one for each row
constexpr std::size_t kColumns = 3;
constexpr std::array<std::string_view, kColumns> kComparedMeshes = {"alternating", "crossed", "irregular"};
constexpr std::array<std::string_view, kColumns> kComparedFabrics = {"denim", "interlock", "fleece"};
/// A method that gives a fabric its moduli on any mesh, whatever the iterations and the timestep.
constexpr std::string_view kFabricMethod = method_key::global;
constexpr int kQuickMesh = 16; ///< particles along the longer side of a mesh on which three panes run in time
/// Factor on least_iterations() with which XPBD converges: no badge NOT CONVERGED. kConvergingLoaded is for a body with
/// a heavy load and for the crossed mesh, which folds. Both are measured; a test holds them in every scene.
constexpr double kConverging = 3.3;
constexpr double kConvergingLoaded = 5.4;
constexpr double kLoad = 10;         ///< a particle this many times as heavy as the typical one is a load
constexpr int kMostIterations = 70;  ///< in the first column: the other columns have up to four times as many
constexpr int kRoundIterations = 5;  ///< iterations are multiples of this
constexpr int kCrossed = 8;          ///< factor on the scene's sigma (least_iterations()) for the crossed mesh
constexpr int kLeastResolution = 17; ///< smallest mesh of which a quarter is still a mesh

static_assert(kMethods.size() * kColumns <= lab::kMaxPanes);

/// Settings of a row of the grid: of the selected pane if it has the row's method, else of the first pane that has it,
/// else of the selected pane with this method.
Settings row_settings(const AppState& state, std::string_view method) {
    const Document& document = state.document;
    const std::vector<Settings>& panes = document.comparison ? document.comparison->panes : document.panes;
    const Settings& selected = panes[std::min(static_cast<std::size_t>(state.panels.settings_tab), panes.size() - 1)];
    const int wanted = find_method(method);
    const auto found =
        std::find_if(panes.begin(), panes.end(), [&](const Settings& pane) { return pane.method == wanted; });
    return selected.method == wanted || found == panes.end() ? with_method(selected, wanted) : *found;
}

/// True where the columns differ in the panes' meshes or materials: then one row of one method is enough.
bool has_one_row(Compared compared) {
    return compared == Compared::triangulation || compared == Compared::fabric;
}

int quick_mesh(const Model& model) {
    const int own = scenes::resolution_of(model);
    return own > kQuickMesh ? kQuickMesh : 0;
}

/// Compliance of an edge under these settings: the material's, where it has its own [m/N].
double edge_compliance(const Settings& settings, const Model& model) {
    const auto& edges = model.of_type<Distance>();
    const bool own = !model.follows_compliance[static_cast<std::size_t>(Role::stretch)] && edges.size() > 0;
    return own ? edges.material.front().compliance.value_or(settings.stretch_compliance) : settings.stretch_compliance;
}

/// Iterations with which the first column of a comparison converges, a multiple of kRoundIterations. It is computed for
/// the session's own timestep, which is the longest of the comparison. The caller checks it against kMostIterations.
int enough_iterations(AppState& state, const Model& model, Compared compared) {
    const Settings settings = row_settings(state, method_key::xpbd);
    const double h = state.document.world.dt / settings.substeps;
    const double compliance = edge_compliance(settings, model);
    const double inverse_mass = state.ranges.lighter_inverse_mass(model);
    double sigma = compliance > 0 ? h * h * inverse_mass / compliance : std::numeric_limits<double>::infinity();
    if (compared == Compared::triangulation) {
        const int own = scenes::resolution_of(model);
        const double coarser = quick_mesh(model) > 0 ? static_cast<double>(kQuickMesh) / own : 1;
        sigma *= kCrossed * coarser * coarser;
    }
    const bool loaded = *std::max_element(model.mass.begin(), model.mass.end()) * inverse_mass > kLoad;
    const double times = loaded || compared == Compared::triangulation ? kConvergingLoaded : kConverging;
    const double steps = std::ceil(times * least_iterations(sigma) / kRoundIterations);
    return kRoundIterations * static_cast<int>(std::clamp(steps, 1.0, 1e6));
}

/// Particles along the longer side in a column: a quarter, a half, and all of the scene's mesh.
int column_resolution(const Model& model, std::size_t column) {
    const int own = scenes::resolution_of(model);
    const int odd = own % 2; // keeps a particle in the middle
    return std::max(2, (own - odd) / (4 >> column) + odd);
}

/// Sets the compared parameter of a pane in a column; `enough`: the result of enough_iterations().
void set_column(Settings& pane, const Model& model, Compared compared, std::size_t column, int enough) {
    const int times = 1 << column;
    switch (compared) {
    case Compared::iterations:
        pane.iterations = times * enough;
        return;
    case Compared::timestep:
        pane.substeps *= times;
        break;
    case Compared::resolution:
        pane.mesh.resolution = column_resolution(model, column);
        break;
    case Compared::triangulation:
        (void)set(pane, "triangulation", kComparedMeshes[column]);
        pane.mesh.resolution = quick_mesh(model);
        break;
    case Compared::fabric:
        (void)set(pane, "fabric", kComparedFabrics[column]);
        pane.mesh.resolution = quick_mesh(model);
        return;
    }
    pane.iterations = std::max(pane.iterations, enough);
}

/// Settings of the row of fabrics: one substep per frame, with the method's usual iterations.
Settings fabric_row(const AppState& state) {
    Settings row = state.document.panes[static_cast<std::size_t>(state.panels.settings_tab)];
    row.method = find_method(kFabricMethod);
    row.iterations = method_of(row).iterations;
    row.substeps = 1;
    return row;
}

/// True where the scene's readouts include stiffness.
bool tells_stiffness(std::string_view scene) {
    return find_key(scenes::find_scene(scene)->readouts, "effective_stiffness") != nullptr;
}

/// A timestep as text, a fraction if it is one: "1/360".
std::string step_text(double h) {
    const double rate = 1 / h;
    const bool whole = std::abs(rate - std::round(rate)) < 1e-6 * rate;
    return whole ? "1/" + std::to_string(std::lround(rate)) : lab::short_number(h);
}

/// Restores the panes from before a comparison, if there is one.
void bring_back(Document& document) {
    if (const std::optional<Comparison> before = std::exchange(document.comparison, std::nullopt)) {
        document.panes = before->panes;
        document.linked = before->linked;
    }
}

/// Restarts the simulation with the present document, from frame 0.
void start_over(AppState& state) {
    state.link.posted = state.document; // or flush() would step the new panes to the present frame first
    state.link.outbox.emplace_back(lab::OpenSession{make_session(state.document)});
    state.link.outbox.emplace_back(lab::Play{true});
    state.plots.series.clear();
}

} // namespace

std::string_view compared_key(Compared compared) {
    constexpr std::array<std::string_view, 5> kKeys = {"iterations", "substeps", "resolution", "triangulation",
                                                       "fabric"};
    return kKeys[static_cast<std::size_t>(compared)];
}

std::string_view compared_readout(Compared compared, std::string_view scene) {
    return compared != Compared::triangulation && tells_stiffness(scene)
               ? std::string_view("effective_stiffness")
               : scenes::find_scene(scene)->readouts.front().key;
}

std::string not_compared_reason(AppState& state, const Model& model, Compared compared) {
    if (std::string reason = unused_reason(Settings{}, model, compared_key(compared)); !reason.empty()) {
        return reason;
    }
    if (model.self_distance > 0) {
        return "the body touches itself: three of it are too slow, and do not converge";
    }
    if (compared == Compared::fabric) {
        return "";
    }
    if (!model.fabric.empty()) {
        return compared == Compared::triangulation ? "a fabric is the same on every mesh"
                                                   : "the body is a fabric: PBD's k does not read it";
    }
    if (!has_one_row(compared) && !tells_stiffness(state.document.scene.name)) {
        return "this scene does not show a stiffness";
    }
    if (compared == Compared::resolution && scenes::resolution_of(model) < kLeastResolution) {
        return "the mesh is too coarse for a quarter of it";
    }
    return enough_iterations(state, model, compared) <= kMostIterations
               ? ""
               : "so stiff a body takes XPBD too many iterations: take a higher compliance or more substeps";
}

std::string comparison_columns(AppState& state, const Model& model, Compared compared) {
    std::string text;
    const Settings row = row_settings(state, method_key::xpbd);
    const int enough = compared == Compared::iterations ? enough_iterations(state, model, compared) : 0;
    for (std::size_t column = 0; column < kColumns; ++column) {
        const int times = 1 << column;
        text += column == 0 ? "" : ", ";
        switch (compared) {
        case Compared::iterations:
            text += std::to_string(times * enough);
            break;
        case Compared::timestep:
            text += step_text(state.document.world.dt / (row.substeps * times));
            break;
        case Compared::resolution:
            text += std::to_string(column_resolution(model, column));
            break;
        case Compared::triangulation:
            text += kComparedMeshes[column];
            break;
        case Compared::fabric:
            text += kComparedFabrics[column];
            break;
        }
    }
    return text + (compared == Compared::timestep ? " s" : "");
}

void begin_comparison(AppState& state, const Model& model, Compared compared) {
    Document& document = state.document;
    bring_back(document);
    keep_in_range(state);
    std::vector<Settings> grid;
    std::vector<Settings> rows;
    if (compared == Compared::fabric) {
        rows.push_back(fabric_row(state));
    } else if (compared == Compared::triangulation) {
        rows.push_back(row_settings(state, method_key::xpbd));
    } else {
        for (const std::string_view method : kMethods) {
            rows.push_back(row_settings(state, method));
        }
    }
    const int enough = std::min(enough_iterations(state, model, compared), kMostIterations);
    for (const Settings& row : rows) {
        for (std::size_t column = 0; column < kColumns; ++column) {
            set_column(grid.emplace_back(row), model, compared, column, enough);
        }
    }
    document.comparison = Comparison{compared, document.panes, document.linked};
    document.panes = std::move(grid);
    document.linked[static_cast<std::size_t>(parameter_row(compared_key(compared)))] = false;
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
    constexpr std::array<std::string_view, 5> kCaptions = {"Iterations", "Timestep", "Resolution", "Mesh", "Fabric"};
    return document.comparison ? kCaptions[static_cast<std::size_t>(document.comparison->compared)] : "";
}

std::string comparison_label(const Document& document, int pane) {
    const auto index = static_cast<std::size_t>(pane);
    if (!document.comparison || index >= kMethods.size() * kColumns || index >= document.panes.size()) {
        return "";
    }
    const Settings& settings = document.panes[index];
    if (const Compared compared = document.comparison->compared; has_one_row(compared)) {
        const SettingsParameter& row = *find_settings_parameter(compared_key(compared));
        return index < kColumns ? std::string(choice_label(row.info, static_cast<std::size_t>(row.get(settings)))) : "";
    }
    if (document.comparison->compared == Compared::iterations) {
        return counted(static_cast<std::size_t>(settings.iterations), "iteration");
    }
    if (document.comparison->compared == Compared::resolution) {
        const Value own = scenes::scene_value(document.scene, "resolution");
        const auto [columns, rows] =
            scenes::grid_with({static_cast<int>(own[0]), static_cast<int>(own[1])}, settings.mesh.resolution);
        return std::to_string(columns) + " x " + std::to_string(rows);
    }
    return "h = " + step_text(document.world.dt / settings.substeps) + " s";
}

} // namespace xpbd::window
