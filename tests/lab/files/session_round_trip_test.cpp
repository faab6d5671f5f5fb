// A session that is written and read back is equal to the last bit.
#include "lab/files/session/session.h"

#include "core/methods.h"
#include "fixtures.h"
#include "lab/files/file.h"
#include "lab/files/obj.h"

#include <cmath>
#include <limits>
#include <random>

namespace xpbd::lab {
namespace {

using test::TemporaryFolder;

constexpr int kRounds = 50;

/// A random value that the row of a table allows; the ends of its range and zero are frequent.
Value random_value(const ParameterInfo& info, std::mt19937& random) {
    const auto uniform = [&](double from, double to) { return std::uniform_real_distribution<>(from, to)(random); };
    const auto whole = [&](double from, double to) {
        return static_cast<double>(
            std::uniform_int_distribution<long>(static_cast<long>(from), static_cast<long>(to))(random));
    };
    Value value{};
    for (int i = 0; i < info.components; ++i) {
        double& v = value[static_cast<std::size_t>(i)];
        const double kind = uniform(0, 1);
        switch (info.scale) {
        case Scale::choice:
            v = whole(0, static_cast<double>(info.choices.size() - 1));
            break;
        case Scale::toggle:
            v = whole(0, 1);
            break;
        case Scale::integer:
            v = kind < 0.1 ? info.min : kind < 0.2 ? info.max : whole(info.min, info.max);
            break;
        case Scale::linear:
            v = kind < 0.1 ? info.min : kind < 0.2 ? info.max : uniform(info.min, info.max);
            break;
        case Scale::logarithmic:
            v = kind < 0.1   ? info.min
                : kind < 0.2 ? info.max
                : kind < 0.3 && info.zero_allowed
                    ? 0
                    : std::clamp(std::exp(uniform(std::log(info.min), std::log(info.max))), info.min, info.max);
            break;
        }
    }
    return value;
}

Settings random_settings(std::mt19937& random) {
    Settings settings;
    for (const SettingsParameter& parameter : settings_parameters()) {
        parameter.set(settings, random_value(parameter.info, random)[0]);
    }
    return settings;
}

/// A random look (colours, camera, plots) of a session with this number of panes.
Looks random_look(std::mt19937& random, int panes) {
    Looks look;
    for (const LookRow& row : looks()) {
        Value value = random_value(row.info, random);
        if (row.info.components == 2) { // symmetric about 0, or above 0
            const double high = std::clamp(std::abs(value[1]), 1.0, row.info.max);
            value = {-high, high, 0};
            Looks tried;
            row.set(tried, value);
            value[0] = validate_look(tried, 1) ? -high : 0.5 * high;
        }
        if (random() % 4 != 0) { // some stay at their default
            row.set(look, value);
        }
    }
    look.active_pane %= panes;
    return look;
}

/// A random session except its scene.
Session random_session(std::mt19937& random, int panes) {
    const auto real = [&] { return std::normal_distribution<>(0, 1e3)(random); };
    Session session;
    for (const WorldParameter& parameter : world_parameters()) {
        parameter.set(session.world, random_value(parameter.info, random));
    }
    for (int i = 0; i < panes; ++i) {
        session.panes.push_back(random_settings(random));
    }
    session.camera = {{real(), real(), real()}, real(), real(), std::abs(real())};
    session.frame = std::uniform_int_distribution<std::int64_t>(0, std::int64_t{1} << 53)(random);
    if (random() % 4 != 0) {
        session.look = random_look(random, panes);
    }
    return session;
}

void expect_round_trip(const Session& session) {
    const std::string text = write_session(session);
    const auto read = parse_session(text, "round trip");
    ASSERT_TRUE(read) << read.error().message << "\n" << text;
    EXPECT_EQ(*read, session) << text;
    EXPECT_EQ(write_session(*read), text);
}

TEST(SessionRoundTrip, EveryValueOfEveryParameterOfEverySceneReadsBackToTheBit) {
    std::mt19937 random(1);
    int scenes = 0;
    for (const scenes::SceneInfo& info : scenes::scene_table()) {
        if (info.key == "mesh" || info.key == "custom") {
            continue; // their own tests follow
        }
        ++scenes;
        for (int round = 0; round < kRounds; ++round) {
            Session session = random_session(random, 1 + round % kMaxPanes);
            session.scene.name = info.key;
            for (const ParameterInfo& parameter : info.parameters) {
                if (random() % 4 != 0) { // some stay at their default
                    session.scene.values[std::string(parameter.key)] = random_value(parameter, random);
                }
            }
            expect_round_trip(session);
        }
    }
    EXPECT_GE(scenes, 3);
}

TEST(SessionRoundTrip, EveryValueOfEveryLookReadsBackAndNothingElseIsWritten) {
    Session session = test::small_cloth();
    int values = 0;
    for (const LookRow& row : looks()) {
        const int last = row.info.scale == Scale::linear ? 0 : static_cast<int>(std::max(row.info.max, 1.0));
        for (int step = 0; step <= last; ++step) {
            const double value = step;
            session.look.emplace();
            row.set(*session.look, row.info.components == 2 ? Value{-2, 2, 0} : Value{value, 0, 0});
            if (row.info.key == "pane" && value >= static_cast<double>(session.panes.size())) {
                continue; // refused
            }
            if (!validate_look(*session.look, session.panes.size())) {
                row.set(*session.look, {1, 2, 0});
            }
            SCOPED_TRACE(std::string(row.info.key) + " " + format_value(row.info, row.get(*session.look)));
            expect_round_trip(session);
            const bool usual = row.get(*session.look) == row.info.default_value;
            const std::string line = write_differences(session);
            EXPECT_EQ(line.find("\"look\":{}") != std::string::npos, usual) << line;
            EXPECT_EQ(line.find("\"" + std::string(row.info.key) + "\":") != std::string::npos, !usual) << line;
            ++values;
        }
    }
    EXPECT_GT(values, 250);
}

TEST(SessionRoundTrip, NoLookIsNotADefaultLook) {
    Session session = test::small_cloth();
    EXPECT_EQ(write_session(session).find("look"), std::string::npos);
    expect_round_trip(session);
    session.look = Looks{};
    EXPECT_NE(write_session(session).find("\"look\": {}"), std::string::npos) << write_session(session);
    expect_round_trip(session);
}

TEST(SessionRoundTrip, OnlyWhatDiffersIsWritten) {
    Session session = *default_session("pendulum");
    session.panes = {Settings{.method = find_method("pbd")}, Settings{.method = find_method("xpbd"), .iterations = 7}};
    session.world.dt = 0.01;
    EXPECT_EQ(write_session(session), R"({
  "format": "xpbd-lab",
  "version": 2,
  "scene": {"name": "pendulum"},
  "dt": 0.01,
  "panes": [
    {"method": "pbd"},
    {"method": "xpbd", "iterations": 7}
  ]
}
)");
}

TEST(SessionRoundTrip, ExtremeBitsSurvive) {
    std::mt19937 random(2);
    Session session = random_session(random, 1);
    session.camera.pivot = {-0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()};
    session.camera.yaw = 0.1 + 0.2;
    const auto read = parse_session(write_session(session), "bits");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->camera, session.camera);
    EXPECT_TRUE(std::signbit(read->camera.pivot[0]));
}

