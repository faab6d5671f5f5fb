// Materials and light, tested as properties of pictures: counts, angles, contrasts.
#include "picture_fixture.h"
#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/geometry.h"
#include "render/gl/gl_objects.h"
#include "render/gl/shader_sources.h"

#include <array>
#include <numbers>
#include <string>
#include <vector>

namespace xpbd::render {
namespace {

/// A sheet with texture coordinates: 2 m by 2 m when flat, drawn stretched by a factor along x.
struct PrintedSheet : Sheet {
    std::vector<glm::vec2> texture;

    explicit PrintedSheet(float stretch = 1, int side = 9) : Sheet(side) {
        for (glm::vec3& p : positions) {
            texture.emplace_back(p.x + 1, 3 - p.y);
            p.x *= stretch;
        }
    }
    Body printed() const {
        Body result = body();
        result.texture = texture;
        result.print_size = 0.25f;
        return result;
    }
};

/// How often the brightness along a row or column of the covered part crosses its middle.
int crossings(const std::vector<float>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const float middle = 0.5f * (*low + *high);
    if (*high - *low < 20) {
        return 0;
    }
    int count = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        count += (values[i] > middle) != (values[i - 1] > middle) ? 1 : 0;
    }
    return count;
}

/// The combinations of flags with which a program of the renderer is used.
std::vector<unsigned> variants_of(ShaderName name) {
    std::vector<unsigned> all;
    switch (name) {
    case ShaderName::body:
        for (const unsigned light : std::array<unsigned, 3>{0, kSoft, kCodes}) {
            all.push_back(light);
            for (const unsigned look : std::array<unsigned, 6>{kRope, kRod, kCloth, kCloth | kPrinted, kCloth | kWoven,
                                                               kCloth | kPrinted | kWoven}) {
                all.insert(all.end(), {look | light, look | light | kTinted});
            }
        }
        return all;
    case ShaderName::ground:
        return {0, kSoft, kShadowOnly, kSoft | kShadowOnly, kCodes, kShadowOnly | kCodes};
    case ShaderName::line:
    case ShaderName::outline:
        return {0, kCodes};
    case ShaderName::soften:
        return {0, kFromDepth};
    case ShaderName::background:
        return {0, kFromRows};
    default:
        return {0};
    }
}

class Materials : public Picture {
protected:
    /// Brightness where the body covers a row (or a column) of a picture fully, a third of a cell off its middle.
    static std::vector<float> line_of(const Image& image, bool row, float place = 0.47f) {
        std::vector<float> values;
        const int count = row ? image.width : image.height;
        for (int i = 0; i < count; ++i) {
            const float share = static_cast<float>(i) / static_cast<float>(count - 1);
            const glm::vec4 pixel = row ? at(image, share, place) : at(image, place, share);
            if (pixel.w == 255) {
                values.push_back(luma(pixel));
            }
        }
        return values;
    }
};

TEST_F(Materials, EveryShaderIsOneOfDesktopAndOfEmbeddedOpenGl) {
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    const bool reads_es = major * 10 + minor >= 43; // ARB_ES3_compatibility
    for (const ShaderDialect dialect : {ShaderDialect::gl_330, ShaderDialect::es_300}) {
        if (dialect == ShaderDialect::es_300 && !reads_es) {
            GTEST_SKIP() << "this driver does not read OpenGL ES";
        }
        for (std::size_t i = 0; i < shader_sources().size(); ++i) {
            const ShaderSource& source = shader_sources()[i];
            if (dialect == ShaderDialect::es_300 && !source.embedded) {
                continue;
            }
            for (const unsigned flags : variants_of(static_cast<ShaderName>(i))) {
                const Result<Program> program =
                    Program::create(source.name, vertex_text(source, dialect, flags).c_str(),
                                    fragment_text(source, dialect, flags).c_str());
                EXPECT_TRUE(program) << source.name << ", flags " << flags << ": " << program.error().message;
            }
        }
    }
}

TEST_F(Materials, ACheckHasTheCellsOfTheRestShapeHoweverTheClothIsStretched) {
    for (const float stretch : {1.0f, 1.4f}) {
        const PrintedSheet sheet(stretch);
        View view = facing(sheet.printed());
        view.look.print = Print::check;
        const Image image = shoot(view, 320, 240);
        EXPECT_EQ(crossings(line_of(image, true)), 7) << "eight cells of 0.25 m in 2 m, stretched " << stretch;
        EXPECT_EQ(crossings(line_of(image, false)), 7);
        view.look.print = Print::stripes;
        const Image stripes = shoot(view, 320, 240);
        EXPECT_EQ(crossings(line_of(stripes, true)), 7);
        EXPECT_EQ(crossings(line_of(stripes, false)), 0);
    }
}

TEST_F(Materials, AWeaveIsSeenFromNearAloneAndIsNoNet) {
    const PrintedSheet sheet;
    View view = facing(sheet.printed());
    view.look.quality = Quality::medium;
    const auto contrast = [&](float distance, float thread) {
        view.camera.distance = distance;
        view.bodies[0].thread = thread;
        const std::vector<float> row = line_of(shoot(view, 320, 240), true);
        const auto middle = static_cast<std::ptrdiff_t>(row.size() / 2);
        const std::ptrdiff_t reach = std::max<std::ptrdiff_t>(3, middle / 7); // light changes slowly along the row
        const auto [least, most] = std::minmax_element(row.begin() + middle - reach, row.begin() + middle + reach);
        return (*most - *least) / *most;
    };
    EXPECT_GT(contrast(0.5f, 0.02f), 0.01f) << "threads of twenty pixels are seen";
    EXPECT_LT(contrast(0.5f, 0.02f), 0.035f) << "but are no net: 3 %, and what rounding adds";
    EXPECT_LT(contrast(2.4f, 0.02f), 0.01f) << "threads of four pixels are not: one step of 255";
    EXPECT_LT(contrast(12.0f, 0.02f), 0.01f);
}

TEST_F(Materials, TheStripeOfARodTurnsByTheTwistOfItsFrames) {
    constexpr int kPieces = 40;
    constexpr float kTwist = std::numbers::pi_v<float> / 2;
    std::vector<glm::vec3> positions;
    std::vector<std::array<int, 2>> segments;
    std::vector<glm::vec3> frames;
    for (int i = 0; i <= kPieces; ++i) {
        positions.emplace_back(-1 + 2 * static_cast<float>(i) / kPieces, 2, 0);
        if (i > 0) {
            segments.push_back({i - 1, i});
            const float angle = kTwist * (static_cast<float>(i) - 0.5f) / kPieces - kTwist / 2;
            frames.emplace_back(0, std::sin(angle), std::cos(angle)); // around x, from z towards y
        }
    }
    Body rod;
    rod.positions = positions;
    rod.segments = segments;
    rod.stripe = frames;
    rod.tube_radius = 0.2f;
    rod.colour = {0.1f, 0.2f, 0.7f};
    View view = facing(rod);
    view.camera.field_of_view = 0.1f; // nearly parallel: a height on the screen is a sine of the angle
    view.camera.distance = 24;
    const Image image = shoot(view, 400, 400);
    const auto angle_at = [&](float x) {
        const int column = static_cast<int>((0.5f + 0.5f * x / (24 * std::tan(0.05f))) * 400);
        float weight = 0, height = 0;
        for (int row = 0; row < 400; ++row) {
            const std::uint8_t* p = image.pixels.data() + (static_cast<std::ptrdiff_t>(row) * 400 + column) * 4;
            const float light =
                p[3] == 255 && 5 * p[0] > 4 * p[2] ? 1.0f : 0.0f; // the stripe is nearly white, in shade too
            weight += light;
            height += light * (0.5f - (static_cast<float>(row) + 0.5f) / 400) * 2 * 24 * std::tan(0.05f);
        }
        EXPECT_GT(weight, 4) << "no stripe at " << x;
        // The mean height of a band from a - w to a + w is r sin(a) cos(w).
        constexpr float kHalfBand = 0.11f * 2 * std::numbers::pi_v<float>;
        return std::asin(std::clamp(height / weight / (0.2f * std::cos(kHalfBand)), -1.0f, 1.0f));
    };
    // Here the whole stripe is visible.
    for (const float x : {-0.4f, -0.2f, 0.0f, 0.2f, 0.4f}) {
        EXPECT_NEAR(angle_at(x), kTwist / 2 * x, 0.07f) << "at " << x << " m";
    }
    EXPECT_NEAR(angle_at(0.4f) - angle_at(-0.4f), 0.4f * kTwist, 0.07f);
}

TEST_F(Materials, ColouredBodiesStandOutFromWhateverIsBehindThem) {
    // A wavy sheet, whose folds turn towards the light and away from it, in all colours of each map.
    Sheet sheet(33);
    std::vector<float> levels;
    for (glm::vec3& p : sheet.positions) {
        levels.push_back(0.5f * (p.x + 1));
        p.z = 0.15f * std::sin(9 * p.y);
    }
    for (const Theme theme : {Theme::dark, Theme::light, Theme::paper}) {
        for (const ColourMap map : {ColourMap::magnitude, ColourMap::diverging}) {
            for (const Quality quality : {Quality::low, Quality::medium}) {
                View view = view_of(sheet);
                view.look.theme = theme;
                view.look.colour_by = ColourBy::level;
                view.look.colour_map = map;
                view.look.quality = quality;
                view.bodies[0].point_level = levels;
                const Image image = shoot(view);
                View empty = view;
                empty.bodies[0].triangles = {};
                empty.look.shadow = false;
                const Image behind = shoot(empty);
                view.look.transparent = true;
                view.look.shadow = false;
                view.look.ground = false;
                const Image body = shoot(view);
                int covered = 0;
                float least = 100;
                for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
                    if (body.pixels[i + 3] == 255) {
                        const auto colour = [&](const Image& source) {
                            return glm::vec3(source.pixels[i], source.pixels[i + 1], source.pixels[i + 2]) / 255.0f;
                        };
                        least = std::min(least, contrast(colour(image), colour(behind)));
                        ++covered;
                    }
                }
                EXPECT_GT(covered, 1000);
                EXPECT_GE(least, 3.0f) << "theme " << static_cast<int>(theme) << ", map " << static_cast<int>(map)
                                       << ", quality " << static_cast<int>(quality);
            }
        }
    }
}

