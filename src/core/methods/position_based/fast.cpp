#include "core/methods/position_based/fast.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace xpbd {
namespace {

/// @name What a constraint type has in the fast engine
/// Its SIMD kernel, if any, and its rest data as numbers.
/// @{
template <class Kernel>
struct Simd {
    static constexpr std::optional<simd::SweepType> type = std::nullopt;
};
template <>
struct Simd<Distance> {
    static constexpr std::optional<simd::SweepType> type = simd::SweepType::distance;
    static constexpr std::size_t numbers = 1;
    static std::array<double, 1> of(const Distance::Rest<double>& rest) { return {rest.length}; }
};
template <>
struct Simd<Dihedral> {
    static constexpr std::optional<simd::SweepType> type = simd::SweepType::dihedral;
    static constexpr std::size_t numbers = 1;
    static std::array<double, 1> of(const Dihedral::Rest<double>& rest) { return {rest.angle}; }
};
template <>
struct Simd<Isometric> {
    static constexpr std::optional<simd::SweepType> type = simd::SweepType::isometric;
    static constexpr std::size_t numbers = 4;
    static std::array<double, 4> of(const Isometric::Rest<double>& rest) { return rest.weight; }
};
template <>
struct Simd<Angle> {
    static constexpr std::optional<simd::SweepType> type = simd::SweepType::angle;
    static constexpr std::size_t numbers = 1;
    static std::array<double, 1> of(const Angle::Rest<double>& rest) { return {rest.angle}; }
};
/// @}

/// Empty lanes work on particles of their own, behind the body's: the corners of a tetrahedron, fixed. Every part has
/// its own, a cache line of them: threads must not write to one place, not even what stands there.
constexpr std::size_t kSpareParticles = 4;
constexpr float kSpare[kSpareParticles][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

/// Beyond this a coefficient only says "very soft"; a and lambda stay far from where their product overflows.
constexpr double kSoftest = 1e18;

/// Particles that follow each other in the body stand far apart in memory (breadth first, from its corners), which no
/// processor foresees: so far ahead their places are called for.
constexpr std::size_t kReadAhead = 24;

/// Lanes that so many make: an even number of batches, because the widest kernels take two at a time.
std::size_t padded(std::size_t lanes) {
    return (lanes + 2 * kLanes - 1) / (2 * kLanes) * (2 * kLanes);
}

float single(double coefficient) {
    return static_cast<float>(std::min(coefficient, kSoftest));
}

/// What works on the positions of the whole body in double precision.
bool projects_in_double(const Substep& substep) {
    const Model& model = substep.model;
    return !model.volumes.empty() || (substep.settings.long_range && !model.tethers.empty());
}

/// @name No more than the gap between a point and a shape [m], in single precision
/// The shapes relative to `origin`, as the packed positions are.
/// @{
auto near(const Plane& plane, const Vec3& origin) {
    return [normal = glm::vec3(plane.normal),
            offset = static_cast<float>(plane.offset - glm::dot(plane.normal, origin))](const glm::vec3& x) {
        return glm::dot(normal, x) - offset;
    };
}
auto near(const Sphere& sphere, const Vec3& origin) {
    return [center = glm::vec3(sphere.center - origin), radius = static_cast<float>(sphere.radius)](
               const glm::vec3& x) { return glm::length(x - center) - radius; };
}
auto near(const Capsule& capsule, const Vec3& origin) {
    return [a = glm::vec3(capsule.a - origin), axis = glm::vec3(capsule.b - capsule.a),
            radius = static_cast<float>(capsule.radius)](const glm::vec3& x) {
        const float length2 = glm::dot(axis, axis);
        const float share = length2 > 0 ? std::clamp(glm::dot(x - a, axis) / length2, 0.0f, 1.0f) : 0.0f;
        return glm::length(x - a - share * axis) - radius;
    };
}
auto near(const Box& box, const Vec3& origin) {
    return [center = glm::vec3(box.center - origin), half = glm::vec3(box.half),
            to_box = glm::mat3(glm::inverse(glm::mat3_cast(box.rotation)))](const glm::vec3& x) {
        const glm::vec3 beyond = glm::abs(to_box * (x - center)) - half;
        return std::max({beyond.x, beyond.y, beyond.z});
    };
}
/// @}

/// What single precision may err by where it says how near a shape is: relative to the positions, and at least [m].
constexpr float kNearError = 2e-6f;

} // namespace

template <class F>
void FastSolver::for_each_lanes(F&& f) {
    for (std::vector<Part>& parts : phases_) {
        for (Part& part : parts) {
            for (Lanes& lanes : part) {
                f(lanes);
            }
        }
    }
}

int FastSolver::solve(const Substep& substep, State& state) {
    const Settings& settings = substep.settings;
    adopt(substep.model, settings.sweep);
    if (interrupted()) {
        return 0;
    }
    load(state);
    prepare(substep, state);
    const bool watched = tracing() || settings.stop != Stop::never;
    state.lambda.resize(substep.model.constraint_count());
    if (watched) {
        std::fill(state.lambda.begin(), state.lambda.end(), 0.0); // what the first iteration is compared with
    }
    forget_volumes(state);
    stop_rule_.begin(substep, state);
    int iteration = 0;
    bool done = false;
    while (iteration < settings.iterations && !done && !interrupted()) {
        iterate(substep, state, iteration);
        ++iteration;
        if (watched) {
            write_positions(state);
            write_lambda(state);
            unpack_pairs();
            note_iteration(substep, state);
            if (settings.stop == Stop::residual) {
                contacts().finish(substep.model, state); // the residual counts the contacts' forces too
            }
            done = stop_rule_.done(substep, state);
        }
    }
    if (!watched) {
        write_positions(state);
        unpack_pairs();
        if (substep.multipliers_wanted) {
            write_lambda(state);
        }
    }
    return iteration;
}

/// Zeros the multipliers of the volumes, which have no lanes: they are in the state alone.
void FastSolver::forget_volumes(State& state) const {
    std::fill(state.lambda.begin() + static_cast<std::ptrdiff_t>(batched_), state.lambda.end(), 0.0);
}

/// Lays out the order's runs for this model, once; where it is interrupted, none.
void FastSolver::adopt(const Model& model, Sweep sweep) {
    if (model_ == model.identity && adopted_ == sweep) {
        return;
    }
    model_ = 0;
    order_ = order_of(model, sweep, interrupt_);
    if (!order_) {
        return;
    }
    adopted_ = sweep;
    batched_ = model.batched_count();
    inputs_ = {};
    weights_changed_ = true;
    const std::size_t count = model.particle_count();
    place_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        place_[index_of(order_->particles[i])] = static_cast<int>(i);
    }
    std::size_t most_parts = 1;
    for (const Order::Phase& phase : order_->phases) {
        most_parts = std::max(most_parts, phase.size());
    }
    position_.assign(4 * (count + kSpareParticles * most_parts), 0.0f);
    for (std::size_t k = 0; k < kSpareParticles * most_parts; ++k) {
        std::copy_n(kSpare[k % kSpareParticles], 4, position_.begin() + static_cast<std::ptrdiff_t>(4 * (count + k)));
    }
    crowding_ = is_jacobi(sweep) ? crowding(model) : std::vector<double>{};

