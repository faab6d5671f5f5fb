// Self-collision: a body does not pass through itself.
#include "core/step/contact/self_collision.h"

#include "bodies.h"
#include "core/step/contact/near_pairs.h"
#include "heap.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace xpbd::test {
namespace {

/// A level grid cloth above a ball on the ground. Its middle is beside the ball's, so that it slides down and folds.
Model folding_cloth(int side, double thickness) {
    Model model;
    const double spacing = 1.2 / (side - 1);
    const auto at = [&](int column, int row) { return row * side + column; };
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const double bump = 0.001 * std::sin(12.9898 * column + 78.233 * row);
            model.rest_position.push_back({0.25 + column * spacing - 0.6, 0.55 + bump, row * spacing - 0.6});
            model.mass.push_back(0.5 / (side * side));
        }
    }
    const std::tuple<int, int, Role> directions[] = {{1, 0, Role::stretch}, {0, 1, Role::stretch}, {1, 1, Role::shear},
                                                     {-1, 1, Role::shear},  {2, 0, Role::bend},    {0, 2, Role::bend}};
    for (const auto& [right, down, role] : directions) {
        for (int row = 0; row + down < side; ++row) {
            for (int column = std::max(0, -right); column + std::max(0, right) < side; ++column) {
                add_distance(model, at(column, row), at(column + right, row + down), {role, {}, {}, {}});
            }
        }
    }
    for (int row = 0; row + 1 < side; ++row) {
        for (int column = 0; column + 1 < side; ++column) {
            const int a = at(column, row);
            const int b = at(column, row + 1);
            const int c = at(column + 1, row + 1);
            const int d = at(column + 1, row);
            model.triangles.push_back({a, b, c});
            model.triangles.push_back({a, c, d});
        }
    }
    model.self_distance = thickness * spacing;
    model.contact_distance = 0.5 * model.self_distance;
    model.colliders.push_back({Plane{}, 0.3});
    model.colliders.push_back({Sphere{{0, 0.15, 0}, 0.15}, 0.3});
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Signed volume of a tetrahedron, six-fold.
double side_of(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
    return glm::dot(glm::cross(b - a, c - a), p - a);
}

/// True where segment p q passes through the inside of triangle a b c.
bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    if (side_of(a, b, c, p) * side_of(a, b, c, q) >= 0) {
        return false;
    }
    const double u = side_of(p, q, a, b);
    const double v = side_of(p, q, b, c);
    const double w = side_of(p, q, c, a);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

/// Number of pairs of an edge and a triangle without a common particle where the edge passes through the triangle. A
/// uniform grid of cells of size `cell` [m] finds the candidates; no code of the solver's search is used.
int crossings(const Model& model, const State& state, double cell) {
    const auto at = [&](int i) { return xyz(state.particles.position[index_of(i)]); };
    using Key = std::array<int, 3>;
    const auto key_of = [&](const Vec3& x) {
        return Key{static_cast<int>(std::floor(x.x / cell)), static_cast<int>(std::floor(x.y / cell)),
                   static_cast<int>(std::floor(x.z / cell))};
    };
    std::map<Key, std::vector<std::size_t>> grid;
    const auto visit = [&](const Vec3& low, const Vec3& high, const auto& f) {
        const Key from = key_of(low);
        const Key to = key_of(high);
        for (int x = from[0]; x <= to[0]; ++x) {
            for (int y = from[1]; y <= to[1]; ++y) {
                for (int z = from[2]; z <= to[2]; ++z) {
                    f(Key{x, y, z});
                }
            }
        }
    };
    std::set<std::pair<int, int>> edges;
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        const auto& [a, b, c] = model.triangles[t];
        visit(glm::min(at(a), glm::min(at(b), at(c))), glm::max(at(a), glm::max(at(b), at(c))),
              [&](const Key& key) { grid[key].push_back(t); });
        edges.insert({std::minmax(a, b), std::minmax(b, c), std::minmax(c, a)});
    }
    int count = 0;
    for (const auto& [p, q] : edges) {
        std::set<std::size_t> near;
        visit(glm::min(at(p), at(q)), glm::max(at(p), at(q)), [&](const Key& key) {
            if (const auto found = grid.find(key); found != grid.end()) {
                near.insert(found->second.begin(), found->second.end());
            }
        });
        for (const std::size_t t : near) {
            const auto& [a, b, c] = model.triangles[t];
            const bool shares = p == a || p == b || p == c || q == a || q == b || q == c;
            count += !shares && pierces(at(p), at(q), at(a), at(b), at(c)) ? 1 : 0;
        }
    }
    return count;
}

