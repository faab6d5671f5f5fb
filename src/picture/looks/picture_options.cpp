#include "picture/looks/picture_options.h"

#include "core/base/find_key.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/scenes.h"

namespace xpbd::picture {

render::Theme theme_of(const PictureOptions& options) {
    return options.paper ? render::Theme::paper : static_cast<render::Theme>(options.theme);
}

ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options) {
    const Colouring colouring = colouring_of(snapshot.scene, options);
    const std::optional<ColourRange>& own = options.own_range[static_cast<std::size_t>(colouring)];
    return {&colouring_info(colouring), own ? *own : suggested_range(snapshot, colouring), is_fabric(snapshot)};
}

Colouring colouring_of(const scenes::SceneSpec& scene, const lab::Looks& looks) {
    if (looks.colouring) {
        return *looks.colouring;
    }
    const scenes::SceneInfo* info = scenes::find_scene(scene.name);
    const std::string_view key = info != nullptr ? info->colour : scenes::SceneInfo{}.colour;
    const ColouringInfo* found = find_key(colourings(), key);
    const ColouringInfo& row = found != nullptr ? *found : colouring_info(Colouring::stretch);
    return row.needs_fabric && !scenes::fabric_of(scene) ? Colouring::tension : row.colouring;
}

namespace {

/// True if the picture shows forces.
bool shows_forces(const scenes::SceneSpec& scene, const PictureOptions& options) {
    return options.contact_forces || colouring_info(colouring_of(scene, options)).needs_forces;
}

} // namespace

bool needs_forces(const scenes::SceneSpec& scene, const PictureOptions& options) {
    // BodyStyle::constraints draws each constraint as a line whose width depends on its tension.
    return shows_forces(scene, options) || options.body == lab::BodyStyle::constraints;
}

std::string missing_forces(const lab::Snapshot& snapshot, int pane, const PictureOptions& options) {
    const scenes::SceneSpec& scene = snapshot.scene;
    if (colouring_info(colouring_of(scene, options)).needs_fabric && !is_fabric(snapshot)) {
        return std::string(kNoFabric);
    }
    return shows_forces(scene, options) ? no_forces_reason(snapshot.panes[static_cast<std::size_t>(pane)].settings)
                                        : "";
}

} // namespace xpbd::picture
