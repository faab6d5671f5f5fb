#include "picture/text/stamp_text.h"
#include "picture/text/format.h"

#include "core/methods.h"
#include "lab/study/number_text.h"

#include <algorithm>
#include <cctype>

namespace xpbd::picture {
namespace {

/// "20 iterations", "mesh 16", "k = 0.04", "α = 1.0e-07 m/N"; others by their label: "bend compliance 0.1 rad/(N m)".
std::string parameter_text(const ParameterInfo& info, double value) {
    if (info.key == "iterations") {
        return format("%.0f iteration%s", value, value == 1 ? "" : "s");
    }
    if (info.key == "substeps") {
        return format("%.0f substep%s", value, value == 1 ? "" : "s");
    }
    if (info.key == "resolution" && value > 0) {
        return format("mesh %.0f", value);
    }
    if (info.key == "stretch_stiffness") {
        return format("k = %.3g", value);
    }
    if (info.key == "stretch_compliance") {
        return value == 0 ? "α = 0" : "α = " + lab::scientific(value) + " m/N";
    }
    std::string name(info.label);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    const std::string shown = lab::display_value(info, value);
    return name + " " + shown.substr(0, shown.find(" ("));
}

/// Whether another pane has another value of a parameter that this pane's method reads.
bool differs(const lab::Snapshot& snapshot, const Settings& settings, const SettingsParameter& row) {
    return unused_reason(settings, *snapshot.model, row.info.key).empty() &&
           std::any_of(snapshot.panes.begin(), snapshot.panes.end(),
                       [&](const lab::PaneSnapshot& other) { return row.get(other.settings) != row.get(settings); });
}

} // namespace

StampText stamp_text(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const Settings& settings = shown.settings;
    const MethodInfo& method = methods()[static_cast<std::size_t>(settings.method)];
    StampText text;
    text.title = static_cast<char>('A' + pane) + std::string("  ") + std::string(method.label);
    // A compliance beside a stiffness: the two differ, whatever their values.
    const bool other_material =
        std::any_of(snapshot.panes.begin(), snapshot.panes.end(), [&](const lab::PaneSnapshot& other) {
            return methods()[static_cast<std::size_t>(other.settings.method)].has_compliance != method.has_compliance;
        });
    std::vector<std::string> common;
    for (const SettingsParameter& row : settings_parameters()) {
        const std::string_view key = row.info.key;
        const bool is_material = key == (method.has_compliance ? "stretch_compliance" : "stretch_stiffness");
        const bool differing = (key != "method" && differs(snapshot, settings, row)) || (is_material && other_material);
        if (differing || key == "iterations" || key == "substeps" || is_material) {
            (differing ? text.parameters : common).push_back(parameter_text(row.info, row.get(settings)));
        }
    }
    text.parameters.insert(text.parameters.end(), common.begin(), common.end());

    const Measure& m = shown.measure;
    std::string stiffness = m.effective_stiffness ? format("%.4g N/m", *m.effective_stiffness) : std::string("-");
    stiffness += method.has_forces ? "" : " (no forces)";
    if (m.effective_stiffness && method.has_compliance && settings.stretch_compliance > 0) {
        stiffness += format(" (1/α = %.4g)", 1 / settings.stretch_compliance);
    }
    text.readings = {format("sag %.3f m", m.sag), format("strain mean %.2f %%", 100 * m.mean_strain),
                     format("max %.1f %%", 100 * m.max_strain), "effective stiffness " + stiffness};
    text.widest = {"sag 88.888 m", "strain mean 888.88 %", "max 888.8 %",
                   method.has_forces ? "effective stiffness 888888 N/m" : "effective stiffness - (no forces)"};
    if (method.has_compliance && settings.stretch_compliance > 0) {
        text.widest.back() += format(" (1/α = %.4g)", 1 / settings.stretch_compliance);
    }
    return text;
}

} // namespace xpbd::picture
