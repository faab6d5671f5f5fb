#pragma once

#include "core/model.h"
#include "core/state.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// Where the constraints of the types that fabrics are made of begin in State::lambda.
struct FirstRows {
    std::size_t membrane = 0;
    std::size_t woven = 0;
};

/// Two principal values, the higher one first.
struct Principal {
    double high = 0;
    double low = 0;
    /// That of larger magnitude.
    double larger() const { return std::abs(high) >= std::abs(low) ? high : low; }
};

/// Reads triangles of Model::fabric.
class FabricReader {
public:
    /// Both must outlive it.
    FabricReader(const Model& model, const State& state);

    /// Principal stretches - 1; 0 where the triangle is torn [1].
    Principal strains(const FabricTriangle& triangle) const;
    /// Force per width of the cloth at rest, across the two directions in which the tension is principal, from the
    /// multipliers of the last substep: what a strip that is pulled along them is held with. With Green's strain that
    /// is the second Piola-Kirchhoff stress times the stretch. 0 where the triangle is torn, and before the first step
    /// [N/m].
    Principal tensions(const FabricTriangle& triangle) const;
    /// The same along warp and weft, and the shear between them.
    std::array<double, 3> tension(const FabricTriangle& triangle) const;
    /// Index of the triangle's row k in State::lambda.
    std::size_t row(const FabricTriangle& triangle, std::size_t k) const;
    bool is_torn(const FabricTriangle& triangle) const;
    /// -lambda/h^2 over C and the area, of the triangle's row k: the stiffness that the row has [N/m], of compressed
    /// yarns before the share that they keep; none where it is torn, or C is noise.
    std::optional<double> row_stiffness(const FabricTriangle& triangle, std::size_t k) const;

private:
    /// Conjugate to the strains of the law, along warp and weft, and shear [N/m].
    std::array<double, 3> stress(const FabricTriangle& triangle) const;
    /// The columns of the deformation gradient.
    std::array<Vec3, 2> yarns(const FabricTriangle& triangle) const;

    const Model& model_;
    const State& state_;
    FirstRows first_;
};

/// A fabric's moduli as a solver has them, or as they are asked for.
struct FabricModuli {
    double warp = std::numeric_limits<double>::quiet_NaN();    ///< E1 [N/m]
    double weft = std::numeric_limits<double>::quiet_NaN();    ///< E2 [N/m]
    double shear = std::numeric_limits<double>::quiet_NaN();   ///< G [N/m]
    double poisson = std::numeric_limits<double>::quiet_NaN(); ///< nu12 [1]
};

/// From the medians of the rows' stiffnesses over all triangles; NaN where no triangle says anything, and where the
/// body is no fabric. The modulus of a weft that is not strained is NaN; the warp has its modulus.
FabricModuli measure_moduli(const Model& model, const State& state);
/// As the rows' compliances ask for, of the first triangle.
FabricModuli nominal_moduli(const Model& model);

/// Pairs of particles that show what a body's constraints bear: those of its distances, in order, then the three sides
/// of every triangle of fabric.
std::vector<std::array<int, 2>> shown_lines(const Model& model);
/// Number of shown_lines().
std::size_t shown_line_count(const Model& model);

} // namespace xpbd
