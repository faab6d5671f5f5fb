#include "lab/study/speed_trial.h"

#include "core/fast/fast.h"
#include "core/model/method_traits.h"
#include "core/textbook/textbook.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kDt = 1.0 / 60; // [s]

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The same body with randomly numbered particles.
Model shuffled(const Model& model) {
    std::vector<int> name(model.particle_count());
    std::iota(name.begin(), name.end(), 0);
    std::shuffle(name.begin(), name.end(), std::mt19937(1));
    Model result = model;
    result.triangles.clear();
    result.tethers.clear();
    for (std::size_t i = 0; i < name.size(); ++i) {
        result.rest_position[index_of(name[i])] = model.rest_position[i];
        result.mass[index_of(name[i])] = model.mass[i];
    }
    for_each_type(result, [&](auto& array, std::size_t) {
        for (auto& particles : array.particles) {
            for (int& p : particles) {
                p = name[index_of(p)];
            }
        }
    });
    static_cast<void>(finalise(result));
    return result;
}

/// The plain loop: the implementation that most people write first.
class PlainLoop {
public:
    PlainLoop(const Model& model, const Settings& settings) {
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            const double w = model.inverse_mass(i);
            const Vec3 fallen = w > 0 ? Vec3(0, -9.81 * kDt * kDt, 0) : Vec3(0);
            start_.emplace_back(glm::vec3(model.rest_position[i] + fallen), static_cast<float>(w));
        }
        for_each_type(model, [&](const auto& array, std::size_t) {
            using ConstraintType = typename std::remove_cvref_t<decltype(array)>::Type;
            auto& mine = std::get<One<ConstraintType>>(types_);
            for (std::size_t c = 0; c < array.size(); ++c) {
                const double alpha = compliance_of(array.material[c], settings);
                mine.constraints.push_back(
                    {array.particles[c], as_scalar<float>(array.rest[c]), static_cast<float>(alpha / (kDt * kDt)), 0});
            }
        });
    }

    double run(int iterations) {
        x_ = start_;
        std::apply([](auto&... type) { (type.forget(), ...); }, types_);
        const Clock::time_point begin = Clock::now();
        for (int i = 0; i < iterations; ++i) {
            std::apply([&](auto&... type) { (type.sweep(x_), ...); }, types_);
        }
        return seconds_since(begin);
    }

private:
    template <class ConstraintType>
    struct One {
        struct Constraint {
            std::array<int, ConstraintType::arity> particles;
            typename ConstraintType::template Rest<float> rest;
            float compliance; ///< divided by the square of the timestep
            float lambda;
        };
        std::vector<Constraint> constraints;

        void forget() {
            for (Constraint& c : constraints) {
                c.lambda = 0;
            }
        }
        /// Projects a distance constraint without calling its kernel: its gradients are unit vectors.
        static void project_edge(Constraint& c, std::vector<glm::vec4>& x) requires(IsEdge<ConstraintType>) {
            glm::vec4& a = x[index_of(c.particles[0])];
            glm::vec4& b = x[index_of(c.particles[1])];
            const glm::vec3 edge = glm::vec3(b) - glm::vec3(a);
            const float length = std::sqrt(glm::dot(edge, edge));
            const float change = (c.rest[0] - length - c.compliance * c.lambda) / (a.w + b.w + c.compliance);
            c.lambda += change;
            const glm::vec3 push = change * (edge / length);
            a.x -= a.w * push.x;
            a.y -= a.w * push.y;
            a.z -= a.w * push.z;
            b.x += b.w * push.x;
            b.y += b.w * push.y;
            b.z += b.w * push.z;
        }
        void sweep(std::vector<glm::vec4>& x) {
            for (Constraint& c : constraints) {
                if constexpr (IsEdge<ConstraintType>) {
                    project_edge(c, x);
                    continue;
                }
                Points<float, ConstraintType::arity> points;
                for (std::size_t k = 0; k < ConstraintType::arity; ++k) {
                    points[k] = glm::vec3(x[index_of(c.particles[k])]);
                }
                const auto evaluation = ConstraintType::template eval<float>(points, c.rest);
                float weight = 0;
                for (std::size_t k = 0; k < ConstraintType::arity; ++k) {
                    weight += x[index_of(c.particles[k])].w * glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
                }
                if (!(weight > 0)) {
                    continue;
                }
                const float change = (-evaluation.value - c.compliance * c.lambda) / (weight + c.compliance);
                c.lambda += change;
                for (std::size_t k = 0; k < ConstraintType::arity; ++k) {
                    glm::vec4& p = x[index_of(c.particles[k])];
                    p += glm::vec4(p.w * change * evaluation.gradient[k], 0);
                }
            }
        }
    };
    std::vector<glm::vec4> start_, x_;
    ForEachConstraint<One> types_;
};

