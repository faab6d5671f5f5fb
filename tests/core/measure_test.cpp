#include "core/model/fold.h"
#include "core/simd/sweep.h"
#include "core/step/measure/median.h"

#include "bodies.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

namespace xpbd::test {
namespace {

TEST(Measure, AFreshStateHasNoStiffnessAndNoStrain) {
    const Model model = hanging_chain(3);
    Trial run{model, settings_for("xpbd", 1)};
    const Measure m = run.measured();
    EXPECT_FALSE(m.effective_stiffness.has_value());
    EXPECT_EQ(m.mean_strain, 0);
    EXPECT_EQ(m.sag, 0);
    EXPECT_EQ(m.kinetic_energy, 0);
}

TEST(Measure, EnergiesOfAStretchedFallingPairAreThoseOfTheTextbook) {
    Model model;
    model.rest_position = {{0, 2, 0}, {1, 2, 0}};
    model.rest_velocity = {{0, -3, 0}, {0, -3, 0}};
    model.mass = {2, 4};
    Material soft;
    soft.compliance = 0.01;
    model.of_type<Distance>().add({0, 1}, {0.8}, soft);
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    const Measure m = run.measured();
    expect_relative(m.kinetic_energy, 0.5 * 6 * 9);
    expect_relative(m.gravity_energy, 6 * kGravity * 2);
    expect_relative(m.elastic_energy, 0.2 * 0.2 / (2 * 0.01)); // computed from positions, since no step was taken yet
    expect_relative(m.max_strain, 0.2 / 0.8);
    expect_relative(m.momentum.y, -18);
}

TEST(Measure, MomentaAreVectorsAboutTheOrigin) {
    Model model;
    model.rest_position = {{1, 0, 0}, {-1, 0, 2}};
    model.rest_velocity = {{0, 3, 0}, {5, 0, 0}};
    model.mass = {2, 4};
    ASSERT_TRUE(finalise(model));
    const Measure m = Trial{model, settings_for("xpbd", 1)}.measured();
    EXPECT_EQ(m.momentum, Vec3(20, 6, 0));
    EXPECT_EQ(m.angular_momentum, Vec3(0, 4 * 2 * 5, 2 * 1 * 3)) << "x cross m v of each, by hand";
    EXPECT_EQ(m.contact_force, Vec3(0)) << "before the first step";
}

TEST(Measure, ContactForceOfABodyAtRestIsItsWeight) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {2, 3};
    model.colliders.push_back({Plane{{0, 1, 0}, 0}});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    run.steps(3);
    const Measure m = run.measured();
    expect_relative(m.contact_force.y, 5 * kGravity);
    EXPECT_EQ(m.contact_force.x, 0);
    expect_relative(contact_force_on(run.state, 1).y, 3 * kGravity);
}

TEST(Measure, ConstraintReadingsNameUnitsThatMultiplyToAnEnergy) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {2, 0, 1}};
    model.mass = {1, 1, 1};
    Material bend;
    bend.role = Role::bend;
    add_distance(model, 0, 1, {});
    add_angle(model, 0, 1, 2, bend);
    ASSERT_TRUE(finalise(model));
    const auto readings = read_constraints(model, initial_state(model));
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_EQ(readings[0].role, Role::stretch);
    EXPECT_EQ(readings[0].value_unit, "m");
    EXPECT_EQ(readings[0].force_unit, "N");
    EXPECT_EQ(readings[0].particles, (std::array{0, 1, -1, -1, -1, -1}));
    EXPECT_EQ(readings[1].role, Role::bend);
    EXPECT_EQ(readings[1].value_unit, "rad");
    EXPECT_EQ(readings[1].force_unit, "N m");
}

TEST(Measure, EnergyIsKineticPlusGravityPlusElasticOfTheSpring) {
    const Model model = hanging_chain(1, 2);
    Trial run{model, settings_for("xpbd", 5)};
    run.settings.stretch_compliance = 1e-2;
    run.steps(7);
    const double c = run.first_value();
    expect_relative(run.measured().elastic_energy, c * c / (2 * 1e-2));
    run.settings.method = find_method("pbd");
    EXPECT_EQ(run.measured().elastic_energy, 0) << "PBD has no energy to speak of";
}

TEST(Measure, ResidualsFallWithIterationsOnAStretchedChain) {
    const Model model = hanging_chain(20);
    double previous = 1e9;
    for (const int iterations : {1, 5, 25, 125}) {
        Trial run{model, settings_for("xpbd", iterations)};
        run.settings.stretch_compliance = 1e-5;
        run.steps(10);
        EXPECT_LT(run.measured().residual_dual, previous);
        previous = run.measured().residual_dual;
    }
}