TEST_F(Materials, FoldsStayReadableUnderTheColours) {
    Sheet sheet(33);
    for (glm::vec3& p : sheet.positions) {
        p.z = 0.15f * std::sin(9 * p.x);
    }
    const std::vector<float> levels(sheet.positions.size(), 0.6f);
    View view = facing(sheet.body());
    view.look.colour_by = ColourBy::level;
    view.bodies[0].point_level = levels;
    const std::vector<float> row = line_of(shoot(view), true);
    const auto [low, high] = std::minmax_element(row.begin(), row.end());
    EXPECT_GT(*high - *low, 25);
}

TEST_F(Materials, IsolinesLieWhereTheLevelIsAFifth) {
    const Sheet sheet(33);
    std::vector<float> levels;
    for (const glm::vec3& p : sheet.positions) {
        levels.push_back(0.5f * (p.x + 1));
    }
    View view = facing(sheet.body());
    view.look.colour_by = ColourBy::level;
    view.bodies[0].point_level = levels;
    const std::vector<float> without = line_of(shoot(view, 320, 240), true);
    view.look.isolines = true;
    const std::vector<float> with = line_of(shoot(view, 320, 240), true);
    ASSERT_EQ(with.size(), without.size());
    std::vector<float> places; // of the middle of each line
    for (std::size_t i = 1; i + 1 < with.size(); ++i) {
        const auto drop = [&](std::size_t j) { return without[j] - with[j]; };
        if (drop(i) > 25 && drop(i) >= drop(i - 1) && drop(i) > drop(i + 1)) {
            places.push_back(static_cast<float>(i) / static_cast<float>(with.size() - 1));
        }
    }
    const std::vector<float> none(levels.size(), 0.0f);
    view.bodies[0].point_level = none;
    const std::vector<float> at_rest = line_of(shoot(view, 320, 240), true);
    view.look.isolines = false;
    EXPECT_EQ(at_rest, line_of(shoot(view, 320, 240), true)) << "no line over a body that is all 0";
    ASSERT_EQ(places.size(), 4u) << "between five parts";
    for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_NEAR(places[i], 0.2f * static_cast<float>(i + 1), 0.012f);
    }
}

