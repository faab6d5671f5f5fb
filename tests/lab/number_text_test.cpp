#include "lab/text/number_text.h"

#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace xpbd::lab {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(NumberText, ShortNumbersHaveThreeDigitsAndAPowerOfTenOnlyWhereItMustBe) {
    struct Row {
        double value;
        const char* text;
    };
    const Row rows[] = {{0, "0"},
                        {-0.0, "0"},
                        {1, "1"},
                        {0.5, "0.5"},
                        {1.0 / 3, "0.333"},
                        {0.3355, "0.336"},
                        {12.345, "12.3"},
                        {-12.345, "-12.3"},
                        {999.4, "999"},
                        {999.6, "1000"},
                        {1234.4, "1234"}, // rounded to a whole number: all its digits are shown
                        {14400, "14400"},
                        {99999, "99999"},
                        {99999.4, "99999"},
                        {99999.6, "1.0e5"},
                        {123456, "1.23e5"},
                        {1e7, "1.0e7"},
                        {1.2e-7, "1.2e-7"},
                        {1.234e-7, "1.23e-7"},
                        {0.001, "0.001"},
                        {0.0012345, "0.00123"},
                        {0.000999, "9.99e-4"},
                        {0.0009999, "0.001"}, // the power of ten is chosen after rounding
                        {-2.5e-5, "-2.5e-5"},
                        {5e-300, "5.0e-300"},
                        {1.7e308, "1.7e308"},
                        {kInfinite, "inf"},
                        {-kInfinite, "-inf"},
                        {std::numeric_limits<double>::quiet_NaN(), "nan"}};
    for (const Row& row : rows) {
        EXPECT_EQ(short_number(row.value), row.text) << row.value;
    }
    EXPECT_EQ(short_number(0.016666666666666666, 4), "0.01667");
    EXPECT_EQ(short_number(9.96, 2), "10");
}

TEST(NumberText, WhatWasTypedKeepsItsDigits) {
    EXPECT_EQ(exact_number(0.12345), "0.12345");
    EXPECT_EQ(exact_number(0.005), "0.005");
    EXPECT_EQ(exact_number(1e-7), "1.0e-7");
    EXPECT_EQ(exact_number(1.2345e-7), "1.2345e-7");
    EXPECT_EQ(exact_number(123456), "1.23456e5");
    EXPECT_EQ(exact_number(99999), "99999");
    EXPECT_EQ(exact_number(0.1 + 0.2), "0.3") << "no tail of round-off";
    EXPECT_EQ(exact_number(1.0 / 60), "0.01667");
    EXPECT_EQ(exact_number(-0.0), "0");
}

TEST(NumberText, AQuantityHasAPrefixWhereItsUnitTakesOne) {
    struct Row {
        double value;
        const char* unit;
        const char* text;
    };
    const Row rows[] = {{200, "N/m", "200 N/m"},   {999.6, "N/m", "1 kN/m"},    {12500, "N/m", "12.5 kN/m"},
                        {999999, "N/m", "1 MN/m"}, {1e7, "N/m", "10 MN/m"},     {1e12, "N/m", "1.0e12 N/m"},
                        {-1500, "N", "-1.5 kN"},   {2e-5, "N/m", "2.0e-5 N/m"}, {5e-4, "s", "0.5 ms"},
                        {0.0167, "s", "0.0167 s"}, {0.0005, "m", "5.0e-4 m"}, // metres stay metres
                        {0.336, "m", "0.336 m"},   {1234, "m", "1234 m"},       {13.04, "%", "13 %"},
                        {0.25, "", "0.25"},        {-0.0, "m", "0 m"},          {kInfinite, "N/m", "rigid"}};
    for (const Row& row : rows) {
        EXPECT_EQ(quantity_text(row.value, row.unit), row.text) << row.value << " " << row.unit;
    }
}

TEST(NumberText, AReadingKeepsItsDigits) {
    struct Row {
        double value;
        const char* unit;
        const char* text;
    };
    const Row rows[] = {
        {0.21, "m", "0.210 m"},  {0.2101, "m", "0.210 m"}, {0.0264, "m", "0.0264 m"},   {19, "N/m", "19.0 N/m"},
        {200, "N/m", "200 N/m"}, {1, "", "1.00"},          {999.6, "N/m", "1.00 kN/m"}, {12500, "N/m", "12.5 kN/m"},
        {1234, "m", "1234 m"},   {-2, "J", "-2.00 J"},     {0.0005, "m", "5.00e-4 m"},  {1e7, "m", "1.00e7 m"},
        {0.7, "ms", "0.700 ms"}, {0, "m", "0 m"},          {kInfinite, "N/m", "rigid"}};
    for (const Row& row : rows) {
        EXPECT_EQ(reading_text(row.value, row.unit), row.text) << row.value << " " << row.unit;
    }
    EXPECT_EQ(reading_text(0.3, "s", 2), "0.30 s");
    EXPECT_EQ(reading_text(std::numeric_limits<double>::quiet_NaN(), "m"), "nan m");
}

