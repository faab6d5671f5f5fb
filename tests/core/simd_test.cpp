// The SIMD wrapper, in every width and precision, against plain numbers.
#define XPBD_SIMD_TARGET simd_test
#include "core/simd/pack.h"

#include "core/base/math/elementary.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace xpbd::simd {
namespace {

template <class P>
class PackTest : public testing::Test {};
using Packs = testing::Types<simd_test::Pack<4, float>, simd_test::Pack<8, float>, simd_test::Pack<16, float>,
                             simd_test::Pack<4, double>, simd_test::Pack<8, double>>;
TYPED_TEST_SUITE(PackTest, Packs);

TYPED_TEST(PackTest, RowsBecomeCoordinatesAndBack) {
    using P = TypeParam;
    using S = typename P::Scalar;
    constexpr int n = P::size;
    // Particle i holds 10 i, 10 i + 1, 10 i + 2, 10 i + 3; lane l loads particle 3 l + 1.
    std::vector<S> memory(4 * 64);
    for (std::size_t i = 0; i < memory.size(); ++i) {
        memory[i] = static_cast<S>(i / 4 * 10 + i % 4);
    }
    int offset[n];
    for (int lane = 0; lane < n; ++lane) {
        offset[lane] = 4 * (3 * lane + 1);
    }
    P r[4];
    for (int k = 0; k < 4; ++k) {
        r[k] = P::load_row(memory.data(), offset, k);
    }
    P spread = r[1].template spread<3>();
    const P three[4] = {r[1].template spread_in_three<0>(), r[1].template spread_in_three<1>(),
                        r[1].template spread_in_three<2>(), r[1].template spread_in_three<3>()};
    P::transpose(r[0], r[1], r[2], r[3]);
    for (int lane = 0; lane < n; ++lane) {
        for (int axis = 0; axis < 4; ++axis) {
            EXPECT_EQ(r[axis].v[lane], static_cast<S>(10 * (3 * lane + 1) + axis)) << lane << ' ' << axis;
        }
    }
    for (int quad = 0; quad < n / 4; ++quad) {
        const S fourth = static_cast<S>(10 * (3 * (4 * quad + 1) + 1) + 3);
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(spread.v[4 * quad + i], fourth);
            for (int lane = 0; lane < 4; ++lane) {
                EXPECT_EQ(three[lane].v[4 * quad + i], i == 3 ? 0 : fourth - 3 + static_cast<S>(lane));
            }
        }
    }
    P::transpose(r[0], r[1], r[2], r[3]);
    std::vector<S> copy(memory.size(), S(-1));
    for (int k = 0; k < 4; ++k) {
        r[k].store_row(copy.data(), offset, k);
    }
    for (int lane = 0; lane < n; ++lane) {
        for (int axis = 0; axis < 4; ++axis) {
            const auto at = static_cast<std::size_t>(offset[lane] + axis);
            EXPECT_EQ(copy[at], memory[at]);
        }
    }
}

TYPED_TEST(PackTest, Atan2IsThatOfTheLibraryToTheRoundingOfAFloat) {
    using P = TypeParam;
    using S = typename P::Scalar;
    const double tolerance = sizeof(S) == 4 ? 4e-7 : 1e-15;
    for (int step = 0; step < 20000; ++step) {
        const double angle = -3.14159 + step * (2 * 3.14159 / 20000);
        const auto y = static_cast<S>(3 * std::sin(angle));
        const auto x = static_cast<S>(3 * std::cos(angle));
        EXPECT_NEAR(atan2(P(y), P(x)).v[P::size - 1], std::atan2(double(y), double(x)), tolerance);
    }
    EXPECT_EQ(atan2(P(0), P(0)).v[0], S(0));
    EXPECT_EQ(atan2(P(0), P(1)).v[0], S(0));
    EXPECT_NEAR(atan2(P(0), P(-1)).v[0], 3.141592653589793, tolerance);
    EXPECT_NEAR(atan2(P(1e-20), P(1)).v[0], 1e-20f, 1e-26f); // small angles keep all their digits
}

TYPED_TEST(PackTest, Atan2OfDoublesHasTheBitsOfTheScalar) {
    using P = TypeParam;
    if constexpr (sizeof(typename P::Scalar) == 8) {
        for (int i = 0; i < 1000; ++i) {
            P y, x;
            for (int lane = 0; lane < P::size; ++lane) {
                const double angle = 0.1 * i + lane;
                y.v[lane] = lane == 1 ? -0.0 : std::ldexp(std::sin(angle), i % 90 - 45);
                x.v[lane] = lane == 2 ? -0.0 : std::ldexp(std::cos(angle), i % 70 - 35);
            }
            const P angles = atan2(y, x);
            for (int lane = 0; lane < P::size; ++lane) {
                const double right = math::atan2(double(y.v[lane]), double(x.v[lane]));
                EXPECT_EQ(angles.v[lane], right) << y.v[lane] << ' ' << x.v[lane];
                EXPECT_EQ(std::signbit(double(angles.v[lane])), std::signbit(right));
            }
        }
    }
}

TYPED_TEST(PackTest, ChoosesPerLane) {
    using P = TypeParam;
    using S = typename P::Scalar;
    std::vector<S> numbers(static_cast<std::size_t>(P::size));
    std::iota(numbers.begin(), numbers.end(), S(0));
    const P index = P::load(numbers.data());
    const P chosen = select(both(index > P(0), index < P(3)), P(1), P(-1));
    for (int lane = 0; lane < P::size; ++lane) {
        EXPECT_EQ(chosen.v[lane], lane == 1 || lane == 2 ? 1.0f : S(-1));
        EXPECT_EQ(sqrt(index * index).v[lane], static_cast<S>(lane));
        EXPECT_EQ(max(index, P(2)).v[lane], std::max(static_cast<S>(lane), S(2)));
        EXPECT_EQ(min(index, P(2)).v[lane], std::min(static_cast<S>(lane), S(2)));
        EXPECT_EQ(abs(-index).v[lane], static_cast<S>(lane));
    }
}

} // namespace
} // namespace xpbd::simd