    const auto lay_out = [&](const auto& batch, std::size_t first, const Order::Run& run, std::size_t part) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        Lanes lanes;
        lanes.type = run.type;
        lanes.first = first;
        lanes.slots = &run.slots;
        const std::size_t size = padded(run.slots.size());
        for (std::vector<float>* numbers : {&lanes.relax, &lanes.a, &lanes.g, &lanes.gain}) {
            numbers->assign(size, 0.0f);
        }
        lanes.begin = lambda_.size();
        lambda_.resize(lanes.begin + size, 0.0f);
        for (std::size_t i = 0; i < run.slots.size(); ++i) {
            if (run.slots[i] >= 0) {
                lane_of_[first + index_of(run.slots[i])] = static_cast<std::uint32_t>(lanes.begin + i);
            }
        }
        if constexpr (Simd<Kernel>::type) {
            for (std::size_t k = 0; k < Kernel::arity; ++k) {
                lanes.offset.emplace_back(size, static_cast<int>(4 * (count + kSpareParticles * part + k)));
            }
            lanes.rest.assign(Simd<Kernel>::numbers, std::vector<float>(size, 1.0f));
            for (std::size_t i = 0; i < run.slots.size(); ++i) {
                if (run.slots[i] >= 0) {
                    const std::size_t c = index_of(run.slots[i]);
                    for (std::size_t k = 0; k < Kernel::arity; ++k) {
                        lanes.offset[k][i] = 4 * place_[index_of(batch.particles[c][k])];
                    }
                    const auto numbers = Simd<Kernel>::of(batch.rest[c]);
                    for (std::size_t k = 0; k < numbers.size(); ++k) {
                        lanes.rest[k][i] = static_cast<float>(numbers[k]);
                    }
                }
            }
        }
        return lanes;
    };
    phases_.clear();
    lambda_.clear();
    lane_of_.assign(batched_, 0);
    for (const Order::Phase& phase : order_->phases) {
        std::vector<Part>& parts = phases_.emplace_back();
        for (const Order::Part& runs : phase) {
            Part& part = parts.emplace_back();
            for (const Order::Run& run : runs) {
                if (interrupted()) {
                    return;
                }
                with_batch(model, run.type, [&](const auto& batch, std::size_t first) {
                    part.push_back(lay_out(batch, first, run, parts.size() - 1));
                });
            }
        }
    }
    model_ = model.identity; // only now: what is laid out by halves is laid out anew
}

