#include "bodies.h"

#include <limits>
#include <set>

namespace xpbd::test {
namespace {

TEST(Finalise, NamesTheElementAtFault) {
    const auto broken = [](auto&& spoil) {
        Model model = hanging_chain(3);
        spoil(model);
        const Status status = finalise(model);
        return status ? std::string("accepted") : status.error().message;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_NE(broken([](Model& m) {
                  m.of_type<Distance>().particles[1] = {1, 9};
              }).find("distance[1]"),
              std::string::npos);
    EXPECT_NE(broken([](Model& m) {
                  m.of_type<Distance>().particles[2] = {2, 2};
              }).find("named twice"),
              std::string::npos);
    EXPECT_NE(broken([&](Model& m) { m.rest_position[2].y = nan; }).find("particles[2]"), std::string::npos);
    EXPECT_NE(broken([](Model& m) { m.mass[3] = -1; }).find("particles[3]"), std::string::npos);
    EXPECT_NE(broken([&](Model& m) { m.mass[3] = infinity; }).find("particles[3]"), std::string::npos);
    EXPECT_NE(broken([](Model& m) { m.of_type<Distance>().material[0].stiffness = 1.5; }).find("distance[0]"),
              std::string::npos);
    EXPECT_NE(broken([](Model& m) { m.of_type<Distance>().material[0].compliance = -1; }).find("distance[0]"),
              std::string::npos);
    EXPECT_NE(broken([](Model& m) { m.triangles.push_back({0, 1, 7}); }).find("triangle"), std::string::npos);
    EXPECT_NE(broken([](Model& m) { m.mass.pop_back(); }).find("mass"), std::string::npos);
    Model empty;
    EXPECT_FALSE(finalise(empty));
}

TEST(State, ACopySteppedAgainGivesTheSameBits) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("xpbd", 4)};
    run.control.gravity = {3, -9.81, 1};
    run.settings.integrator = Integrator::bdf2;
    run.steps(30);
    const State checkpoint = run.state;
    const auto first = hash(run.steps(40).state);
    run.state = checkpoint;
    EXPECT_EQ(hash(run.steps(40).state), first);
}

TEST(State, HashSeesEveryBit) {
    const Model model = hanging_chain(2);
    State state = initial_state(model);
    const auto before = hash(state);
    state.particles.velocity[2].z = 5e-324;
    EXPECT_NE(hash(state), before);
}

} // namespace
} // namespace xpbd::test
