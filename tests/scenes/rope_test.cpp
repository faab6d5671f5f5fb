// Ropes and rods against closed forms, for every number of segments (src/core/FORMULAS.md, "Ropes").
#include "bodies.h"
#include "core/model/constraints/all.h"
#include "core/model/rope_table.h"
#include "scenes/changes/pins.h"
#include "scenes/parts/body_material.h"
#include "scenes/parts/rope_rows.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace xpbd::test {
namespace {

using scenes::SceneSpec;

constexpr double kOwn = static_cast<double>(scenes::RopeChoice::own);
constexpr double kRound = static_cast<double>(scenes::RopeChoice::round);

double rope_choice(std::string_view key) {
    return static_cast<double>(std::find(scenes::kRopeChoices.begin(), scenes::kRopeChoices.end(), key) -
                               scenes::kRopeChoices.begin());
}

SceneSpec rope_spec(const std::string& scene, double material, int segments) {
    SceneSpec spec;
    spec.name = scene;
    spec.values["material"] = {material, 0, 0};
    spec.values["segments"] = {static_cast<double>(segments), 0, 0};
    return spec;
}

Model built(const SceneSpec& spec) {
    Result<Model> model = scenes::build(spec);
    EXPECT_TRUE(model) << model.error().message;
    return std::move(*model);
}

double value(const SceneSpec& spec, std::string_view key) {
    return scenes::scene_value(spec, key)[0];
}

/// The settings with which a rope comes to rest.
struct Settling {
    const char* method;
    int iterations;
    double dt;
    int frames;
    double damping = 0;
};

Trial settled(const Model& model, const Settling& how) {
    Trial trial{model, settings_for(how.method, how.iterations), how.dt};
    trial.settings.velocity_damping = how.damping;
    trial.steps(how.frames);
    return trial;
}

double tip_height(const Trial& trial) {
    return trial.position(trial.model.particle_count() - 1).y;
}

/// A cable hangs under a load. A segment carries the load and the joints below it: on average (segments - 1)/2 joints,
/// because the load replaces the last joint.
void expect_elongation(std::string_view material, const Settling& how, int segments, double tip_mass,
                       double tolerance = kExact) {
    SceneSpec spec = rope_spec("rope_tip", rope_choice(material), segments);
    spec.values["angle"] = {0, 0, 0};
    spec.values["tip_mass"] = {tip_mass, 0, 0};
    const Model model = built(spec);
    const Trial trial = settled(model, how);
    const double length = value(spec, "length");
    const double joint = value(spec, "linear_density") * length / segments;
    const double force = (tip_mass + joint * 0.5 * (segments - 1)) * -trial.control.gravity.y;
    SCOPED_TRACE(std::string(how.method) + " " + std::to_string(segments));
    expect_relative(-tip_height(trial) - length, force * length / value(spec, "axial_stiffness"), tolerance);
}

TEST(RopeStretch, ASteelCableGetsLongerByItsLoadForEveryNumberOfSegments) {
    for (const int segments : {1, 2, 10, 50, 200}) {
        expect_elongation("wire_rope_6", {"newton", 40, 100, 3}, segments, 100);
        expect_elongation("wire_rope_6", {"direct", 10, 100, 10}, segments, 100);
    }
}

/// Sweeps over the segments converge in few iterations if a step is as short as the vibration of a segment. The
/// remaining error is rounding: the last bit of a position over h^2, compared with gravity.
TEST(RopeStretch, XpbdThatConvergesDoesSoToo) {
    expect_elongation("wire_rope_6", {"xpbd", 2000, 1.0 / 240, 240, 20}, 2, 100);
    for (const int segments : {1, 2, 10}) {
        expect_elongation("climbing_9_8", {"xpbd", 300, 1e-3, 600, 140}, segments, 1);
    }
    expect_elongation("climbing_9_8", {"xpbd", 30, 1e-4, 6000, 140}, 50, 1, 1e-8);
}

TEST(RopeStretch, AHangingRopeGetsLongerByItsWeight) {
    for (const std::string_view material : {"climbing_9_8", "rubber_cord", "hmpe"}) {
        for (const int segments : {1, 2, 10, 50, 200}) {
            SceneSpec spec = rope_spec("rope_hanging", rope_choice(material), segments);
            spec.values["angle"] = {0, 0, 0};
            const Model model = built(spec);
            const Trial trial = settled(model, {"newton", 40, 100, 3});
            const double length = value(spec, "length");
            const double weight = value(spec, "linear_density") * -trial.control.gravity.y; // per length [N/m]
            expect_relative(-tip_height(trial) - length,
                            weight * length * length / (2 * value(spec, "axial_stiffness")));
        }
    }
}

/// The result exceeds P L^3/(3 EI) + w L^4/(8 EI) by at most 1/n^2, because a joint bends at one place.
TEST(RopeBending, ACantileverSinksAsABeamForEveryNumberOfSegments) {
    for (const int segments : {10, 20, 50, 200}) {
        for (const double tip_mass : {1e-3, 0.05, 1.0}) {
            SceneSpec spec = rope_spec("cantilever", kOwn, segments);
            spec.values["bending_stiffness"] = {1000, 0, 0}; // small deflection: the theory is linear
            spec.values["tip_mass"] = {tip_mass, 0, 0};
            const Model model = built(spec);
            const Trial trial = settled(model, {"newton", 60, 100, 4});
            const double length = value(spec, "length");
            const double weight = value(spec, "linear_density") * -trial.control.gravity.y; // per length [N/m]
            const double load = tip_mass * -trial.control.gravity.y;
            const double beam = (load * std::pow(length, 3) / 3 + weight * std::pow(length, 4) / 8) / 1000;
            const double more = -tip_height(trial) / beam - 1;
            EXPECT_GE(more, 0) << segments << " segments, " << tip_mass << " kg";
            EXPECT_LT(more, 1.0 / (segments * segments)) << segments << " segments, " << tip_mass << " kg";
        }
    }
}

/// Energy of the constraints of one type at these places [J].
template <class ConstraintType>
double energy_at(const Model& model, const std::vector<Vec3>& places) {
    const auto& array = model.of_type<ConstraintType>();
    double energy = 0;
    for (std::size_t c = 0; c < array.size(); ++c) {
        Points<double, ConstraintType::arity> points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i] = places[index_of(array.particles[c][i])];
        }
        const double value_of = ConstraintType::template eval<double>(points, array.rest[c]).value;
        energy += value_of * value_of / (2 * *array.material[c].compliance);
    }
    return energy;
}

