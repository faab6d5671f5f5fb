#pragma once

// Strains, tensions and moduli of fabrics, computed from a state.

#include "core/model/model.h"
#include "core/model/state.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// Index in State::lambda of the first constraint of each type that fabrics use.
struct FirstRows {
    std::size_t membrane = 0;
    std::size_t woven = 0;
};

/// Two principal values, the higher one first.
struct Principal {
    double high = 0;
    double low = 0;
    /// The value of larger magnitude.
    double larger() const { return std::abs(high) >= std::abs(low) ? high : low; }
};

/// Computes strains, tensions and stiffnesses of triangles of Model::fabric.
class FabricReader {
public:
    /// `model` and `state` must outlive the reader.
    FabricReader(const Model& model, const State& state);

    /// Principal stretches minus 1; 0 if the triangle is torn [1].
    Principal strains(const FabricTriangle& triangle) const;
    /// Principal tensions: force per rest width of the cloth [N/m], from the multipliers of the last substep. It is the
    /// force that a strip pulled in this direction exerts: with Green's strain, the second Piola-Kirchhoff stress times
    /// the stretch. 0 if the triangle is torn, and before the first step.
    Principal tensions(const FabricTriangle& triangle) const;
    /// Tension along warp and along weft, and shear between them [N/m].
    std::array<double, 3> tension(const FabricTriangle& triangle) const;
    /// Index in State::lambda of row k of a triangle.
    std::size_t row(const FabricTriangle& triangle, std::size_t k) const;
    bool is_torn(const FabricTriangle& triangle) const;
    /// Stiffness of row k of a triangle [N/m]: -lambda/h^2 over C and the area. For compressed yarns it is the
    /// stiffness under tension, of which compression keeps only a share. Empty if the row is torn, or |C| is too small.
    std::optional<double> row_stiffness(const FabricTriangle& triangle, std::size_t k) const;

private:
    /// Stress along warp and along weft, and shear [N/m], conjugate to the strains of the law.
    std::array<double, 3> stress(const FabricTriangle& triangle) const;
    /// The columns of the deformation gradient: the images of the unit vectors along warp and weft.
    std::array<Vec3, 2> yarns(const FabricTriangle& triangle) const;

    const Model& model_;
    const State& state_;
    FirstRows first_;
};

/// Elastic moduli of a fabric. NaN: not known.
struct FabricModuli {
    double warp = std::numeric_limits<double>::quiet_NaN();    ///< E1 [N/m]
    double weft = std::numeric_limits<double>::quiet_NaN();    ///< E2 [N/m]
    double shear = std::numeric_limits<double>::quiet_NaN();   ///< G [N/m]
    double poisson = std::numeric_limits<double>::quiet_NaN(); ///< nu12 [1]
};

/// The moduli that the solver's forces show: from the medians of the rows' stiffnesses over all triangles. NaN if no
/// triangle is strained enough, and for other bodies. The modulus of an unstrained weft is NaN; the other moduli then
/// use its nominal stiffness.
FabricModuli measure_moduli(const Model& model, const State& state);
/// The nominal moduli: from the compliances of the first triangle's rows.
FabricModuli nominal_moduli(const Model& model);

/// Pairs of particles along which strain and tension are shown: the ends of all distances, in order, then the three
/// sides of every triangle of fabric.
std::vector<std::array<int, 2>> shown_lines(const Model& model);
/// Number of shown_lines().
std::size_t shown_line_count(const Model& model);

} // namespace xpbd
