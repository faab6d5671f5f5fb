// Measures the time per projection of the engines and of simple loops.
#pragma once

#include "core/base/parallel.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/simd/sweep.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// A case to be timed: 20 iterations of XPBD with lambda on a square cloth after one frame of free fall.
struct SpeedCase {
    /// The projecting code. The plain loops are what most people write first: single precision, one constraint after
    /// the other, with the textbook kernels. plain_mesh_order goes row by row, so that each constraint waits for the
    /// previous one; plain_listed uses the scenes' listed order, in which neighbours share no particle.
    enum class Who { plain_mesh_order, plain_listed, textbook, fast };

    int side = 64;                         ///< particles along an edge
    std::string_view bending = "skip_one"; ///< as in the cloth scene; skip_one gives distance constraints only
    std::string_view law = "";             ///< "stvk" or "woven": a fabric of this law instead of springs
    Who who = Who::fast;
    SweepOrder sweep = SweepOrder::coloured;                  ///< used by the engines
    PrimalResidual primal_residual = PrimalResidual::dropped; ///< used by the engines
    const simd::Kernels* kernels = nullptr; ///< kernels of the fast engine; null = the best for this processor
    Parallel parallel{};                    ///< threads of the fast engine; empty = one thread
    bool shuffled = false;                  ///< particles are numbered randomly
};

/// The cloth of the trials: 1 kg, hung from two corners that are moved together a little.
Model speed_cloth(int side, std::string_view bending, std::string_view law = "");

/// A case that can be timed repeatedly.
class SpeedTrial {
public:
    static constexpr int kIterations = 20;

    explicit SpeedTrial(const SpeedCase& what);
    SpeedTrial(SpeedTrial&&) noexcept;
    SpeedTrial& operator=(SpeedTrial&&) noexcept;
    ~SpeedTrial();

    /// Computes the step once. Returns the wall time of its sweeps over the constraints only [s].
    double run();
    /// Wall time of the whole last step [s]; for a plain loop, of its sweeps.
    double step_seconds() const;
    /// Constraints projected by a run(): the cloth's constraints times the iterations.
    std::size_t projections() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Sorts the constraints of each type by their last particle: row by row of the mesh, each waiting for the previous
/// one. Call it before finalise(), or on a model whose other derived data is not used.
void sort_in_mesh_order(Model& model);

} // namespace xpbd::lab
