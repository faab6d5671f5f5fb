#pragma once

#include "core/base/types.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace xpbd {

/// Disjoint sets of the numbers [0, count); a set is identified by its lowest member (union-find with path halving).
class Sets {
public:
    explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    int name(int i) {
        while (parent_[index_of(i)] != i) {
            parent_[index_of(i)] = parent_[index_of(parent_[index_of(i)])];
            i = parent_[index_of(i)];
        }
        return i;
    }
    void join(int a, int b) {
        const int first = name(a);
        const int second = name(b);
        parent_[index_of(std::max(first, second))] = std::min(first, second);
    }

private:
    std::vector<int> parent_;
};

} // namespace xpbd
