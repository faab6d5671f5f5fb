#pragma once

#include "core/model/parameters.h"
#include "scenes/scenes.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

/// Scenes by name, for tests.
namespace xpbd::test {

inline scenes::SceneSpec scene_of(std::string_view name,
                                  const std::vector<std::pair<std::string_view, std::string_view>>& values = {}) {
    scenes::SceneSpec spec;
    spec.name = name;
    for (const auto& [key, text] : values) {
        const auto* parameter = scenes::find_scene_parameter(*scenes::find_scene(name), key);
        EXPECT_NE(parameter, nullptr) << key;
        spec.values[std::string(key)] = *parse_value(*parameter, text);
    }
    return spec;
}

inline Model built(const scenes::SceneSpec& spec) {
    Result<Model> model = scenes::build(spec);
    EXPECT_TRUE(model) << (model ? "" : model.error().message);
    return std::move(*model);
}

} // namespace xpbd::test