TEST_F(Materials, AShadowHardensTowardsContact) {
    // Width in pixels of the edge of a board's shadow, seen from above, for a board at this height above the ground.
    const auto edge = [&](float height) {
        const glm::vec3 light = key_light_direction();
        const Image image = board_from_above(height, Quality::high);
        // Across the edge that lies away from the light, where the board does not hide it.
        const float middle = -1 - height * light.x / light.y;
        std::vector<float> values;
        for (int i = 0; i < image.width; ++i) {
            const float half_width = 9 * std::tan(0.3f) * 4 / 3;
            const float share = static_cast<float>(i) / static_cast<float>(image.width - 1);
            const float x = (share * 2 - 1) * half_width - 1;
            if (x > middle - 0.6f && x < std::min(-1.01f, middle + 0.6f)) {
                values.push_back(luma(at(image, share, 0.5f)));
            }
        }
        const float low = *std::min_element(values.begin(), values.end());
        const float high = *std::max_element(values.begin(), values.end());
        EXPECT_GT(high - low, 40) << "a shadow at all";
        return std::count_if(values.begin(), values.end(), [&](float value) {
            const float place = (value - low) / (high - low);
            return place > 0.2f && place < 0.8f;
        });
    };
    EXPECT_GT(edge(0.7f), 2 * edge(0.15f));
}

