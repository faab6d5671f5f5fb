// Finds the parameter with which one pane behaves like another.
#pragma once

#include "core/base/stop.h"
#include "lab/files/session/session.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// A search for the stretch parameter with which a pane measures the same as another pane.
struct MatchPlan {
    Session base;
    int pane = 0;           ///< the pane whose stretch parameter is searched: k of PBD, else the compliance
    int other = 1;          ///< the pane whose measured value is the target
    std::string measure;    ///< "sag", "effective_stiffness" or "period" (of the lowest point's swing)
    int most_frames = 1200; ///< most frames per run
};

/// The result of a search.
struct MatchResult {
    std::string key;    ///< key of the parameter
    double value = 0;   ///< value of the parameter
    double wanted = 0;  ///< measured in the other pane, in the units of exported files; a period in s
    double reached = 0; ///< measured in this pane with `value`
    double error = 0;   ///< reached over wanted, minus 1
    double moving = 0;  ///< larger range of the two values in the last second, over the wanted value
    int runs = 0;
    std::string trouble; ///< reason why the target is not reached; "" if the error is below a thousandth
};

/// The possible values of MatchPlan::measure.
std::span<const std::string_view> match_measures();

/// A search in slices: bisection, accelerated by the secant method, on the measured value of the settled scene. Every
/// value is simulated until it settles, or for most_frames. The first value is from the formula for a single edge. The
/// result is valid for the session's iterations, timestep and mesh. Fails if the scene cannot be built, or if a pane
/// has no such measure. If `stop` is requested, the error is "cancelled".
class MatchSearch {
public:
    MatchSearch(MatchPlan plan, const StopToken& stop = {});
    MatchSearch(MatchSearch&&) noexcept;
    MatchSearch& operator=(MatchSearch&&) = delete;
    ~MatchSearch();

    /// Computes one frame of a run. Returns false once there is a result.
    bool step();
    /// Number of completed runs.
    int runs() const;
    /// Empty before the last step.
    const std::optional<Result<MatchResult>>& result() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Runs the whole search. `progress` receives the number of completed runs, on the calling thread.
Result<MatchResult> match(const MatchPlan& plan, const StopToken& stop = {},
                          const std::function<void(int)>& progress = {});

} // namespace xpbd::lab
