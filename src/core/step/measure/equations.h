#pragma once

// The part of measure() and measure_equations() that evaluates a state in the two equations of its substep.

#include "core/simd/edges.h"
#include "core/step/measure/measure.h"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace xpbd {

/// Evaluates the distance constraints that are not torn, run by run, for the equations, and for the stiffness and sigma
/// of stretch constraints.
class Edges {
public:
    Edges(const Model& model, const State& state)
        : batch_(model.of_type<Distance>()), lighter_ends_(model.lighter_ends), state_(state) {}

    /// Requests strain, stiffness and sigma from read().
    /// @param substep [s]; @param forces whether stiffnesses are needed
    void request_stretch(double substep, bool forces);

    /// Evaluates all distances. `law`: their common arguments; their forces are added to law.force if it is not null.
    void read(const Settings& settings, simd::EdgeArguments law, bool compliant);

    const simd::EdgeSums& sums() const { return sums_; }
    std::size_t count() const { return count_; }
    /// Sum of |grad C|^2/alpha~ [kg], estimated for rigid constraints: change of h^2 f per shift of the particles.
    double response() const { return response_; }

    void write_stretch(Measure& out);

private:
    /// Calls f(from, to) for the ranges of [first, end) between torn constraints.
    template <class F>
    void for_each_whole(std::size_t first, std::size_t end, const F& f) const;

    /// Adds constraints to response(). `scaled`: their common alpha~; `movable`: number of them that can move.
    void add_response(double scaled, std::size_t from, std::size_t to, double movable);
    /// Inverse mass of the lighter particle [1/kg].
    double inverse_mass(std::size_t c) const;
    void read_sigma(std::size_t from, std::size_t to, double alpha);
    double median_sigma() const;

    /// Successive constraints with equal sigma; most cloths have a single run.
    struct Run {
        double value; ///< sigma [1]
        std::size_t count;
    };

    const ConstraintArray<Distance>& batch_;
    const std::vector<std::size_t>& lighter_ends_;
    const State& state_;
    simd::EdgeSums sums_;
    std::size_t count_ = 0;
    double response_ = 0;
    bool stretch_requested_ = false;
    double substep_ = 0;                  ///< [s]
    std::unique_ptr<double[]> stiffness_; ///< room for all edges; null if forces are not needed
    std::vector<Run> sigma_;
    std::size_t stretched_ = 0; ///< number of stretch constraints
};

/// measure_equations() with an Edges of the caller, made for this state: before, the caller may request_stretch().
Equations sum_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                        std::span<const Vec3> velocity, const Vec3& gravity, std::span<const double> mass,
                        Edges& edges);

/// The largest h^2 T (w0 + w1)/l over the distance constraints [1]; T is the tension, l the current length.
double largest_turn(const Model& model, const State& state);

} // namespace xpbd
