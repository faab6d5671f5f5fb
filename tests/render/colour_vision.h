#pragma once

#include "render/colour/colour.h"

namespace xpbd::render {

/// The colour that looks to other people as `code` does to people without green-sensitive cones (`green`), or without
/// red-sensitive ones. Source: Machado, Oliveira, Fernandes, 2009.
inline glm::vec3 seen_without(bool green, const glm::vec3& code) {
    const glm::mat3 rows = green ? glm::mat3(0.367322f, 0.860646f, -0.227968f, 0.280085f, 0.672501f, 0.047413f,
                                             -0.011820f, 0.042940f, 0.968881f)
                                 : glm::mat3(0.152286f, 1.052583f, -0.204868f, 0.114503f, 0.786281f, 0.099216f,
                                             -0.003882f, -0.048116f, 1.051998f);
    const glm::vec3 c = to_linear(code) * rows;
    return {to_code(c.x), to_code(c.y), to_code(c.z)};
}

} // namespace xpbd::render
