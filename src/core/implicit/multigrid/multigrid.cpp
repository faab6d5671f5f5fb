#include "core/implicit/multigrid/multigrid.h"

#include "core/implicit/vectors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xpbd {
namespace {

constexpr double kStopsAt = 0.8; ///< coarsening ends if a level keeps more than this share of the rows
constexpr std::size_t kMostLevels = 20;
constexpr double kFactorLimit = 4; ///< a coarsest level above this multiple of kCoarsest is smoothed only

/// Calls f(row, column, value) for the scalar entries below the diagonal.
void for_each_entry_below(const BlockMatrix& a, auto&& f) {
    for (std::size_t row = 0; row < a.rows(); ++row) {
        for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
            for (int c = 0; c < a.block; ++c) {
                for (int r = 0; r < a.block; ++r) {
                    const int i = static_cast<int>(row) * a.block + r;
                    const int j = a.column[k] * a.block + c;
                    if (j < i) {
                        f(i, j, k * a.block_size() + index_of(c * a.block + r));
                    }
                }
            }
        }
    }
}

/// to = W from for every block row: a force is scaled.
void scale_force(const Smoother& smoother, int block, std::span<const double> from, std::span<float> to,
                 const Parallel& parallel) {
    with_block(block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, from.size() / N, kMultigridRange, [&](std::size_t row) {
            const double* const inverse = smoother.inverse(row);
            Numbers<N> sum;
            for (std::size_t c = 0; c < N; ++c) {
                sum.add(from[N * row + c], Numbers<N>::load(inverse + N * c));
            }
            sum.store(to.data() + kFloats<N> * row);
        });
    });
}

/// to = W' from for every block row: the vector of a scaled one.
void unscale(const Smoother& smoother, int block, std::span<const float> from, std::span<double> to,
             const Parallel& parallel) {
    with_block(block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, to.size() / N, kMultigridRange, [&](std::size_t row) {
            const double* const inverse = smoother.inverse(row);
            for (std::size_t r = 0; r < N; ++r) {
                double sum = 0;
                for (std::size_t l = r; l < N; ++l) {
                    sum += inverse[N * r + l] * static_cast<double>(from[kFloats<N> * row + l]);
                }
                to[N * row + r] = sum;
            }
        });
    });
}

} // namespace

void Multigrid::set_pattern(const BlockMatrix& matrix, double theta) {
    levels_.clear();
    levels_.reserve(kMostLevels); // `finest` may point to the matrix inside of a level
    levels_.emplace_back();
    block_ = matrix.block;
    const BlockMatrix* finest = &matrix;
    while (levels_.size() < kMostLevels && finest->size() > kCoarsest) {
        Level& level = levels_.back();
        level.aggregates = aggregate(*finest, theta);
        theta = 0; // the values of the coarser levels follow later
        BlockMatrix coarse;
        level.prolongator.set_pattern(*finest, level.aggregates, coarse);
        if (coarse.size() == 0 || static_cast<double>(coarse.size()) > kStopsAt * static_cast<double>(finest->size())) {
            level.aggregates = {};
            level.prolongator = {};
            break;
        }
        levels_.emplace_back().own = std::move(coarse);
        finest = &levels_.back().own;
    }
    has_factor_ = static_cast<double>(finest->size()) <= kFactorLimit * kCoarsest;
    if (has_factor_) {
        std::vector<std::pair<int, int>> pairs;
        for_each_entry_below(*finest, [&](int row, int column, std::size_t) { pairs.emplace_back(row, column); });
        factor_.set_pattern(static_cast<int>(finest->size()), pairs, {});
    }
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const std::size_t size = float_count(l == 0 ? matrix : levels_[l].own);
        levels_[l].right.resize(size);
        levels_[l].solution.resize(size);
        levels_[l].rest.resize(size);
    }
}

bool Multigrid::refresh(const BlockMatrix& matrix, std::vector<double> near_kernel, const Parallel& parallel) {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        Level& level = levels_[l];
        const BlockMatrix& own = l == 0 ? matrix : level.own;
        if (!(is_factorised(l) ? factorise_coarsest(own, parallel) : level.smoother.refresh(own, parallel))) {
            return false;
        }
        if (l > 0) {
            levels_[l - 1].prolongator.scale(levels_[l - 1].smoother, is_factorised(l) ? nullptr : &level.smoother,
                                             parallel);
        }
        if (l + 1 < levels_.size()) {
            near_kernel = level.prolongator.refresh(own, level.smoother, level.aggregates, std::move(near_kernel),
                                                    levels_[l + 1].own, parallel);
        }
    }
    return true;
}

