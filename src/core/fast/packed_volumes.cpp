// Enclosed volumes as arrays over lanes: rings of neighbours in blocks of 16 particles.
#include "core/fast/packed_volumes.h"

#include "core/model/fold.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace xpbd {
namespace {

/// Blocks per task.
constexpr std::size_t kTask = 256;

/// Joins the edges opposite a particle to its ring; several rings are joined by the particle's index, since triangles
/// with a repeated index have no area. False if the edges do not close: the surface has a border there.
bool join_rings(std::span<const std::array<int, 2>> edges, int particle, std::vector<int>& ring) {
    constexpr int taken = -1;
    std::vector<std::array<int, 2>> left(edges.begin(), edges.end());
    std::sort(left.begin(), left.end());
    ring.clear();
    for (std::array<int, 2>& first : left) {
        if (first[1] == taken) {
            continue;
        }
        if (!ring.empty()) {
            ring.push_back(particle);
        }
        ring.insert(ring.end(), {first[0], first[1]});
        first[1] = taken;
        while (ring.back() != first[0]) {
            const int end = ring.back();
            auto next = std::lower_bound(left.begin(), left.end(), end,
                                         [](const std::array<int, 2>& edge, int from) { return edge[0] < from; });
            while (next != left.end() && (*next)[0] == end && (*next)[1] == taken) {
                ++next;
            }
            if (next == left.end() || (*next)[0] != end) {
                return false;
            }
            ring.push_back(std::exchange((*next)[1], taken));
        }
    }
    return true;
}

/// The sum of `count` numbers, a multiple of 8, in eight partial sums that the compiler vectorises.
template <class S>
double sum_of(const S* numbers, std::size_t count) {
    constexpr std::size_t kWidth = 8;
    double sums[kWidth] = {};
    for (std::size_t i = 0; i < count; i += kWidth) {
        for (std::size_t k = 0; k < kWidth; ++k) {
            sums[k] += static_cast<double>(numbers[i + k]);
        }
    }
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

} // namespace

template <class S>
void PackedVolumes<S>::lay_out(const Model& model, const PackedParticles<S>& particles) {
    volumes_.assign(model.volumes.size(), {});
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        if (!lay_out(model.volumes[v], particles, volumes_[v])) {
            volumes_.clear();
            return;
        }
    }
}

/// Lays out one volume; false if its surface has a border.
template <class S>
bool PackedVolumes<S>::lay_out(const Volume& volume, const PackedParticles<S>& particles, Surface& surface) const {
    constexpr std::size_t kBlock = simd::kVolumeBlock;
    const std::size_t count = volume.particles.size();
    std::vector<std::size_t> sorted(count); // sorted by place, so that successive particles are close in memory
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::sort(sorted.begin(), sorted.end(), [&](std::size_t i, std::size_t k) {
        return particles.offset(index_of(volume.particles[i])) < particles.offset(index_of(volume.particles[k]));
    });
    const std::size_t blocks = (count + kBlock - 1) / kBlock;
    surface.own.assign(blocks * kBlock, particles.spare_offset(0, 0));
    surface.lane_of.resize(count);
    surface.ring_begin.assign(1, 0);
    std::array<std::vector<int>, kBlock> rings;
    for (std::size_t block = 0; block < blocks; ++block) {
        std::size_t longest = 0;
        for (std::size_t k = 0; k < kBlock; ++k) {
            const std::size_t lane = block * kBlock + k;
            rings[k].clear();
            if (lane >= count) {
                continue;
            }
            const std::size_t i = sorted[lane];
            const int particle = volume.particles[i];
            surface.own[lane] = particles.offset(index_of(particle));
            surface.lane_of[i] = lane;
            const std::span edges(volume.around.data() + volume.first[i], volume.first[i + 1] - volume.first[i]);
            if (!join_rings(edges, particle, rings[k])) {
                return false;
            }
            longest = std::max(longest, rings[k].size());
        }
        for (std::size_t slot = 0; slot < longest; ++slot) {
            for (const std::vector<int>& ring : rings) {
                // Pads shorter rings with their last particle: triangles with a repeated index have no area.
                surface.ring.push_back(ring.empty()
                                           ? particles.spare_offset(0, 0)
                                           : particles.offset(index_of(ring[std::min(slot, ring.size() - 1)])));
            }
        }
        surface.ring_begin.push_back(surface.ring.size());
    }
    for (std::vector<S>* numbers :
         {&surface.gradient[0], &surface.gradient[1], &surface.gradient[2], &surface.moment, &surface.weight}) {
        numbers->assign(surface.own.size(), S(0));
    }
    return true;
}