double smallest_distance(const Model& model, const State& state) {
    double smallest = 1e9;
    const auto& x = state.particles.position;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        for (std::size_t j = i + 1; j < model.particle_count(); ++j) {
            const Vec3 apart = xyz(x[j]) - xyz(x[i]);
            smallest = std::min(smallest, glm::dot(apart, apart));
        }
    }
    return std::sqrt(smallest);
}

Settings folding_settings() {
    Settings settings = settings_for("xpbd", 4);
    settings.substeps = 6;
    settings.stretch_compliance = 1e-4;
    settings.shear_compliance = 3e-4;
    settings.bend_compliance = 1;
    settings.velocity_damping = 0.3;
    return settings;
}

TEST(SelfCollision, TheTestOfCrossingsSeesOne) {
    EXPECT_TRUE(pierces({0.2, 0.2, -1}, {0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}));
    EXPECT_FALSE(pierces({0.8, 0.8, -1}, {0.8, 0.8, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}));
    // Without a thickness the same cloth falls through its own folds.
    const Model model = folding_cloth(32, 0);
    Trial run{model, folding_settings()};
    run.steps(360);
    EXPECT_GT(crossings(model, run.state, 0.05), 0);
}

/// A `Parallel` that runs the tasks from the last to the first: threads may finish in any order.
void backwards(std::size_t count, const std::function<void(std::size_t)>& task) {
    while (count-- > 0) {
        task(count);
    }
}

TEST(NearPairs, AreAllThatAreInReachInOrder) {
    std::vector<Vec3> points;
    points.reserve(3000);
    for (int i = 0; i < 3000; ++i) {
        points.emplace_back(std::sin(12.9898 * i), 0.3 * std::sin(78.233 * i), std::sin(37.719 * i));
    }
    points[7] = points[1500];
    points[8].x = std::nan("");
    points[9].y = -1e300;
    const double reach = 0.07;
    std::vector<NearPairs::Ends> expected;
    for (int i = 0; i < 3000; ++i) {
        for (int j = i + 1; j < 3000; ++j) {
            const Vec3 apart = points[index_of(j)] - points[index_of(i)];
            if (glm::dot(apart, apart) < reach * reach) {
                expected.push_back({i, j});
            }
        }
    }
    EXPECT_GT(expected.size(), points.size());
    for (const Parallel& parallel : {Parallel{}, Parallel{backwards}}) {
        NearPairs near;
        EXPECT_TRUE(near.find(points, reach, 256 * points.size(), parallel));
        EXPECT_TRUE(std::equal(near.pairs().begin(), near.pairs().end(), expected.begin(), expected.end()));
    }
}

TEST(NearPairs, AreTheSameOnAnyThreadsWhereTheyAreTooMany) {
    std::vector<Vec3> points;
    points.reserve(4000);
    for (int i = 0; i < 4000; ++i) {
        points.emplace_back(0.1 * std::sin(12.9898 * i), 0, std::sin(37.719 * i));
    }
    NearPairs one, many;
    const std::size_t most = 8 * points.size();
    EXPECT_FALSE(one.find(points, 0.1, most, {}));
    EXPECT_FALSE(many.find(points, 0.1, most, backwards));
    EXPECT_GE(one.pairs().size(), most);
    EXPECT_LT(one.pairs().size(), most + points.size());
    EXPECT_TRUE(std::equal(one.pairs().begin(), one.pairs().end(), many.pairs().begin(), many.pairs().end()));
}

class SelfCollisionOf : public testing::TestWithParam<Engine> {};