/// A fast engine that measures the time of its sweeps.
class TimedFast : public FastEngine<float> {
public:
    TimedFast(CoefficientRule rule, const simd::Kernels& kernels) : FastEngine(rule, kernels) {}
    double seconds = 0;

protected:
    void iterate(const Substep& substep, State& state, int iteration) override {
        const Clock::time_point begin = Clock::now();
        FastEngine::iterate(substep, state, iteration);
        seconds += seconds_since(begin);
    }
};

} // namespace

void sort_in_mesh_order(Model& model) {
    for_each_type(model, [](auto& array, std::size_t) {
        std::vector<std::size_t> order(array.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return *std::max_element(array.particles[a].begin(), array.particles[a].end()) <
                   *std::max_element(array.particles[b].begin(), array.particles[b].end());
        });
        std::remove_reference_t<decltype(array)> sorted;
        for (const std::size_t c : order) {
            sorted.add(array.particles[c], array.rest[c], array.material[c]);
        }
        array = std::move(sorted);
    });
}

Model speed_cloth(int side, std::string_view bending, std::string_view law) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    spec.values["resolution"] = {static_cast<double>(side), static_cast<double>(side), 0};
    spec.values["gather"] = {0.15, 0, 0}; // gather and mass as in the published tables of speed
    spec.values["mass"] = {1, 0, 0};
    const auto choose = [&](std::string_view key, std::string_view choice) {
        const ParameterInfo* parameter = scenes::find_scene_parameter(*scenes::find_scene("cloth"), key);
        spec.values[std::string(key)] = *parse_value(*parameter, choice);
    };
    choose("bending", bending);
    if (!law.empty()) {
        choose("material", "own");
        choose("law", law);
    }
    return std::move(*scenes::build(spec));
}

struct SpeedTrial::Impl {
    Model model;
    Settings settings;
    std::unique_ptr<PlainLoop> plain;
    std::unique_ptr<TimedFast> fast;
    std::unique_ptr<Solver> textbook;
    double step_seconds = 0;
};

SpeedTrial::SpeedTrial(const SpeedCase& what) : impl_(std::make_unique<Impl>()) {
    Impl& impl = *impl_;
    impl.model = speed_cloth(what.side, what.bending, what.law);
    impl.settings.method = find_method(method_key::xpbd);
    impl.settings.iterations = kIterations;
    impl.settings.sweep = what.sweep;
    impl.settings.primal_residual = what.primal_residual;
    if (what.shuffled) {
        impl.model = shuffled(impl.model);
    }
    switch (what.who) {
    case SpeedCase::Who::plain_mesh_order:
        sort_in_mesh_order(impl.model);
        [[fallthrough]];
    case SpeedCase::Who::plain_listed:
        impl.plain = std::make_unique<PlainLoop>(impl.model, impl.settings);
        break;
    case SpeedCase::Who::textbook:
        impl.textbook = std::make_unique<TextbookSolver>(&xpbd_rule);
        break;
    case SpeedCase::Who::fast:
        impl.fast =
            std::make_unique<TimedFast>(&xpbd_rule, what.kernels != nullptr ? *what.kernels : *simd::kernels().front());
        impl.fast->set_parallel(what.parallel);
        break;
    }
}

SpeedTrial::SpeedTrial(SpeedTrial&&) noexcept = default;
SpeedTrial& SpeedTrial::operator=(SpeedTrial&&) noexcept = default;
SpeedTrial::~SpeedTrial() = default;

double SpeedTrial::run() {
    Impl& impl = *impl_;
    if (impl.plain) {
        return impl.step_seconds = impl.plain->run(kIterations);
    }
    State state = initial_state(impl.model);
    const Clock::time_point begin = Clock::now();
    if (impl.fast) {
        impl.fast->seconds = 0;
        impl.fast->step(impl.model, state, {}, impl.settings, kDt);
        impl.step_seconds = seconds_since(begin);
        return impl.fast->seconds;
    }
    impl.textbook->step(impl.model, state, {}, impl.settings, kDt);
    return impl.step_seconds = seconds_since(begin);
}

double SpeedTrial::step_seconds() const {
    return impl_->step_seconds;
}

std::size_t SpeedTrial::projections() const {
    return impl_->model.typed_count() * static_cast<std::size_t>(kIterations);
}

} // namespace xpbd::lab
