// What pictures look like: colours, ghosts, bodies, stage, quality, screenshots.
#include "window/commands/commands.h"

#include "core/model/method_traits.h"

#include <array>
#include <utility>

namespace xpbd::window {
namespace {

using S = AppState;
using N = lab::Snapshot;
using picture::PictureOptions;

/// Why no pane has forces to show; empty where one has.
std::string no_forces_anywhere(const AppState& state) {
    std::string reason;
    for (const Settings& pane : state.document.panes) {
        reason = no_forces_reason(pane);
        if (reason.empty()) {
            break;
        }
    }
    return reason;
}

PictureOptions& picture_of(AppState& state) {
    return state.stage.picture;
}

/// Adds a command that turns a setting on and off; `value` returns the setting in a state.
void add_switch(std::vector<Command>& all, AppState& state, const char* id, const char* group, const char* text,
                bool& (*value)(AppState&), std::string unavailable = "", std::string about = "") {
    const bool on = value(state);
    all.push_back({.id = id,
                   .group = group,
                   .text = text,
                   .on = on,
                   .about = std::move(about),
                   .unavailable = on ? "" : std::move(unavailable),
                   .run = [value](S& s, const N&) { value(s) = !value(s); }});
}

/// One value of a setting that has several.
struct Choice {
    const char* text;
    const char* about;
};

template <class Value, std::size_t count>
void add_choices(std::vector<Command>& all, AppState& state, const std::string& id, const char* group,
                 const std::string& setting, const std::array<Choice, count>& rows, Value& (*value)(AppState&)) {
    const Value now = value(state);
    for (std::size_t i = 0; i < count; ++i) {
        const auto choice = static_cast<Value>(i);
        all.push_back({.id = id + "." + rows[i].text,
                       .group = group,
                       .text = setting + ": " + rows[i].text,
                       .brief = rows[i].text,
                       .on = now == choice,
                       .about = rows[i].about,
                       .run = [value, choice](S& s, const N&) { value(s) = choice; }});
    }
}

} // namespace

void add_colour_commands(std::vector<Command>& all, AppState& state, bool fabric) {
    const PictureOptions& picture = state.stage.picture;
    const picture::Colouring shown = picture::colouring_of(state.document.scene, picture);
    const bool alone = state.document.panes.size() < 2;
    const std::string no_forces = no_forces_anywhere(state);
    for (const picture::ColouringInfo& row : picture::colourings()) {
        const bool difference = row.colouring == picture::Colouring::difference;
        all.push_back({.id = "colour." + std::string(row.key),
                       .group = "Colour",
                       .text = "Colour by: " + std::string(row.label_for(fabric)),
                       .brief = std::string(row.label_for(fabric)),
                       .on = shown == row.colouring,
                       .unavailable = row.needs_fabric && !fabric ? std::string(picture::kNoFabric)
                                      : row.needs_forces          ? no_forces
                                      : difference && alone       ? "there is only one pane"
                                                                  : "",
                       .run = [colouring = row.colouring](S& s, const N&) { picture_of(s).colouring = colouring; }});
    }
    const auto own = [shown](auto& options) -> auto& {
        return options.own_range[static_cast<std::size_t>(shown)];
    };
    const std::string no_range = shown == picture::Colouring::material ? "the material has no range of colours" : "";
    all.push_back({.id = "colour_range.suggested",
                   .group = "Colour",
                   .text = "Colour range: as the scene suggests",
                   .on = !own(picture) && no_range.empty(),
                   .unavailable = no_range,
                   .run = [own](S& s, const N&) { own(picture_of(s)).reset(); }});
    all.push_back({.id = "colour_range.fit",
                   .group = "Colour",
                   .text = "Colour range: fit to the values now",
                   .unavailable = no_range,
                   .run = [own, shown](S& s, const N& n) {
                       PictureOptions& options = picture_of(s);
                       own(options) = picture::fitted_range(n, shown, options.other_pane);
                   }});
    add_switch(
        all, state, "isolines", "Colour", "Lines of equal value",
        [](S& s) -> bool& { return picture_of(s).look.isolines; }, no_range);

    const std::string one = alone ? "there is only one pane" : "";
    add_switch(
        all, state, "compare.ghost", "Ghost", "Ghost of another pane in every pane",
        [](S& s) -> bool& { return picture_of(s).overlay; }, one);
    all.push_back({.id = "compare.other",
                   .group = "Ghost",
                   .text = "Ghost and distance of: the first other pane",
                   .brief = "Of the first other pane",
                   .on = picture.other_pane < 0,
                   .unavailable = one,
                   .run = [](S& s, const N&) { picture_of(s).other_pane = -1; }});
    for (int pane = 0; pane < static_cast<int>(state.document.panes.size()); ++pane) {
        all.push_back({.id = "compare." + pane_label(pane),
                       .group = "Ghost",
                       .text = "Ghost and distance of: pane " + pane_label(pane),
                       .brief = "Of pane " + pane_label(pane),
                       .on = picture.other_pane == pane,
                       .unavailable = one,
                       .run = [pane](S& s, const N&) { picture_of(s).other_pane = pane; }});
    }
    add_switch(all, state, "ruler", "Ruler", "Ruler for the sag", [](S& s) -> bool& { return picture_of(s).ruler; });
}

void add_look_commands(std::vector<Command>& all, AppState& state, bool fabric) {
    constexpr std::array<Choice, 3> kStyles = {{{"Shaded", "The body under the light of the stage."},
                                                {"Wireframe", "The edges of its triangles."},
                                                {"Constraints", "What the solver projects: edges, diagonals, bends."}}};
    add_choices(
        all, state, "style", "Look", "Body", kStyles,
        +[](S& s) -> render::BodyStyle& { return picture_of(s).look.style; });
    constexpr std::array<Choice, 3> kPrints = {
        {{"Plain", "The weave alone."},
         {"Stripes", "Along the rest shape: they show how far the cloth stretches across them."},
         {"Check", "Squares of the rest shape: they show stretch and shear without any colour map."}}};
    add_choices(
        all, state, "print", "Look", "Print on the cloth", kPrints,
        +[](S & s) -> auto& { return picture_of(s).look.print; });
    constexpr std::array<Choice, 4> kQualities = {
        {{"Automatic", "What this machine draws in time; high at rest. Screenshots: high, or medium without a graphics "
                       "card."},
         {"Low", "One shadow sample, no ambient occlusion."},
         {"Medium", "Soft shadows that harden towards contact, the weave, ambient occlusion at half resolution."},
         {"High", "More samples, a finer shadow map, finer ambient occlusion."}}};
    add_choices(
        all, state, "quality", "Look", "Picture quality", kQualities,
        +[](S& s) -> QualityChoice& { return s.preferences.quality; });
    add_switch(all, state, "rest_outline", "Look", "Shape at the start as an outline",
               [](S& s) -> bool& { return picture_of(s).rest_outline; });
    add_switch(
        all, state, "warp", "Look", "Warp direction", [](S& s) -> bool& { return picture_of(s).warp; },
        fabric ? "" : std::string(picture::kNoFabric));
    add_switch(
        all, state, "contact_forces", "Look", "Contact forces as arrows",
        [](S& s) -> bool& { return picture_of(s).contact_forces; }, no_forces_anywhere(state));
    add_switch(all, state, "ground", "Look", "Ground", [](S& s) -> bool& { return picture_of(s).look.ground; });
    add_switch(all, state, "shadow", "Look", "Shadow", [](S& s) -> bool& { return picture_of(s).look.shadow; });
    for (const bool light : {false, true}) {
        const render::Theme theme = light ? render::Theme::light : render::Theme::dark;
        all.push_back({.id = light ? "theme.Light" : "theme.Dark",
                       .group = "Look",
                       .text = light ? "Theme: light" : "Theme: dark",
                       .brief = light ? "Light" : "Dark",
                       .on = state.preferences.theme == theme,
                       .about = light ? "For projectors and print." : "For screens.",
                       .run = [theme](S& s, const N&) {
                           s.preferences.theme = theme;
                           picture_of(s).look.theme = theme;
                       }});
    }
}

void add_screenshot_commands(std::vector<Command>& all, AppState& state) {
    const Preferences& preferences = state.preferences;
    constexpr std::array<const char*, 3> kSizes = {"Size of the panes", "1920 x 1080", "3840 x 2160 (4K)"};
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        const auto size = static_cast<ShotSize>(i);
        all.push_back({.id = "size." + std::to_string(i),
                       .group = "Screenshot",
                       .text = std::string("Size of screenshots: ") + kSizes[i],
                       .brief = kSizes[i],
                       .on = preferences.shot_size == size,
                       .run = [size](S& s, const N&) { s.preferences.shot_size = size; }});
    }
    const std::string custom =
        "Custom: " + std::to_string(preferences.shot_width) + " x " + std::to_string(preferences.shot_height) + " …";
    all.push_back({.id = "size.custom",
                   .group = "Screenshot",
                   .text = "Size of screenshots: " + custom,
                   .brief = custom,
                   .on = preferences.shot_size == ShotSize::custom,
                   .run = [](S& s, const N&) { s.show_shot_size = true; }});
    all.push_back(
        {.id = "shot_folder", .group = "Screenshot", .text = "Folder of screenshots …", .run = [](S& s, const N&) {
             s.show_shot_size = true;
         }});
    all.push_back({.id = "shot_options",
                   .group = "Screenshot",
                   .text = "Size, supersampling and folder …",
                   .run = [](S& s, const N&) { s.show_shot_size = true; }});
    for (int factor = 1; factor <= 4; ++factor) {
        const std::string text = std::to_string(factor) + "x";
        all.push_back({.id = "supersampling." + std::to_string(factor),
                       .group = "Screenshot",
                       .text = "Supersampling of screenshots: " + text,
                       .brief = text,
                       .on = preferences.supersampling == factor,
                       .run = [factor](S& s, const N&) { s.preferences.supersampling = factor; }});
    }
    add_switch(all, state, "stamp", "Screenshot", "Stamp with method and values",
               [](S& s) -> bool& { return picture_of(s).stamp; });
    add_switch(all, state, "paper", "Screenshot", "For print: white, without grid",
               [](S& s) -> bool& { return picture_of(s).paper; });
}

} // namespace xpbd::window