TEST_P(SelfCollisionOf, AFoldedClothStaysOutOfItselfFor20Seconds) {
    // The textbook engine takes a minute and more for 64 x 64.
    const int side = GetParam() == Engine::fast ? 64 : 24;
    const Model model = folding_cloth(side, 1.2);
    Trial run{model, folding_settings()};
    run.settings.engine = GetParam();
    int contacts = 0;
    for (int frame = 0; frame < 20 * 60; ++frame) {
        run.steps(1);
        ASSERT_TRUE(run.last.finite);
        contacts = std::max(contacts, run.last.contacts);
        if (frame % 60 == 59) {
            ASSERT_EQ(crossings(model, run.state, 0.04), 0) << "after " << run.state.time << " s";
        }
        if (frame % 240 == 239) {
            ASSERT_GT(smallest_distance(model, run.state), 0.5 * model.self_distance) << run.state.time << " s";
        }
    }
    EXPECT_GT(contacts, side * side / 4);
}

INSTANTIATE_TEST_SUITE_P(Engines, SelfCollisionOf, testing::Values(Engine::textbook, Engine::fast),
                         [](const auto& engine) { return engine.param == Engine::fast ? "fast" : "textbook"; });

TEST(SelfCollision, ThePairsAreTheSameWhateverWasSearchedBefore) {
    const Model model = folding_cloth(24, 1.2);
    const auto ends_of = [](SelfCollision& collision) {
        std::vector<std::pair<int, int>> ends;
        for (const SelfCollision::Pair& pair : collision.pairs()) {
            ends.emplace_back(pair.a, pair.b);
        }
        return ends;
    };
    Trial run{model, folding_settings()};
    SelfCollision kept;
    std::set<std::vector<std::pair<int, int>>> different;
    for (int frame = 0; frame < 400; ++frame) {
        run.steps(1);
        std::vector<Vec3> start;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            start.push_back(run.position(i));
            run.state.predicted[i] = start[i] + run.state.particles.velocity[i] / 360.0;
        }
        State before = run.state;
        State same = run.state;
        SelfCollision fresh;
        Stops stops;
        kept.begin(model, before, start, stops);
        stops.clear();
        fresh.begin(model, same, start, stops);
        ASSERT_EQ(ends_of(kept), ends_of(fresh)) << "frame " << frame;
        different.insert(ends_of(kept));
    }
    EXPECT_GT(different.size(), 10u) << "the cloth does not fold";
}

TEST(SelfCollision, PairsPushEachOtherWithOppositeForces) {
    Model model;
    model.rest_position = {{-1, 0, 0}, {1, 0, 0}};
    model.rest_velocity = {{2, 0, 0}, {-1, 0.5, 0}};
    model.mass = {1, 3};
    model.self_distance = 0.4;
    model.self_friction = 0; // friction acts after the push and may undo a little of it
    add_distance(model, 0, 1, {});
    model.of_type<Distance>() = {}; // no constraint at all: two free particles
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 3), 1.0 / 120};
    run.control.gravity = Vec3(0);
    const Vec3 before = run.measured().momentum;
    double nearest = 9;
    for (int i = 0; i < 240; ++i) {
        run.steps(1);
        nearest = std::min(nearest, glm::length(run.position(1) - run.position(0)));
        EXPECT_LT(glm::length(run.state.contact_multiplier[0] + run.state.contact_multiplier[1]), 1e-15);
    }
    EXPECT_NEAR(nearest, 0.4, 1e-6);
    EXPECT_LT(glm::length(run.measured().momentum - before), 1e-12);
}

TEST(SelfCollision, ASolverForgetsThePairsOfAnotherModel) {
    const auto two_particles = [](double apart, double thickness) {
        Model model;
        model.rest_position = {{0, 0, 0}, {apart, 0, 0}};
        model.rest_velocity = {{1, 0, 0}, {-1, 0, 0}};
        model.mass = {1, 1};
        model.self_distance = thickness;
        EXPECT_TRUE(finalise(model));
        return model;
    };
    const Model thick = two_particles(10, 10);
    const Model thin = two_particles(5, 0.1);
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Settings settings = settings_for("xpbd", 5);
        settings.engine = engine;
        const auto solver = make_solver(settings);
        State state = initial_state(thick);
        EXPECT_EQ(solver->step(thick, state, {}, settings, 1.0 / 60).contacts, 1);
        state = initial_state(thin);
        EXPECT_EQ(solver->step(thin, state, {}, settings, 1.0 / 60).contacts, 0);
    }
}

