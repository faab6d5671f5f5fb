// Sheets that fold exactly in their own plane: bending angles are 0 or 180 degrees, triangles are turned over or have
// no area, and no force gives the fold a side. A sheet that falls on the ground without a bounce gains no energy:
// kinetic plus gravity energy must stay below that at the start.
#include "case.h"

#include <algorithm>
#include <cmath>

namespace xpbd::lab {
namespace {

using test::started;

/// The constraint type that bends the sheet.
enum class Bends { skip_one, dihedral, arccos, isometric, angle };
constexpr Bends kBends[] = {Bends::skip_one, Bends::dihedral, Bends::arccos, Bends::isometric, Bends::angle};

/// How the sheet is turned in its plane, z = 0, above the ground.
enum class Stands { on_its_edge, on_its_corner };

constexpr int kSide = 9;            ///< particles
constexpr double kSpacing = 0.0125; ///< [m]
constexpr double kMass = 3.4e-5;    ///< of a particle [kg]

/// A square sheet, 5 cm above the ground.
Session sheet(Bends bends, Stands stands) {
    scenes::CustomScene scene;
    const double turn = stands == Stands::on_its_corner ? std::sqrt(0.5) : 0;
    const double kept = stands == Stands::on_its_corner ? std::sqrt(0.5) : 1;
    for (int row = 0; row < kSide; ++row) {
        for (int column = 0; column < kSide; ++column) {
            const double u = column * kSpacing;
            const double v = row * kSpacing;
            scene.particles.push_back(
                {.position = {kept * u - turn * v, 0.05 + turn * u + kept * v, 0}, .mass = kMass});
        }
    }
    const auto at = [](int row, int column) { return row * kSide + column; };
    const auto link = [&](int a, int b, double length) {
        scene.of<Distance>().push_back({.particles = {a, b}, .rest = length});
    };
    const auto bend = [&](int a, int b, int c, int d) { // across the edge a b
        scenes::CustomConstraint hinge;
        hinge.particles = {a, b, c, d};
        if (bends == Bends::dihedral) {
            hinge.rest = 0;
            scene.of<Dihedral>().push_back(hinge);
        } else if (bends == Bends::arccos) {
            hinge.rest = 3.14159265358979323846;
            scene.of<DihedralArccos>().push_back(hinge);
        } else if (bends == Bends::isometric) {
            scene.of<Isometric>().push_back(hinge);
        }
    };
    for (int row = 0; row < kSide; ++row) {
        for (int column = 0; column < kSide; ++column) {
            const bool right = column + 1 < kSide;
            const bool up = row + 1 < kSide;
            if (right) {
                link(at(row, column), at(row, column + 1), kSpacing);
            }
            if (up) {
                link(at(row, column), at(row + 1, column), kSpacing);
            }
            if (right && up) {
                link(at(row, column), at(row + 1, column + 1), kSpacing * std::sqrt(2.0));
                scene.triangles.push_back({at(row, column), at(row, column + 1), at(row + 1, column + 1)});
                scene.triangles.push_back({at(row, column), at(row + 1, column + 1), at(row + 1, column)});
                bend(at(row, column), at(row + 1, column + 1), at(row + 1, column), at(row, column + 1));
            }
            if (right && up && row > 0) {
                bend(at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row - 1, column));
            }
            if (right && up && column > 0) {
                bend(at(row + 1, column), at(row, column), at(row + 1, column + 1), at(row, column - 1));
            }
            for (const auto& [dr, dc] : {std::pair{0, 1}, std::pair{1, 0}}) {
                if (row + 2 * dr >= kSide || column + 2 * dc >= kSide) {
                    continue;
                }
                const int far = at(row + 2 * dr, column + 2 * dc);
                if (bends == Bends::skip_one) {
                    link(at(row, column), far, 2 * kSpacing);
                } else if (bends == Bends::angle) {
                    scene.of<Angle>().push_back(
                        {.particles = {at(row, column), at(row + dr, column + dc), far}, .rest = 0});
                }
            }
        }
    }
    scene.planes.push_back({0, 1, 0, 0});
    scene.friction = 0;
    Session session;
    session.scene.name = "custom";
    session.scene.custom = scene;
    session.world.dt = 1.0 / 60;
    return session;
}

Settings pane(std::string_view method, Engine engine, SweepOrder sweep, int iterations = 20) {
    Settings settings{.engine = engine, .sweep = sweep};
    settings.method = find_method(method);
    settings.iterations = iterations;
    return settings;
}
/// All constraints rigid: alpha = 0 for XPBD, k = 1 for PBD.
Settings rigid(Settings settings) {
    settings.stretch_compliance = settings.shear_compliance = settings.bend_compliance = 0;
    settings.stretch_stiffness = settings.shear_stiffness = settings.bend_stiffness = 1;
    return settings;
}

/// The highest kinetic plus gravity energy from frame 1 on, over that at the start. Without the elastic energy: an
/// error of 0.1 mm in a constraint of 1e-7 m/N that has not converged would count 50 mJ.
double highest(const Session& session, int frames) {
    Experiment experiment = started(session);
    const auto energy = [&] {
        return test::reading(experiment, "kinetic_energy") + test::reading(experiment, "gravity_energy");
    };
    const double start = energy();
    double most = 0;
    for (int frame = 0; frame < frames && !experiment.any_diverged(); ++frame) {
        experiment.step();
        most = std::max(most, energy());
    }
    return experiment.any_diverged() ? HUGE_VAL : most / start;
}

constexpr SweepOrder kSweeps[] = {SweepOrder::listed, SweepOrder::reversed,  SweepOrder::coloured,
                                  SweepOrder::jacobi, SweepOrder::chebyshev, SweepOrder::sor};

/// Checks every kind of bending with every sweep. made(settings) returns the settings to run with.
template <class Made>
void expect_no_gain(Stands stands, Engine engine, Made&& made) {
    for (const Bends bends : kBends) {
        for (const SweepOrder sweep : kSweeps) {
            Session session = sheet(bends, stands);
            session.panes = {made(pane("xpbd", engine, sweep)), made(pane("pbd", engine, sweep))};
            session.panes[0].relaxation = session.panes[1].relaxation = sweep == SweepOrder::sor ? 1.5 : 1;
            EXPECT_LT(highest(session, 25), 1)
                << "bending " << static_cast<int>(bends) << ", sweep " << static_cast<int>(sweep);
        }
    }
}

class Folds : public testing::TestWithParam<Engine> {};

TEST_P(Folds, OfARigidSheetOnItsEdgeGainNoEnergy) {
    expect_no_gain(Stands::on_its_edge, GetParam(), rigid);
}
TEST_P(Folds, OfARigidSheetOnItsCornerGainNoEnergy) {
    expect_no_gain(Stands::on_its_corner, GetParam(), rigid);
}
TEST_P(Folds, OfAStiffSheetOnItsCornerGainNoEnergy) {
    expect_no_gain(Stands::on_its_corner, GetParam(), [](const Settings& settings) { return settings; });
}

INSTANTIATE_TEST_SUITE_P(Engines, Folds, testing::Values(Engine::textbook, Engine::fast),
                         [](const auto& row) { return row.param == Engine::fast ? "fast" : "textbook"; });

// A fault of an earlier version gave this session 700 J to 1e11 J.
TEST(BendDrop, KeepsItsFewMillijoulesInXpbdAndPbd) {
    for (const char* method : {"xpbd", "pbd"}) {
        for (const Engine engine : {Engine::textbook, Engine::fast}) {
            Session session = test::case_session("xpbd_bend_drop.json", method);
            session.panes[0].engine = engine;
            EXPECT_LT(highest(session, 30), 1) << method;
            session.panes[0] = rigid(session.panes[0]);
            EXPECT_LT(highest(session, 30), 1) << method << ", rigid";
        }
    }
}

} // namespace
} // namespace xpbd::lab
