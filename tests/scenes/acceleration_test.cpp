// VBD and AVBD with Anderson's acceleration, in scenes: Newton's solution, where as many plain sweeps are far from it.
#include "bodies.h"
#include "built.h"
#include "core/base/bounds.h"

#include <string>

namespace xpbd::test {
namespace {

struct AcceleratedScene {
    std::string name;
    std::string scene;
    std::vector<std::pair<std::string_view, std::string_view>> values;
    std::vector<std::pair<const char*, int>> sweeps; ///< by method
};
void PrintTo(const AcceleratedScene& c, std::ostream* out) {
    *out << c.name;
}

class AcceleratedIn : public testing::TestWithParam<AcceleratedScene> {};

TEST_P(AcceleratedIn, ReachesNewtonsStepAtFrame40) {
    const Model body = built(scene_of(GetParam().scene, GetParam().values));
    const double size = box_diagonal(body.rest_position);
    for (const auto& row : GetParam().sweeps) {
        const char* const method = row.first;
        const int sweeps = row.second;
        Settings settings = settings_for(method, 60);
        settings.stretch_compliance = settings.shear_compliance = settings.bend_compliance = 1e-4;
        const State start = Trial{body, settings}.steps(40).state;
        const auto step = [&](std::string_view by, Acceleration acceleration) {
            Settings chosen = settings;
            chosen.method = find_method(by);
            chosen.iterations = sweeps;
            chosen.acceleration = acceleration;
            return Trial{body, chosen, 1.0 / 60, {}, start}.steps(1).state;
        };
        const State newton = step("newton", Acceleration::none);
        const State mixed = step(method, Acceleration::anderson);
        EXPECT_LT(largest_gap(mixed, newton), 1e-8 * size) << method;
        EXPECT_LT(relative_force_error(body, mixed, newton), 1e-6) << method;
        EXPECT_GT(largest_gap(step(method, Acceleration::none), newton), 1e-7 * size) << method;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, AcceleratedIn,
    testing::Values(AcceleratedScene{"rope_tip", "rope_tip", {}, {{"vbd", 100}, {"avbd", 100}}},
                    AcceleratedScene{"cantilever", "cantilever", {}, {{"vbd", 400}, {"avbd", 500}}},
                    AcceleratedScene{"cloth", "cloth", {{"resolution", "12,12"}}, {{"vbd", 1000}}},
                    AcceleratedScene{"cloth_sphere",
                                     "cloth_sphere",
                                     {{"resolution", "12,12"}, {"friction", "0"}},
                                     {{"vbd", 400}, {"avbd", 500}}},
                    AcceleratedScene{"stvk",
                                     "cloth",
                                     {{"resolution", "10,10"}, {"material", "own"}, {"law", "stvk"}},
                                     {{"vbd", 100}, {"avbd", 100}}}),
    [](const auto& c) { return c.param.name; });

} // namespace
} // namespace xpbd::test
