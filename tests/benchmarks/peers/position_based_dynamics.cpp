#include "peers.h"

#include <PositionBasedDynamics/XPBD.h>

#include <chrono>

namespace xpbd::peers {
namespace {

constexpr Real kDt = 1.0f / 60;

/// Calls the library's XPBD::solve_DistanceConstraint for all constraints in the order of the model. The library's own
/// constraints call this function, too, but with virtual calls and look-ups.
class Trial : public Peer {
public:
    Trial(const Model& model, const std::vector<double>& compliance) {
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            const Vec3& x = model.rest_position[i];
            start_.emplace_back(static_cast<Real>(x.x), static_cast<Real>(x.y), static_cast<Real>(x.z));
            inverse_mass_.push_back(model.mass[i] > 0 ? static_cast<Real>(1 / model.mass[i]) : Real(0));
        }
        const auto& edges = model.of_type<Distance>();
        for (std::size_t c = 0; c < edges.size(); ++c) {
            edges_.push_back({index_of(edges.particles[c][0]), index_of(edges.particles[c][1]),
                              static_cast<Real>(edges.rest[c][0]), static_cast<Real>(1 / compliance[c]), 0});
        }
    }

    double step(int iterations) override {
        x_ = start_;
        for (std::size_t i = 0; i < x_.size(); ++i) {
            if (inverse_mass_[i] > 0) {
                x_[i].y() -= Real(9.81) * kDt * kDt;
            }
        }
        for (Edge& edge : edges_) {
            edge.lambda = 0;
        }
        const auto begin = std::chrono::steady_clock::now();
        for (int iteration = 0; iteration < iterations; ++iteration) {
            for (Edge& edge : edges_) {
                Vector3r push_a, push_b;
                PBD::XPBD::solve_DistanceConstraint(x_[edge.a], inverse_mass_[edge.a], x_[edge.b],
                                                    inverse_mass_[edge.b], edge.rest, edge.stiffness, kDt, edge.lambda,
                                                    push_a, push_b);
                x_[edge.a] += push_a;
                x_[edge.b] += push_b;
            }
        }
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

private:
    struct Edge {
        std::size_t a, b;
        Real rest, stiffness, lambda;
    };
    std::vector<Vector3r> start_, x_;
    std::vector<Real> inverse_mass_;
    std::vector<Edge> edges_;
};

} // namespace

std::unique_ptr<Peer> position_based_dynamics(const Model& model, const std::vector<double>& compliance) {
    return std::make_unique<Trial>(model, compliance);
}

} // namespace xpbd::peers
