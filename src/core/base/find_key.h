#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace xpbd {

/// The key of a table's row: its member `key`, or that of its ParameterInfo `info`.
template <class Row>
std::string_view key_of_row(const Row& row) {
    if constexpr (requires { row.key; }) {
        return row.key;
    } else {
        return row.info.key;
    }
}

/// The first row with this key; null if there is no such row. The rows must outlive the result.
template <class Table>
auto* find_key(const Table& table, std::string_view key) {
    const auto found =
        std::find_if(std::begin(table), std::end(table), [&](const auto& row) { return key_of_row(row) == key; });
    return found == std::end(table) ? nullptr : &*found;
}

} // namespace xpbd
