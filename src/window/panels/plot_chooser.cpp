#include "window/panels/panels.h"

#include "lab/readouts/readouts.h"

#include <algorithm>
#include <array>

namespace xpbd::window {
namespace {

/// A group in the list of plots. The first group has all readouts that are in no group's `keys`.
struct PlotGroup {
    const char* heading;
    int column;
    std::vector<std::string_view> keys;
};

const std::vector<PlotGroup>& groups() {
    static const std::vector<PlotGroup> all = {
        {"SHAPE", 0, {}},
        {"STIFFNESS", 0, {"effective_stiffness", "nominal_stiffness", "sigma"}},
        {"ENERGY", 0, {"kinetic_energy", "gravity_energy", "elastic_energy", "total_energy"}},
        {"CONVERGENCE",
         1,
         {lab::kDualByIteration, lab::kPrimalByIteration, "residual_dual", "residual_primal", "relative_dual",
          "iterations", "unfinished", "solve_ms"}},
        {"MOMENTUM",
         2,
         {"momentum", "momentum_x", "momentum_y", "momentum_z", "angular_momentum_x", "angular_momentum_y",
          "angular_momentum_z"}},
        {"CONTACT", 1, {"contacts", "contact_force_x", "contact_force_y", "contact_force_z"}},
        {"HELD AND DRIVEN",
         2,
         {"collider_force_x", "collider_force_y", "collider_force_z", "pin_force_x", "pin_force_y", "pin_force_z",
          "collider_power", "pin_power", "winch_power", "work_in", "gain", "phase_lag"}}};
    return all;
}

std::vector<std::string_view> keys_of(const PlotGroup& group) {
    std::vector<std::string_view> keys = group.keys;
    if (keys.empty()) {
        for (const lab::Readout& row : lab::readouts()) {
            const bool named = std::any_of(groups().begin(), groups().end(), [&](const PlotGroup& other) {
                return std::find(other.keys.begin(), other.keys.end(), row.key) != other.keys.end();
            });
            if (!named) {
                keys.push_back(row.key);
            }
        }
    }
    return keys;
}

} // namespace

std::string plot_label(std::string_view key, std::string_view scene) {
    if (key == lab::kDualByIteration) {
        return "Dual residual by iteration";
    }
    for (const scenes::SceneReadout& named : scenes::find_scene(scene)->readouts) {
        if (named.key == key && !named.label.empty()) {
            return std::string(named.label); // the same name as in the panes
        }
    }
    const lab::Readout* row = lab::find_readout(key);
    return row == nullptr ? "Primal residual by iteration" : std::string(row->label);
}

bool choose_plot(Ui& ui, std::string& key) {
    constexpr int kColumns = 3;
    bool changed = false;
    ImGui::Dummy({0, ui.px(2)});
    ImGui::Indent(ui.px(8));
    const float width = ImGui::CalcTextSize("Primal residual by iteration").x + ui.px(8);
    for (int column = 0; column < kColumns; ++column) {
        if (column > 0) {
            ImGui::SameLine(0, ui.px(14));
        }
        ImGui::BeginGroup();
        for (const PlotGroup& group : groups()) {
            if (group.column != column) {
                continue;
            }
            caption(ui, group.heading);
            for (const std::string_view choice : keys_of(group)) {
                if (ImGui::Selectable(plot_label(choice, ui.snapshot.scene.name).c_str(), choice == key, 0,
                                      {width, 0})) {
                    key = choice;
                    changed = true;
                }
                mark_item(ui, "plot.choice." + std::string(choice));
            }
            ImGui::Dummy({0, ui.px(4)});
        }
        ImGui::EndGroup();
    }
    ImGui::Unindent(ui.px(8));
    return changed;
}

} // namespace xpbd::window
