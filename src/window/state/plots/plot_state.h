#pragma once

#include "lab/looks/looks.h"
#include "window/state/plots/plot_series.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::window {

/// The part of the x axis that shows, in the axis' own coordinates (log10 where logarithmic).
struct PlotZoom {
    bool zoomed = false;
    double low = 0;
    double high = 0;
};

/// True for the key of a residual that is plotted over the iterations of the last step.
inline bool by_iteration(std::string_view key) {
    return key == lab::kDualByIteration || key == lab::kPrimalByIteration;
}

/// The drawer's plots. lab::Looks::plots holds which readouts they show.
struct PlotState {
    PlotSeries series;
    std::array<PlotZoom, lab::kPlotSlots> zoom{};
    unsigned hidden = 0; ///< bit per pane whose lines are hidden
};

/// The key of a plot: as chosen, else the dual residual (last plot), a readout of the scene, or a common one.
std::string plot_key(const lab::Looks& looks, std::size_t slot, std::string_view scene);

} // namespace xpbd::window
