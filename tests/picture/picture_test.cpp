// The text in a picture of panes: badges, figures with units, ranges, names, and its font.
#include "core/model/method_traits.h"
#include "lab/run/runner.h"
#include "picture/picture.h"
#include "picture/text/badges.h"
#include "picture/text/image_text.h"
#include "picture/text/stamp_text.h"
#include "picture/view/framing.h"
#include "program.h"
#include "render/gl/headless.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace xpbd::picture {
namespace {

/// The default session's panes after some frames, in a copy that a test may change.
lab::Snapshot shown_at(int frames) {
    const Result<lab::Session> session = lab::default_session();
    EXPECT_TRUE(session);
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner);
    (*runner)->advance(frames);
    return *(*runner)->latest();
}

/// A pane without any badge.
lab::Snapshot calm(const std::string& method) {
    lab::Snapshot snapshot = shown_at(1);
    snapshot.panes.resize(1);
    snapshot.panes[0].settings.method = find_method(method);
    snapshot.panes[0].measure = {};
    snapshot.playing = true;
    snapshot.asked_speed = 1;
    snapshot.measured_speed = 1;
    return snapshot;
}

std::vector<Badge::Kind> kinds(const lab::Snapshot& snapshot) {
    std::vector<Badge::Kind> result;
    for (const Badge& badge : badges(snapshot, 0)) {
        EXPECT_FALSE(badge.text.empty());
        EXPECT_FALSE(badge.reason.empty());
        result.push_back(badge.kind);
    }
    return result;
}

using Kinds = std::vector<Badge::Kind>;

TEST(Badges, OkWhereNothingIsToBeSaid) {
    EXPECT_EQ(kinds(calm("xpbd")), Kinds{});
}

TEST(Badges, NoneForAStrainWhichIsANumberAndNoFault) {
    lab::Snapshot snapshot = calm("pbd");
    snapshot.panes[0].measure.max_strain = 4.6;
    EXPECT_EQ(kinds(snapshot), Kinds{});
}

TEST(Badges, ConvergenceIsAMatterOfMethodsWithACompliance) {
    lab::Snapshot snapshot = calm("xpbd");
    snapshot.panes[0].measure.relative_dual = 0.049;
    EXPECT_EQ(kinds(snapshot), Kinds{});
    snapshot.panes[0].measure.relative_dual = 0.06;
    EXPECT_EQ(kinds(snapshot), Kinds{Badge::Kind::not_converged});
    snapshot.panes[0].settings.method = find_method("pbd");
    EXPECT_EQ(kinds(snapshot), Kinds{});
}

/// The reason of the only badge.
std::string only_reason(const lab::Snapshot& snapshot) {
    const std::vector<Badge> all = badges(snapshot, 0);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? "" : all[0].reason;
}

TEST(Badges, SayWhatAPaneThatHasNotConvergedLacks) {
    lab::Snapshot vbd = calm("vbd");
    vbd.panes[0].measure.relative_primal = 0.12;
    EXPECT_EQ(only_reason(vbd),
              "Forces leave 12 % of the load to nothing: the iterations end before they balance. More "
              "iterations or substeps help.");
    lab::Snapshot direct = calm("direct");
    direct.panes[0].measure.relative_primal = 0.12;
    EXPECT_EQ(kinds(direct), Kinds{}) << "its forces are those of a linearised step";
    direct.panes[0].measure.turn = 0.75;
    EXPECT_EQ(only_reason(direct), "A link's h² T (w0 + w1)/l = 0.75 is above 0.5: it turns too far in a step, and "
                                   "jitters. More substeps help.");
    lab::Snapshot xpbd = calm("xpbd");
    xpbd.panes[0].measure.relative_dual = 0.9;
    xpbd.panes[0].measure.sigma = 20;
    xpbd.panes[0].measure.elastic_energy = 2;
    EXPECT_EQ(only_reason(xpbd), "Constraints miss their material law by 90 %: the iterations end before the stiffness "
                                 "that was asked for is reached. σ = h²/(α m) = 20; more iterations or substeps help.");
    xpbd.panes[0].measure.unmet_energy = 1.5;
    EXPECT_NE(only_reason(xpbd).find("Of the energy shown, no force holds 1.50 J."), std::string::npos)
        << only_reason(xpbd);
}

