#include "lab/files/obj.h"

#include "../usage.h"
#include "fixtures.h"

#include <array>
#include <cmath>

namespace xpbd::lab {
namespace {

using test::TemporaryFolder;

Result<scenes::Mesh> load(const TemporaryFolder& folder, const std::string& text) {
    test::spill(folder / "m.obj", text);
    return load_obj(folder / "m.obj");
}

TEST(Obj, KeepsPositionsInDoublePrecision) {
    const TemporaryFolder folder;
    const auto mesh =
        load(folder, "# sheet\nv 0.1 1e-3 +2\r\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3//1\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->positions.size(), 3u);
    EXPECT_EQ(mesh->positions[0], Vec3(0.1, 1e-3, 2));
    EXPECT_EQ(mesh->triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
}

TEST(Obj, CutsPolygonsIntoTrianglesOfTheSameOrientation) {
    const TemporaryFolder folder;
    const auto mesh = load(folder, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf -4 -3 -2\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->triangles.size(), 3u);
    for (const auto& t : mesh->triangles) {
        const auto at = [&](int i) { return mesh->positions[static_cast<std::size_t>(i)]; };
        EXPECT_GT(glm::cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0])).z, 0);
    }
}

TEST(Obj, EveryCornerOfATriangleHasTheTextureThatItsFaceNames) {
    const TemporaryFolder folder;
    const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    const auto mesh = load(folder, square + "vt 0 0.5\nvt 2 0\nvt 2 3 0\nvt 0.25\nf 1/1 2/2 3/-2 4/4/1\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    const std::array<std::array<double, 2>, 4> texture = {{{0, 0.5}, {2, 0}, {2, 3}, {0.25, 0}}}; // of each vertex
    ASSERT_EQ(mesh->texture.size(), 2u);
    for (std::size_t t = 0; t < 2; ++t) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            EXPECT_EQ(mesh->texture[t][corner], texture[static_cast<std::size_t>(mesh->triangles[t][corner])]);
        }
    }
    EXPECT_TRUE(load(folder, square + "vt 0 0\nf 1 2 3 4\n")->texture.empty()) << "no face names any";
    const auto half = load(folder, square + "vt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1/1 3//1 4/2\n");
    ASSERT_TRUE(half) << half.error().message;
    EXPECT_EQ(half->texture[1], (std::array<std::array<double, 2>, 3>{})) << "not every corner has some";
    EXPECT_EQ(half->texture[0][2], (std::array<double, 2>{1, 1}));
}

TEST(Obj, EachFaultNamesTheFileAndTheLine) {
    const TemporaryFolder folder;
    const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const struct {
        std::string text;
        std::string expected;
    } faults[] = {
        {"", "there are no faces"},
        {three, "there are no faces"},
        {"not a mesh at all", "there are no faces"},
        {three + "f 1 2 4\n", "line 4: a face names vertex 4, there are 3"},
        {three + "f 1 2 -4\n", "line 4: a face names vertex 0, there are 3"},
        {three + "f 0 1 2\n", "line 4: \"0\" is not a vertex of a face"},
        {three + "f 1 2\n", "line 4: a face needs 3 or more vertices, there are 2"},
        {three + "f 1 2 x\n", "line 4: \"x\" is not a vertex of a face"},
        {"v 0 0\n" + three + "f 1 2 3\n", "line 1: a vertex needs 3 finite numbers, not \"\""},
        {three + "v 0 nan 0\nf 1 2 3\n", "line 4: a vertex needs 3 finite numbers, not \"nan\""},
        {three + "v 0 inf 0\nf 1 2 3\n", "line 4: a vertex needs 3 finite numbers, not \"inf\""},
        {three + "v 0 1e999 0\nf 1 2 3\n", "line 4: a vertex needs 3 finite numbers, not \"1e999\""},
        {three + "v 0 1.2.3 0\nf 1 2 3\n", "line 4: a vertex needs 3 finite numbers, not \"1.2.3\""},
        {three + "vt 0 0\nf 1/1 2/2 3/1\n", "line 5: a face names texture coordinates 2, there are 1"},
        {three + "vt 0 0\nf 1/-1 2/-2 3/1\n", "line 5: a face names texture coordinates 0, there are 1"},
        {three + "f 1/1 2/1 3/1\n", "line 4: a face names texture coordinates 1, there are 0"},
        {three + "vt 0 0\nf 1/1 2/x 3/1\n", "line 5: \"2/x\" names no texture coordinates of a face"},
        {three + "vt 0 0\nf 1/1 2/0 3/1\n", "line 5: \"2/0\" names no texture coordinates of a face"},
        {three + "vt 0 y\nf 1 2 3\n", "line 4: texture coordinates need 2 finite numbers, not \"y\""},
        {three + "vt\nf 1 2 3\n", "line 4: texture coordinates need 2 finite numbers, not \"\""},
    };
    for (const auto& fault : faults) {
        const auto mesh = load(folder, fault.text);
        ASSERT_FALSE(mesh) << fault.text;
        EXPECT_EQ(mesh.error().message.rfind((folder / "m.obj") + ": " + fault.expected, 0), 0u)
            << mesh.error().message;
    }
}