/// Packs the particles, which stand at their inertial targets.
void FastSolver::load(const State& state) {
    const auto& x = state.particles.position;
    Vec3 low(std::numeric_limits<double>::max());
    Vec3 high(std::numeric_limits<double>::lowest());
    for (const Vec4& particle : x) {
        low = glm::min(low, xyz(particle));
        high = glm::max(high, xyz(particle));
    }
    origin_ = 0.5 * (low + high);
    std::atomic<bool> changed = false;
    in_chunks(x.size(), [&](std::size_t p) {
        read_ahead(p);
        const Vec4& particle = x[p];
        float* packed = position_.data() + 4 * index_of(place_[p]);
        packed[0] = static_cast<float>(particle.x - origin_.x);
        packed[1] = static_cast<float>(particle.y - origin_.y);
        packed[2] = static_cast<float>(particle.z - origin_.z);
        const auto w = static_cast<float>(particle.w);
        if (packed[3] != w) {
            packed[3] = w;
            changed.store(true, std::memory_order_relaxed);
        }
    });
    weights_changed_ = weights_changed_ || changed;
    target_.clear();
    if (is_jacobi(adopted_)) {
        target_ = position_;
    }
    std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
    moved_.assign(is_jacobi(adopted_) ? 4 * x.size() : 0, 0.0f);
}

/// Forgets the multipliers, and fills the coefficients where they are not those of the last substep.
void FastSolver::prepare(const Substep& substep, const State& state) {
    table_.emplace(rule_, substep);
    const Inputs inputs{table_->by_role(), substep.scheme, substep.settings.iterations, substep.settings.relaxation,
                        state.torn};
    if (weights_changed_ || inputs != inputs_) {
        inputs_ = inputs;
        weights_changed_ = false;
        fill(substep, state);
    }
    std::fill(lambda_.begin(), lambda_.end(), 0.0f);
    bool damped = false;
    for_each_lanes([&](const Lanes& lanes) { damped = damped || lanes.damped; });
    if (damped) {
        reference_.assign(position_.size(), 0.0f);
        in_chunks(place_.size(), [&](std::size_t p) {
            const glm::vec3 at(substep.reference[p] - origin_);
            std::copy_n(&at.x, 3, reference_.begin() + 4 * place_[p]);
        });
    }
    pack_pairs(substep, state);
}