TEST(Badges, NameTheCauseOfAnUnfinishedSubstep) {
    lab::Snapshot snapshot = calm("global");
    snapshot.panes[0].stats.unfinished = 1;
    snapshot.panes[0].settings.substeps = 4;
    std::vector<std::string> reasons;
    for (const Unfinished cause : {Unfinished::not_converged, Unfinished::not_positive, Unfinished::not_finite}) {
        snapshot.panes[0].stats.cause = cause;
        EXPECT_EQ(badges(snapshot, 0)[0].text, "NOT CONVERGED");
        reasons.push_back(only_reason(snapshot));
        EXPECT_EQ(reasons.back().find("1 of 4 substeps "), 0u) << reasons.back();
    }
    EXPECT_NE(reasons[0].find("(not converged)"), std::string::npos);
    EXPECT_NE(reasons[1].find("not positive definite"), std::string::npos);
    EXPECT_NE(reasons[2].find("not finite numbers"), std::string::npos);
}

TEST(Badges, SlowUnderNinetyPercentOfTheAskedSpeedWhilePlaying) {
    lab::Snapshot snapshot = calm("xpbd");
    snapshot.asked_speed = 2;
    snapshot.measured_speed = 1.82;
    EXPECT_EQ(kinds(snapshot), Kinds{});
    snapshot.measured_speed = 0.86;
    EXPECT_EQ(kinds(snapshot), Kinds{Badge::Kind::slow});
    EXPECT_EQ(badges(snapshot, 0)[0].text, "SLOW 43 %");
    snapshot.playing = false;
    EXPECT_EQ(kinds(snapshot), Kinds{});
}

TEST(Badges, DivergenceComesFirst) {
    lab::Snapshot snapshot = calm("xpbd");
    snapshot.panes[0].diverged = true;
    snapshot.panes[0].measure.relative_dual = 5;
    EXPECT_EQ(kinds(snapshot), (Kinds{Badge::Kind::diverged, Badge::Kind::not_converged}));
    EXPECT_EQ(badges(snapshot, 0)[0].text, "DIVERGED - PAUSED");
}

TEST(Colouring, SignedStrainHasItsZeroInTheMiddleAndCompressionBelowIt) {
    lab::Snapshot snapshot = shown_at(0);
    snapshot.panes[0].strain = {-0.9f, -0.05f, 0.0f, 0.05f, 0.9f};
    const ColourScale scale{&colouring_info(Colouring::strain), {-0.1, 0.1}};
    std::vector<float> levels;
    colour_levels(snapshot, 0, 1, scale, levels);
    ASSERT_EQ(levels.size(), 5u);
    EXPECT_EQ(levels[0], 0); // below the range
    EXPECT_FLOAT_EQ(levels[1], 0.25f);
    EXPECT_FLOAT_EQ(levels[2], 0.5f);
    EXPECT_FLOAT_EQ(levels[3], 0.75f);
    EXPECT_GT(levels[4], 1);
    EXPECT_EQ(scale.low_text(), "-10 % or less");
    EXPECT_EQ(scale.high_text(), "above 10 %");
    for (const ColouringInfo& row : colourings()) {
        if (row.is_signed) {
            const ColourRange range = suggested_range(snapshot, row.colouring);
            EXPECT_EQ(range.low, -range.high) << row.key;
        }
    }
}

TEST(Colouring, AFittedStretchRangeIsOneTwoOrFiveTimesAPowerOfTenForAllPanes) {
    lab::Snapshot snapshot = shown_at(0);
    for (const auto& [strain, range] :
         {std::pair(0.003f, 0.01f), {0.015f, 0.02f}, {0.2f, 0.2f}, {0.21f, 0.5f}, {0.9f, 1.0f}, {1000.0f, 10.0f}}) {
        snapshot.panes[0].strain.assign(1000, -strain);
        snapshot.panes[1].strain.assign(1000, 0);
        EXPECT_FLOAT_EQ(static_cast<float>(fitted_range(snapshot, Colouring::stretch, -1).high), range) << strain;
        const ColourRange both = fitted_range(snapshot, Colouring::strain, -1);
        EXPECT_FLOAT_EQ(static_cast<float>(both.high), range) << strain;
        EXPECT_EQ(both.low, -both.high);
    }
}

