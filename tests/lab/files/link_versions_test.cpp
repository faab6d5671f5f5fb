// Links are in lecture notes: a link from the first version of the program must always open the same session.
#include "lab/files/link/link.h"

#include "fixtures.h"

#include <sstream>

namespace xpbd::lab {
namespace {

/// A link that the first version made.
constexpr std::string_view kLink =
    "xpbd-lab:#s1.eNqrVkrLL8pNLFGyUqooSErRzUlMUtJRKkstKs7Mz1OyMtRRKk5OzUtVsqpWykvMBdJKRfkFqfEZiXnpmXnpQKU"
    "5qXnpJRlKVkZ6pjpKBZl5eakpSlbR1UoFiUUlmck5QB3GQPH84swSsIHRBnqGOgZ6RkBsHFsbq6NUlJqTmlgM1mQQW6ujlAJ0ioG"
    "eAdDi9KLEssySSrAeUx1dSz0LkE4DoJ6CxLzUYrAtuaklGflAvUpAtwMdk1mSWpQIsggoC3ROcUlRaklyRnxxSWZaGlBLMchoI9N"
    "anWqlVJD7Qd5JSywuAeosLk0qLkktAKowARqTV5IKtL0kvwioICklzUgJYVZyfm5BTmZiXjJQs6GeaaqugRnQPJBPkoHhU5QICqm"
    "CzLL8ErC7DXR0DYEE0NNGpkAllYnlSla6hsCwAvo0rQgcoMYGIA8Vl4D9U5pXkpkDNNhIR6k8Mw8UKBDtBhg-R_aqJcgFEEcAnZ1"
    "UjBYBZjpKJYlF6akl0ODXRYQ_EAIAUUeglg";

constexpr std::string_view kItsSession = R"({ "format": "xpbd-lab", "version": 1,
  "scene": { "name": "rope_hanging", "length": 2.5, "released": [0], "pinned": [ { "particle": 3, "position": [0.1, 0.2, 0.3] } ] },
  "dt": 0.01, "gravity": [0.5, -9.81, 0],
  "panes": [ { "method": "pbd", "iterations": 5, "stretch_stiffness": 0.25 },
             { "engine": "fast", "substeps": 4, "stretch_compliance": 1.5e-6, "integrator": "bdf2" }, {} ],
  "camera": { "pivot": [0, -1, 0.125], "yaw": -12.5 }, "frame": 30,
  "past": [ { "until": 12, "wind": [1, 0, 0], "panes": [ { "iterations": 9 }, {}, {} ],
              "grabs": [ { "particle": 6, "target": [0.1, -0.2, 0.3] } ] } ] })";

TEST(LinkVersions, ALinkOfTheFirstOpensItsSession) {
    const Result<Session> expected = parse_session(kItsSession, "session");
    ASSERT_TRUE(expected) << expected.error().message;
    const Result<Session> opened = from_link(kLink);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, *expected);
}

/// A link that the Python lines in src/README.md made.
TEST(LinkVersions, ALinkThatPythonMadeOpens) {
    const Result<Session> opened = from_link("xpbd-lab:#s1.eJwVjDsKgDAQBa8ir9bC1quIxcZsVMiPJIiw5O5uunkz8AQulUAN24QvG"
                                             "7t4MpgnvFzqk6LqVVc9ObKyIFIYAOfpQteUKXJVswsCtzvZUfVoROlH_wHC2B4q");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, *parse_session(R"({"format": "xpbd-lab", "version": 1, "scene": {"name": "flag"},
                                          "panes": [{"method": "pbd"}, {}]})",
                                      "session"));
}

Session session_of_version(int version) {
    const Result<Session> session =
        parse_session_without_files(R"({"format": "xpbd-lab", "version": )" + std::to_string(version) +
                                        R"(, "scene": {"name": "cloth"}, "panes": [{"method": "pbd"}, {}],
                "past": [{"until": 3, "panes": [{}]}]})",
                                    "session");
    EXPECT_TRUE(session) << session.error().message;
    return session ? *session : Session{};
}

TEST(LinkVersions, FromTheSecondOnThePanesThatNameNoEngineRunTheQuickOne) {
    for (const Settings& pane : session_of_version(1).panes) {
        EXPECT_EQ(pane.engine, Engine::textbook);
    }
    EXPECT_EQ(session_of_version(1).past[0].panes[0].engine, Engine::textbook);
    for (const Settings& pane : session_of_version(2).panes) {
        EXPECT_EQ(pane, (Settings{.method = pane.method})); // all other settings are the defaults
        EXPECT_EQ(pane.engine, Engine::fast);
    }
    EXPECT_EQ(session_of_version(2).past[0].panes[0].engine, Engine::fast);
    EXPECT_NE(write_differences(session_of_version(1)).find("textbook"), std::string::npos);
}