template <class S>
void PackedVolumes<S>::project(const simd::Kernels& kernels, const Parallel& parallel, const Substep& substep,
                               const CoefficientTable& coefficients, State& state, PackedParticles<S>& particles) {
    const simd::VolumeFunctions<S>& functions = kernels.of<S>().volumes;
    std::size_t v = 0;
    for_each_volume(substep.model, [&](const VolumeConstraint& constraint) {
        Surface& surface = volumes_[v++];
        if (is_torn(state, constraint.index)) {
            return;
        }
        const std::size_t blocks = surface.ring_begin.size() - 1;
        const std::size_t tasks = (blocks + kTask - 1) / kTask;
        const auto blocks_of = [&](std::size_t task) {
            simd::VolumeArguments<S> lanes;
            lanes.position = particles.position.data();
            lanes.own = surface.own.data();
            lanes.ring = surface.ring.data();
            lanes.ring_begin = surface.ring_begin.data();
            lanes.gradient = {surface.gradient[0].data(), surface.gradient[1].data(), surface.gradient[2].data()};
            lanes.moment = surface.moment.data();
            lanes.weight = surface.weight.data();
            lanes.begin = task * kTask;
            lanes.end = std::min(blocks, (task + 1) * kTask);
            return lanes;
        };
        sums_.resize(tasks);
        run_tasks(parallel, tasks, [&](std::size_t task) {
            const simd::VolumeArguments<S> lanes = blocks_of(task);
            functions.evaluate(lanes);
            const std::size_t first = lanes.begin * simd::kVolumeBlock;
            const std::size_t count = (lanes.end - lanes.begin) * simd::kVolumeBlock;
            sums_[task] = {sum_of(lanes.moment + first, count), sum_of(lanes.weight + first, count)};
        });
        Sums sums;
        for (const Sums& some : sums_) {
            sums.moment += some.moment;
            sums.weight += some.weight;
        }
        if (!(sums.weight > 0)) {
            return; // no particle can move, or C has no direction
        }
        const Volume& volume = constraint.volume;
        const Coefficients k = volume_coefficients(substep, coefficients, constraint);
        double motion = 0; // grad C . (x - x_reference)
        if (k.g != 0) {
            for (std::size_t i = 0; i < volume.particles.size(); ++i) {
                const std::size_t p = index_of(volume.particles[i]);
                const std::size_t lane = surface.lane_of[i];
                const Vec3 x = state.particles.position[p].w > 0 ? particles.unpack(state, p) : substep.reference[p];
                motion +=
                    glm::dot(Vec3(surface.gradient[0][lane], surface.gradient[1][lane], surface.gradient[2][lane]),
                             x - substep.reference[p]);
            }
        }
        const double value = sums.moment / 3 - volume.pressure * volume.rest;
        double& lambda = state.lambda[constraint.index];
        const double change = multiplier_change(k, value, sums.weight, motion, lambda);
        lambda += change;
        run_tasks(parallel, tasks, [&](std::size_t task) { functions.push(blocks_of(task), static_cast<S>(change)); });
    });
}

template class PackedVolumes<float>;
template class PackedVolumes<double>;

} // namespace xpbd
