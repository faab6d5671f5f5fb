// Primal-dual Newton on cloths.
#include "bodies.h"
#include "core/implicit/primal_dual/cost.h"
#include "core/implicit/primal_dual/graph.h"
#include "core/model/fold.h"
#include "scenes/parts/grid.h"

#include <algorithm>
#include <cmath>

namespace xpbd::test {
namespace {

using scenes::Bending;
using scenes::GridCloth;
using scenes::GridPins;

/// A sheet of 1 kg, 2 m wide, pinned at its upper corners.
Model sheet(int side, double tilt, Bending bending = Bending::skip_one) {
    GridCloth cloth;
    cloth.columns = cloth.rows = side;
    cloth.width = cloth.height = 2;
    cloth.tilt = tilt;
    cloth.noise = 0.001;
    cloth.pins = GridPins::corners;
    cloth.bending = bending;
    Model model = scenes::make_grid_cloth(cloth);
    EXPECT_TRUE(finalise(model));
    return model;
}

Settings stiff(double compliance, int iterations = 3) {
    Settings settings = settings_for("global", iterations);
    settings.stretch_compliance = settings.shear_compliance = compliance;
    settings.bend_compliance = 1;
    return settings;
}

/// Root of the mean squared distance between the particles of two states [m].
double distance_between(const State& a, const State& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.particles.position.size(); ++i) {
        const Vec3 apart = xyz(a.particles.position[i]) - xyz(b.particles.position[i]);
        sum += glm::dot(apart, apart);
    }
    return std::sqrt(sum / static_cast<double>(a.particles.position.size()));
}

/// The state after one step with these settings.
State stepped(const Model& model, const State& from, const Settings& settings) {
    Trial trial{model, settings};
    trial.state = from;
    trial.steps(1);
    EXPECT_EQ(trial.last.unfinished, 0);
    return trial.state;
}

/// Distance between a step's result and Newton's, over the distance of Newton's result from the inertial target.
struct ErrorOfSteps {
    const Model& model;
    double compliance;

    explicit ErrorOfSteps(const Model& of, double alpha) : model(of), compliance(alpha) {}

