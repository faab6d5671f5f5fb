#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// Sparse symmetric matrix of N x N blocks and its Cholesky factor, for matrices whose pattern stays while their values
/// change; N is 1 or 3. The factor is multifrontal (Duff and Reid, 1983): block rows whose columns look alike are
/// eliminated together in dense matrices, which is several times faster than number by number.
template <int N>
class BlockCholesky {
public:
    using Block = Eigen::Matrix<double, N, N>;
    using Vectors = Eigen::MatrixXd; ///< columns of N n rows

    /// Sets the pattern: the diagonal of n block rows, and the blocks (a, b) and (b, a) of every pair with a != b.
    /// Pairs may repeat. A pair is known by its place in the list. All values are zero afterwards.
    void set_pattern(int n, std::span<const std::pair<int, int>> pairs);
    void set_zero();

    /// Adds to block (a, a).
    void add_diagonal(int a, const Block& block) {
        diagonal_[static_cast<std::size_t>(position_[static_cast<std::size_t>(a)])] += block;
    }
    /// Adds to block (a, b) of pair number `pair`, and its transpose to block (b, a).
    void add_pair(std::size_t pair, const Block& block) {
        const Place& place = places_[pair];
        if (place.transposed) {
            values_[place.value] += block.transpose();
        } else {
            values_[place.value] += block;
        }
    }

    /// Factorises. False where the matrix is not positive definite.
    bool factorise();
    /// Solves with the factor.
    Vectors solve(const Vectors& right) const;

private:
    /// Where the value of a pair is.
    struct Place {
        std::size_t value = 0;
        bool transposed = false;
    };
    /// A block of the matrix within a front.
    struct Entry {
        std::size_t value;
        int row, column; ///< of the front, in blocks
    };
    /// Successive columns that are eliminated together, in a dense matrix over them and the rows that they reach.
    struct Front {
        int first = 0;            ///< column, in the order of elimination
        int width = 0;            ///< number of columns
        std::vector<int> below;   ///< further rows
        std::vector<int> parents; ///< places of `below` in the parent front
        std::vector<int> children;
        std::vector<Entry> entries;
        Eigen::MatrixXd factor;     ///< columns of L
        std::vector<double> update; ///< what the elimination adds to the rows below, until its
                                    ///< parent has it; the lower triangle counts
    };

    void order(int n, std::span<const std::pair<int, int>> pairs);
    void make_fronts(const std::vector<std::vector<int>>& lower);
    void place_entries(std::span<const std::pair<int, int>> pairs);
    void give_back(std::vector<double>& update);
    bool eliminate(Front& front, Eigen::Ref<Eigen::MatrixXd> dense);

    std::vector<int> position_;              ///< of a block row in the order of elimination
    std::vector<int> parent_;                ///< elimination tree, by position
    std::vector<Front> fronts_;              ///< children before their parents
    std::vector<Place> places_;              ///< per pair
    std::vector<Block> values_;              ///< blocks below the diagonal, in the order of elimination
    std::vector<Block> diagonal_;            ///< by position
    std::vector<double> dense_;              ///< the front at hand
    std::vector<std::vector<double>> spare_; ///< memory of updates that are done with
};

extern template class BlockCholesky<1>; ///< rows by themselves: one per constraint
extern template class BlockCholesky<3>; ///< coordinates of particles

} // namespace xpbd
