#pragma once

// Description of a textile test.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <string>
#include <vector>

namespace xpbd {

/// A textile laboratory's test of a body, which core/step/measure/specimen.h evaluates.
struct Specimen {
    enum class Test : std::uint8_t {
        none,
        strip,      ///< pulled between two grips to a constant strain
        shear,      ///< sheared in a frame by a constant angle
        cantilever, ///< horizontal, clamped at one end, bends under its weight
        drape,      ///< a disc that hangs over a smaller supporting disc
    };
    Test test = Test::none;
    std::vector<int>
        grip; ///< strip and shear: particles of the grip whose force is measured; cantilever: particles of the tip
    std::vector<int> far_grip; ///< strip and shear: particles of the other grip, with the opposite force
    glm::dvec3 direction{0};   ///< strip and shear: unit vector of the force on `grip`
    /// Strip and shear: start points of the arrows that show the forces on `grip` and `far_grip`, on the outside of the
    /// grips [m].
    std::array<glm::dvec3, 2> outside{};
    double width = 0;                 ///< width of the cloth at the grip [m]
    double strain = 0;                ///< strip: change of length over length; shear: sine of the angle [1]
    double length = 0;                ///< cantilever: overhanging length; drape: radius of the cloth [m]
    double support = 0;               ///< drape: radius of the supporting disc [m]
    std::array<int, 2> gauge{-1, -1}; ///< strip: two particles in the middle, one at each side
    double gauge_length = 0;          ///< rest distance of the gauge particles [m]
    /// Nominal result of the test: force per width [N/m], or bending length [m]; NaN: not known.
    double asked = std::numeric_limits<double>::quiet_NaN();
    std::string
        fault; ///< why the fabric's law gives no nominal result for this test, in one line; empty if it gives one
};

} // namespace xpbd