bool Multigrid::factorise_coarsest(const BlockMatrix& matrix, const Parallel& parallel) {
    factor_.set_zero();
    std::size_t pair = 0;
    for_each_entry_below(matrix, [&](int, int, std::size_t at) { factor_.add_pair(pair++, &matrix.value[at]); });
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
        const double* const own = matrix.block_at(row, static_cast<int>(row));
        for (int i = 0; i < matrix.block; ++i) {
            *factor_.diagonal(static_cast<int>(row) * matrix.block + i) = own[index_of((matrix.block + 1) * i)];
        }
    }
    return factor_.factorise(parallel);
}

void Multigrid::solve_coarsest(Level& level, const Parallel& parallel) {
    with_block(level.own.block, [&]<std::size_t N, std::size_t>() {
        coarsest_.resize(level.own.size());
        for (std::size_t i = 0; i < coarsest_.size(); ++i) {
            coarsest_[i] = static_cast<double>(level.right[i / N * kFloats<N> + i % N]);
        }
        factor_.solve(coarsest_, parallel);
        for (std::size_t i = 0; i < coarsest_.size(); ++i) {
            level.solution[i / N * kFloats<N> + i % N] = static_cast<float>(coarsest_[i]);
        }
    });
}

/// Solves `right` approximately for `solution` on one level and the coarser ones.
void Multigrid::cycle(std::size_t l, const Parallel& parallel) {
    Level& level = levels_[l];
    if (is_factorised(l)) {
        solve_coarsest(level, parallel);
        return;
    }
    level.smoother.smooth_from_zero(level.right, level.solution, level.rest, parallel);
    if (l + 1 < levels_.size()) {
        Level& coarser = levels_[l + 1];
        level.prolongator.restrict_to(coarser.right, level.rest, parallel);
        cycle(l + 1, parallel);
        level.prolongator.prolong(coarser.solution, level.solution, parallel);
        level.smoother.smooth(level.right, level.solution, parallel);
    }
}

void Multigrid::apply(std::span<const double> r, std::span<double> z, const Parallel& parallel) {
    Level& finest = levels_.front();
    if (is_factorised(0)) {
        std::copy(r.begin(), r.end(), z.begin());
        factor_.solve(z, parallel);
        return;
    }
    scale_force(finest.smoother, block_, r, finest.right, parallel);
    cycle(0, parallel);
    unscale(finest.smoother, block_, finest.solution, z, parallel);
}

int Multigrid::solve(const BlockMatrix& matrix, std::span<const double> b, const Problem& problem,
                     std::vector<double>& x, const Parallel& parallel) {
    const std::size_t n = b.size();
    const auto precondition = [&] {
        apply(residual_, solved_, parallel);
        if (problem.correct) {
            problem.correct(solved_);
        }
    };
    x.assign(n, 0.0);
    residual_.assign(b.begin(), b.end());
    solved_.resize(n);
    image_.resize(n);
    precondition();
    search_ = solved_;
    double size = dot_by_ranges(residual_, solved_, parallel);
    const double enough = problem.tolerance * problem.tolerance * size;
    int steps = 0;
    while (steps < problem.most && size > enough && !(problem.stop && problem.stop())) {
        multiply(matrix, search_, image_, parallel);
        double curvature = dot_by_ranges(search_, image_, parallel);
        if (problem.add_rest) {
            const double bound = curvature;
            problem.add_rest(search_, image_);
            curvature = dot_by_ranges(search_, image_, parallel);
            if (!(curvature > problem.least_curvature * bound)) {
                if (steps == 0) {
                    x = search_;
                }
                break;
            }
        }
        if (!(curvature > 0)) { // rounding: the residual is as small as it can become
            break;
        }
        const double length = size / curvature;
        in_chunks(parallel, n, kMultigridRange, [&](std::size_t i) {
            x[i] += length * search_[i];
            residual_[i] -= length * image_[i];
        });
        ++steps;
        precondition();
        const double before = std::exchange(size, dot_by_ranges(residual_, solved_, parallel));
        const double kept = size / before;
        in_chunks(parallel, n, kMultigridRange, [&](std::size_t i) { search_[i] = solved_[i] + kept * search_[i]; });
    }
    return steps;
}

std::size_t Multigrid::bytes() const {
    std::size_t sum = 0;
    for (const Level& level : levels_) {
        sum += sizeof(double) * level.own.value.size() + sizeof(float) * 3 * level.right.size() +
               sizeof(int) * level.own.column.size() + level.smoother.bytes() + level.prolongator.bytes();
    }
    return sum;
}

} // namespace xpbd