    /// Returns the error for each number of iterations.
    std::vector<double> at(const State& state, const std::vector<int>& iterations) const {
        Settings referee = stiff(compliance);
        referee.method = find_method("newton");
        const State exact = stepped(model, state, referee);
        State inertial = exact;
        for (std::size_t i = 0; i < inertial.particles.position.size(); ++i) {
            inertial.particles.position[i] = Vec4(exact.predicted[i], 0);
        }
        const double size = distance_between(inertial, exact);
        std::vector<double> errors;
        for (const int n : iterations) {
            errors.push_back(distance_between(stepped(model, state, stiff(compliance, n)), exact) / size);
        }
        return errors;
    }
};

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Kinetic energy plus potential energy of gravity [J].
double energy_of(const Measure& measured) {
    return measured.kinetic_energy + measured.gravity_energy;
}

class StiffnessAskedFor : public testing::TestWithParam<double> {};

/// Effective over nominal stiffness of a cloth that hangs at rest.
TEST_P(StiffnessAskedFor, IsThatOfTheHangingCloth) {
    const double alpha = GetParam();
    const Model model = sheet(24, 0);
    Trial run{model, stiff(alpha)};
    run.settings.global_damping = 20;
    run.settings.velocity_damping = 2;
    run.steps(300);
    const Measure measured = run.measured();
    ASSERT_LT(measured.kinetic_energy, 1e-3);
    ASSERT_TRUE(measured.effective_stiffness.has_value());
    expect_relative(*measured.effective_stiffness * alpha, 1, 1e-2);
}
INSTANTIATE_TEST_SUITE_P(Global, StiffnessAskedFor, testing::Values(1e-3, 1e-5, 1e-7, 1e-8));

TEST(Global, ComesToTheStepOfImplicitEulerInTwoOrThreeIterationsOfASwingingStiffCloth) {
    const double alpha = 1e-7;
    const Model model = sheet(24, 60);
    const ErrorOfSteps error(model, alpha);
    Trial run{model, stiff(alpha)};
    std::vector<double> two;
    std::vector<double> three;
    for (int k = 0; k < 12; ++k) {
        run.steps(k == 0 ? 10 : 20);
        const auto errors = error.at(run.state, {2, 3});
        two.push_back(errors[0]);
        three.push_back(errors[1]);
    }
    EXPECT_LT(median_of(two), 0.1);
    EXPECT_LT(median_of(three), 0.02);
}

/// The error has no lower limit, unlike the fixed point of XPBD's linearisation.
TEST(Global, ComesToTheStepOfImplicitEulerToRoundingNearRest) {
    const double alpha = 1e-7;
    const Model model = sheet(16, 0);
    Trial run{model, stiff(alpha)};
    run.settings.velocity_damping = 2;
    run.steps(150);
    EXPECT_LT(ErrorOfSteps(model, alpha).at(run.state, {12})[0], 1e-8);
}

TEST(Global, MatchesTheReferenceWithBdf2DampingWindAndEveryBending) {
    for (const Bending bending : {Bending::dihedral, Bending::isometric, Bending::arccos, Bending::skip_one}) {
        const Model model = sheet(8, 40, bending);
        Settings settings = stiff(1e-4, 40);
        settings.integrator = Integrator::bdf2;
        settings.stretch_damping = 20;
        settings.bend_damping = 1e-3;
        settings.bend_compliance = 10;
        settings.velocity_damping = 0.5;
        Trial run{model, settings};
        run.control.wind = Vec3(2, 0, 3);
        run.steps(30);
        Trial same = run;
        same.settings.method = find_method("newton");
        same.steps(1);
        run.steps(1);
        ASSERT_EQ(same.last.unfinished, 0);
        EXPECT_LT(distance_between(run.state, same.state), 1e-7) << static_cast<int>(bending);
    }
}

class EnergyOf : public testing::TestWithParam<double> {};

/// Only gravity acts on the sheet: its energy never exceeds the energy at the start.
TEST_P(EnergyOf, ASwingingClothNeverGrows) {
    for (const int iterations : {2, 3}) {
        const Model model = sheet(10, 60);
        Trial run{model, stiff(GetParam(), iterations)};
        const double first = energy_of(run.measured()) + run.measured().elastic_energy;
        for (int frame = 0; frame < 600; ++frame) {
            run.steps(1);
            ASSERT_TRUE(run.last.finite && run.last.unfinished == 0) << frame;
            ASSERT_LT(energy_of(run.measured()), first + 1e-6) << frame;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Global, EnergyOf, testing::Values(1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9));

/// Starts where a linearisation is poor: squeezed by 40 %, crumpled, or torn away by a grab.
TEST(Global, BearsASqueezedAClothThatIsFlungAndOneThatTears) {
    for (const double alpha : {1e-2, 1e-5, 1e-9}) {
        SCOPED_TRACE(testing::Message() << "alpha " << alpha);
        const Model model = sheet(12, 30);
        Trial squeezed{model, stiff(alpha)};
        for (Vec4& x : squeezed.state.particles.position) {
            x.x *= 0.6;
        }
        squeezed.steps(120);
        EXPECT_TRUE(squeezed.last.finite);
        EXPECT_LT(squeezed.measured().max_strain, 1.5);

        Trial flung{model, stiff(alpha)};
        const int corner = 143; // the free corner
        for (int frame = 0; frame < 60; ++frame) {
            const double angle = 0.5 * frame;
            flung.control.hand.grabs = {{corner, Vec3(3 * std::cos(angle), 3 * std::sin(angle), 2)}};
            flung.steps(1);
            ASSERT_TRUE(flung.last.finite) << frame;
        }
        flung.control.hand.grabs.clear();
        flung.steps(300);
        EXPECT_TRUE(flung.last.finite);
        EXPECT_LT(flung.measured().max_strain, 0.5);

        Trial torn{model, stiff(alpha)};
        torn.settings.tear_force = 0.5;
        torn.steps(60);
        EXPECT_TRUE(torn.last.finite);
        EXPECT_GT(std::count(torn.state.torn.begin(), torn.state.torn.end(), 1), 0);
    }
}

/// The method replaces a compliance of zero by its least, 1e-9 m/N, and reports this.
TEST(Global, TakesTheLeastComplianceForARigidEdge) {
    Model model;
    model.rest_position = {Vec3(0), Vec3(0, -1, 0)};
    model.mass = {0, 2};
    add_distance(model, 0, 1, {});
    ASSERT_TRUE(finalise(model));
    Trial run{model, stiff(0)};
    run.settings.velocity_damping = 30;
    run.steps(300);
    expect_relative(run.first_value(), 2 * kGravity * 1e-9, 1e-4);
    expect_relative(-run.state.lambda[0] * run.state.force_scale, 2 * kGravity, 1e-4);
}

/// Checks that the state is the same on 1, 2 and 5 threads. Returns the largest number of contacts of a step.
int expect_the_same_on_threads(const Model& model, int steps, LinearSolver linear_solver = LinearSolver::factor) {
    std::vector<std::uint64_t> hashes;
    int contacts = 0;
    for (const int threads : {1, 2, 5}) {
        Trial run{model, stiff(1e-6)};
        run.settings.linear_solver = linear_solver;
        run.solver = make_solver(run.settings);
        run.solver_method = run.settings.method;
        run.solver_engine = run.settings.engine;
        run.solver->set_parallel(on_threads(threads));
        for (int i = 0; i < steps; ++i) {
            run.steps(1);
            contacts = std::max(contacts, run.last.contacts);
        }
        hashes.push_back(hash(run.state));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
    return contacts;
}

TEST(Global, GivesTheSameBitsOnAnyNumberOfThreads) {
    for (const LinearSolver linear_solver : {LinearSolver::factor, LinearSolver::multigrid}) {
        expect_the_same_on_threads(sheet(40, 60), 3, linear_solver);
    }
    // several tasks per loop of multigrid
    expect_the_same_on_threads(sheet(80, 60), 1, LinearSolver::multigrid);
}

/// One half of a sheet falls onto the other. Such contacts are not part of the factored matrix.
TEST(Global, GivesTheSameBitsOnAnyNumberOfThreadsWhereTheBodyTouchesItself) {
    Model model = sheet(32, 90);
    const double edge = 2.0 / 31;
    model.rest_velocity.assign(model.particle_count(), Vec3(0));
    for (std::size_t i = 0; i < model.particle_count(); ++i) { // folded in the middle
        Vec3& x = model.rest_position[i];
        if (x.x > 0) {
            x = Vec3(-x.x, x.y + 1.1 * edge, x.z);
            model.rest_velocity[i] = Vec3(0, -1, 0);
        }
    }
    model.self_distance = 1.05 * edge;
    ASSERT_TRUE(finalise(model));
    EXPECT_GT(expect_the_same_on_threads(model, 4), 100);
    EXPECT_GT(expect_the_same_on_threads(model, 4, LinearSolver::multigrid), 100);
}

/// The same settings with multigrid instead of the factor.
Settings by_multigrid(Settings settings) {
    settings.linear_solver = LinearSolver::multigrid;
    return settings;
}

/// Distance between the results of a step by the factor and by multigrid, over the distance of the factor's result from
/// the inertial target.
double apart(const Model& model, const State& state, Settings settings) {
    settings.linear_solver = LinearSolver::factor;
    const State factor = stepped(model, state, settings);
    State inertial = factor;
    for (std::size_t i = 0; i < inertial.particles.position.size(); ++i) {
        inertial.particles.position[i] = Vec4(factor.predicted[i], 0);
    }
    return distance_between(factor, stepped(model, state, by_multigrid(settings))) / distance_between(inertial, factor);
}

/// A linear solve leaves a thousandth of its residual, and the next iteration takes most of that away: the fixed point
/// is the same. From the third iteration on, wrinkles end the solves at different directions (S83).
TEST(GlobalMultigrid, ComesToTheStepOfTheFactor) {
    for (const Bending bending : {Bending::skip_one, Bending::isometric}) {
        const Model model = sheet(40, 60, bending); // three levels
        Trial swinging{model, stiff(1e-5)};
        swinging.steps(20);
        EXPECT_LT(apart(model, swinging.state, stiff(1e-5, 2)), 5e-3);
        EXPECT_LT(apart(model, swinging.state, stiff(1e-5, 30)), 1e-9);
        const Model level = sheet(40, 0, bending);
        Trial resting{level, stiff(1e-7)};
        resting.settings.velocity_damping = 2;
        resting.steps(60);
        EXPECT_LT(apart(level, resting.state, stiff(1e-7, 3)), 1e-5);
    }
}

TEST(GlobalMultigrid, HasTheStiffnessAskedForInAHangingCloth) {
    const double alpha = 1e-7;
    const Model model = sheet(32, 0);
    Trial run{model, by_multigrid(stiff(alpha))};
    run.settings.global_damping = 20;
    run.settings.velocity_damping = 2;
    run.steps(200);
    ASSERT_TRUE(run.measured().effective_stiffness.has_value());
    expect_relative(*run.measured().effective_stiffness * alpha, 1, 1e-2);
}

/// 1500 coordinates: two levels. Each link carries the masses below it (src/core/FORMULAS.md, experiment 9).
TEST(GlobalMultigrid, GivesEveryLinkOfALongChainTheWeightBelowIt) {
    const int links = 500;
    const double alpha = 1e-6;
    const Model model = hanging_chain(links, 0.01, 0.01);
    Trial run{model, by_multigrid(stiff(alpha, 10))};
    run.settings.velocity_damping = 20;
    run.steps(300);
    const auto readings = read_constraints(model, run.state);
    for (int link = 0; link < links; ++link) {
        expect_relative(readings[index_of(link)].force, 0.01 * kGravity * (links - link), 1e-6);
    }
}

TEST(GlobalMultigrid, IsChosenForLargeSurfacesOnly) {
    EXPECT_FALSE(global_uses_multigrid(sheet(18, 0), by_multigrid(stiff(1e-5)))); // 972 coordinates: a single level
    Model model = sheet(19, 0);
    EXPECT_FALSE(global_uses_multigrid(model, stiff(1e-5)));
    EXPECT_TRUE(global_uses_multigrid(model, by_multigrid(stiff(1e-5))));
    Settings newton = by_multigrid(stiff(1e-5));
    newton.method = find_method("newton"); // starts by the same iterations, always by a factor
    EXPECT_FALSE(global_uses_multigrid(model, newton));
    model.mass.resize(kFactorParticles + 1);
    model.rest_position.resize(kFactorParticles + 1);
    EXPECT_TRUE(global_uses_multigrid(model, stiff(1e-5)));
    model.triangles.clear(); // a long rope: its factor is cheap
    EXPECT_FALSE(global_uses_multigrid(model, stiff(1e-5)));
}

TEST(Global, GraphLeavesSoftBendingOfASurfaceOutside) {
    for (const Bending bending : {Bending::skip_one, Bending::dihedral, Bending::isometric}) {
        const Model model = sheet(8, 0, bending);
        const GlobalGraph sparse = make_global_graph(model, false);
        const GlobalGraph full = make_global_graph(model, true);
        EXPECT_LT(sparse.pairs.size(), full.pairs.size());
        EXPECT_TRUE(full.links.empty());
        std::size_t outside = 0;
        for_each_type(model, [&](const auto& array, std::size_t first) {
            for (std::size_t c = 0; c < array.size(); ++c) {
                const GlobalGraph::Place& place = sparse.places[first + c];
                if (place.is_inside()) {
                    continue;
                }
                ++outside;
                EXPECT_EQ(array.material[c].role, Role::bend);
                // The links, with the masks of their gradients, must add up to the constraint (primal_dual/graph.h):
                // sum G_e (u_from - u_to) = sum g_k u_k for displacements u.
                std::vector<int> found(model.particle_count() * array.particles[c].size());
                for (std::size_t e = place.first_link; e < place.first_link + place.links; ++e) {
                    const GlobalGraph::Link& link = sparse.links[e];
                    EXPECT_TRUE(sparse.pairs[link.pair] == std::pair(link.from, link.to) ||
                                sparse.pairs[link.pair] == std::pair(link.to, link.from));
                    for (std::size_t k = 0; k < array.particles[c].size(); ++k) {
                        const int part = link.mask >> k & 1;
                        found[index_of(link.from) * array.particles[c].size() + k] += part;
                        found[index_of(link.to) * array.particles[c].size() + k] -= part;
                    }
                }
                // The coefficient of u_p is g_k for the constraint's particle k, plus a multiple of the sum of all g,
                // which is zero.
                for (std::size_t p = 0; p < model.particle_count(); ++p) {
                    const int* row = &found[p * array.particles[c].size()];
                    for (std::size_t k = 0; k < array.particles[c].size(); ++k) {
                        const auto own = [&](std::size_t j) { return array.particles[c][j] == static_cast<int>(p); };
                        EXPECT_EQ(row[k] - row[0], int(own(k)) - int(own(0)));
                    }
                }
            }
        });
        EXPECT_GT(outside, 0U);
    }
}

/// Constraints outside of the factored matrix change only the cost: conjugate gradients on the exact matrix correct it.
TEST(Global, HasTheSameStepWithBendingInsideAndOutside) {
    for (const Bending bending : {Bending::skip_one, Bending::isometric}) {
        const Model model = sheet(10, 60, bending);
        Settings settings = stiff(1e-5, 30);
        settings.bend_compliance = bending == Bending::skip_one ? 1e-4 : 5;
        Trial run{model, settings};
        run.steps(20);
        const State outside = stepped(model, run.state, settings);
        Settings newton = settings;
        newton.method = find_method("newton");
        const State exact = stepped(model, run.state, newton);
        EXPECT_LT(distance_between(outside, exact), 1e-9);
    }
}

} // namespace
} // namespace xpbd::test
