// Runs with every slider at each end: a state with a NaN must be reported.
#include "lab/experiment/experiment.h"

#include "fixtures.h"

namespace xpbd::lab {
namespace {

constexpr int kFrames = 600;
constexpr double kResolution = 10;

/// Runs a small cloth. A pane with a NaN must report it.
void expect_no_silent_nan(const Settings& settings, double dt) {
    Session session = test::small_cloth(kResolution);
    session.panes = {settings};
    session.world.dt = dt;
    Result<Experiment> experiment = Experiment::create(session);
    ASSERT_TRUE(experiment) << experiment.error().message;
    for (int frame = 0; frame < kFrames && !experiment->any_diverged(); ++frame) {
        experiment->step();
        const Pane& pane = experiment->panes().front();
        if (!pane.diverged) {
            ASSERT_TRUE(is_finite(pane.state)) << "frame " << frame;
        }
    }
    const Pane& pane = experiment->panes().front();
    EXPECT_TRUE(pane.diverged || pane.state.step == kFrames);
    EXPECT_TRUE(is_finite(pane.last_good)) << "there is a way back";
}

/// Every slider, at each end alone and at the largest value that can be typed, in XPBD and PBD. SliderExtremes in
/// tests/core/robustness_test.cpp combines stiffness, compliance, iterations and timestep.
class EachSlider : public testing::TestWithParam<std::string> {};

TEST_P(EachSlider, AtEitherEndGivesNoNanInAPaneThatRuns) {
    const SettingsParameter& parameter = *find_settings_parameter(GetParam());
    std::vector<double> ends = {parameter.info.min, parameter.info.slider_end()};
    if (parameter.info.zero_allowed) {
        ends.push_back(0);
    }
    if (parameter.info.scale != Scale::integer) { // without 100000 iterations or 10000 substeps: too slow
        ends.push_back(parameter.info.max);
    }
    for (const char* method : {"pbd", "xpbd"}) {
        for (const double end : ends) {
            SCOPED_TRACE(std::string(method) + " " + std::to_string(end));
            Settings settings;
            settings.method = find_method(method);
            settings.iterations = 2;
            parameter.set(settings, end);
            expect_no_silent_nan(settings, 1.0 / 60);
        }
    }
}

std::vector<std::string> slider_keys() {
    std::vector<std::string> keys;
    for (const SettingsParameter& parameter : settings_parameters()) {
        if (parameter.info.key != "method") {
            keys.emplace_back(parameter.info.key);
        }
    }
    return keys;
}

INSTANTIATE_TEST_SUITE_P(Cloth, EachSlider, testing::ValuesIn(slider_keys()),
                         [](const testing::TestParamInfo<std::string>& test) { return test.param; });

} // namespace
} // namespace xpbd::lab