void FastSolver::fill(const Substep& substep, const State& state) {
    const Settings& settings = substep.settings;
    const auto fill_lanes = [&](const auto& batch, Lanes& lanes) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        lanes.damped = false;
        for (std::size_t i = 0; i < lanes.slots->size(); ++i) {
            const int slot = (*lanes.slots)[i];
            if (slot < 0) {
                continue;
            }
            const std::size_t c = index_of(slot);
            Coefficients k = (*table_)(batch.material[c]);
            k.relax *= sweep_relaxation(settings, crowding_.empty() ? 1 : crowding_[lanes.first + c]);
            if (is_torn(state, lanes.first + c)) {
                k.relax = 0;
            }
            lanes.relax[i] = static_cast<float>(k.relax);
            lanes.a[i] = single(k.a);
            lanes.g[i] = single(k.g);
            lanes.damped = lanes.damped || k.g != 0;
            if constexpr (std::is_same_v<Kernel, Distance>) {
                const auto [a, b] = batch.particles[c];
                const double weight = state.particles.position[index_of(a)].w + state.particles.position[index_of(b)].w;
                lanes.gain[i] = weight > 0 ? static_cast<float>(k.relax / ((1 + k.g) * weight + k.a)) : 0.0f;
            }
        }
    };
    for_each_lanes([&](Lanes& lanes) {
        with_batch(substep.model, lanes.type, [&](const auto& batch, std::size_t) { fill_lanes(batch, lanes); });
    });
}

/// One iteration over everything, as TextbookSolver::iterate.
void FastSolver::iterate(const Substep& substep, State& state, int iteration) {
    const Settings& settings = substep.settings;
    if (settings.reset_lambda) {
        std::fill(lambda_.begin(), lambda_.end(), 0.0f);
        forget_volumes(state);
    }
    if (settings.sweep == Sweep::chebyshev) {
        remember(state);
    }
    const bool jacobi = is_jacobi(settings.sweep);
    if (jacobi) {
        start_corrections();
    }
    for (std::vector<Part>& parts : phases_) {
        in_parallel(parts.size(), [&](std::size_t i) {
            for (Lanes& lanes : parts[i]) {
                sweep(substep, lanes);
            }
        });
    }
    if (jacobi) {
        add_corrections();
        if (settings.sweep == Sweep::chebyshev) {
            accelerate(substep, state, iteration);
        }
        apply_moved();
    }
    if (projects_in_double(substep)) {
        write_positions(state);
        project_volumes(substep, *table_, state, volume_gradient_);
        if (settings.long_range) {
            contacts().project_tethers(substep.model, state);
        }
        read_positions(state);
    }
    if (!substep.model.colliders.empty()) {
        project_colliders(substep, state);
    }
    project_pairs(substep);
}

/// Lays the pairs of this substep out for the kernel.
void FastSolver::pack_pairs(const Substep& substep, const State& state) {
    const std::span<const SelfCollision::Pair> pairs = contacts().self_pairs();
    const std::size_t size = padded(pairs.size());
    for (std::size_t k = 0; k < 2; ++k) {
        pairs_.offset[k].assign(size, static_cast<int>(4 * (place_.size() + k)));
    }
    for (std::vector<float>* numbers :
         {&pairs_.start[0], &pairs_.start[1], &pairs_.start[2], &pairs_.tangent[0], &pairs_.tangent[1],
          &pairs_.tangent[2], &pairs_.distance, &pairs_.mass, &pairs_.normal}) {
        numbers->assign(size, 0.0f);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].a < 0) {
            continue;
        }
        const std::size_t a = index_of(pairs[i].a);
        const std::size_t b = index_of(pairs[i].b);
        pairs_.offset[0][i] = 4 * place_[a];
        pairs_.offset[1][i] = 4 * place_[b];
        pairs_.distance[i] = static_cast<float>(pairs[i].distance);
        pairs_.mass[i] =
            static_cast<float>(1 / (state.particles.position[a].w + state.particles.position[b].w)); // never 1 / 0
        const Vec3 apart = substep.start[b] - substep.start[a];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            pairs_.start[axis][i] = static_cast<float>(apart[static_cast<int>(axis)]);
        }
    }
}

