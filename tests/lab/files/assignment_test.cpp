#include "lab/files/session/session.h"

#include "fixtures.h"

namespace xpbd::lab {
namespace {

std::string fault_of(Session& session, std::string_view assignment) {
    const Session before = session;
    const Status status = apply_assignment(session, assignment);
    EXPECT_FALSE(status) << assignment;
    EXPECT_EQ(session, before) << "a refused assignment changes nothing";
    return status ? "" : status.error().message;
}

TEST(Assignment, EveryPaneParameterCanBeSetInOnePaneOrInAll) {
    for (const SettingsParameter& parameter : settings_parameters()) {
        Session session = test::small_cloth();
        const std::string key(parameter.info.key);
        const std::string top = format_value(parameter.info, {parameter.info.max, 0, 0});
        const std::string bottom = format_value(parameter.info, {parameter.info.min, 0, 0});
        ASSERT_TRUE(apply_assignment(session, key + "=" + top));
        EXPECT_EQ(parameter.get(session.panes[0]), parameter.info.max);
        EXPECT_EQ(parameter.get(session.panes[1]), parameter.info.max);
        ASSERT_TRUE(apply_assignment(session, "b." + key + "=" + bottom));
        EXPECT_EQ(parameter.get(session.panes[0]), parameter.info.max);
        EXPECT_EQ(parameter.get(session.panes[1]), parameter.info.min);
    }
}

TEST(Assignment, SetsTheWorldAndTheScene) {
    Session session = test::small_cloth();
    ASSERT_TRUE(apply_assignment(session, "dt=0.01"));
    EXPECT_EQ(session.world.dt, 0.01);
    ASSERT_TRUE(apply_assignment(session, "gravity=0,-1.62,0"));
    EXPECT_EQ(session.world.gravity, Vec3(0, -1.62, 0));
    ASSERT_TRUE(apply_assignment(session, "scene.resolution=16x24"));
    EXPECT_EQ(session.scene.values.at("resolution"), (Value{16, 24, 0}));
}

TEST(Assignment, SetsTheNumberOfPanes) {
    Session session = test::small_cloth();
    session.panes[1].iterations = 33;
    ASSERT_TRUE(apply_assignment(session, "panes=4"));
    ASSERT_EQ(session.panes.size(), 4u);
    EXPECT_EQ(session.panes[3], session.panes[1]) << "a new pane is a copy of the last one";
    ASSERT_TRUE(apply_assignment(session, "d.iterations=7"));
    session.look.emplace().active_pane = 3;
    ASSERT_TRUE(apply_assignment(session, "panes=1"));
    EXPECT_EQ(session.panes.size(), 1u);
    EXPECT_EQ(session.look->active_pane, 0);
    EXPECT_NE(fault_of(session, "panes=7").find("panes"), std::string::npos);
    fault_of(session, "panes=0");
    fault_of(session, "panes=two");
}

TEST(Assignment, SetsALook) {
    Session session = test::small_cloth();
    ASSERT_TRUE(apply_assignment(session, "look.print=check"));
    ASSERT_TRUE(apply_assignment(session, "look.plot_2=kinetic_energy"));
    ASSERT_TRUE(apply_assignment(session, "look.tension_range=0,20"));
    Looks wanted;
    wanted.print = Print::check;
    wanted.plots[1] = "kinetic_energy";
    wanted.own_range[static_cast<std::size_t>(Colouring::tension)] = {0, 20};
    EXPECT_EQ(session.look, wanted);
    EXPECT_EQ(fault_of(session, "look.prnt=check"), "unknown key \"look.prnt\"; did you mean \"look.print\"?");
    EXPECT_EQ(fault_of(session, "look.strain_range=0,1"),
              "look.strain_range: 0,1 is no range; it begins below its end and has 0 in the middle: -0.2,0.2");
    EXPECT_EQ(fault_of(session, "look.pane=f"), "look.pane: there is no pane f; the session's panes are a to b");
}

TEST(Assignment, LoadsAMesh) {
    const test::TemporaryFolder folder;
    test::spill(folder / "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    Session session = *default_session("mesh");
    ASSERT_TRUE(apply_assignment(session, "scene.file=" + (folder / "m.obj")));
    EXPECT_EQ(session.scene.mesh->positions.size(), 3u);
    EXPECT_NE(fault_of(session, "scene.file=/nowhere.obj").find("/nowhere.obj: cannot read"), std::string::npos);
}

TEST(Assignment, WithoutAnEqualsSignItShowsTheForm) {
    Session session = test::small_cloth();
    EXPECT_EQ(fault_of(session, "iterations"), "\"iterations\" is not KEY=VALUE; write for example iterations=40");
    EXPECT_EQ(fault_of(session, "=3"), "\"=3\" is not KEY=VALUE; write for example iterations=40");
}

TEST(Assignment, AnUnknownKeyNamesTheNearest) {
    Session session = test::small_cloth();
    EXPECT_EQ(fault_of(session, "iteratons=3"), "unknown key \"iteratons\"; did you mean \"iterations\"?");
    EXPECT_EQ(fault_of(session, "a.iteratons=3"), "unknown key \"a.iteratons\"; did you mean \"a.iterations\"?");
    EXPECT_EQ(fault_of(session, "scene.resoluton=3x3"),
              "unknown key \"scene.resoluton\"; did you mean \"scene.resolution\"?");
    EXPECT_EQ(fault_of(session, "gravty=0,0,0"), "unknown key \"gravty\"; did you mean \"gravity\"?");
}

TEST(Assignment, APaneThatIsNotThereIsNamed) {
    Session session = test::small_cloth();
    EXPECT_EQ(fault_of(session, "c.iterations=3"), "c.iterations: there is no pane c; the session's panes are a to b");
    EXPECT_EQ(fault_of(session, "g.iterations=3").rfind("unknown key \"g.iterations\"", 0), 0u);
}

TEST(Assignment, AWrongValueNamesTheKeyAndTheRange) {
    Session session = test::small_cloth();
    EXPECT_EQ(fault_of(session, "a.iterations=many").rfind("a.iterations: \"many\" is not a value", 0), 0u);
    EXPECT_EQ(fault_of(session, "iterations=0"), "iterations: 0 is out of range; allowed is 1 to 100000 (whole)");
    EXPECT_EQ(fault_of(session, "dt=nan").rfind("dt: ", 0), 0u);
    EXPECT_EQ(fault_of(session, "method=xpdb").rfind("method: \"xpdb\" is not one of", 0), 0u);
}

} // namespace
} // namespace xpbd::lab