TEST(Colouring, ASuggestedRangeFollowsFromTheSceneAndNotFromWhatItsPanesDo) {
    lab::Snapshot snapshot = shown_at(0);
    PictureOptions options;
    for (const ColouringInfo& row : colourings()) {
        options.colouring = row.colouring;
        const ColourRange before = picture_scale(snapshot, options).range;
        EXPECT_LT(before.low, before.high);
        lab::Snapshot later = shown_at(60);
        later.panes[0].strain.assign(1000, 7);
        later.panes[0].settings.iterations = 1;
        later.panes.push_back(later.panes[0]);
        EXPECT_EQ(picture_scale(later, options).range, before) << row.key;
        options.own_range[static_cast<std::size_t>(row.colouring)] = ColourRange{0.1, 0.37};
        EXPECT_EQ(picture_scale(later, options).range, (ColourRange{0.1, 0.37}));
    }
}

TEST(Colouring, AnotherPanesSliderChangesNoPixelOfAPane) {
    const Result<render::HeadlessContext> context = render::HeadlessContext::create();
    ASSERT_TRUE(context);
    Result<render::Renderer> renderer = render::Renderer::create();
    ASSERT_TRUE(renderer);
    SceneViews views;
    const auto pane_b = [&](int iterations, Colouring colouring) {
        Result<lab::Session> session = lab::default_session();
        session->panes[0].iterations = iterations;
        Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
        (*runner)->post(lab::SetDetail{false, true});
        (*runner)->advance(40);
        PictureOptions options;
        options.width = 640;
        options.height = 300;
        options.supersampling = 1;
        options.stamp = false;
        options.colouring = colouring;
        const Result<render::Image> whole =
            take_picture(*renderer, views, *(*runner)->latest(), {session->camera}, options);
        EXPECT_TRUE(whole);
        std::vector<std::uint8_t> right;
        for (int y = 0; y < whole->height; ++y) {
            const auto row = whole->pixels.begin() + 4 * whole->width * y;
            right.insert(right.end(), row + 4 * (whole->width / 2 + 2), row + 4 * whole->width);
        }
        return right;
    };
    for (const Colouring colouring : {Colouring::stretch, Colouring::tension, Colouring::stiffness}) {
        EXPECT_TRUE(pane_b(2, colouring) == pane_b(60, colouring)) << colouring_info(colouring).key;
    }
}

TEST(Colouring, MapsEachKindOfValueOntoOneRangeForAllPanes) {
    const Result<lab::Session> session = lab::default_session();
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    ASSERT_TRUE(runner);
    (*runner)->post(lab::SetDetail{false, true});
    (*runner)->advance(120);
    const lab::Snapshot& snapshot = *(*runner)->latest();
    for (const ColouringInfo& row : colourings()) {
        const ColourScale scale{&row, fitted_range(snapshot, row.colouring, -1)};
        const auto [low, high] = scale.range;
        EXPECT_LT(low, high);
        EXPECT_EQ(scale.level(low), 0) << row.key;
        EXPECT_EQ(scale.level(high), 1) << row.key;
        EXPECT_GT(scale.level(1.01 * high), 1) << row.key;
        EXPECT_GE(scale.level(9 * high), row.logarithmic ? 1.0 : 4.9)
            << row.key << ": the border of what lies above is where the value is, however far above it goes";
        EXPECT_LT(scale.level(std::nan("")), 0) << row.key;
        EXPECT_NE(scale.text(1).find(row.unit), std::string::npos);
    }
    // Either pane shows the same distance to the other; the pinned corners have not moved.
    const std::vector<double> there = colour_values(snapshot, 0, Colouring::difference, 1);
    EXPECT_EQ(there, colour_values(snapshot, 1, Colouring::difference, 0));
    EXPECT_EQ(there.size(), snapshot.model->mass.size());
    EXPECT_EQ(*std::min_element(there.begin(), there.end()), 0);
    EXPECT_GT(*std::max_element(there.begin(), there.end()), 0.1);
    // The median of the edges' stiffnesses equals the readout.
    std::vector<double> stretch_only;
    const std::vector<double> stiffness = colour_values(snapshot, 1, Colouring::stiffness, 0);
    const auto& array = snapshot.model->of_type<Distance>();
    for (std::size_t i = 0; i < stiffness.size(); ++i) {
        if (array.material[i].role == Role::stretch && std::isfinite(stiffness[i])) {
            stretch_only.push_back(stiffness[i]);
        }
    }
    std::nth_element(stretch_only.begin(), stretch_only.begin() + std::ssize(stretch_only) / 2, stretch_only.end());
    const double median = stretch_only[stretch_only.size() / 2];
    EXPECT_NEAR(median, *snapshot.panes[1].measure.effective_stiffness, 0.05 * median);
}

