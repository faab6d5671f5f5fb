#pragma once

// What measure() and measure_equations() share: reading a state against the two equations of its substep.

#include "core/measure/measure.h"
#include "core/simd/edges.h"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace xpbd {

template <class Type>
constexpr bool is_fabric_row = std::is_same_v<Type, Membrane> || std::is_same_v<Type, Woven>;

/// Reads the distance constraints that are not torn, run by run, and what only they have: the stiffness and sigma of
/// stretch.
class Edges {
public:
    Edges(const Model& model, const State& state)
        : batch_(model.of_type<Distance>()), lighter_ends_(model.lighter_ends), state_(state) {}

    /// What read() asks for besides the equations. `substep` [s]
    void want_stretch(double substep, bool forces);

    /// `law`: what the constraints have in common. Their forces are added to `force`, where it is not empty.
    void read(const Settings& settings, simd::EdgeArguments law, bool compliant);

    const simd::EdgeSums& sums() const { return sums_; }
    std::size_t count() const { return count_; }
    /// Sum of |grad C|^2/alpha~ of the compliant ones, by which a shift of the particles changes forces [kg].
    double response() const { return response_; }

    void write_stretch(Measure& out);

private:
    /// Calls f(from, to) for what no torn constraint parts.
    template <class F>
    void for_each_whole(std::size_t first, std::size_t end, const F& f) const;

    /// Adds to response() the constraints of one alpha~ `scaled`, of which `movable` can move.
    void add_response(double scaled, std::size_t from, std::size_t to, double movable);
    /// 1/m of the lighter particle [1/kg]
    double inverse_mass(std::size_t c) const;
    void read_sigma(std::size_t from, std::size_t to, double alpha);
    double median_sigma() const;

    /// Constraints that follow each other, of the same sigma: most cloths have one.
    struct Run {
        double value; ///< [1]
        std::size_t count;
    };

    const ConstraintArray<Distance>& batch_;
    const std::vector<std::size_t>& lighter_ends_;
    const State& state_;
    simd::EdgeSums sums_;
    std::size_t count_ = 0;
    double response_ = 0;
    bool wants_stretch_ = false;
    double substep_ = 0;                  ///< [s]
    std::unique_ptr<double[]> stiffness_; ///< room for all edges; null where there are no forces
    std::vector<Run> sigma_;
    std::size_t stretched_ = 0; ///< stretch constraints
};

/// measure_equations(); `edges` are those of the state, and read what else they were asked for.
Equations sum_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                        std::span<const Vec3> velocity, const Vec3& gravity, std::span<const double> mass,
                        Edges& edges);

/// The largest h^2 T (w0 + w1)/l of the distance constraints, with the tension T and the present length l [1].
double largest_turn(const Model& model, const State& state);

} // namespace xpbd
