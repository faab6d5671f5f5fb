#include "lab/looks/looks.h"

#include "core/base/find_key.h"
#include "lab/readouts/readouts.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kModes[] = {"side_by_side", "single", "ghost"};
constexpr std::string_view kPanes[] = {"a", "b", "c", "d", "e", "f"};
constexpr std::string_view kThemes[] = {"dark", "light"};
constexpr std::string_view kThemeAbouts[] = {"For screens.", "For projectors and print."};
constexpr std::string_view kBodies[] = {"shaded", "wireframe", "constraints"};
constexpr std::string_view kBodyAbouts[] = {"The body under the light of the stage.", "The edges of its triangles.",
                                            "What the solver projects: edges, diagonals, bends."};
constexpr std::string_view kPrints[] = {"plain", "stripes", "check"};
constexpr std::string_view kPrintAbouts[] = {
    "The weave alone.", "Along the rest shape: they show how far the cloth stretches across them.",
    "Squares of the rest shape: they show stretch and shear without any colour map."};
constexpr std::string_view kCompared[] = {"first", "a", "b", "c", "d", "e", "f"};
constexpr std::string_view kComparedLabels[] = {
    "The first other pane", "Pane A", "Pane B", "Pane C", "Pane D", "Pane E", "Pane F"};
constexpr std::string_view kScene = "scene"; ///< the choice that leaves a look to the scene
constexpr double kLargestEnd = 1e18;         ///< largest end of a colour range [SI]

/// The choice kScene, followed by the keys of a table's rows.
template <class Table, class Row>
std::vector<std::string_view> scene_or(const Table& table, std::string_view Row::*key) {
    std::vector<std::string_view> keys = {kScene};
    for (const auto& row : table) {
        keys.push_back(row.*key);
    }
    return keys;
}

Words colour_keys() {
    static const auto keys = scene_or(colourings(), &ColouringInfo::key);
    return keys;
}

Words plot_keys() {
    static const auto keys = [] {
        auto all = scene_or(readouts(), &Readout::key);
        all.insert(all.end(), {kDualByIteration, kPrimalByIteration});
        return all;
    }();
    return keys;
}

LookRow made(ParameterInfo info, std::function<Value(const Looks&)> get,
             std::function<void(Looks&, const Value&)> set) {
    info.default_value = get(Looks{});
    info.max = info.choices.empty() ? info.max : static_cast<double>(info.choices.size() - 1);
    return {.info = info, .get = std::move(get), .set = std::move(set)};
}

/// The row of the member `field` of Looks, an integer, enumerator or bool. `first`: the member's value at choice 0.
template <auto field, int first = 0>
LookRow of(const ParameterInfo& info, std::string_view group, LookNeeds needs = LookNeeds::nothing, Words abouts = {}) {
    using Type = std::remove_cvref_t<decltype(std::declval<Looks&>().*field)>;
    LookRow row = made(
        info,
        [](const Looks& looks) -> Value {
            return {static_cast<double>(looks.*field) - first, 0, 0};
        },
        [](Looks& looks, const Value& value) { looks.*field = static_cast<Type>(static_cast<int>(value[0]) + first); });
    row.group = group;
    row.needs = needs;
    row.abouts = abouts;
    return row;
}

ParameterInfo choice(std::string_view key, std::string_view label, Words choices, std::string_view tooltip,
                     Words labels = {}) {
    return {.key = key,
            .label = label,
            .unit = "",
            .scale = Scale::choice,
            .choices = choices,
            .choice_labels = labels,
            .tooltip = tooltip};
}

ParameterInfo toggle(std::string_view key, std::string_view label, std::string_view tooltip) {
    return {.key = key, .label = label, .unit = "", .scale = Scale::toggle, .tooltip = tooltip};
}

LookRow colour_row() {
    LookRow row = made(
        choice("colour", "Colour by", colour_keys(), "The quantity that the colours show."),
        [](const Looks& looks) -> Value {
            return {looks.colouring ? 1 + static_cast<double>(*looks.colouring) : 0, 0, 0};
        },
        [](Looks& looks, const Value& value) {
            const int choice = static_cast<int>(value[0]);
            looks.colouring = choice > 0 ? std::optional(static_cast<Colouring>(choice - 1)) : std::nullopt;
        });
    row.group = "Colour";
    return row;
}