// The defaults of the first version, which a link leaves out. If one changes, read_session()
// must set the old value in sessions of version 1.
constexpr std::string_view kWorld = "dt=0.016666666666666666 gravity=0,-9.81,0 wind=0,0,0";
constexpr std::string_view kPane =
    "method=xpbd engine=textbook iterations=20 substeps=1 sweep=listed relaxation=1 "
    "spectral_radius=0.95 integrator=bdf1 stop=never stop_tolerance=1e-04 stop_persistence=3 "
    "reset_lambda=false long_range=false stretch_stiffness=0.5 shear_stiffness=0.5 "
    "bend_stiffness=0.1 stretch_compliance=1e-07 shear_compliance=1e-06 bend_compliance=1 "
    "stretch_damping=0 shear_damping=0 bend_damping=0 twist_stiffness=0.5 twist_compliance=0.01 "
    "twist_damping=0 volume_stiffness=1 volume_compliance=0 volume_damping=0 velocity_damping=0 "
    "global_damping=0 tear_strain=0 tear_force=0 resolution=0";
constexpr std::pair<std::string_view, std::string_view> kScenes[] = {
    {"cloth", "resolution=32,32 size=2,2 mass=0.5 pins=corners gather=0.3 folds=3 tilt=15 noise=0.001 "
              "bending=skip_one seed=1"},
    {"canvas", "resolution=64,64 size=2,2 mass=1 gather=0.2 folds=2 tilt=20 bending=skip_one"},
    {"cloth_sphere", "resolution=32,32 size=2,2 mass=1 radius=0.6 drop=0.15 friction=0.3 bending=skip_one seed=1"},
    {"cloth_drop", "resolution=40,40 size=1.2,1.2 mass=0.5 radius=0.15 offset=0.25 drop=0.25 thickness=1.2 "
                   "friction=0.3 bending=skip_one seed=1"},
    {"flag", "resolution=36,24 size=1.5,1 mass=0.2 bending=dihedral seed=1"},
    {"net", "resolution=17,17 size=2,2 mass=1 load=5 radius=0.008"},
    {"balloon", "detail=3 radius=0.5 mass=0.5 pressure=1.3 drop=0.3 friction=0.3 restitution=0"},
    {"incline", "angle=30 friction=0.4 resolution=8,8 size=0.5,0.5 mass=1"},
    {"rope_hanging", "segments=30 length=2 mass=1 angle=40 radius=0.015 bending=none"},
    {"rope_span", "segments=30 length=2 span=1.2 mass=1 radius=0.015 bending=none"},
    {"rope_tip", "segments=30 length=2 mass=1 tip_mass=10 angle=40 radius=0.015 bending=none"},
    {"oscillator", "mass=1 rest=1 start=1.5"},
    {"pendulum", "mass=1 length=1 angle=90 radius=0.006"},
    {"cantilever", "segments=16 length=1 mass=0.05 tip_mass=0.05 radius=0.012"},
    {"twisted_rod", "segments=40 length=1.5 mass=0.2 twist=720 slack=0.1 radius=0.012"},
    {"mesh", "density=0.25 scale=1 height=0 sphere_radius=0 ground=true friction=0.3"},
};

/// Calls f(key, value) for each KEY=VALUE of a text.
template <class F>
void for_each_default(std::string_view text, const F& f) {
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        f(word.substr(0, equals), word.substr(equals + 1));
    }
}

TEST(LinkVersions, TheDefaultsThatAreLeftOutAreThoseOfTheFirst) {
    const Session first = session_of_version(1);
    for_each_default(kWorld, [](const std::string& key, const std::string& value) {
        const WorldParameter* parameter = find_world_parameter(key);
        ASSERT_NE(parameter, nullptr) << key;
        EXPECT_EQ(format_value(parameter->info, parameter->get(World{})), value) << key;
    });
    for_each_default(kPane, [&](const std::string& key, const std::string& value) {
        const SettingsParameter* parameter = find_settings_parameter(key);
        ASSERT_NE(parameter, nullptr) << key;
        EXPECT_EQ(format_value(parameter->info, {parameter->get(first.panes[1]), 0, 0}), value) << key;
    });
    for (const auto& row : kScenes) {
        const std::string_view name = row.first;
        const scenes::SceneInfo* scene = scenes::find_scene(name);
        ASSERT_NE(scene, nullptr) << name;
        for_each_default(row.second, [&](const std::string& key, const std::string& value) {
            const ParameterInfo* parameter = scenes::find_scene_parameter(*scene, key);
            ASSERT_NE(parameter, nullptr) << name << ' ' << key;
            EXPECT_EQ(format_value(*parameter, parameter->default_value), value) << name << ' ' << key;
        });
    }
    EXPECT_EQ(Camera{}, (Camera{{0, 0, 0}, 30, 15, 0}));
}

} // namespace
} // namespace xpbd::lab
