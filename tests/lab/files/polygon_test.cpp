// Polygons that are cut into triangles.
#include "lab/files/polygon.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numbers>
#include <random>
#include <string>

namespace xpbd::lab {
namespace {

using Outline = std::vector<glm::dvec2>; // counter-clockwise

/// Expects n - 2 triangles with the polygon's orientation, whose areas add up to the polygon's.
void expect_filled(const std::vector<Vec3>& corners) {
    Vec3 twice(0); // the polygon's normal times twice its area
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        twice += glm::cross(corners[k] - corners[0], corners[k + 1] - corners[0]);
    }
    const double right = glm::length(twice);
    const CutPolygon cut = cut_polygon(corners);
    ASSERT_EQ(cut.fault, "");
    ASSERT_EQ(cut.triangles.size(), corners.size() - 2);
    double sum = 0;
    for (const auto& [a, b, c] : cut.triangles) {
        const Vec3& first = corners[index_of(a)];
        const Vec3 normal = glm::cross(corners[index_of(b)] - first, corners[index_of(c)] - first);
        ASSERT_GT(glm::dot(normal, twice), 0) << a << ' ' << b << ' ' << c;
        sum += glm::length(normal);
    }
    ASSERT_NEAR(sum, right, 1e-9 * right);
}

/// The outline in three planes: with both orientations, and moved from the origin by 1e6 m.
void expect_filled_anywhere(const Outline& outline) {
    for (int plane = 0; plane < 3; ++plane) {
        for (const double offset : {0.0, 1e6}) {
            SCOPED_TRACE("plane " + std::to_string(plane) + ", distance " + std::to_string(offset));
            std::vector<Vec3> corners;
            for (const glm::dvec2& p : outline) {
                const Vec3 planes[] = {{p.x, p.y, 0}, {p.y, 0, p.x}, {0.6 * p.x, p.y, 0.8 * p.x}};
                corners.push_back(planes[plane] + Vec3(offset, -offset, 0.7 * offset));
            }
            expect_filled(corners);
            std::reverse(corners.begin(), corners.end());
            expect_filled(corners);
        }
    }
}

glm::dvec2 polar(double radius, double turns) {
    const double angle = 2 * std::numbers::pi * turns;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// A star with `corners` corners, every second one at the radius `inner` instead of 1.
Outline star(int corners, double inner) {
    Outline outline;
    for (int i = 0; i < corners; ++i) {
        outline.push_back(polar(i % 2 == 0 ? 1 : inner, static_cast<double>(i) / corners));
    }
    return outline;
}

/// A spiral band of width 0.5, with a gap of 0.5 between its turns.
Outline spiral(int corners, double turns) {
    Outline outline;
    const int half = corners / 2;
    for (int i = 0; i < 2 * half; ++i) {
        const int along = i < half ? i : 2 * half - 1 - i;
        const double turned = turns * along / (half - 1);
        outline.push_back(polar(turned + (i < half ? 1.0 : 0.5), turned));
    }
    return outline;
}

/// The outline of a comb with thin teeth.
Outline comb(int teeth) {
    Outline outline = {{0, -1}, {2.0 * teeth, -1}};
    for (int i = teeth; i-- > 0;) {
        outline.insert(outline.end(), {{2.0 * i + 1.5, 0}, {2.0 * i + 1, 10}, {2.0 * i, 0}});
    }
    return outline;
}

TEST(CutPolygon, FillsConcaveOutlinesInAnyPlaneAnywhere) {
    expect_filled_anywhere({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}); // the letter L
    expect_filled_anywhere({{0, 0}, {4, 0}, {1, 1}, {0, 4}});
    expect_filled_anywhere(star(10, 0.3));
    expect_filled_anywhere(comb(20));
    expect_filled_anywhere(spiral(200, 3));
}

TEST(CutPolygon, FillsOutlinesOfTheMostCornersThatAFaceMayHave) {
    const auto expect = [](const Outline& outline, const char* name) {
        SCOPED_TRACE(name);
        std::vector<Vec3> corners;
        for (const glm::dvec2& p : outline) {
            corners.emplace_back(p.x, p.y, 0);
        }
        ASSERT_EQ(corners.size(), 4096u);
        expect_filled(corners);
    };
    expect(star(4096, 1), "circle");
    expect(star(4096, 0.01), "star");
    expect(spiral(4096, 12), "spiral");
    Outline comb_of_4096 = comb(1364);
    comb_of_4096.insert(comb_of_4096.begin() + 1, {{1, -1.5}, {2, -1}});
    expect(comb_of_4096, "comb");
}

/// A random polygon without crossings: while two edges cross, the order of the corners between them is reversed.
Outline random_polygon(std::mt19937& engine, std::size_t corners) {
    const auto random = [&] { return static_cast<double>(engine()) / 4294967296.0; };
    const auto turn = [](const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    Outline p(corners);
    for (glm::dvec2& corner : p) {
        corner = {random(), random()};
    }
    for (bool crossed = true; crossed;) {
        crossed = false;
        for (std::size_t i = 0; i + 2 < corners; ++i) {
            for (std::size_t j = i + 2; j < corners; ++j) {
                const glm::dvec2 &a = p[i], &b = p[i + 1], &c = p[j], &d = p[(j + 1) % corners];
                if ((i > 0 || j + 1 < corners) && turn(a, b, c) * turn(a, b, d) < 0 &&
                    turn(c, d, a) * turn(c, d, b) < 0) {
                    std::reverse(p.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                 p.begin() + static_cast<std::ptrdiff_t>(j) + 1);
                    crossed = true;
                }
            }
        }
    }
    return p;
}

// XPBD_RANDOM_POLYGONS=1000 draws 1000 polygons instead of 200.
TEST(CutPolygon, FillsRandomSimpleOutlinesInAnyPlaneAnywhere) {
    const char* asked = std::getenv("XPBD_RANDOM_POLYGONS");
    const int count = asked != nullptr ? std::atoi(asked) : 200;
    std::mt19937 engine(42);
    for (int i = 0; i < count; ++i) {
        const Outline outline = random_polygon(engine, 4 + engine() % 37);
        const double offset = std::pow(10.0, i % 7); // to 1e6
        std::vector<Vec3> corners;
        for (const glm::dvec2& p : outline) {
            const Vec3 planes[] = {{p.x, p.y, 0}, {p.y, 0, p.x}, {0.6 * p.x, p.y, 0.8 * p.x}};
            corners.push_back(planes[i % 3] + Vec3(offset, -offset, 0.7 * offset));
        }
        SCOPED_TRACE(i);
        expect_filled(corners);
    }
}

} // namespace
} // namespace xpbd::lab
