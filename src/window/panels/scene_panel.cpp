#include "core/base/excerpt.h"
#include "lab/text/start_text.h"
#include "scenes/changes/pins.h"
#include "scenes/parts/body_material.h"
#include "window/commands/actions.h"
#include "window/panels/panels.h"
#include "window/panels/parameter_parts.h"
#include "window/state/document/bar.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

bool is_default(const ParameterInfo& info, const Value& value) {
    return std::equal(value.begin(), value.begin() + info.components, info.default_value.begin());
}

/// Lines about how the scene starts, computed once per model.
const std::vector<std::string>& start_lines_of(Ui& ui) {
    auto& panels = ui.state.panels;
    if (const Model& model = *ui.snapshot.model; panels.start_model != model.identity) {
        panels.start_model = model.identity;
        panels.start_lines = lab::start_lines(ui.snapshot.scene, model);
    }
    return panels.start_lines;
}

/// One parameter that all panes share: label, and a widget per component. True in each frame in which it changed.
bool shared_parameter(Ui& ui, const ParameterInfo& info, const std::string& name, Value& value) {
    ImGui::PushID(name.c_str());
    bool changed = false;
    const bool plain = is_default(info, value);
    std::string label(info.label);
    label += info.components > 1 ? lab::unit_in_brackets(info.unit) : "";
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 corner = ImGui::GetCursorPos();
    fitted_text(ui, label, width - ui.px(14), ui.colours.text);
    item_tooltip(ui, parameter_tooltip(info));
    if (!plain) {
        const ImVec2 at = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddCircleFilled({at.x + ui.px(8), (ImGui::GetItemRectMin().y + at.y) * 0.5f},
                                                    ui.px(2.5f), ui.colours.accent);
    }
    if (info.scale == Scale::choice) {
        changed = choice_list(ui, info, value[0], width, name);
        if (const auto chosen = parameter_menu(ui, "menu", info, value)) {
            value = *chosen;
            changed = true;
        }
    } else if (info.scale == Scale::toggle) {
        bool on = value[0] != 0;
        changed = check_box(ui, on ? "on" : "off", on);
        value[0] = on ? 1 : 0;
        mark_item(ui, name);
    } else {
        const std::string unit = info.components > 1 ? "" : lab::typeset_unit(info.unit);
        ParameterInfo part = info;
        part.unit = unit;
        const float gap = ui.px(4);
        const auto count = static_cast<float>(info.components);
        const float each = (width - gap * (count - 1)) / count;
        for (int i = 0; i < info.components; ++i) {
            if (i > 0) {
                ImGui::SameLine(0, gap);
            }
            double& component = value[static_cast<std::size_t>(i)];
            const bool typed = ui.state.entry.id == ImGui::GetID(kAxes[i]); // a double click's frame draws the slider
            changed |= value_slider(ui, kAxes[i], part, component, each);
            if (!typed) {
                mark_item(ui, info.components > 1 ? name + "." + kAxes[i] : name);
                // A popup for each part: in a shared popup every part would add its lines.
                if (const auto chosen = parameter_menu(ui, (std::string("menu.") + kAxes[i]).c_str(), info, value)) {
                    value = *chosen;
                    changed = true;
                }
            }
        }
    }
    mark_focus(ui, name, corner, {corner.x + width, ImGui::GetCursorPosY() - ui.px(3)});
    ImGui::PopID();
    return changed && validate(info, value);
}

/// Both numbers of a resolution keep the scene's own ratio while they are locked. `before` is the value before a
/// change.
void keep_ratio(const ParameterInfo& info, const Value& before, Value& value) {
    const std::size_t changed = value[0] != before[0] ? 0 : 1;
    const std::size_t other = 1 - changed;
    const double ratio = info.default_value[other] / info.default_value[changed];
    value[other] = std::clamp(std::round(value[changed] * ratio), info.min, info.max);
}

/// The lock of a resolution, at the right of its label.
void resolution_lock(Ui& ui) {
    bool& locked = ui.state.panels.resolution_locked;
    const float side = ui.px(20);
    const ImVec2 place = ImGui::GetCursorPos();
    ImGui::SetCursorPosX(place.x + ImGui::GetContentRegionAvail().x - side);
    if (icon_button(ui, "scene.resolution.lock", locked ? Icon::link : Icon::unlink,
                    locked ? "x and y change together: a click lets each have its own number"
                           : "x and y change alone: a click locks them together",
                    locked, 20)) {
        locked = !locked;
    }
    ImGui::SetCursorPos(place);
}

/// A widget for a scene's parameter. The scene's spec holds the values that differ from the defaults.
void scene_parameter(Ui& ui, const ParameterInfo& info) {
    scenes::SceneSpec& spec = ui.state.document.scene;
    const Value before = scenes::scene_value(spec, info.key);
    Value value = before;
    const bool two = info.key == "resolution" && info.components == 2;
    if (two) {
        resolution_lock(ui);
    }
    if (shared_parameter(ui, scene_row(spec, info), "scene." + std::string(info.key), value)) {
        if (two && ui.state.panels.resolution_locked) {
            keep_ratio(info, before, value);
        }
        scenes::set_value(spec, info.key, value);
    }
}

