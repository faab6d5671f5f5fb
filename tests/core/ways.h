#pragma once

#include "bodies.h"

#include <cmath>
#include <numbers>
#include <ostream>

namespace xpbd::test {

/// A method with an engine and enough iterations for contact with friction.
struct Way {
    const char* name;
    const char* method;
    Engine engine;
    int iterations;
};
inline std::ostream& operator<<(std::ostream& out, const Way& way) {
    return out << way.name;
}

inline constexpr Way kWays[] = {
    {"pbd", "pbd", Engine::textbook, 20},
    {"pbd_fast", "pbd", Engine::fast, 20},
    {"pbd_corrected", "pbd_corrected", Engine::fast, 20},
    {"xpbd", "xpbd", Engine::textbook, 20},
    {"xpbd_fast", "xpbd", Engine::fast, 20},
    {"hpbd", "hpbd", Engine::textbook, 20},
    {"direct", "direct", Engine::textbook, 10},
    {"vbd", "vbd", Engine::textbook, 20},
    {"avbd", "avbd", Engine::textbook, 20},
    {"global", "global", Engine::textbook, 3},
    {"global_20", "global", Engine::textbook, 20},
    {"newton", "newton", Engine::textbook, 1},
    {"mgpbd", "mgpbd", Engine::textbook, 10},
};

inline Settings settings_of(const Way& way) {
    Settings settings = settings_for(way.method, way.iterations);
    settings.engine = way.engine;
    return settings;
}

inline constexpr int kOnDrum = 16; ///< particles of rope_on_drum() that touch the drum

/// A rope over a drum along z, with a friction of 0.5: 1 kg at its left end and `load` [kg] at its right, 0: a pin.
/// Every particle on the drum turns the rope by pi/16. Not finalised.
inline Model rope_on_drum(double load) {
    constexpr int n = kOnDrum;
    const double step = std::numbers::pi / n;
    const double radius = 0.25;
    Model model;
    const double x = radius * std::cos(step / 2);
    model.rest_position.push_back({-x, -0.575, 0});
    for (int i = 0; i < n; ++i) {
        const double angle = std::numbers::pi - (i + 0.5) * step;
        model.rest_position.push_back(radius * Vec3(std::cos(angle), std::sin(angle), 0));
    }
    model.rest_position.push_back({x, -0.575, 0});
    model.mass.assign(n + 2, 0.002);
    model.mass.front() = 1;
    model.mass.back() = load;
    for (int i = 0; i <= n; ++i) {
        add_distance(model, i, i + 1, {});
    }
    model.colliders.push_back({Capsule{{0, 0, -0.5}, {0, 0, 0.5}, radius}, 0.5});
    return model;
}

} // namespace xpbd::test
