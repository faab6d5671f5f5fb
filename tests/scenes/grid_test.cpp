#include "scenes/parts/edges.h"
#include "scenes/parts/grid.h"

#include "built.h"
#include "core/methods.h"
#include "core/step/measure/measure.h"
#include "core/step/measure/specimen.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

namespace xpbd::scenes {
namespace {

GridCloth square(int side) {
    GridCloth cloth;
    cloth.columns = cloth.rows = side;
    return cloth;
}

TEST(GridCloth, Of64By64HasTheConstraintsOfTheHeavyCloth) {
    GridCloth cloth = square(64);
    // Edges, both diagonals of a quad, and bending between particles two grid steps apart.
    EXPECT_EQ(make_grid_cloth(cloth).constraint_count(), 2u * 64 * 63 + 2u * 63 * 63 + 2u * 64 * 62);
    cloth.bending = Bending::none;
    EXPECT_EQ(make_grid_cloth(cloth).constraint_count(), 2u * 64 * 63 + 2u * 63 * 63);
}

TEST(GridCloth, DihedralBendingSpansEveryInnerEdgeOfItsTriangles) {
    GridCloth cloth = square(5);
    cloth.bending = Bending::dihedral;
    const Model model = make_grid_cloth(cloth);
    // Inner edges of 2 (n-1)^2 triangles: (3 faces - boundary)/2.
    EXPECT_EQ(model.of_type<Dihedral>().size(), (3u * 32 - 16) / 2);
}

TEST(GridCloth, SharesItsMassAndPinsWhatItSays) {
    GridCloth cloth = square(6);
    cloth.mass = 3.6;
    const auto fixed = [&](GridPins pins) {
        cloth.pins = pins;
        const Model model = make_grid_cloth(cloth);
        std::set<int> result;
        for (std::size_t i = 0; i < model.mass.size(); ++i) {
            if (model.mass[i] == 0) {
                result.insert(static_cast<int>(i));
            } else {
                EXPECT_DOUBLE_EQ(model.mass[i], 0.1);
            }
        }
        return result;
    };
    EXPECT_EQ(fixed(GridPins::none), (std::set<int>{}));
    EXPECT_EQ(fixed(GridPins::corners), (std::set<int>{0, 5}));
    EXPECT_EQ(fixed(GridPins::one_corner), (std::set<int>{0}));
    EXPECT_EQ(fixed(GridPins::edge), (std::set<int>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(fixed(GridPins::all_corners), (std::set<int>{0, 5, 30, 35}));
    cloth.width = 0.5; // clips hold 10 cm at either corner
    EXPECT_EQ(fixed(GridPins::clips), (std::set<int>{0, 1, 4, 5}));
}

TEST(GridCloth, GatheringBendsItWithoutStretchingAnEdge) {
    GridCloth cloth = square(20);
    cloth.gather = 0.3;
    cloth.folds = 3;
    cloth.tilt = 25;
    Model model = make_grid_cloth(cloth);
    ASSERT_TRUE(finalise(model));
    const auto& array = model.of_type<Distance>();
    const auto readings = read_constraints(model, initial_state(model));
    for (std::size_t c = 0; c < array.size(); ++c) {
        if (array.material[c].role == Role::stretch) {
            EXPECT_NEAR(readings[c].value, 0, 1e-12);
        }
    }
    const double pins = glm::length(model.rest_position[19] - model.rest_position[0]);
    EXPECT_NEAR(pins, 0.7 * cloth.width, 1e-9);
}

TEST(GridCloth, TrianglesAreWoundTheSameWay) {
    for (const double tilt : {0.0, 90.0}) {
        GridCloth cloth = square(7);
        cloth.tilt = tilt;
        const Model model = make_grid_cloth(cloth);
        EXPECT_EQ(model.triangles.size(), 2u * 36);
        for (const auto& t : model.triangles) {
            const auto at = [&](int p) { return model.rest_position[static_cast<std::size_t>(p)]; };
            const Vec3 normal = glm::cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
            EXPECT_GT(tilt == 0 ? normal.z : normal.y, 0);
        }
    }
}

TEST(GridCloth, TheSameSeedGivesTheSameShapeAndAnotherAnother) {
    GridCloth cloth = square(8);
    cloth.noise = 0.01;
    cloth.seed = 4;
    const auto shape = make_grid_cloth(cloth).rest_position;
    EXPECT_EQ(make_grid_cloth(cloth).rest_position, shape);
    cloth.seed = 5;
    EXPECT_NE(make_grid_cloth(cloth).rest_position, shape);
}

/// Every triangulation covers the rectangle once: all triangles have the same orientation, their areas add up to the
/// rectangle's, every edge has one or two triangles, and the irregular triangulation has no slivers.
TEST(Triangulations, CoverTheRectangleOnce) {
    for (const Triangulation triangulation :
         {Triangulation::alternating, Triangulation::one_way, Triangulation::crossed, Triangulation::irregular}) {
        for (const auto& [columns, rows] : {std::array{2, 2}, std::array{9, 5}, std::array{30, 20}}) {
            for (const double ratio : {1e-3, 0.5, 1.0, 3.0, 250.0}) {
                for (const std::uint64_t seed : {0u, 1u, 344996u}) {
                    const Rectangle rectangle = triangulate(columns, rows, triangulation, ratio, seed);
                    double area = 0;
                    for (const auto& [a, b, c] : rectangle.triangles) {
                        const auto& p = rectangle.places;
                        const double one =
                            -((p[index_of(b)][0] - p[index_of(a)][0]) * (p[index_of(c)][1] - p[index_of(a)][1]) -
                              (p[index_of(b)][1] - p[index_of(a)][1]) * (p[index_of(c)][0] - p[index_of(a)][0])) /
                            2;
                        ASSERT_GT(one, 0.02);
                        area += one;
                    }
                    ASSERT_NEAR(area, (columns - 1) * (rows - 1), 1e-9 * area);
                    for (const MeshEdge& edge : collect_edges(rectangle.triangles)) {
                        ASSERT_LE(edge.triangle_count, 2);
                        ASSERT_NE(edge.opposite[0], edge.opposite[1]);
                    }
                }
            }
        }
    }
}

/// Stiffness per width and contraction of a strip that is cut at an angle from a square lattice of springs, against the
/// continuous sheet of the same energy. Edges have 1000 N/m, diagonals 100 N/m.
TEST(TurnedStrip, OfALatticeHasTheStiffnessOfItsDirection) {
    constexpr double c11 = 1000 + 100; // [N/m], from the energies of a cell's edges and diagonals per area
    constexpr double c12 = 100;
    constexpr double g = 100;
    constexpr double e = (c11 * c11 - c12 * c12) / c11;
    constexpr double nu = c12 / c11;
    for (const double degrees : {0.0, 45.0}) {
        const Model model = test::built(test::scene_of("tensile_strip", {{"material", "springs"},
                                                                         {"triangulation", "one_way"},
                                                                         {"resolution", "25x97"},
                                                                         {"size", "0.06x0.24"},
                                                                         {"strain", "0.002"},
                                                                         {"bending", "none"},
                                                                         {"warp_angle", degrees == 0 ? "0" : "45"}}));
        Settings settings{.engine = Engine::textbook};
        settings.method = find_method("global");
        settings.iterations = 4;
        settings.velocity_damping = 20;
        settings.stretch_compliance = 1e-3;
        settings.shear_compliance = 1e-2;
        State state = initial_state(model);
        Control control;
        control.gravity = Vec3(0);
        const auto solver = make_solver(settings);
        for (int frame = 0; frame < 20; ++frame) {
            solver->step(model, state, control, settings, 0.1);
        }
        const double both = degrees == 0 ? 0 : 0.25; // (sin cos)^2
        const double modulus = 1 / ((1 - 2 * both) / e + (1 / g - 2 * nu / e) * both);
        const double contraction = modulus * (nu / e * (1 - 2 * both) - (2 / e - 1 / g) * both);
        const SpecimenReading reading = read_specimen(model, state, true);
        // The tolerance is for the rim: the strip is wider by half an edge on either side, or has jags without load.
        EXPECT_NEAR(reading.secant_modulus / modulus, 1, 0.06) << degrees;
        EXPECT_NEAR(reading.contraction / contraction, 1, 0.06) << degrees;
        EXPECT_TRUE(std::isnan(reading.asked_force)) << "springs are not asked for any";
    }
}

} // namespace
} // namespace xpbd::scenes
