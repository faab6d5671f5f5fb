// Contacts with colliders as arrays over lanes.
#include "core/fast/packed_contacts.h"

#include "core/fast/packed_rows.h"

#include <algorithm>

namespace xpbd {

template <class S>
void PackedContacts<S>::lay_out(const Model& model, const PackedParticles<S>& particles) {
    const std::size_t size = model.colliders.empty() ? 0 : padded(particles.lanes());
    offset_.resize(particles.in_blocks() ? 0 : size);
    for (std::size_t place = 0; place < offset_.size(); ++place) {
        offset_[place] = place < particles.count() ? static_cast<int>(4 * place) : particles.spare_offset(0, 0);
    }
    for (std::vector<S>& axis : start_) {
        axis.assign(size, S(0));
    }
    of_collider_.resize(model.colliders.size());
    for (OfCollider& contacts : of_collider_) {
        contacts.normal.resize(size);
        for (std::vector<S>& axis : contacts.tangent) {
            axis.resize(size);
        }
    }
}

template <class S>
void PackedContacts<S>::begin(const Model& model) {
    moving_.clear();
    for (std::size_t c = 0; c < of_collider_.size(); ++c) {
        OfCollider& contacts = of_collider_[c];
        if (model.colliders[c].moves) {
            moving_.push_back(c);
            for (std::vector<S>& axis : contacts.start) {
                axis.resize(contacts.normal.size(), S(0));
            }
        }
        std::fill(contacts.normal.begin(), contacts.normal.end(), S(0));
        for (std::vector<S>& axis : contacts.tangent) {
            std::fill(axis.begin(), axis.end(), S(0));
        }
    }
}

template <class S>
void PackedContacts<S>::carry_starts(const Model& model, const Vec3& origin, std::size_t begin, std::size_t end) {
    const auto& [x, y, z] = start_;
    for (const std::size_t c : moving_) {
        // The displacement of a start, D start + d, is added to it: D is small, so that single precision suffices.
        const Pose& carry = model.colliders[c].carry;
        const glm::dmat3 turn = glm::mat3_cast(carry.turn) - glm::dmat3(1);
        const Vec3 shift = turn * origin + carry.shift;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<int>(axis);
            const S dx = static_cast<S>(turn[0][i]), dy = static_cast<S>(turn[1][i]), dz = static_cast<S>(turn[2][i]);
            const S by = static_cast<S>(shift[i]);
            const S* const from = start_[axis].data();
            S* const to = of_collider_[c].start[axis].data();
            for (std::size_t lane = begin; lane < end; ++lane) {
                to[lane] = from[lane] + (dx * x[lane] + dy * y[lane] + dz * z[lane] + by);
            }
        }
    }
}

template <class S>
void PackedContacts<S>::project(const simd::Kernels& kernels, const Model& model, std::size_t begin, std::size_t end,
                                bool release, PackedParticles<S>& particles) {
    simd::ContactArguments<S> sweep;
    sweep.release = release ? S(1) : S(0);
    sweep.position = particles.position.data() + (particles.in_blocks() ? 4 * begin : 0);
    sweep.offset = particles.in_blocks() ? nullptr : offset_.data() + begin;
    sweep.reach = static_cast<S>(model.contact_distance);
    sweep.batches = (particles.in_blocks() ? end - begin : padded(end - begin)) / kLanes;
    for (std::size_t c = 0; c < model.colliders.size(); ++c) {
        OfCollider& contacts = of_collider_[c];
        sweep.normal = contacts.normal.data() + begin;
        const auto& start = model.colliders[c].moves ? contacts.start : start_;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sweep.start[axis] = start[axis].data() + begin;
            sweep.tangent[axis] = contacts.tangent[axis].data() + begin;
        }
        sweep.friction = static_cast<S>(model.colliders[c].friction);
        std::visit(
            [&](const auto& shape) { kernels.of<S>().contacts(sweep, simd::packed_shape<S>(shape, particles.origin)); },
            model.colliders[c].shape);
    }
}

template <class S>
void PackedContacts<S>::pull(const simd::Kernels& kernels, const Model& model, std::size_t begin, std::size_t end,
                             bool bounded, PackedParticles<S>& particles) const {
    const std::size_t first = particles.in_blocks() ? 4 * begin : 0;
    simd::ContactPullArguments<S> touching;
    touching.position = particles.position.data() + first;
    touching.sums = particles.pull.data() + first;
    touching.offset = particles.in_blocks() ? nullptr : offset_.data() + begin;
    touching.batches = (particles.in_blocks() ? end - begin : padded(end - begin)) / kLanes;
    for (std::size_t c = 0; c < model.colliders.size(); ++c) {
        const OfCollider& contacts = of_collider_[c];
        touching.normal = contacts.normal.data() + begin;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            touching.tangent[axis] = contacts.tangent[axis].data() + begin;
        }
        std::visit(
            [&](const auto& shape) {
                touching.curvature = static_cast<S>(bounded ? curvature_of(shape) : 0);
                kernels.of<S>().primal.pull_contacts(touching, simd::packed_shape<S>(shape, particles.origin));
            },
            model.colliders[c].shape);
    }
}

template <class S>
void PackedContacts<S>::unpack(const std::vector<int>& particle_at, bool zeros, Contacts& contacts) const {
    for (std::size_t c = 0; c < of_collider_.size(); ++c) {
        const auto& normal = of_collider_[c].normal;
        const auto& tangent = of_collider_[c].tangent;
        for (std::size_t lane = 0; lane < particle_at.size(); ++lane) {
            if (normal[lane] > 0 || (zeros && particle_at[lane] >= 0)) { // normal > 0: never true in an empty lane
                contacts.set(c, index_of(particle_at[lane]), normal[lane],
                             Vec3(tangent[0][lane], tangent[1][lane], tangent[2][lane]));
            }
        }
    }
}

template class PackedContacts<float>;
template class PackedContacts<double>;

} // namespace xpbd
