// Union-find over the numbers 0 to n - 1.
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace xpbd::scenes {

/// Disjoint sets of the elements 0 to n - 1. Initially each element is a set of its own. A set's name is its lowest
/// element.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

    int name(int element) {
        while (parent_[index_of(element)] != element) {
            int& parent = parent_[index_of(element)];
            parent = parent_[index_of(parent)]; // path halving: shortens later searches
            element = parent;
        }
        return element;
    }
    void join(int one, int other) {
        one = name(one);
        other = name(other);
        if (one > other) {
            std::swap(one, other);
        }
        parent_[index_of(other)] = one;
    }

private:
    std::vector<int> parent_;
};

} // namespace xpbd::scenes