/// Weight and source of a measured material; nothing for springs and for a material of the user's own.
void about_material(Ui& ui, const scenes::SceneInfo& scene) {
    const scenes::SceneSpec& spec = ui.state.document.scene;
    const std::string_view source = scenes::material_source(spec);
    if (source.empty()) {
        return;
    }
    std::string text;
    for (const std::string_view key : {"density", "linear_density"}) {
        if (const auto weight = scenes::measured_number(spec, key)) {
            text = lab::display_value(*scenes::find_scene_parameter(scene, key), *weight) + ". ";
        }
    }
    wrapped_text(text + lab::typeset_unit(source), ui.colours.text_dim, ui.fonts.small);
}

/// The material first, then the scene's own rows; the numbers of a measured material are folded away.
void scene_parameters(Ui& ui, const scenes::SceneInfo& scene) {
    const scenes::SceneSpec& spec = ui.state.document.scene;
    if (const ParameterInfo* material = scenes::find_scene_parameter(scene, "material")) {
        scene_parameter(ui, *material);
        about_material(ui, scene);
    }
    std::vector<const ParameterInfo*> numbers;
    for (const ParameterInfo& info : scene.parameters) {
        if (info.key == "material" || !scenes::unused_reason(spec, info.key).empty()) {
            continue; // it has no effect with the chosen material or with another choice
        }
        if (scenes::measured_number(spec, info.key)) {
            numbers.push_back(&info);
        } else {
            scene_parameter(ui, info);
        }
    }
    if (numbers.empty()) {
        return;
    }
    const auto is_sought = [&](const ParameterInfo* info) {
        const FocusedParameter& focus = ui.state.panels.focus;
        return ui.state.now <= focus.until && focus.name == "scene." + std::string(info->key);
    };
    if (std::any_of(numbers.begin(), numbers.end(), is_sought)) {
        ImGui::SetNextItemOpen(true);
    }
    const bool open = ImGui::TreeNodeEx("Numbers of the material",
                                        ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
    mark_item(ui, "scene.numbers");
    if (open) {
        for (const ParameterInfo* info : numbers) {
            scene_parameter(ui, *info);
        }
    }
}

} // namespace

void draw_scene_content(Ui& ui) {
    AppState& state = ui.state;
    caption(ui, "SCENE");
    const scenes::SceneInfo* scene = scenes::find_scene(state.document.scene.name);
    ImGui::SetNextItemWidth(-1);
    const std::string label(scene == nullptr ? std::string_view(state.document.scene.name) : scene->label);
    if (ImGui::BeginCombo("##scene", label.c_str(), ImGuiComboFlags_HeightLargest)) {
        for (const scenes::SceneInfo& row : scenes::scene_table()) {
            const bool mesh = row.key == "mesh";
            const bool current = row.key == state.document.scene.name;
            const bool described = row.key == "custom" && !current;
            const ImGuiSelectableFlags flags = described ? ImGuiSelectableFlags_Disabled : 0;
            if (ImGui::Selectable((std::string(row.label) + (mesh ? "..." : "")).c_str(), current, flags)) {
                if (mesh) {
                    ask_for_file(state);
                } else if (!current) {
                    choose_scene(state, row.key);
                }
            }
            mark_item(ui, "scene_choice." + std::string(row.key));
            item_tooltip(ui, std::string(row.caption) + (described ? "\n\nOpens from a session file." : ""));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "scene");
    scene = scenes::find_scene(state.document.scene.name);
    if (scene != nullptr) {
        wrapped_text(scene->caption, ui.colours.text_dim, ui.fonts.small);
        if (!state.document.scene.file.empty()) {
            wrapped_text("File: " + state.document.scene.file, ui.colours.text_dim, ui.fonts.small);
        }
        for (const std::string& line : start_lines_of(ui)) {
            wrapped_text(line, ui.colours.text_dim, ui.fonts.small);
        }
        ImGui::Spacing();
        if (scene->again > 0) {
            check_box(ui, ("Let go again every " + lab::short_number(scene->again) + " s").c_str(),
                      state.panels.restarts_at_end);
            mark_item(ui, "scene.again");
            item_tooltip(ui, "What the scene shows is over by then. Switched off, it runs on.");
        }
        scene_parameters(ui, *scene);
    }
    ImGui::Dummy({0, ui.px(6)});
    caption(ui, "WORLD");
    for (const WorldParameter& parameter : world_parameters()) {
        Value value = parameter.get(state.document.world);
        if (shared_parameter(ui, parameter.info, std::string(parameter.info.key), value)) {
            parameter.set(state.document.world, value);
        }
    }
    ImGui::Dummy({0, ui.px(6)});
    const Model& model = *ui.snapshot.model;
    wrapped_text(counted(model.particle_count(), "particle") + ", " + counted(model.constraint_count(), "constraint"),
                 ui.colours.text_faint, ui.fonts.small);
}

void draw_scene_panel(Ui& ui, const ScreenRect& rect) {
    begin_region("scene_panel", rect, ui.colours.panel, {ui.px(12), ui.px(10)});
    draw_scene_content(ui);
    ImGui::End();
}

} // namespace xpbd::window
