#include "lab/experiment.h"

#include "fixtures.h"

#include <tuple>

namespace xpbd::lab {
namespace {

constexpr int kFrames = 600;
constexpr double kResolution = 10;

/// Every pane parameter that says how stiff, at one end.
void set_all(Settings& settings, std::string_view ending, bool at_max) {
    int found = 0;
    for (const SettingsParameter& parameter : settings_parameters()) {
        if (parameter.info.key.ends_with(ending)) {
            const double bottom = parameter.info.zero_allowed ? 0 : parameter.info.min;
            parameter.set(settings, at_max ? std::min(1.0, parameter.info.max) : bottom);
            ++found;
        }
    }
    EXPECT_GT(found, 0) << ending;
}

/// Runs a small cloth: no pane may hold a NaN without saying so.
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

using Case = std::tuple<const char*, int, double, bool>;

class SliderExtremes : public testing::TestWithParam<Case> {};

TEST_P(SliderExtremes, NeverGiveANanInAPaneThatRuns) {
    const auto& [method, iterations, dt, soft] = GetParam();
    Settings settings;
    settings.method = find_method(method);
    settings.iterations = iterations;
    set_all(settings, "_stiffness", !soft);
    set_all(settings, "_compliance", soft); // alpha = 1 at the most
    expect_no_silent_nan(settings, dt);
}

std::string case_name(const testing::TestParamInfo<Case>& test) {
    const auto& [method, iterations, dt, soft] = test.param;
    return std::string(method) + "_n" + std::to_string(iterations) + (dt < 0.01 ? "_short" : "_long") +
           (soft ? "_soft" : "_rigid");
}

INSTANTIATE_TEST_SUITE_P(Cloth, SliderExtremes,
                         testing::Combine(testing::Values("pbd", "pbd_corrected", "xpbd"), testing::Values(1, 200),
                                          testing::Values(1.0 / 1000, 1.0 / 10), testing::Bool()),
                         case_name);

/// Every other slider, at each end alone, in XPBD and PBD.
class EachSlider : public testing::TestWithParam<std::string> {};

TEST_P(EachSlider, AtEitherEndGivesNoNanInAPaneThatRuns) {
    const SettingsParameter& parameter = *find_settings_parameter(GetParam());
    std::vector<double> ends = {parameter.info.min, parameter.info.max};
    if (parameter.info.zero_allowed) {
        ends.push_back(0);
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
        if (parameter.info.key != "method" && parameter.info.key != "iterations") {
            keys.emplace_back(parameter.info.key);
        }
    }
    return keys;
}

INSTANTIATE_TEST_SUITE_P(Cloth, EachSlider, testing::ValuesIn(slider_keys()),
                         [](const testing::TestParamInfo<std::string>& test) { return test.param; });

} // namespace
} // namespace xpbd::lab