/// A circle of radius R stores EI/(2 R^2) per length; each joint stores the energy for the length of one segment.
TEST(RopeBending, AnArcStoresTheEnergyOfItsCurvatureInBothForms) {
    constexpr double kRadius = 2;
    constexpr double kBending = 0.3;
    for (const std::string scene : {"rope_hanging", "twisted_rod"}) {
        for (const int segments : {10, 50, 200}) {
            SceneSpec spec = rope_spec(scene, kOwn, segments);
            spec.values["bending_stiffness"] = {kBending, 0, 0};
            const Model model = built(spec);
            const double piece = value(spec, "length") / segments;
            const auto on_circle = [&](double pieces) {
                const double turned = pieces * piece / kRadius;
                return kRadius * Vec3(std::sin(turned), std::cos(turned), 0);
            };
            std::vector<Vec3> places;
            for (int i = 0; i <= segments; ++i) {
                places.push_back(on_circle(i));
            }
            for (int i = 0; i < segments; ++i) { // places of the ghosts, if the scene has any
                places.push_back(on_circle(i + 0.5) + Vec3(0, 0, piece));
            }
            const double energy = energy_at<Angle>(model, places) + energy_at<BendTwist>(model, places);
            const double bent = piece * (segments - 1);
            expect_relative(energy, bent * kBending / (2 * kRadius * kRadius), 2e-3);
        }
    }
}

