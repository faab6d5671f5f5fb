#include "drawn_session.h"

#include "scenes/changes/pins.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>

namespace xpbd::lab::test {
namespace {

using scenes::AddedCollider;
using scenes::MovedCollider;
using scenes::String;
using scenes::Thing;
using scenes::Weight;

/// Limits on the work of a frame: particles times substeps, and particles times substeps times iterations.
constexpr int kMostStepped = 600;
constexpr int kMostSwept = 12000;

/// Small values for the parameters that set the number of particles.
void draw_size(Draw& draw, const scenes::SceneInfo& scene, scenes::SceneSpec& spec) {
    const auto set = [&](std::string_view key, const Value& value) {
        if (scenes::find_scene_parameter(scene, key) != nullptr) {
            spec.values[std::string(key)] = value;
        }
    };
    set("resolution", {static_cast<double>(draw.whole(2, 9)), static_cast<double>(draw.whole(2, 9)), 0});
    set("segments", {static_cast<double>(draw.whole(1, 24)), 0, 0});
    set("detail", {static_cast<double>(draw.whole(1, 2)), 0, 0});
    set("rings", {5, 0, 0});
    if (draw.once_in(2)) {
        set("triangulation", {static_cast<double>(draw.whole(0, 3)), 0, 0});
        if (const ParameterInfo* material = scenes::find_scene_parameter(scene, "material")) {
            set("material", {static_cast<double>(draw.whole(0, static_cast<int>(material->max))), 0, 0});
        }
        set("law", {static_cast<double>(draw.whole(0, 1)), 0, 0});
        set("compression", {draw.once_in(2) ? 1 : draw.share(), 0, 0});
    }
}

scenes::CustomMaterial drawn_material(Draw& draw) {
    scenes::CustomMaterial material;
    if (draw.once_in(3)) {
        material.compliance = draw.once_in(3) ? 0 : draw.decades(1e-12, 1e3);
        material.stiffness = draw.share();
        material.damping = draw.once_in(2) ? 0 : draw.decades(1e-6, 1e6);
    }
    return material;
}

Vec3 drawn_vector(Draw& draw, double most) {
    return {draw.real(-most, most), draw.real(-most, most), draw.real(-most, most)};
}

Motion drawn_motion(Draw& draw) {
    switch (draw.whole(0, 2)) {
    case 0:
        return SteadyMotion{drawn_vector(draw, 5), drawn_vector(draw, 10), drawn_vector(draw, 1)};
    case 1:
        return SwingMotion{drawn_vector(draw, 1), drawn_vector(draw, 3), drawn_vector(draw, 1), draw.decades(1e-2, 1e2),
                           draw.real(-3, 3)};
    default:
        KeyMotion motion{{}, drawn_vector(draw, 1), draw.once_in(2), false};
        double time = 0;
        for (int i = draw.whole(1, 4); i > 0; --i) {
            motion.keys.push_back({time, drawn_vector(draw, 1), drawn_vector(draw, 3)});
            time += draw.decades(1e-2, 1);
        }
        return motion;
    }
}

/// A net of random constraints between random particles, some of which may coincide.
scenes::CustomScene drawn_custom(Draw& draw) {
    scenes::CustomScene scene;
    const int count = draw.whole(5, 14);
    for (int i = 0; i < count; ++i) {
        scenes::CustomParticle particle;
        particle.position = {draw.real(-1, 1), draw.real(0, 2), draw.real(-1, 1)};
        if (i > 0 && draw.once_in(8)) {
            particle.position = scene.particles.back().position;
        }
        particle.mass = draw.once_in(5) ? 0 : draw.decades(1e-3, 1e3);
        particle.velocity = {draw.real(-3, 3), draw.real(-3, 3), draw.real(-3, 3)};
        scene.particles.push_back(particle);
    }
    const auto constraint = [&](int arity) {
        scenes::CustomConstraint c;
        while (static_cast<int>(c.particles.size()) < arity) {
            const int p = draw.whole(0, count - 1);
            if (std::find(c.particles.begin(), c.particles.end(), p) == c.particles.end()) {
                c.particles.push_back(p);
            }
        }
        c.material = drawn_material(draw);
        return c;
    };
    for (int i = 0; i < 2 * count; ++i) {
        scene.of<Distance>().push_back(constraint(2));
        if (draw.once_in(3)) {
            scene.of<Distance>().back().rest = draw.real(0, 2);
        }
    }
    for (int i = 0; i < count / 4; ++i) {
        scene.of<Angle>().push_back(constraint(3));
        const auto bending = constraint(4);
        (draw.once_in(2) ? scene.of<DihedralArccos>() : scene.of<Dihedral>()).push_back(bending);
        const auto rod = constraint(5);
        const auto& p = rod.particles;
        scene.bend_twist.push_back({{p[0], p[1], p[2]}, {p[3], p[4]}, rod.material, drawn_material(draw)});
    }
    if (draw.once_in(3)) {
        scene.volume.push_back({{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}}, draw.real(0.1, 3), drawn_material(draw)});
    }
    if (draw.once_in(2)) {
        scene.planes.push_back({0, 1, 0, draw.real(-1, 1)});
        scene.spheres.push_back({draw.real(-1, 1), draw.real(-1, 1), draw.real(-1, 1), draw.real(0.1, 1)});
        scene.friction = draw.real(0, 2);
        scene.restitution = draw.share();
        if (draw.once_in(2)) {
            scene.motions.push_back({"plane", {0}, {}, drawn_motion(draw)});
        }
        if (draw.once_in(2)) {
            scene.motions.push_back({"ball and pins", {1}, {0, 1}, drawn_motion(draw)});
        }
    }
    if (draw.once_in(4)) {
        scene.winches.push_back({"winch", {0, 1}, draw.real(-2, 2), draw.share(), draw.share(), draw.real(0, 2)});
    }
    return scene;
}

scenes::SceneSpec drawn_scene(Draw& draw) {
    const auto table = scenes::scene_table();
    const scenes::SceneInfo* scene = nullptr;
    do { // draws again if the scene needs a file
        scene = &table[static_cast<std::size_t>(draw.whole(0, static_cast<int>(table.size()) - 1))];
    } while (scene->key == "mesh");
    scenes::SceneSpec spec;
    spec.name = std::string(scene->key);
    if (spec.name == "custom") {
        spec.custom = drawn_custom(draw);
        return spec;
    }
    for (const ParameterInfo& info : scene->parameters) {
        if (draw.once_in(2)) {
            spec.values[std::string(info.key)] = draw.value(info);
        }
    }
    draw_size(draw, *scene, spec);
    return spec;
}

/// In one session of three, draws pins that a user has set, moved and removed.
void draw_pins(Draw& draw, scenes::SceneSpec& spec) {
    const Result<Model> model = scenes::build(spec);
    for (int i = draw.once_in(3) ? draw.whole(1, 3) : 0; i > 0; --i) {
        const int particle = draw.whole(0, static_cast<int>(model->particle_count()) - 1);
        const bool fixed = model->mass[index_of(particle)] == 0;
        const scenes::SceneSpec before = spec;
        if (fixed && draw.once_in(2)) {
            scenes::unpin(spec, particle);
        } else {
            scenes::pin(spec, particle,
                        model->rest_position[index_of(particle)] +
                            Vec3(draw.real(-0.2, 0.2), draw.real(-0.2, 0.2), draw.real(-0.2, 0.2)),
                        fixed);
        }
        if (!scenes::build(spec)) { // a particle whose neighbours are all fixed cannot be freed
            spec = before;
        }
    }
}

Thing drawn_thing(Draw& draw, const Model& model) {
    const auto particle = [&] { return draw.whole(0, static_cast<int>(model.particle_count()) - 1); };
    switch (draw.whole(0, model.colliders.empty() ? 3 : 4)) {
    case 0: {
        AddedCollider added;
        const Vec3 at = model.rest_position[index_of(particle())] + drawn_vector(draw, 0.5);
        switch (draw.whole(0, 2)) {
        case 0:
            added.shape = Sphere{at, draw.decades(1e-2, 1)};
            break;
        case 1:
            added.shape = Box{at, Vec3(draw.decades(1e-2, 1))};
            break;
        default:
            added.shape = Capsule{at, at + drawn_vector(draw, 1), draw.decades(1e-2, 1)};
        }
        added.friction = draw.real(0, 2);
        added.spin = draw.once_in(2) ? Vec3(0) : drawn_vector(draw, 20);
        return added;
    }
    case 1:
        return Weight{particle(), draw.decades(1e-3, 1e3)};
    case 2:
    case 3: {
        String string{{particle(), particle()}, Vec3(0), draw.decades(1e-2, 2), 0};
        if (draw.once_in(2)) {
            string.particles[1] = -1;
            string.point = model.rest_position[index_of(string.particles[0])] + drawn_vector(draw, 1);
        }
        string.compliance = draw.once_in(2) ? 0 : draw.decades(1e-9, 1);
        return string;
    }
    default:
        return MovedCollider{draw.whole(0, static_cast<int>(model.colliders.size()) - 1),
                             {{{1, 0, 0, 0}, drawn_vector(draw, 1)}, draw.decades(0.5, 2)},
                             draw.once_in(3)};
    }
}

/// In one session of three, draws things that a user has put in, moved and taken away.
void draw_things(Draw& draw, scenes::SceneSpec& spec) {
    const Result<Model> model = scenes::build(spec);
    for (int i = draw.once_in(3) ? draw.whole(1, 3) : 0; i > 0; --i) {
        spec.changes.things.push_back(drawn_thing(draw, *model));
        if (!scenes::build(spec)) { // a string with both ends at one particle, a collider that is named twice
            spec.changes.things.pop_back();
        }
    }
}

/// The hand moves a collider for a few frames before the others.
void draw_hand(Draw& draw, Session& session) {
    if (!draw.once_in(4)) {
        return;
    }
    Past past{draw.whole(1, 5), session.world, session.panes, {}, session.scene.changes};
    past.hand.colliders.push_back({0, {}, {{{1, 0, 0, 0}, drawn_vector(draw, 0.5)}, draw.decades(0.5, 2)}});
    session.past.push_back(past);
    session.frame = past.until;
}

World drawn_world(Draw& draw) {
    World world;
    for (const WorldParameter& parameter : world_parameters()) {
        if (draw.once_in(2)) {
            parameter.set(world, draw.value(parameter.info));
        }
    }
    return world;
}

} // namespace

