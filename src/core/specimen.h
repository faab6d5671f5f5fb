#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <string>
#include <vector>

namespace xpbd {

/// A textile laboratory's test that a body is in: what core/measure/specimen.h reads off it.
struct Specimen {
    enum class Test : std::uint8_t {
        none,
        strip,      ///< pulled between two grips to a strain that is held
        shear,      ///< sheared in a frame by an angle that is held
        cantilever, ///< level, clamped at one end, bends by its weight
        drape,      ///< a disc that hangs over a smaller disc
    };
    Test test = Test::none;
    std::vector<int> grip;     ///< strip and shear: particles whose force is read; cantilever: particles of the tip
    std::vector<int> far_grip; ///< strip and shear: particles of the other grip, which carries the same force
    glm::dvec3 direction{0};   ///< strip and shear: of the force on `grip`, a unit vector
    /// Strip and shear: where the arrows of the forces on `grip` and on `far_grip` begin, on the grips' outsides [m].
    std::array<glm::dvec3, 2> outside{};
    double width = 0;                 ///< over which it acts [m]
    double strain = 0;                ///< strip: change of length over length; shear: the sine of the angle [1]
    double length = 0;                ///< cantilever: that hangs over; drape: radius of the cloth [m]
    double support = 0;               ///< drape: radius of the disc that carries it [m]
    std::array<int, 2> gauge{-1, -1}; ///< strip: two particles in its middle, across the pull
    double gauge_length = 0;          ///< their distance at rest [m]
    /// What the test must give: force per width [N/m], or bending length [m]; NaN = not known.
    double asked = std::numeric_limits<double>::quiet_NaN();
    std::string fault; ///< why the fabric's law has no answer to this test, as a line; empty where it has one
};

} // namespace xpbd
