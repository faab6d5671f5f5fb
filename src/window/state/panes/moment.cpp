#include "window/state/panes/moment.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace xpbd::window {
namespace {

/// The panes in which a parameter acts, or one of them where its values differ.
MomentSlider slider_of(const Document& document, const ActingParameters& acting, int row, int selected) {
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    MomentSlider slider;
    slider.row = row;
    slider.panes = acting.panes_of(row);
    const auto value = [&](int pane) { return parameter.get(document.panes[static_cast<std::size_t>(pane)]); };
    const bool equal = std::all_of(slider.panes.begin(), slider.panes.end(),
                                   [&](int pane) { return value(pane) == value(slider.panes.front()); });
    if (!equal) {
        const bool has = std::find(slider.panes.begin(), slider.panes.end(), selected) != slider.panes.end();
        slider.panes = {has ? selected : slider.panes.front()};
    }
    slider.all = slider.panes.size() == document.panes.size();
    return slider;
}

} // namespace

std::vector<MomentSlider> moment_sliders(const Document& document, const ActingParameters& acting, int selected) {
    std::vector<MomentSlider> sliders;
    if (MomentSlider slider = slider_of(document, acting, parameter_row("iterations"), selected);
        !slider.panes.empty()) {
        sliders.push_back(slider);
    }
    const auto table = settings_parameters();
    for (const std::string_view kind : {std::string_view("_compliance"), std::string_view("_stiffness")}) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (!table[row].info.key.ends_with(kind)) {
                continue;
            }
            if (MomentSlider slider = slider_of(document, acting, static_cast<int>(row), selected);
                !slider.panes.empty()) {
                sliders.push_back(slider);
                return sliders;
            }
        }
    }
    return sliders;
}

} // namespace xpbd::window
