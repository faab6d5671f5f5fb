#include "bodies.h"

#include "core/base/decimal.h"
#include "core/model/parameters.h"

#include <bit>
#include <charconv>
#include <limits>
#include <random>
#include <set>
#include <string>

namespace xpbd::test {
namespace {

TEST(ParameterTable, EveryRowIsCompleteAndItsDefaultIsAllowed) {
    std::set<std::string_view> keys;
    const auto check = [&](const ParameterInfo& info) {
        EXPECT_TRUE(keys.insert(info.key).second) << info.key;
        EXPECT_FALSE(info.label.empty()) << info.key;
        EXPECT_GT(info.tooltip.size(), 20u) << info.key;
        EXPECT_TRUE(validate(info, info.default_value)) << info.key;
    };
    for (const auto& row : settings_parameters()) {
        check(row.info);
    }
    for (const auto& row : world_parameters()) {
        check(row.info);
    }
}

TEST(ParameterTable, EveryFieldOfSettingsHasItsOwnRow) {
    // Changing each row's value changes the settings, and a changed copy read through the table restores all of it.
    const Settings defaults;
    Settings changed;
    for (const auto& row : settings_parameters()) {
        Settings one;
        const double value = row.get(one) == row.info.max ? row.info.min : row.info.max;
        row.set(one, value);
        if (row.info.min < row.info.max) {
            EXPECT_NE(one, defaults) << row.info.key;
        }
        row.set(changed, value);
    }
    Settings copy;
    for (const auto& row : settings_parameters()) {
        row.set(copy, row.get(changed));
    }
    EXPECT_EQ(copy, changed);
    // The structured binding no longer compiles if a field is added; the count of rows must follow it.
    const auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22,
                 f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36] = defaults;
    const auto& [m1, m2, m3] = f36; // Settings::mesh
    using Fields =
        decltype(std::tie(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20,
                          f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, m1, m2, m3));
    EXPECT_EQ(settings_parameters().size(), std::tuple_size_v<Fields>);
}

TEST(ParameterTable, EveryParameterThatAMethodNamesExists) {
    for (const MethodTraits& method : methods()) {
        EXPECT_EQ(find_method(method.key), &method - methods().data());
        for (const std::string_view key : method.parameters) {
            EXPECT_NE(find_settings_parameter(key), nullptr) << method.key << " names " << key;
        }
    }
    EXPECT_EQ(find_method("nonsense"), -1);
}

TEST(ParameterText, ReadsBackToTheSameBits) {
    std::mt19937_64 random(3);
    const auto roundtrip = [&](const ParameterInfo& info, const Value& value) {
        const auto back = parse_value(info, format_value(info, value));
        ASSERT_TRUE(back) << info.key << ": " << back.error().message;
        EXPECT_EQ(*back, value) << info.key;
    };
    for (const auto& row : settings_parameters()) {
        const auto& info = row.info;
        roundtrip(info, {info.min, 0, 0});
        roundtrip(info, {info.max, 0, 0});
        if (info.scale == Scale::linear || info.scale == Scale::logarithmic) {
            std::uniform_real_distribution<double> any(info.min, info.max);
            for (int i = 0; i < 50; ++i) {
                roundtrip(info, {any(random), 0, 0});
            }
        }
    }
    roundtrip(find_world_parameter("gravity")->info, {0.1, -9.80665, 1e-17});
}

TEST(ParameterText, RefusesWhatIsNotAllowedAndSaysWhatIs) {
    const auto message = [](std::string_view key, std::string_view text) {
        const auto result = parse_value(find_settings_parameter(key)->info, text);
        return result ? std::string("accepted") : result.error().message;
    };
    EXPECT_NE(message("iterations", "0").find("1 to 100000"), std::string::npos);
    EXPECT_NE(message("iterations", "2.5").find("whole"), std::string::npos);
    EXPECT_NE(message("iterations", "").find("1 to 100000"), std::string::npos);
    EXPECT_NE(message("iterations", "20abc").find("1 to 100000"), std::string::npos);
    EXPECT_NE(message("stretch_stiffness", "nan").find("finite"), std::string::npos);
    EXPECT_NE(message("stretch_stiffness", "inf").find("finite"), std::string::npos);
    EXPECT_NE(message("stretch_compliance", "-1e-7").find("0 or 1e-12 to 1"), std::string::npos);
    EXPECT_NE(message("stretch_compliance", "1e-13").find("out of range"), std::string::npos);
    EXPECT_EQ(message("stretch_compliance", "0"), "accepted");
    EXPECT_NE(message("method", "xpdb").find("did you mean \"xpbd\""), std::string::npos);
    const auto gravity = parse_value(find_world_parameter("gravity")->info, "0,-9.81");
    ASSERT_FALSE(gravity);
    EXPECT_NE(gravity.error().message.find("3 components"), std::string::npos);
    EXPECT_FALSE(parse_value(find_world_parameter("gravity")->info, "0,-9.81,0,0"));
}

TEST(ParameterText, ANumberMayBeAQuotient) {
    const ParameterInfo& dt = find_world_parameter("dt")->info;
    EXPECT_EQ((*parse_value(dt, "1/60"))[0], 1.0 / 60);
    EXPECT_EQ((*parse_value(dt, "0.5/1e2"))[0], 0.5 / 1e2);
    for (const char* text : {"1/", "/60", "1/60/2", "1/x", "1 /60", "1/0", "0/0", "1//60"}) {
        EXPECT_FALSE(parse_value(dt, text)) << text;
    }
    EXPECT_EQ((*parse_value(find_world_parameter("gravity")->info, "0,-98.1/10,1/3"))[2], 1.0 / 3);
}

TEST(SetByKey, TakesNumbersAndTextsAsTheTableAllows) {
    Settings settings;
    EXPECT_TRUE(set(settings, "stretch_compliance", 1e-4));
    EXPECT_EQ(settings.stretch_compliance, 1e-4);
    EXPECT_TRUE(set(settings, "stretch_compliance", 0)) << "rigid";
    EXPECT_EQ(settings.stretch_compliance, 0);
    EXPECT_TRUE(set(settings, "iterations", 7));
    EXPECT_EQ(settings.iterations, 7);
    EXPECT_TRUE(set(settings, "long_range", true));
    EXPECT_TRUE(settings.long_range);
    EXPECT_TRUE(set(settings, "method", "vbd"));
    EXPECT_EQ(settings.method, find_method("vbd"));
    EXPECT_TRUE(set(settings, "method", find_method("xpbd")));
    EXPECT_EQ(settings.method, find_method("xpbd"));
    EXPECT_TRUE(set(settings, "bend_compliance", "1/8"));
    EXPECT_EQ(settings.bend_compliance, 0.125);
}

TEST(SetByKey, RefusesTheRestInOneLineAndChangesNothing) {
    Settings settings;
    const auto fault = [&](std::string_view key, auto value) {
        const Settings before = settings;
        const Status status = set(settings, key, value);
        EXPECT_EQ(settings, before) << key;
        return status ? std::string("accepted") : status.error().message;
    };
    EXPECT_EQ(fault("strech_compliance", 1e-4),
              "unknown key \"strech_compliance\"; did you mean \"stretch_compliance\"?");
    EXPECT_EQ(fault("zzzzzzzzzz", "1"), "unknown key \"zzzzzzzzzz\"");
    EXPECT_EQ(fault("stretch_compliance", -1e-4),
              "stretch_compliance: -1e-04 is out of range; allowed is 0 or 1e-12 to 1");
    EXPECT_EQ(fault("iterations", 2.5), "iterations: 2.5 is not a whole number; allowed is 1 to 100000 (whole)");
    EXPECT_EQ(fault("iterations", 0), "iterations: 0 is out of range; allowed is 1 to 100000 (whole)");
    EXPECT_EQ(fault("relaxation", std::numeric_limits<double>::quiet_NaN()),
              "relaxation: the value is not a finite number; allowed is 0.1 to 2");
    EXPECT_EQ(fault("relaxation", "fast"), "relaxation: \"fast\" is not a value; allowed is 0.1 to 2");
    EXPECT_EQ(fault("method", 99).rfind("method: 99 is out of range; allowed is pbd | ", 0), 0u);
    EXPECT_NE(fault("method", "xpdb").find("did you mean \"xpbd\"?"), std::string::npos);
}

TEST(Decimal, HasTheSameTextsWithoutTheLibrarysConversions) {
    std::mt19937_64 random(1);
    std::vector<double> numbers = {0,        -0.0, 1,      100000, 1e22, 123456789012345680000.0,
                                   1.0 / 60, 1e-5, 5e-324, 1e308,  0.001};
    for (int i = 0; i < 20000; ++i) {
        const auto number = std::bit_cast<double>(random());
        numbers.push_back(std::isfinite(number) ? number : 0);
        numbers.push_back(static_cast<double>(random() % 100000000) / 1000);
    }
    for (const double number : numbers) {
        char text[kDecimalRoom];
        const std::string_view written(text,
                                       static_cast<std::size_t>(write_decimal_without_charconv(text, number) - text));
        char own[kDecimalRoom];
        const std::string_view right(own, static_cast<std::size_t>(write_decimal(own, number) - own));
        EXPECT_EQ(written, right);
        double read = 1;
        EXPECT_EQ(read_decimal_without_charconv(text, text + written.size(), read), text + written.size());
        EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(number)) << written;
    }
}

TEST(Decimal, ReadsTheGrammarOfFromChars) {
    const std::string_view texts[] = {"1/60", "1e",  "1e+",       "1e-3x", ".5",    "5.",    ".",
                                      "-",    "+1",  "",          " 1",    "0x10",  "1e400", "-1e400",
                                      "nan",  "inf", "-infinity", "in",    "1.2.3", "--1",   "1e5e5"};
    for (const std::string_view text : texts) {
        double one = 1;
        double other = 1;
        const char* const last = text.data() + text.size();
        const auto [end, code] = std::from_chars(text.data(), last, one);
        EXPECT_EQ(read_decimal_without_charconv(text.data(), last, other), code == std::errc{} ? end : nullptr) << text;
        EXPECT_EQ(one < 5, other < 5) << text;
    }
}

TEST(Nearest, FindsTheWordThatWasMeant) {
    const std::string_view words[] = {"iterations", "substeps", "stretch_compliance"};
    EXPECT_EQ(nearest("iteration", words), "iterations");
    EXPECT_EQ(nearest("stretch_complaince", words), "stretch_compliance");
    EXPECT_EQ(nearest("zzzzzzzzzz", words), "");
}

} // namespace
} // namespace xpbd::test
