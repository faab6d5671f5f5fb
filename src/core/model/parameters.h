#pragma once

// The tables of parameters of a pane and of the world: ranges, units, texts, and access to the fields.

#include "core/base/result.h"
#include "core/base/types.h"
#include "core/model/control.h"
#include "core/model/settings.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd {

/// Value of a parameter: a scalar in component 0, or up to three components. Integers, toggles and choices (index of
/// the choice) are stored exactly in the double.
using Value = std::array<double, 3>;

/// How a parameter is edited and checked.
enum class Scale {
    linear,      ///< real number
    logarithmic, ///< real number over decades: the slider moves its logarithm
    integer,
    choice, ///< one of `choices`
    toggle, ///< 0 or 1
};

/// One row of a parameter table: sliders, JSON, `--set`, `list parameters` and REFERENCE.md all come from it.
struct ParameterInfo {
    std::string_view key;         ///< name in files and on the command line
    std::string_view label;       ///< name in the window
    std::string_view symbol = ""; ///< in formulas and beside a pane's name: "n", "α"; "": the label is used instead
    std::string_view unit;        ///< "" if it has no unit
    Scale scale = Scale::linear;
    double min = 0;        ///< smallest value; on a logarithmic scale the smallest value above zero
    double max = 1;        ///< largest value
    double slider_max = 0; ///< right end of its slider; larger values must be typed; 0: max
    double slider_middle =
        0; ///< value in the middle of its slider, whose scale is then logarithmic; 0: the slider is linear
    bool zero_at_left = false;                            ///< logarithmic scale only: the left end of its slider is 0
    Value default_value{};                                ///< per component
    int components = 1;                                   ///< 1 to 3
    bool zero_allowed = false;                            ///< logarithmic scale only: 0 is allowed too ("rigid", "off")
    std::string_view zero_label = "";                     ///< what 0 means, for the box beside the slider
    std::span<const std::string_view> choices = {};       ///< keys of the choices
    std::span<const std::string_view> choice_labels = {}; ///< labels of the choices in the window; empty: the keys
    bool advanced = false;                                ///< hidden at first: for experienced users
    std::string_view tooltip = "";                        ///< meaning, and effect of a change
    std::string_view formula = "";                        ///< the formula that contains the parameter

    double slider_end() const { return slider_max > 0 ? slider_max : max; }
};

/// A parameter of one pane, with access to its field.
struct SettingsParameter {
    ParameterInfo info;
    double (*get)(const Settings&);
    void (*set)(Settings&, double);
};

/// Parameters that all panes share, besides the scene.
struct World {
    double dt = 1.0 / 60;      ///< frame timestep [s]
    Vec3 gravity{0, -9.81, 0}; ///< [m/s^2]
    Vec3 wind{0};              ///< velocity of the air [m/s]; zero: no air

    bool operator==(const World&) const = default;
};

/// The world's influences on a body, and the user's hand.
inline Control control_of(const World& world, Hand hand = {}) {
    return {world.gravity, std::move(hand), world.wind};
}

/// A parameter of the world, with access to its field.
struct WorldParameter {
    ParameterInfo info;
    Value (*get)(const World&);
    void (*set)(World&, const Value&);
};

/// Every field of Settings, once, in display order.
std::span<const SettingsParameter> settings_parameters();
/// Every field of World, once.
std::span<const WorldParameter> world_parameters();
/// Names of the engines; Settings::engine is the index.
std::span<const std::string_view> engine_names();

/// The row with this key; null if there is no such row.
const SettingsParameter* find_settings_parameter(std::string_view key);
const WorldParameter* find_world_parameter(std::string_view key);

/// Sets the field with this key, if `value` passes the checks of its row: a finite number, within the range, whole if
/// needed; a choice is given by its index. Otherwise the settings are unchanged, and the one-line error begins with the
/// key: "iterations: 2.5 is not a whole number; allowed is 1 to 100000 (whole)". For an unknown key the error names the
/// nearest key.
Status set(Settings& settings, std::string_view key, double value);
/// Sets the field from a text in the format of parse_value(): "1e-4", "1/60", "true", a choice's key.
Status set(Settings& settings, std::string_view key, std::string_view text);

/// Checks number, range and choice. The error states the allowed values, and does not name the parameter.
Status validate(const ParameterInfo& info, const Value& value);
/// Reads a value in the format of `--set`: a number, a quotient of two numbers (1/60), a choice's key, `true`/`false`,
/// or components separated by `x` or `,`. The value is validated.
Result<Value> parse_value(const ParameterInfo& info, std::string_view text);
/// Writes a value; parse_value() reads back the same bits.
std::string format_value(const ParameterInfo& info, const Value& value);
/// Label of a choice in the window.
std::string_view choice_label(const ParameterInfo& info, std::size_t choice);
/// Allowed values in one line, for messages and tables: "1 to 200", "0 or 1e-12 to 1", "pbd | xpbd".
std::string allowed_range(const ParameterInfo& info);

/// Shortest text that reads back to the same double.
std::string format_number(double value);
/// The candidate nearest to `word` by edit distance; "" if no candidate is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);
/// The end of an error message about an unknown word: "; did you mean \"X\"?" with the nearest candidate, or "".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace xpbd