TEST(SelfCollision, ACrushedBodyKeepsABoundedNumberOfPairs) {
    constexpr std::size_t kCount = 1200;
    Model model;
    model.rest_position.assign(kCount, Vec3(0));
    model.mass.assign(kCount, 1);
    model.self_distance = 0.1;
    ASSERT_TRUE(finalise(model));
    State state = initial_state(model);
    const std::vector<Vec3> start = model.rest_position;
    SelfCollision collision;
    Stops stops;
    collision.begin(model, state, start, stops);
    const auto pairs = collision.pairs();
    const auto kept = std::count_if(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.a >= 0; });
    EXPECT_GT(kept, 0);
    EXPECT_LT(static_cast<std::size_t>(kept), 300 * kCount) << "of " << kCount * (kCount - 1) / 2;
}

TEST(SelfCollision, ParticlesInOnePointAndFarOutAreDefined) {
    Model model;
    model.rest_position.assign(5, Vec3(0));
    model.rest_position.push_back({1e5, -1e5, 1e5});
    model.mass.assign(6, 1);
    model.self_distance = 0.1;
    ASSERT_TRUE(finalise(model));
    // `model`: the rest shape is one point, so nothing pushes. `spread`: the particles start in one point, away from
    // their rest shape, and must come apart.
    Model spread = model;
    for (int i = 0; i < 5; ++i) {
        spread.rest_position[index_of(i)].x = 0.3 * i;
    }
    ASSERT_TRUE(finalise(spread));
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Trial run{model, settings_for("xpbd", 5)};
        run.settings.engine = engine;
        EXPECT_TRUE(run.steps(20).last.finite);
        Trial apart{spread, settings_for("xpbd", 50)};
        apart.settings.engine = engine;
        for (int i = 0; i < 5; ++i) {
            apart.state.particles.position[index_of(i)].x = 0;
        }
        apart.steps(60);
        EXPECT_TRUE(apart.last.finite);
        EXPECT_GT(smallest_distance(spread, apart.state), 0.09);
    }
}

/// A column of particles with gaps above a fixed one.
Model stack_of_particles(double friction) {
    Model model;
    for (int i = 0; i < 6; ++i) {
        model.rest_position.push_back({0, 0.13 * i, 0});
        model.mass.push_back(i == 0 ? 0 : 0.5);
    }
    model.self_distance = 0.1;
    model.self_friction = friction;
    EXPECT_TRUE(finalise(model));
    return model;
}

// Each particle rests one thickness above the one below, and its contact carries all particles above it.
TEST(NewtonWithSelfCollision, CarriesAStackAtItsThickness) {
    for (const double friction : {0.0, 0.5}) {
        const Model model = stack_of_particles(friction);
        Trial run{model, settings_for("newton", 1)};
        for (int frame = 0; frame < 60; ++frame) {
            run.steps(1);
            ASSERT_EQ(run.last.unfinished, 0) << frame;
        }
        EXPECT_EQ(run.last.contacts, 5);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_NEAR(run.position(i).y, 0.1 * static_cast<double>(i), 1e-9);
            const Vec3 force = run.state.contact_multiplier[i] * run.state.force_scale;
            EXPECT_NEAR(force.y, i == 0 ? -5 * 0.5 * kGravity : 0.5 * kGravity, 1e-6) << i;
        }
        EXPECT_LT(run.measured().residual_primal, 1e-9);
    }
}

// A particle rests in the gap between two fixed particles.
TEST(NewtonWithSelfCollision, LetsAParticleRestOnTwoOthers) {
    Model model;
    model.rest_position = {{-0.06, 0, 0}, {0.06, 0, 0}, {0.001, 0.2, 0}};
    model.mass = {0, 0, 2};
    model.self_distance = 0.1;
    model.self_friction = 0;
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("newton", 1)};
    run.settings.velocity_damping = 20;
    run.steps(600);
    EXPECT_EQ(run.last.unfinished, 0);
    EXPECT_NEAR(run.position(2).x, 0, 1e-9);
    EXPECT_NEAR(run.position(2).y, 0.08, 1e-9);
}