TEST(SessionRoundTrip, CustomScenesReadBackToTheBit) {
    std::mt19937 random(3);
    const auto real = [&](double scale) { return std::normal_distribution<>(0, scale)(random); };
    const auto maybe = [&](double value) { return random() % 2 ? std::optional(std::abs(value)) : std::nullopt; };
    for (int round = 0; round < kRounds; ++round) {
        Session session = random_session(random, 1 + round % kMaxPanes);
        session.scene.name = "custom";
        scenes::CustomScene custom;
        const int count = 4 + static_cast<int>(random() % 10);
        for (int i = 0; i < count; ++i) {
            custom.particles.push_back(
                {{real(3), real(3), real(3)}, random() % 3 ? std::abs(real(1)) : 0.0, {real(1), real(1), real(1)}});
        }
        for (int i = 0; i + 1 < count; ++i) {
            custom.of<Distance>().push_back({{i, i + 1}, maybe(real(1)), {maybe(real(1e-7)), {}, maybe(real(10))}});
            custom.of<Distance>().back().material.stiffness =
                random() % 2 ? std::optional(std::uniform_real_distribution<>(0, 1)(random)) : std::nullopt;
        }
        for (int i = 0; i + 3 < count; ++i) {
            (random() % 2 ? custom.of<DihedralArccos>() : custom.of<Dihedral>())
                .push_back({{i, i + 1, i + 2, i + 3},
                            random() % 2 ? std::optional(real(1)) : std::nullopt,
                            {maybe(real(1)), {}, maybe(real(1))}});
            custom.of<Isometric>().push_back({{i, i + 2, i + 1, i + 3}, {}, {}});
            const auto at = [&](int p) { return custom.particles[static_cast<std::size_t>(p)].position; };
            const Vec3 first = at(i);
            const bool turned = glm::dot(at(i + 1) - first, glm::cross(at(i + 2) - first, at(i + 3) - first)) < 0;
            const int a = turned ? i + 1 : i;
            const int b = turned ? i : i + 1;
            custom.volume.push_back({{{a, i + 2, b}, {a, b, i + 3}, {a, i + 3, i + 2}, {b, i + 2, i + 3}},
                                     std::abs(real(2)),
                                     {maybe(real(1)), {}, {}}});
            custom.triangles.push_back({i, i + 1, i + 3});
        }
        for (int i = 0; i + 2 < count; ++i) {
            custom.of<Angle>().push_back({{i, i + 1, i + 2}, maybe(real(1)), {maybe(real(1)), {}, {}}});
        }
        for (int i = 0; i + 4 < count; ++i) {
            custom.bend_twist.push_back(
                {{i, i + 1, i + 2}, {i + 3, i + 4}, {maybe(real(1)), {}, {}}, {{}, {}, maybe(real(1))}});
        }
        // Away from the body, because a scene with a fixed particle inside of a collider is refused.
        const double away = 40;
        custom.capsules.push_back(
            {away + real(1), real(1), real(1), away + real(1), real(1), real(1), 0.1 + std::abs(real(1))});
        custom.boxes.push_back({away + real(1), real(1), real(1), 0.5, 1.5, 0.1, 1, 0, 0, 0});
        custom.boxes.push_back({away + real(1), real(1), real(1), 1, 2, 3, 0.6, 0, -0.8, 0});
        custom.restitution = std::uniform_real_distribution<>(0, 1)(random);
        custom.thickness = std::abs(real(0.1));
        custom.planes.push_back({0, 1, 0, real(1) - away});
        custom.planes.push_back({0.6, 0, -0.8, real(1) - away});
        custom.spheres.push_back({away + real(1), real(1), real(1), 0.1 + std::abs(real(1))});
        const auto vector = [&] { return Vec3(real(1), real(1), real(1)); };
        custom.motions.push_back({"plane", {1}, {}, SteadyMotion{vector(), vector(), vector()}});
        custom.motions.push_back(
            {"ball", {2}, {0}, SwingMotion{vector(), vector(), vector(), std::abs(real(1)), real(1)}});
        custom.motions.push_back(
            {"", {0}, {}, KeyMotion{{{0, vector(), vector()}, {0.3, vector(), vector()}}, vector(), true, false}});
        custom.winches.push_back({"winch", {0}, real(1), 0.1, 0.2, 0.7});
        custom.friction = std::abs(real(0.5));
        session.scene.custom = custom;
        expect_round_trip(session);
    }
}

