#pragma once

#include "core/control.h"
#include "core/result.h"
#include "core/settings.h"
#include "core/types.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd {

/// Value of any parameter: a scalar in [0], or up to three components. Integers, toggles and choices (index of the
/// choice) are stored exactly in the double.
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
    std::string_view key;   ///< name in files and on the command line
    std::string_view label; ///< name in the window
    std::string_view symbol =
        "";                ///< its sign in formulas and beside a pane's name: "n", "α"; "" = the label stands there
    std::string_view unit; ///< "" where it has none
    Scale scale = Scale::linear;
    double min = 0;                   ///< smallest value; on a logarithmic scale the smallest one above zero
    double max = 1;                   ///< largest value
    double slider_max = 0;            ///< right end of its slider, larger values are typed; 0 = max
    double slider_middle = 0;         ///< value in the middle of its slider, which then moves by decades; 0 = no such
    bool zero_at_left = false;        ///< logarithmic scale only: the left end of its slider is 0
    Value default_value{};            ///< per component
    int components = 1;               ///< 1 to 3
    bool zero_allowed = false;        ///< logarithmic scale only: 0 is a value of its own ("rigid", "off")
    std::string_view zero_label = ""; ///< what 0 means, for the box beside the slider
    std::span<const std::string_view> choices = {};       ///< keys of the choices
    std::span<const std::string_view> choice_labels = {}; ///< their names in the window; empty = the keys
    bool advanced = false;         ///< not among what is seen first: for those who know the method
    std::string_view tooltip = ""; ///< meaning and what to expect when it moves
    std::string_view formula = ""; ///< the formula it enters

    double slider_end() const { return slider_max > 0 ? slider_max : max; }
};

/// A parameter of one pane, with access to its field.
struct SettingsParameter {
    ParameterInfo info;
    double (*get)(const Settings&);
    void (*set)(Settings&, double);
};

/// What all panes share, besides the scene.
struct World {
    double dt = 1.0 / 60;      ///< frame timestep [s]
    Vec3 gravity{0, -9.81, 0}; ///< [m/s^2]
    Vec3 wind{0};              ///< velocity of the air [m/s]; zero = no air

    bool operator==(const World&) const = default;
};

/// What the world does to a body, and the user's hand.
inline Control control_of(const World& world, std::vector<Grab> grabs = {}) {
    return {world.gravity, std::move(grabs), world.wind};
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

/// The row with this key, or null.
const SettingsParameter* find_settings_parameter(std::string_view key);
const WorldParameter* find_world_parameter(std::string_view key);

/// Sets the field with this key, under the checks of its row: a finite number, within the range, whole where that is
/// needed; a choice is its index. A fault changes nothing, and its one line begins with the key: "iterations: 2.5 is
/// not a whole number; allowed is 1 to 100000 (whole)". An unknown key names the nearest one.
Status set(Settings& settings, std::string_view key, double value);
/// The same from text, as parse_value() reads it: "1e-4", "1/60", "true", a choice's key.
Status set(Settings& settings, std::string_view key, std::string_view text);

/// Checks number, range and choice. The error says what would be right, without naming the place.
Status validate(const ParameterInfo& info, const Value& value);
/// Reads a value as `--set` takes it: a number, a quotient of two numbers (1/60), a choice's key, `true`/`false`,
/// components joined by `x` or `,`.
/// The value is validated.
Result<Value> parse_value(const ParameterInfo& info, std::string_view text);
/// Writes a value so that parse_value reads back the same bits.
std::string format_value(const ParameterInfo& info, const Value& value);
/// Name of a choice in the window.
std::string_view choice_label(const ParameterInfo& info, std::size_t choice);
/// One line on what is allowed, for messages and tables: "1 to 200", "0 or 1e-12 to 1", "pbd | xpbd".
std::string allowed_range(const ParameterInfo& info);

/// Shortest text that reads back to the same double.
std::string format_number(double value);
/// The candidate nearest to `word` by edit distance, or "" where none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

} // namespace xpbd
