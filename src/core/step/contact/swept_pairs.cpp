// Continuous collision of fast particles: tree of boxes around paths, then impulses, then rigid zones.
#include "core/step/contact/swept_pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace xpbd {
namespace {

constexpr std::size_t kLeaf = 4;  ///< boxes per leaf of the tree
constexpr std::size_t kTask = 64; ///< fast particles per task
/// Limits per fast particle, reached only by a diverging body: pairs found, and boxes tested.
constexpr std::size_t kMostPairs = 256;
constexpr std::size_t kMostBoxes = 16384;
constexpr int kRounds = 4; ///< searches, at most; repeated while impulses change paths
constexpr int kPasses = 8; ///< passes over the pairs of a search, at most
constexpr int kZoneRounds = 32;
/// Share of the distance by which paths may come nearer without a stop: rounding of successive contacts.
constexpr double kGrazes = 1e-3;
/// A path that ends within the distance, but above this share of it, is not stopped: the method's own contact resolves
/// it.
constexpr double kDeep = 0.9;
/// Positions beyond it are far outside the world [m]; NaN counts as this far away.
constexpr double kFar = 1e9;

double bounded(double x) {
    return x > -kFar ? std::min(x, kFar) : -kFar;
}

/// Spreads the lowest ten bits of x to every third bit.
std::uint32_t spread(std::uint32_t x) {
    x = (x | x << 16) & 0x030000FFu;
    x = (x | x << 8) & 0x0300F00Fu;
    x = (x | x << 4) & 0x030C30C3u;
    return (x | x << 2) & 0x09249249u;
}

template <class Box>
bool overlap(const Box& a, const Box& b) {
    const int x = (a.low.x <= b.high.x) & (b.low.x <= a.high.x);
    const int y = (a.low.y <= b.high.y) & (b.low.y <= a.high.y);
    const int z = (a.low.z <= b.high.z) & (b.low.z <= a.high.z);
    return (x & y & z) != 0;
}

/// Square of the smallest distance of two particles along their paths; `apart` at the start, relative `motion` [m^2].
double nearest2(const Vec3& apart, const Vec3& motion) {
    const double way = glm::dot(motion, motion);
    const double time = way > 0 ? std::clamp(-glm::dot(apart, motion) / way, 0.0, 1.0) : 0;
    const Vec3 nearest = apart + time * motion;
    return glm::dot(nearest, nearest);
}

/// The stop of a pair that would pass: direction n, and the excess motion along it [m].
struct Stop {
    Vec3 normal{0};
    double motion = 0;
};

/// The stop of a pair with x_b - x_a = `apart` at the start and relative `motion` [m]. Empty if the path does not come
/// nearer than `distance`, or ends within it on the same side.
std::optional<Stop> stop_of(const Vec3& apart, const Vec3& motion, double distance) {
    const double radius = (1 - kGrazes) * distance;
    const double towards = glm::dot(apart, motion);
    const double apart2 = glm::dot(apart, apart);
    if (!(towards < 0) || !(apart2 > 0)) {
        return {};
    }
    Stop stop;
    double keep = std::sqrt(apart2); // lower limit of n . (x_b - x_a) [m]
    if (apart2 > radius * radius) {
        const double way = glm::dot(motion, motion);
        const double square = towards * towards - way * (apart2 - radius * radius);
        if (!(square > 0)) {
            return {};
        }
        const double time = (-towards - std::sqrt(square)) / way;
        if (!(time <= 1)) {
            return {};
        }
        stop.normal = glm::normalize(apart + time * motion);
        keep = std::min(distance, glm::dot(stop.normal, apart));
    } else {
        stop.normal = apart / keep;
    }
    const Vec3 end = apart + motion;
    const double along = glm::dot(stop.normal, end);
    if (glm::dot(end, end) < radius * radius && along > kDeep * keep) {
        return {};
    }
    stop.motion = keep - along;
    return stop.motion > kGrazes * kGrazes * distance ? std::optional(stop) : std::nullopt;
}

} // namespace

double distance_of_pair(const Model& model, const NearPairs::Ends& ends) {
    return std::min(model.self_distance,
                    glm::length(model.rest_position[index_of(ends[1])] - model.rest_position[index_of(ends[0])]));
}

void SweptPairs::clear() {
    near_.clear();
    hits_.clear();
}

