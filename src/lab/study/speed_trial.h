#pragma once

#include "core/model.h"
#include "core/parallel.h"
#include "core/settings.h"
#include "core/simd/sweep.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// What is timed: 20 iterations of XPBD with lambda on a square cloth that one frame of free fall has just moved.
struct SpeedCase {
    /// Who projects. The plain loops are what most people write first: single precision, one constraint after the
    /// other, over the textbook kernels; in the order of the mesh, row by row, where each constraint waits for the one
    /// before; or in the listed order of the scenes, where neighbours share no particle.
    enum class Who { plain_mesh_order, plain_listed, textbook, fast };

    int side = 64;                         ///< particles along an edge
    std::string_view bending = "skip_one"; ///< of the cloth scene; skip_one makes distance constraints only
    std::string_view law = "";             ///< "stvk", "woven": a fabric of this law instead of springs
    Who who = Who::fast;
    SweepOrder sweep = SweepOrder::coloured; ///< of the engines
    const simd::Kernels* kernels = nullptr;  ///< of the fast engine; null = the best there are
    Parallel parallel{};                     ///< of the fast engine; empty = one thread
    bool shuffled = false;                   ///< particles numbered at random
};

/// The cloth of the trials: 1 kg, hung from two corners, a little gathered.
Model speed_cloth(int side, std::string_view bending, std::string_view law = "");

/// A case that can be timed repeatedly.
class SpeedTrial {
public:
    static constexpr int kIterations = 20;

    explicit SpeedTrial(const SpeedCase& what);
    SpeedTrial(SpeedTrial&&) noexcept;
    SpeedTrial& operator=(SpeedTrial&&) noexcept;
    ~SpeedTrial();

    /// Takes the step once; wall time of its sweeps over the constraints alone [s].
    double run();
    /// Wall time of the whole last step [s]; of a plain loop, of its sweeps.
    double step_seconds() const;
    /// Constraints projected by a run(): those of the cloth times the iterations.
    std::size_t projections() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Sorts each type's constraints by the last of their particles: row by row of the mesh, each waiting for the one
/// before. Call it before finalise(), or on a model for loops that read nothing else of it.
void sort_in_mesh_order(Model& model);

} // namespace xpbd::lab