double Draw::decades(double min, double max) {
    int low = 0; // min within [10^low, 10^(low+1))
    double power = 1;
    while (power * 10 <= min) {
        power *= 10;
        ++low;
    }
    while (power > min) {
        power /= 10;
        --low;
    }
    int high = low;
    double top = power;
    while (top * 10 < max) {
        top *= 10;
        ++high;
    }
    for (int decade = whole(low, high); decade > low; --decade) {
        power *= 10;
    }
    return std::clamp(power * real(1, 10), min, max);
}

double Draw::component(const ParameterInfo& info) {
    if (info.scale == Scale::toggle) {
        return once_in(2) ? 1 : 0;
    }
    if (info.scale == Scale::choice) {
        return whole(static_cast<int>(info.min), static_cast<int>(info.slider_end()));
    }
    if (info.scale == Scale::logarithmic && info.zero_allowed && once_in(4)) {
        return 0;
    }
    if (once_in(8)) {
        return once_in(2) ? info.min : info.slider_end();
    }
    switch (info.scale) {
    case Scale::integer:
        return info.min > 0 ? std::floor(decades(info.min, info.slider_end()))
                            : whole(static_cast<int>(info.min), static_cast<int>(info.slider_end()));
    case Scale::logarithmic:
        return decades(info.min, info.slider_end());
    default:
        return real(info.min, info.slider_end());
    }
}

