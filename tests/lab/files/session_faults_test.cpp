// Sessions with a fault of every kind: each is refused with its place and what would be right.
#include "lab/files/session/session.h"

#include "fixtures.h"

namespace xpbd::lab {
namespace {

using test::TemporaryFolder;

/// The JSON of a session with this scene, these panes and these further keys.
std::string session_with(const std::string& scene, const std::string& panes = "[{}]", const std::string& more = "") {
    return "{\"format\":\"xpbd-lab\",\"version\":1,\"scene\":" + scene + ",\"panes\":" + panes + more + "}";
}

std::string custom(const std::string& rest) {
    return session_with("{\"name\":\"custom\",\"particles\":[{\"position\":[0,0,0],\"mass\":0},"
                        "{\"position\":[1,0,0]},{\"position\":[0,0,1]},{\"position\":[1,0,1]}]" +
                        rest + "}");
}

struct Fault {
    std::string name;
    std::string text;
    std::string expected; ///< what the message holds after `NAME: `
};

void PrintTo(const Fault& fault, std::ostream* out) {
    *out << fault.name;
}

class SessionFaults : public testing::TestWithParam<Fault> {};

TEST_P(SessionFaults, IsRefusedWithFilePathAndWhatWouldBeRight) {
    const auto session = parse_session(GetParam().text, "my.json");
    ASSERT_FALSE(session) << "was accepted";
    EXPECT_EQ(session.error().kind, Error::Kind::bad_input);
    EXPECT_EQ(session.error().message.rfind("my.json: " + GetParam().expected, 0), 0u)
        << "says:     " << session.error().message << "\nexpected: my.json: " << GetParam().expected;
    EXPECT_EQ(session.error().message.find('\n'), std::string::npos) << "one line";
}

std::string name_of(const testing::TestParamInfo<Fault>& test) {
    return test.param.name;
}

const std::string kCloth = R"({"name":"cloth"})";

INSTANTIATE_TEST_SUITE_P(
    Syntax, SessionFaults,
    testing::Values(
        Fault{"Empty", "", "line 1, column 1: syntax error: there is nothing in it, needs JSON"},
        Fault{"Blank", " \n ", "line 2, column 2: syntax error: there is nothing in it, needs JSON"},
        Fault{"MissingComma", "{\n  \"format\": \"xpbd-lab\"\n  \"version\": 1 }",
              "line 3, column 11: syntax error: \"version\" stands where , or } is needed"},
        Fault{"CommaTooMuch", "{ \"format\": \"xpbd-lab\", }",
              "line 1, column 25: syntax error: } stands where a key in quotes is needed"},
        Fault{"MissingColon", "{ \"format\" \"xpbd-lab\" }",
              "line 1, column 21: syntax error: \"xpbd-lab\" stands where : is needed"},
        Fault{"MissingValue", "{ \"panes\": [1, ] }",
              "line 1, column 16: syntax error: ] stands where a value is needed"},
        Fault{"ListNotClosed", "{ \"panes\": [1 }", "line 1, column 15: syntax error: } stands where , or ] is needed"},
        Fault{"KeyWithoutQuotes", "{ format: 1 }",
              "line 1, column 4: syntax error: format stands where a key in quotes or } is needed"},
        Fault{"TwoDocuments", "{} {}", "line 1, column 4: syntax error: { stands where the end of the text is needed"},
        Fault{"TextNotClosed", "{ \"format",
              "line 1, column 10: syntax error: broken text \"format; needs UTF-8 in quotes"},
        Fault{"UnknownEscape", R"({ "format": "\q" })",
              "line 1, column 15: syntax error: broken text \"\\q\"; needs UTF-8 in quotes"},
        Fault{"CutShort", "{ \"format\": \"xpbd-lab\",",
              "line 1, column 24: syntax error: the text ends where a key in quotes is needed"},
        Fault{"NanIsNoJson", session_with(kCloth, "[{}]", ",\"dt\":NaN"),
              "line 1, column 77: syntax error: NaN stands where a value is needed"},
        Fault{"TooLargeForANumber", "{\n\"dt\": 1e999 }", "line 2, column 11: 1e999 is too large for a number"},
        Fault{"BadUtf8", "{ \"format\": \"\xff\" }", "line 1, column 14: syntax error"},
        Fault{"KeyTwice", R"({"format":"xpbd-lab","version":1,"frame":1,"frame":2})",
              "line 1, column 44: frame: the key is given twice in one object; keep one"},
        Fault{"KeyTwiceInAPane",
              "{\"format\":\"xpbd-lab\",\"version\":2,\"scene\":{\"name\":\"cloth\", \"file\":\"a\\\\\\\": \"},\n"
              "\"panes\": [ {},\n {\"method\":\"xpbd\",\n  \"method\" : \"pbd\"}]}",
              "line 4, column 3: panes[1].method: the key is given twice in one object; keep one"},
        Fault{"NotAnObject", "[1]", "the file holds a list, needs an object"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Form, SessionFaults,
    testing::Values(
        Fault{"NoFormat", "{}", "format: is missing; a session file has \"format\": \"xpbd-lab\", \"version\": 2"},
        Fault{"OtherFormat", R"({"format":"glTF","version":1})", "format: is the text \"glTF\"; a session file has"},
        Fault{"NoVersion", R"({"format":"xpbd-lab"})", "version: is missing; a session file has"},
        Fault{"LaterVersion", R"({"format":"xpbd-lab","version":3})",
              "version: is 3; this program reads version 1 to 2"},
        Fault{"BrokenVersion", R"({"format":"xpbd-lab","version":1.5})",
              "version: is 1.5; this program reads version 1 to 2"},
        Fault{"VersionAsText", R"({"format":"xpbd-lab","version":"1"})", "version: is the text \"1\"; a session"},
        Fault{"UnknownKey", session_with(kCloth, "[{}]", ",\"gravty\":[0,0,0]"),
              "gravty: unknown key; did you mean \"gravity\"?"},
        Fault{"UnknownKeyWithNothingNear", session_with(kCloth, "[{}]", ",\"zzzzzzzzzz\":1"),
              "zzzzzzzzzz: unknown key; known are format, version, scene"},
        Fault{"NoScene", R"({"format":"xpbd-lab","version":1,"panes":[{}]})", "scene: is missing"},
        Fault{"SceneAsText", session_with("\"cloth\""), "scene: is the text \"cloth\", needs an object"},
        Fault{"SceneWithoutName", session_with("{}"), "scene: has no \"name\""},
        Fault{"UnknownScene", session_with(R"({"name":"cloht"})"),
              "scene.name: unknown scene \"cloht\"; did you mean \"cloth\"?"},
        Fault{"UnknownSceneParameter", session_with(R"({"name":"cloth","resolutoin":[8,8]})"),
              "scene.resolutoin: unknown key; did you mean \"resolution\"?"},
        Fault{"ResolutionAsNumber", session_with(R"({"name":"cloth","resolution":8})"),
              "scene.resolution: is 8, needs a list of 2 components"},
        Fault{"ResolutionTooShort", session_with(R"({"name":"cloth","resolution":[8]})"),
              "scene.resolution: is a list, needs a list of 2 components"},
        Fault{"ResolutionBroken", session_with(R"({"name":"cloth","resolution":[8,8.5]})"),
              "scene.resolution: 8.5 is not a whole number; allowed is"},
        Fault{"CameraUnknownKey", session_with(kCloth, "[{}]", ",\"camera\":{\"yow\":1}"),
              "camera.yow: unknown key; did you mean \"yaw\"?"},
        Fault{"CameraPivot", session_with(kCloth, "[{}]", ",\"camera\":{\"pivot\":[0,\"x\",0]}"),
              "camera.pivot[1]: is the text \"x\", needs a number"},
        Fault{"CameraDistance", session_with(kCloth, "[{}]", ",\"camera\":{\"distance\":-1}"),
              "camera.distance: is -1, needs a distance >= 0"},
        Fault{"LookUnknownKey", session_with(kCloth, "[{}]", ",\"look\":{\"prnt\":\"check\"}"),
              "look.prnt: unknown key; did you mean \"print\"?"},
        Fault{"LookUnknownChoice", session_with(kCloth, "[{}]", ",\"look\":{\"print\":\"chek\"}"),
              "look.print: \"chek\" is not one of plain, stripes, check; did you mean \"check\"?"},
        Fault{"LookToggleAsNumber", session_with(kCloth, "[{}]", ",\"look\":{\"ruler\":1}"),
              "look.ruler: is 1, needs true or false"},
        Fault{"LookRangeTurned", session_with(kCloth, "[{}]", ",\"look\":{\"stretch_range\":[0.2,0.1]}"),
              "look.stretch_range: 0.2,0.1 is no range; it begins below its end: 0,0.2"},
        Fault{"LookRangeNotSymmetric", session_with(kCloth, "[{}]", ",\"look\":{\"strain_range\":[0,0.1]}"),
              "look.strain_range: 0,0.1 is no range; it begins below its end and has 0 in the middle"},
        Fault{"LookOfAPaneThatIsNotThere", session_with(kCloth, "[{}]", ",\"look\":{\"pane\":\"b\"}"),
              "look.pane: there is no pane b; the session's panes are a to a"},
        Fault{"FrameNegative", session_with(kCloth, "[{}]", ",\"frame\":-1"),
              "frame: is -1, needs a whole number >= 0"},
        Fault{"FrameBroken", session_with(kCloth, "[{}]", ",\"frame\":1.5"), "frame: is 1.5, needs a whole number"},
        Fault{"GravityShort", session_with(kCloth, "[{}]", ",\"gravity\":[0,-9.81]"),
              "gravity: is a list, needs a list of 3 components"},
        Fault{"DtAsText", session_with(kCloth, "[{}]", ",\"dt\":\"0.01\""),
              "dt: is the text \"0.01\", needs a number: 1e-04 to 0.1"},
        Fault{"DtZero", session_with(kCloth, "[{}]", ",\"dt\":0"), "dt: 0 is out of range; allowed is 1e-04 to 0.1"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Panes, SessionFaults,
    testing::Values(Fault{"None", R"({"format":"xpbd-lab","version":1,"scene":{"name":"cloth"}})",
                          "panes: is missing, needs a list of 1 to 6 panes"},
                    Fault{"Empty", session_with(kCloth, "[]"), "panes: is a list of 0, needs a list of 1 to 6 panes"},
                    Fault{"Seven", session_with(kCloth, "[{},{},{},{},{},{},{}]"),
                          "panes: is a list of 7, needs a list of 1 to 6"},
                    Fault{"NotAList", session_with(kCloth, "{}"), "panes: is an object, needs a list of 1 to 6 panes"},
                    Fault{"NotAnObject", session_with(kCloth, "[{},3]"), "panes[1]: is 3, needs an object"},
                    Fault{"UnknownKey", session_with(kCloth, R"([{},{"iteratons":5}])"),
                          "panes[1].iteratons: unknown key; did you mean \"iterations\"?"},
                    Fault{"UnknownMethod", session_with(kCloth, R"([{"method":"xpdb"}])"),
                          "panes[0].method: \"xpdb\" is not one of pbd, "},
                    Fault{"MethodAsNumber", session_with(kCloth, R"([{"method":1}])"),
                          "panes[0].method: is 1, needs one of the texts pbd | "},
                    Fault{"IterationsAsText", session_with(kCloth, R"([{"iterations":"20"}])"),
                          "panes[0].iterations: is the text \"20\", needs a number: 1 to 100000 (whole)"},
                    Fault{"IterationsBroken", session_with(kCloth, R"([{"iterations":1.5}])"),
                          "panes[0].iterations: 1.5 is not a whole number; allowed is 1 to 100000 (whole)"},
                    Fault{"IterationsZero", session_with(kCloth, R"([{"iterations":0}])"),
                          "panes[0].iterations: 0 is out of range; allowed is 1 to 100000"},
                    Fault{"IterationsNull", session_with(kCloth, R"([{"iterations":null}])"),
                          "panes[0].iterations: is null, needs a number"},
                    Fault{"NegativeCompliance", session_with(kCloth, R"([{"stretch_compliance":-1e-7}])"),
                          "panes[0].stretch_compliance: -1e-07 is out of range; allowed is 0 or 1e-12 to 1"},
                    Fault{"StiffnessAboveOne", session_with(kCloth, R"([{"stretch_stiffness":1.01}])"),
                          "panes[0].stretch_stiffness: 1.01 is out of range; allowed is 0 to 1"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Pins, SessionFaults,
    testing::Values(
        Fault{"NoList", session_with(R"({"name":"cloth","pinned":1})"), "scene.pinned: is 1, needs a list"},
        Fault{"UnknownKey", session_with(R"({"name":"cloth","pinned":[{"particel":1,"position":[0,0,0]}]})"),
              "scene.pinned[0].particel: unknown key; did you mean \"particle\"?"},
        Fault{"ThingOfNoKind", session_with(R"({"name":"cloth","things":[{"sphre":[0,0,0,1]}]})"),
              "scene.things[0]: has none of the keys \"collider\", \"sphere\""},
        Fault{"ThingThatIsNone", session_with(R"({"name":"cloth","things":[3]})"), "scene.things[0]: is 3, needs an"},
        Fault{"ThingWithAnUnknownKey", session_with(R"({"name":"cloth","things":[{"weight":1,"partcle":2}]})"),
              "scene.things[0].partcle: unknown key; did you mean \"particle\"?"},
        Fault{"BallWithoutRadius", session_with(R"({"name":"cloth","things":[{"sphere":[0,0,0,-1]}]})"),
              "scene.things[0].sphere[3]: is -1, needs a radius > 0 [m]"},
        Fault{"ColliderThatIsNotThere", session_with(R"({"name":"cloth","things":[{"collider":0,"size":2}]})"),
              "scene.things[0].collider: the scene has 0 colliders"},
        Fault{"ColliderOfNoSize", session_with(R"({"name":"cloth_sphere","things":[{"collider":0,"size":0}]})"),
              "scene.things[0].size: is 0, needs a factor from 0.001 to 1000"},
        Fault{"TurnOfNoLength", session_with(R"({"name":"cloth_sphere","things":[{"collider":0,"turn":[0,0,0,0]}]})"),
              "scene.things[0].turn: is no rotation"},
        Fault{"StringWithoutLength", session_with(R"({"name":"cloth","things":[{"string":[0,3]}]})"),
              "scene.things[0].length: is missing"},
        Fault{"WeightOnNothing",
              session_with(R"({"name":"cloth","resolution":[4,4],"things":[{"weight":1,"particle":16}]})"),
              "scene.things[0]: particle 16 does not exist, needs 0 to 15"},
        Fault{"NoPosition", session_with(R"({"name":"cloth","pinned":[{"particle":1}]})"),
              "scene.pinned[0].position: is missing"},
        Fault{"NegativeParticle", session_with(R"({"name":"cloth","released":[-1]})"),
              "scene.released[0]: is -1, needs the index of a particle"},
        Fault{"NoSuchParticle",
              session_with(R"({"name":"cloth","resolution":[4,4],"pinned":[{"particle":25,"position":[0,0,0]}]})"),
              "scene.pinned[0]: particle 25 does not exist, needs 0 to 15"},
        Fault{"Twice", session_with(R"({"name":"cloth","resolution":[4,4],"released":[0,0]})"),
              "scene.released[1]: particle 0 is named twice"},
        Fault{"FreeAlready", session_with(R"({"name":"cloth","resolution":[4,4],"released":[7]})"),
              "scene.released[0]: particle 7 is not one that the scene fixes"},
        Fault{"TiedToNothing",
              session_with(R"({"name":"custom","particles":[{"position":[0,0,0],"mass":0}],"released":[0]})"),
              "scene.released[0]: particle 0 is tied to nothing that moves"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Custom, SessionFaults,
    testing::Values(
        Fault{"NoParticles", session_with(R"({"name":"custom"})"),
              "scene.particles: is missing, needs a list of particles"},
        Fault{"EmptyParticles", session_with(R"({"name":"custom","particles":[]})"),
              "scene.particles: is empty, needs at least one particle"},
        Fault{"ParticleWithoutPosition", session_with(R"({"name":"custom","particles":[{"mass":1}]})"),
              "scene.particles[0].position: is missing, needs a list of 3 numbers"},
        Fault{"PositionTooShort", session_with(R"({"name":"custom","particles":[{"position":[0,0]}]})"),
              "scene.particles[0].position: is a list of 2, needs a list of 3 numbers [m]"},
        Fault{"NegativeMass", session_with(R"({"name":"custom","particles":[{"position":[0,0,0],"mass":-1}]})"),
              "scene.particles[0].mass: is -1, needs a number >= 0 [kg] (0 = a fixed particle)"},
        Fault{"InfinitePosition", session_with(R"({"name":"custom","particles":[{"position":[0,0,1e400]}]})"),
              "line 1, column 93: 1e400 is too large"},
        Fault{"ParticleUnknownKey", session_with(R"({"name":"custom","particles":[{"positon":[0,0,0]}]})"),
              "scene.particles[0].positon: unknown key; did you mean \"position\"?"},
        Fault{"IndexOutOfRange", custom(R"(,"distance":[{"particles":[0,1]},{"particles":[1,4]}])"),
              "scene.distance[1].particles[1]: is 4, needs a particle index; there are 4 particles: 0 to 3"},
        Fault{"IndexNegative", custom(R"(,"distance":[{"particles":[-1,0]}])"),
              "scene.distance[0].particles[0]: is -1, needs a particle index"},
        Fault{"IndexBroken", custom(R"(,"distance":[{"particles":[0.5,0]}])"),
              "scene.distance[0].particles[0]: is 0.5, needs a particle index"},
        Fault{"IndexHuge", custom(R"(,"distance":[{"particles":[0,4294967297]}])"),
              "scene.distance[0].particles[1]: is 4294967297, needs a particle index"},
        Fault{"SameParticleTwice", custom(R"(,"distance":[{"particles":[1,1]}])"),
              "scene.distance[0].particles[1]: names particle 1 again, needs 2 distinct particles"},
        Fault{"WrongArity", custom(R"(,"distance":[{"particles":[0,1,2]}])"),
              "scene.distance[0].particles: is a list of 3, needs a list of 2 particle indices"},
        Fault{"NoIndices", custom(R"(,"distance":[{"rest":1}])"),
              "scene.distance[0].particles: is missing, needs a list of 2"},
        Fault{"NegativeRest", custom(R"(,"distance":[{"particles":[0,1],"rest":-1}])"),
              "scene.distance[0].rest: is -1, needs a length >= 0 [m]"},
        Fault{"NegativeCompliance", custom(R"(,"distance":[{"particles":[0,1],"compliance":-1}])"),
              "scene.distance[0].compliance: is -1, needs a number >= 0 [m/N]"},
        Fault{"StiffnessAboveOne", custom(R"(,"distance":[{"particles":[0,1],"stiffness":2}])"),
              "scene.distance[0].stiffness: is 2, needs a number in [0, 1]"},
        Fault{"BendingKind", custom(R"(,"bending":[{"particles":[0,1,2,3],"kind":"cubic"}])"),
              "scene.bending[0].kind: is \"cubic\", needs one of \"dihedral\", \"arccos\" and \"isometric\""},
        Fault{"IsometricRest", custom(R"(,"bending":[{"particles":[0,1,2,3],"kind":"isometric","rest_angle":1}])"),
              "scene.bending[0].rest_angle: isometric bending is flat at rest"},
        Fault{"KindOfDistance", custom(R"(,"distance":[{"particles":[0,1],"kind":"dihedral"}])"),
              "scene.distance[0].kind: unknown key"},
        Fault{"AngleArity", custom(R"(,"angle":[{"particles":[0,1]}])"),
              "scene.angle[0].particles: is a list of 2, needs a list of 3 particle indices"},
        Fault{"AngleNegative", custom(R"(,"angle":[{"particles":[0,1,2],"rest_angle":-1}])"),
              "scene.angle[0].rest_angle: is -1, needs an angle >= 0 [rad]"},
        Fault{"NoGhosts", custom(R"(,"bend_twist":[{"particles":[0,1,2]}])"),
              "scene.bend_twist[0].ghosts: is missing, needs a list of 2 particle indices"},
        Fault{"GhostOnTheRod", custom(R"(,"bend_twist":[{"particles":[0,1,2],"ghosts":[3,1]}])"),
              "bend_twist[0].ghosts: particle 1 is on the rod itself"},
        Fault{"TwistMaterial", custom(R"(,"bend_twist":[{"particles":[0,1,2],"ghosts":[2,3],"twist":{"alpha":1}}])"),
              "scene.bend_twist[0].twist.alpha: unknown key"},
        Fault{"VolumeWithoutTriangles", custom(R"(,"volume":[{"pressure":1}])"),
              "scene.volume[0].triangles: is missing, needs a list of lists of 3 particle indices"},
        Fault{"VolumeIndex", custom(R"(,"volume":[{"triangles":[[0,1,2],[0,1,9]]}])"),
              "scene.volume[0].triangles[1][2]: is 9, needs a particle index"},
        Fault{"NegativePressure", custom(R"(,"volume":[{"triangles":[[0,1,2]],"pressure":-1}])"),
              "scene.volume[0].pressure: is -1, needs a number >= 0"},
        Fault{"TriangleTwice", custom(R"(,"triangles":[[0,1,1]])"),
              "scene.triangles[0][2]: names particle 1 again, needs 3 distinct particles"},
        Fault{"DistanceNotAList", custom(R"(,"distance":{})"), "scene.distance: is an object, needs a list"},
        Fault{"PlaneWithoutDirection", custom(R"(,"colliders":[{"plane":[0,0,0,1]}])"),
              "scene.colliders[0].plane: has no direction, needs a list of 4 numbers"},
        Fault{"SphereWithoutSize", custom(R"(,"colliders":[{"sphere":[0,0,0,0]}])"),
              "scene.colliders[0].sphere[3]: is 0, needs a radius > 0 [m]"},
        Fault{"UnknownCollider", custom(R"(,"colliders":[{"spere":[0,0,0,1]}])"),
              "scene.colliders[0].spere: unknown key; did you mean \"sphere\"?"},
        Fault{"TwoCollidersInOne", custom(R"(,"colliders":[{"sphere":[0,0,0,1],"plane":[0,1,0,0]}])"),
              "scene.colliders[0]: needs exactly one of \"plane\", \"sphere\", \"capsule\" and \"box\""},
        Fault{"EmptyCollider", custom(R"(,"colliders":[{}])"), "scene.colliders[0]: needs exactly one of"},
        Fault{"CapsuleWithoutRadius", custom(R"(,"colliders":[{"capsule":[0,0,0,1,0,0,0]}])"),
              "scene.colliders[0].capsule[6]: is 0, needs a radius > 0 [m]"},
        Fault{"FlatBox", custom(R"(,"colliders":[{"box":[0,0,0,1,0,1]}])"),
              "scene.colliders[0].box[4]: is 0, needs half an edge > 0 [m]"},
        Fault{"NoRotation", custom(R"(,"colliders":[{"box":[0,0,0,1,1,1],"rotation":[0,0,0,0]}])"),
              "scene.colliders[0].rotation: is no rotation, needs a quaternion"},
        Fault{"TurnedSphere", custom(R"(,"colliders":[{"sphere":[0,0,0,1],"rotation":[1,0,0,0]}])"),
              "scene.colliders[0].rotation: only a box has a rotation"},
        Fault{"MotionOfNothing", custom(R"(,"motions":[{"steady":{}}])"),
              "scene.motions[0]: moves nothing, needs \"colliders\" or \"particles\""},
        Fault{"MotionOfNoCollider", custom(R"(,"motions":[{"colliders":[0],"steady":{}}])"),
              "scene.motions[0].colliders[0]: needs the number of a collider; there are 0"},
        Fault{"TwoMotionsInOne", custom(R"(,"motions":[{"particles":[0],"steady":{},"swing":{}}])"),
              "scene.motions[0]: needs exactly one of \"steady\", \"swing\" and \"keys\""},
        Fault{"MovedTwice", custom(R"(,"motions":[{"particles":[0],"steady":{}},{"particles":[0],"swing":{}}])"),
              "drives[1]: particle 0 has another motion already"},
        Fault{"KeysOutOfOrder", custom(R"(,"motions":[{"particles":[0],"keys":{"at":[{"time":1},{"time":1}]}}])"),
              "scene.motions[0].keys.at[1].time: must be later than that of the place before"},
        Fault{"LoopWithoutReturn",
              custom(R"(,"motions":[{"particles":[0],"keys":{"loop":true,"at":[{},{"time":1,"shift":[1,0,0]}]}}])"),
              "scene.motions[0].keys: a loop must end where it began"},
        Fault{"SwingBackwards", custom(R"(,"motions":[{"particles":[0],"swing":{"frequency":-1}}])"),
              "scene.motions[0].swing.frequency: is -1, needs a number >= 0 [Hz]"},
        Fault{"WinchOfNothing", custom(R"(,"winches":[{"rate":1}])"),
              "scene.winches[0].distances: is empty, needs the numbers of entries of \"distance\""},
        Fault{"RestitutionOfOne", custom(R"(,"colliders":[{"sphere":[0,0,0,1],"restitution":0.5}])"),
              "scene.colliders[0].restitution: colliders share one restitution: set scene.restitution instead"},
        Fault{"RestitutionAboveOne", custom(R"(,"restitution":1.5)"),
              "scene.restitution: is 1.5, needs a number in [0, 1]"},
        Fault{"NegativeThickness", custom(R"(,"thickness":-1)"), "scene.thickness: is -1, needs a number >= 0 [m]"},
        Fault{"NegativeFriction", custom(R"(,"friction":-0.1)"), "scene.friction: is -0.1, needs a number >= 0"},
        Fault{"UnknownKey", custom(R"(,"distances":[])"), "scene.distances: unknown key; did you mean \"distance\"?"}),
    name_of);

TEST(SessionNumbers, MayBeQuotientsAsTexts) {
    const auto session = parse_session(
        session_with(R"({"name":"cloth"})", R"([{"stretch_compliance":"1/8"}])", R"(,"dt":"1/90")"), "my.json");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->world.dt, 1.0 / 90);
    EXPECT_EQ(session->panes[0].stretch_compliance, 1.0 / 8);
    const auto refused =
        parse_session(session_with(R"({"name":"cloth"})", R"([{"stretch_compliance":"1/0"}])"), "my.json");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("panes[0].stretch_compliance"), std::string::npos)
        << refused.error().message;
}

/// A session that holds this mesh.
std::string holding(const std::string& mesh, const std::string& more = "") {
    return session_with(R"({"name":"mesh","mesh":)" + mesh + more + "}");
}

const std::string kThree = R"(v 0 0 0\nv 1 0 0\nv 0 1 0\n)";

INSTANTIATE_TEST_SUITE_P(
    HeldMesh, SessionFaults,
    testing::Values(Fault{"NoMesh", session_with(R"({"name":"mesh"})"),
                          "scene.file: is missing, needs the path of an OBJ file, or \"mesh\" with the text of one"},
                    Fault{"NoText", holding("[1, 2]"), "scene.mesh: is a list, needs the text of an OBJ file"},
                    Fault{"Empty", holding(R"("")"), "scene.mesh: there are no faces, needs "},
                    Fault{"Broken", holding(R"("v 0 0 0\nv 1 0")"),
                          "scene.mesh: line 2: a vertex needs 3 finite numbers, not \"\""},
                    Fault{"NotANumber", holding("\"" + kThree + R"(v 0 nan 0\nf 1 2 3")"),
                          "scene.mesh: line 4: a vertex needs 3 finite numbers, not \"nan\""},
                    Fault{"Infinite", holding("\"" + kThree + R"(v 0 1e999 0\nf 1 2 3")"),
                          "scene.mesh: line 4: a vertex needs 3 finite numbers, not \"1e999\""},
                    Fault{"IndexAboveTheLast", holding("\"" + kThree + R"(f 1 2 4")"),
                          "scene.mesh: line 4: a face names vertex 4, there are 3"},
                    Fault{"IndexBeforeTheFirst", holding("\"" + kThree + R"(f -1 -2 -4")"),
                          "scene.mesh: line 4: a face names vertex 0, there are 3"},
                    Fault{"NoArea", holding(R"("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3")"), "scene.mesh: triangles[0]: "},
                    Fault{"PinOutOfRange", holding("\"" + kThree + R"(f 1 2 3")", R"(,"pins":[3])"),
                          "scene.pins[0]: is 3, needs a vertex of the mesh: 0 to 2"},
                    Fault{"FileIsNoText", holding("\"" + kThree + R"(f 1 2 3")", R"(,"file":7)"),
                          "scene.file: is 7, needs the path of an OBJ file"}),
    name_of);

TEST(SessionFaultsInMeshes, AMissingMeshIsRefusedAtItsPath) {
    const auto session = parse_session(session_with(R"({"name":"mesh","file":"none.obj"})"), "my.json", "/nowhere");
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().message, "my.json: scene.file: " + system::absolute_name("/nowhere/none.obj") +
                                           ": cannot read: No such file or directory");
    EXPECT_FALSE(parse_session(session_with(R"({"name":"mesh"})"), "my.json"));
}

TEST(SessionFaultsInMeshes, AFaultyShapeOrPinIsRefused) {
    const TemporaryFolder folder;
    test::spill(folder / "flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"); // no area
    const auto flat = parse_session(session_with(R"({"name":"mesh","file":"flat.obj"})"), "my.json", folder.path());
    ASSERT_FALSE(flat);
    EXPECT_EQ(flat.error().message.rfind("my.json: scene.mesh: ", 0), 0u) << flat.error().message;

    test::spill(folder / "good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto pin =
        parse_session(session_with(R"({"name":"mesh","file":"good.obj","pins":[0,3]})"), "my.json", folder.path());
    ASSERT_FALSE(pin);
    EXPECT_EQ(pin.error().message, "my.json: scene.pins[1]: is 3, needs a vertex of the mesh: 0 to 2");
}

TEST(SessionFaultsInFiles, AnUnreadableFileIsAFileError) {
    const TemporaryFolder folder;
    const auto session = load_session(folder / "none.json");
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().kind, Error::Kind::file);
    EXPECT_NE(session.error().message.find(folder / "none.json"), std::string::npos);
}

TEST(SessionFaultsInFiles, EveryTruncationOfASessionIsRefusedWithoutHarm) {
    const std::string text = test::hanging_mass_json();
    ASSERT_TRUE(parse_session(text, "whole"));
    for (std::size_t length = 0; length < text.size(); ++length) {
        EXPECT_FALSE(parse_session(text.substr(0, length), "cut")) << length;
    }
}

TEST(SessionFaultsInFiles, DeepNestingIsRefusedWithoutOverflow) {
    EXPECT_FALSE(parse_session(std::string(200000, '['), "deep"));
    EXPECT_FALSE(parse_session(std::string(200000, '[') + std::string(200000, ']'), "deep"));
}

} // namespace
} // namespace xpbd::lab
