// Self-collision: selects the pairs of a substep, distributes them over batches, and projects them.
#include "core/step/contact/self_collision.h"

#include "core/model/constraints/evaluation.h"
#include "core/step/contact/contact_row.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace xpbd {
namespace {

/// A particle is fast if it moves by more than this share of the thickness in a substep, relative to the mean motion.
constexpr double kMotion = 0.5;
/// Constraints may move a particle as far again as its prediction did: the search radius includes this many times its
/// motion for each end of a pair.
constexpr double kCarried = 2;
/// Largest search radius over the thickness: from this distance two particles that are not fast can just come into
/// contact.
constexpr double kMostReach = 1 + 2 * kMotion;
/// A search looks further by this share of the thickness, if it then serves at least kServes substeps.
constexpr double kFurther = 0.4;
constexpr double kServes = 2;
/// Relative tolerance of contact: pairs exactly at the distance must not be lost by rounding.
constexpr double kTouches = 1 + 1e-9;
/// Limit of pairs per particle. Only a crushed body exceeds it; its number of pairs would grow with the square of its
/// particles and exhaust the memory.
constexpr std::size_t kMostPairs = 256;
/// Square of the distance of two particles at rest [m^2].
double rest2(const Model& model, const std::array<int, 2>& ends) {
    const Vec3 apart = model.rest_position[index_of(ends[1])] - model.rest_position[index_of(ends[0])];
    return glm::dot(apart, apart);
}

} // namespace

void SelfCollision::begin(const Model& model, State& state, std::span<const Vec3> start, Stops& stops,
                          const Parallel& parallel) {
    if (model_ != model.identity) {
        model_ = model.identity;
        pairs_.clear();
        dealt_.clear();
        searched_reach_ = 0;
        swept_.clear();
        if (model.self_distance > 0) {
            begin_with_neighbours(model, parallel);
        }
    }
    if (!(model.self_distance > 0)) {
        return;
    }
    start_ = start;
    find_others(model, state, stop_fast(model, state, stops, parallel), parallel);
    if (found_ != dealt_) { // else the pairs equal the previous substep's
        std::swap(found_, dealt_);
        pairs_.resize(neighbours_);
        deal(model, dealt_);
    }
}

/// Makes the pairs that are closer than the thickness at rest. They are always close to contact, other pairs rarely:
/// with the neighbours in batches of their own, most other batches are skipped as a whole.
void SelfCollision::begin_with_neighbours(const Model& model, const Parallel& parallel) {
    finder_.find(model.rest_position, model.self_distance, kMostPairs * model.particle_count(), parallel);
    neighbour_ends_.assign(finder_.pairs().begin(), finder_.pairs().end());
    deal(model, neighbour_ends_);
    // Successive batches must not share a particle: an empty batch separates these from the others.
    constexpr std::size_t even = 2 * kLanes; // lanes of the widest kernel, which takes two batches at a time
    pairs_.resize((pairs_.size() / even + 1) * even);
    neighbours_ = pairs_.size();
}

/// Finds and stops pairs with a fast particle. Returns the largest motion of the other particles, at most the limit
/// [m].
double SelfCollision::stop_fast(const Model& model, State& state, Stops& stops, const Parallel& parallel) {
    Vec3 mean(0);
    double mass = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        mean += model.mass[i] * (state.predicted[i] - start_[i]);
        mass += model.mass[i];
    }
    mean = mass > 0 ? mean / mass : mean;
    const double limit = kMotion * model.self_distance;
    double largest = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const Vec4& x = state.particles.position[i];
        const Vec3 end = x.w > 0 ? state.predicted[i] : xyz(x); // a grabbed particle is at its end already
        largest = std::max(largest, glm::length(end - start_[i] - mean));
    }
    swept_.clear();
    if (largest > limit) {
        swept_.begin(model, state, start_, mean, limit, kMostReach * model.self_distance, neighbour_ends_, stops,
                     parallel);
    }
    return std::min(largest, limit);
}

/// Selects the near pairs of the last search, or searches again. `motion`: the largest motion in this substep [m].
void SelfCollision::find_others(const Model& model, const State& state, double motion, const Parallel& parallel) {
    const double thickness = model.self_distance;
    const double reach = kTouches * std::min(thickness + 2 * kCarried * motion, kMostReach * thickness);
    // NaN makes every comparison false, and so causes a search.
    if (!(searched_reach_ > 0 && reach + 2 * moved_since_search() <= searched_reach_)) {
        const double further = kFurther * thickness;
        const bool serves = 2 * kServes * motion < further;
        search(model, serves ? reach + further : reach, parallel);
        if (serves && searched_reach_ == 0) { // too many pairs: searches with the radius of this substep only
            search(model, reach, parallel);
        }
    }
    near_.clear();
    for (const Ends& ends : others_) {
        const std::size_t i = index_of(ends[0]);
        const std::size_t j = index_of(ends[1]);
        const Vec3 apart = start_[j] - start_[i];
        if (glm::dot(apart, apart) < reach * reach &&
            state.particles.position[i].w + state.particles.position[j].w > 0) {
            near_.push_back(ends);
        }
    }
    found_.clear();
    std::set_union(near_.begin(), near_.end(), swept_.near().begin(), swept_.near().end(), std::back_inserter(found_));
}

/// The largest motion of a particle since the last search, relative to the mean motion [m].
double SelfCollision::moved_since_search() const {
    Vec3 mean(0);
    for (std::size_t i = 0; i < start_.size(); ++i) {
        mean += start_[i] - searched_start_[i];
    }
    mean /= static_cast<double>(start_.size());
    double largest2 = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const Vec3 own = start_[i] - searched_start_[i] - mean;
        const double length2 = glm::dot(own, own);
        largest2 = length2 <= largest2 ? largest2 : length2; // takes NaN, too
    }
    return std::sqrt(largest2);
}

