#pragma once

#include "window/state/plots/plot_series.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::window {

inline constexpr std::size_t kPlotSlots = 5; ///< plots that a wide drawer has room for

/// The part of the x axis that shows, in the axis' own coordinates (log10 where logarithmic).
struct PlotZoom {
    bool zoomed = false;
    double low = 0;
    double high = 0;
};

/// Contents of a plot that are not rows of lab::readouts(): residuals over the iterations of the last step.
inline constexpr std::string_view kDualByIteration = "residual_dual/iteration";
inline constexpr std::string_view kPrimalByIteration = "residual_primal/iteration";
inline bool by_iteration(std::string_view key) {
    return key == kDualByIteration || key == kPrimalByIteration;
}

/// What the drawer's plots show.
struct PlotState {
    PlotSeries series;
    /// Per plot, as chosen: a row of lab::readouts(), or a residual by iteration; "" = the default of plot_key().
    std::array<std::string, kPlotSlots> shown{};
    std::array<PlotZoom, kPlotSlots> zoom{};
    unsigned hidden = 0; ///< bit per pane whose lines are hidden
};

/// The key of a plot: as chosen, else the dual residual (last plot), a readout of the scene, or a common one.
std::string plot_key(const PlotState& plots, std::size_t slot, std::string_view scene);

} // namespace xpbd::window
