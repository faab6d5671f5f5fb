#include "lab/experiment/experiment.h"

#include "core/methods.h"
#include "lab/experiment/packed_state.h"
#include "lab/experiment/pane_meshes.h"
#include "lab/text/number_text.h"
#include "lab/threads/worker_pool.h"
#include "scenes/changes/cuts.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"
#include "scenes/changes/things.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace xpbd::lab {
namespace {

/// Least particles of a pane for which for_each_pane() uses the threads of the step, which are still awake then. Tasks
/// on smaller panes are too short for threads.
constexpr std::size_t kWorthThreads = 256;

} // namespace

struct Experiment::Impl {
    PaneMeshes meshes;
    World world;
    std::vector<Pane> panes;
    std::vector<std::unique_ptr<Solver>> solvers; ///< one per pane
    Hand hand;
    StopToken interrupt;
    bool tracing = false;
    WorkerPool pool;

    Impl(int threads, PaneMeshes built) : meshes(std::move(built)), pool(threads) {}

    /// A solver with access to the thread pool: panes are outer tasks, parts of a pane are inner tasks.
    std::unique_ptr<Solver> solver_for(const Settings& settings) {
        auto solver = make_solver(settings);
        solver->set_parallel([this](std::size_t count, const auto& task) { pool.run(count, task); });
        solver->set_interrupt(interrupt);
        return solver;
    }

    Pane fresh_pane(const Settings& settings) const { return fresh_pane(meshes.of(settings), settings); }

    static Pane fresh_pane(const PaneMesh& mesh, const Settings& settings) {
        Pane pane;
        pane.settings = settings;
        pane.model = mesh.model;
        pane.state = initial_state(*mesh.model);
        scenes::place_pins(*mesh.model, mesh.scene, pane.state);
        scenes::take_cuts(*mesh.model, {}, mesh.scene.changes, pane.state);
        pane.last_good = pane.state;
        return pane;
    }

    /// The world's forces and the user's hand for a step of a pane. Grabs are mapped to the particles of its mesh.
    Control control_for(const Pane& pane) const {
        const Model& own = *meshes.own().model;
        Control control = control_of(world, hand);
        if (!hand.grabs.empty() && !scenes::have_same_places(*pane.model, own)) {
            control.hand.grabs = scenes::grabs_in(hand.grabs, own, *pane.model);
        }
        return control;
    }

    /// Steps one pane by one frame.
    void step_pane(Pane& pane, Solver& solver, const Control& control) const {
        if (reads_history(pane.settings) && !pane.has_history) {
            pane.state = PackedState(pane.state, false).unpack();
        }
        pane.last_good = pane.state;
        pane.trace.clear();
        solver.set_trace(tracing ? &pane.trace : nullptr);
        const auto start = std::chrono::steady_clock::now();
        pane.stats = solver.step(*pane.model, pane.state, control, pane.settings, world.dt);
        const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
        pane.solve_ms = wall.count();
        pane.diverged = !pane.stats.finite;
        if (!pane.stats.interrupted) {
            pane.has_history = reads_history(pane.settings);
            pane.swing.add_frame(*pane.model, pane.state, world.gravity);
        }
    }

    /// Steps a new pane alone to `frame`, without the user's hand. Returns false if `stop` was requested.
    bool bring(
        Pane& pane, Solver& solver, std::int64_t frame, const StopToken& stop,
        const std::function<void()>& stepped = [] {}) const {
        const Control control = control_of(world);
        solver.set_interrupt(stop);
        while (pane.state.step < frame && !pane.diverged && !stop.stop_requested()) {
            step_pane(pane, solver, control);
            stepped();
        }
        solver.set_interrupt(interrupt);
        return !stop.stop_requested();
    }

    /// The state with the highest step number.
    const State& leader() const {
        return std::max_element(panes.begin(), panes.end(),
                                [](const Pane& one, const Pane& other) { return one.state.step < other.state.step; })
            ->state;
    }

    void reset() {
        for (Pane& pane : panes) {
            pane = fresh_pane(pane.settings);
        }
    }

    /// Gives every pane the model with the user's present changes, and adapts its states to it.
    void take_changes(const scenes::Changes& before) {
        for (Pane& pane : panes) {
            const PaneMesh& mesh = meshes.of(pane.settings);
            for (State* state : {&pane.state, &pane.last_good}) {
                scenes::carry_over(*pane.model, *mesh.model, *state);
                scenes::place_pins(*mesh.model, mesh.scene, *state);
                scenes::take_cuts(*mesh.model, before, mesh.scene.changes, *state); // they are the same in all meshes
            }
            pane.model = mesh.model;
        }
    }
};

