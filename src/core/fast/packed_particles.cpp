// Positions packed for SIMD: places, spare particles, origin, and Jacobi's sums.
#include "core/fast/packed_particles.h"

#include "core/model/fold.h"

#include <limits>

namespace xpbd {
namespace {

/// Spare particles: the corners of a cube, fixed. No constraint over the first 2, 3, ... of them is degenerate.
template <class S>
constexpr S kSpare[PackedParticles<S>::kSpares][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0},
                                                      {1, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0}};

} // namespace

std::vector<std::uint8_t> loose_particles(const Model& model) {
    std::vector<std::uint8_t> is_loose(model.particle_count());
    std::transform(model.mass.begin(), model.mass.end(), is_loose.begin(),
                   [](double mass) { return static_cast<std::uint8_t>(mass > 0 ? 0 : 1); });
    const auto loose = [&](int particle) { return is_loose[index_of(particle)] != 0; };
    const auto is_fixed = [&](int particle) { return !(model.mass[index_of(particle)] > 0); };
    for_each_constraint(model, [&](const auto& constraint) {
        const auto& particles = constraint.particles();
        if (std::any_of(particles.begin(), particles.end(), loose) &&
            !std::all_of(particles.begin(), particles.end(), is_fixed)) {
            for (const int particle : particles) {
                is_loose[index_of(particle)] = 0;
            }
        }
    });
    const bool all = std::all_of(is_loose.begin(), is_loose.end(), [](std::uint8_t one) { return one != 0; });
    const bool none = std::all_of(is_loose.begin(), is_loose.end(), [](std::uint8_t one) { return one == 0; });
    return all || none ? std::vector<std::uint8_t>{} : is_loose;
}

template <class S>
void PackedParticles<S>::lay_out(const Order& order, bool in_blocks) {
    between = in_blocks ? static_cast<int>(kLanes) : 1;
    const std::vector<int>& particles = in_blocks ? order.blocks : order.particles;
    offset_.assign(order.particles.size(), 0);
    position.assign(4 * particles.size(), S(0));
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const std::size_t offset = in_blocks ? i / kLanes * 4 * kLanes + i % kLanes : 4 * i;
        if (particles[i] >= 0) {
            offset_[index_of(particles[i])] = static_cast<int>(offset);
        } else {
            position[offset] = static_cast<S>(
                i % 65521); // different x for nearby empty lanes: an edge of zero length has no direction
        }
    }
    if (in_blocks) {
        return;
    }
    std::size_t most_parts = 1; // the most parts of a phase: they run at the same time, each with spares of its own
    for (const Order::Phase& phase : order.phases) {
        most_parts = std::max(most_parts, phase.size());
    }
    position.assign(4 * (count() + kSpares * most_parts), S(0));
    for (std::size_t k = 0; k < kSpares * most_parts; ++k) {
        std::copy_n(kSpare<S>[k % kSpares], 4, position.begin() + static_cast<std::ptrdiff_t>(4 * (count() + k)));
    }
}

template <class S>
void PackedParticles<S>::centre(const std::vector<Vec4>& x, const std::vector<std::uint8_t>& is_loose) {
    if constexpr (kExact) {
        return;
    }
    Vec3 low(std::numeric_limits<double>::max());
    Vec3 high(std::numeric_limits<double>::lowest());
    const auto include = [&](const Vec4& particle) {
        low = glm::min(low, xyz(particle));
        high = glm::max(high, xyz(particle));
    };
    if (is_loose.empty()) {
        std::for_each(x.begin(), x.end(), include);
    } else {
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (is_loose[i] == 0) {
                include(x[i]);
            }
        }
    }
    origin = 0.5 * (low + high);
}

template <class S>
void PackedParticles<S>::begin_sums(bool jacobi, bool kept) {
    target.clear();
    if (jacobi || kept) {
        target = position;
    }
    pull.assign(kept ? position.size() : 0, S(0));
    moved.assign(jacobi ? 4 * count() : 0, S(0));
}

template <class S>
void PackedParticles<S>::restore_inverse_masses() {
    const std::size_t group = in_blocks() ? kLanes : 1; // inverse masses that are neighbours in memory
    for (std::size_t i = 3 * group; i < position.size(); i += 4 * group) {
        std::copy_n(target.begin() + static_cast<std::ptrdiff_t>(i), group,
                    position.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

template <class S>
void PackedParticles<S>::return_to_target() {
    position = target;
    std::fill(pull.begin(), pull.end(), S(0));
    std::fill(moved.begin(), moved.end(), S(0));
}

template <class S>
void PackedParticles<S>::start_corrections() {
    correction.resize(position.size());
    for (std::size_t i = 0; i < position.size(); i += 4) {
        std::fill_n(correction.begin() + static_cast<std::ptrdiff_t>(i), 3, S(0));
        correction[i + 3] = position[i + 3];
    }
}

template <class S>
void PackedParticles<S>::add_corrections() {
    for (std::size_t i = 0; i < moved.size(); ++i) {
        moved[i] += i % 4 != 3 ? correction[i] : S(0);
    }
}

template <class S>
void PackedParticles<S>::apply_moved() {
    for (std::size_t i = 0; i < moved.size(); ++i) {
        position[i] = target[i] + moved[i];
    }
}

template <class S>
void PackedParticles<S>::take_weights_of_corrections() {
    for (std::size_t i = 3; i < correction.size(); i += 4) {
        position[i] = correction[i];
    }
}

template <class S>
void PackedParticles<S>::note_moved() {
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (position[i] != target[i] + moved[i]) { // keeps the digits of `moved` that `position` cannot hold
            moved[i] = position[i] - target[i];
        }
    }
}

template struct PackedParticles<float>;
template struct PackedParticles<double>;

} // namespace xpbd
