// The readouts that each scene names, against the values of mechanics.
#include "lab/readouts/readouts.h"
#include "lab/run/runner.h"
#include "lab/run/snapshot.h"

#include <cmath>
#include <gtest/gtest.h>
#include <initializer_list>
#include <numbers>

namespace xpbd::lab {
namespace {

constexpr double kGravity = 9.81;

/// One pane of a scene, with these assignments, after `seconds`.
Snapshot after(std::string_view scene, double seconds, std::initializer_list<const char*> assignments) {
    Result<Session> session = default_session(scene);
    session->panes.resize(1);
    for (const char* assignment : assignments) {
        const Status set = apply_assignment(*session, assignment);
        EXPECT_TRUE(set) << set.error().message;
    }
    Result<std::unique_ptr<InlineRunner>> runner = InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner) << runner.error().message;
    (*runner)->advance(static_cast<int>(std::lround(seconds / session->world.dt)));
    return *(*runner)->latest();
}

/// A readout of the first pane by its key, in the units of exported files, not those on screen.
double read(const Snapshot& snapshot, std::string_view key) {
    return snapshot.panes[0].readings[static_cast<std::size_t>(find_readout(key) - readouts().data())];
}

/// A readout in the form in which the scene shows it.
ShownReadout shown(const Snapshot& snapshot, std::string_view key) {
    for (const ShownReadout& one : shown_readouts(snapshot, 0)) {
        if (one.key == key) {
            return one;
        }
    }
    ADD_FAILURE() << snapshot.scene.name << " does not show " << key;
    return {};
}

TEST(ShownReadouts, AreTwoOrThreeOfEveryScene) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        EXPECT_GE(scene.readouts.size(), 2u) << scene.key;
        EXPECT_LE(scene.readouts.size(), 3u) << scene.key;
        for (const scenes::SceneReadout& named : scene.readouts) {
            EXPECT_NE(find_readout(named.key), nullptr) << scene.key << ": " << named.key;
        }
    }
}

TEST(Readouts, AnExactValueHasTheUnitAndTheAxisOfWhatItIsTheExactValueOf) {
    int count = 0;
    for (const Readout& row : readouts()) {
        const Readout* exact = exact_of(row);
        ASSERT_EQ(exact == nullptr, row.exact.empty()) << row.key << " names no row of the table";
        if (exact != nullptr) {
            ++count;
            EXPECT_EQ(exact->shown_unit, row.shown_unit) << row.key;
            EXPECT_EQ(exact->factor, row.factor) << row.key;
            EXPECT_EQ(exact->logarithmic, row.logarithmic) << row.key;
        }
    }
    EXPECT_EQ(count, 4);
}

TEST(ShownReadouts, HaveTheScenesWordsAndTheShownUnit) {
    const Snapshot beam = after("cantilever", 0.1, {});
    const ShownReadout tip = shown(beam, "sag");
    EXPECT_EQ(tip.label, "Sag");
    EXPECT_EQ(tip.unit, "m");
    EXPECT_NE(tip.tooltip.find("tip"), std::string_view::npos);
    EXPECT_EQ(tip.value, beam.panes[0].measure.sag);
    const ShownReadout strain = shown(beam, "max_strain");
    EXPECT_EQ(strain.label, find_readout("max_strain")->label);
    EXPECT_EQ(strain.unit, "%");
    EXPECT_EQ(strain.value, 100 * beam.panes[0].measure.max_strain);
    EXPECT_TRUE(std::isnan(shown(after("pendulum", 0.1, {}), "period").value)) << "it has not swung back yet";
}

TEST(BendingLength, OfAStripThatIsStillLevelIsNone) {
    const auto at = [](int frame) {
        return read(after("cloth_cantilever", frame / 120.0, {"scene.resolution=3x9", "a.method=newton"}),
                    "bending_length");
    };
    EXPECT_TRUE(std::isnan(at(0)));
    int known = 0;
    for (int frame = 1; frame < 8; ++frame) {
        const double length = at(frame);
        known += std::isnan(length) ? 0 : 1;
        EXPECT_TRUE(std::isnan(length) || length < 3 * 0.06) << "not without bound: it would flatten its plot";
    }
    EXPECT_GT(known, 4);
}

TEST(Sag, OfACanvasThatDoesNotStretchIsNearNoneWhereItsDropIsNot) {
    const Snapshot canvas =
        after("canvas", 5, {"scene.resolution=17x17", "scene.tilt=60", "method=global", "a.iterations=6"});
    EXPECT_GT(read(canvas, "sag"), 0.5) << "the drop from the start says nothing about stretch";
    EXPECT_GE(shown(canvas, "hang_sag").value, 0);
    EXPECT_LT(shown(canvas, "hang_sag").value, 0.005);
}

TEST(Sag, OfAHangingRopeIsWhatItsPiecesStretch) {
    const Snapshot rope =
        after("rope_hanging", 4, {"method=direct", "scene.angle=0", "velocity_damping=8", "stretch_compliance=3e-4"});
    // Piece k of n, counted from the tip, carries (k - 1/2)/n of the rope's mass: on average one half.
    EXPECT_NEAR(shown(rope, "hang_sag").value, 3e-4 * kGravity * 30 / 2, 1e-6);
}

