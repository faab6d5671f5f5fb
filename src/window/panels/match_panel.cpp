#include "core/model/method_traits.h"
#include "core/step/measure/matching.h"
#include "window/panels/panels.h"
#include "window/state/match_state.h"

#include <cmath>

namespace xpbd::window {
namespace {

/// Tooltip of a match: the search, and why it holds for these iterations and this timestep only.
std::string explanation(const Ui& ui, const Model& model, const Settings& settings, const Settings& other,
                        const std::string& name) {
    std::string text = "Searches, in the background, the value with which this pane measures as pane " + name +
                       " once both hang still, and says how well it is met.";
    const double inverse_mass = typical_edge(model).inverse_mass;
    const bool corrected = settings.method == find_method(method_key::pbd_corrected);
    if ((corrected || settings.method == find_method(method_key::pbd)) && inverse_mass > 0 &&
        method_of(other).has_compliance) {
        const double k =
            matching_stiffness(other.stretch_compliance, inverse_mass, ui.state.document.world.dt / settings.substeps,
                               settings.iterations, corrected);
        text += "\n\nOne edge alone would need k = 1 - r^(1/n) = " + lab::short_number(k) +
                ", r = α/(α + h² w): the search begins there. In a net of edges, each stiffens with every "
                "edge that it shares particles with.";
    }
    return text + "\n\nThen move Iterations or Timestep: PBD's stiffness moves with them, and the match breaks.";
}

void choose_measure(Ui& ui, float width) {
    MatchState& match = ui.state.match;
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##match_measure", match_label(match.measure).c_str())) {
        for (const std::string_view measure : lab::match_measures()) {
            if (ImGui::Selectable(match_label(measure).c_str(), measure == match.measure)) {
                match.measure = measure;
            }
            mark_item(ui, "match.measure." + std::string(measure));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "match.measure");
    item_tooltip(ui, "What is to be the same in both panes: a measured value of the scene at rest, or the period of "
                     "its swing");
}

} // namespace

void draw_match(Ui& ui, int pane) {
    AppState& state = ui.state;
    const auto count = static_cast<int>(state.document.panes.size());
    if (count < 2) {
        return;
    }
    MatchState& match = state.match;
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = ui.px(6);
    const int others = count - 1;
    const float each = others == 1 ? ui.px(90) : ui.px(44);
    choose_measure(ui, others <= 3 ? room - static_cast<float>(others) * (each + gap) : room);
    int placed = 0;
    for (int other = 0; other < count; ++other) {
        if (other == pane) {
            continue;
        }
        if (others <= 3 || placed > 0) {
            ImGui::SameLine(0, gap);
        }
        ++placed;
        const std::string name = pane_label(other);
        const bool running = match.job && match.pane == pane && match.job->plan().other == other;
        const std::string label = running ? "Stop" : (others == 1 ? "Match " : "= ") + name;
        if (ImGui::Button((label + "###match" + name).c_str(), {each, 0})) {
            if (running) {
                match.job->cancel();
            } else {
                start_match(state, pane, other);
            }
        }
        mark_item(ui, "settings.match_" + name);
        const Document& document = state.document;
        if (!running) { // a tooltip would cover the progress bar
            item_tooltip(ui,
                         explanation(ui, *model_of(ui.snapshot, pane), document.panes[static_cast<std::size_t>(pane)],
                                     document.panes[static_cast<std::size_t>(other)], name));
        }
    }
    if (match.job && match.pane == pane) {
        const std::string text = "Matching: " + std::to_string(match.job->runs()) + " values tried";
        ImGui::ProgressBar(static_cast<float>(1 - std::exp(-0.15 * match.job->runs())), {room, 0}, text.c_str());
        mark_item(ui, "match.progress");
    } else if (match.pane == pane && !match.outcome.empty()) {
        const bool stale = match_is_stale(state);
        const std::string text = (stale ? "Before your last change: " : "") + match.outcome;
        wrapped_text(text, stale ? ui.colours.text_dim : ui.colours.text, ui.fonts.small);
        mark_item(ui, "match.outcome");
        ui.state.ui_map.note_text(text);
        ui.state.ui_map.note_value("match.outcome", text);
    }
}

} // namespace xpbd::window
