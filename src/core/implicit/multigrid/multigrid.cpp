#include "core/implicit/multigrid/multigrid.h"

#include "core/base/group_by.h"
#include "core/implicit/vectors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xpbd {
namespace {

constexpr double kTheta = 0.02;     ///< strength of connection below which a neighbour does not count (aggregate())
constexpr double kDependent = 1e-6; ///< share of a near-kernel vector below which it depends on the previous ones
constexpr double kStopsAt = 0.8;    ///< coarsening ends if a level keeps more than this share of the rows
constexpr int kMostLevels = 20;
constexpr int kChebyshev = 4;      ///< products with the matrix per smoothing, one less from zero
constexpr double kSmoothed = 24;   ///< smoothing damps eigenvalues above the largest one over this
constexpr int kPowerSteps = 10;    ///< iterations for the largest eigenvalue
constexpr double kSafety = 1.1;    ///< factor on its estimate, which is low
constexpr double kFactorLimit = 4; ///< a coarsest level above this multiple of kCoarsest is smoothed only

/// Rows of a coarse block: as many as there are near-kernel vectors.
int coarse_block(int block) {
    return block == 1 ? 1 : 6;
}

/// Inverts a positive definite N x N matrix by Gauss-Jordan elimination. False if a pivot is not positive.
bool invert(const double* matrix, std::size_t n, double* inverse) {
    double work[36];
    std::copy_n(matrix, n * n, work);
    std::fill_n(inverse, n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        inverse[n * i + i] = 1;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double pivot = work[n * i + i];
        if (!(pivot > 0)) {
            return false;
        }
        for (std::size_t c = 0; c < n; ++c) {
            work[n * c + i] /= pivot;
            inverse[n * c + i] /= pivot;
        }
        for (std::size_t r = 0; r < n; ++r) {
            const double factor = work[n * i + r];
            for (std::size_t c = 0; c < n && r != i; ++c) {
                work[n * c + r] -= factor * work[n * c + i];
                inverse[n * c + r] -= factor * inverse[n * c + i];
            }
        }
    }
    return true;
}

/// to += left' block right for an N x N block and N x K prolongators, all column by column.
template <std::size_t N, std::size_t K>
void add_product(const double* left, const double* block, const double* right, double* to) {
    for (std::size_t c = 0; c < K; ++c) {
        double image[N] = {}; // block times column c of right
        for (std::size_t k = 0; k < N; ++k) {
            for (std::size_t r = 0; r < N; ++r) {
                image[r] += block[N * k + r] * right[N * c + k];
            }
        }
        for (std::size_t r = 0; r < K; ++r) {
            double sum = 0;
            for (std::size_t k = 0; k < N; ++k) {
                sum += left[N * r + k] * image[k];
            }
            to[K * c + r] += sum;
        }
    }
}

/// Calls f(row, column, value) for the scalar entries below the diagonal.
void for_each_entry_below(const BlockMatrix& a, auto&& f) {
    for (std::size_t row = 0; row < a.rows(); ++row) {
        for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
            for (int c = 0; c < a.block; ++c) {
                for (int r = 0; r < a.block; ++r) {
                    const int i = static_cast<int>(row) * a.block + r;
                    const int j = a.column[k] * a.block + c;
                    if (j < i) {
                        f(i, j, a.value[k * a.block_size() + index_of(c * a.block + r)]);
                    }
                }
            }
        }
    }
}

/// A vector with all frequencies, the same everywhere: the start of the power iteration.
double hashed(std::size_t i) {
    const auto bits = static_cast<unsigned>(i) * 2654435761u;
    return static_cast<double>((bits ^ (bits >> 15u)) & 0xffffu) / 65536.0 - 0.5;
}

} // namespace

