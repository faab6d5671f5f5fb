// Residuals and energies: distances by SIMD kernels in runs of equal material, other constraints one by one.
#include "core/step/measure/equations.h"

#include "core/model/fold.h"
#include "core/model/method_traits.h"
#include "core/simd/sweep.h"
#include "core/step/measure/median.h"
#include "core/step/measure/precision.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace xpbd {
namespace {

/// If |C| is below this share of the rest length, the quotient of force and C is too noisy to be a stiffness.
constexpr double kNoise = 1e-8;
/// A rigid constraint has no strain to compare its error with: it counts as strained by this share.
constexpr double kRigidStrain = 1e-3;
/// If constraints carry less than this share of the load, they are slack, and their errors are scaled down in
/// proportion.
constexpr double kSlackShare = 1e-2;
/// If a body carries no load, its residual is compared with this share of the forces within it.
constexpr double kInnerShare = 1e-3;
/// Assumed rounding error of a residual, in rounding errors of a coordinate.
constexpr double kRoundings = 4;
/// Upper limit of relative_dual: constraints without error may have multipliers if tethers hold a body too.
constexpr double kMostRelative = 1e6;
/// Assumed ratio of a rigid constraint's stiffness to its effective mass in the minimising methods: a rounding error of
/// the positions changes its force accordingly.
constexpr double kRigidResponse = 1e4;

/// Rounding error of the positions that the method computes [m].
double rounding_of(const State& state, const Settings& settings, double force_scale) {
    Vec4 low(std::numeric_limits<double>::infinity());
    Vec4 high = -low;
    for (const Vec4& x : state.particles.position) {
        low = glm::min(low, x);
        high = glm::max(high, x);
    }
    const double radius = 0.5 * glm::distance(xyz(low), xyz(high));
    const double farthest = std::max(glm::length(xyz(low)), glm::length(xyz(high)));
    // The fast engine projects in single precision, relative to the middle of the body, unless that would show in
    // forces.
    const bool single = runs_engine(settings, Engine::fast) && force_scale > 0 &&
                        !needs_double_precision(radius, 1 / std::sqrt(force_scale));
    return std::max(std::numeric_limits<double>::epsilon() * farthest,
                    single ? 0x1p-24 * radius : 0.0); // NaN compares false and gives 0
}

/// Sums over the constraints other than distances, named as in EdgeSums.
struct RowSums {
    double energy = 0;
    double unmet = 0;
    double dual = 0;    ///< squared residuals of the fabric rows that can move [1]
    double movable = 0; ///< number of fabric rows that can move
    double weighed_dual = 0;
    double weighed_scale = 0;
    double inner = 0;    ///< upper bound of the sum of |lambda grad_i C| over the particles [kg m]
    double response = 0; ///< as Edges::response() [kg]
};

/// Sums what the residuals of Equations need over all constraints except distances, and adds their forces [N] to
/// `force` if it is not null.
class OtherRows {
public:
    OtherRows(const State& state, const Settings& settings, const simd::EdgeArguments& law,
              std::span<const Vec3> velocity, Vec4* force)
        : state_(state),
          settings_(settings),
          law_(law),
          velocity_(velocity),
          force_(force),
          compliant_(method_of(settings).has_compliance) {}

    template <class Constraint>
    void add(const Constraint& constraint) {
        const auto evaluation = constraint.evaluate(state_.particles.position);
        const auto& particles = constraint.particles();
        const double value = evaluation.value;
        const double lambda = state_.lambda[constraint.index];
        const double alpha = compliant_ ? compliance_of(constraint.material(), settings_) : 0;
        const double beta = compliant_ && !velocity_.empty() ? damping_of(constraint.material(), settings_) : 0;
        double rate = 0;         // dC/dt
        double inverse_mass = 0; // grad C w grad C'
        double reach = 0;        // |grad C|^2
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const std::size_t particle = index_of(particles[i]);
            const double square = glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
            reach += square;
            inverse_mass += state_.particles.position[particle].w * square;
            if (beta > 0) {
                rate += glm::dot(evaluation.gradient[i], velocity_[particle]);
            }
            if (force_ != nullptr) {
                force_[particle] += Vec4(lambda * evaluation.gradient[i], 0);
            }
        }
        const double scaled = alpha * law_.force_scale; // alpha~
        const double dual = value + alpha * beta * rate + scaled * lambda;
        if (alpha > 0) {
            sums_.energy += simd::elastic_energy(value, alpha);
            sums_.unmet += dual * (2 * value - dual) / (2 * alpha);
        }
        sums_.inner += std::abs(lambda) * std::sqrt(static_cast<double>(particles.size()) * reach);
        if (!(inverse_mass > 0)) {
            return; // it can move no particle, so that no method can reduce its error
        }
        sums_.response += scaled > 0 ? reach / scaled : kRigidResponse * reach / inverse_mass;
        const double weight = 1 / (inverse_mass + scaled);
        const double floor = alpha > 0 ? 0 : kRigidStrain * constraint.unit();
        sums_.weighed_scale += weight * (value * value + floor * floor);
        if (std::abs(dual) > law_.rounding * std::sqrt(reach)) {
            sums_.weighed_dual += weight * dual * dual;
        }
        if constexpr (IsFabricRow<typename Constraint::Type>) {
            sums_.dual += dual * dual;
            ++sums_.movable;
        }
    }

