#include "core/model/wound_model.h"

#include "core/model/constraints/distance.h"

#include <cstddef>

namespace xpbd {

bool wind(const Model& scene, double time, Model& model) {
    auto& rest = model.of_type<Distance>().rest;
    const std::vector<RestOf<Distance>> before = rest;
    for (const Winch& winch : scene.winches) {
        for (const int c : winch.distances) {
            rest[index_of(c)] = scene.of_type<Distance>().rest[index_of(c)];
        }
    }
    for (const Winch& winch : scene.winches) {
        for (const int c : winch.distances) {
            double& length = rest[index_of(c)][0];
            length = winch.length_at(length, time);
        }
    }
    return rest != before;
}

std::vector<double> winch_powers(const Model& scene, const State& state, double time, double h) {
    std::vector<double> powers;
    const std::size_t first = first_of<Distance>(scene);
    auto end = scene.of_type<Distance>().rest; // with the changes of the winches before
    auto start = end;
    for (const Winch& winch : scene.winches) {
        double work = 0;
        for (const int c : winch.distances) {
            double& now = end[index_of(c)][0];
            double& before = start[index_of(c)][0];
            const double others = now - before;
            now = winch.length_at(now, time);
            before = winch.length_at(before, time - h);
            const double tension = -state.lambda[first + index_of(c)] * state.force_scale;
            work += tension * (others - (now - before));
        }
        powers.push_back(work / h);
    }
    return powers;
}

WoundModel::WoundModel(const Model& scene, const State& state) : scene_(scene) {
    if (!scene.winches.empty()) {
        copy_ = scene;
        wind(scene, motion_time(state), *copy_);
    }
}

} // namespace xpbd