TEST(Measure, RelativeDualTellsConvergedFromUnconverged) {
    const Model model = hanging_chain(40);
    Trial rough{model, settings_for("xpbd", 2)};
    rough.settings.stretch_compliance = 1e-6;
    EXPECT_GT(rough.steps(120).measured().relative_dual, 0.5);
    const Model single = hanging_chain(1);
    Trial fine{single, settings_for("xpbd", 2)};
    fine.settings.stretch_compliance = 1e-3;
    fine.settings.stretch_damping = 2; // its force is part of the equation
    EXPECT_LT(fine.steps(120).measured().relative_dual, 1e-9);
}

TEST(Measure, PrimalResidualVanishesWhereOnlyFixedGradientsAct) {
    // Along a straight line the gradients do not turn: X16's g stays at zero.
    const Model model = hanging_chain(5);
    Trial run{model, settings_for("xpbd", 3)};
    run.settings.stretch_compliance = 1e-4;
    EXPECT_LT(run.steps(20).measured().residual_primal, 1e-14);
}

TEST(Measure, SigmaIsHSquaredOverAlphaM) {
    const Model model = hanging_chain(6, 0.25);
    Trial run{model, settings_for("xpbd", 3), 1.0 / 50};
    run.settings.stretch_compliance = 1e-4;
    run.settings.substeps = 2;
    expect_relative(run.measured().sigma, 1e-4 / (1e-4 * 0.25));
    run.settings.stretch_compliance = 0;
    EXPECT_TRUE(std::isinf(run.measured().sigma));
}

TEST(Measure, DistanceStrainIsSignedAndInModelOrder) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
    model.mass = {1, 1, 1};
    model.of_type<Distance>().add({0, 1}, {2.0}, {});
    model.of_type<Distance>().add({1, 2}, {1.0}, {});
    ASSERT_TRUE(finalise(model));
    std::vector<float> strain;
    line_strain(model, initial_state(model), strain);
    EXPECT_EQ(strain, (std::vector<float>{-0.5f, 1.0f}));
}

/// Random distance constraints, some of length zero: the input of a kernel.
struct DrawnEdges {
    static constexpr std::size_t count = 61; // no whole number of packs
    std::vector<Vec4> position;
    std::vector<Vec3> velocity;
    ConstraintArray<Distance> array;
    std::vector<double> lambda;

    DrawnEdges() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> number(-1, 1);
        for (int i = 0; i < 20; ++i) {
            position.emplace_back(number(random), number(random), number(random),
                                  i % 3 == 0 ? 0 : 2); // inverse mass 0: some edges join two fixed particles
            velocity.emplace_back(number(random), number(random), number(random));
        }
        position[3] = position[4];
        for (std::size_t c = 0; c < count; ++c) {
            const int first = static_cast<int>(c % 20);
            array.add({first, (first + 1 + static_cast<int>(c) % 3) % 20}, {c % 9 == 0 ? 0 : 1 + number(random)}, {});
            lambda.push_back(number(random));
        }
    }

    simd::EdgeArguments arguments(std::vector<Vec4>& force, std::vector<double>& stiffness, bool soft,
                                  double noise) const {
        simd::EdgeArguments edges;
        edges.position = &position.data()->x;
        edges.velocity = &velocity.data()->x;
        edges.particles = array.particles.data()->data();
        edges.rest = array.rest.data()->data();
        edges.lambda = lambda.data();
        edges.count = count;
        edges.alpha = soft ? 1e-3 : 0;
        edges.beta = soft ? 0.3 : 0;
        edges.force_scale = 3600;
        edges.least_strain = 1e-3;
        edges.rounding = 0.1;
        edges.noise = noise;
        edges.strain = true;
        edges.force = &force.data()->x;
        edges.stiffness = stiffness.data();
        return edges;
    }
};

/// The sums of an EdgeFunction (a kernel for packs of edges), computed one edge after the other.
simd::EdgeSums one_by_one(const DrawnEdges& drawn, const simd::EdgeArguments& edges) {
    simd::EdgeSums sums;
    for (std::size_t c = 0; c < edges.count; ++c) {
        const auto constraint = constraint_of(drawn.array, 0, c);
        const auto now = constraint.evaluate(drawn.position);
        const double d = drawn.array.rest[c][0];
        double rate = 0;
        for (std::size_t end = 0; end < 2; ++end) {
            const auto particle = index_of(constraint.particles()[end]);
            rate += edges.beta > 0 ? glm::dot(now.gradient[end], drawn.velocity[particle]) : 0;
            for (int axis = 0; axis < 3; ++axis) {
                edges.force[4 * particle + index_of(axis)] += drawn.lambda[c] * now.gradient[end][axis];
            }
        }
        const double residual =
            now.value + edges.alpha * edges.force_scale * drawn.lambda[c] + edges.alpha * edges.beta * rate;
        const auto& ends = constraint.particles();
        const double inverse_mass = drawn.position[index_of(ends[0])].w + drawn.position[index_of(ends[1])].w;
        if (inverse_mass > 0) {
            const double weight = 1 / (inverse_mass + edges.alpha * edges.force_scale);
            sums.dual += residual * residual;
            sums.movable += 1;
            sums.weighed_dual += std::abs(residual) > edges.rounding ? weight * (residual * residual) : 0;
            sums.weighed_scale +=
                weight * (now.value * now.value + (edges.least_strain * d) * (edges.least_strain * d));
        }
        sums.multipliers += std::abs(drawn.lambda[c]);
        sums.energy += edges.alpha > 0 ? now.value * now.value / (2 * edges.alpha) : 0;
        sums.unmet += edges.alpha > 0 ? 0.5 / edges.alpha * (residual * (now.value + now.value - residual)) : 0;
        const double strain = d > 0 ? std::abs(now.value) / d : 0;
        sums.strain += strain;
        sums.max_strain = std::max(sums.max_strain, strain);
        if (std::abs(now.value) > edges.noise * d) {
            edges.stiffness[sums.stiffnesses++] = -drawn.lambda[c] * edges.force_scale / now.value;
        }
    }
    return sums;
}

