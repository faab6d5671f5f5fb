// The cut of a mesh's quads along its folds.
#include "render/diagonals.h"

#include <array>
#include <cstddef>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace xpbd::render {
namespace {

/// A level square of 4 x 4 cells, each of which has its diagonal from the lower left to the upper right.
struct Grid {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec2> flat;
    std::vector<std::array<int, 3>> triangles;
    std::vector<Vertex> vertices;

    Grid() {
        for (int i = 0; i < 25; ++i) {
            positions.emplace_back(i % 5, 0, i / 5);
            flat.emplace_back(i % 5, i / 5);
            vertices.push_back({positions.back(), {0, 1, 0}, 0, {}});
        }
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 4; ++column) {
                const int a = 5 * row + column;
                triangles.push_back({a, a + 1, a + 6});
                triangles.push_back({a, a + 6, a + 5});
            }
        }
    }
    Body body() const {
        Body body;
        body.positions = positions;
        body.texture = flat;
        body.triangles = triangles;
        return body;
    }
    /// Sets the normals of a fold: the surface rises from both sides to the particles with column - row == `offset` or,
    /// if `falling`, with column + row == `offset`.
    void fold(bool falling, int offset) {
        for (int i = 0; i < 25; ++i) {
            const int side = falling ? i % 5 + i / 5 - offset : i % 5 - i / 5 - offset;
            const float tilt = side < 0 ? -0.6f : side > 0 ? 0.6f : 0.0f;
            vertices[static_cast<std::size_t>(i)].normal = glm::normalize(glm::vec3(tilt, 1, falling ? tilt : -tilt));
        }
    }
};

bool has_edge(const std::vector<std::array<int, 3>>& triangles, int a, int b) {
    for (const auto& triangle : triangles) {
        const std::set<int> corners(triangle.begin(), triangle.end());
        if (corners.count(a) > 0 && corners.count(b) > 0) {
            return true;
        }
    }
    return false;
}

double area(const std::vector<glm::vec3>& positions, const std::array<int, 3>& triangle) {
    const auto at = [&](std::size_t i) { return positions[static_cast<std::size_t>(triangle[i])]; };
    return 0.5 * static_cast<double>(glm::cross(at(1) - at(0), at(2) - at(0)).y);
}

TEST(Diagonals, EveryCellOfAGridIsAQuad) {
    const Grid grid;
    const std::vector<Quad> quads = quads_of(grid.body());
    ASSERT_EQ(quads.size(), 16u);
    std::set<std::size_t> used;
    for (const Quad& quad : quads) {
        used.insert(quad.triangles.begin(), quad.triangles.end());
    }
    EXPECT_EQ(used.size(), 32u) << "no triangle twice";
}

TEST(Diagonals, ACutGoesAlongTheFold) {
    Grid grid;
    std::vector<Quad> quads = quads_of(grid.body());
    std::vector<std::array<int, 3>> cut = grid.triangles;
    EXPECT_FALSE(cut_along_folds(grid.vertices, grid.triangles, quads, cut)) << "flat";
    grid.fold(false, 0);
    EXPECT_FALSE(cut_along_folds(grid.vertices, grid.triangles, quads, cut)) << "as the diagonals lie";
    EXPECT_EQ(cut, grid.triangles);

    grid.fold(true, 4); // through the particles 4, 8, 12, 16 and 20
    EXPECT_TRUE(cut_along_folds(grid.vertices, grid.triangles, quads, cut));
    for (const int particle : {4, 8, 12, 16}) {
        EXPECT_TRUE(has_edge(cut, particle, particle + 4)) << particle;
        EXPECT_FALSE(has_edge(cut, particle - 1, particle + 5)) << "across the fold, beside " << particle;
    }
    EXPECT_TRUE(has_edge(cut, 0, 6)) << "elsewhere as it was";
    double whole = 0;
    for (std::size_t t = 0; t < cut.size(); ++t) {
        EXPECT_DOUBLE_EQ(area(grid.positions, cut[t]), area(grid.positions, grid.triangles[t])) << "same side up";
        whole += area(grid.positions, cut[t]);
    }
    EXPECT_DOUBLE_EQ(whole, -16);

    EXPECT_FALSE(cut_along_folds(grid.vertices, grid.triangles, quads, cut)) << "done";
    grid.fold(false, 0);
    EXPECT_TRUE(cut_along_folds(grid.vertices, grid.triangles, quads, cut));
    EXPECT_TRUE(has_edge(cut, 6, 12));
}

TEST(Diagonals, TheGivenOneStaysWhereTheOtherIsHardlyBetter) {
    Grid grid;
    std::vector<Quad> quads = quads_of(grid.body());
    std::vector<std::array<int, 3>> cut = grid.triangles;
    const auto turn = [&](std::size_t particle, float tilt) {
        grid.vertices[particle].normal = glm::normalize(glm::vec3(tilt, 1, 0));
    };
    turn(0, 0.10f); // the corner's cell: its own diagonal has a cosine of 0.995
    EXPECT_FALSE(cut_along_folds(grid.vertices, grid.triangles, quads, cut));
    turn(0, 0.20f); // 0.981
    EXPECT_TRUE(cut_along_folds(grid.vertices, grid.triangles, quads, cut));
    EXPECT_TRUE(has_edge(cut, 1, 5));
    turn(0, 0.10f);
    EXPECT_TRUE(cut_along_folds(grid.vertices, grid.triangles, quads, cut)) << "whatever was before";
    EXPECT_EQ(cut, grid.triangles) << "to the order of the corners, which the last bit of a pixel depends on";
}

} // namespace
} // namespace xpbd::render
