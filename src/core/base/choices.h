#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace xpbd {

/// Choices of a parameter: the names in `first`, followed by a member (key or label) of every row of a table.
template <std::size_t N, class Row, std::size_t M>
constexpr std::array<std::string_view, N + M> and_rows(const std::string_view (&first)[N], const Row (&table)[M],
                                                       std::string_view Row::*name) {
    std::array<std::string_view, N + M> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i < N ? first[i] : table[i - N].*name;
    }
    return all;
}

} // namespace xpbd