    const RowSums& sums() const { return sums_; }

private:
    const State& state_;
    const Settings& settings_;
    const simd::EdgeArguments& law_;
    std::span<const Vec3> velocity_;
    Vec4* force_;
    bool compliant_;
    RowSums sums_;
};

simd::BalanceSums balance_of(const State& state, std::span<const double> mass, const double* force) {
    simd::BalanceArguments body;
    body.position = &state.particles.position.data()->x;
    body.predicted = &state.predicted.data()->x;
    body.force = force;
    body.mass = mass.data();
    body.count = mass.size();
    std::vector<double> own; // copy of the masses in which held particles count as fixed
    if (!state.held.empty()) {
        own.assign(mass.begin(), mass.end());
        for (const int particle : state.held) {
            own[index_of(particle)] = 0;
        }
        body.mass = own.data();
    }
    return simd::kernels().front()->balance(body);
}

} // namespace

void Edges::request_stretch(double substep, bool forces) {
    stretch_requested_ = true;
    substep_ = substep;
    if (forces && state_.force_scale > 0) {
        stiffness_.reset(new double[batch_.size()]);
    }
}

void Edges::read(const Settings& settings, simd::EdgeArguments law, bool compliant) {
    const simd::EdgeFunction kernel = simd::kernels().front()->edges;
    law.position = &state_.particles.position.data()->x;
    law.rounding *= std::sqrt(2.0); // |grad C| of a distance is sqrt(2)
    law.noise = kNoise;
    std::size_t first = 0;
    for (const std::size_t end : batch_.run_ends) {
        const Material& material = batch_.material[first];
        law.alpha = compliant ? compliance_of(material, settings) : 0;
        law.beta = compliant ? damping_of(material, settings) : 0;
        law.least_strain = law.alpha > 0 ? 0 : kRigidStrain;
        law.strain = stretch_requested_ && material.role == Role::stretch;
        for_each_whole(first, end, [&](std::size_t from, std::size_t to) {
            // Distance is the first type of the list: its constraints come first in State::lambda.
            law.particles = batch_.particles[from].data();
            law.rest = batch_.rest[from].data();
            law.lambda = &state_.lambda[from];
            law.count = to - from;
            law.stiffness = law.strain ? stiffness_.get() : nullptr;
            const double movable = sums_.movable;
            kernel(law, sums_);
            count_ += law.count;
            add_response(law.alpha * law.force_scale, from, to, sums_.movable - movable);
            if (law.strain) {
                read_sigma(from, to, compliance_of(material, settings));
            }
        });
        first = end;
    }
}

void Edges::add_response(double scaled, std::size_t from, std::size_t to, double movable) {
    if (scaled > 0) {
        response_ += 2 * movable / scaled;
        return;
    }
    for (std::size_t c = from; c < to; ++c) {
        const double w = inverse_mass(c);
        response_ += w > 0 ? 2 * kRigidResponse / w : 0;
    }
}

void Edges::write_stretch(Measure& out) {
    out.max_strain = sums_.max_strain;
    out.mean_strain = stretched_ == 0 ? 0 : sums_.strain / static_cast<double>(stretched_);
    if (sums_.stiffnesses > 0) {
        out.effective_stiffness = median({stiffness_.get(), sums_.stiffnesses});
    }
    if (!sigma_.empty()) {
        out.sigma = median_sigma();
    }
}

template <class F>
void Edges::for_each_whole(std::size_t first, std::size_t end, const F& f) const {
    while (first < end) {
        std::size_t to = state_.torn.empty() ? end : first;
        while (to < end && !is_torn(state_, to)) {
            ++to;
        }
        if (first < to) {
            f(first, to);
        }
        first = to + 1;
    }
}

double Edges::inverse_mass(std::size_t c) const {
    const auto& p = batch_.particles[c];
    return std::max(state_.particles.position[index_of(p[0])].w, state_.particles.position[index_of(p[1])].w);
}

