// Sliders: the position that belongs to a value, and that every value can be reached.
#include "desk.h"

#include <cmath>

namespace xpbd::window {
namespace {

/// Every row of the tables (of panes, of the world, of scenes) that has a slider.
std::vector<ParameterInfo> slider_rows() {
    std::vector<ParameterInfo> rows;
    const auto add = [&](const ParameterInfo& info) {
        if (info.scale != Scale::choice && info.scale != Scale::toggle) {
            rows.push_back(info);
        }
    };
    for (const SettingsParameter& row : settings_parameters()) {
        add(row.info);
    }
    for (const WorldParameter& row : world_parameters()) {
        add(row.info);
    }
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        for (const ParameterInfo& info : scene.parameters) {
            add(info);
        }
    }
    return rows;
}

const ParameterInfo& settings_row(std::string_view key) {
    return find_settings_parameter(key)->info;
}

TEST(SliderScale, IsMonotoneReachesBothEndsAndShowsWhatItSets) {
    constexpr int kPlaces = 500;
    for (const ParameterInfo& info : slider_rows()) {
        const SliderEnds ends = slider_ends(info);
        const double least = info.zero_at_left ? 0 : ends.low;
        EXPECT_EQ(slider_value(info, ends, 0), least) << info.key;
        EXPECT_EQ(slider_value(info, ends, 1), ends.high) << info.key;
        EXPECT_EQ(slider_position(info, ends, least), 0) << info.key;
        EXPECT_EQ(slider_position(info, ends, ends.high), 1) << info.key;
        double before = least;
        for (int i = 0; i <= kPlaces; ++i) {
            const double place = static_cast<double>(i) / kPlaces;
            const double value = slider_value(info, ends, place);
            ASSERT_GE(value, before) << info.key << " at " << place;
            ASSERT_TRUE(info.components > 1 || validate(info, {value, 0, 0})) << info.key << " at " << place;
            // The position of a value sets this value: a click on the knob changes nothing.
            ASSERT_EQ(slider_value(info, ends, slider_position(info, ends, value)), value) << info.key;
            before = value;
        }
    }
}

TEST(SliderScale, EveryWholeNumberHasAPlaceOfItsOwn) {
    for (const ParameterInfo& info : slider_rows()) {
        const SliderEnds ends = slider_ends(info);
        if (info.scale != Scale::integer || ends.high > 1e5) { // a seed has more values than the slider has positions
            continue;
        }
        double before = -1;
        for (double value = ends.low; value <= ends.high; ++value) {
            const double place = slider_position(info, ends, value);
            ASSERT_GT(place, before) << info.key << " " << value;
            ASSERT_EQ(slider_value(info, ends, place), value) << info.key;
            before = place;
        }
    }
}

TEST(SliderScale, OneToTwentyIterationsAreHalfOfTheSlider) {
    const ParameterInfo& info = settings_row("iterations");
    EXPECT_NEAR(slider_position(info, slider_ends(info), 20), 0.5, 1e-12);
    EXPECT_EQ(slider_value(info, slider_ends(info), 0.5), 20);
    EXPECT_EQ(slider_ends(info).low, 1);
    EXPECT_EQ(slider_ends(info).high, 200);
}

/// A slider over more than two decades is logarithmic: the first tenth of its range takes over 30 % of its length.
TEST(SliderScale, MoreThanTwoDecadesMoveByDecades) {
    for (const ParameterInfo& info : slider_rows()) {
        const SliderEnds ends = slider_ends(info);
        const bool sized = info.unit == "kg" || info.unit == "m" || info.key.ends_with("damping") ||
                           info.key == "iterations" || info.key == "substeps" || info.key == "resolution" ||
                           info.key == "segments";
        if (!sized || ends.low < 0 || (ends.low > 0 && ends.high <= 100 * ends.low) ||
            (ends.low == 0 && info.unit == "m")) {
            continue;
        }
        EXPECT_GT(slider_position(info, ends, ends.low + (ends.high - ends.low) / 10), 0.3) << info.key;
    }
}

TEST(SliderScale, DampingIsOffAtItsLeftEnd) {
    for (const char* key : {"stretch_damping", "bend_damping", "velocity_damping", "global_damping"}) {
        const ParameterInfo& info = settings_row(key);
        EXPECT_EQ(slider_value(info, slider_ends(info), 0), 0) << key;
        EXPECT_EQ(slider_position(info, slider_ends(info), 0), 0) << key;
    }
}

TEST(SliderSteps, LeadThroughEveryNumberAndNotBeyondTheRow) {
    const auto steps = [](const ParameterInfo& info, double from, int direction, int count) {
        double value = from;
        for (int i = 0; i < count; ++i) {
            value = slider_step(info, slider_ends(info), value, direction);
        }
        return value;
    };
    const ParameterInfo& iterations = settings_row("iterations");
    EXPECT_EQ(steps(iterations, 1, 1, 199), 200);
    EXPECT_EQ(steps(iterations, 200, 1, 1), 201) << "beyond the slider, as typing does";
    EXPECT_EQ(steps(iterations, 2, -1, 5), 1);
    const ParameterInfo& compliance = settings_row("stretch_compliance");
    EXPECT_EQ(steps(compliance, 0.005, 1, 1), 0.0051);
    EXPECT_EQ(steps(compliance, 0.0099, 1, 2), 0.011);
    EXPECT_EQ(steps(compliance, 0.001, -1, 1), 9.9e-4);
    EXPECT_EQ(steps(compliance, 1e-12, -1, 1), 1e-12);
    EXPECT_EQ(steps(compliance, 0, 1, 1), 1e-12);
    EXPECT_EQ(steps(settings_row("stretch_stiffness"), 0.5, 1, 1), 0.51);
    EXPECT_EQ(steps(settings_row("stretch_damping"), 1e-6, -1, 1), 0);
    EXPECT_EQ(steps(settings_row("velocity_damping"), 0, 1, 1), 0.001);
    EXPECT_EQ(steps(settings_row("velocity_damping"), 1, -1, 1), 0.99);
    for (const ParameterInfo& info : slider_rows()) {
        for (const int direction : {1, -1}) {
            double value = info.default_value[0];
            for (int i = 0; i < 3000; ++i) {
                const double next = slider_step(info, slider_ends(info), value, direction);
                ASSERT_TRUE(direction * (next - value) >= 0 && next <= info.max && (next >= info.min || next == 0))
                    << info.key << " from " << value << " to " << next;
                value = next;
            }
        }
    }
}

TEST(SliderSteps, TheArrowKeysMoveTheSliderUnderTheMouseAndNotTheTimeline) {
    Desk desk(small_session());
    const int before = desk.settings(0).iterations;
    EXPECT_TRUE(desk.press({kKeyRight})) << "beside the sliders the key steps a frame";
    desk.move(desk.rect("settings.iterations").center());
    desk.frame(2);
    EXPECT_FALSE(desk.press({kKeyRight}));
    desk.press_key(ImGuiKey_RightArrow);
    EXPECT_EQ(desk.settings(0).iterations, before + 1);
    desk.press_key(ImGuiKey_UpArrow);
    EXPECT_EQ(desk.settings(0).iterations, before + 2);
    desk.press_key(ImGuiKey_LeftArrow);
    desk.press_key(ImGuiKey_DownArrow);
    desk.press_key(ImGuiKey_DownArrow);
    EXPECT_EQ(desk.settings(0).iterations, before - 1);
    desk.settle();
    EXPECT_TRUE(desk.press({kKeyRight}));
    EXPECT_TRUE(desk.press({'Z', true}));
    EXPECT_EQ(desk.settings(0).iterations, before) << "undo takes it back";
}

} // namespace
} // namespace xpbd::window
