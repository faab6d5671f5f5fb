// Pairs of self-collision as arrays over lanes.
#include "core/fast/packed_pairs.h"

#include "core/fast/packed_rows.h"

namespace xpbd {

template <class S>
void PackedPairs<S>::pack(std::span<const SelfCollision::Pair> pairs, const Substep& substep, const State& state,
                          const PackedParticles<S>& particles) {
    const std::size_t size = padded(pairs.size());
    for (std::size_t k = 0; k < 2; ++k) {
        offset_[k].assign(size, particles.spare_offset(0, k));
    }
    for (std::vector<S>* numbers :
         {&start_[0], &start_[1], &start_[2], &tangent_[0], &tangent_[1], &tangent_[2], &distance_, &mass_, &normal_}) {
        numbers->assign(size, S(0));
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].a < 0) {
            continue;
        }
        const std::size_t a = index_of(pairs[i].a);
        const std::size_t b = index_of(pairs[i].b);
        offset_[0][i] = particles.offset(a);
        offset_[1][i] = particles.offset(b);
        distance_[i] = static_cast<S>(pairs[i].distance);
        const double weight = state.particles.position[a].w + state.particles.position[b].w;
        mass_[i] = static_cast<S>(weight > 0 ? 1 / weight : 0);
        const Vec3 apart = substep.start[b] - substep.start[a];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            start_[axis][i] = static_cast<S>(apart[static_cast<int>(axis)]);
        }
    }
}

template <class S>
void PackedPairs<S>::weigh(const PackedParticles<S>& particles) {
    for (std::size_t i = 0; i < mass_.size(); ++i) {
        if (mass_[i] > 0) { // blocks have no self-collision: the inverse mass is the fourth number
            mass_[i] =
                1 / (particles.position[index_of(offset_[0][i] + 3)] + particles.position[index_of(offset_[1][i] + 3)]);
        }
    }
}

template <class S>
bool PackedPairs<S>::project(const simd::Kernels& kernels, double friction, bool release, std::vector<S>& position) {
    if (distance_.empty()) {
        return false;
    }
    simd::PairArguments<S> sweep;
    sweep.position = position.data();
    sweep.offset = {offset_[0].data(), offset_[1].data()};
    sweep.start = {start_[0].data(), start_[1].data(), start_[2].data()};
    sweep.distance = distance_.data();
    sweep.mass = mass_.data();
    sweep.normal = normal_.data();
    sweep.tangent = {tangent_[0].data(), tangent_[1].data(), tangent_[2].data()};
    sweep.friction = static_cast<S>(friction);
    sweep.release = release ? S(1) : S(0);
    sweep.batches = distance_.size() / kLanes;
    kernels.of<S>().pairs(sweep);
    return true;
}

template <class S>
void PackedPairs<S>::unpack(bool zeros, std::span<SelfCollision::Pair> pairs) const {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (normal_[i] > 0 || zeros) {
            pairs[i].normal = normal_[i];
            pairs[i].tangent = Vec3(tangent_[0][i], tangent_[1][i], tangent_[2][i]);
        }
    }
}

template class PackedPairs<float>;
template class PackedPairs<double>;

} // namespace xpbd