TEST(RopeTwist, ARodTwistsByItsTorqueForEveryNumberOfSegments) {
    for (const int segments : {10, 20, 50, 200}) {
        SceneSpec spec = rope_spec("twisted_rod", rope_choice("music_wire_2"), segments);
        spec.values["slack"] = {0, 0, 0};
        spec.values["twist"] = {90, 0, 0};
        const Model model = built(spec);
        Trial trial{model, settings_for("newton", 40)};
        trial.control.gravity = Vec3(0);
        trial.steps(10);
        int component = 0;
        for (const auto& reading : read_constraints(model, trial.state)) {
            if (reading.type == "bend_twist" && component++ % 3 == 2) {
                const double twist =
                    std::abs(reading.force) * value(spec, "length") / value(spec, "torsional_stiffness");
                EXPECT_NEAR(twist, std::numbers::pi / 2, 0.01 * std::numbers::pi / 2) << segments;
            }
        }
        EXPECT_EQ(component, 3 * (segments - 1));
    }
}

TEST(RopeMaterial, ARoundRodHasTheStiffnessesOfItsCrossSection) {
    const Rope rod = round_rod(0.01, 200e9, 0.3);
    expect_relative(rod.axial, 200e9 * std::numbers::pi * 1e-4 / 4);
    expect_relative(rod.bending, 200e9 * std::numbers::pi * 1e-8 / 64);
    expect_relative(rod.torsion, 200e9 / (2 * 1.3) * std::numbers::pi * 1e-8 / 32);

    SceneSpec spec = rope_spec("twisted_rod", kRound, 7);
    spec.values["diameter"] = {0.01, 0, 0};
    spec.values["young"] = {200e9, 0, 0};
    const Rope made = *built(spec).rope;
    EXPECT_EQ(made.axial, rod.axial);
    EXPECT_EQ(made.bending, rod.bending);
    EXPECT_EQ(made.torsion, rod.torsion);
}

TEST(RopeMaterial, EveryRopeOfTheTableHasItsFiguresAndASource) {
    std::set<std::string_view> keys;
    for (const RopeInfo& info : kRopes) {
        EXPECT_TRUE(keys.insert(info.key).second) << info.key;
        EXPECT_GT(info.source.size(), 40u) << info.key;
        EXPECT_GT(info.rope.axial, 0) << info.key;
        // The mass per volume of a cylinder of this diameter is between a foam's and steel's [kg/m^3].
        const double density = info.density / (std::numbers::pi / 4 * info.diameter * info.diameter);
        EXPECT_GT(density, 400) << info.key;
        EXPECT_LT(density, 8000) << info.key;
        // At most the bending stiffness of a solid with the same EA, EA d^2/16: strands slide and bend more easily.
        EXPECT_LE(info.rope.bending, 1.0000001 * info.rope.axial * info.diameter * info.diameter / 16) << info.key;
        // A stiffness without a source is 0 in the table; the text of the source then ends with this 0.
        for (const double stiffness : {info.rope.bending, info.rope.torsion}) {
            EXPECT_TRUE(stiffness > 0 || info.source.ends_with("0")) << info.key;
        }
    }
    EXPECT_GE(keys.size(), 8u);
}

TEST(RopeMaterial, SpringsFollowThePaneAndARopeHasItsOwn) {
    for (const std::string scene : {"rope_hanging", "rope_span", "rope_tip", "cantilever", "twisted_rod"}) {
        const Model springs = built(rope_spec(scene, 0, 12));
        EXPECT_FALSE(springs.rope) << scene;
        EXPECT_TRUE(springs.follows_compliance[static_cast<std::size_t>(Role::stretch)]) << scene;
        const Model wire = built(rope_spec(scene, rope_choice("music_wire_1"), 12));
        for (const Role role : {Role::stretch, Role::bend, Role::twist}) {
            EXPECT_FALSE(wire.follows_compliance[static_cast<std::size_t>(role)]) << scene;
        }
        EXPECT_TRUE(wire.has_role[static_cast<std::size_t>(Role::bend)]) << scene;
        EXPECT_FALSE(wire.has_material) << scene << ": no fabric";
        const Model cord = built(rope_spec(scene, rope_choice("nylon"), 12));
        EXPECT_FALSE(cord.has_role[static_cast<std::size_t>(Role::bend)]) << scene << ": perfectly flexible";
        EXPECT_FALSE(cord.has_role[static_cast<std::size_t>(Role::twist)]) << scene;
    }
}

