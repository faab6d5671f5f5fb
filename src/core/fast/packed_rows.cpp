// Fills the arrays over lanes: offsets and rest data once, coefficients when settings change.
#include "core/fast/packed_rows.h"

#include "core/simd/sweep.h"

#include <algorithm>
#include <array>
#include <map>
#include <type_traits>
#include <utility>

namespace xpbd {
namespace {

/// Limit of coefficients: keeps a * lambda far from overflow, and is softer than any material.
constexpr double kSoftest = 1e18;

template <class S>
S limited(double coefficient) {
    return static_cast<S>(std::min(coefficient, kSoftest));
}

template <class ConstraintType, class S>
void fill_lanes(const Substep& substep, const CoefficientTable& table, const std::vector<double>& crowding,
                const State& state, bool kept, const ConstraintArray<ConstraintType>& array, Lanes<S>& lanes) {
    lanes.damped = false;
    lanes.for_each([&](std::size_t c, std::size_t at) {
        Coefficients k = table(array.material[c]);
        k.relax *= sweep_relaxation(substep.settings, crowding.empty() ? 1 : crowding[lanes.first + c]);
        if (is_torn(state, lanes.first + c)) {
            k.relax = 0;
        }
        lanes.relax[at] = static_cast<S>(k.relax);
        lanes.a[at] = limited<S>(k.a);
        lanes.g[at] = limited<S>(k.g);
        lanes.damped = lanes.damped || k.g != 0;
        if constexpr (IsEdge<ConstraintType>) {
            const auto [a, b] = array.particles[c];
            const double weight = state.particles.position[index_of(a)].w + state.particles.position[index_of(b)].w;
            const double divisor = kept ? 1 : (1 + k.g) * weight + k.a;
            lanes.gain[at] = weight > 0 ? static_cast<S>(k.relax / divisor) : S(0);
        }
    });
}

/// Gathers the coefficients of each batch for the block kernel; batches with equal coefficients share them.
template <class S>
void share_coefficients(Lanes<S>& lanes) {
    using Arguments = simd::BlockArguments<S>;
    std::map<std::array<S, Arguments::kCoefficients>, int> known;
    lanes.coefficients.clear();
    for (std::size_t i = 0, at = 2; i < lanes.gain.size(); i += kLanes, at += Arguments::kPerBatch) {
        std::array<S, Arguments::kCoefficients> mine;
        std::size_t k = 0;
        for (const std::vector<S>* numbers : {&lanes.rest[0], &lanes.a, &lanes.gain}) {
            std::copy_n(numbers->begin() + static_cast<std::ptrdiff_t>(i), kLanes,
                        mine.begin() + static_cast<std::ptrdiff_t>(kLanes * k++));
        }
        const auto [found, added] = known.try_emplace(mine, static_cast<int>(lanes.coefficients.size()));
        if (added) {
            lanes.coefficients.insert(lanes.coefficients.end(), mine.begin(), mine.end());
        }
        lanes.batch[at] = found->second;
    }
}

/// Finds the two blocks of each batch. The first block holds the particle in the constraint's own lane; if both
/// particles are in this lane, it is the earlier block. The kernel gives the same bits with either particle as the
/// first.
template <class S>
void find_blocks(const ConstraintArray<Distance>& array, const PackedParticles<S>& particles, Lanes<S>& lanes) {
    using Arguments = simd::BlockArguments<S>;
    constexpr int numbers = 4 * static_cast<int>(kLanes); // numbers of a block
    lanes.batch.clear();
    for (std::size_t i = 0; i < lanes.gain.size(); i += kLanes) {
        lanes.batch.insert(lanes.batch.end(), {0, numbers, 0}); // an empty batch reads blocks 0 and 1
    }
    static_assert(Arguments::kPerBatch == 3);
    lanes.for_each([&](std::size_t c, std::size_t at) {
        const auto lane = static_cast<int>(at % kLanes);
        const auto [a, b] = array.particles[c];
        int first = particles.offset(index_of(a));
        int second = particles.offset(index_of(b));
        if (first % numbers != lane || (second % numbers == lane && second < first)) {
            std::swap(first, second);
        }
        const int turn = second % numbers - lane;
        int* const batch = lanes.batch.data() + at / kLanes * Arguments::kPerBatch;
        batch[0] = first - lane;
        batch[1] = second - second % numbers + (turn == 0 ? 0 : turn > 0 ? Arguments::kTurnUp : Arguments::kTurnDown);
    });
}

} // namespace

template <class S>
template <class ConstraintType>
Lanes<S> LaneLayout<S>::make_lanes(const ConstraintArray<ConstraintType>& array, std::size_t first,
                                   const Order::Run& run, std::size_t part, const PackedParticles<S>& particles) {
    Lanes<S> lanes;
    lanes.type = run.type;
    lanes.first = first;
    lanes.run = &run;
    const std::size_t units = padded(run.slots.size());
    const std::size_t size = units * run.rows;
    for (std::vector<S>* numbers : {&lanes.relax, &lanes.a, &lanes.g, &lanes.gain}) {
        numbers->assign(size, S(0));
    }
    lanes.begin = lambda.size();
    lambda.resize(lanes.begin + size, S(0));
    const bool in_blocks = particles.in_blocks();
    if constexpr (ConstraintType::branchless) {
        static_assert(ConstraintType::arity <= PackedParticles<S>::kSpares,
                      "an empty lane needs as many spare particles");
        for (std::size_t k = 0; k < ConstraintType::arity && !in_blocks; ++k) {
            std::vector<int>& offset = lanes.offset.emplace_back(units, particles.spare_offset(part, k));
            for (std::size_t i = 0; i < run.slots.size(); ++i) {
                if (run.slots[i] >= 0) {
                    offset[i] = particles.offset(index_of(array.particles[index_of(run.slots[i])][k]));
                }
            }
        }
        lanes.rest.assign(std::tuple_size_v<typename ConstraintType::template Rest<double>>,
                          std::vector<S>(size, S(1)));
    }
    lanes.for_each([&](std::size_t c, std::size_t at) {
        lane_of[first + c] = static_cast<std::uint32_t>(lanes.begin + at);
        if constexpr (ConstraintType::branchless) {
            const auto numbers = as_scalar<S>(array.rest[c]);
            for (std::size_t k = 0; k < numbers.size(); ++k) {
                lanes.rest[k][at] = numbers[k];
            }
        }
    });
    if constexpr (IsEdge<ConstraintType>) {
        if (in_blocks) {
            find_blocks(array, particles, lanes);
        }
    }
    return lanes;
}

template <class S>
bool LaneLayout<S>::lay_out(const Model& model, const Order& order, const PackedParticles<S>& particles,
                            const StopToken& stop) {
    phases.clear();
    lambda.clear();
    lane_of.assign(model.typed_count(), 0);
    for (const Order::Phase& phase : order.phases) {
        std::vector<Part>& parts = phases.emplace_back();
        for (const Order::Part& runs : phase) {
            Part& part = parts.emplace_back();
            for (const Order::Run& run : runs) {
                if (stop.stop_requested()) {
                    return false;
                }
                with_type(model, run.type, [&](const auto& array, std::size_t first) {
                    part.push_back(make_lanes(array, first, run, parts.size() - 1, particles));
                });
            }
        }
    }
    return true;
}

template <class S>
void LaneLayout<S>::fill(const Substep& substep, const CoefficientTable& table, const std::vector<double>& crowding,
                         const State& state, bool kept) {
    for (std::vector<Part>& parts : phases) {
        for (Part& part : parts) {
            for (Lanes<S>& lanes : part) {
                with_type(substep.model, lanes.type, [&](const auto& array, std::size_t) {
                    fill_lanes(substep, table, crowding, state, kept, array, lanes);
                });
                if (!lanes.batch.empty()) {
                    share_coefficients(lanes);
                }
            }
        }
    }
}

template <class S>
bool LaneLayout<S>::is_damped() const {
    for (const std::vector<Part>& parts : phases) {
        for (const Part& part : parts) {
            if (std::any_of(part.begin(), part.end(), [](const Lanes<S>& lanes) { return lanes.damped; })) {
                return true;
            }
        }
    }
    return false;
}

template struct LaneLayout<float>;
template struct LaneLayout<double>;

} // namespace xpbd