TEST(Measure, EdgesGiveTheSameBitsOnEveryInstructionSetAsOneByOne) {
    const DrawnEdges drawn;
    for (const auto& [soft, noise] : {std::pair(false, 0.2), {true, 0.2}, {true, 1e-8}}) {
        const auto read = [&, soft = soft, noise = noise](const auto& kernel) {
            std::vector<Vec4> force(drawn.position.size(), Vec4(0.25, -0.5, 1, 0));
            std::vector<double> stiffness(drawn.count);
            const simd::EdgeSums sums = kernel(drawn.arguments(force, stiffness, soft, noise));
            stiffness.resize(sums.stiffnesses);
            return std::tuple(std::array{sums.energy, sums.unmet, sums.dual, sums.movable, sums.weighed_dual,
                                         sums.weighed_scale, sums.multipliers, sums.strain, sums.max_strain},
                              force, stiffness);
        };
        const auto expected = read([&](const simd::EdgeArguments& edges) { return one_by_one(drawn, edges); });
        EXPECT_GT(std::get<2>(expected).size(), 20u);
        EXPECT_EQ(std::get<2>(expected).size() < drawn.count, noise > 0.1) << "some are below the noise";
        for (const simd::Kernels* kernels : simd::kernels()) {
            EXPECT_EQ(read([&](const simd::EdgeArguments& edges) {
                          simd::EdgeSums sums;
                          kernels->edges(edges, sums);
                          return sums;
                      }),
                      expected)
                << kernels->name << (soft ? ", soft, " : ", ") << noise;
        }
    }
}

/// Random particles, every seventh of them fixed: the input of the kernels.
struct DrawnParticles {
    static constexpr std::size_t count = 61; // no whole number of packs
    std::vector<Vec4> position, force;
    std::vector<Vec3> velocity, contact, predicted;
    std::vector<double> mass;

    DrawnParticles() {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> number(-1, 1);
        const auto vector = [&] { return Vec3(number(random), number(random), number(random)); };
        for (std::size_t i = 0; i < count; ++i) {
            mass.push_back(i % 7 == 0 ? 0 : 2 + number(random));
            position.emplace_back(vector(), i % 7 == 0 ? 0 : 1 / mass.back());
            force.emplace_back(vector(), 0);
            velocity.push_back(vector());
            contact.push_back(vector());
            predicted.push_back(vector());
        }
    }

    simd::BodyArguments body() const {
        return {&position.data()->x, &velocity.data()->x, &contact.data()->x, mass.data(), count, {1, -9.8, 2}, 3600};
    }
    simd::BalanceArguments balance() const {
        return {&position.data()->x, &predicted.data()->x, &force.data()->x, mass.data(), count};
    }
};