TEST(RopeMaterial, WeighsWhatItsLengthWeighs) {
    const auto mass_of = [](const SceneSpec& spec) {
        const Model model = built(spec);
        double sum = 0;
        for (const double mass : model.mass) {
            sum += mass;
        }
        return sum;
    };
    SceneSpec spec = rope_spec("rope_hanging", rope_choice("climbing_9_8"), 40);
    spec.values["mass"] = {7, 0, 0};
    EXPECT_NEAR(mass_of(spec), 0.062 * 2 * (1 - 0.5 / 40), 1e-12) << "half of the first piece is at the fixed particle";
}

TEST(RopeMaterial, AnotherRopeReplacesTheNumbersAndAGivenNumberReplacesTheTables) {
    SceneSpec spec = rope_spec("rope_hanging", rope_choice("nylon"), 30);
    EXPECT_EQ(value(spec, "axial_stiffness"), 1.18e4);
    EXPECT_EQ(value(spec, "linear_density"), 0.06476);
    EXPECT_NE(scenes::material_source(spec), "");
    scenes::set_value(spec, "axial_stiffness", {500, 0, 0});
    EXPECT_EQ(value(spec, "axial_stiffness"), 500);
    EXPECT_EQ(built(spec).rope->axial, 500);
    EXPECT_EQ(*scenes::measured_number(spec, "axial_stiffness"), 1.18e4);
    scenes::set_value(spec, "material", {rope_choice("hmpe"), 0, 0});
    EXPECT_GT(value(spec, "axial_stiffness"), 3e6);
    scenes::set_value(spec, "material", {0, 0, 0});
    EXPECT_EQ(scenes::material_source(spec), "");
    EXPECT_EQ(built(spec).mass, built(rope_spec("rope_hanging", 0, 30)).mass);
}

TEST(RopeMaterial, RowsWithoutEffectSayWhy) {
    const auto unused = [](double material, std::string_view key) {
        return !scenes::unused_reason(rope_spec("twisted_rod", material, 9), key).empty();
    };
    for (const std::string_view key : {"axial_stiffness", "bending_stiffness", "torsional_stiffness"}) {
        EXPECT_TRUE(unused(0, key));
        EXPECT_FALSE(unused(kOwn, key));
        EXPECT_TRUE(unused(kRound, key));
        EXPECT_FALSE(unused(rope_choice("music_wire_1"), key));
    }
    for (const std::string_view key : {"diameter", "young", "poisson"}) {
        EXPECT_TRUE(unused(0, key));
        EXPECT_TRUE(unused(kOwn, key));
        EXPECT_FALSE(unused(kRound, key));
        EXPECT_TRUE(unused(rope_choice("music_wire_1"), key));
    }
    EXPECT_FALSE(unused(0, "mass"));
    EXPECT_TRUE(unused(kOwn, "mass"));
    EXPECT_NE(scenes::unused_reason(rope_spec("rope_span", kOwn, 9), "bending"), "");
    EXPECT_EQ(scenes::unused_reason(rope_spec("rope_span", 0, 9), "bending"), "");
}

TEST(RopeMaterial, BadNumbersGetOneLineThatNamesThem) {
    const auto fault = [](std::string_view key, double number) {
        SceneSpec spec = rope_spec("rope_tip", kOwn, 9);
        spec.values[std::string(key)] = {number, 0, 0};
        const Result<Model> model = scenes::build(spec);
        return model ? "" : model.error().message;
    };
    for (const auto& [key, number] :
         {std::pair{"axial_stiffness", 0.0}, std::pair{"axial_stiffness", -5.0}, std::pair{"bending_stiffness", -1.0},
          std::pair{"linear_density", 0.0}, std::pair{"linear_density", std::nan("")},
          std::pair{"young", std::numeric_limits<double>::infinity()}, std::pair{"diameter", 1e-9},
          std::pair{"material", 1000.0}, std::pair{"torsional_stiffness", 1.0}}) {
        const std::string message = fault(key, number);
        EXPECT_TRUE(message.starts_with(std::string("scene.") + key)) << key << ": " << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
    EXPECT_EQ(fault("bending_stiffness", 0), "");
}

} // namespace
} // namespace xpbd::test