TEST(SessionRoundTrip, APlaneOfAnyLengthBecomesTheSameHalfSpaceOfLengthOneAndThenStays) {
    const auto parsed = parse_session(R"({ "format": "xpbd-lab", "version": 1, "panes": [ {} ],
        "scene": { "name": "custom", "particles": [ { "position": [0, 9, 0] } ],
                   "colliders": [ { "plane": [1, 2, 2, 6] } ] } })",
                                      "plane");
    ASSERT_TRUE(parsed) << parsed.error().message;
    const auto& plane = parsed->scene.custom->planes.front();
    EXPECT_NEAR(plane[0], 1.0 / 3, 1e-15);
    EXPECT_NEAR(plane[3], 2, 1e-15);
    expect_round_trip(*parsed);
}

TEST(SessionRoundTrip, AMeshIsReadBackFromItsFile) {
    const TemporaryFolder folder;
    test::spill(folder / "sheet.obj", "v 0 1 0\nv 1 1 0\nv 0 1 1\nv 1 1 1\nf 1 3 2\nf 2 3 4\n");
    std::mt19937 random(4);
    Session session = random_session(random, 2);
    session.scene.name = "mesh";
    session.scene.file = folder / "sheet.obj";
    session.scene.mesh = *load_obj(session.scene.file);
    session.scene.pins = {0, 3};
    expect_round_trip(session);
}

