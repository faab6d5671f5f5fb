// The ruler beside a body: its length, its side, and that its lines end at the drawn body.
#include "headless_renderer.h"

#include "lab/readouts/readouts.h"
#include "lab/run/snapshot.h"
#include "picture/view/annotations.h"
#include "picture/view/framing.h"
#include "picture/view/scene_views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string_view>

namespace xpbd::picture {
namespace {

constexpr int kWidth = 800, kHeight = 600;
const Screen kScreen{{kWidth, kHeight}, 1};

std::shared_ptr<const lab::Snapshot> ruled_at(std::string_view scene, int frames) {
    Result<lab::Session> session = lab::default_session(scene);
    EXPECT_TRUE(session) << scene;
    session->panes.resize(1);
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner) << scene;
    (*runner)->advance(frames);
    return (*runner)->latest();
}

constexpr std::string_view kRuledScenes[] = {"balloon",    "canvas",       "cantilever", "cloth", "cloth_cantilever",
                                             "cloth_drop", "cloth_sphere", "flag",       "net",   "rope_hanging",
                                             "rope_span",  "rope_tip"};

/// A snapshot of a scene after a second. Each scene runs when it is first asked for, because most tests look at one.
const lab::Snapshot& ruled(std::string_view scene) {
    static std::map<std::string_view, std::shared_ptr<const lab::Snapshot>> kept;
    std::shared_ptr<const lab::Snapshot>& snapshot = kept[scene];
    if (!snapshot) {
        snapshot = ruled_at(scene, 60);
    }
    return *snapshot;
}

render::OrbitCamera looking(const lab::Snapshot& snapshot, double yaw, double pitch) {
    lab::Camera camera;
    camera.yaw = yaw;
    camera.pitch = pitch;
    return to_orbit(camera, snapshot, kScreen.size.x / kScreen.size.y);
}

glm::vec2 project(const render::OrbitCamera& camera, const glm::vec3& p) {
    const glm::vec4 clip = camera.projection(kScreen.size.x / kScreen.size.y) * camera.view() * glm::vec4(p, 1);
    return kScreen.size * (0.5f + 0.5f * glm::vec2(clip.x, -clip.y) / clip.w);
}

class RulerPicture : public render::HeadlessRenderer {
protected:
    static render::Image draw(const render::View& view) {
        Result<render::Image> image = renderer_->capture(view, kWidth, kHeight, 1);
        EXPECT_TRUE(image) << image.error().message;
        return std::move(*image);
    }
};

/// Both ends of a line on the screen, the one at the body first.
using ScreenLine = std::array<glm::vec2, 2>;

float distance_to(const ScreenLine& line, glm::vec2 at) {
    const glm::vec2 along = line[1] - line[0];
    const float share = std::clamp(glm::dot(at - line[0], along) / glm::dot(along, along), 0.0f, 1.0f);
    return glm::distance(at, line[0] + share * along);
}

/// Distance from the innermost visible pixel of a line to the drawn body [px]; NaN for a hidden line. A pixel that is
/// nearer to the `other` line belongs to that one.
float gap_to_body(const render::Image& body, const render::Image& with_lines, const ScreenLine& line,
                  const ScreenLine& other) {
    const auto alpha = [](const render::Image& image, int x, int y) {
        return *(image.pixels.data() + static_cast<std::ptrdiff_t>(y * image.width + x) * 4 + 3);
    };
    const glm::vec2 inward = glm::normalize(line[0] - line[1]);
    std::optional<glm::vec2> end;
    const std::uint8_t* before = body.pixels.data();
    const std::uint8_t* after = with_lines.pixels.data();
    for (int y = 0; y < body.height; ++y) {
        for (int x = 0; x < body.width; ++x, before += 4, after += 4) {
            if (std::memcmp(before, after, 3) == 0) {
                continue; // most pixels
            }
            const int change =
                std::abs(before[0] - after[0]) + std::abs(before[1] - after[1]) + std::abs(before[2] - after[2]);
            const glm::vec2 at(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
            if (change > 60 && distance_to(line, at) < distance_to(other, at) &&
                (!end || glm::dot(at - *end, inward) > 0)) {
                end = at;
            }
        }
    }
    if (!end) {
        return std::numeric_limits<float>::quiet_NaN();
    }
    float least = 1e9f;
    const glm::ivec2 middle(*end);
    for (int y = std::max(0, middle.y - 9); y < std::min(body.height, middle.y + 10); ++y) {
        for (int x = std::max(0, middle.x - 9); x < std::min(body.width, middle.x + 10); ++x) {
            if (alpha(body, x, y) > 127) {
                const glm::vec2 at(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
                least = std::min(least, glm::distance(at, *end));
            }
        }
    }
    return least;
}

TEST_F(RulerPicture, ItsLinesEndAtTheBodyFromAllSides) {
    PictureOptions options;
    options.width = kWidth;
    options.height = kHeight;
    options.ground = options.shadow = false;
    options.transparent = true; // only the body is opaque
    const auto check = [&](std::string_view scene, const lab::Snapshot& snapshot, double yaw, double pitch) {
        render::OrbitCamera camera = looking(snapshot, yaw, pitch);
        camera.distance *= 1.3f; // the lowest point is in view, with room beside it
        const std::optional<Ruler> ruler = make_ruler(snapshot, 0, camera, kScreen);
        ASSERT_TRUE(ruler) << scene;
        SceneViews views;
        render::View view = views.view(snapshot, 0, from_orbit(camera), options, picture_scale(snapshot, options));
        view.strokes.clear();
        const render::Image body = draw(view);
        std::array<ScreenLine, 2> lines;
        for (std::size_t i = 0; i < 2; ++i) {
            const auto& [from, to] = ruler->extension[i];
            view.strokes.push_back({from, to, {0, 0.6f, 1}, 1.2f, 1});
            lines[i] = {project(camera, from), project(camera, to)};
        }
        const render::Image with_lines = draw(view);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_LE(gap_to_body(body, with_lines, lines[i], lines[1 - i]), 2)
                << scene << ", line " << i << ", yaw " << yaw << ", pitch " << pitch << ", quality "
                << static_cast<int>(options.quality);
        }
    };
    for (const std::string_view scene : kRuledScenes) {
        const lab::Snapshot& snapshot = ruled(scene);
        options.quality = render::Quality::low;
        for (const auto& [yaw, pitch] :
             {std::pair(-150.0, 2.0), {-90.0, 50.0}, {-30.0, 15.0}, {30.0, 50.0}, {100.0, 15.0}}) {
            check(scene, snapshot, yaw, pitch);
        }
        options.quality = render::Quality::high;
        check(scene, snapshot, 30, 15);
    }
}

TEST(Ruler, IsAsLongAsTheReadoutThatItShowsAndBesideTheBody) {
    for (const std::string_view scene : kRuledScenes) {
        const lab::Snapshot& snapshot = ruled(scene);
        const auto shown = lab::shown_readouts(snapshot, 0);
        const auto row = std::find_if(shown.begin(), shown.end(), [](const auto& one) {
            return one.key == "hang_sag" || one.key == "sag" || one.key == "height";
        });
        ASSERT_NE(row, shown.end()) << scene;
        for (const double yaw : {0.0, 30.0, 200.0}) {
            render::OrbitCamera camera = looking(snapshot, yaw, 15);
            camera.distance *= 1.5f; // with room beside the body
            const std::optional<Ruler> ruler = make_ruler(snapshot, 0, camera, kScreen);
            ASSERT_TRUE(ruler) << scene;
            EXPECT_NEAR(ruler->length, row->value, 1e-6) << scene;
            EXPECT_NEAR(ruler->top.y - ruler->bottom.y, ruler->length, 1e-5) << scene;
            EXPECT_EQ(ruler->top.x, ruler->bottom.x);
            EXPECT_NEAR(ruler->outward.y, 0, 1e-6);
            for (const Ruler::Line& line : ruler->extension) {
                EXPECT_NEAR(line[0].y, line[1].y, 1e-4) << scene << ": level";
            }
            const float side = project(camera, ruler->bottom + ruler->outward).x - project(camera, ruler->bottom).x;
            float lowest = 1e9f;
            for (const glm::vec3& p : snapshot.panes[0].positions) {
                lowest = std::min(lowest, p.y);
                EXPECT_LT(side * (project(camera, p).x - project(camera, ruler->bottom).x), 0)
                    << scene << " from " << yaw;
            }
            EXPECT_LT(ruler->bottom.y, lowest + 1e-5f) << scene;
            EXPECT_GT(ruler->bottom.y, lowest - 0.1f) << scene << ", which hangs no thicker than that";
        }
    }
}

TEST(Ruler, IsNotShownWhereThereIsNoHeightToShow) {
    for (const char* scene : {"pendulum", "oscillator", "twisted_rod", "incline"}) {
        const auto snapshot = ruled_at(scene, 10);
        EXPECT_FALSE(make_ruler(*snapshot, 0, looking(*snapshot, 30, 15), kScreen)) << scene;
    }
    for (const char* scene : {"rope_span", "cantilever"}) {
        const auto start = ruled_at(scene, 0);
        EXPECT_FALSE(make_ruler(*start, 0, looking(*start, 30, 15), kScreen)) << scene;
    }
    const auto& cloth = ruled("cloth");
    EXPECT_FALSE(make_ruler(cloth, 0, looking(cloth, 30, 89), kScreen)) << "no height is seen from above";
}

/// The lines are near to each other: two arrow heads between them would merge into a blot.
TEST(Ruler, PointsAtASmallLengthFromOutsideBesideItsNumber) {
    lab::Snapshot snapshot = ruled("cloth");
    const auto sag = lab::place_of(*lab::find_readout("hang_sag"));
    const glm::vec2 text(60, 14);
    for (const double length : {0.001, 0.01, 0.03, 0.5}) {
        snapshot.panes[0].readings[sag] = length;
        for (const double yaw : {30.0, 200.0}) {
            const render::OrbitCamera camera = looking(snapshot, yaw, 15);
            const std::optional<Ruler> ruler = make_ruler(snapshot, 0, camera, kScreen);
            ASSERT_TRUE(ruler) << length;
            EXPECT_EQ(ruler->outside, length < 0.1) << length;
            const std::vector<Label> number = labels(snapshot, 0, {}, camera, kScreen, render::Theme::dark);
            const auto corners = label_corners(number, {&text, 1}, camera, kScreen.size);
            ASSERT_TRUE(corners.at(0));
            float above = 0, below = 0; // how far the arrows reach beyond the lines [px]
            for (const Ruler::Line& line : ruler->arrows) {
                for (const glm::vec3& end : line) {
                    const glm::vec2 at = project(camera, end);
                    above = std::max(above, project(camera, ruler->top).y - at.y);
                    below = std::max(below, at.y - project(camera, ruler->bottom).y);
                    const glm::vec2 apart = glm::max(*corners[0] - at, at - (*corners[0] + text));
                    EXPECT_GT(std::max(apart.x, apart.y), 3) << length << ": the number is beside the arrows";
                }
            }
            EXPECT_NEAR(above, length < 0.1 ? 18 : 0, 1) << length;
            EXPECT_NEAR(below, length < 0.1 ? 18 : 0, 1) << length;
        }
    }
}

/// The ruler is on the side without the supports of the body, and stays there whatever the body does.
TEST(Ruler, KeepsItsSideWhileTheBodySwingsAndTheViewTurnsSlowly) {
    const auto side = [](const lab::Snapshot& snapshot, double yaw) {
        const render::OrbitCamera camera = looking(snapshot, yaw, 15);
        const std::optional<Ruler> ruler = make_ruler(snapshot, 0, camera, kScreen);
        return ruler ? (camera.view() * glm::vec4(ruler->outward, 0)).x : 0;
    };
    for (const char* scene : {"cantilever", "flag"}) {
        EXPECT_GT(side(ruled(scene), 0), 0.9f) << scene;
        EXPECT_LT(side(ruled(scene), 180), -0.9f) << scene << ", from behind";
    }
    for (const char* scene : {"rope_tip", "flag", "cloth"}) {
        Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*lab::default_session(scene), 1);
        ASSERT_TRUE(runner);
        const lab::Camera fixed = from_orbit(looking(*(*runner)->latest(), 30, 15));
        std::map<bool, int> seen;
        for (int i = 0; i < 40; ++i) {
            (*runner)->advance(4);
            const auto snapshot = (*runner)->latest();
            const render::OrbitCamera camera = to_orbit(fixed, *snapshot, kScreen.size.x / kScreen.size.y);
            if (const std::optional<Ruler> ruler = make_ruler(*snapshot, 0, camera, kScreen)) {
                ++seen[(camera.view() * glm::vec4(ruler->outward, 0)).x > 0];
            }
        }
        EXPECT_EQ(seen.size(), 1u) << scene;
    }
    for (const std::string_view scene : kRuledScenes) {
        const lab::Snapshot& snapshot = ruled(scene);
        int turns = 0;
        for (int yaw = -180; yaw < 180; yaw += 2) {
            turns += side(snapshot, yaw) * side(snapshot, yaw + 2) < 0 ? 1 : 0;
        }
        EXPECT_LE(turns, 4) << scene << ", in a whole turn";
    }
}

/// A text that began to the left of the ruler would cover the body.
TEST(Labels, TheNumberWithoutRoomBesideTheRulerStandsBelowItAtTheEdgeOfTheView) {
    const lab::Snapshot& snapshot = ruled("cloth");
    const render::OrbitCamera camera = looking(snapshot, 30, 15);
    const std::optional<Ruler> ruler = make_ruler(snapshot, 0, camera, kScreen);
    ASSERT_TRUE(ruler);
    const glm::vec2 foot = project(camera, ruler->bottom);
    const std::vector<Label> number = labels(snapshot, 0, {}, camera, kScreen, render::Theme::dark);
    ASSERT_EQ(number.size(), 1u);
    const glm::vec2 short_text(20, 14);
    const glm::vec2 long_text(std::round(kScreen.size.x - foot.x) + 8, 14);
    const auto beside = label_corners(number, {&short_text, 1}, camera, kScreen.size);
    const auto below = label_corners(number, {&long_text, 1}, camera, kScreen.size);
    ASSERT_TRUE(beside[0] && below[0]);
    EXPECT_GT(beside[0]->x, foot.x);
    EXPECT_GT(below[0]->y, foot.y);
    EXPECT_NEAR(below[0]->x + long_text.x, kScreen.size.x, 4);
}

/// The body is off the middle of the picture and reaches its border.
TEST(Ruler, StaysInTheViewWhereTheBodyReachesItsBorder) {
    const lab::Snapshot& snapshot = ruled("rope_tip");
    for (const double yaw : {30.0, 210.0}) {
        for (const float edge : {8.0f, kWidth - 8.0f}) {
            render::OrbitCamera camera = looking(snapshot, yaw, 15);
            const glm::mat4 view = camera.view();
            const glm::vec3 tip = snapshot.panes[0].positions.back();
            const float depth = -(view * glm::vec4(tip, 1)).z;
            const float pixel = 2 * depth * std::tan(0.5f * camera.field_of_view) / kHeight;
            camera.pivot += (project(camera, tip).x - edge) * pixel * glm::vec3(view[0][0], view[1][0], view[2][0]);
            EXPECT_NEAR(project(camera, tip).x, edge, 0.5f);
            const std::optional<Ruler> ruler = make_ruler(snapshot, 0, camera, kScreen);
            ASSERT_TRUE(ruler);
            for (const Ruler::Line& line : ruler->extension) {
                EXPECT_GT(project(camera, line[1]).x, 0) << yaw;
                EXPECT_LT(project(camera, line[1]).x, kWidth) << yaw;
            }
        }
    }
}

/// The width of the ruler's strokes doubles with the scale of the screen or of the picture.
TEST(Ruler, IsAsThickAsTheInterfaceIsLarge) {
    const lab::Snapshot& snapshot = ruled("rope_tip");
    SceneViews views;
    PictureOptions options;
    const auto width = [&](float scale) {
        options.line_scale = scale;
        const render::View view = views.view(snapshot, 0, {}, options, picture_scale(snapshot, options));
        return view.strokes.empty() ? 0 : view.strokes.front().width;
    };
    EXPECT_GT(width(1), 0.5f);
    EXPECT_EQ(width(2), 2 * width(1));
}

} // namespace
} // namespace xpbd::picture
