// A rope of 20 links hangs from a fixed particle: how far does it stretch, and how stiff is it?
#include <core/methods.h>
#include <core/model/parameters.h>
#include <core/step/measure/measure.h>

#include <cstdio>
#include <utility>

int main() {
    xpbd::Model rope;
    for (int i = 0; i <= 20; ++i) {
        rope.rest_position.push_back({0, -0.1 * i, 0}); // m, y up
        rope.mass.push_back(i == 0 ? 0 : 0.05);         // kg, 0 = fixed
        if (i > 0) {
            xpbd::add_distance(rope, i - 1, i, {});
        }
    }
    xpbd::Status status = xpbd::finalise(rope);
    if (!status) {
        std::fprintf(stderr, "%s\n", status.error().message.c_str());
        return 2;
    }
    xpbd::Settings settings;
    settings.method = xpbd::find_method("xpbd");
    settings.engine = xpbd::Engine::textbook; // double precision, for the digits below
    settings.iterations = 100;
    // Sets values by key, checked against the table of parameters: 1e-3 m/N and 5 1/s are allowed.
    for (const auto& [key, value] : {std::pair("stretch_compliance", 1e-3), std::pair("velocity_damping", 5.0)}) {
        status = xpbd::set(settings, key, value);
        if (!status) {
            std::fprintf(stderr, "%s\n", status.error().message.c_str());
            return 2;
        }
    }
    const auto solver = xpbd::make_solver(settings);
    xpbd::State state = xpbd::initial_state(rope);
    const xpbd::Control control; // gravity only
    const double dt = 1.0 / 60;
    for (int frame = 0; frame < 600; ++frame) {
        solver->step(rope, state, control, settings, dt);
    }
    const xpbd::Measure m = xpbd::measure(rope, state, settings, control.gravity, dt);
    std::printf("sag %.6f m, effective stiffness %.3f N/m\n", m.sag, m.effective_stiffness.value_or(0));
}