Experiment::Experiment(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Experiment::Experiment(Experiment&&) noexcept = default;
Experiment& Experiment::operator=(Experiment&&) noexcept = default;
Experiment::~Experiment() = default;

Result<Experiment> Experiment::create(const Session& session, int threads) {
    for (const Status& status : {validate_panes(session.panes), validate_world(session.world)}) {
        if (!status) {
            return status.error();
        }
    }
    Result<PaneMeshes> meshes = PaneMeshes::build(session.scene, session.panes);
    if (!meshes) {
        return meshes.error();
    }
    auto impl = std::make_unique<Impl>(threads, std::move(*meshes));
    impl->world = session.world;
    for (const Settings& settings : session.panes) {
        impl->panes.push_back(impl->fresh_pane(settings));
        impl->solvers.push_back(impl->solver_for(settings));
    }
    return Experiment(std::move(impl));
}

bool Experiment::step(const std::function<void(std::size_t)>& stepped) {
    if (any_diverged()) {
        return true;
    }
    auto& panes = impl_->panes;
    std::vector<std::pair<StepStats, double>> before;
    before.reserve(panes.size());
    for (const Pane& pane : panes) {
        before.emplace_back(pane.stats, pane.solve_ms);
    }
    impl_->pool.run(panes.size(), [&](std::size_t i) {
        impl_->step_pane(panes[i], *impl_->solvers[i], impl_->control_for(panes[i]));
        if (stepped && !panes[i].stats.interrupted) {
            stepped(i);
        }
    });
    if (std::none_of(panes.begin(), panes.end(), [](const Pane& pane) { return pane.stats.interrupted; })) {
        return true;
    }
    // Lockstep: panes that had finished the frame go back as well.
    for (std::size_t i = 0; i < panes.size(); ++i) {
        panes[i].state = panes[i].last_good;
        std::tie(panes[i].stats, panes[i].solve_ms) = before[i];
        panes[i].diverged = false;
        panes[i].trace.clear();
    }
    return false;
}

void Experiment::set_tracing(bool tracing) {
    impl_->tracing = tracing;
}

void Experiment::set_interrupt(const StopToken& interrupt) {
    impl_->interrupt = interrupt;
    for (const auto& solver : impl_->solvers) {
        solver->set_interrupt(interrupt);
    }
}

void Experiment::reset() {
    impl_->hand = {};
    impl_->reset();
}

void Experiment::renew() {
    impl_->hand = {};
    impl_->solvers.clear();
    for (Pane& pane : impl_->panes) {
        pane.state = {};
        pane.last_good = {};
    }
    impl_->reset();
    for (const Pane& pane : impl_->panes) {
        impl_->solvers.push_back(impl_->solver_for(pane.settings));
    }
}

void Experiment::restore_last_good(int pane) {
    auto& panes = impl_->panes;
    const auto wanted = static_cast<std::size_t>(pane);
    if (pane < 0 || wanted >= panes.size() || !panes[wanted].diverged) {
        return;
    }
    // The last good frame is usually the same for all panes, except for a pane that diverged while it caught up.
    const std::int64_t frame = panes[wanted].last_good.step;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (panes[i].last_good.step == frame) {
            panes[i].state = panes[i].last_good;
        } else if (panes[i].state.step != frame || panes[i].diverged) {
            panes[i] = impl_->fresh_pane(panes[i].settings);
            if (!impl_->bring(panes[i], *impl_->solvers[i], frame, impl_->interrupt)) {
                panes[i] = impl_->fresh_pane(panes[i].settings);
            }
        }
        panes[i].diverged = false;
    }
}

Status Experiment::set_scene(const scenes::SceneSpec& scene) {
    Result<PaneMeshes> built = PaneMeshes::build(scene, session().panes);
    if (!built) {
        return built.error();
    }
    // Everything that allocates memory comes before the first change: if it throws, the old scene is intact.
    std::vector<Pane> panes;
    for (const Pane& pane : impl_->panes) {
        panes.push_back(Impl::fresh_pane(built->of(pane.settings), pane.settings));
    }
    impl_->meshes = std::move(*built);
    impl_->panes = std::move(panes);
    impl_->hand = {};
    return ok();
}

Status Experiment::set_changes(const scenes::Changes& changes) {
    if (changes == scene().changes) {
        return ok();
    }
    scenes::SceneSpec spec = scene();
    spec.changes = changes;
    Result<PaneMeshes> built = PaneMeshes::build(spec, session().panes);
    if (!built) {
        return built.error();
    }
    const scenes::Changes before = scene().changes;
    impl_->meshes = std::move(*built);
    impl_->take_changes(before);
    return ok();
}