/// Keeps the body's parts apart, once.
void FastSolver::project_pairs(const Substep& substep) {
    if (pairs_.distance.empty()) {
        return;
    }
    simd::PairSweep sweep;
    sweep.position = position_.data();
    sweep.offset = {pairs_.offset[0].data(), pairs_.offset[1].data()};
    sweep.start = {pairs_.start[0].data(), pairs_.start[1].data(), pairs_.start[2].data()};
    sweep.distance = pairs_.distance.data();
    sweep.mass = pairs_.mass.data();
    sweep.normal = pairs_.normal.data();
    sweep.tangent = {pairs_.tangent[0].data(), pairs_.tangent[1].data(), pairs_.tangent[2].data()};
    sweep.friction = static_cast<float>(substep.model.self_friction);
    sweep.batches = pairs_.distance.size() / kLanes;
    kernels_->pairs(sweep);
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        moved_[i] = position_[i] - target_[i];
    }
}

/// Tells the contacts what the pairs bear.
void FastSolver::unpack_pairs() {
    const std::span<SelfCollision::Pair> pairs = contacts().self_pairs();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs_.normal[i] > 0) {
            pairs[i].normal = pairs_.normal[i];
            pairs[i].tangent = Vec3(pairs_.tangent[0][i], pairs_.tangent[1][i], pairs_.tangent[2][i]);
        }
    }
}

/// Contacts are projected in double precision, by the textbook's lines, but only where single precision says that a
/// particle may touch, or has touched in this substep.
void FastSolver::project_colliders(const Substep& substep, const State& state) {
    const std::size_t count = place_.size();
    touched_.resize(substep.model.colliders.size() * count, 0);
    for (std::size_t c = 0; c < substep.model.colliders.size(); ++c) {
        std::uint8_t* touched = touched_.data() + c * count;
        std::visit(
            [&](const auto& shape) {
                const auto gap = near(shape, origin_);
                const auto reach = static_cast<float>(substep.model.contact_distance);
                in_chunks(count, [&](std::size_t place) {
                    const float* packed = position_.data() + 4 * place;
                    const glm::vec3 x(packed[0], packed[1], packed[2]);
                    const float error = kNearError * (1 + std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}));
                    if (packed[3] > 0 && (touched[place] != 0 || !(gap(x) > reach + error))) {
                        touched[place] = 1;
                        const std::size_t p = index_of(order_->particles[place]);
                        Vec4 particle(written(state, p), state.particles.position[p].w);
                        contacts().project_particle(substep.model, c, p, particle);
                        read(state, p, xyz(particle));
                    }
                });
            },
            substep.model.colliders[c].shape);
    }
}