Value Draw::value(const ParameterInfo& info) {
    Value value{};
    for (int i = 0; i < info.components; ++i) {
        value[static_cast<std::size_t>(i)] = component(info);
    }
    return value;
}

Session drawn_session(int index) {
    Draw draw(static_cast<std::uint64_t>(index) + 1);
    Session session;
    do { // draws again if the scene cannot be built: a span may be longer than the rope
        session.scene = drawn_scene(draw);
    } while (!scenes::build(session.scene));
    session.world = drawn_world(draw);
    Settings pane;
    for (const SettingsParameter& parameter : settings_parameters()) {
        if (draw.once_in(2)) {
            parameter.set(pane, draw.value(parameter.info)[0]);
        }
    }
    const int particles = static_cast<int>(scenes::build(session.scene)->particle_count());
    pane.mesh.resolution = pane.mesh.resolution == 0 ? 0 : 2 + pane.mesh.resolution % 15; // few, as in the scenes
    pane.substeps = std::clamp(kMostStepped / particles, 1, pane.substeps);
    pane.iterations = std::clamp(kMostSwept / (particles * pane.substeps), 1, pane.iterations);
    session.panes = {pane};
    draw_pins(draw, session.scene);
    draw_things(draw, session.scene);
    draw_hand(draw, session);
    return session;
}

int number_from(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::atoi(text);
}

double computed() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace xpbd::lab::test