TEST(Obj, LinesThatAreNoShapeTakeNoMemory) {
    const TemporaryFolder folder;
    std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (int i = 0; i < 1000; ++i) {
        text += "t a 8192/8192/8192\n"; // a tag with 3 x 8192 empty values: the loader would hold 300 MB
    }
    const std::uint64_t before = xpbd::test::peak_memory();
    ASSERT_TRUE(load(folder, text));
    EXPECT_LT(xpbd::test::peak_memory() - before, 50u << 20);
}

TEST(Obj, AFaceOfTooManyCornersIsRefused) {
    const TemporaryFolder folder;
    const auto polygon = [&](int corners) {
        std::string text;
        std::string face = "f";
        for (int i = 0; i < corners; ++i) {
            const double angle = 6.283185307179586 * i / corners;
            text += "v " + std::to_string(std::cos(angle)) + " " + std::to_string(std::sin(angle)) + " 0\n";
            face += " " + std::to_string(i + 1);
        }
        return load(folder, text + face + "\n");
    };
    EXPECT_TRUE(polygon(4096));
    const auto mesh = polygon(4097);
    ASSERT_FALSE(mesh);
    EXPECT_NE(mesh.error().message.find("line 4098: a face has 4097 vertices, at most 4096 are read"),
              std::string::npos)
        << mesh.error().message;
}

TEST(Obj, EveryKindOfLineEndGivesTheSameMeshAndTheSameLines) {
    const TemporaryFolder folder;
    const std::string unix_text = "# sheet\nv 0 0 0\nv 1 0 0\n\nv 0 1 0\nf -3 -2 -1\n";
    const auto with = [](std::string text, const std::string& end) {
        for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size()) {
            text.replace(at, 1, end);
        }
        return text;
    };
    const auto plain = load(folder, unix_text);
    ASSERT_TRUE(plain) << plain.error().message;
    for (const std::string end : {"\r\n", "\r"}) {
        const auto mesh = load(folder, with(unix_text, end));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(*mesh, *plain);
        EXPECT_EQ(mesh->lines, plain->lines);
        EXPECT_EQ(mesh->notes, plain->notes);
        const auto faulty = load(folder, with(unix_text + "f 1 2 9\n", end));
        ASSERT_FALSE(faulty);
        EXPECT_NE(faulty.error().message.find("line 7:"), std::string::npos) << faulty.error().message;
    }
}

TEST(Obj, ALoneCarriageReturnEndsALineForTheCheckAndTheReaderAlike) {
    const TemporaryFolder folder;
    // A vertex follows the comment: relative indices count it.
    const auto mesh = load(folder, "v 0 0 0\nv 1 0 0\nv 0 1 0\n# note\rv 9 9 9\nf -3 -2 -1\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->positions.size(), 4u);
    EXPECT_EQ(mesh->positions[3], Vec3(9, 9, 9));
    EXPECT_EQ(mesh->triangles, (std::vector<std::array<int, 3>>{{1, 2, 3}}));
}

TEST(Obj, AByteOfValueZeroIsRefused) {
    const TemporaryFolder folder;
    const auto mesh = load(folder, std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/\0 2 3\n", 34));
    ASSERT_FALSE(mesh);
    EXPECT_NE(mesh.error().message.find("line 4: holds a byte of value 0"), std::string::npos) << mesh.error().message;
}

TEST(Obj, AFileThatIsNotThereIsAFileError) {
    const auto mesh = load_obj("/nowhere/m.obj");
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().kind, Error::Kind::file);
}

TEST(Obj, NoTruncationDoesHarm) {
    const TemporaryFolder folder;
    const std::string whole = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n";
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto mesh = load(folder, whole.substr(0, length));
        // A cut between lines can leave a smaller, whole mesh; one inside must not invent a shape.
        if (mesh) {
            EXPECT_EQ(mesh->positions.size(), 4u) << length;
            EXPECT_EQ(mesh->triangles.front(), (std::array<int, 3>{0, 1, 2})) << length;
        }
    }
}

} // namespace
} // namespace xpbd::lab
