// View > Compare, from every scene: each comparison shows a difference, or is grey with a reason.
#include "desk.h"

#include "scenes_that_run.h"

#include "core/model/method_traits.h"
#include "lab/readouts/readouts.h"
#include "window/commands/commands.h"
#include "window/state/comparison.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr Compared kAll[] = {Compared::iterations, Compared::timestep, Compared::resolution, Compared::triangulation,
                             Compared::fabric};
constexpr double kSeconds = 1;   ///< simulated time of a comparison before its panes are read [s]
constexpr double kDiffers = 1.1; ///< least ratio of two readouts that count as different

std::string command_of(Compared compared) {
    return "grid." + std::string(compared == Compared::timestep ? "timestep" : compared_key(compared));
}

/// The values of a readout in the three panes from `first` on, which are one row of the comparison.
std::vector<double> row_of(const lab::Snapshot& snapshot, std::size_t first, std::string_view key) {
    std::vector<double> values;
    for (std::size_t pane = first; pane < first + 3; ++pane) {
        values.push_back(snapshot.panes[pane].readings[lab::place_of(*lab::find_readout(key))]);
    }
    return values;
}

void expect_a_difference(Desk& desk, Compared compared, const std::string& what) {
    begin_comparison(desk.state, *desk.snapshot().model, compared);
    desk.frame(2);
    desk.runner().advance(static_cast<int>(std::lround(kSeconds / desk.snapshot().world.dt)));
    desk.frame(2);
    const lab::Snapshot& snapshot = desk.snapshot();
    const bool one_row = compared == Compared::triangulation || compared == Compared::fabric;
    ASSERT_EQ(snapshot.panes.size(), one_row ? 3u : 6u) << what;
    const std::string_view key = compared_readout(compared, snapshot.scene.name);
    const auto spread = [&](std::size_t first) {
        std::vector<double> values = row_of(snapshot, first, key);
        for (const double value : values) {
            EXPECT_TRUE(std::isfinite(value)) << what << ": " << key;
        }
        std::sort(values.begin(), values.end());
        return values.back() / values.front();
    };
    EXPECT_GT(spread(0), kDiffers) << what << ": " << key;
    const std::size_t independent = one_row ? 0 : 3; // the row of a method with a compliance
    for (const double short_of_it : row_of(snapshot, independent, "not_converged")) {
        EXPECT_EQ(short_of_it, 0) << what;
    }
    if (!one_row) {
        EXPECT_LT(spread(3), kDiffers) << what << ": XPBD's row is the same, says the question";
    }
    for (const PaneRects& pane : desk.layout.panes) {
        const std::string name = "readout_" + pane_label(pane.pane) + ".";
        EXPECT_EQ(desk.state.ui_map.value_of(name + "compared"), comparison_label(desk.state.document, pane.pane));
        EXPECT_NE(desk.state.ui_map.value_of(name + std::string(key)), "") << what << ": its figure is shown";
    }
}

/// Opens each comparison that the menu offers and returns their names. The others must be grey, with a reason.
std::vector<std::string> compare_all(const lab::Session& session, const std::string& name) {
    std::vector<std::string> offered;
    for (const Compared compared : kAll) {
        Desk desk(session, {1600, 900}, Desk::Start::first);
        const std::string reason = not_compared_reason(desk.state, *desk.snapshot().model, compared);
        const std::vector<Command> all = commands(desk.state, desk.snapshot());
        EXPECT_EQ(find_command(all, command_of(compared))->unavailable, reason);
        if (reason.empty()) {
            offered.push_back(command_of(compared));
            expect_a_difference(desk, compared, name + ", " + offered.back());
        }
    }
    return offered;
}

class ComparedScene : public testing::TestWithParam<std::string_view> {};

TEST_P(ComparedScene, OffersWhatDiffersAndConverges) {
    lab::Session session = *lab::default_session(GetParam());
    if (GetParam() == "drape") {
        ASSERT_TRUE(lab::apply_assignment(session, "scene.rings=5")); // a fabric's comparison runs Newton's method
    }
    compare_all(session, std::string(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Scenes, ComparedScene, testing::ValuesIn(scenes_that_run()),
                         [](const auto& scene) { return std::string(scene.param); });

TEST(Compare, OffersAllOfItInTheDefaultSession) {
    Desk desk(*lab::default_session("cloth"));
    for (const Compared compared : kAll) {
        EXPECT_EQ(not_compared_reason(desk.state, *desk.snapshot().model, compared), "") << command_of(compared);
    }
    EXPECT_EQ(comparison_columns(desk.state, *desk.snapshot().model, Compared::iterations), "15, 30, 60");
    EXPECT_EQ(comparison_columns(desk.state, *desk.snapshot().model, Compared::timestep), "1/360, 1/720, 1/1440 s");
    EXPECT_EQ(comparison_columns(desk.state, *desk.snapshot().model, Compared::resolution), "8, 16, 32");
    begin_comparison(desk.state, *desk.snapshot().model, Compared::resolution);
    desk.frame(2);
    EXPECT_EQ(comparison_columns(desk.state, *desk.snapshot().model, Compared::iterations), "15, 30, 60")
        << "whatever is compared now";
}

TEST(Compare, SaysWhyWhereNothingWouldDiffer) {
    const auto reason = [](const char* scene, const char* assignment, Compared compared) {
        lab::Session session = *lab::default_session(scene);
        EXPECT_TRUE(lab::apply_assignment(session, assignment));
        Desk desk(session);
        return not_compared_reason(desk.state, *desk.snapshot().model, compared);
    };
    EXPECT_NE(reason("cloth", "scene.material=ponte", Compared::triangulation).find("same on every mesh"),
              std::string::npos);
    EXPECT_NE(reason("cloth", "scene.material=ponte", Compared::iterations).find("k does not read it"),
              std::string::npos);
    EXPECT_NE(reason("cloth", "stretch_compliance=0", Compared::iterations).find("too many iterations"),
              std::string::npos);
    EXPECT_NE(reason("cloth", "scene.resolution=8x8", Compared::resolution).find("too coarse"), std::string::npos);
    EXPECT_NE(reason("incline", "dt=1/120", Compared::timestep).find("stiffness"), std::string::npos);
}

} // namespace
} // namespace xpbd::window
