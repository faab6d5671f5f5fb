// Hash and checks of a state.
#include "core/model/state.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace xpbd {
namespace {

constexpr std::uint64_t kFnvOffset = 14695981039346656037ull;
constexpr std::uint64_t kFnvPrime = 1099511628211ull;

/// FNV-1a over 64-bit words, the last one padded with zeros: eight times as fast as over bytes.
std::uint64_t fold(std::uint64_t seed, const void* data, std::size_t bytes) {
    const auto* cursor = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; i += sizeof(seed)) {
        std::uint64_t word = 0;
        std::memcpy(&word, cursor + i, std::min(sizeof(word), bytes - i));
        seed = (seed ^ word) * kFnvPrime;
        seed ^= seed >> 32; // a product carries upwards only: without this, high bits would never affect low bits
    }
    return seed;
}

} // namespace

void forget_history(State& state) {
    state.history_substep = 0;
}

bool is_finite(const State& state) {
    const auto finite3 = [](const auto& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
    return std::all_of(state.particles.position.begin(), state.particles.position.end(), finite3) &&
           std::all_of(state.particles.velocity.begin(), state.particles.velocity.end(), finite3);
}

std::uint64_t hash(const State& state) {
    std::uint64_t result = kFnvOffset;
    const auto& particles = state.particles;
    result = fold(result, particles.position.data(), particles.position.size() * sizeof(Vec4));
    result = fold(result, particles.velocity.data(), particles.velocity.size() * sizeof(Vec3));
    result = fold(result, state.torn.data(), state.torn.size());
    result = fold(result, &state.time, sizeof(state.time));
    return fold(result, &state.step, sizeof(state.step));
}

} // namespace xpbd
