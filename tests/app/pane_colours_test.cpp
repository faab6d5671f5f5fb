#include "picture/looks/pane_colours.h"

#include "colour_vision.h"
#include "core/methods.h"
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

/// Calls visit(panes) for every choice of methods for this number of panes.
template <class Visit>
void for_all_choices(std::size_t count, const Visit& visit) {
    const std::size_t rows = methods().size();
    std::size_t choices = 1;
    for (std::size_t i = 0; i < count; ++i) {
        choices *= rows;
    }
    std::vector<Settings> panes(count);
    for (std::size_t choice = 0; choice < choices; ++choice) {
        std::size_t rest = choice;
        for (Settings& pane : panes) {
            pane.method = static_cast<int>(rest % rows);
            rest /= rows;
        }
        visit(panes);
    }
}

TEST(PaneColours, NoTwoPanesAreAlikeWhateverTheirMethods) {
    for (const render::Theme theme : kThemes) {
        for (const std::size_t count : {2u, 3u, 4u, 6u}) {
            float least = 1;
            std::string pair;
            for_all_choices(count, [&](const std::vector<Settings>& panes) {
                std::vector<glm::vec3> colours;
                for (std::size_t i = 0; i < count; ++i) {
                    colours.push_back(render::to_oklab(pane_colour(panes, static_cast<int>(i), theme)));
                    for (std::size_t j = 0; j < i; ++j) {
                        const float distance = glm::distance(colours[i], colours[j]);
                        if (distance < least) {
                            least = distance;
                            pair = std::string(methods()[static_cast<std::size_t>(panes[j].method)].key) + ", " +
                                   std::string(methods()[static_cast<std::size_t>(panes[i].method)].key);
                        }
                    }
                }
            });
            EXPECT_GT(least, 0.12f) << count << " panes, theme " << static_cast<int>(theme) << ": " << pair;
        }
    }
}

TEST(PaneColours, AreSeenOnTheStage) {
    for (const render::Theme theme : kThemes) {
        const render::Backdrop& drop = theme == render::Theme::dark ? render::kDarkBackdrop : render::kLightBackdrop;
        for (std::size_t method = 0; method < methods().size(); ++method) {
            Settings settings;
            settings.method = static_cast<int>(method);
            const std::vector<Settings> panes(lab::kMaxPanes, settings);
            for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
                for (const glm::vec3& back : drop.all()) {
                    EXPECT_GE(render::contrast(pane_colour(panes, pane, theme), back), 3) << method << ", " << pane;
                }
            }
        }
    }
}

TEST(PaneColours, AreToldApartByPeopleWhoDoNotTellRedFromGreen) {
    const auto distance = [](bool green, const glm::vec3& a, const glm::vec3& b) {
        return glm::distance(render::to_oklab(render::seen_without(green, a)),
                             render::to_oklab(render::seen_without(green, b)));
    };
    for (const render::Theme theme : kThemes) {
        for (const bool green : {true, false}) {
            for_all_choices(3, [&](const std::vector<Settings>& panes) {
                const auto at = [&](int pane) { return pane_colour(panes, pane, theme); };
                for (const auto& [a, b] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
                    EXPECT_GT(distance(green, at(a), at(b)), 0.045f)
                        << a << ", " << b << ": " << panes[0].method << panes[1].method << panes[2].method;
                }
                // Two panes with one method is the common case, and there the method's name does not help.
                if (panes[0].method == panes[1].method) {
                    EXPECT_GT(distance(green, at(0), at(1)), 0.1f) << panes[0].method;
                }
            });
        }
    }
}

TEST(PaneColours, TheFirstPaneOfAMethodHasItsColourWhateverStandsBesideIt) {
    std::vector<Settings> panes(4);
    panes[0].method = find_method("xpbd");
    panes[1].method = find_method("pbd");
    const glm::vec3 xpbd = pane_colour(panes, 0, render::Theme::dark);
    const auto& row = methods()[static_cast<std::size_t>(panes[0].method)].colour;
    EXPECT_LT(glm::distance(xpbd, glm::vec3(row[0], row[1], row[2])), 0.01f);
    const glm::vec3 pbd = pane_colour(panes, 1, render::Theme::dark);
    panes[2].method = panes[1].method;
    EXPECT_EQ(pane_colour(panes, 0, render::Theme::dark), xpbd);
    EXPECT_EQ(pane_colour(panes, 1, render::Theme::dark), pbd);
    EXPECT_NE(pane_colour(panes, 2, render::Theme::dark), pbd);
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
    EXPECT_EQ(view.bodies[0].colour, pane_colour(*snapshot, 0, options.look.theme));
    EXPECT_EQ(view.bodies[1].colour, pane_colour(*snapshot, 1, options.look.theme));
    EXPECT_NE(view.bodies[0].colour, view.bodies[1].colour);
}

} // namespace
} // namespace xpbd::picture
