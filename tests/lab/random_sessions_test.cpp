// Random sessions from the parameter tables, each in every method: with any valid values a pane runs, or reports that
// it diverged.
//
// A few sessions run with the other tests. XPBD_RANDOM_SESSIONS=300 XPBD_RANDOM_FRAMES=100 runs more and longer, and
// prints a line for every run: `index scene method frames seconds [diverged]`.
#include "core/model/parameters.h"
#include "drawn_session.h"
#include "lab/experiment/experiment.h"
#include "lab/readouts/readouts.h"
#include "lab/study/output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace xpbd::lab {
namespace {

/// True if the model has what a readout of forces and powers is about.
bool has_what_is_read(const Model& model, std::string_view key) {
    const auto moves = [&](std::vector<int> Drive::*parts) {
        return std::any_of(model.drives.begin(), model.drives.end(),
                           [&](const Drive& drive) { return !(drive.*parts).empty(); });
    };
    const bool has_pins = std::find(model.mass.begin(), model.mass.end(), 0.0) != model.mass.end();
    if (key.starts_with("collider_")) {
        return key == "collider_power" ? moves(&Drive::colliders) : !model.colliders.empty();
    }
    if (key.starts_with("pin_")) {
        return has_pins && (key != "pin_power" || moves(&Drive::particles));
    }
    return !model.winches.empty() || (key == "work_in" && !model.drives.empty());
}
bool is_of_supports(std::string_view key) {
    return key.starts_with("collider_") || key.starts_with("pin_") || key == "winch_power" || key == "work_in";
}

/// The key of a readout that should be a number and is not; "" where all are numbers.
std::string not_a_number(const Experiment& experiment) {
    const Pane& pane = experiment.panes().front();
    const World& world = experiment.world();
    const Measure m = measure(*pane.model, pane.state, pane.settings, world.gravity, world.dt);
    for (const Readout& readout : readouts()) {
        const std::string_view key = readout.key;
        if (is_of_supports(key) && (!has_what_is_read(*pane.model, key) || !no_forces_reason(pane.settings).empty())) {
            continue;
        }
        if (key == "period" || key == "gain" || key == "phase_lag" ||
            (key == "volume" && pane.model->volumes.empty()) ||
            (key == "hang_sag" && (pane.model->tethers.empty() || !(world.gravity.y < 0))) ||
            key == "effective_stiffness" || key == "nominal_stiffness" || key.ends_with("modulus") ||
            key.starts_with("modulus") || key == "poisson" || key.starts_with("grip_") || key.starts_with("asked_") ||
            key == "contraction" || key == "bending_length" || key == "drape_coefficient" || key == "folds" ||
            ((key == "residual_primal" || key == "relative_primal" || key.starts_with("contact_force")) &&
             !no_forces_reason(pane.settings).empty()) ||
            ((key == "residual_dual" || key == "relative_dual" || key == "not_converged") &&
             resets_multipliers(pane.settings)) ||
            (key == "not_converged" && !method_of(pane.settings).has_compliance)) {
            continue; // these readouts may be NaN here
        }
        const double value = readout.value({m, pane.settings, pane.stats, pane.solve_ms});
        if (std::isnan(value) || (std::isinf(value) && key != "sigma")) { // infinite for a rigid body
            return std::string(key);
        }
    }
    return "";
}

class RandomSessions : public testing::TestWithParam<int> {};

TEST_P(RandomSessions, RunOrSayThatTheyDiverge) {
    const bool told = std::getenv("XPBD_RANDOM_SESSIONS") != nullptr;
    const int first = test::number_from("XPBD_RANDOM_FIRST", 0);
    const int sessions = test::number_from("XPBD_RANDOM_SESSIONS", 40);
    const bool slow = method_key(GetParam()) == "newton";
    const int frames = test::number_from("XPBD_RANDOM_FRAMES", slow ? 5 : 25);
    int diverged = 0;
    for (int index = first; index < first + sessions; ++index) {
        Session session = test::drawn_session(index);
        session.panes.front().method = GetParam();
        SCOPED_TRACE("session " + std::to_string(index) + "\n" + write_session(session));
        Result<Experiment> experiment = Experiment::create(session);
        ASSERT_TRUE(experiment) << experiment.error().message;
        const double start = test::computed();
        while (experiment->frame() < frames && !experiment->any_diverged()) {
            experiment->step();
            if (!experiment->any_diverged()) {
                ASSERT_TRUE(is_finite(experiment->panes().front().state)) << "frame " << experiment->frame();
                ASSERT_EQ(not_a_number(*experiment), "") << "frame " << experiment->frame();
            }
        }
        EXPECT_TRUE(is_finite(experiment->panes().front().last_good)) << "there is a way back";
        diverged += experiment->any_diverged() ? 1 : 0;
        if (told) {
            std::printf("%d %s %s %lld %.3f%s\n", index, session.scene.name.c_str(), method_key(GetParam()).c_str(),
                        static_cast<long long>(experiment->frame()), test::computed() - start,
                        experiment->any_diverged() ? " diverged" : "");
            std::fflush(stdout);
        }
    }
    RecordProperty("diverged", diverged);
    EXPECT_LT(diverged, sessions) << "nothing runs";
}

/// A setting that a method has besides its published form: 1, where 0 is the published one.
struct Variant {
    std::string_view method;
    std::string_view key;
    int sessions;
};
void PrintTo(const Variant& variant, std::ostream* out) {
    *out << variant.method;
}

/// Frames until the session diverges in the method with this value of the setting; `frames` if it does not; none if the
/// session cannot start.
std::optional<int> frames_of(Session session, const Variant& variant, int value, int frames) {
    session.panes.front().method = find_method(variant.method);
    find_settings_parameter(variant.key)->set(session.panes.front(), value);
    Result<Experiment> experiment = Experiment::create(session);
    if (!experiment) {
        return std::nullopt;
    }
    while (experiment->frame() < frames && !experiment->any_diverged()) {
        experiment->step();
    }
    return experiment->any_diverged() ? static_cast<int>(experiment->frame()) : frames;
}

class RandomSessionsKept : public testing::TestWithParam<Variant> {};

void expect_none_diverges_only_with(const Variant& variant) {
    const bool told = std::getenv("XPBD_RANDOM_SESSIONS") != nullptr;
    const int first = test::number_from("XPBD_RANDOM_FIRST", 0);
    const int sessions = test::number_from("XPBD_RANDOM_SESSIONS", variant.sessions);
    const int frames = test::number_from("XPBD_RANDOM_FRAMES", 25);
    int refused = 0; // sessions that release a particle which is tied to nothing
    for (int index = first; index < first + sessions; ++index) {
        const Session session = test::drawn_session(index);
        const std::optional<int> without = frames_of(session, variant, 0, frames);
        const std::optional<int> with = frames_of(session, variant, 1, frames);
        if (!without || !with) {
            ++refused;
            continue;
        }
        EXPECT_TRUE(*with == frames || *without < frames) << "session " << index << " diverges in frame " << *with;
        if (told) {
            std::printf("%d %s without %d with %d\n", index, session.scene.name.c_str(), *without, *with);
            std::fflush(stdout);
        }
    }
    EXPECT_LE(refused, 1 + sessions / 100);
}

TEST_P(RandomSessionsKept, NeverDivergeOnlyWithThePrimalResidualKept) {
    expect_none_diverges_only_with(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Methods, RandomSessionsKept,
                         testing::Values(Variant{method_key::xpbd, "primal_residual", 500},
                                         Variant{method_key::direct, "primal_residual", 100},
                                         Variant{method_key::mgpbd, "primal_residual", 100}),
                         [](const auto& row) { return std::string(row.param.method); });

class RandomSessionsAccelerated : public testing::TestWithParam<Variant> {};

TEST_P(RandomSessionsAccelerated, NeverDivergeOnlyWithIt) {
    expect_none_diverges_only_with(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Methods, RandomSessionsAccelerated,
                         testing::Values(Variant{method_key::vbd, "acceleration", 40},
                                         Variant{method_key::avbd, "acceleration", 40}),
                         [](const auto& row) { return std::string(row.param.method); });

INSTANTIATE_TEST_SUITE_P(Methods, RandomSessions, testing::Range(0, static_cast<int>(methods().size())),
                         [](const auto& row) { return method_key(row.param); });

} // namespace
} // namespace xpbd::lab