void SweptPairs::begin(const Model& model, State& state, std::span<const Vec3> start, const Vec3& mean, double limit,
                       double reach, std::span<const Ends> neighbours, Stops& stops, const Parallel& parallel) {
    clear();
    start_ = start;
    const std::size_t count = start.size();
    motion_.resize(count);
    is_fast_.resize(count);
    is_changed_.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec4& x = state.particles.position[i];
        motion_[i] = (x.w > 0 ? state.predicted[i] : xyz(x)) - start[i] - mean;
        is_fast_[i] = glm::length(motion_[i]) > limit ? 1 : 0;
    }
    std::vector<Ends> all;
    const auto search = [&] {
        sort_boxes(reach);
        find(state, reach, parallel);
        std::erase_if(near_, [&](const Ends& ends) {
            const Vec3 rest = model.rest_position[index_of(ends[1])] - model.rest_position[index_of(ends[0])];
            return glm::dot(rest, rest) < model.self_distance * model.self_distance;
        });
        all.insert(all.end(), near_.begin(), near_.end());
    };
    bool passes = true;
    for (int round = 0; round < kRounds && passes; ++round) {
        search();
        passes = stop_pairs(model, state, neighbours);
    }
    if (passes) {
        Sets zones(count); // zones only grow, so that this ends
        for (int round = 0; round < kZoneRounds && passes; ++round) {
            search();
            passes = join_zones(model, state, neighbours, zones);
        }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    near_ = std::move(all);
    write_targets(state, mean, stops);
}

/// Makes the boxes of the paths, each enlarged by half the reach, and a tree over them along Morton's curve (K12).
void SweptPairs::sort_boxes(double reach) {
    const std::size_t count = start_.size();
    Vec3 low(kFar);
    Vec3 high(-kFar);
    const auto middle = [&](std::size_t i) {
        const Vec3 at = start_[i] + 0.5 * motion_[i];
        return Vec3(bounded(at.x), bounded(at.y), bounded(at.z));
    };
    for (std::size_t i = 0; i < count; ++i) {
        low = glm::min(low, middle(i));
        high = glm::max(high, middle(i));
    }
    const double size = std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1e-300});
    codes_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 at = (middle(i) - low) * (1023 / size);
        codes_[i] = {spread(static_cast<std::uint32_t>(at.x)) | spread(static_cast<std::uint32_t>(at.y)) << 1 |
                         spread(static_cast<std::uint32_t>(at.z)) << 2,
                     static_cast<int>(i)};
    }
    std::sort(codes_.begin(), codes_.end());
    order_.resize(count);
    boxes_.resize(count);
    for (std::size_t place = 0; place < count; ++place) {
        order_[place] = codes_[place].second;
        const std::size_t i = index_of(order_[place]);
        const Vec3 end = start_[i] + motion_[i];
        boxes_[place] = {glm::min(start_[i], end) - 0.5 * reach, glm::max(start_[i], end) + 0.5 * reach};
    }
    first_leaf_ = std::bit_ceil(std::max<std::size_t>(1, (count + kLeaf - 1) / kLeaf));
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    nodes_.assign(2 * first_leaf_, Box{Vec3(kInfinite), Vec3(-kInfinite)});
    for (std::size_t place = 0; place < count; ++place) {
        Box& leaf = nodes_[first_leaf_ + place / kLeaf];
        leaf = {glm::min(leaf.low, boxes_[place].low), glm::max(leaf.high, boxes_[place].high)};
    }
    for (std::size_t k = first_leaf_; k-- > 1;) {
        const Box& one = nodes_[2 * k];
        const Box& other = nodes_[2 * k + 1];
        nodes_[k] = {glm::min(one.low, other.low), glm::max(one.high, other.high)};
    }
}

/// Calls f(place) for the places whose boxes overlap the box at `place`, until it returns false.
template <class F>
void SweptPairs::for_each_overlap(std::size_t place, const F& f) const {
    std::array<std::size_t, 64> stack;
    std::size_t depth = 0;
    stack[depth++] = 1;
    const Box& box = boxes_[place];
    while (depth > 0) {
        const std::size_t k = stack[--depth];
        if (!overlap(nodes_[k], box)) {
            continue;
        }
        if (k < first_leaf_) {
            stack[depth++] = 2 * k + 1;
            stack[depth++] = 2 * k;
            continue;
        }
        const std::size_t first = (k - first_leaf_) * kLeaf;
        for (std::size_t at = first; at < std::min(first + kLeaf, boxes_.size()); ++at) {
            if (!f(at)) {
                return;
            }
        }
    }
}

/// Finds near_: pairs with a fast particle whose paths come nearer than `reach`.
void SweptPairs::find(const State& state, double reach, const Parallel& parallel) {
    fast_.clear();
    for (std::size_t place = 0; place < order_.size(); ++place) {
        if (is_fast_[index_of(order_[place])] != 0) {
            fast_.push_back(static_cast<int>(place));
        }
    }
    const auto& x = state.particles.position;
    const std::size_t tasks = (fast_.size() + kTask - 1) / kTask;
    found_.resize(tasks);
    run_tasks(parallel, tasks, [&](std::size_t task) {
        std::vector<Ends>& pairs = found_[task].pairs;
        pairs.clear();
        for (std::size_t k = task * kTask; k < std::min((task + 1) * kTask, fast_.size()); ++k) {
            const std::size_t place = index_of(fast_[k]);
            const int i = order_[place];
            const std::size_t most = pairs.size() + kMostPairs;
            std::size_t looked = 0;
            for_each_overlap(place, [&](std::size_t other) {
                const int j = order_[other];
                // a pair of two fast particles is found from the lower one
                if (i == j || (is_fast_[index_of(j)] != 0 && j < i) || !overlap(boxes_[place], boxes_[other])) {
                    return ++looked < kMostBoxes;
                }
                const auto [a, b] = std::minmax(i, j);
                const std::size_t first = index_of(a);
                const std::size_t second = index_of(b);
                if (x[first].w + x[second].w > 0 &&
                    nearest2(start_[second] - start_[first], motion_[second] - motion_[first]) < reach * reach) {
                    pairs.push_back({a, b});
                }
                return ++looked < kMostBoxes && pairs.size() < most;
            });
        }
    });
    near_.clear();
    for (const Found& found : found_) {
        near_.insert(near_.end(), found.pairs.begin(), found.pairs.end());
    }
    std::sort(near_.begin(), near_.end());
}

