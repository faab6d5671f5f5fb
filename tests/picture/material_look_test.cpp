// Looks of a material that depend on the rest shape: print, weave, stripes and the width of lines.
#include "picture/looks/material_look.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace xpbd::picture {
namespace {

Model model_of(const std::string& scene) {
    scenes::SceneSpec spec;
    spec.name = scene;
    Result<Model> model = scenes::build(spec);
    EXPECT_TRUE(model) << model.error().message;
    return std::move(*model);
}

std::vector<glm::vec3> rest_of(const Model& model) {
    return {model.rest_position.begin(), model.rest_position.end()};
}

TEST(MaterialLook, AClothIsPrintedAsItLiesFlatThoughItHangsInFolds) {
    const Model model = model_of("cloth");
    const MaterialLook look = make_material_look(model);
    ASSERT_EQ(look.texture.size(), model.particle_count());
    const auto& stretch = model.of_type<Distance>();
    for (std::size_t i = 0; i < stretch.size(); ++i) {
        const auto& [a, b] = stretch.particles[i];
        const float flat =
            glm::distance(look.texture[static_cast<std::size_t>(a)], look.texture[static_cast<std::size_t>(b)]);
        EXPECT_NEAR(flat, rest_length(stretch, i), 1e-5) << i;
    }
    EXPECT_FLOAT_EQ(look.print_size * kChecks, 2.0f) << "whole cells";
    EXPECT_GT(look.thread, 0);
    EXPECT_GT(look.hem_radius, 0);
    EXPECT_TRUE(look.stripe_ghosts.empty());
}

TEST(MaterialLook, WhatIsNotFlatHasNoWeave) {
    const MaterialLook look = make_material_look(model_of("balloon"));
    EXPECT_EQ(look.thread, 0);
    EXPECT_FALSE(look.texture.empty()) << "but can be printed on";
}

TEST(MaterialLook, ARopeKnowsItsLength) {
    const Model model = model_of("rope_hanging");
    const MaterialLook look = make_material_look(model);
    double length = 0;
    const auto& stretch = model.of_type<Distance>();
    for (std::size_t i = 0; i < model.segments.size(); ++i) {
        length += rest_length(stretch, i);
    }
    EXPECT_NEAR(look.texture[static_cast<std::size_t>(model.segments.back()[1])].x, length, 1e-4 * length);
}

TEST(MaterialLook, TheStripeOfARodPointsToItsGhosts) {
    const Model model = model_of("twisted_rod");
    const MaterialLook look = make_material_look(model);
    const std::vector<glm::vec3> positions = rest_of(model);
    std::vector<glm::vec3> stripes;
    stripe_directions(model, look, model.segments, positions, stripes);
    ASSERT_EQ(stripes.size(), model.segments.size());
    // Two turns along the rod, a little less between the first piece and the last: the angle between neighbours adds
    // up.
    double turned = 0;
    for (std::size_t i = 1; i < stripes.size(); ++i) {
        turned += std::acos(std::clamp(
            static_cast<double>(glm::dot(glm::normalize(stripes[i - 1]), glm::normalize(stripes[i]))), -1.0, 1.0));
    }
    const double pieces = static_cast<double>(stripes.size());
    EXPECT_NEAR(turned, glm::radians(720.0) * (pieces - 1) / pieces, 0.05);

    // A rod that is torn in the middle is still a rod: each piece keeps its own stripe.
    std::vector<std::array<int, 2>> whole = model.segments;
    whole.erase(whole.begin() + 20);
    std::vector<glm::vec3> expected = stripes;
    expected.erase(expected.begin() + 20);
    stripe_directions(model, look, whole, positions, stripes);
    EXPECT_EQ(stripes, expected);
}

TEST(MaterialLook, LinesAreAsWideAsTheirTension) {
    const Model model = model_of("cloth");
    const std::size_t count = model.of_type<Distance>().size();
    std::vector<float> tension(count, 0.0f);
    tension[0] = 5;
    tension[1] = -10;
    tension[2] = 1000;
    std::vector<float> widths;
    line_widths(model, tension, 10, widths);
    ASSERT_EQ(widths.size(), count);
    EXPECT_FLOAT_EQ(widths[1], widths[2]) << "pressed is as wide as pulled, and there is a widest one";
    EXPECT_FLOAT_EQ(widths[0] - widths[3], 0.5f * (widths[1] - widths[3]));
    line_widths(model, {}, 10, widths);
    EXPECT_EQ(widths.size(), count) << "a method without forces";
}

} // namespace
} // namespace xpbd::picture