TEST(NewtonWithSelfCollision, LetsACollidersContactAndAPairActTogether) {
    Model model;
    model.rest_position = {{0, 0.2, 0}, {0, 0.4, 0}};
    model.mass = {1, 3};
    model.self_distance = 0.1;
    model.contact_distance = 0.05;
    model.colliders.push_back({Plane{}, 0.3});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("newton", 1)};
    run.steps(60);
    EXPECT_NEAR(run.position(0).y, 0.05, 1e-9);
    EXPECT_NEAR(run.position(1).y, 0.15, 1e-9);
    const auto force = [&](std::size_t i) { return run.state.contact_multiplier[i].y * run.state.force_scale; };
    EXPECT_NEAR(force(0), kGravity, 1e-6);
    EXPECT_NEAR(force(1), 3 * kGravity, 1e-6);
}

TEST(NewtonWithSelfCollision, LeavesNoPairThatOverlaps) {
    Model model = folding_cloth(7, 1.2);
    model.self_friction = 0; // friction acts after the solve and may undo a little of it
    ASSERT_TRUE(finalise(model));
    Trial run{model, folding_settings()};
    run.settings.method = find_method("newton");
    run.settings.substeps = 2;
    int whole = 0;
    double worst = 0; // overlap over the thickness
    for (int frame = 0; frame < 60; ++frame) {
        run.steps(1);
        if (run.last.unfinished > 0 || run.last.contacts == 0) {
            continue;
        }
        ++whole;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            for (std::size_t j = i + 1; j < model.particle_count(); ++j) {
                const double rest = glm::length(model.rest_position[j] - model.rest_position[i]);
                const double least = std::min(model.self_distance, rest);
                worst = std::max(worst, (least - glm::length(run.position(j) - run.position(i))) / model.self_distance);
            }
        }
    }
    EXPECT_GT(whole, 30);
    EXPECT_LT(worst, 1e-8);
}

/// The cloth of folding_cloth(), upright and without the ball: it falls to the ground in folds, one on another.
Model heaped_cloth(int side) {
    Model model = folding_cloth(side, 1.2);
    for (Vec3& x : model.rest_position) { // turned by 84 degrees
        x = Vec3(x.x, 0.7 + 0.99498743710662 * x.z + 0.1 * (x.y - 0.55), 0.99498743710662 * (x.y - 0.55) - 0.1 * x.z);
    }
    model.colliders.pop_back();
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Number of pairs that touch although they are far apart in the rest shape.
int layered_pairs(const Model& model, const Trial& run) {
    int count = 0;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        for (std::size_t j = i + 1; j < model.particle_count(); ++j) {
            const double rest = glm::length(model.rest_position[j] - model.rest_position[i]);
            count += rest > 2 * model.self_distance &&
                             glm::length(run.position(j) - run.position(i)) < 1.01 * model.self_distance
                         ? 1
                         : 0;
        }
    }
    return count;
}

TEST(GlobalWithSelfCollision, SolvesForALayeredHeapAsForItsColliders) {
    for (const double alpha : {1e-4, 1e-6}) {
        SCOPED_TRACE(testing::Message() << "alpha " << alpha);
        const Model model = heaped_cloth(16);
        Trial run{model, folding_settings()};
        run.settings.method = find_method("global");
        run.settings.stretch_compliance = alpha;
        run.settings.shear_compliance = 3 * alpha;
        run.settings.iterations = alpha == 1e-4 ? 4 : 6;
        run.settings.substeps = 4;
        std::vector<double> overlaps;
        std::vector<double> residuals;
        int layered = 0;
        for (int frame = 0; frame < 120; ++frame) {
            run.steps(1);
            ASSERT_TRUE(run.last.finite) << frame;
            if (frame >= 30) { // before, parts hit the ground: too much for a few iterations
                ASSERT_EQ(run.last.unfinished, 0) << frame;
            }
            if (frame % 10 == 9) {
                ASSERT_EQ(crossings(model, run.state, 0.08), 0) << frame;
                overlaps.push_back(largest_overlap(model, run.state));
                residuals.push_back(imbalance(model, run.state, run.settings));
                layered = std::max(layered, layered_pairs(model, run));
            }
        }
        std::sort(overlaps.begin(), overlaps.end());
        std::sort(residuals.begin(), residuals.end());
        // A projection of the pairs after the solve would give overlaps of 9e-3 and 4e-3, residuals of 5e-5 and 3e-3.
        EXPECT_LT(overlaps[overlaps.size() / 2], 2e-3);
        EXPECT_LT(residuals[residuals.size() / 2], alpha == 1e-4 ? 1e-6 : 3e-5);
        EXPECT_GT(layered, 40);
        EXPECT_LT(run.measured().kinetic_energy, 1e-3);
    }
}

