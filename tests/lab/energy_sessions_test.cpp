// Random bodies without damping, wind or colliders: the rise of kinetic plus potential energy above its least earlier
// value. The bound of each method is in the table of methods.
//
// A few run with the other tests. XPBD_ENERGY_SESSIONS=500 XPBD_ENERGY_FRAMES=60 runs more and longer, and prints a
// line per run: `index kind method integrator rise rise_short`, with both rises in units of `scale`.
#include "core/model/fabric_table.h"
#include "core/step/measure/measure.h"
#include "drawn_session.h"
#include "lab/experiment/experiment.h"
#include "lab/study/output.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <glm/glm.hpp>
#include <gtest/gtest.h>
#include <string>

namespace xpbd::lab {
namespace {

using test::Draw;

constexpr std::array<const char*, 5> kKinds{"chain", "net", "sheet", "fabric", "crumpled"};

scenes::CustomMaterial spring(double compliance) {
    scenes::CustomMaterial material;
    material.compliance = compliance;
    return material;
}

/// A chain or a net of springs between particles whose masses differ by up to 1e4, some of them fixed.
scenes::SceneSpec springs(Draw& draw, bool is_net, double compliance) {
    scenes::SceneSpec spec;
    spec.name = "custom";
    scenes::CustomScene scene;
    const int count = draw.whole(3, 14);
    const double lightest = draw.decades(1e-4, 1);
    Vec3 place(0, 1, 0);
    for (int i = 0; i < count; ++i) {
        scenes::CustomParticle particle;
        particle.position = {place.x, place.y, place.z};
        const bool is_fixed = i == 0 || draw.once_in(8);
        particle.mass = is_fixed ? 0 : draw.decades(lightest, lightest * draw.decades(1, 1e4));
        if (!is_fixed && draw.once_in(3)) {
            particle.velocity = {draw.real(-2, 2), draw.real(-2, 2), draw.real(-2, 2)};
        }
        scene.particles.push_back(particle);
        if (is_net) {
            place = Vec3(draw.real(-0.5, 0.5), draw.real(0.5, 1.5), draw.real(-0.5, 0.5));
        } else {
            place += Vec3(draw.real(-0.1, 0.2), draw.real(-0.1, 0.1), draw.real(-0.1, 0.1));
        }
    }
    scene.particles[index_of(count - 1)].mass = lightest * draw.decades(1, 1e4);
    const auto connect = [&](int a, int b) {
        scenes::CustomConstraint c;
        c.particles = {a, b};
        c.material = spring(draw.once_in(2) ? compliance : compliance * draw.decades(1, 100));
        scene.of<Distance>().push_back(c);
    };
    for (int i = 1; i < count; ++i) {
        connect(is_net ? draw.whole(0, i - 1) : i - 1, i);
        if (is_net && i > 1 && draw.once_in(2)) {
            const int other = draw.whole(0, i - 1);
            if (std::none_of(scene.of<Distance>().begin(), scene.of<Distance>().end(),
                             [&](const auto& c) { return c.particles[0] == other && c.particles[1] == i; })) {
                connect(other, i);
            }
        }
    }
    spec.custom = scene;
    return spec;
}

scenes::SceneSpec sheet(Draw& draw, bool is_fabric) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    const scenes::SceneInfo& scene = *scenes::find_scene(spec.name);
    const auto any = [&](std::string_view key) {
        spec.values[std::string(key)] = draw.value(*scenes::find_scene_parameter(scene, key));
    };
    spec.values["resolution"] = {double(draw.whole(3, 9)), double(draw.whole(3, 9)), 0};
    any("pins");
    any("bending");
    spec.values["tilt"] = {std::array{0.0, 90.0, draw.real(0, 90)}[index_of(draw.whole(0, 2))], 0, 0};
    spec.values["gather"] = {draw.once_in(2) ? 0.0 : draw.real(0, 0.4), 0, 0};
    spec.values["mass"] = {draw.decades(1e-2, 10), 0, 0};
    if (is_fabric) {
        spec.values["material"] = {double(draw.whole(1, static_cast<int>(std::size(kFabrics)))), 0, 0};
        any("triangulation");
        any("law");
    }
    return spec;
}

struct Drawn {
    Session session;
    std::string kind;
    double crumple = 0; ///< largest random displacement of a free particle's coordinate at the start [m]
};

Drawn energy_session(int index) {
    Draw draw(static_cast<std::uint64_t>(index) + 1);
    Drawn drawn;
    const auto kind = static_cast<std::size_t>(index) % kKinds.size();
    drawn.kind = kKinds[kind];
    Settings pane;
    const double compliance = draw.once_in(3) ? 0 : draw.decades(1e-9, 1e-2);
    do {
        drawn.session.scene =
            kind < 2 ? springs(draw, kind == 1, compliance) : sheet(draw, kind == 3 || draw.once_in(4));
    } while (!scenes::build(drawn.session.scene));
    drawn.crumple = kind == 4 ? draw.decades(1e-4, 0.1) : 0;
    pane.stretch_compliance = compliance;
    pane.shear_compliance = compliance * draw.decades(1, 100);
    pane.bend_compliance = draw.once_in(4) ? 0 : draw.decades(1e-4, 1e2);
    pane.velocity_damping = pane.stretch_damping = pane.bend_damping = pane.shear_damping = 0;
    pane.iterations = static_cast<int>(draw.decades(1, 40));
    pane.substeps = draw.whole(1, 3);
    pane.integrator = draw.once_in(2) ? Integrator::bdf2 : Integrator::bdf1;
    constexpr std::array<double, 3> kSteps{1.0 / 30, 1.0 / 60, 1.0 / 120};
    drawn.session.world.dt = kSteps[index_of(draw.whole(0, 2))];
    drawn.session.panes = {pane};
    return drawn;
}

/// Largest distance of two coordinates of particles [m].
double size_of(const State& state) {
    Vec3 low(1e300);
    Vec3 high(-1e300);
    for (const Vec4& x : state.particles.position) {
        low = glm::min(low, xyz(x));
        high = glm::max(high, xyz(x));
    }
    return glm::distance(low, high);
}

class EnergySessions : public testing::TestWithParam<int> {};

TEST_P(EnergySessions, RiseByNoMoreThanTheTableSays) {
    const bool told = std::getenv("XPBD_ENERGY_SESSIONS") != nullptr;
    const int first = test::number_from("XPBD_ENERGY_FIRST", 0);
    const int sessions = test::number_from("XPBD_ENERGY_SESSIONS", 20);
    const int frames = test::number_from("XPBD_ENERGY_FRAMES", 10);
    for (int index = first; index < first + sessions; ++index) {
        Drawn drawn = energy_session(index);
        drawn.session.panes.front().method = GetParam();
        SCOPED_TRACE("session " + std::to_string(index) + "\n" + write_session(drawn.session));
        Result<Experiment> experiment = Experiment::create(drawn.session);
        ASSERT_TRUE(experiment) << experiment.error().message;
        const Pane& pane = experiment->panes().front();
        State start = pane.state;
        Draw draw(static_cast<std::uint64_t>(index));
        double mass = 0;
        for (Vec4& x : start.particles.position) {
            if (x.w > 0) {
                mass += 1 / x.w;
                const double most = drawn.crumple;
                x += Vec4(draw.real(-most, most), draw.real(-most, most), draw.real(-most, most), 0);
            }
        }
        experiment->set_states({start});
        const World& world = experiment->world();
        const auto energies = [&] { return measure(*pane.model, pane.state, pane.settings, world.gravity, world.dt); };
        // If the start violates rigid constraints, its elastic energy is undefined: energies count from frame 1 on.
        const auto gather = drawn.session.scene.values.find("gather");
        const bool counts =
            drawn.crumple == 0 && (gather == drawn.session.scene.values.end() || gather->second[0] == 0);
        const Measure before = energies();
        double least = counts ? before.kinetic_energy + before.elastic_energy + before.gravity_energy : 1e300;
        double scale = mass * glm::length(world.gravity) * size_of(start) + before.kinetic_energy +
                       (counts ? before.elastic_energy : 0);
        double rise = 0;
        double rise_short = 0; // rise after the first step that did not converge
        bool is_short = false;
        while (experiment->frame() < frames && !experiment->any_diverged()) {
            experiment->step();
            const Measure now = energies();
            const double elastic = now.elastic_energy - now.unmet_energy;
            const double total = now.kinetic_energy + elastic + now.gravity_energy;
            if (least == 1e300) {
                scale += now.kinetic_energy + elastic;
            }
            is_short = is_short || pane.stats.unfinished > 0 || shortfall(now, pane.settings) != Shortfall::none;
            (is_short ? rise_short : rise) = std::max(is_short ? rise_short : rise, (total - least) / scale);
            least = std::min(least, total);
        }
        if (experiment->any_diverged()) {
            (is_short ? rise_short : rise) = 1e300;
        }
        if (told) {
            std::printf("%d %s %s %s %.2e %.2e\n", index, drawn.kind.c_str(), method_key(GetParam()).c_str(),
                        drawn.session.panes.front().integrator == Integrator::bdf2 ? "bdf2" : "bdf1", rise, rise_short);
            std::fflush(stdout);
        }
        const MethodTraits& method = methods()[index_of(GetParam())];
        EXPECT_LE(rise, method.energy_rise[drawn.session.panes.front().integrator == Integrator::bdf2 ? 1 : 0]);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EnergySessions, testing::Range(0, static_cast<int>(methods().size())),
                         [](const auto& row) { return method_key(row.param); });

} // namespace
} // namespace xpbd::lab
