#include "picture/text/stamp_text.h"

#include "core/base/excerpt.h"
#include "core/model/method_traits.h"
#include "lab/run/snapshot.h"
#include "lab/text/body_unit.h"
#include "lab/text/number_text.h"
#include "picture/text/badges.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace xpbd::picture {
namespace {

/// Text of a parameter: "20 iterations", "mesh 16", "k = 0.04", "α = 0.005 m/N"; others by label: "bend compliance 0.1
/// rad/(N m)".
std::string parameter_text(const ParameterInfo& info, double value) {
    if (info.key == "iterations" || info.key == "substeps") {
        return counted(static_cast<std::size_t>(std::llround(value)),
                       info.key == "iterations" ? "iteration" : "substep");
    }
    if (info.key == "resolution" && value > 0) {
        return "mesh " + lab::display_value(info, value);
    }
    if ((info.key == "fabric" || info.key == "triangulation") && value > 0) {
        const std::string choice(choice_label(info, static_cast<std::size_t>(value)));
        return info.key == "fabric" ? choice : choice + " triangles";
    }
    if (info.key == "stretch_stiffness") {
        return "k = " + lab::exact_number(value);
    }
    if (info.key == "stretch_compliance") {
        return value == 0 ? "α = 0" : "α = " + lab::exact_number(value) + " m/N";
    }
    std::string name(info.label);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    const std::string shown = lab::display_value(info, value);
    return name + " " + shown.substr(0, shown.find(" ("));
}

/// True if another pane has a different value of a parameter that this pane's method reads.
bool differs(const lab::Snapshot& snapshot, const Settings& settings, const SettingsParameter& row) {
    return unused_reason(settings, *snapshot.model, row.info.key).empty() &&
           std::any_of(snapshot.panes.begin(), snapshot.panes.end(),
                       [&](const lab::PaneSnapshot& other) { return row.get(other.settings) != row.get(settings); });
}

constexpr double kWidestValue = 0.00888; ///< its text is as wide as that of the usual values, which have three digits

/// Nominal stiffness of a pane's own material: "E = 2030 x 411 N/m" (warp x weft) for a fabric, "EA = 9680 N" for a
/// rope; "" for springs.
std::string own_material(const lab::PaneSnapshot& shown) {
    if (shown.model->rope) {
        return "EA = " + lab::short_number(shown.model->rope->axial) + " N";
    }
    const FabricModuli& nominal = shown.measure.nominal;
    return shown.model->fabric.empty()
               ? ""
               : "E = " + lab::short_number(nominal.warp) + " x " + lab::short_number(nominal.weft) + " N/m";
}

/// Text of a readout: "sag 0.168 m", "effective stiffness 199 N/m (1/α = 200)".
std::string reading_text(const lab::ShownReadout& reading, double value, const lab::PaneSnapshot& shown) {
    const Settings& settings = shown.settings;
    std::string text(reading.label);
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    const MethodTraits& method = method_of(settings);
    const bool stiffness = reading.key == "effective_stiffness";
    if (stiffness && !method.has_forces) {
        return text + " - (no forces)";
    }
    if (stiffness && resets_multipliers(settings)) {
        return text + " - (not measured: λ is reset)";
    }
    if (stiffness && shown.measure.out_of_balance) {
        return text + " - (not measured: no balance)";
    }
    if (!std::isfinite(value)) {
        return text + " -";
    }
    text += ' ' + lab::reading_text(value, reading.unit);
    if (stiffness && method.has_compliance && std::isfinite(shown.measure.own_stiffness)) {
        text += (shown.model->rope ? " (EA/l = " : " (E = ") + lab::short_number(shown.measure.own_stiffness) + ")";
    } else if (stiffness && method.has_compliance && settings.stretch_compliance > 0) {
        text += " (1/α = " + lab::short_number(1 / settings.stretch_compliance) + ")";
    }
    return text;
}

} // namespace

StampText stamp_text(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const Settings& settings = shown.settings;
    const MethodTraits& method = method_of(settings);
    StampText text;
    text.title = static_cast<char>('A' + pane) + std::string("  ") + std::string(method.label);
    // True if another pane has a stiffness where this one has a compliance, or the reverse: always listed as different.
    const bool other_material =
        std::any_of(snapshot.panes.begin(), snapshot.panes.end(), [&](const lab::PaneSnapshot& other) {
            return method_of(other.settings).has_compliance != method.has_compliance;
        });
    std::vector<std::string> common;
    for (const SettingsParameter& row : settings_parameters()) {
        const std::string_view key = row.info.key;
        const bool is_material = key == (method.has_compliance ? "stretch_compliance" : "stretch_stiffness");
        if (const std::string own = is_material && method.has_compliance ? own_material(shown) : ""; !own.empty()) {
            common.push_back(own);
            continue;
        }
        const bool differing = (key != "method" && differs(snapshot, settings, row)) || (is_material && other_material);
        if (differing || key == "iterations" || key == "substeps" || is_material) {
            (differing ? text.parameters : common)
                .push_back(parameter_text(lab::with_unit_of(*snapshot.model, row.info), row.get(settings)));
        }
    }
    text.parameters.insert(text.parameters.end(), common.begin(), common.end());

    for (const Badge& badge : badges(snapshot, pane)) {
        // Badges about the speed are omitted, because a picture shows the result.
        if (badge.kind != Badge::Kind::slow && badge.kind != Badge::Kind::engine) {
            text.badges.push_back(badge.text);
        }
    }
    for (const lab::ShownReadout& reading : lab::shown_readouts(snapshot, pane)) {
        text.readings.push_back(reading_text(reading, reading.value, shown));
        text.widest.push_back(reading_text(reading, kWidestValue, shown));
    }
    return text;
}

} // namespace xpbd::picture