/// A strip or a frame that is held, made of a fabric without symmetry, after half a second of Newton's method.
std::shared_ptr<const lab::Snapshot> held_fabric(const std::string& scene, std::string_view key, double value) {
    Result<lab::Session> session = lab::default_session(scene);
    session->panes.resize(1);
    session->panes[0].method = find_method("newton");
    session->panes[0].engine = Engine::textbook;
    session->panes[0].substeps = 1;
    session->scene.values["resolution"] = {5, 7, 0};
    session->scene.values["material"] = {1, 0, 0};
    session->scene.values["law"] = {0, 0, 0};
    session->scene.values["modulus_warp"] = {900, 0, 0};
    session->scene.values["modulus_weft"] = {300, 0, 0};
    session->scene.values["shear_modulus"] = {70, 0, 0};
    session->scene.values[std::string(key)] = {value, 0, 0};
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner) << runner.error().message;
    (*runner)->post(lab::SetDetail{false, true});
    (*runner)->advance(60);
    return (*runner)->latest();
}

TEST(FabricColouring, WarpWeftAndShearAreThatOfTheLawInUniformStress) {
    const auto all_near = [](const lab::Snapshot& snapshot, Colouring colouring, double wanted) {
        const std::vector<double> values = colour_values(snapshot, 0, colouring, 0);
        EXPECT_EQ(values.size(), shown_line_count(*snapshot.model));
        for (const double value : values) {
            EXPECT_NEAR(value, wanted, 1e-3) << colouring_info(colouring).key;
        }
    };
    const auto pulled = held_fabric("tensile_strip", "strain", 0.1);
    all_near(*pulled, Colouring::warp_tension, 90);
    all_near(*pulled, Colouring::weft_tension, 0);
    all_near(*pulled, Colouring::shear_tension, 0);
    all_near(*pulled, Colouring::tension, 90);
    const auto pressed = held_fabric("tensile_strip", "strain", -0.01);
    all_near(*pressed, Colouring::warp_tension, -9);
    all_near(*pressed, Colouring::tension, 9);
    const auto sheared = held_fabric("shear_frame", "frame_angle", 30);
    all_near(*sheared, Colouring::warp_tension, 0);
    const std::vector<double> shear = colour_values(*sheared, 0, Colouring::shear_tension, 0);
    EXPECT_NEAR(std::abs(shear.front()), 70 * 0.5, 1e-3);
    all_near(*sheared, Colouring::shear_tension, shear.front());
}

TEST(FabricColouring, ItsScaleIsSignedAndSaysNewtonsPerMetre) {
    const auto snapshot = held_fabric("tensile_strip", "strain", 0.1);
    PictureOptions options;
    for (const Colouring colouring :
         {Colouring::tension, Colouring::warp_tension, Colouring::weft_tension, Colouring::shear_tension}) {
        options.colouring = colouring;
        const ColourScale scale = picture_scale(*snapshot, options);
        EXPECT_TRUE(scale.text(1).ends_with(" N/m")) << scale.text(1);
        EXPECT_DOUBLE_EQ(scale.range.high, 100) << "the tension at the strain that has the last colour";
        EXPECT_EQ(scale.range.low, colouring == Colouring::tension ? 0 : -scale.range.high);
        EXPECT_EQ(missing_forces(*snapshot, 0, options), "");
        const ColourRange fitted = fitted_range(*snapshot, colouring, -1);
        EXPECT_EQ(fitted.low, colouring == Colouring::tension ? 0 : -fitted.high);
    }
    EXPECT_EQ(colouring_info(Colouring::tension).label_for(true), "Principal tension (N/m)");
    EXPECT_EQ(colouring_info(Colouring::tension).label_for(false), "Tension of the edges (N)");
}