/// Finds the candidates: all pairs up to `reach` apart [m], except neighbours. Sets searched_reach_ to 0 if there are
/// too many to list all.
void SelfCollision::search(const Model& model, double reach, const Parallel& parallel) {
    const bool all = finder_.find(start_, reach, kMostPairs * start_.size(), parallel);
    others_.clear();
    for (const Ends& ends : finder_.pairs()) {
        if (!(rest2(model, ends) < model.self_distance * model.self_distance)) {
            others_.push_back(ends);
        }
    }
    searched_reach_ = all ? reach : 0;
    searched_start_.assign(start_.begin(), start_.end());
}

/// Distributes pairs over batches and appends these to pairs_.
void SelfCollision::deal(const Model& model, std::span<const Ends> ends) {
    items_.clear();
    for (const Ends& both : ends) {
        items_.push_back({static_cast<int>(items_.size()), both});
    }
    dealer_.deal(items_, model.particle_count(), kLanes, slots_);
    pairs_.reserve(pairs_.size() + slots_.size());
    for (const int slot : slots_) {
        Pair& pair = pairs_.emplace_back();
        if (slot >= 0) {
            const Ends& both = ends[index_of(slot)];
            pair.a = both[0];
            pair.b = both[1];
            pair.distance = distance_of_pair(model, both);
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
        if (pair.a < 0) {
            continue;
        }
        Vec4& a = x[index_of(pair.a)];
        Vec4& b = x[index_of(pair.b)];
        const Vec3 apart = xyz(b) - xyz(a);
        const double length2 = glm::dot(apart, apart);
        if (length2 >= pair.distance * pair.distance && pair.normal == 0) {
            continue;
        }
        const double length = std::sqrt(length2);
        const Vec3 normal = direction_of_pair(apart, start_[index_of(pair.b)] - start_[index_of(pair.a)]);
        const double weight = a.w + b.w;
        if (!(weight > 0)) {
            continue;
        }
        const double violation = length - pair.distance;
        if (violation < 0 || (release && pair.normal > 0)) {
            const double change = std::max(-violation / weight, -pair.normal);
            pair.normal += change;
            a -= Vec4(a.w * change * normal, 0);
            b += Vec4(b.w * change * normal, 0);
        }
        if ((pair.normal > 0 || pair.tangent != Vec3(0)) && model.self_friction > 0) {
            const Vec3 moved = (xyz(b) - start_[index_of(pair.b)]) - (xyz(a) - start_[index_of(pair.a)]);
            const Vec3 slip = along_surface(moved, normal);
            const Vec3 tangent = cut_to(pair.tangent - slip / weight, model.self_friction * pair.normal);
            const Vec3 change = tangent - pair.tangent;
            a -= Vec4(a.w * change, 0);
            b += Vec4(b.w * change, 0);
            pair.tangent = tangent;
        }
    }
}

void SelfCollision::bounce(const Model& model, State& state, std::span<const Vec3> before, double threshold) const {
    if (!(model.self_restitution > 0)) {
        return;
    }
    const auto& x = state.particles.position;
    auto& velocity = state.particles.velocity;
    const auto bounce_off = [&](std::size_t a, std::size_t b, const Vec3& normal) {
        const double weight = x[a].w + x[b].w;
        const double in = glm::dot(before[b] - before[a], normal);
        const double out = glm::dot(velocity[b] - velocity[a], normal);
        if (weight > 0 && -in > threshold && out < -model.self_restitution * in) {
            const Vec3 impulse = (-model.self_restitution * in - out) / weight * normal;
            velocity[a] -= x[a].w * impulse;
            velocity[b] += x[b].w * impulse;
        }
    };
    for (const SweptPairs::Hit& hit : swept_.hits()) {
        bounce_off(index_of(hit.a), index_of(hit.b), hit.normal);
    }
    for (const Pair& pair : pairs_) {
        if (!(pair.normal > 0)) {
            continue;
        }
        const std::size_t a = index_of(pair.a);
        const std::size_t b = index_of(pair.b);
        const Vec3 apart = xyz(x[b]) - xyz(x[a]);
        const double length = glm::length(apart);
        if (length > 0) {
            bounce_off(a, b, apart / length);
        }
    }
}

int SelfCollision::add_forces(std::span<const Vec4> position, std::span<Vec3> sums) const {
    int total = 0;
    for (const Pair& pair : pairs_) {
        if (pair.normal > 0) {
            const Vec3 apart = xyz(position[index_of(pair.b)]) - xyz(position[index_of(pair.a)]);
            const double length = glm::length(apart);
            const Vec3 force = pair.tangent + (length > 0 ? pair.normal / length * apart : Vec3(0));
            sums[index_of(pair.a)] -= force;
            sums[index_of(pair.b)] += force;
            ++total;
        }
    }
    return total;
}

void SelfCollision::add_hessian_bounds(std::span<const Vec4> position, std::span<double> sums) const {
    for (const Pair& pair : pairs_) {
        if (pair.normal > 0) {
            const Vec3 apart = xyz(position[index_of(pair.b)]) - xyz(position[index_of(pair.a)]);
            const double bound = pair.normal * inverse_length(glm::length(apart));
            sums[index_of(pair.a)] += bound;
            sums[index_of(pair.b)] += bound;
        }
    }
}

} // namespace xpbd