LookRow range_row(const ColouringInfo& of, std::string_view key) {
    const auto place = static_cast<std::size_t>(of.colouring);
    LookRow row = made(
        {.key = key,
         .label = of.label,
         .unit = of.factor == 1 ? of.unit : "1",
         .min = -kLargestEnd,
         .max = kLargestEnd,
         .components = 2,
         .tooltip = "Where the colours of this quantity begin and end; 0 and 0: as the scene suggests."},
        [place](const Looks& looks) {
            const std::optional<ColourRange>& range = looks.own_range[place];
            return range ? Value{range->low, range->high, 0} : Value{};
        },
        [place](Looks& looks, const Value& value) {
            const bool own = value[0] != 0 || value[1] != 0;
            looks.own_range[place] = own ? std::optional(ColourRange{value[0], value[1]}) : std::nullopt;
        });
    row.is_option = false;
    return row;
}

LookRow plot_row(std::size_t slot, std::string_view key) {
    LookRow row = made(
        choice(key, "Plot", plot_keys(), "A readout in the plots, from the left."),
        [slot](const Looks& looks) -> Value {
            const Words keys = plot_keys();
            const auto found = std::find(keys.begin(), keys.end(), looks.plots[slot]);
            return {found == keys.end() ? 0 : static_cast<double>(found - keys.begin()), 0, 0};
        },
        [slot](Looks& looks, const Value& value) {
            looks.plots[slot] = value[0] > 0 ? plot_keys()[static_cast<std::size_t>(value[0])] : "";
        });
    row.is_option = false;
    return row;
}

std::vector<LookRow> make_looks() {
    using L = Looks;
    using Needs = LookNeeds;
    std::vector<LookRow> rows = {
        of<&L::mode>(choice("view", "View", kModes, "The panes side by side, one alone, or one over all."), ""),
        of<&L::active_pane>(choice("pane", "Pane", kPanes, "The pane in front, for single and ghost."), ""),
        of<&L::body>(choice("body", "Body", kBodies, "How bodies are drawn."), "Look", Needs::nothing, kBodyAbouts),
        of<&L::print>(choice("print", "Print on the cloth", kPrints, "A pattern on a cloth."), "Look", Needs::nothing,
                      kPrintAbouts),
        of<&L::theme>(choice("theme", "Theme", kThemes, "The colours of stage and window."), "Look", Needs::nothing,
                      kThemeAbouts),
        of<&L::rest_outline>(
            toggle("rest_outline", "Shape at the start as an outline", "The shape at the start, as an outline."),
            "Look"),
        of<&L::warp>(toggle("warp", "Warp direction", "The direction of a fabric's warp, as strokes on it."), "Look",
                     Needs::fabric),
        of<&L::contact_forces>(
            toggle("contact_forces", "Contact forces as arrows", "The forces of contacts on the body, as arrows."),
            "Look", Needs::forces),
        of<&L::ground>(toggle("ground", "Ground", "The ground below the bodies."), "Look"),
        of<&L::shadow>(toggle("shadow", "Shadow", "The shadow of the bodies."), "Look"),
        colour_row(),
        of<&L::isolines>(toggle("isolines", "Lines of equal value", "Lines of equal value over the colours."), "Colour",
                         Needs::range),
        of<&L::overlay>(toggle("ghost", "Ghost of another pane in every pane",
                               "The shape of another pane in every pane, translucent."),
                        "Ghost", Needs::panes),
        of<&L::other_pane, -1>(choice("compare", "Ghost and distance", kCompared,
                                      "The pane whose ghost and distance are shown.", kComparedLabels),
                               "Ghost", Needs::panes),
        of<&L::ruler>(toggle("ruler", "Ruler for the sag", "The ruler for the sag beside a body."), "Ruler"),
        of<&L::stamp>(toggle("stamp", "Stamp with method and values",
                             "The methods and measured values beside the panes of a picture."),
                      "Screenshot"),
        of<&L::paper>(
            toggle("paper", "For print: white, without grid", "White pictures with black letters, without a grid."),
            "Screenshot"),
    };
    rows.back().is_option = false;        // `shot` sets it with --style instead
    static std::vector<std::string> keys; // the rows contain views of these strings
    keys.reserve(kColouringCount + kPlotSlots);
    for (const ColouringInfo& info : colourings()) {
        if (info.colouring != Colouring::material) {
            rows.push_back(range_row(info, keys.emplace_back(std::string(info.key) + "_range")));
        }
    }
    for (std::size_t slot = 0; slot < kPlotSlots; ++slot) {
        rows.push_back(plot_row(slot, keys.emplace_back("plot_" + std::to_string(slot + 1))));
    }
    return rows;
}

} // namespace

std::span<const LookRow> looks() {
    static const std::vector<LookRow> rows = make_looks();
    return rows;
}

const LookRow* find_look(std::string_view key) {
    return find_key(looks(), key);
}

} // namespace xpbd::lab
