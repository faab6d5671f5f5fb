#pragma once

#include "core/model.h"
#include "core/state.h"

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// What one triangle of fabric says.
struct FabricReading {
    /// Along warp, along weft, shear: of Green's strain for Membrane, else of the yarns, and the sine of their shear
    /// [1].
    std::array<double, 3> strain{};
    /// In the same order, from the multipliers of the last substep [N/m]; with Green's strain the second
    /// Piola-Kirchhoff stress. Zero before the first step.
    std::array<double, 3> tension{};
    /// Principal stretch - 1, of the two the one of larger magnitude [1].
    double principal_strain = 0;
    /// Of the tensions' two principal values the one of larger magnitude [N/m].
    double principal_tension = 0;
    bool is_torn = false; ///< one of its rows is: all else is zero then
};

/// Reads triangles of Model::fabric.
class FabricReader {
public:
    /// Both must outlive it. `with_forces`: else tensions stay zero.
    FabricReader(const Model& model, const State& state, bool with_forces);

    FabricReading read(const FabricTriangle& triangle) const;
    /// -lambda/h^2 over C and the area, of the triangle's row k: the stiffness that the row has [N/m]; none where C is
    /// noise.
    std::optional<double> row_stiffness(const FabricTriangle& triangle, std::size_t k) const;
    /// What its row k was asked for: 1/(alpha A) [N/m]. `triangle` is one of the model's, with compliances of its own.
    double nominal_row_stiffness(const FabricTriangle& triangle, std::size_t k) const;

private:
    /// A row in its type's array and in State::lambda.
    struct Row {
        double value;  ///< C
        double alpha;  ///< [1/(N m)]
        double lambda; ///< [N m s^2]
        bool is_torn;
    };
    Row row(const FabricTriangle& triangle, std::size_t k) const;

    const Model& model_;
    const State& state_;
    double force_scale_;
    std::size_t first_membrane_ = 0; ///< of the types' constraints in State::lambda
    std::size_t first_yarn_ = 0;
    std::size_t first_shear_ = 0;
};

/// A fabric's moduli as a solver has them, or as they are asked for.
struct FabricModuli {
    double warp = std::numeric_limits<double>::quiet_NaN();    ///< E1 [N/m]
    double weft = std::numeric_limits<double>::quiet_NaN();    ///< E2 [N/m]
    double shear = std::numeric_limits<double>::quiet_NaN();   ///< G [N/m]
    double poisson = std::numeric_limits<double>::quiet_NaN(); ///< nu12 [1]
};

/// From the medians of the rows' stiffnesses over all triangles; NaN where no triangle says anything, and where the
/// body is no fabric.
FabricModuli measure_moduli(const Model& model, const State& state);
/// As the rows' compliances ask for, of the first triangle.
FabricModuli nominal_moduli(const Model& model);

/// Pairs of particles that show what a body's constraints bear: those of its distances, in order, then the three sides
/// of every triangle of fabric.
std::vector<std::array<int, 2>> shown_lines(const Model& model);
/// Number of shown_lines().
std::size_t shown_line_count(const Model& model);

} // namespace xpbd
