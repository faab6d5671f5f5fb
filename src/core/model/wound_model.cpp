#include "core/model/wound_model.h"

#include "core/model/constraints/distance.h"

namespace xpbd {

bool wind(const Model& scene, double time, Model& model) {
    bool changes = false;
    for (const Winch& winch : scene.winches) {
        for (const int c : winch.distances) {
            double& length = model.of_type<Distance>().rest[index_of(c)][0];
            const double wanted = winch.length_at(rest_length(scene.of_type<Distance>(), index_of(c)), time);
            changes = changes || wanted != length;
            length = wanted;
        }
    }
    return changes;
}

double winch_power(const Model& scene, const Winch& winch, const State& state, double time, double h) {
    const std::size_t first = first_of<Distance>(scene);
    double work = 0;
    for (const int c : winch.distances) {
        const double length = rest_length(scene.of_type<Distance>(), index_of(c));
        const double tension = -state.lambda[first + index_of(c)] * state.force_scale;
        work += tension * (winch.length_at(length, time - h) - winch.length_at(length, time));
    }
    return work / h;
}

WoundModel::WoundModel(const Model& scene, const State& state) : scene_(scene) {
    if (!scene.winches.empty()) {
        copy_ = scene;
        wind(scene, motion_time(state), *copy_);
    }
}

} // namespace xpbd
