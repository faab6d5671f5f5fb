// Objects of session files whose keys are the rows of a table: world, panes, looks, parameters of a scene.
#pragma once

#include "lab/files/json_check.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

using OrderedJson = nlohmann::ordered_json;

/// The keys `own`, followed by the keys of a table's rows.
template <class Table>
std::vector<std::string_view> row_keys(const Table& table, std::initializer_list<std::string_view> own = {}) {
    std::vector<std::string_view> keys(own);
    for (const auto& row : table) {
        if constexpr (requires { row.info; }) {
            keys.push_back(row.info.key);
        } else {
            keys.push_back(row.key);
        }
    }
    return keys;
}

/// @name The value of a table's row in an object
/// @{
template <class Row, class Object>
Value value_of(const Row& row, const Object& object) {
    return row.get(object);
}
inline Value value_of(const SettingsParameter& row, const Settings& settings) {
    return {row.get(settings), 0, 0};
}
template <class Row, class Object>
void set_value(const Row& row, Object& object, const Value& value) {
    row.set(object, value);
}
inline void set_value(const SettingsParameter& row, Settings& settings, const Value& value) {
    row.set(settings, value[0]);
}
/// @}

/// Sets the values of `object` whose keys `json` contains, and leaves the others.
template <class Table, class Object>
void read_rows(const Json& json, const std::string& path, const Table& table, Object& object, JsonCheck& check) {
    for (const auto& row : table) {
        if (const auto found = json.find(std::string(row.info.key)); found != json.end()) {
            set_value(row, object, check.value(*found, child(path, row.info.key), row.info));
        }
    }
}

/// True if two values differ, also if only in the sign of a zero, which can influence a state.
inline bool differ(const Value& one, const Value& other) {
    return !std::equal(one.begin(), one.end(), other.begin(),
                       [](double a, double b) { return a == b && std::signbit(a) == std::signbit(b); });
}

/// Adds to `json` the values in which `object` differs from `usual`.
template <class Table, class Object>
void write_rows(const Table& table, const Object& object, const Object& usual, OrderedJson& json) {
    for (const auto& row : table) {
        if (const Value value = value_of(row, object); differ(value, value_of(row, usual))) {
            json[std::string(row.info.key)] = value_json(row.info, value);
        }
    }
}

} // namespace xpbd::lab
