#include "picture/looks/pane_colours.h"

#include "colour_vision.h"
#include "core/model/method_traits.h"
#include "lab/run/runner.h"
#include "picture/picture.h"
#include "render/colour/colour.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace xpbd::picture {
namespace {

constexpr render::Theme kThemes[] = {render::Theme::dark, render::Theme::light};

TEST(PaneColours, NoTwoPanesAreAlike) {
    for (const render::Theme theme : kThemes) {
        for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
            for (int other = 0; other < pane; ++other) {
                EXPECT_GT(glm::distance(render::to_oklab(pane_colour(pane, theme)),
                                        render::to_oklab(pane_colour(other, theme))),
                          0.12f)
                    << pane << ", " << other << ", theme " << static_cast<int>(theme);
            }
        }
    }
}

TEST(PaneColours, AreSeenOnTheStage) {
    for (const render::Theme theme : kThemes) {
        const render::Backdrop& drop = theme == render::Theme::dark ? render::kDarkBackdrop : render::kLightBackdrop;
        for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
            for (const glm::vec3& back : drop.all()) {
                EXPECT_GE(render::contrast(pane_colour(pane, theme), back), 3) << pane;
            }
        }
    }
}

TEST(PaneColours, AreToldApartByPeopleWhoDoNotTellRedFromGreen) {
    for (const render::Theme theme : kThemes) {
        for (const bool green : {true, false}) {
            const auto seen = [&](int pane) {
                return render::to_oklab(render::seen_without(green, pane_colour(pane, theme)));
            };
            for (const auto& [a, b] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
                EXPECT_GT(glm::distance(seen(a), seen(b)), 0.1f) << a << ", " << b;
            }
        }
    }
}

TEST(PaneColours, TheFirstTwoAreThoseOfPbdAndXpbdInTheFigures) {
    for (const auto& [pane, key] : {std::pair(0, "pbd"), {1, "xpbd"}}) {
        const auto& row = methods()[static_cast<std::size_t>(find_method(key))].colour;
        EXPECT_LT(glm::distance(pane_colour(pane, render::Theme::dark), glm::vec3(row[0], row[1], row[2])), 0.01f);
    }
}

TEST(PaneColours, BodiesAndGhostsHaveThem) {
    Result<lab::Session> session = lab::default_session();
    ASSERT_TRUE(session);
    session->panes[0].method = session->panes[1].method = find_method("xpbd");
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    ASSERT_TRUE(runner);
    const auto snapshot = (*runner)->latest();
    PictureOptions options;
    options.colouring = Colouring::material;
    options.mode = ViewMode::ghost;
    SceneViews views;
    const render::View view = views.view(*snapshot, 0, session->camera, options, picture_scale(*snapshot, options));
    ASSERT_EQ(view.bodies.size(), 2u);
    EXPECT_EQ(view.bodies[0].colour, pane_colour(0, theme_of(options)));
    EXPECT_EQ(view.bodies[1].colour, pane_colour(1, theme_of(options)));
    EXPECT_NE(view.bodies[0].colour, view.bodies[1].colour);
}

} // namespace
} // namespace xpbd::picture
