#include "core/self_collision.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// Share of the thickness that a particle may move within a substep, beside the mean motion.
constexpr double kMotion = 0.5;
/// Radius of the search, over the thickness: two particles may come this much closer within a substep.
constexpr double kReach = 1 + 2 * kMotion;
/// Cells beyond this are as good as each other; the state is far outside the world there.
constexpr double kLargestCell = 1e9;

} // namespace

void SelfCollision::begin(const Model& model, State& state, std::span<const Vec3> start) {
    pairs_.clear();
    if (!(model.self_distance > 0)) {
        return;
    }
    start_ = start;
    limit_motion(model, state);
    find_pairs(model, state);
}

void SelfCollision::limit_motion(const Model& model, State& state) const {
    Vec3 mean(0);
    double mass = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        mean += model.mass[i] * (state.predicted[i] - start_[i]);
        mass += model.mass[i];
    }
    mean = mass > 0 ? mean / mass : mean;
    const double limit = kMotion * model.self_distance;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        Vec4& x = state.particles.position[i];
        const Vec3 own = state.predicted[i] - start_[i] - mean;
        const double length = glm::length(own);
        if (x.w > 0 && length > limit) {
            state.predicted[i] = start_[i] + mean + own * (limit / length);
            x = Vec4(state.predicted[i], x.w);
        }
    }
}

std::size_t SelfCollision::bucket_of(const Cell& cell) const {
    const auto hash = static_cast<std::uint64_t>(cell[0]) * 92837111u ^
                      static_cast<std::uint64_t>(cell[1]) * 689287499u ^
                      static_cast<std::uint64_t>(cell[2]) * 283923481u;
    return static_cast<std::size_t>(hash % (bucket_start_.size() - 1));
}

void SelfCollision::find_pairs(const Model& model, const State& state) {
    const std::size_t count = start_.size();
    const double reach = kReach * model.self_distance;
    cells_.resize(count);
    bucket_start_.assign(2 * count + 2, 0);
    for (std::size_t i = 0; i < count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double place = std::clamp(std::floor(start_[i][axis] / reach), -kLargestCell, kLargestCell);
            cells_[i][static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(place);
        }
        ++bucket_start_[bucket_of(cells_[i]) + 1];
    }
    for (std::size_t b = 1; b < bucket_start_.size(); ++b) {
        bucket_start_[b] += bucket_start_[b - 1];
    }
    sorted_.resize(count);
    for (std::size_t i = count; i-- > 0;) {
        // Fills every bucket from its end: afterwards bucket_start_[b + 1] is where bucket b begins.
        sorted_[index_of(--bucket_start_[bucket_of(cells_[i]) + 1])] = static_cast<int>(i);
    }
    const auto first_of = [&](std::size_t bucket) { return bucket_start_[bucket + 1]; };
    const auto end_of = [&](std::size_t bucket) {
        return bucket + 2 < bucket_start_.size() ? bucket_start_[bucket + 2] : static_cast<int>(count);
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
            for (std::int64_t dy = -1; dy <= 1; ++dy) {
                for (std::int64_t dz = -1; dz <= 1; ++dz) {
                    const Cell cell = {cells_[i][0] + dx, cells_[i][1] + dy, cells_[i][2] + dz};
                    const std::size_t bucket = bucket_of(cell);
                    for (int k = first_of(bucket); k < end_of(bucket); ++k) {
                        const std::size_t j = index_of(sorted_[index_of(k)]);
                        // Cells that share a bucket by chance are told apart here.
                        if (j <= i || cells_[j] != cell) {
                            continue;
                        }
                        const double w = state.particles.position[i].w + state.particles.position[j].w;
                        const Vec3 apart = start_[j] - start_[i];
                        if (w > 0 && glm::dot(apart, apart) < reach * reach) {
                            const double rest = glm::length(model.rest_position[j] - model.rest_position[i]);
                            pairs_.push_back({static_cast<int>(i), static_cast<int>(j),
                                              std::min(model.self_distance, rest), 0, Vec3(0)});
                        }
                    }
                }
            }
        }
    }
}

void SelfCollision::restart() {
    for (Pair& pair : pairs_) {
        pair.normal = 0;
        pair.tangent = Vec3(0);
    }
}

void SelfCollision::project(const Model& model, State& state, bool release) {
    auto& x = state.particles.position;
    for (Pair& pair : pairs_) {
        Vec4& a = x[index_of(pair.a)];
        Vec4& b = x[index_of(pair.b)];
        Vec3 apart = xyz(b) - xyz(a);
        const double length2 = glm::dot(apart, apart);
        if (length2 >= pair.distance * pair.distance && pair.normal == 0) {
            continue;
        }
        const double length = std::sqrt(length2);
        Vec3 normal = apart;
        if (length > 0) {
            normal /= length;
        } else { // on top of each other: the way they came
            const Vec3 before = start_[index_of(pair.b)] - start_[index_of(pair.a)];
            const double distance = glm::length(before);
            normal = distance > 0 ? before / distance : Vec3(0, 1, 0);
        }
        const double weight = a.w + b.w;
        const double violation = length - pair.distance;
        if (violation < 0 || (release && pair.normal > 0)) {
            const double change = std::max(-violation / weight, -pair.normal);
            pair.normal += change;
            a -= Vec4(a.w * change * normal, 0);
            b += Vec4(b.w * change * normal, 0);
        }
        if ((pair.normal > 0 || pair.tangent != Vec3(0)) && model.self_friction > 0) {
            const Vec3 moved = (xyz(b) - start_[index_of(pair.b)]) - (xyz(a) - start_[index_of(pair.a)]);
            const Vec3 slip = moved - glm::dot(moved, normal) * normal;
            Vec3 tangent = pair.tangent - slip / weight;
            const double limit = model.self_friction * pair.normal;
            const double size = glm::length(tangent);
            if (size > limit) {
                tangent *= limit / size;
            }
            const Vec3 change = tangent - pair.tangent;
            a -= Vec4(a.w * change, 0);
            b += Vec4(b.w * change, 0);
            pair.tangent = tangent;
        }
    }
}

int SelfCollision::finish(State& state) const {
    int total = 0;
    for (const Pair& pair : pairs_) {
        if (pair.normal > 0) {
            const Vec3 apart =
                xyz(state.particles.position[index_of(pair.b)]) - xyz(state.particles.position[index_of(pair.a)]);
            const double length = glm::length(apart);
            const Vec3 force = pair.tangent + (length > 0 ? pair.normal / length * apart : Vec3(0));
            state.contact_multiplier[index_of(pair.a)] -= force;
            state.contact_multiplier[index_of(pair.b)] += force;
            ++total;
        }
    }
    return total;
}

} // namespace xpbd
