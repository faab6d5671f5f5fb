#pragma once

#include "render/gl/headless.h"
#include "render/renderer.h"

#include <gtest/gtest.h>
#include <memory>
#include <utility>

namespace xpbd::render {

/// Tests that draw, with one context and one renderer per suite.
class HeadlessRenderer : public testing::Test {
protected:
    static void SetUpTestSuite() {
        Result<HeadlessContext> context = HeadlessContext::create();
        ASSERT_TRUE(context) << context.error().message;
        context_ = std::make_unique<HeadlessContext>(std::move(*context));
        Result<Renderer> renderer = Renderer::create();
        ASSERT_TRUE(renderer) << renderer.error().message;
        renderer_ = std::make_unique<Renderer>(std::move(*renderer));
    }
    static void TearDownTestSuite() {
        renderer_.reset();
        context_.reset();
    }

    static inline std::unique_ptr<HeadlessContext> context_;
    static inline std::unique_ptr<Renderer> renderer_;
};

} // namespace xpbd::render
