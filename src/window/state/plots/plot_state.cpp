#include "window/state/plots/plot_state.h"

#include "lab/readouts/readouts.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <vector>

namespace xpbd::window {

std::string plot_key(const lab::Looks& looks, std::size_t slot, std::string_view scene) {
    if (!looks.plots[slot].empty()) {
        return looks.plots[slot];
    }
    if (slot + 1 == lab::kPlotSlots) {
        return std::string(lab::kDualByIteration);
    }
    const auto& readouts = scenes::find_scene(scene)->readouts;
    std::vector<std::string_view> keys;
    for (const scenes::SceneReadout& named : readouts) {
        const bool beneath = std::any_of(readouts.begin(), readouts.end(), [&](const scenes::SceneReadout& other) {
            return lab::find_readout(other.key)->exact == named.key;
        });
        if (!beneath) { // else the plot of the other readout shows it
            keys.push_back(named.key);
        }
    }
    for (const std::string_view common : {"total_energy", "mean_strain", "kinetic_energy", "momentum"}) {
        if (std::find(keys.begin(), keys.end(), common) == keys.end()) {
            keys.push_back(common);
        }
    }
    return std::string(keys[slot]);
}

} // namespace xpbd::window