void Multigrid::set_up(const BlockMatrix& matrix, std::vector<double> near_kernel) {
    levels_.clear();
    levels_.reserve(kMostLevels); // a level points to the matrix inside of it
    levels_.emplace_back().matrix = &matrix;
    while (levels_.size() < kMostLevels) {
        Level& level = levels_.back();
        const BlockMatrix& fine = *level.matrix;
        if (fine.size() <= kCoarsest) {
            break;
        }
        level.aggregates = aggregate(fine, kTheta);
        const auto rows = static_cast<double>(coarse_block(fine.block) * level.aggregates.count);
        if (rows == 0 || rows > kStopsAt * static_cast<double>(fine.size())) {
            break;
        }
        group_by(index_of(level.aggregates.count), level.first_member, level.members, [&](const auto& add) {
            for (std::size_t row = 0; row < fine.rows(); ++row) {
                if (level.aggregates.of[row] != Aggregates::kNone) {
                    add(index_of(level.aggregates.of[row]), static_cast<int>(row));
                }
            }
        });
        std::vector<double> coarser;
        make_prolongator(level, near_kernel, coarser);
        near_kernel = std::move(coarser);
        Level& next = levels_.emplace_back();
        next.matrix = &next.own;
        make_coarser_pattern(level, next.own);
        multiply_out(levels_.size() - 2, {}); // the values decide about the next aggregates
    }
    const BlockMatrix& coarsest = *levels_.back().matrix;
    has_factor_ = static_cast<double>(coarsest.size()) <= kFactorLimit * kCoarsest;
    if (has_factor_) {
        std::vector<std::pair<int, int>> pairs;
        for_each_entry_below(coarsest, [&](int row, int column, double) { pairs.emplace_back(row, column); });
        factor_.set_pattern(static_cast<int>(coarsest.size()), pairs, {});
    }
}

/// The near kernel, cut to each aggregate and made orthonormal by Gram and Schmidt's method, twice. A vector that
/// depends on the previous ones gets a column of zeros. `coarser` receives the coefficients of the near kernel in these
/// columns, which are the near kernel of the next level.
void Multigrid::make_prolongator(Level& level, const std::vector<double>& near_kernel,
                                 std::vector<double>& coarser) const {
    const auto n = index_of(level.matrix->block);
    const auto k = index_of(coarse_block(level.matrix->block));
    level.prolongator.assign(level.matrix->rows() * n * k, 0.0);
    coarser.assign(index_of(level.aggregates.count) * k * k, 0.0);
    std::vector<double> columns; // of one aggregate, one after the other
    for (std::size_t a = 0; a + 1 < level.first_member.size(); ++a) {
        const auto members =
            std::span(level.members).subspan(level.first_member[a], level.first_member[a + 1] - level.first_member[a]);
        const std::size_t length = n * members.size();
        columns.resize(length * k);
        for (std::size_t m = 0; m < members.size(); ++m) {
            for (std::size_t c = 0; c < k; ++c) {
                std::copy_n(near_kernel.data() + (index_of(members[m]) * k + c) * n, n,
                            columns.data() + c * length + m * n);
            }
        }
        for (std::size_t c = 0; c < k; ++c) {
            const std::span<double> column(columns.data() + c * length, length);
            const double whole = norm(column);
            double* const coefficients = coarser.data() + (a * k + c) * k;
            for (int turn = 0; turn < 2; ++turn) {
                for (std::size_t d = 0; d < c; ++d) {
                    const std::span<const double> earlier(columns.data() + d * length, length);
                    const double share = dot(earlier, column);
                    coefficients[d] += share;
                    add_scaled(-share, earlier, column);
                }
            }
            const double left = norm(column);
            const bool depends = !(left > kDependent * whole);
            coefficients[c] = depends ? 0 : left;
            for (double& number : column) {
                number = depends ? 0 : number / left;
            }
        }
        for (std::size_t m = 0; m < members.size(); ++m) {
            for (std::size_t c = 0; c < k; ++c) {
                std::copy_n(columns.data() + c * length + m * n, n,
                            level.prolongator.data() + (index_of(members[m]) * k + c) * n);
            }
        }
    }
}

