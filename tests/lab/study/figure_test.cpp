// Figures show what their captions claim, and their tables read back.
#include "core/model/parameters.h"
#include "lab/figures/figure.h"
#include "lab/threads/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace xpbd::lab {
namespace {

Figure computed(std::string_view key, int threads = 2) {
    WorkerPool pool(threads);
    const FigureInfo* info = find_figure(key);
    EXPECT_NE(info, nullptr) << key;
    const Result<Figure> figure = info->compute([&](std::size_t count, const auto& job) { pool.run(count, job); });
    EXPECT_TRUE(figure) << key;
    return *figure;
}

const Series& series_of(const Chart& chart, std::string_view label) {
    const auto found =
        std::find_if(chart.series.begin(), chart.series.end(), [&](const Series& s) { return s.label == label; });
    EXPECT_NE(found, chart.series.end()) << label;
    return *found;
}

double at(const Series& series, double x) {
    const auto found =
        std::find_if(series.points.begin(), series.points.end(), [&](const glm::dvec2& p) { return p.x == x; });
    EXPECT_NE(found, series.points.end()) << series.label << " at " << x;
    return found->y;
}

TEST(Figures, KeysAreUniqueAndEveryRowIsWhole) {
    std::set<std::string_view> keys;
    for (const FigureInfo& info : figure_table()) {
        EXPECT_TRUE(keys.insert(info.key).second) << info.key;
        EXPECT_FALSE(info.title.empty());
        EXPECT_EQ(find_figure(info.key), &info);
    }
    EXPECT_EQ(find_figure("nothing"), nullptr);
}

TEST(Figures, ChainHangsAsMethodsB10Says) {
    const Figure figure = computed("chain");
    const Series& pbd = series_of(figure.charts[0], "PBD, k = 0.1");
    const Series& xpbd = series_of(figure.charts[0], "XPBD, α = 1e-3 m/N");
    // Half a unit of the last digit printed in src/core/FORMULAS.md, experiment 10.
    EXPECT_NEAR(at(pbd, 1), 2.575, 5e-4);
    EXPECT_NEAR(at(pbd, 20), 0.127, 5e-4);
    EXPECT_NEAR(at(xpbd, 1), 0.662175, 5e-7);
    EXPECT_NEAR(at(xpbd, 160), 55 * 1e-3 * 9.81, 5e-7); // 1 + 2 + ... + 10 links' weights
}

TEST(Figures, SubstepsLeaveLessErrorThanIterations) {
    const Figure figure = computed("substeps");
    // Experiment 11 of src/core/FORMULAS.md, and 171 g h^2/n^2.
    EXPECT_NEAR(at(series_of(figure.charts[0], "n iterations of one step"), 100), 0.0033235, 5e-8);
    EXPECT_NEAR(at(series_of(figure.charts[0], "one iteration of n substeps"), 100), 171 * 9.81 / 6000 / 6000, 5e-11);
}

TEST(Figures, VertexBlockDescentReachesTheReferenceAndXpbdStallsAboveIt) {
    const Figure figure = computed("floor");
    const Chart& chart = figure.charts[0];
    EXPECT_LT(series_of(chart, "VBD").points.back().y, 1e-8);
    EXPECT_LT(series_of(chart, "AVBD").points.back().y, 1e-8);
    const Series& xpbd = series_of(chart, "XPBD");
    EXPECT_GT(xpbd.points.back().y, 1e-5);
    EXPECT_NEAR(at(xpbd, 8192), at(xpbd, 1024), 1e-9) << "it is a floor";
}

TEST(Figures, OscillatorsPeriodIsTheCompliancesWhateverTheIterations) {
    const Figure figure = computed("oscillator");
    const Series& one = figure.charts[0].series[0];
    const Series& fifty = figure.charts[0].series[1];
    ASSERT_EQ(one.points.size(), 91u);
    for (std::size_t i = 0; i < one.points.size(); ++i) {
        EXPECT_NEAR(one.points[i].y, fifty.points[i].y, 1e-12);
    }
    const Series& pbd = figure.charts[0].series[2];
    const Series& pbd_more = figure.charts[0].series[3];
    EXPECT_GT(std::abs(pbd.points[10].y - pbd_more.points[10].y), 0.1);
}

TEST(Figures, XpbdsResonanceIsTheCompliancesAndPbdsMovesWithTheIterations) {
    const Figure figure = computed("resonance");
    ASSERT_EQ(figure.charts.size(), 2u);
    const Chart& gains = figure.charts[0];
    const auto peak = [](const Series& series) {
        return *std::max_element(series.points.begin(), series.points.end(),
                                 [](const auto& a, const auto& b) { return a.y < b.y; });
    };
    const Series& exact = series_of(gains, "without a timestep");
    const Series& ten = series_of(gains, "XPBD, n = 10");
    const Series& forty = series_of(gains, "XPBD, n = 40");
    for (std::size_t i = 0; i < ten.points.size(); ++i) {
        EXPECT_NEAR(ten.points[i].y, forty.points[i].y, 1e-9);
    }
    EXPECT_NEAR(peak(exact).y, 1 / (0.2 * std::sqrt(1 - 0.01)), 0.01) << "Q = w0/c = 5";
    EXPECT_NEAR(peak(ten).x, peak(exact).x, 0.06);
    EXPECT_NEAR(peak(ten).y, peak(exact).y, 0.03 * peak(exact).y);
    EXPECT_LT(peak(series_of(gains, "XPBD, n = 10, BDF1")).y, 0.8 * peak(exact).y);
    EXPECT_NEAR(peak(series_of(gains, "PBD, n = 10")).x, peak(exact).x, 0.06);
    EXPECT_NEAR(peak(series_of(gains, "PBD, n = 40")).x, 2, 0.06);
    EXPECT_NEAR(at(series_of(figure.charts[1], "XPBD, n = 10"), ten.points[13].x), 95, 12) << "near its own frequency";
}

TEST(Figures, DirectSolutionLiesBelowEverySweep) {
    const Figure figure = computed("convergence");
    ASSERT_EQ(figure.charts.size(), 2u);
    for (const Chart& chart : figure.charts) {
        ASSERT_EQ(chart.series.size(), 6u);
        for (const char* sweep : {"Jacobi", "Gauss-Seidel", "Chebyshev", "SOR", "HPBD"}) {
            EXPECT_LT(at(series_of(chart, "Direct XPBD"), 4), 1e-2 * at(series_of(chart, sweep), 4)) << sweep;
        }
    }
    const Chart& chain = figure.charts[0];
    EXPECT_LT(at(series_of(chain, "SOR"), 200), 1e-6 * at(series_of(chain, "Gauss-Seidel"), 200));
    EXPECT_LT(at(series_of(chain, "Chebyshev"), 400), 1e-6 * at(series_of(chain, "Jacobi"), 400));
    EXPECT_LT(at(series_of(chain, "HPBD"), 32), 0.7 * at(series_of(chain, "Gauss-Seidel"), 32));
}

TEST(Figures, SupportForceErrsAsThePaperSaysToAFactorOfTwo) {
    const Figure figure = computed("support_force");
    ASSERT_EQ(figure.charts.size(), 2u);
    for (const Series& series : figure.charts[0].series) {
        EXPECT_EQ(series.points.size(), 100u);
    }
    const Chart& error = figure.charts[1];
    const Series& paper = series_of(error, "the paper's: 6, 2 and 0.5 %");
    const std::map<double, std::pair<double, double>> rounded = {
        {50, {5.5, 6.5}}, {100, {1.5, 2.5}}, {1000, {0.45, 0.55}}}; // the range that rounds to the paper's digits
    for (const char* label : {"largest of any frame", "of the largest force"}) {
        const Series& ours = series_of(error, label);
        EXPECT_GT(at(ours, 50), at(ours, 100));
        EXPECT_GT(at(ours, 100), at(ours, 1000));
        for (const auto& [iterations, range] : rounded) {
            EXPECT_GT(at(ours, iterations), range.first / 2) << label << iterations;
            EXPECT_LT(at(ours, iterations), range.second * 2) << label << iterations;
            EXPECT_GE(at(paper, iterations), range.first);
            EXPECT_LT(at(paper, iterations), range.second);
        }
    }
}

TEST(Figures, ArccosLosesASmallFoldAndItsSideAndAtan2NeitherOfBoth) {
    const Figure figure = computed("dihedral");
    ASSERT_EQ(figure.charts.size(), 2u);
    const Chart& near = figure.charts[0];
    for (const glm::dvec2& point : series_of(near, "atan2, single precision").points) {
        EXPECT_NEAR(point.y, point.x, 1e-6 * point.x); // of single precision
    }
    const double smallest = std::acos(1 - std::ldexp(1.0, -24));
    EXPECT_NEAR(smallest, 3.4527e-4, 1e-8);
    int lost = 0;
    for (const glm::dvec2& point : series_of(near, "arccos (2007), single precision").points) {
        if (point.x < smallest) {
            EXPECT_TRUE(point.y == 0 || point.y > 0.99 * smallest) << point.x << " reads " << point.y;
            ++lost;
        } else {
            EXPECT_NEAR(point.y, point.x, smallest / 2) << "in steps";
        }
    }
    EXPECT_GT(lost, 10);
    const Chart& sign = figure.charts[1];
    const auto& arccos = series_of(sign, "arccos (2007)").points;
    const auto& atan2 = series_of(sign, "atan2").points;
    ASSERT_EQ(arccos.size(), atan2.size());
    for (std::size_t i = 0; i < arccos.size(); ++i) {
        EXPECT_NEAR(atan2[i].y, atan2[i].x, 1e-6);
        EXPECT_NEAR(arccos[i].y, std::abs(arccos[i].x), 1e-3);
    }
}

TEST(Figures, HierarchyNeedsThePapersIterationsWithThreeLevelsAndMoreWithFive) {
    const Figure figure = computed("hierarchy");
    ASSERT_EQ(figure.charts.size(), 2u);
    const Series& ours = series_of(figure.charts[1], "here");
    const Series& paper = series_of(figure.charts[1], "the paper's: 30, 20 and 5");
    EXPECT_EQ(at(ours, 0), at(paper, 0)) << "the body is chosen so";
    EXPECT_EQ(at(ours, 3), at(paper, 3));
    EXPECT_GT(at(ours, 5), at(paper, 5)) << "the caption says that five levels gain nothing more";
    const Chart& stretch = figure.charts[0];
    for (const double iterations : {5, 10, 15, 20}) {
        EXPECT_LT(at(series_of(stretch, "3 coarse levels"), iterations),
                  at(series_of(stretch, "0 coarse levels (PBD)"), iterations));
    }
}

TEST(Figures, SameTableOnAnyNumberOfThreads) {
    EXPECT_EQ(figure_csv(computed("floor", 1)), figure_csv(computed("floor", 4)));
}

TEST(Figures, TableQuotesNamesAndReadsBackExactly) {
    const Figure figure{"", {{"a \"b\", c", {"x [s]"}, {"y [m]"}, {{"one, two", {}, false, false, {{0.1, 1.0 / 3}}}}}}};
    EXPECT_EQ(figure_csv(figure), "chart,series,x_name,x,y_name,y\n\"a \"\"b\"\", c\",\"one, two\",\"x [s]\"," +
                                      format_number(0.1) + ",\"y [m]\"," + format_number(1.0 / 3) + "\n");
    EXPECT_EQ(std::stod(format_number(1.0 / 3)), 1.0 / 3);
}

} // namespace
} // namespace xpbd::lab
