#pragma once

#include "render/renderer.h"

#include <array>
#include <string_view>

namespace xpbd::window {

/// Chooses the best quality that this driver draws in time, by the measured drawing times of the panes. A software
/// renderer starts at low and stays there: it shares its cores with the solvers.
class AutomaticQuality {
public:
    /// `driver`: the name from Renderer::driver().
    explicit AutomaticQuality(std::string_view driver);

    render::Quality quality() const { return quality_; }
    /// Quality of screenshots.
    render::Quality saved_quality() const { return software_ ? render::Quality::medium : render::Quality::high; }
    /// Quality of films: lower without a graphics card, because the recording waits for every picture.
    render::Quality film_quality() const { return software_ ? render::Quality::low : render::Quality::high; }
    /// True where the next picture should be timed: until the GPU has finished it, which costs a wait.
    bool is_timing_due(double now) const { return !software_ && now >= next_; }
    /// Takes in the `seconds` in which `pixels` were drawn. Steps down after two slow pictures in a row, and up after
    /// four quick ones, but not to a quality that was too slow before for that many pixels.
    void observe(double now, double seconds, double pixels);

private:
    bool software_;
    render::Quality quality_;
    int slow_ = 0, quick_ = 0; ///< pictures in a row
    double next_ = 0;          ///< when the next picture is timed [s]
    /// For each quality the fewest pixels for which that quality was too slow.
    std::array<double, 3> too_many_;
};

} // namespace xpbd::window