/// Two aggregates are neighbours if rows of theirs are.
void Multigrid::make_coarser_pattern(const Level& level, BlockMatrix& coarser) {
    coarser.block = coarse_block(level.matrix->block);
    std::vector<int> columns;
    for (std::size_t a = 0; a + 1 < level.first_member.size(); ++a) {
        columns.assign(1, static_cast<int>(a));
        for (std::size_t m = level.first_member[a]; m < level.first_member[a + 1]; ++m) {
            const auto row = index_of(level.members[m]);
            for (std::size_t k = level.matrix->first[row]; k < level.matrix->first[row + 1]; ++k) {
                const int there = level.aggregates.of[index_of(level.matrix->column[k])];
                if (there != Aggregates::kNone) {
                    columns.push_back(there);
                }
            }
        }
        coarser.add_row(columns);
    }
    coarser.set_zero();
}

/// Galerkin's product P' A P of a level, the matrix of the next one. A column of zeros in P would leave a zero on the
/// diagonal: it gets a one.
void Multigrid::multiply_out(std::size_t l, const Parallel& parallel) {
    const Level& level = levels_[l];
    const BlockMatrix& fine = *level.matrix;
    BlockMatrix& coarse = levels_[l + 1].own;
    const auto add = fine.block == 1 ? &add_product<1, 1> : fine.block == 3 ? &add_product<3, 6> : &add_product<6, 6>;
    const std::size_t stride = index_of(fine.block * coarse.block);
    coarse.set_zero();
    in_ranges(parallel, coarse.rows(), kMultigridRange / 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t a = begin; a < end; ++a) {
            for (std::size_t m = level.first_member[a]; m < level.first_member[a + 1]; ++m) {
                const auto row = index_of(level.members[m]);
                for (std::size_t k = fine.first[row]; k < fine.first[row + 1]; ++k) {
                    const auto column = index_of(fine.column[k]);
                    const int there = level.aggregates.of[column];
                    if (there != Aggregates::kNone) {
                        add(level.prolongator.data() + stride * row, fine.value.data() + fine.block_size() * k,
                            level.prolongator.data() + stride * column, coarse.block_at(a, there));
                    }
                }
            }
            double* const own = coarse.block_at(a, static_cast<int>(a));
            for (std::size_t i = 0; i < index_of(coarse.block); ++i) {
                double& entry = own[(index_of(coarse.block) + 1) * i];
                entry = entry == 0 ? 1 : entry;
            }
        }
    });
}

bool Multigrid::refresh(const BlockMatrix& matrix, const Parallel& parallel) {
    levels_[0].matrix = &matrix;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        if (l > 0) {
            multiply_out(l - 1, parallel);
        }
        const bool is_factorised = l + 1 == levels_.size() && has_factor_;
        if (!(is_factorised ? factorise_coarsest(parallel) : make_smoother(levels_[l], parallel))) {
            return false;
        }
        for (auto* scratch :
             {&levels_[l].right, &levels_[l].solution, &levels_[l].rest, &levels_[l].scaled, &levels_[l].direction}) {
            scratch->resize(levels_[l].matrix->size());
        }
    }
    return true;
}

bool Multigrid::factorise_coarsest(const Parallel& parallel) {
    const BlockMatrix& a = *levels_.back().matrix;
    factor_.set_zero();
    std::size_t pair = 0;
    for_each_entry_below(a, [&](int, int, double value) { factor_.add_pair(pair++, &value); });
    for (std::size_t row = 0; row < a.rows(); ++row) {
        const double* const own = a.block_at(row, static_cast<int>(row));
        for (int i = 0; i < a.block; ++i) {
            *factor_.diagonal(static_cast<int>(row) * a.block + i) = own[index_of((a.block + 1) * i)];
        }
    }
    return factor_.factorise(parallel);
}