// NewtonWithSelfCollision.CarriesAStackAtItsThickness for this method, with a tolerance for ten iterations.
TEST(GlobalWithSelfCollision, CarriesAStackAtItsThickness) {
    for (const double friction : {0.0, 0.5}) {
        const Model model = stack_of_particles(friction);
        Trial run{model, settings_for("global", 10)};
        run.steps(90);
        EXPECT_EQ(run.last.contacts, 5);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_NEAR(run.position(i).y, 0.1 * static_cast<double>(i), 1e-6);
            const Vec3 force = run.state.contact_multiplier[i] * run.state.force_scale;
            EXPECT_NEAR(force.y, i == 0 ? -5 * 0.5 * kGravity : 0.5 * kGravity, 1e-3) << i;
        }
    }
}

class BounceOfParts : public testing::TestWithParam<int> {};

// v_b' - v_a' = -e (v_b - v_a), and the momentum stays.
TEST_P(BounceOfParts, FollowsTheLawOfRestitutionAndKeepsMomentum) {
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        for (const double e : {0.0, 0.6, 1.0}) {
            Model model;
            model.rest_position = {{0, 0, 0}, {0.16, 0.05, 0}, {0, 5, 0}, {0.16, 5, 0}};
            model.rest_velocity = {{1, 0, 0}, {-1, 0, 0}, {-1, 0, 0}, {1, 0, 0}}; // the other two move apart
            model.mass = {1, 3, 1, 3};
            model.self_distance = 0.1;
            model.self_friction = 0;
            model.self_restitution = e;
            ASSERT_TRUE(finalise(model));
            Settings settings = settings_for(methods()[index_of(GetParam())].key, 3);
            settings.engine = engine;
            Trial run{model, settings, 1e-3};
            run.control.gravity = Vec3(0);
            Vec3 normal(0);
            for (int frame = 0; frame < 100; ++frame) {
                run.steps(1);
                if (run.last.contacts > 0) {
                    normal = glm::normalize(run.position(1) - run.position(0));
                    break;
                }
            }
            ASSERT_GT(glm::length(normal), 0);
            const auto& v = run.state.particles.velocity;
            const double in = glm::dot(Vec3(-2, 0, 0), normal);
            const double out = glm::dot(v[1] - v[0], normal);
            // With e = 0 the two touch at the end of the step; they have the speed that closed the gap within the step.
            const double tolerance = engine == Engine::fast ? 1e-3 : 1e-9;
            if (e > 0) {
                EXPECT_NEAR(out, -e * in, tolerance) << e;
            } else {
                EXPECT_LT(std::abs(out), -in) << e;
            }
            EXPECT_LT(glm::length(1.0 * v[0] + 3.0 * v[1] - Vec3(-2, 0, 0)), tolerance) << e;
            EXPECT_NEAR(v[3].x - v[2].x, 2, tolerance) << "what does not touch does not bounce";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, BounceOfParts, testing::Range(0, static_cast<int>(methods().size())),
                         [](const auto& row) { return std::string(methods()[index_of(row.param)].key); });

TEST(SelfCollision, PartsThatRestOnEachOtherDoNotBounce) {
    Model model;
    model.rest_position = {{0, 0, 0}, {0, 0.1, 0}};
    model.mass = {0, 1}; // the free particle rests on the fixed one
    model.self_distance = 0.1;
    model.self_restitution = 0.9;
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 2)};
    run.steps(100);
    EXPECT_NEAR(run.position(1).y, 0.1, 1e-12);
}

} // namespace
} // namespace xpbd::test
