// What pictures look like: colours, ghosts, bodies, stage, quality, screenshots.
#include "window/commands/commands.h"

#include "core/model/method_traits.h"

#include <array>
#include <cctype>
#include <cstddef>

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

/// Why a look would not be seen now; empty if it would.
std::string unseen(const AppState& state, lab::LookNeeds needs, bool fabric) {
    switch (needs) {
    case lab::LookNeeds::nothing:
        break;
    case lab::LookNeeds::fabric:
        return fabric ? "" : std::string(picture::kNoFabric);
    case lab::LookNeeds::forces:
        return no_forces_anywhere(state);
    case lab::LookNeeds::range:
        return picture::colouring_of(state.document.scene, state.stage.picture) == picture::Colouring::material
                   ? "the material has no range of colours"
                   : "";
    case lab::LookNeeds::panes:
        return state.document.panes.size() > 1 ? "" : "there is only one pane";
    }
    return "";
}

/// Sets a look. The theme is the user's preference, too.
void set_look(AppState& state, const lab::LookRow& row, double value) {
    row.set(picture_of(state), {value, 0, 0});
    if (row.info.key == "theme") {
        state.preferences.theme = state.theme();
    }
}

void add_toggle(std::vector<Command>& all, const AppState& state, const lab::LookRow& row, bool fabric) {
    const bool on = row.get(state.stage.picture)[0] != 0;
    all.push_back({.id = std::string(row.info.key),
                   .group = std::string(row.group),
                   .text = std::string(row.info.label),
                   .on = on,
                   .about = std::string(row.info.tooltip),
                   .unavailable = on ? "" : unseen(state, row.needs, fabric),
                   .run = [&row, on](S& s, const N&) { set_look(s, row, on ? 0 : 1); }});
}

void add_choice(std::vector<Command>& all, const AppState& state, const lab::LookRow& row, std::size_t choice,
                bool fabric) {
    std::string label(choice_label(row.info, choice));
    label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
    all.push_back({.id = std::string(row.info.key) + "." + std::string(row.info.choices[choice]),
                   .group = std::string(row.group),
                   .text = std::string(row.info.label) + ": " + label,
                   .brief = label,
                   .on = static_cast<std::size_t>(row.get(state.stage.picture)[0]) == choice,
                   .about = row.abouts.empty() ? "" : std::string(row.abouts[choice]),
                   .unavailable = unseen(state, row.needs, fabric),
                   .run = [&row, choice](S& s, const N&) { set_look(s, row, static_cast<double>(choice)); }});
}

/// Adds the quantities, with their names on this body. If the user has chosen none, the scene's suggestion is on.
void add_colours(std::vector<Command>& all, const AppState& state, const lab::LookRow& row, bool fabric) {
    const picture::Colouring shown = picture::colouring_of(state.document.scene, state.stage.picture);
    for (const picture::ColouringInfo& info : picture::colourings()) {
        add_choice(all, state, row, 1 + static_cast<std::size_t>(info.colouring), fabric);
        const std::string label(info.label_for(fabric));
        Command& command = all.back();
        command.text = std::string(row.info.label) + ": " + label;
        command.brief = label;
        command.on = shown == info.colouring;
        using Needs = lab::LookNeeds;
        command.unavailable = info.needs_fabric && !fabric                       ? unseen(state, Needs::fabric, fabric)
                              : info.needs_forces                                ? unseen(state, Needs::forces, fabric)
                              : info.colouring == picture::Colouring::difference ? unseen(state, Needs::panes, fabric)
                                                                                 : "";
    }
}

void add_ranges(std::vector<Command>& all, const AppState& state) {
    const picture::Colouring shown = picture::colouring_of(state.document.scene, state.stage.picture);
    const auto own = [shown](auto& options) -> auto& {
        return options.own_range[static_cast<std::size_t>(shown)];
    };
    const std::string no_range = unseen(state, lab::LookNeeds::range, false);
    all.push_back({.id = "colour_range.suggested",
                   .group = "Colour",
                   .text = "Colour range: as the scene suggests",
                   .on = !own(state.stage.picture) && no_range.empty(),
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
}

} // namespace

void add_look_commands(std::vector<Command>& all, AppState& state, bool fabric) {
    for (const lab::LookRow& row : lab::looks()) {
        if (row.group.empty()) {
            continue;
        }
        if (row.info.scale == Scale::toggle) {
            add_toggle(all, state, row, fabric);
        } else if (row.info.key == "colour") {
            add_colours(all, state, row, fabric);
            add_ranges(all, state);
        } else {
            // The row `compare`: its first choice, and a choice for each pane that exists.
            const std::size_t count =
                row.needs == lab::LookNeeds::panes ? 1 + state.document.panes.size() : row.info.choices.size();
            for (std::size_t choice = 0; choice < count; ++choice) {
                add_choice(all, state, row, choice, fabric);
            }
        }
    }
    constexpr std::array<std::array<const char*, 2>, 4> kQualities = {
        {{"Automatic", "What this machine draws in time; high at rest. Screenshots: high, or medium without a graphics "
                       "card."},
         {"Low", "One shadow sample, no ambient occlusion."},
         {"Medium", "Soft shadows that harden towards contact, the weave, ambient occlusion at half resolution."},
         {"High", "More samples, a finer shadow map, finer ambient occlusion."}}};
    for (std::size_t i = 0; i < kQualities.size(); ++i) {
        const auto& [text, about] = kQualities[i];
        const auto quality = static_cast<QualityChoice>(i);
        all.push_back({.id = std::string("quality.") + text,
                       .group = "Look",
                       .text = std::string("Picture quality: ") + text,
                       .brief = text,
                       .on = state.preferences.quality == quality,
                       .about = about,
                       .run = [quality](S& s, const N&) { s.preferences.quality = quality; }});
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
}

} // namespace xpbd::window