TEST(SessionRoundTrip, ASessionFileAndItsMeshCanBeMovedTogether) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "one/meshes");
    test::spill(folder / "one/meshes/sheet.obj", "v 0 1 0\nv 1 1 0\nv 0 1 1\nf 1 3 2\n");
    test::spill(folder / "one/s.json", R"({ "format": "xpbd-lab", "version": 1, "panes": [ {} ],
        "scene": { "name": "mesh", "file": "meshes/sheet.obj", "pins": [0] } })");
    const auto first = load_session(folder / "one/s.json");
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(first->scene.file, folder / "one/meshes/sheet.obj");
    ASSERT_TRUE(save_session(folder / "one/t.json", *first));
    std::filesystem::rename(folder / "one", folder / "two");
    const auto second = load_session(folder / "two/t.json");
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(second->scene.mesh, first->scene.mesh);

    // Saved elsewhere, the mesh is still found.
    std::filesystem::create_directories(folder / "three");
    ASSERT_TRUE(save_session(folder / "three/u.json", *second));
    const auto third = load_session(folder / "three/u.json");
    ASSERT_TRUE(third) << third.error().message;
    EXPECT_EQ(*third, *second);
}

TEST(SessionRoundTrip, FilesGoThroughSaveAndLoad) {
    const TemporaryFolder folder;
    std::mt19937 random(5);
    const Session session = random_session(random, 4);
    ASSERT_TRUE(save_session(folder / "s.json", session));
    const auto read = load_session(folder / "s.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, session);
}

TEST(Session, WhatIsNotGivenIsTheDefault) {
    const auto session = parse_session(
        R"({ "format": "xpbd-lab", "version": 2, "scene": { "name": "cloth" }, "panes": [ {} ] })", "short");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->world, World{});
    EXPECT_EQ(session->panes, std::vector<Settings>{Settings{}});
    EXPECT_EQ(session->camera, Camera{});
    EXPECT_EQ(session->frame, 0);
    EXPECT_TRUE(session->scene.values.empty());
}

TEST(DefaultSession, EverySceneOpensWithPbdBesideXpbdAndItsSuggestions) {
    for (const scenes::SceneInfo& info : scenes::scene_table()) {
        const auto session = default_session(info.key);
        ASSERT_TRUE(session) << session.error().message;
        ASSERT_EQ(session->panes.size(), info.methods.size());
        ASSERT_GE(session->panes.size(), 2u);
        for (std::size_t i = 0; i < session->panes.size(); ++i) {
            EXPECT_EQ(session->panes[i].method, find_method(info.methods[i])) << info.key;
        }
        if (scenes::find_scene_parameter(info, "material") == nullptr ||
            scenes::scene_value(session->scene, "material")[0] == 0) {
            EXPECT_EQ(session->panes[0].method, find_method("pbd"));
            EXPECT_EQ(session->panes[1].method, find_method("xpbd"));
        } // else a fabric: PBD cannot simulate it
        for (const auto& [key, text] : info.suggested) {
            const std::size_t dot = key.find('.');
            const std::string_view method = dot == std::string_view::npos ? "" : key.substr(0, dot);
            const SettingsParameter* parameter =
                find_settings_parameter(dot == std::string_view::npos ? key : key.substr(dot + 1));
            if (parameter == nullptr) {
                continue; // of the world
            }
            const auto has_its_own = [&, name = key](const Settings& pane) { // suggested for its method alone
                const std::string own = std::string(method_of(pane).key) + "." + std::string(name);
                return std::any_of(info.suggested.begin(), info.suggested.end(),
                                   [&](const auto& row) { return row.first == own; });
            };
            for (const Settings& pane : session->panes) {
                if (method.empty() ? !has_its_own(pane) : find_method(method) == pane.method) {
                    EXPECT_EQ(format_value(parameter->info, {parameter->get(pane), 0, 0}),
                              format_value(parameter->info, *parse_value(parameter->info, text)))
                        << info.key << " " << key;
                }
            }
        }
    }
}

TEST(DefaultSession, AnUnknownSceneNamesTheNearest) {
    const auto session = default_session("cloht");
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().message, "unknown scene \"cloht\"; did you mean \"cloth\"?");
}

} // namespace
} // namespace xpbd::lab