/// Inverts the diagonal blocks, and estimates the largest eigenvalue of inverse A by power iteration.
bool Multigrid::make_smoother(Level& level, const Parallel& parallel) const {
    const BlockMatrix& a = *level.matrix;
    level.light.resize(a.value.size());
    in_ranges(parallel, a.value.size(), 16 * kMultigridRange, [&](std::size_t begin, std::size_t end) {
        std::transform(a.value.data() + begin, a.value.data() + end, level.light.data() + begin,
                       [](double value) { return static_cast<float>(value); });
    });
    level.inverse.resize(a.rows() * a.block_size());
    for (std::size_t row = 0; row < a.rows(); ++row) {
        if (!invert(a.block_at(row, static_cast<int>(row)), index_of(a.block),
                    level.inverse.data() + row * a.block_size())) {
            return false;
        }
    }
    std::vector<double> x(a.size()), image(a.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = hashed(i);
    }
    double size = std::sqrt(dot_by_ranges(x, x, parallel));
    for (int step = 0; step < kPowerSteps; ++step) {
        multiply(a, level.light, x, image, parallel);
        scale(level, image, x, parallel);
        const double after = std::sqrt(dot_by_ranges(x, x, parallel));
        level.largest = kSafety * after / size;
        size = 1;
        for (double& number : x) {
            number /= after;
        }
    }
    return std::isfinite(level.largest);
}

/// to = (inverses of the diagonal blocks) from
void Multigrid::scale(const Level& level, std::span<const double> from, std::span<double> to,
                      const Parallel& parallel) const {
    const auto n = index_of(level.matrix->block);
    in_ranges(parallel, level.matrix->rows(), kMultigridRange, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const double* const inverse = level.inverse.data() + row * n * n;
            for (std::size_t r = 0; r < n; ++r) {
                double sum = 0;
                for (std::size_t c = 0; c < n; ++c) {
                    sum += inverse[n * c + r] * from[n * row + c];
                }
                to[n * row + r] = sum;
            }
        }
    });
}

/// Chebyshev's iteration on inverse A (Saad, Iterative Methods for Sparse Linear Systems, algorithm 12.1), for
/// eigenvalues between largest / kSmoothed and largest. A polynomial in inverse A times inverse, so that it is
/// symmetric. `rest` receives right - A solution, one step before the end.
void Multigrid::smooth(Level& level, bool starts_at_zero, const Parallel& parallel) const {
    const double middle = level.largest * (1 + 1 / kSmoothed) / 2;
    const double half = level.largest * (1 - 1 / kSmoothed) / 2;
    const std::size_t n = level.right.size();
    const auto each = [&](auto&& f) {
        in_ranges(parallel, n, kMultigridRange, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                f(i);
            }
        });
    };
    if (starts_at_zero) {
        each([&](std::size_t i) {
            level.solution[i] = 0;
            level.rest[i] = level.right[i];
        });
    } else {
        multiply(*level.matrix, level.light, level.solution, level.rest, parallel);
        each([&](std::size_t i) { level.rest[i] = level.right[i] - level.rest[i]; });
    }
    double rho = half / middle;
    for (int step = 0; step < kChebyshev; ++step) {
        scale(level, level.rest, level.scaled, parallel);
        const double before = std::exchange(rho, step == 0 ? rho : 1 / (2 * middle / half - rho));
        const double kept = step == 0 ? 0 : rho * before;
        const double added = step == 0 ? 1 / middle : 2 * rho / half;
        each([&](std::size_t i) {
            level.direction[i] = (step == 0 ? 0 : kept * level.direction[i]) + added * level.scaled[i];
            level.solution[i] += level.direction[i];
        });
        if (step + 1 < kChebyshev) {
            multiply(*level.matrix, level.light, level.direction, level.scaled, parallel);
            each([&](std::size_t i) { level.rest[i] -= level.scaled[i]; });
        }
    }
}

