// Custom scenes, stepped for three frames by any method: from session JSON (an input that begins with a brace), or
// built from bytes. A pane's state is finite or the pane is marked as diverged, and the same steps give the same bits.
#include "core/step/measure/measure.h"
#include "lab/experiment/experiment.h"

#include "fuzz.h"
#include "scene_from_bytes.h"
#include "session_text.h"

#include <algorithm>
#include <string>

using namespace xpbd;

namespace {

constexpr int kFrames = 3;
constexpr std::size_t kMostParticles = 64;
constexpr std::size_t kMostElements = 200;
/// Work per frame is bounded, so that a timeout is a hang and not a long computation that the input asked for.
constexpr int kMostIterations = 8;
constexpr int kMostSubsteps = 4;
constexpr double kMostSegments = 6;

bool is_small(const scenes::CustomScene& scene) {
    std::size_t elements = scene.constraint_count() + scene.bend_twist.size() + scene.triangles.size() +
                           scene.planes.size() + scene.spheres.size() + scene.capsules.size() + scene.boxes.size();
    for (const scenes::CustomVolume& volume : scene.volume) {
        elements += volume.triangles.size();
    }
    return scene.particles.size() <= kMostParticles && elements <= kMostElements;
}

/// Limits every whole number of a scene from the table, except the seed, because these numbers are sizes.
void make_small(scenes::SceneSpec& spec) {
    const scenes::SceneInfo* info = scenes::find_scene(spec.name);
    for (const ParameterInfo& parameter : info->parameters) {
        if (parameter.scale == Scale::integer && parameter.key != "seed") {
            Value value = scenes::scene_value(spec, parameter.key);
            for (double& component : value) {
                component = std::min(component, std::max(parameter.min, kMostSegments));
            }
            spec.values[std::string(parameter.key)] = value;
        }
    }
}

void look_at(const lab::Experiment& experiment) {
    for (const lab::Pane& pane : experiment.panes()) {
        (void)measure(*pane.model, pane.state, pane.settings, experiment.world().gravity, experiment.world().dt);
        (void)read_constraints(*pane.model, pane.state);
        std::vector<float> strain;
        line_strain(*pane.model, pane.state, strain);
    }
}

void run(lab::Experiment& experiment) {
    for (int frame = 0; frame < kFrames && !experiment.any_diverged(); ++frame) {
        experiment.step();
        for (const lab::Pane& pane : experiment.panes()) {
            fuzz::check(pane.diverged || is_finite(pane.state), "a pane's state is finite, or the pane diverged",
                        method_of(pane.settings).key);
            fuzz::check(is_finite(pane.last_good), "there is a way back");
        }
        look_at(experiment);
    }
}

/// Newton's method, the reference, ignores the limit on iterations: it runs once, without the repetition.
bool is_slow(const lab::Session& session) {
    return std::any_of(session.panes.begin(), session.panes.end(),
                       [](const Settings& pane) { return pane.method == find_method("newton"); });
}

void step(lab::Session session) {
    for (Settings& pane : session.panes) {
        pane.iterations = std::min(pane.iterations, kMostIterations);
        pane.substeps = std::min(pane.substeps, kMostSubsteps);
    }
    Result<lab::Experiment> experiment = lab::Experiment::create(session);
    if (!experiment) {
        fuzz::check_message(experiment.error().message);
        return;
    }
    run(*experiment);
    if (!experiment->any_diverged()) {
        if (is_slow(session)) {
            return;
        }
        (void)experiment->trace_step(0);
        const std::uint64_t first = lab::state_hash(*experiment);
        experiment->reset();
        run(*experiment);
        fuzz::check(lab::state_hash(*experiment) == first, "the same steps give the same bits",
                    lab::write_session(session));
        return;
    }
    for (std::size_t i = 0; i < experiment->panes().size(); ++i) {
        experiment->restore_last_good(static_cast<int>(i));
    }
    for (const lab::Pane& pane : experiment->panes()) {
        fuzz::check(is_finite(pane.state), "a diverged pane goes back to a finite state");
    }
}

} // namespace

int fuzz::take_scene(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || data[0] != '{') {
        step(fuzz::session_from({data, size}));
        return 0;
    }
    const std::string_view text = fuzz::text_of(data, size);
    if (fuzz::reads_foreign_file(text)) {
        return 0;
    }
    Result<lab::Session> session = lab::parse_session(text, "s.json", XPBD_FUZZ_MESHES);
    if (!session || (session->scene.custom && !is_small(*session->scene.custom))) {
        return 0;
    }
    make_small(session->scene);
    step(std::move(*session));
    return 0;
}
