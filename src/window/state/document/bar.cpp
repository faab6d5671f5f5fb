#include "window/state/document/bar.h"

#include "scenes/changes/pins.h"
#include "scenes/parts/body_material.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace xpbd::window {
namespace {

constexpr std::size_t kOwn = 2; ///< with fewer items between Iterations and Timestep a material parameter is added

/// A widget for all panes in which a parameter acts, or for one of these panes if their values differ. Empty if none.
std::optional<BarItem> of_panes(const Document& document, const ActingParameters& acting, std::string_view key,
                                int selected) {
    const int row = parameter_row(key);
    if (row < 0 || acting.panes_of(row).empty()) {
        return std::nullopt;
    }
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    BarItem item{BarItem::Of::panes, parameter.info, std::string(parameter.info.label), acting.panes_of(row)};
    const auto value = [&](int pane) { return parameter.get(document.panes[static_cast<std::size_t>(pane)]); };
    const bool equal = std::all_of(item.panes.begin(), item.panes.end(),
                                   [&](int pane) { return value(pane) == value(item.panes.front()); });
    if (!equal) {
        const bool has = std::find(item.panes.begin(), item.panes.end(), selected) != item.panes.end();
        item.panes = {has ? selected : item.panes.front()};
    }
    item.all = item.panes.size() == document.panes.size();
    return item;
}

BarItem of_world(const WorldParameter& parameter) {
    const bool vector = parameter.info.components > 1;
    return {BarItem::Of::world, parameter.info, std::string(parameter.info.label) + (vector ? " x" : "")};
}

std::optional<BarItem> of_any_table(const Document& document, const ActingParameters& acting, std::string_view key,
                                    int selected) {
    const scenes::SceneInfo* scene = scenes::find_scene(document.scene.name);
    if (const ParameterInfo* info = scene == nullptr ? nullptr : scenes::find_scene_parameter(*scene, key)) {
        return scenes::unused_reason(document.scene, key).empty()
                   ? std::optional(
                         BarItem{BarItem::Of::scene, scene_row(document.scene, *info), std::string(info->label)})
                   : std::nullopt;
    }
    if (const WorldParameter* world = find_world_parameter(key)) {
        return of_world(*world);
    }
    return of_panes(document, acting, key, selected);
}

std::optional<BarItem> first_material(const Document& document, const ActingParameters& acting, int selected) {
    for (const std::string_view kind : {std::string_view("_compliance"), std::string_view("_stiffness")}) {
        for (const SettingsParameter& row : settings_parameters()) {
            if (!row.info.key.ends_with(kind)) {
                continue;
            }
            if (auto item = of_panes(document, acting, row.info.key, selected)) {
                return item;
            }
        }
    }
    return std::nullopt;
}

/// The hint of a comparison.
std::string_view question_of(Compared compared) {
    constexpr std::array<std::string_view, 5> kQuestions = {
        "Drag Stretch compliance: which row keeps it at every n?",
        "Drag Iterations: which row is the same at every timestep?",
        "Drag Iterations: which row is the same on every mesh?",
        "Pull each cloth: do its triangles change how it gives way?",
        "Pull each fabric: which is stiff, which falls in folds?",
    };
    return kQuestions[static_cast<std::size_t>(compared)];
}

/// True if the bar has the parameter X that a hint "Drag X" or "Press X" names; also for "Pull ...".
bool names_only(std::string_view hint, const std::vector<BarItem>& items) {
    return hint.starts_with("Pull ") || std::any_of(items.begin(), items.end(), [&](const BarItem& item) {
               return hint.substr(hint.find(' ') + 1).starts_with(item.label);
           });
}

} // namespace

std::vector<BarItem> bar_items(const Document& document, const ActingParameters& acting, int selected) {
    std::vector<BarItem> items;
    const auto add = [&](std::optional<BarItem> item) {
        const bool has = item && std::any_of(items.begin(), items.end(), [&](const BarItem& other) {
                             return other.of == item->of && other.info.key == item->info.key;
                         });
        if (item && !has) {
            items.push_back(std::move(*item));
        }
    };
    add(of_panes(document, acting, "iterations", selected));
    const std::size_t own = items.size();
    if (const scenes::SceneInfo* scene = scenes::find_scene(document.scene.name)) {
        for (const std::string_view key : scene->sliders) {
            if (!key.empty()) {
                add(of_any_table(document, acting, key, selected));
            }
        }
    }
    if (items.size() < own + kOwn) {
        add(first_material(document, acting, selected));
    }
    add(of_world(*find_world_parameter("dt")));
    return items;
}

Value bar_value(const Document& document, const BarItem& item) {
    switch (item.of) {
    case BarItem::Of::panes:
        break;
    case BarItem::Of::scene:
        return scenes::scene_value(document.scene, item.info.key);
    case BarItem::Of::world:
        return find_world_parameter(item.info.key)->get(document.world);
    }
    const auto& pane = document.panes[static_cast<std::size_t>(item.panes.front())];
    return {find_settings_parameter(item.info.key)->get(pane), 0, 0};
}

void set_bar_value(Document& document, const BarItem& item, const Value& value) {
    if (!validate(item.info, value)) {
        return;
    }
    switch (item.of) {
    case BarItem::Of::panes:
        for (const int pane : item.panes) {
            set_parameter(document, pane, parameter_row(item.info.key), value[0]);
        }
        break;
    case BarItem::Of::scene:
        scenes::set_value(document.scene, item.info.key, value);
        break;
    case BarItem::Of::world:
        find_world_parameter(item.info.key)->set(document.world, value);
        break;
    }
}

ParameterInfo scene_row(const scenes::SceneSpec& spec, const ParameterInfo& info) {
    ParameterInfo row = info;
    if (const auto number = scenes::measured_number(spec, info.key)) {
        row.default_value = {*number, 0, 0};
    }
    return row;
}

std::string bar_hint(const Document& document, const std::vector<BarItem>& items) {
    const scenes::SceneInfo* scene = scenes::find_scene(document.scene.name);
    const std::string_view hint = document.comparison ? question_of(document.comparison->compared)
                                  : scene != nullptr  ? scene->hint
                                                      : "";
    if (!hint.empty() && names_only(hint, items)) {
        return std::string(hint);
    }
    // The present method or material has no such parameter: the hint names the first widget instead.
    const BarItem& first = items.front();
    return (first.info.scale == Scale::choice ? "Press " : "Drag ") + first.label +
           (document.panes.size() > 1 ? ": what changes, and in which pane?" : ": what changes?");
}

} // namespace xpbd::window
