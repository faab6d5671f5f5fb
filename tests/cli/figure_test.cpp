// `xpbd-lab figure`: a table and a plot per figure, and the colours in the plot.
#include "program.h"

#include "picture/chart.h"

#include <gtest/gtest.h>
#include <limits>

namespace xpbd::test {
namespace {

TEST(Figure, WritesATableAndAPictureAndNeverReplacesThem) {
    const Folder folder;
    const std::string line = "figure oscillator --quiet --size 800x500 --out " + quoted(folder / "made/here");
    const Outcome outcome = run_program(line);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    const std::string table = read_text(folder / "made/here/oscillator.csv");
    EXPECT_EQ(table.find("chart,series,x_name,x,y_name,y\n"), 0u);
    const Result<render::Image> image = render::decode_png(read_text(folder / "made/here/oscillator.png"));
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->width, 800);
    EXPECT_EQ(image->height, 500);

    write_text(folder / "made/here/oscillator.csv", "mine");
    const Outcome again = run_program(line);
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_NE(again.error.find("oscillator.csv: exists already"), std::string::npos) << again.error;
    EXPECT_EQ(read_text(folder / "made/here/oscillator.csv"), "mine");
    EXPECT_EQ(run_program(line + " --force").exit_code, 0);
    EXPECT_EQ(read_text(folder / "made/here/oscillator.csv"), table);
}

TEST(Figure, BadInputIsOneLine) {
    const Folder folder;
    write_text(folder / "file", "");
    struct Case {
        std::string arguments;
        int exit_code;
        std::string words;
    };
    const Case cases[] = {
        {"figure oscilator --out " + quoted(folder / "a"), 2, "did you mean \"oscillator\"?"},
        {"figure oscillator", 2, "--out"},
        {"figure --out " + quoted(folder / "a"), 2, "name"},
        {"figure oscillator --size 0x3 --out " + quoted(folder / "a"), 2, "--size 0x3"},
        {"figure oscillator --size 99999x99999 --out " + quoted(folder / "a"), 2, "--size 99999x99999"},
        {"figure oscillator --out " + quoted(folder / "file"), 3, "not a folder"},
        {"figure oscillator --out /proc/here", 3, "/proc/here"},
    };
    for (const Case& c : cases) {
        const Outcome outcome = run_program(c.arguments);
        EXPECT_EQ(outcome.exit_code, c.exit_code) << c.arguments << outcome.error;
        EXPECT_NE(outcome.error.find(c.words), std::string::npos) << outcome.error;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "a")) << "a refused call leaves no folder";
}

TEST(Figure, EveryRowHasSessionsThatRun) {
    for (const lab::FigureInfo& info : lab::figure_table()) {
        std::istringstream names{std::string(info.sessions)};
        int count = 0;
        for (std::string name; names >> name; ++count) {
            const Outcome outcome =
                run_program("run --quiet --frames 1 '" XPBD_SOURCE_FOLDER "/assets/sessions/" + name + "'");
            EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        }
        EXPECT_GT(count, 0) << info.key;
    }
}