TEST(Measure, ParticlesGiveTheSameBitsOnEveryInstructionSetAsOneByOne) {
    const DrawnParticles drawn;
    const simd::BodyArguments body = drawn.body();
    const Vec3 gravity(body.gravity[0], body.gravity[1], body.gravity[2]);
    double kinetic = 0, potential = 0, primal = 0, unbalanced = 0, inertia = 0, free = 0;
    double mass = 0, reaction = 0;
    double lowest = drawn.position[0].y, highest = lowest;
    Vec3 momentum(0), angular(0), contact(0);
    for (std::size_t i = 0; i < drawn.count; ++i) {
        const Vec3 x = xyz(drawn.position[i]);
        const Vec3& v = drawn.velocity[i];
        const double m = drawn.mass[i];
        kinetic += 0.5 * m * glm::dot(v, v);
        potential -= m * glm::dot(gravity, x);
        momentum += m * v;
        angular += glm::cross(x, m * v);
        contact += body.force_scale * drawn.contact[i];
        lowest = std::min(lowest, x.y);
        highest = std::max(highest, x.y);
        if (m > 0) {
            const Vec3 moved = m * (x - drawn.predicted[i]);
            const Vec3 left = moved - xyz(drawn.force[i]);
            primal += glm::dot(left, left);
            unbalanced += std::sqrt(glm::dot(left, left));
            inertia += std::sqrt(glm::dot(moved, moved));
            mass += m;
            ++free;
        } else {
            reaction += std::sqrt(glm::dot(xyz(drawn.force[i]), xyz(drawn.force[i])));
        }
    }
    const auto vector = [](const std::array<double, 3>& numbers) { return Vec3(numbers[0], numbers[1], numbers[2]); };
    for (const simd::Kernels* kernels : simd::kernels()) {
        const simd::BodySums sums = kernels->body(body);
        EXPECT_EQ(std::tuple(sums.kinetic, sums.potential, sums.lowest, sums.highest),
                  std::tuple(kinetic, potential, lowest, highest))
            << kernels->name;
        EXPECT_EQ(vector(sums.momentum), momentum) << kernels->name;
        EXPECT_EQ(vector(sums.angular), angular) << kernels->name;
        EXPECT_EQ(vector(sums.contact), contact) << kernels->name;
        const simd::BalanceSums balance = kernels->balance(drawn.balance());
        EXPECT_EQ(std::tuple(balance.primal, balance.unbalanced, balance.inertia, balance.free, balance.mass,
                             balance.reaction),
                  std::tuple(primal, unbalanced, inertia, free, mass, reaction))
            << kernels->name;
    }
}

TEST(Measure, TornEdgesCountNoMoreWhereverTheyLie) {
    const Model model = hanging_chain(40);
    Trial run{model, settings_for("xpbd", 10)};
    run.steps(5);
    run.state.torn.assign(model.constraint_count(), 0);
    const double whole = run.measured().mean_strain;
    double rest = 0;
    std::size_t count = 0;
    const auto readings = read_constraints(model, run.state);
    for (std::size_t c = 0; c < readings.size(); ++c) {
        const bool torn = c % 11 == 0 || c == 12 || c + 1 == readings.size();
        run.state.torn[c] = torn ? 1 : 0;
        rest += torn ? 0 : std::abs(readings[c].value) / rest_length(model.of_type<Distance>(), c);
        count += torn ? 0 : 1;
    }
    const double left = run.measured().mean_strain;
    expect_relative(left, rest / static_cast<double>(count));
    EXPECT_NE(left, whole);
    run.state.torn.assign(model.constraint_count(), 1);
    EXPECT_EQ(run.measured().mean_strain, 0);
    EXPECT_FALSE(run.measured().effective_stiffness.has_value());
}

TEST(Measure, SigmaIsTheMedianWhereMassesDiffer) {
    Model model;
    for (int i = 0; i < 6; ++i) {
        model.rest_position.emplace_back(i, 0, 0);
        model.mass.push_back(i == 0 ? 0 : 1 << i); // 2, 4, 8, 16, 32
        if (i > 0) {
            add_distance(model, i - 1, i, {});
        }
    }
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1), 1};
    run.settings.stretch_compliance = 1;
    // sigma of each edge, with the mass of its lighter free particle: 1/2, 1/2, 1/4, 1/8, 1/16
    EXPECT_EQ(run.measured().sigma, 0.25);
}

TEST(Median, HasNoMinusZero) {
    std::vector<double> values(50, -0.0);
    values.insert(values.end(), 50, 0.0);
    EXPECT_FALSE(std::signbit(median(values)));
    values.assign(3, -0.0);
    EXPECT_FALSE(std::signbit(median(values)));
}

TEST(Median, IsThatOfTheSortedValues) {
    std::mt19937 random(3);
    std::normal_distribution<double> number(0, 1);
    for (const std::size_t count : {1u, 2u, 95u, 97u, 98u, 400u, 5001u}) {
        for (const int kind : {0, 1, 2, 3, 4}) {
            std::vector<double> values;
            for (std::size_t i = 0; i < count; ++i) {
                const double drawn = number(random);
                // Any values; few different ones; all equal but one; sorted; large values where median() samples.
                const std::array<double, 5> kinds{std::exp(9 * drawn), std::floor(drawn), i == 7 ? -1.0 : 4,
                                                  static_cast<double>(i),
                                                  i * 32 % count < 32 ? 1e6 + static_cast<double>(i) : drawn};
                values.push_back(kinds[index_of(kind)]);
            }
            std::vector<double> sorted = values;
            std::sort(sorted.begin(), sorted.end());
            EXPECT_EQ(median(values), sorted[count / 2]) << count << " of kind " << kind;
        }
    }
}

} // namespace
} // namespace xpbd::test