void Edges::read_sigma(std::size_t from, std::size_t to, double alpha) {
    stretched_ += to - from;
    auto end = std::upper_bound(lighter_ends_.begin(), lighter_ends_.end(), from);
    while (from < to) {
        const double w = inverse_mass(from);
        const std::size_t until = std::min(*end++, to);
        sigma_.push_back(
            {alpha > 0 ? substep_ * substep_ * w / alpha : std::numeric_limits<double>::infinity(), until - from});
        from = until;
    }
}

double Edges::median_sigma() const {
    if (sigma_.size() == 1) {
        return sigma_.front().value;
    }
    std::vector<double> all;
    all.reserve(stretched_);
    for (const Run& run : sigma_) {
        all.insert(all.end(), run.count, run.value);
    }
    return median(all);
}

Equations sum_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                        std::span<const Vec3> velocity, const Vec3& gravity, std::span<const double> mass,
                        Edges& edges) {
    const MethodTraits& method = method_of(settings);
    // grad C' lambda per particle, plus contacts; four numbers per particle, as the kernels need
    std::unique_ptr<Vec4[]> force;
    if (method.has_forces) {
        force.reset(new Vec4[model.particle_count()]);
        std::transform(state.contact_multiplier.begin(), state.contact_multiplier.end(), force.get(),
                       [](const Vec3& contact) { return Vec4(contact, 0); });
    }
    const double rounding = rounding_of(state, settings, force_scale);
    simd::EdgeArguments law;
    law.velocity = velocity.empty() ? nullptr : &velocity.data()->x;
    law.force_scale = force_scale;
    law.rounding = kRoundings * rounding;
    law.force = force ? &force[0].x : nullptr;
    edges.read(settings, law, method.has_compliance);
    const simd::EdgeSums& sums = edges.sums();
    OtherRows others(state, settings, law, velocity, force.get());
    for_each_constraint(model, [&](const auto& constraint) {
        if constexpr (!IsEdge<typename std::remove_cvref_t<decltype(constraint)>::Type>) {
            if (!is_torn(state, constraint.index)) {
                others.add(constraint);
            }
        }
    });
    const RowSums& rows = others.sums();

    Equations result;
    result.elastic_energy = sums.energy + rows.energy;
    result.unmet_energy = sums.unmet + rows.unmet;
    if (edges.count() > 0) {
        result.residual_dual = sums.movable > 0 ? std::sqrt(sums.dual / sums.movable) : 0;
    } else if (rows.movable > 0) {
        result.residual_dual = std::sqrt(rows.dual / rows.movable);
    }
    const double dual = sums.weighed_dual + rows.weighed_dual;
    const double scale = sums.weighed_scale + rows.weighed_scale;
    result.relative_dual = dual > 0 ? std::sqrt(dual / std::max(scale, dual / (kMostRelative * kMostRelative))) : 0;
    if (!method.has_forces) {
        result.residual_primal = result.relative_primal = std::numeric_limits<double>::quiet_NaN();
        return result;
    }
    const simd::BalanceSums balance = balance_of(state, mass, law.force);
    result.residual_primal = balance.free > 0 ? std::sqrt(balance.primal / balance.free) : 0;
    const double inner = 2 * sums.multipliers + rows.inner;
    const double weight = force_scale > 0 ? balance.mass * glm::length(gravity) / force_scale : 0;
    const double load = std::max({balance.inertia, balance.reaction, weight});
    if (inner < kSlackShare * load) {
        result.relative_dual *= inner / (kSlackShare * load);
    }
    const double response = balance.mass + edges.response() + rows.response;
    if (balance.unbalanced > kRoundings * rounding * response) {
        result.relative_primal = balance.unbalanced / std::max(load, kInnerShare * inner);
    }
    return result;
}

double largest_turn(const Model& model, const State& state) {
    const auto& array = model.of_type<Distance>();
    double most = 0;
    for (std::size_t c = 0; c < array.size(); ++c) {
        const Vec4& from = state.particles.position[index_of(array.particles[c][0])];
        const Vec4& to = state.particles.position[index_of(array.particles[c][1])];
        const double length = glm::distance(xyz(from), xyz(to));
        if (!is_torn(state, c) && length > 0) {
            most = std::max(most, -state.lambda[c] * (from.w + to.w) / length);
        }
    }
    return most;
}

Equations measure_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                            std::span<const Vec3> velocity, const Vec3& gravity, std::span<const double> mass) {
    Edges edges(model, state);
    return sum_equations(model, state, settings, force_scale, velocity, gravity, mass.empty() ? model.mass : mass,
                         edges);
}

} // namespace xpbd