TEST(Chart, TicksAreRoundAndInsideTheRange) {
    EXPECT_EQ(picture::ticks_of(0, 1, false, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
    EXPECT_EQ(picture::ticks_of(-3, 12, false, 4), (std::vector<double>{0, 5, 10}));
    EXPECT_EQ(picture::ticks_of(1, 1000, true, 10), (std::vector<double>{1, 10, 100, 1000}));
    EXPECT_EQ(picture::ticks_of(1e-10, 1, true, 4), (std::vector<double>{1e-10, 1e-7, 1e-4, 0.1}));
    EXPECT_EQ(picture::ticks_of(2, 30, true, 10), (std::vector<double>{2, 5, 10, 20}));
}

/// Number of pixels of about this colour.
int count_of(const render::Image& image, const std::array<float, 3>& colour) {
    int count = 0;
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        bool same = true;
        for (std::size_t c = 0; c < 3; ++c) {
            same = same && std::abs(static_cast<float>(image.pixels[i + c]) - 255 * colour[c]) < 3;
        }
        count += same ? 1 : 0;
    }
    return count;
}

TEST(Chart, ShowsEveryCurveAndLeavesOutWhatALogarithmCannotShow) {
    const std::array<float, 3> red{1, 0, 0};
    const std::array<float, 3> blue{0, 0, 1};
    const lab::FigureInfo info{"test", "Title", "", nullptr};
    const auto drawn = [&](std::vector<glm::dvec2> points, bool logarithmic) {
        lab::Chart chart{"chart", {"x", false}, {"y", logarithmic}, {}};
        chart.series.push_back({"line", red, false, false, std::move(points)});
        chart.series.push_back({"dashed", blue, true, true, {{0, 1}, {10, 100}}});
        return picture::draw_figure(info, {"caption", {chart}}, 640, 400, picture::ImageText());
    };
    const int whole = count_of(drawn({{0, 1}, {5, 50}, {10, 100}}, false), red);
    EXPECT_GT(whole, 80);
    EXPECT_GT(count_of(drawn({{0, 1}, {5, 50}, {10, 100}}, false), blue), 200);
    const int few = count_of(drawn({{0, -1}, {1, 0}, {2, std::numeric_limits<double>::quiet_NaN()}}, true), red);
    EXPECT_GT(few, 0) << "its line in the legend";
    EXPECT_LT(few, whole / 2);
    EXPECT_GT(count_of(drawn({}, false), blue), 200) << "an empty curve harms no other";
}

TEST(Chart, ACurveOfOnePointIsADot) {
    const lab::FigureInfo info{"test", "Title", "", nullptr};
    const std::array<float, 3> red{1, 0, 0};
    const auto drawn = [&](std::vector<glm::dvec2> points) {
        lab::Chart chart{"chart", {"x", false}, {"y", false}, {}};
        chart.series.push_back({"one", red, false, false, std::move(points)});
        chart.series.push_back({"line", {0, 0, 1}, false, false, {{0, 1}, {10, 100}}});
        return count_of(picture::draw_figure(info, {"", {chart}}, 640, 400, picture::ImageText()), red);
    };
    EXPECT_GT(drawn({{5, 20}}), drawn({}) + 15);
}

TEST(Chart, ALongLegendLeavesHalfOfThePictureToThePlots) {
    const lab::FigureInfo info{"test", "Title", "", nullptr};
    const std::array<float, 3> red{1, 0, 0};
    const auto drawn = [&](int curves, std::size_t charts) { // the first curve, a steep line, is red
        lab::Figure figure{"caption", {}};
        for (std::size_t c = 0; c < charts; ++c) {
            lab::Chart chart{"chart", {"x", false}, {"y", false}, {}};
            for (int i = 0; i < curves; ++i) {
                chart.series.push_back({"curve",
                                        i == 0 ? red : std::array<float, 3>{0, 0, 1},
                                        false,
                                        false,
                                        {{0, i == 0 ? 0 : 9}, {1, 10}}});
            }
            figure.charts.push_back(chart);
        }
        return picture::draw_figure(info, figure, 1280, 800, picture::ImageText());
    };
    const auto red_rows = [&](const render::Image& image) { // rows of the picture that the steep lines cross
        int rows = 0;
        for (int y = 0; y < image.height; ++y) {
            const auto* row = image.pixels.data() + 4 * static_cast<std::ptrdiff_t>(y) * image.width;
            bool any = false;
            for (int x = 0; x < image.width; ++x) {
                any = any || (row[4 * x] > 200 && row[4 * x + 1] < 100);
            }
            rows += any ? 1 : 0;
        }
        return rows;
    };
    EXPECT_GT(red_rows(drawn(20, 2)), 300) << "the plots keep half of the picture";
    EXPECT_GT(red_rows(drawn(20, 1)), 300);
}

TEST(Chart, CurveBelowTheLowestLeavesTheChartThere) {
    const lab::FigureInfo info{"test", "Title", "", nullptr};
    const auto drawn = [&](std::optional<double> lowest) {
        lab::Chart chart{"chart", {"x", false}, {"y", true, lowest}, {}};
        chart.series.push_back({"falls", {1, 0, 0}, false, false, {{0, 1}, {1, 1e-2}, {2, 1e-8}}});
        chart.series.push_back({"flat", {0, 0, 1}, false, false, {{0, 0.5}, {2, 0.1}}});
        return picture::draw_figure(info, {"", {chart}}, 640, 400, picture::ImageText());
    };
    const render::Image cut = drawn(1e-3);
    // The frame's lower line is the row with the most pixels of its colour.
    int bottom = 0;
    std::size_t longest = 0;
    const auto in_row = [&](int y, auto&& matches) {
        std::size_t count = 0;
        for (int x = 0; x < cut.width; ++x) {
            count += matches(cut.pixels.data() + 4 * (static_cast<std::ptrdiff_t>(y) * cut.width + x)) ? 1 : 0;
        }
        return count;
    };
    for (int y = 0; y < cut.height; ++y) {
        const std::size_t count =
            in_row(y, [](const std::uint8_t* p) { return p[0] > 150 && p[0] < 220 && p[2] > p[0] + 4; });
        if (count > longest) {
            longest = count;
            bottom = y;
        }
    }
    ASSERT_GT(longest, 500u);
    const auto red = [](const std::uint8_t* p) { return p[0] > 200 && p[1] < 100; };
    std::size_t above = 0;
    for (int y = bottom - 40; y < bottom; ++y) {
        above += in_row(y, red);
    }
    EXPECT_GT(above, 20u) << "the curve goes down to the frame";
    for (int y = bottom + 3; y < bottom + 25; ++y) {
        EXPECT_EQ(in_row(y, red), 0u) << "row " << y - bottom << " beneath the frame";
    }
}

} // namespace
} // namespace xpbd::test