void FastSolver::sweep(const Substep& substep, Lanes& lanes) {
    const bool jacobi = is_jacobi(substep.settings.sweep);
    with_batch(substep.model, lanes.type, [&](const auto& batch, std::size_t) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        if constexpr (Simd<Kernel>::type) {
            simd::Sweep sweep;
            sweep.position = jacobi ? correction_.data() : position_.data();
            sweep.from = position_.data();
            sweep.reference = reference_.data();
            for (std::size_t k = 0; k < lanes.offset.size(); ++k) {
                sweep.offset[k] = lanes.offset[k].data();
            }
            for (std::size_t k = 0; k < lanes.rest.size(); ++k) {
                sweep.rest[k] = lanes.rest[k].data();
            }
            sweep.relax = lanes.relax.data();
            sweep.a = lanes.a.data();
            sweep.g = lanes.g.data();
            sweep.gain = lanes.gain.data();
            sweep.lambda = lambda_.data() + lanes.begin;
            sweep.batches = lanes.relax.size() / kLanes;
            const std::size_t variant = (lanes.damped ? 1u : 0u) + (jacobi ? 2u : 0u);
            if (kernels_->sweep[static_cast<std::size_t>(*Simd<Kernel>::type)][variant](sweep)) {
                part_coincident(lanes);
            }
        } else {
            sweep_one_by_one(batch, lanes, jacobi ? correction_ : position_);
        }
    });
}

/// Jacobi gathers corrections apart from the positions, so that every constraint sees those of the iteration's start;
/// and being small, neither corrections nor their sum over the iterations lose anything by rounding.
void FastSolver::start_corrections() {
    correction_.resize(position_.size());
    for (std::size_t i = 0; i < position_.size(); i += 4) {
        std::fill_n(correction_.begin() + static_cast<std::ptrdiff_t>(i), 3, 0.0f);
        correction_[i + 3] = position_[i + 3];
    }
}

void FastSolver::add_corrections() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        moved_[i] += i % 4 != 3 ? correction_[i] : 0.0f;
    }
}

/// Positions from what the sums of corrections say.
void FastSolver::apply_moved() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        position_[i] = target_[i] + moved_[i];
    }
}

/// For types without a SIMD kernel: their textbook kernel in single precision.
template <class Kernel>
void FastSolver::sweep_one_by_one(const Batch<Kernel>& batch, Lanes& lanes, std::vector<float>& corrected) {
    constexpr std::size_t n = Kernel::arity;
    const auto at = [](const std::vector<float>& packed, std::size_t place) {
        return glm::vec3(packed[4 * place], packed[4 * place + 1], packed[4 * place + 2]);
    };
    for (std::size_t i = 0; i < lanes.slots->size(); ++i) {
        const int slot = (*lanes.slots)[i];
        if (slot < 0) {
            continue;
        }
        std::array<std::size_t, n> place;
        Points<float, n> points;
        for (std::size_t k = 0; k < n; ++k) {
            place[k] = index_of(place_[index_of(batch.particles[index_of(slot)][k])]);
            points[k] = at(position_, place[k]);
        }
        const auto rest = batch.rest[index_of(slot)].template as<float>();
        const auto evaluation = Kernel::template eval<float>(points, rest);
        float weight = 0;
        float motion = 0;
        for (std::size_t k = 0; k < n; ++k) {
            weight += position_[4 * place[k] + 3] * glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
            if (lanes.damped) {
                motion += glm::dot(evaluation.gradient[k], points[k] - at(reference_, place[k]));
            }
        }
        if (!(weight > 0)) {
            continue;
        }
        const float missing = -evaluation.value - lanes.a[i] * lambda_[lanes.begin + i] - lanes.g[i] * motion;
        const float change = lanes.relax[i] * missing / ((1 + lanes.g[i]) * weight + lanes.a[i]);
        lambda_[lanes.begin + i] += change;
        for (std::size_t k = 0; k < n; ++k) {
            float* packed = corrected.data() + 4 * place[k];
            for (int axis = 0; axis < 3; ++axis) {
                packed[axis] += packed[3] * change * evaluation.gradient[k][axis];
            }
        }
    }
}

