// The bits of every scene in every method and engine after 120 frames, as a table of hashes; README.md describes it.
#include "bodies.h"

#include "core/methods.h"
#include "core/model/state.h"
#include "core/simd/sweep.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd {
namespace {

constexpr int kFrames = 120;

using scenes::SceneInfo;

/// `with` holds the settings of a run that differ from its scene's: "bending=dihedral,substeps=20", or "-".
struct Run {
    std::string scene;
    std::string method;
    std::string engine;
    std::string with;

    std::string key() const { return scene + ' ' + method + ' ' + engine + ' ' + with; }
};

/// Every scene in every method and engine with its default settings. For a cloth and a rope also settings that use
/// other code of the core: every bending, sweep and integrator, and small steps, in which the fast engine uses doubles.
std::vector<Run> all_runs() {
    std::vector<Run> runs;
    const auto add = [&](std::string_view scene, const MethodTraits& method, const std::string& with) {
        for (const std::string_view engine : engine_names()) {
            if (engine == "textbook" || uses_parameter(method, "engine")) {
                runs.push_back({std::string(scene), std::string(method.key), std::string(engine), with});
            }
        }
    };
    for (const SceneInfo& scene : scenes::scene_table()) {
        const ParameterInfo* material = scenes::find_scene_parameter(scene, "material");
        const bool is_textile_test = material != nullptr && material->default_value[0] != 0;
        for (const MethodTraits& method : methods()) { // a test takes as many iterations as a stiff fabric needs
            add(scene.key, method, is_textile_test ? "iterations=5,substeps=1" : "-");
        }
    }
    const MethodTraits& xpbd = methods()[index_of(find_method("xpbd"))];
    for (const char* sweep : {"reversed", "coloured", "jacobi", "chebyshev", "sor"}) {
        add("cloth", xpbd, std::string("sweep=") + sweep);
        add("rope_hanging", xpbd, std::string("bending=angle,sweep=") + sweep);
    }
    for (const MethodTraits& method : methods()) {
        add("cloth", method, "bending=dihedral,stretch_damping=0.01,bend_damping=0.001");
        add("cloth_sphere", method, "bending=isometric");
        add("cloth", method, "material=denim,law=woven,compression=0.5,triangulation=irregular,bending=dihedral");
    }
    add("cloth", xpbd, "bending=arccos");
    add("flag", xpbd, "substeps=20,iterations=1,bend_damping=1e-6");
    add("cloth_drop", xpbd, "substeps=20,iterations=1");
    add("cloth", xpbd, "integrator=bdf2");
    add("cloth", xpbd, "long_range=1,stop=residual");
    add("net", xpbd, "tear_strain=0.05,global_damping=1");
    // Wide enough for the fast engine's blocks; full lanes and empty ones, by rows and by columns, in doubles.
    add("cloth", xpbd, "resolution=32x12");
    add("cloth", xpbd, "resolution=29x12,sweep=coloured");
    add("flag", xpbd, "resolution=8x32,sweep=coloured,bending=skip_one");
    add("cloth_sphere", xpbd, "resolution=34x10,sweep=reversed,substeps=10,iterations=2,tear_strain=0.02");
    for (const MethodTraits& method : methods()) {
        add("rope_hanging", method, "material=music_wire_1");
        add("twisted_rod", method, "material=rubber_cord");
    }
    // The fast engine projects the constraints of a triangle together: in bands and torn, backwards and damped, by
    // Jacobi.
    add("cloth", xpbd, "material=own,law=stvk,resolution=34x34,sweep=coloured,iterations=5,tear_force=5");
    // The primal residual kept: places and blocks, contacts, pairs, volumes, rods, fabrics, Jacobi sweeps.
    add("cloth", xpbd, "primal_residual=kept,bending=dihedral,integrator=bdf2");
    add("cloth", xpbd, "primal_residual=kept,resolution=32x12,sweep=coloured");
    add("cloth", xpbd, "primal_residual=kept,material=own,law=stvk,sweep=chebyshev");
    add("cloth", xpbd, "primal_residual=kept,material=own,law=woven,bending=isometric,sweep=sor");
    add("cloth_sphere", xpbd, "primal_residual=kept");
    add("cloth_drop", xpbd, "primal_residual=kept,long_range=1");
    add("balloon", xpbd, "primal_residual=kept");
    add("rope_hanging", xpbd, "primal_residual=kept,bending=angle,sweep=jacobi");
    add("twisted_rod", xpbd, "primal_residual=kept");
    for (const char* method : {"direct", "mgpbd"}) {
        add("cloth_sphere", methods()[index_of(find_method(method))], "primal_residual=kept");
    }
    for (const char* method : {"vbd", "avbd"}) { // with contacts, and rigid constraints with multipliers
        add("cloth_sphere", methods()[index_of(find_method(method))], "acceleration=anderson,stretch_compliance=1e-6");
        add("rope_hanging", methods()[index_of(find_method(method))], "acceleration=anderson,stretch_compliance=0");
    }
    add("cloth", xpbd, "material=own,law=stvk,bending=dihedral,sweep=reversed,substeps=1,stretch_damping=0.001");
    add("cloth", xpbd, "material=own,law=woven,sweep=jacobi,substeps=1,tear_strain=0.02");
    // More constraints than coordinates, and too many for a factor: several levels of multigrid.
    add("cloth", methods()[index_of(find_method("mgpbd"))], "resolution=24x18,substeps=1,iterations=4");
    // The same for primal-dual Newton, with bending, contacts, pairs and a volume beside the matrix.
    const MethodTraits& global = methods()[index_of(find_method("global"))];
    add("cloth", global, "linear_solver=multigrid,resolution=24x18,iterations=3");
    add("cloth_sphere", global, "linear_solver=multigrid,resolution=24x18,bending=isometric,iterations=3");
    add("cloth_drop", global, "linear_solver=multigrid,resolution=20x20,iterations=3");
    add("balloon", global, "linear_solver=multigrid,detail=3,iterations=3");
    return runs;
}

[[noreturn]] void fail(const std::string& what) {
    std::fprintf(stderr, "states: %s\n", what.c_str());
    std::exit(2);
}

/// Sets a parameter of the scene, a pane or the world.
void assign(std::string_view key, std::string_view text, scenes::SceneSpec& spec, Settings& settings, World& world) {
    const auto read = [&](const ParameterInfo& info) {
        const Result<Value> value = parse_value(info, text);
        if (!value) {
            fail(std::string(key) + ": " + value.error().message);
        }
        return *value;
    };
    if (const auto* of_scene = scenes::find_scene_parameter(*scenes::find_scene(spec.name), key)) {
        spec.values[std::string(key)] = read(*of_scene);
    } else if (const auto* setting = find_settings_parameter(key)) {
        setting->set(settings, read(setting->info)[0]);
    } else if (const auto* shared = find_world_parameter(key)) {
        shared->set(world, read(shared->info));
    } else {
        fail("no parameter " + std::string(key));
    }
}

/// The methods that take four fifths of the time. They get smaller scenes, because the only kernels that they use, the
/// dense ones, are tested with `direct` and `global`, too.
bool is_slow(const Run& run) {
    return run.method == "newton" || run.method == "vbd" || run.method == "avbd";
}

/// True for runs that --quick leaves out: slow methods, and multigrid on other bodies than a cloth, on which it runs
/// the same code. They take more than half of the time.
bool is_left_out(const Run& run) {
    const bool multigrid = run.method == "mgpbd" || run.with.find("linear_solver=multigrid") != std::string::npos;
    return is_slow(run) || (multigrid && run.scene != "cloth");
}

/// The scene at a size at which a few seconds are enough for the table, and a few minutes for an emulated processor.
scenes::SceneSpec small_scene(const SceneInfo& scene, bool is_slow_method) {
    scenes::SceneSpec spec;
    spec.name = scene.key;
    const auto set = [&](std::string_view key, const Value& value) {
        if (scenes::find_scene_parameter(scene, key) != nullptr) {
            spec.values[std::string(key)] = value;
        }
    };
    set("resolution", is_slow_method ? Value{4, 3, 0} : Value{6, 5, 0});
    set("segments", {is_slow_method ? 4.0 : 9.0, 0, 0});
    set("detail", {1, 0, 0});
    set("rings", {5, 0, 0});
    if (scene.key == "mesh") {
        spec.mesh = machines::sheet_mesh();
        spec.pins = {0, 5};
    }
    if (scene.key == "custom") {
        spec.custom = machines::every_constraint();
    }
    return spec;
}

/// The hash of the last state. If a state is not finite, the hash of the state before it, and the number of its frame.
std::string outcome(const Run& run) {
    const SceneInfo& scene = *scenes::find_scene(run.scene);
    scenes::SceneSpec spec = small_scene(scene, is_slow(run));
    Settings settings;
    World world;
    for (const auto& [key, text] : scene.suggested) {
        const auto dot = key.find('.');
        if (dot == std::string_view::npos || key.substr(0, dot) == run.method) {
            assign(dot == std::string_view::npos ? key : key.substr(dot + 1), text, spec, settings, world);
        }
    }
    if (run.with != "-") {
        std::string_view rest = run.with;
        while (!rest.empty()) {
            const std::string_view one = rest.substr(0, rest.find(','));
            const auto equals = one.find('=');
            assign(one.substr(0, equals), one.substr(equals + 1), spec, settings, world);
            rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        }
    }
    assign("method", run.method, spec, settings, world);
    assign("engine", run.engine, spec, settings, world);
    const Result<Model> model = scenes::build(spec);
    if (!model) {
        fail(run.key() + ": " + model.error().message);
    }
    State state = initial_state(*model);
    State before = state;
    const auto solver = make_solver(settings);
    int frame = 0;
    while (frame < kFrames) {
        if (!solver->step(*model, state, control_of(world), settings, world.dt).finite) {
            break;
        }
        before = state;
        ++frame;
    }
    char text[32];
    std::snprintf(text, sizeof(text), "%016" PRIx64, hash(before));
    return frame == kFrames ? text : text + (" at " + std::to_string(frame));
}

/// The rows of a table: key and outcome.
std::map<std::string, std::string> read_table(const char* path) {
    std::ifstream file(path);
    if (!file) {
        fail(std::string("cannot read ") + path);
    }
    std::map<std::string, std::string> rows;
    std::string line;
    while (std::getline(file, line)) {
        line.erase(line.find_last_not_of("\r \n") + 1);
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const auto split = line.find(" : ");
        rows[line.substr(0, split)] = line.substr(split + 3);
    }
    return rows;
}

int main_of(int count, char** arguments) {
    const char* table = nullptr;
    std::string only;
    bool quick = false;
    bool half = false;
    int turn = 0; // a row of the half runs at an even turn
    for (int i = 1; i < count; ++i) {
        const std::string_view option = arguments[i];
        if (option == "--quick") {
            quick = true;
            continue;
        }
        if (option == "--odd" || option == "--even") {
            half = true;
            turn = option == "--odd" ? 1 : 0;
            continue;
        }
        if (i + 1 == count || (option != "--table" && option != "--only" && option != "--simd")) {
            fail("usage: machine_states [--table FILE] [--only TEXT] [--quick] [--odd | --even] [--simd NAME]");
        }
        const char* value = arguments[++i];
        if (option == "--table") {
            table = value;
        } else if (option == "--only") {
            only = value;
        } else if (!simd::prefer_kernels(value)) {
            std::printf("skipped: there are no %s kernels here\n", value);
            return 77;
        }
    }
    std::map<std::string, std::string> known;
    if (table != nullptr) {
        known = read_table(table);
    }
    std::printf("# kernels: %s\n", std::string(simd::kernels().front()->name).c_str());
    int runs = 0;
    int different = 0;
    for (const Run& run : all_runs()) {
        const std::string key = run.key();
        if (key.find(only) == std::string::npos || (quick && is_left_out(run))) {
            continue;
        }
        if (half && turn++ % 2 != 0) {
            continue;
        }
        const std::string found = outcome(run);
        std::printf("%s : %s", key.c_str(), found.c_str());
        if (table != nullptr && known[key] != found) {
            std::printf("   <- %s", known[key].empty() ? "not in the table" : known[key].c_str());
            ++different;
        }
        std::printf("\n");
        std::fflush(stdout);
        known.erase(key);
        ++runs;
    }
    if (table == nullptr) {
        return 0;
    }
    if (only.empty() && !quick && !half) {
        for (const auto& [key, found] : known) {
            std::printf("%s : in the table only\n", key.c_str());
            ++different;
        }
    }
    std::printf("# %d of %d runs differ from the table\n", different, runs);
    return runs == 0 || different > 0 ? 1 : 0;
}

} // namespace
} // namespace xpbd

int main(int count, char** arguments) {
    return xpbd::main_of(count, arguments);
}
