#include "lab/run/shown_readouts.h"

#include <limits>

namespace xpbd::lab {

std::vector<ShownReadout> shown_readouts(const Snapshot& snapshot, int pane) {
    const std::vector<double>& readings = snapshot.panes[static_cast<std::size_t>(pane)].readings;
    std::vector<ShownReadout> shown;
    for (const scenes::SceneReadout& named : scenes::find_scene(snapshot.scene.name)->readouts) {
        const Readout& row = *find_readout(named.key);
        const std::size_t place = place_of(row);
        shown.push_back(
            {row.key, named.label.empty() ? row.label : named.label, row.shown_unit,
             named.tooltip.empty() ? row.tooltip : named.tooltip,
             place < readings.size() ? row.factor * readings[place] : std::numeric_limits<double>::quiet_NaN()});
    }
    return shown;
}

} // namespace xpbd::lab