TEST_F(Materials, LightIsMissingInTheDepthOfAFold) {
    // A trough along y. Without ambient occlusion its floor, which faces the eye, is as bright as the rim.
    Sheet sheet(41);
    for (glm::vec3& p : sheet.positions) {
        p.z = -0.6f * std::exp(-30 * p.x * p.x);
    }
    View view = facing(sheet.body());
    const auto floor_over_rim = [&](Quality quality) {
        view.look.quality = quality;
        const Image image = shoot(view, 240, 180);
        return luma(at(image, 0.5f, 0.5f)) / luma(at(image, 0.36f, 0.5f));
    };
    EXPECT_LT(floor_over_rim(Quality::medium), 0.94f * floor_over_rim(Quality::low));
    EXPECT_LT(floor_over_rim(Quality::high), 0.94f * floor_over_rim(Quality::low));
}

TEST_F(Materials, ATransparentPictureKeepsItsSoftShadow) {
    const Sheet sheet;
    View view = view_of(sheet);
    view.camera.pivot = {0, 0.5f, 0};
    view.camera.pitch = 0.8f;
    view.look.transparent = true;
    view.look.quality = Quality::medium;
    const Image image = shoot(view);
    int dark = 0, soft = 0;
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        const bool black = image.pixels[i] < 3 && image.pixels[i + 1] < 3 && image.pixels[i + 2] < 3;
        dark += black && image.pixels[i + 3] > 60 && image.pixels[i + 3] < 250 ? 1 : 0;
        soft += black && image.pixels[i + 3] > 5 && image.pixels[i + 3] < 50 ? 1 : 0;
    }
    EXPECT_GT(dark, 300) << "the shadow is black and lets the background through";
    EXPECT_GT(soft, 60) << "and fades at its rim";
}

TEST_F(Materials, PaperIsWhiteWithoutAGrid) {
    View view = view_of(Sheet());
    view.bodies.clear();
    view.look.theme = Theme::paper;
    const Image image = shoot(view);
    EXPECT_TRUE(std::all_of(image.pixels.begin(), image.pixels.end(), [](std::uint8_t v) { return v == 255; }));
}

TEST_F(Materials, AGhostIsAnOutlineInItsColourSeenThroughTheBody) {
    const Sheet sheet;
    Sheet behind = sheet;
    for (glm::vec3& p : behind.positions) {
        p = glm::vec3(0.5f * p.x, 2 + 0.5f * (p.y - 2), -0.5f);
    }
    View view = facing(sheet.body());
    view.bodies.push_back(behind.body());
    view.bodies[1].opacity = 0.1f;
    view.bodies[1].colour = {0.9f, 0.2f, 0.1f};
    view.bodies[0].colour = {0.1f, 0.3f, 0.8f};
    const Image image = shoot(view, 320, 240);
    int red = 0;
    for (int i = 0; i < image.width; ++i) {
        const glm::vec4 pixel = at(image, static_cast<float>(i) / 319, 0.5f);
        red += pixel.x > 180 && pixel.z < 120 ? 1 : 0;
    }
    EXPECT_GE(red, 4) << "two rims of two pixels or more";
    EXPECT_LE(red, 12) << "and nothing between them";
}

