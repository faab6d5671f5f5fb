#include "lab/figures/bodies.h"

#include "core/methods.h"

#include <algorithm>

namespace xpbd::lab {

Model hanging_chain(int links, double mass, double length) {
    Model model;
    for (int i = 0; i <= links; ++i) {
        model.rest_position.push_back({0, -i * length, 0});
        model.mass.push_back(i == 0 ? 0 : mass);
    }
    for (int i = 0; i < links; ++i) {
        add_distance(model, i, i + 1, {});
    }
    (void)finalise(model); // cannot fail for this model
    return model;
}

Settings settings_of(std::string_view method, int iterations) {
    // Double precision, because the curves fall far below single precision.
    Settings settings{.engine = Engine::textbook};
    settings.method = find_method(method);
    settings.iterations = iterations;
    return settings;
}

void Run::steps(int count) {
    const auto solver = make_solver(settings);
    const Control control = control_of(world);
    for (int i = 0; i < count; ++i) {
        solver->step(model, state, control, settings, world.dt);
    }
}

Measure Run::measured() const {
    return measure(model, state, settings, world.gravity, world.dt);
}

Status first_fault(const std::vector<Status>& results) {
    const auto fault = std::find_if(results.begin(), results.end(), [](const Status& result) { return !result; });
    return fault == results.end() ? ok() : *fault;
}

std::array<float, 3> colour_of(std::string_view method) {
    return methods()[index_of(find_method(method))].colour;
}

std::array<float, 3> tone(const std::array<float, 3>& colour, float shift) {
    std::array<float, 3> result = colour;
    for (float& channel : result) {
        channel += shift > 0 ? shift * (1 - channel) : shift * channel;
    }
    return result;
}

} // namespace xpbd::lab