/// The SIMD kernel of distance constraints knows no direction where both ends are in one place, and moves neither. This
/// makes up for it with the direction that the textbook kernel takes, (0, 1, 0).
void FastSolver::part_coincident(Lanes& lanes) {
    for (std::size_t i = 0; i < lanes.slots->size(); ++i) {
        float* a = position_.data() + lanes.offset[0][i];
        float* b = position_.data() + lanes.offset[1][i];
        if (std::equal(a, a + 3, b) && lanes.gain[i] > 0) {
            // Undo this sweep's lambda <- lambda + gain (rest - a lambda) to see by how much it grew.
            const float lambda = lambda_[lanes.begin + i];
            const float before = (lambda - lanes.gain[i] * lanes.rest[0][i]) / (1 - lanes.gain[i] * lanes.a[i]);
            const float change = lambda - before;
            a[1] -= a[3] * change;
            b[1] += b[3] * change;
        }
    }
}

/// Keeps the present iterate for accelerate().
void FastSolver::remember(const State& state) {
    current_.moved = moved_;
    current_.lambda = lambda_;
    const auto volumes = state.lambda.begin() + static_cast<std::ptrdiff_t>(batched_);
    current_.volume_lambda.assign(volumes, state.lambda.end());
}

/// Chebyshev's recurrence, as TextbookSolver::accelerate.
void FastSolver::accelerate(const Substep& substep, State& state, int iteration) {
    if (iteration > 0) {
        chebyshev_omega_ = chebyshev_omega(substep.settings.spectral_radius, iteration, chebyshev_omega_);
        const auto blend = [&](auto& value, auto before) {
            value = before + static_cast<decltype(before)>(chebyshev_omega_) * (value - before);
        };
        for (std::size_t i = 0; i < moved_.size(); ++i) {
            blend(moved_[i], previous_.moved[i]);
        }
        for (std::size_t i = 0; i < lambda_.size(); ++i) {
            blend(lambda_[i], previous_.lambda[i]);
        }
        for (std::size_t v = 0; v < previous_.volume_lambda.size(); ++v) {
            blend(state.lambda[batched_ + v], previous_.volume_lambda[v]);
        }
    }
    std::swap(previous_, current_);
}

/// The inertial target of a particle as it was packed.
glm::vec3 FastSolver::target(const State& state, std::size_t p) const {
    return glm::vec3(state.predicted[p] - origin_);
}

/// Where a free particle stands: what the projections changed, added to its inertial target.
Vec3 FastSolver::written(const State& state, std::size_t p) const {
    const float* packed = position_.data() + 4 * index_of(place_[p]);
    return state.predicted[p] + Vec3(glm::vec3(packed[0], packed[1], packed[2]) - target(state, p));
}

/// The inverse: packs a free particle that stands at x [m].
void FastSolver::read(const State& state, std::size_t p, const Vec3& x) {
    const glm::vec3 moved(x - state.predicted[p]);
    const glm::vec3 from = target(state, p);
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t i = 4 * index_of(place_[p]) + static_cast<std::size_t>(axis);
        position_[i] = from[axis] + moved[axis];
        if (!moved_.empty()) {
            moved_[i] = moved[axis];
        }
    }
}

/// For loops over particles in model order.
void FastSolver::read_ahead(std::size_t p) const {
    __builtin_prefetch(position_.data() + 4 * place_[std::min(p + kReadAhead, place_.size() - 1)]);
}

void FastSolver::write_positions(State& state) const {
    in_chunks(place_.size(), [&](std::size_t p) {
        read_ahead(p);
        Vec4& particle = state.particles.position[p];
        if (particle.w > 0) {
            particle = Vec4(written(state, p), particle.w);
        }
    });
}

void FastSolver::read_positions(const State& state) {
    in_chunks(place_.size(), [&](std::size_t p) {
        read_ahead(p);
        if (state.particles.position[p].w > 0) {
            read(state, p, xyz(state.particles.position[p]));
        }
    });
}

void FastSolver::write_lambda(State& state) const {
    in_chunks(lane_of_.size(), [&](std::size_t c) { state.lambda[c] = static_cast<double>(lambda_[lane_of_[c]]); });
}

} // namespace xpbd