TEST_F(Materials, StrokesAreAsWideNearAsFar) {
    View view = facing(Sheet().body());
    view.bodies.clear();
    const auto width_of = [&](float z, float width) {
        view.strokes = {{{0, 0, z}, {0, 4, z}, {1, 1, 1}, width, 1}};
        const Image image = shoot(view, 160, 120);
        float sum = 0;
        for (int i = 0; i < image.width; ++i) {
            sum += at(image, static_cast<float>(i) / 159, 0.5f).w / 255;
        }
        return sum;
    };
    EXPECT_NEAR(width_of(0, 6), 6, 0.6);
    EXPECT_NEAR(width_of(4, 6), width_of(-6, 6), 0.3);
    EXPECT_NEAR(width_of(0, 0.5f), 0.5, 0.25) << "a line below a pixel fades";
}

TEST_F(Materials, ConstraintsAreAsWideAsTheirTensionSays) {
    const Sheet sheet(2); // two constraints: the top edge and the left one have their own widths
    std::vector<float> widths(sheet.lines.size(), 1);
    View view = facing(sheet.body());
    view.look.style = BodyStyle::constraints;
    const auto covered = [&] {
        view.bodies[0].line_width = widths;
        const Image image = shoot(view, 160, 120);
        double sum = 0;
        for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
            sum += image.pixels[i] / 255.0;
        }
        return sum;
    };
    const double thin = covered();
    widths.assign(widths.size(), 4);
    EXPECT_NEAR(covered() / thin, 4, 0.6);
}

TEST(Geometry, NormalsOfABallPointOutwardHoweverItIsCut) {
    // Rings at uneven heights: triangles of very different sizes meet at every vertex.
    std::vector<glm::vec3> positions = {{0, 1, 0}};
    std::vector<std::array<int, 3>> triangles;
    constexpr int kAround = 9;
    const std::array<float, 4> polar = {0.35f, 0.9f, 1.2f, 2.2f};
    for (const float p : polar) {
        for (int i = 0; i < kAround; ++i) {
            const float a = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / kAround;
            positions.emplace_back(std::sin(p) * std::cos(a), std::cos(p), std::sin(p) * std::sin(a));
        }
    }
    for (int i = 0; i < kAround; ++i) {
        const int next = (i + 1) % kAround;
        triangles.push_back({0, 1 + next, 1 + i});
        for (int ring = 0; ring < 3; ++ring) {
            const int a = 1 + ring * kAround;
            const int b = a + kAround;
            triangles.push_back({a + i, a + next, b + i});
            triangles.push_back({a + next, b + next, b + i});
        }
    }
    Body ball;
    ball.positions = positions;
    ball.triangles = triangles;
    Geometry out;
    append_surface(ball, {}, out);
    for (std::size_t i = 0; i <= 3 * kAround; ++i) { // the last ring is an open border
        EXPECT_GT(glm::dot(out.vertices[i].normal, positions[i]), 0.9999f) << i;
    }
}

TEST(Geometry, BorderEdgesAreThoseOfOneTriangle) {
    const Sheet sheet(5);
    EXPECT_EQ(border_edges(sheet.triangles).size(), 16u) << "four sides of four";
    const std::array<std::array<int, 3>, 4> closed = {{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
    EXPECT_TRUE(border_edges(closed).empty());
}

TEST(Sky, UniformLightIsTheSameFromEverywhere) {
    Palette grey = palette_of(Theme::dark);
    grey.above = grey.horizon = grey.below = glm::vec3(0.5f);
    const std::array<glm::vec3, 9> sky = sky_irradiance(grey);
    // The fill light is on top of the uniform part, on the left.
    EXPECT_GT(sky[0].x, 0.5f);
    EXPECT_LT(sky[0].x, 0.6f);
    EXPECT_LT(sky[3].x, 0) << "more light from the left";
    EXPECT_NEAR(sky[0].x, sky[0].y, 1e-6f);
}

} // namespace
} // namespace xpbd::render