TEST(NumberText, AParameterSaysHowElseItIsRead) {
    const ParameterInfo& compliance = find_settings_parameter("stretch_compliance")->info;
    EXPECT_EQ(display_value(compliance, 0.005), "0.005 m/N (200 N/m)");
    EXPECT_EQ(display_value(compliance, 8e-5), "8.0e-5 m/N (12.5 kN/m)");
    EXPECT_EQ(display_value(compliance, 1e-7), "1.0e-7 m/N (10 MN/m)");
    EXPECT_EQ(display_value(compliance, 0), "rigid (0)");
    const ParameterInfo& dt = find_world_parameter("dt")->info;
    EXPECT_EQ(display_value(dt, 1.0 / 60), "0.01667 s (1/60)");
    EXPECT_EQ(display_value(dt, 0.005), "0.005 s (1/200)");
    EXPECT_EQ(display_value(find_settings_parameter("iterations")->info, 100000), "100000");
    EXPECT_EQ(display_value(find_settings_parameter("stretch_stiffness")->info, 0.12345), "0.12345");
    EXPECT_EQ(display_value(find_settings_parameter("velocity_damping")->info, 0.3), "0.3 1/s");
    EXPECT_EQ(display_value(find_settings_parameter("resolution")->info, 0), "as the scene (0)");
}

/// The shown text of a setting is exact: typing the shown number sets the same value again.
TEST(NumberText, AShownSettingReadsBack) {
    const ParameterInfo& compliance = find_settings_parameter("stretch_compliance")->info;
    for (const double value : {1e-12, 3.25e-7, 0.0012, 0.005, 0.12345, 1.0}) {
        const Result<Value> read = parse_value(compliance, exact_number(value));
        ASSERT_TRUE(read) << value;
        EXPECT_EQ((*read)[0], value);
    }
}

TEST(NumberText, CountsAreWholeAndUnitsAreThoseThatPeopleUse) {
    EXPECT_EQ(reading_text(9, kCount), "9");
    EXPECT_EQ(reading_text(60.0000001, kCount), "60");
    EXPECT_EQ(reading_text(std::numeric_limits<double>::quiet_NaN(), kCount), "nan");
    EXPECT_EQ(unit_in_brackets(kCount), "");
    EXPECT_EQ(unit_in_brackets(""), "");
    EXPECT_EQ(unit_in_brackets("kg/m^2"), " (kg/m²)");

    ParameterInfo density{.key = "density", .label = "Density", .unit = "kg/m^2"};
    EXPECT_EQ(display_value(density, 0.324), "324 g/m²");
    density.unit = "N m";
    EXPECT_EQ(display_value(density, 1e-5), "10 µN m");
    EXPECT_EQ(display_value(density, 1.83e-5), "18.3 µN m");
    density.unit = "kg/m";
    EXPECT_EQ(display_value(density, 0.13), "130 g/m");
    density.unit = "m/s^2";
    EXPECT_EQ(display_value(density, 9.81), "9.81 m/s²");
    density.unit = "N m^2"; // of a rope
    EXPECT_EQ(display_value(density, 0.075), "0.075 N m²");
}

TEST(TimeText, HasNoDigitThatTheClockLacks) {
    EXPECT_EQ(time_text(0.6, 0.1, "ms"), "0.6 ms");
    EXPECT_EQ(time_text(12.34, 0.1001, "ms"), "12.3 ms");
    EXPECT_EQ(time_text(0.601, 0.005, "ms"), "0.60 ms");
    EXPECT_EQ(time_text(3.7, 1, "ms"), "4 ms");
    EXPECT_EQ(time_text(0.19, 1, "ms"), "< 1 ms");
    EXPECT_EQ(time_text(0.04, 0.1, "ms"), "< 0.1 ms");
    EXPECT_EQ(time_text(0.6, 0, "ms"), reading_text(0.6, "ms"));
}

} // namespace
} // namespace xpbd::lab