/// Solves `right` approximately for `solution` on one level and the coarser ones.
void Multigrid::cycle(std::size_t l, const Parallel& parallel) {
    Level& level = levels_[l];
    if (l + 1 == levels_.size()) {
        if (has_factor_) {
            level.solution = level.right;
            factor_.solve(level.solution, parallel);
        } else {
            smooth(level, true, parallel);
        }
        return;
    }
    Level& coarser = levels_[l + 1];
    const BlockMatrix& a = *level.matrix;
    const auto n = index_of(a.block);
    const auto k = index_of(coarser.own.block);
    smooth(level, true, parallel);
    multiply(a, level.light, level.solution, level.rest, parallel);
    in_ranges(parallel, coarser.own.rows(), kMultigridRange / 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t aggregate = begin; aggregate < end; ++aggregate) {
            double sum[6] = {};
            for (std::size_t m = level.first_member[aggregate]; m < level.first_member[aggregate + 1]; ++m) {
                const auto row = index_of(level.members[m]);
                const double* const p = level.prolongator.data() + row * n * k;
                for (std::size_t c = 0; c < k; ++c) {
                    for (std::size_t r = 0; r < n; ++r) {
                        sum[c] += p[n * c + r] * (level.right[n * row + r] - level.rest[n * row + r]);
                    }
                }
            }
            std::copy_n(sum, k, coarser.right.data() + k * aggregate);
        }
    });
    cycle(l + 1, parallel);
    in_ranges(parallel, a.rows(), kMultigridRange, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const int there = level.aggregates.of[row];
            const double* const p = level.prolongator.data() + row * n * k;
            for (std::size_t c = 0; c < k && there != Aggregates::kNone; ++c) {
                const double change = coarser.solution[k * index_of(there) + c];
                for (std::size_t r = 0; r < n; ++r) {
                    level.solution[n * row + r] += p[n * c + r] * change;
                }
            }
        }
    });
    smooth(level, false, parallel);
}

void Multigrid::apply(std::span<const double> r, std::span<double> z, const Parallel& parallel) {
    std::copy(r.begin(), r.end(), levels_[0].right.begin());
    cycle(0, parallel);
    std::copy(levels_[0].solution.begin(), levels_[0].solution.end(), z.begin());
}

int Multigrid::solve(std::span<const double> b, const Limits& limits, const std::function<bool()>& stop,
                     std::vector<double>& x, const Parallel& parallel) {
    const std::size_t n = b.size();
    const auto each = [&](auto&& f) {
        in_ranges(parallel, n, kMultigridRange, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                f(i);
            }
        });
    };
    x.assign(n, 0.0);
    residual_.assign(b.begin(), b.end());
    solved_.resize(n);
    image_.resize(n);
    apply(residual_, solved_, parallel);
    search_ = solved_;
    double size = dot_by_ranges(residual_, solved_, parallel);
    const double enough = limits.tolerance * limits.tolerance * size;
    int steps = 0;
    while (steps < limits.most && size > enough && !stop()) {
        multiply(*levels_[0].matrix, search_, image_, parallel);
        const double curvature = dot_by_ranges(search_, image_, parallel);
        if (!(curvature > 0)) { // rounding: the residual is as small as it can become
            break;
        }
        const double length = size / curvature;
        each([&](std::size_t i) {
            x[i] += length * search_[i];
            residual_[i] -= length * image_[i];
        });
        ++steps;
        apply(residual_, solved_, parallel);
        const double before = std::exchange(size, dot_by_ranges(residual_, solved_, parallel));
        const double kept = size / before;
        each([&](std::size_t i) { search_[i] = solved_[i] + kept * search_[i]; });
    }
    return steps;
}

std::size_t Multigrid::bytes() const {
    std::size_t numbers = 0;
    for (const Level& level : levels_) {
        numbers += level.own.value.size() + level.own.column.size() / 2 + level.light.size() / 2 +
                   level.inverse.size() + level.prolongator.size() + 5 * level.right.size();
    }
    return sizeof(double) * numbers;
}

} // namespace xpbd
