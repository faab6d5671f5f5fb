// Figure "resonance": the answer of a mass on a spring to a support that swings, by frequency.
#include "lab/figures/bodies.h"

#include "lab/experiment/response.h"

#include <cmath>
#include <numbers>

namespace xpbd::lab {
namespace {

constexpr double kAmplitude = 0.01;  ///< of the support [m]
constexpr double kCompliance = 1e-2; ///< [m/N], with a mass of 1 kg
constexpr double kDamping = 2;       ///< c [1/s]
constexpr int kSettled = 1200;       ///< frames after which the start has died out
constexpr int kPeriods = 2;          ///< periods of the support after that, which contain a whole measured one

/// The answer of a damped oscillator without a timestep: w0^2/(w0^2 - w^2 + i c w).
Answer exact_answer(double w) {
    const double w02 = 1 / kCompliance;
    const double real = w02 - w * w;
    const double imaginary = kDamping * w;
    const double square = real * real + imaginary * imaginary;
    return answer_of(w02 * real / square, -w02 * imaginary / square);
}

Result<Model> driven_spring(double w) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {0, 1};
    model.of_type<Distance>().add({0, 1}, {1.0}, {Role::stretch, {}, {}, {}});
    const SwingMotion swing{.shift = {kAmplitude, 0, 0}, .frequency = w / (2 * std::numbers::pi)};
    model.drives.push_back({"support", {}, {0}, swing});
    if (const Status sound = finalise(model); !sound) {
        return sound.error();
    }
    return model;
}

Answer measured_answer(const Model& model, const Settings& settings, double w) {
    Run run{model, settings};
    run.world.gravity = Vec3(0);
    run.world.dt = 1.0 / 120;
    run.steps(kSettled);
    const auto frames = static_cast<int>(std::lround(kPeriods * 2 * std::numbers::pi / (w * run.world.dt)));
    Response response;
    for (int frame = 0; frame < frames; ++frame) {
        run.steps(1);
        response.add_frame(model, run.state);
    }
    return response.answer();
}

} // namespace

Result<Figure> figure_resonance(const Parallel& parallel) {
    struct Row {
        std::string_view method;
        int iterations;
        Integrator integrator;
        float shift;
        bool marked; ///< by markers, because another curve has the same points
    };
    // PBD's k gives the same stiffness as the compliance for 10 iterations: 1 - (1 - k)^10 = h^2 k_s/(m + h^2 k_s),
    // with BDF2's 2/3 h.
    static constexpr double kStiffness = 3.08e-4;
    static constexpr Row kRows[] = {{method_key::pbd, 10, Integrator::bdf2, 0.3f, false},
                                    {method_key::pbd, 40, Integrator::bdf2, -0.3f, false},
                                    {method_key::xpbd, 10, Integrator::bdf1, 0.4f, false},
                                    {method_key::xpbd, 10, Integrator::bdf2, 0, false},
                                    {method_key::xpbd, 40, Integrator::bdf2, -0.45f, true}};
    constexpr int kPoints = 41;
    const double w0 = 1 / std::sqrt(kCompliance);
    const auto ratio = [](int i) { return 0.3 + 2.2 * i / (kPoints - 1); };
    Chart gains{"Mass of 1 kg, α = 0.01 m/N, c = 2 /s, h = 1/120 s",
                {"frequency of the support over the mass's own", false},
                {"amplitude over the support's", false},
                {}};
    Chart lags{"How far the mass is behind",
               {"frequency of the support over the mass's own", false},
               {"lag of the phase [deg]", false},
               {}};
    for (Chart* chart : {&gains, &lags}) {
        for (const Row& row : kRows) {
            Series series;
            Settings settings = settings_of(row.method, row.iterations);
            series.label = std::string(method_of(settings).label) + ", n = " + std::to_string(row.iterations) +
                           (row.integrator == Integrator::bdf1 ? ", BDF1" : "");
            series.colour = tone(colour_of(row.method), row.shift);
            series.markers = row.marked;
            series.points.resize(kPoints);
            chart->series.push_back(std::move(series));
        }
        chart->series.push_back({"without a timestep", {0.6f, 0.6f, 0.6f}, true, false, {}});
    }
    std::vector<Status> results(kPoints, ok());
    parallel(kPoints, [&](std::size_t i) {
        const double w = ratio(static_cast<int>(i)) * w0;
        const Result<Model> model = driven_spring(w);
        if (!model) {
            results[i] = model.error();
            return;
        }
        for (std::size_t k = 0; k < std::size(kRows); ++k) {
            Settings settings = settings_of(kRows[k].method, kRows[k].iterations);
            settings.integrator = kRows[k].integrator;
            settings.stretch_compliance = kCompliance;
            settings.stretch_stiffness = kStiffness;
            settings.velocity_damping = kDamping;
            const Answer answer = measured_answer(*model, settings, w);
            gains.series[k].points[i] = {w / w0, answer.gain};
            lags.series[k].points[i] = {w / w0, answer.lag};
        }
    });
    if (const Status sound = first_fault(results); !sound) {
        return sound.error();
    }
    for (int i = 0; i <= 400; ++i) {
        const double at = 0.3 + 2.2 * i / 400;
        const Answer answer = exact_answer(at * w0);
        gains.series.back().points.emplace_back(at, answer.gain);
        lags.series.back().points.emplace_back(at, answer.lag);
    }
    return Figure{
        "XPBD answers as the compliance asks, whatever n; implicit Euler (BDF1) damps it. PBD with the same k and "
        "four times the iterations is another spring: its resonance moves to twice the frequency.",
        {gains, lags}};
}

} // namespace xpbd::lab