TEST(Colouring, APaneWithoutForcesHasItsMaterialsColourAndSaysWhy) {
    Result<lab::Session> session = lab::default_session();
    session->panes[0].method = find_method("hpbd");
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    ASSERT_TRUE(runner);
    (*runner)->post(lab::SetDetail{false, true});
    (*runner)->advance(30);
    const lab::Snapshot& snapshot = *(*runner)->latest();
    for (const ColouringInfo& row : colourings()) {
        PictureOptions options;
        options.colouring = row.colouring;
        std::vector<float> levels;
        colour_levels(snapshot, 0, 1, picture_scale(snapshot, options), levels);
        EXPECT_EQ(levels.empty(), row.needs_forces || row.colouring == Colouring::material) << row.key;
        EXPECT_EQ(missing_forces(snapshot, 0, options).empty(), !row.needs_forces) << row.key;
        EXPECT_EQ(missing_forces(snapshot, 1, options), row.needs_fabric ? kNoFabric : "") << row.key;
    }
    PictureOptions arrows;
    arrows.contact_forces = true;
    EXPECT_EQ(missing_forces(snapshot, 0, arrows), "HPBD has no forces: it moves particles without multipliers");
    EXPECT_EQ(stamp_text(snapshot, 0).readings[1], "effective stiffness - (no forces)");
    EXPECT_EQ(stamp_text(snapshot, 1).readings.back().find("no forces"), std::string::npos);
}

TEST(Colouring, ComparesWithThePaneAskedForOrTheFirstOther) {
    lab::Snapshot snapshot = shown_at(0);
    EXPECT_EQ(compared_pane(snapshot, 0, -1), 1);
    EXPECT_EQ(compared_pane(snapshot, 1, -1), 0);
    EXPECT_EQ(compared_pane(snapshot, 1, 1), 0) << "not with itself";
    snapshot.panes.push_back(snapshot.panes[0]);
    EXPECT_EQ(compared_pane(snapshot, 0, 2), 2);
    EXPECT_EQ(compared_pane(snapshot, 2, 2), 0);
    snapshot.panes.resize(1);
    EXPECT_EQ(compared_pane(snapshot, 0, 2), 0) << "alone";
}

TEST(Camera, SurvivesTheOrbitAndBack) {
    const lab::Snapshot snapshot = shown_at(0);
    const lab::Camera camera{{0.5, 1, -2}, 40, -12, 3.5};
    const lab::Camera back = from_orbit(to_orbit(camera, snapshot, 1.5f));
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(back.pivot[i], camera.pivot[i], 1e-6);
    }
    EXPECT_NEAR(back.yaw, camera.yaw, 1e-4);
    EXPECT_NEAR(back.pitch, camera.pitch, 1e-4);
    EXPECT_NEAR(back.distance, camera.distance, 1e-6);
    EXPECT_GT(to_orbit({}, snapshot, 1.5f).distance, 0) << "distance 0 frames the scene";
}

TEST(PicturePath, NamesSceneAndMethodsAndNeverAFileThatExists) {
    const test::Folder folder;
    const Result<lab::Session> session = lab::default_session();
    ASSERT_TRUE(session);
    std::vector<std::string> seen;
    for (int i = 0; i < 3; ++i) {
        const std::string path = picture_path(folder.path().string(), *session);
        EXPECT_NE(path.find("/cloth_pbd-xpbd_20"), std::string::npos) << path;
        EXPECT_TRUE(path.ends_with(".png")) << path;
        EXPECT_FALSE(std::filesystem::exists(path));
        EXPECT_EQ(std::count(seen.begin(), seen.end(), path), 0);
        test::write_text(path, "taken");
        seen.push_back(path);
    }
}

TEST(ImageText, WritesWithItsOwnFontWhereTheDistributionHasNone) {
    for (const bool distribution_font : {true, false}) {
        const ImageText letters(distribution_font);
        EXPECT_GT(letters.width("α = 1", 20), letters.width(" = 1", 20) + 4);
        render::Image image{80, 30, std::vector<std::uint8_t>(80 * 30 * 4, 0)};
        letters.text(image, 2, 2, 24, "α = 1", {1, 1, 1, 1});
        EXPECT_GT(std::count_if(image.pixels.begin(), image.pixels.end(), [](auto v) { return v > 128; }), 100);
    }
}

} // namespace
} // namespace xpbd::picture
