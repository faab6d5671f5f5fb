#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace xpbd {

/// Sorts items by group, and keeps their order within a group. The items of group g are then items[first[g]] to
/// items[first[g + 1] - 1]. `for_each(add)` must call add(group, item) for every item; it is called twice, first to
/// count.
template <class Place, class Item, class ForEach>
void group_by(std::size_t groups, std::vector<Place>& first, std::vector<Item>& items, const ForEach& for_each) {
    first.assign(groups + 1, 0);
    for_each([&](std::size_t group, const Item&) { ++first[group + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    items.resize(static_cast<std::size_t>(first.back()));
    std::vector<Place> next = first;
    for_each([&](std::size_t group, const Item& item) { items[static_cast<std::size_t>(next[group]++)] = item; });
}

} // namespace xpbd