/// Applies impulses to pairs that would pass each other, until no pair would, in at most kPasses passes. True if there
/// was any such pair.
bool SweptPairs::stop_pairs(const Model& model, const State& state, std::span<const Ends> neighbours) {
    bool any = false;
    bool passes = true;
    for (int pass = 0; pass < kPasses && passes; ++pass) {
        passes = false;
        for (const std::span<const Ends> pairs : {std::span<const Ends>(near_), neighbours}) {
            for (const Ends& ends : pairs) {
                passes = stop_pair(model, state, ends) || passes;
            }
        }
        any = any || passes;
    }
    return any;
}

bool SweptPairs::stop_pair(const Model& model, const State& state, const Ends& ends) {
    const std::size_t a = index_of(ends[0]);
    const std::size_t b = index_of(ends[1]);
    if ((is_fast_[a] | is_fast_[b]) == 0) {
        return false;
    }
    const auto& x = state.particles.position;
    const double weight = x[a].w + x[b].w;
    const Vec3 motion = motion_[b] - motion_[a];
    const auto stop = stop_of(start_[b] - start_[a], motion, distance_of_pair(model, ends));
    if (!(weight > 0) || !stop) {
        return false;
    }
    Vec3 change = stop->motion * stop->normal;
    const Vec3 slip = motion - glm::dot(motion, stop->normal) * stop->normal;
    if (const double size = glm::length(slip); size > 0) {
        change -= std::min(1.0, model.self_friction * stop->motion / size) * slip;
    }
    motion_[a] -= x[a].w / weight * change;
    motion_[b] += x[b].w / weight * change;
    for (const std::size_t i : {a, b}) {
        if (x[i].w > 0) {
            is_fast_[i] = is_changed_[i] = 1;
        }
    }
    hits_.push_back({ends[0], ends[1], stop->normal});
    return true;
}

/// Joins pairs that still pass to rigid zones: all particles of a zone get its mean velocity, or the velocity of a
/// fixed particle in it. True if any pair passed.
bool SweptPairs::join_zones(const Model& model, const State& state, std::span<const Ends> neighbours, Sets& zones) {
    const auto& x = state.particles.position;
    bool any = false;
    for (const std::span<const Ends> pairs : {std::span<const Ends>(near_), neighbours}) {
        for (const auto& [first, second] : pairs) {
            const std::size_t a = index_of(first);
            const std::size_t b = index_of(second);
            const auto stop =
                (is_fast_[a] | is_fast_[b]) != 0 && x[a].w + x[b].w > 0
                    ? stop_of(start_[b] - start_[a], motion_[b] - motion_[a], distance_of_pair(model, {first, second}))
                    : std::nullopt;
            if (stop) {
                zones.join(first, second);
                hits_.push_back({first, second, stop->normal});
                any = true;
            }
        }
    }
    if (!any) {
        return false;
    }
    struct Zone {
        Vec3 moved{0}; ///< sum of m times motion
        double mass = 0;
        bool is_fixed = false;
    };
    std::vector<Zone> sums(start_.size());
    std::vector<int> members(start_.size(), 0);
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const std::size_t name = index_of(zones.name(static_cast<int>(i)));
        Zone& zone = sums[name];
        ++members[name];
        if (zone.is_fixed) {
            continue;
        }
        zone.is_fixed = x[i].w == 0;
        const double mass = zone.is_fixed ? 1 : 1 / x[i].w;
        zone.moved = (zone.is_fixed ? Vec3(0) : zone.moved) + mass * motion_[i];
        zone.mass = (zone.is_fixed ? 0 : zone.mass) + mass;
    }
    for (std::size_t i = 0; i < start_.size(); ++i) {
        const std::size_t name = index_of(zones.name(static_cast<int>(i)));
        if (members[name] > 1 && x[i].w > 0) {
            motion_[i] = sums[name].moved / sums[name].mass;
            is_fast_[i] = is_changed_[i] = 1;
        }
    }
    return true;
}

void SweptPairs::write_targets(State& state, const Vec3& mean, Stops& stops) const {
    for (std::size_t i = 0; i < start_.size(); ++i) {
        if (is_changed_[i] != 0) {
            stops.add(state, i, start_[i] + mean + motion_[i]);
        }
    }
}

} // namespace xpbd