Status Experiment::set_panes(const std::vector<Settings>& settings, const CatchUp& catch_up) {
    Result<PaneMeshes> meshes = impl_->meshes.with_panes(settings);
    if (!meshes) {
        return meshes.error();
    }
    auto& panes = impl_->panes;
    const std::size_t kept = std::min(panes.size(), settings.size());
    std::vector<std::unique_ptr<Solver>> solvers(settings.size()); // null for panes that keep their solver
    std::vector<std::optional<Pane>> coming(settings.size());
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const PaneMesh& mesh = meshes->of(settings[i]);
        const bool anew = i >= kept || panes[i].model != mesh.model;
        if (anew || panes[i].settings.method != settings[i].method || panes[i].settings.engine != settings[i].engine) {
            solvers[i] = impl_->solver_for(settings[i]);
        }
        if (anew) {
            coming[i] = Impl::fresh_pane(mesh, settings[i]);
        }
    }
    // Everything that allocates memory or takes long comes before the first change: until then the panes are intact.
    const std::int64_t now = frame();
    const auto all = static_cast<double>(
        now * std::count_if(coming.begin(), coming.end(), [](const auto& pane) { return pane.has_value(); }));
    std::int64_t done = 0;
    const auto stepped = [&] {
        ++done;
        if (catch_up.told) {
            catch_up.told(static_cast<double>(done) / all);
        }
    };
    for (std::size_t i = 0; i < settings.size(); ++i) {
        if (coming[i] && !impl_->bring(*coming[i], *solvers[i], now, catch_up.stop, stepped)) {
            return Error{"cancelled: the panes stay as they were"};
        }
    }
    impl_->meshes = std::move(*meshes);
    panes.resize(settings.size());
    impl_->solvers.resize(settings.size());
    for (std::size_t i = 0; i < settings.size(); ++i) {
        if (coming[i]) {
            panes[i] = std::move(*coming[i]);
        }
        if (solvers[i]) {
            impl_->solvers[i] = std::move(solvers[i]);
        }
        panes[i].settings = settings[i];
    }
    return ok();
}

void Experiment::set_world(const World& world) {
    impl_->world = world;
}

void Experiment::set_hand(Hand hand) {
    impl_->hand = finite(std::move(hand));
}

void Experiment::set_states(std::vector<State> states) {
    const std::size_t count = std::min(states.size(), impl_->panes.size());
    for (std::size_t i = 0; i < count; ++i) {
        Pane& pane = impl_->panes[i];
        if (states[i].particles.position.size() != pane.model->particle_count()) {
            continue; // the state is of another mesh
        }
        pane.last_good = states[i];
        pane.state = std::move(states[i]);
        pane.diverged = false;
        pane.swing.add_frame(*pane.model, pane.state, impl_->world.gravity);
        pane.has_history = true; // the timeline's states have zeros where it stores no history
    }
}

std::vector<Equations> Experiment::trace_step(int pane) const {
    const Pane& shown = impl_->panes[static_cast<std::size_t>(pane)];
    std::vector<Equations> trace;
    if (!shown.diverged) {
        const bool stepped = shown.last_good.step < shown.state.step;
        State state = stepped ? shown.last_good : shown.state;
        const auto solver = make_solver(shown.settings);
        solver->set_trace(&trace);
        solver->set_interrupt(impl_->interrupt);
        const StepStats stats =
            solver->step(*shown.model, state, impl_->control_for(shown), shown.settings, impl_->world.dt);
        if (stats.interrupted) {
            trace.clear();
        }
    }
    return trace;
}

void Experiment::for_each_pane(const std::function<void(std::size_t)>& task) const {
    if (std::any_of(panes().begin(), panes().end(),
                    [](const Pane& pane) { return pane.model->particle_count() >= kWorthThreads; })) {
        impl_->pool.run(impl_->panes.size(), task);
        return;
    }
    for (std::size_t i = 0; i < impl_->panes.size(); ++i) {
        task(i);
    }
}

const std::shared_ptr<const Model>& Experiment::model() const {
    return impl_->meshes.own().model;
}
const std::vector<Pane>& Experiment::panes() const {
    return impl_->panes;
}
const World& Experiment::world() const {
    return impl_->world;
}
const scenes::SceneSpec& Experiment::scene() const {
    return impl_->meshes.own().scene;
}

/// The frame of the panes; a new pane that diverged while catching up is behind the others.
std::int64_t Experiment::frame() const {
    return impl_->leader().step;
}
double Experiment::time() const {
    return impl_->leader().time;
}

std::string cause_of_divergence(const StepStats& stats) {
    return stats.left_world ? "a particle is " + quantity_text(kWorldLimit / 1000, "km") +
                                  " or more from the origin, the limit of the world"
                            : "the state left the range of numbers";
}

std::string cure_of_divergence(const StepStats& stats) {
    const std::string cure = "more substeps, a smaller dt, or another sweep order";
    return stats.left_world ? "a body nearer to the origin or a shorter run; if it flew apart, " + cure : cure;
}

bool Experiment::any_diverged() const {
    return std::any_of(impl_->panes.begin(), impl_->panes.end(), [](const Pane& pane) { return pane.diverged; });
}

Session Experiment::session() const {
    Session session;
    session.scene = scene();
    session.world = impl_->world;
    for (const Pane& pane : impl_->panes) {
        session.panes.push_back(pane.settings);
    }
    session.frame = frame();
    return session;
}

std::uint64_t state_hash(const Experiment& experiment) {
    std::uint64_t result = 14695981039346656037ull; // FNV-1a over the panes' hashes
    for (const Pane& pane : experiment.panes()) {
        result = (result ^ hash(pane.state)) * 1099511628211ull;
    }
    return result;
}

} // namespace xpbd::lab