/// Depth of a catenary of this length between two points of equal height.
double catenary_depth(double span, double length) {
    double low = 0.01 * span; // parameter a of y = a cosh(x/a): the curve shortens as it grows
    double high = 100 * span;
    for (int i = 0; i < 100; ++i) {
        const double a = 0.5 * (low + high);
        (2 * a * std::sinh(span / (2 * a)) > length ? low : high) = a;
    }
    return low * (std::cosh(span / (2 * low)) - 1);
}

TEST(Sag, OfARopeBetweenTwoPointsCountsFromItsCatenary) {
    for (const char* segments : {"scene.segments=30", "scene.segments=31"}) {
        const Snapshot rope =
            after("rope_span", 6, {segments, "method=direct", "velocity_damping=6", "stretch_compliance=1e-9"});
        EXPECT_NEAR(shown(rope, "hang_sag").value, 0, 1e-4) << segments;
        EXPECT_NEAR(read(rope, "lowest"), -catenary_depth(1.2, 2), 2e-3) << segments;
    }
}

TEST(Sag, OfABodyThatNothingHoldsIsNone) {
    EXPECT_TRUE(std::isnan(read(after("balloon", 0, {}), "hang_sag")));
    EXPECT_TRUE(std::isnan(read(after("oscillator", 0, {}), "hang_sag"))) << "nothing pulls it down";
}

TEST(TipSinks, AsMuchAsTheBeamsJointsBendUnderASmallLoad) {
    constexpr int kPieces = 16;
    constexpr double kPiece = 1.0 / kPieces;
    constexpr double kCompliance = 0.05; // of a joint [rad/(N m)]
    constexpr double kMass = 0.001, kTipMass = 0.002;
    const Snapshot beam =
        after("cantilever", 4,
              {"method=direct", "scene.mass=0.001", "scene.tip_mass=0.002", "velocity_damping=6", "dt=1/120"});
    // A joint turns by its compliance times the moment of the masses beyond it, and lowers the tip by this angle times
    // its distance from the tip. For many pieces the sum converges to P L^3/(3 E I) + w L^4/(8 E I).
    double expected = 0;
    for (int joint = 0; joint < kPieces; ++joint) {
        double moment = 0;
        for (int node = joint + 1; node <= kPieces; ++node) {
            const double mass = node < kPieces ? kMass / kPieces : kMass / kPieces / 2 + kTipMass;
            moment += mass * kGravity * (node - joint) * kPiece;
        }
        expected += kCompliance * moment * (kPieces - joint) * kPiece;
    }
    EXPECT_NEAR(shown(beam, "sag").value / expected, 1, 1e-3);
}

TEST(Volume, OfABalloonIsThatOfItsSphereAtTheStartAndThenWhatItsPressureAsksFor) {
    const Snapshot start = after("balloon", 0, {"scene.detail=4", "method=xpbd"});
    const double sphere = 1000 * 4.0 / 3 * std::numbers::pi * 0.125; // litres
    EXPECT_EQ(shown(start, "volume").unit, "l");
    EXPECT_NEAR(shown(start, "volume").value / sphere, 1, 0.004) << "2562 particles on the sphere";
    EXPECT_NEAR(read(start, "height"), 1, 0.005);
    EXPECT_NEAR(read(start, "lowest"), 0.3, 0.005);
    const Snapshot rest = after("balloon", 4, {"method=xpbd"});
    const double full = read(after("balloon", 0, {}), "volume");
    EXPECT_NEAR(read(rest, "volume") / (1.3 * full), 1, 1e-3);
    EXPECT_TRUE(std::isnan(read(after("cloth", 0, {"scene.resolution=4x4"}), "volume")));
}

TEST(Period, OfTheOscillatorIsThatOfItsMassAndItsCompliance) {
    const Snapshot mass = after("oscillator", 3, {"method=xpbd", "dt=1/960"});
    EXPECT_NEAR(shown(mass, "period").value, 2 * std::numbers::pi * std::sqrt(1 * 1e-2), 1e-4);
}

TEST(Period, OfThePendulumIsThatOfItsLengthAndItsAngle) {
    const Snapshot level = after("pendulum", 5, {"method=xpbd", "dt=1/960"});
    // 4 sqrt(l/g) K(sin(angle/2)), K(sin 45 deg) = 1.8540746773.
    EXPECT_NEAR(shown(level, "period").value, 4 * std::sqrt(1 / kGravity) * 1.8540746773, 1e-3);
    const Snapshot small = after("pendulum", 5, {"method=xpbd", "dt=1/960", "scene.angle=2"});
    EXPECT_NEAR(shown(small, "period").value, 2 * std::numbers::pi * std::sqrt(1 / kGravity), 1e-3);
}

TEST(Period, IsNoneForABodyOfManyParticlesAndAnewAfterARestart) {
    EXPECT_TRUE(std::isnan(read(after("rope_hanging", 4, {"scene.segments=4"}), "period")));
    Result<std::unique_ptr<InlineRunner>> runner = InlineRunner::create(*default_session("oscillator"), 1);
    ASSERT_TRUE(runner);
    (*runner)->advance(120);
    EXPECT_GT(read(*(*runner)->latest(), "period"), 0.4);
    (*runner)->post(Restart{});
    (*runner)->advance(1);
    EXPECT_TRUE(std::isnan(read(*(*runner)->latest(), "period")));
}

} // namespace
} // namespace xpbd::lab
