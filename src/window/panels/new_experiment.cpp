// The dialog "New experiment": a body, its material, its pins and its surroundings.
#include "scenes/scenes.h"
#include "window/commands/actions.h"
#include "window/panels/panels.h"
#include "window/panels/parameter_parts.h"
#include "window/state/things.h"
#include "window/widgets/regions.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace xpbd::window {
namespace {

constexpr float kLabelColumn = 96; ///< of the choices, at scale 1 [px]

void row_label(const Ui& ui, const char* text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text);
    ImGui::SameLine(ui.px(kLabelColumn));
    ImGui::SetNextItemWidth(-1);
}

/// Draws the choice of a scene's parameter, if the scene has that parameter.
void choose(Ui& ui, const scenes::SceneInfo& scene, const char* key, const char* label, double& value) {
    const ParameterInfo* info = scenes::find_scene_parameter(scene, key);
    if (info == nullptr) {
        return;
    }
    value = std::clamp(value, info->min, info->max);
    row_label(ui, label);
    const std::string name = "experiment." + std::string(key);
    if (ImGui::BeginCombo(("##" + name).c_str(), choice_text(*info, static_cast<std::size_t>(value)).c_str())) {
        for (std::size_t i = 0; i < info->choices.size(); ++i) {
            if (ImGui::Selectable(choice_text(*info, i).c_str(), i == static_cast<std::size_t>(value))) {
                value = static_cast<double>(i);
            }
            mark_item(ui, name + "." + std::to_string(i));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, name);
}

} // namespace

void draw_new_experiment(Ui& ui, glm::vec2 display) {
    NewExperimentState& state = ui.state.experiment;
    begin_raised(ui, "New experiment", display, {500, 256});
    card_title(ui, "New experiment", state.open);
    const auto bodies = bodies_to_choose();
    row_label(ui, "Body");
    if (ImGui::BeginCombo("##body", std::string(bodies[state.body].label).c_str(), ImGuiComboFlags_HeightLarge)) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (ImGui::Selectable(std::string(bodies[i].label).c_str(), i == state.body)) {
                state.body = i;
                state.material = state.pins = 0;
            }
            mark_item(ui, "experiment.body." + std::to_string(i));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "experiment.body");
    const bool from_file = bodies[state.body].scene == "mesh";
    const scenes::SceneInfo& scene = *scenes::find_scene(bodies[state.body].scene);
    if (from_file) {
        wrapped_text("An OBJ file: it hangs from its top. Things around it can be added there.", ui.colours.text_dim);
    } else {
        choose(ui, scene, "material", "Material", state.material);
        choose(ui, scene, "pins", "Pins", state.pins);
        row_label(ui, "Around it");
        bool first = true;
        for (const auto& [name, label, chosen] :
             {std::tuple("ground", "Ground", &state.ground), std::tuple("ball", "Ball", &state.ball),
              std::tuple("box", "Box", &state.box), std::tuple("drum", "Drum", &state.drum),
              std::tuple("wind", "Wind", &state.wind)}) {
            if (!first) {
                ImGui::SameLine(0, ui.px(10));
            }
            first = false;
            check_box(ui, label, *chosen);
            mark_box(ui, std::string("experiment.") + name, label);
        }
    }
    ImGui::Dummy({0, ui.px(8)});
    if (ImGui::Button(from_file ? "Choose the file …" : "Begin", {ui.px(160), 0})) {
        if (from_file) {
            state.open = false;
            ask_for_file(ui.state);
        } else {
            begin_experiment(ui.state);
        }
    }
    mark_item(ui, "experiment.begin");
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Cancel", {ui.px(110), 0})) {
        state.open = false;
    }
    mark_item(ui, "experiment.cancel");
    ImGui::Dummy({0, ui.px(4)});
    wrapped_text("Every scene is a start, too: the plus on the left adds to it.", ui.colours.text_dim, ui.fonts.small);
    ImGui::End();
}

} // namespace xpbd::window
