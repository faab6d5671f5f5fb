#pragma once

#include "core/stop.h"
#include "lab/files/session/session.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// What one pane is to be given so that it measures as another.
struct MatchPlan {
    Session base;
    int pane = 0;           ///< whose stretch parameter is sought: k of PBD, compliance of the others
    int other = 1;          ///< whose measured value is wanted
    std::string measure;    ///< "sag", "effective_stiffness" or "period": of the swing of the lowest point
    int most_frames = 1200; ///< of a run
};

/// What a search has reached.
struct MatchResult {
    std::string key;    ///< of the parameter
    double value = 0;   ///< of it
    double wanted = 0;  ///< measured in the other pane, in files' units; a period in s
    double reached = 0; ///< measured in this pane with `value`
    double error = 0;   ///< reached over wanted, less 1
    double moving = 0;  ///< how far the two values still moved in the last second, over the wanted one
    int runs = 0;
    std::string trouble; ///< why it is not met; "" where the error is below a thousandth
};

/// The measures that a plan can name.
std::span<const std::string_view> match_measures();

/// A search in slices: by bisection, quickened by the secant, on what the settled scene measures: every value is
/// run until it stands still, or for most_frames. The start is the closed form of a single edge. The result holds for
/// the session's iterations, timestep and mesh. Fails where the scene cannot be built, or a pane measures nothing.
/// Where `stop` is requested: an error "cancelled".
class MatchSearch {
public:
    MatchSearch(MatchPlan plan, const StopToken& stop = {});
    MatchSearch(MatchSearch&&) noexcept;
    MatchSearch& operator=(MatchSearch&&) = delete;
    ~MatchSearch();

    /// One frame of a run; false once there is a result.
    bool step();
    /// Runs done so far.
    int runs() const;
    /// None before the last step.
    const std::optional<Result<MatchResult>>& result() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The same to its end. `progress` is told the runs done, from the calling thread.
Result<MatchResult> match(const MatchPlan& plan, const StopToken& stop = {},
                          const std::function<void(int)>& progress = {});

} // namespace xpbd::lab
