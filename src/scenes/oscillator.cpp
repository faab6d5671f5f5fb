// The scene "oscillator": one particle on a spring without gravity, whose period is known exactly.
#include "scenes/parts/builders.h"
#include "scenes/parts/seen.h"
#include "scenes/parts/values.h"

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kOscillatorRows[] = {
    mass_row(1),
    {.key = "rest",
     .label = "Rest length",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.05,
     .max = 10,
     .default_value = {1, 0, 0},
     .tooltip = "Of the spring, unstretched."},
    {.key = "start",
     .label = "Start length",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.05,
     .max = 10,
     .default_value = {1.5, 0, 0},
     .tooltip = "Of the spring when it is let go."},
};

// The period of 0.63 s is slow enough to follow by eye. PBD with ten iterations has nearly the same period as XPBD: per
// step PBD removes the share 1 - (1 - k)^n of the stretch, XPBD removes h^2/(h^2 + alpha m). BDF2, which replaces h by
// 2/3 of the timestep, lets both swing for minutes.
constexpr std::pair<std::string_view, std::string_view> kOscillatorSuggested[] = {
    {"dt", "0.016666666666666666"},   {"gravity", "0,0,0"},          {"integrator", "bdf2"}, {"iterations", "10"},
    {"stretch_stiffness", "0.00123"}, {"stretch_compliance", "1e-2"}};

/// A block behind the fixed end of the spring, whose initial length is `length` [m].
Fixture block(double length) {
    const double half = 0.025 * length;
    return {Box{{-half, 0, 0}, {half, 0.12 * length, 0.12 * length}}, true};
}

constexpr SceneReadout kOscillatorReadouts[] = {{"period"}, {"effective_stiffness"}, {"total_energy"}};

Result<Model> build_oscillator(const SceneSpec& spec) {
    Model model;
    model.rest_position = {{0, 0, 0}, {number(spec, "start"), 0, 0}};
    model.mass = {0, number(spec, "mass")};
    model.of_type<Distance>().add({0, 1}, {number(spec, "rest")}, {Role::stretch, {}, {}, {}});
    model.segments = {{0, 1}};
    model.presentation.rope_radius = 0.006 * number(spec, "start"); // radius of the spring's wire
    model.presentation.is_coiled = true;
    add_seen(model, {{0, 0, 0}, {number(spec, "start"), 0, 0}}); // the spring's whole travel
    model.presentation.fixtures.push_back(block(number(spec, "start")));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kOscillator{
    "oscillator",
    "Oscillator",
    "A mass on a spring without gravity (XPBD, 2016, section 6.1): with ten iterations PBD and XPBD swing "
    "alike. Switch the Integrator to bdf1 and watch implicit Euler damp both.",
    "Drag Iterations: PBD swings quicker, XPBD keeps its period.",
    {"stretch_compliance", "integrator"},
    kOscillatorRows,
    kOscillatorSuggested,
    kOscillatorReadouts,
    &build_oscillator,
    {.stretch = 0.5, .tension = 50},
    kPbdBesideXpbd,
    8};

} // namespace xpbd::scenes
