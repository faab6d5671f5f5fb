#include "core/implicit/multigrid/rigid_motions.h"

#include <algorithm>

namespace xpbd {

std::vector<double> rigid_motions(std::span<const Vec4> positions) {
    Vec3 middle(0);
    double count = 0;
    for (const Vec4& x : positions) {
        middle += x.w > 0 ? xyz(x) : Vec3(0);
        count += x.w > 0 ? 1 : 0;
    }
    middle /= std::max(1.0, count);
    std::vector<double> result(18 * positions.size(), 0.0);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3 arm = xyz(positions[i]) - middle;
        for (int axis = 0; axis < 3 && positions[i].w > 0; ++axis) {
            Vec3 e(0);
            e[axis] = 1;
            const Vec3 turn = glm::cross(e, arm);
            for (int r = 0; r < 3; ++r) {
                result[18 * i + index_of(3 * axis + r)] = e[r];
                result[18 * i + index_of(3 * (axis + 3) + r)] = turn[r];
            }
        }
    }
    return result;
}

} // namespace xpbd
