// A session contains its mesh. Saved as a file, as a link or in a picture, it opens without the OBJ file and builds the
// same model to the bit.
#include "lab/files/session/session.h"

#include "drawn_session.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"
#include "lab/files/link/link.h"
#include "lab/files/obj.h"
#include "lab/files/png_text.h"
#include "lab/files/polygon.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>

namespace xpbd::lab {
namespace {

using test::TemporaryFolder;

/// A sheet with every feature of an OBJ file: numbers of any length, a quad, texture coordinates with a seam, a
/// repeated face, which the reader drops, and a vertex without a face.
const std::string kSheet = "v 0 1.5 0\nv 0.30000000000000004 1.5 -0\nv 0.6 1.4999999999999998 1e-17\n"
                           "v 0 1 0.1\nv 0.3 1.1 0.2\nv 0.6123456789012345 1 0\nv 9 9 9\n"
                           "vt 0 1\nvt 0.5 1\nvt 1 1\nvt 0 0\nvt 0.5 0.1\nvt 1 0\nvt 0.25 0.75\n"
                           "f 1/1 4/4 5/5 2/2\nf 2/7 5/5 3/3\nf 5/5 6/6 3/3\nf 3 5 2\n";

bool same_bits(double one, double other) {
    return std::memcmp(&one, &other, sizeof(one)) == 0;
}

void expect_same_bits(const scenes::Mesh& one, const scenes::Mesh& other) {
    EXPECT_EQ(one, other);
    ASSERT_EQ(one.positions.size(), other.positions.size());
    for (std::size_t i = 0; i < one.positions.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_TRUE(same_bits(one.positions[i][axis], other.positions[i][axis])) << i << " " << axis;
        }
    }
    ASSERT_EQ(one.texture.size(), other.texture.size());
    for (std::size_t t = 0; t < one.texture.size(); ++t) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            EXPECT_TRUE(same_bits(one.texture[t][corner][0], other.texture[t][corner][0]));
            EXPECT_TRUE(same_bits(one.texture[t][corner][1], other.texture[t][corner][1]));
        }
    }
}

/// Hash of the states after a few frames. It depends on the texture and the pins, too.
std::uint64_t hash_of(const Session& session) {
    constexpr int kFrames = 5;
    Result<Experiment> experiment = Experiment::create(session);
    if (!experiment) {
        ADD_FAILURE() << experiment.error().message;
        return 0;
    }
    for (int frame = 0; frame < kFrames; ++frame) {
        experiment->step();
    }
    return state_hash(*experiment);
}

/// The session of an OBJ file that is gone when this returns.
Session session_of_sheet(const TemporaryFolder& folder, const std::string& text = kSheet) {
    test::spill(folder / "sheet.obj", text);
    Result<Session> session = load_session(folder / "sheet.obj");
    if (!session) {
        ADD_FAILURE() << session.error().message;
        return {};
    }
    EXPECT_TRUE(apply_assignment(*session, "scene.material=denim"));
    std::filesystem::remove(system::path_of(folder / "sheet.obj"));
    return *session;
}

TEST(HeldMesh, ASessionFileOpensWithoutTheMeshFileToTheSameStates) {
    const TemporaryFolder folder;
    const Session session = session_of_sheet(folder);
    ASSERT_TRUE(save_session(folder / "s.json", session));
    const Result<Session> opened = load_session(folder / "s.json");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, session);
    expect_same_bits(*opened->scene.mesh, *session.scene.mesh);
    EXPECT_EQ(hash_of(*opened), hash_of(session));
    EXPECT_EQ(write_session(*opened), write_session(session));

    Session other = session; // another last bit of one coordinate gives another hash
    double& x = other.scene.mesh->positions[4].x;
    x = std::nextafter(x, 1);
    EXPECT_NE(hash_of(other), hash_of(session));
}

TEST(HeldMesh, IsWhatOpensWhateverBecameOfItsFile) {
    const TemporaryFolder folder;
    const Session session = session_of_sheet(folder);
    ASSERT_TRUE(save_session(folder / "s.json", session));
    test::spill(folder / "sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_EQ(load_session(folder / "s.json")->scene.mesh, session.scene.mesh);
    test::spill(folder / "sheet.obj", "no mesh at all");
    Result<Session> opened = load_session(folder / "s.json");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->scene.mesh, session.scene.mesh);

    test::spill(folder / "other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"); // an assignment does read a file
    ASSERT_TRUE(apply_assignment(*opened, "scene.file=" + (folder / "other.obj")));
    EXPECT_EQ(opened->scene.mesh->positions.size(), 3u);
}

TEST(HeldMesh, ALinkOpensToTheSameStatesAndNamesNoFile) {
    const TemporaryFolder folder;
    Session session = session_of_sheet(folder);
    const Result<std::string> link = to_link(session);
    ASSERT_TRUE(link) << link.error().message;
    const Result<Session> opened = from_link(*link);
    ASSERT_TRUE(opened) << opened.error().message;
    expect_same_bits(*opened->scene.mesh, *session.scene.mesh);
    EXPECT_EQ(hash_of(*opened), hash_of(session));
    EXPECT_EQ(opened->scene.file, "");
    EXPECT_EQ(*to_link(*opened), *link);
    session.scene.file.clear();
    EXPECT_EQ(*opened, session);
}

TEST(HeldMesh, APictureOpensToTheSameStates) {
    const std::string png(
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\nIDAT\x78\x9c"
        "\x63\x60\0\0\0\2\0\1\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82",
        67);
    const TemporaryFolder folder;
    const Session session = session_of_sheet(folder);
    const Result<std::string> picture = insert_png_text(png, kSessionKeyword, write_session(session));
    ASSERT_TRUE(picture) << picture.error().message;
    test::spill(folder / "sheet.png", *picture);
    const Result<Session> opened = load_session(folder / "sheet.png");
    ASSERT_TRUE(opened) << opened.error().message;
    expect_same_bits(*opened->scene.mesh, *session.scene.mesh);
    EXPECT_EQ(hash_of(*opened), hash_of(session));
}

TEST(HeldMesh, IsObjText) {
    scenes::Mesh square;
    square.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0.1, 0}, {1, 1e-300, -0.0}};
    square.triangles = {{0, 1, 2}, {1, 3, 2}};
    EXPECT_EQ(write_obj(square), "v 0 0 0\nv 1 0 0\nv 0 0.1 0\nf -3 -2 -1\nv 1 1e-300 -0\nf -3 -1 -2\n");
    square.texture = {{{{0, 0}, {1, 0}, {0, 1}}}, {{{1, 0}, {1, 1}, {0.5, 1}}}}; // a seam at the last corner
    EXPECT_EQ(write_obj(square), "v 0 0 0\nv 1 0 0\nv 0 0.1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf -3/-3 -2/-2 -1/-1\n"
                                 "v 1 1e-300 -0\nvt 1 1\nvt 0.5 1\nf -3/-4 -1/-2 -2/-1\n");
    const Result<Session> by_hand = parse_session(
        R"({"format":"xpbd-lab","version":2,"panes":[{}],
            "scene":{"name":"mesh","mesh":"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4"}})",
        "by hand");
    ASSERT_TRUE(by_hand) << by_hand.error().message;
    EXPECT_EQ(by_hand->scene.mesh->triangles.size(), 2u);
}

TEST(HeldMesh, OfRandomShapesReadsBackToTheBit) {
    constexpr int kMeshes = 50;
    test::Draw draw(5);
    for (int index = 0; index < kMeshes; ++index) {
        SCOPED_TRACE(index);
        scenes::Mesh mesh;
        const int count = draw.whole(3, 30);
        const double size = draw.decades(1e-9, 1e9);
        for (int i = 0; i < count; ++i) {
            const auto any = [&] { return draw.once_in(8) ? -0.0 : (draw.share() - 0.5) * size; };
            mesh.positions.emplace_back(any(), any(), any());
        }
        const bool textured = draw.once_in(2);
        std::set<std::set<int>>
            known; // faces in the mesh, because the reader drops repeated faces and faces without area
        for (int t = draw.whole(1, 60); t > 0; --t) {
            const std::array triangle{draw.whole(0, count - 1), draw.whole(0, count - 1), draw.whole(0, count - 1)};
            const std::set<int> corners(triangle.begin(), triangle.end());
            const auto at = [&](std::size_t corner) { return mesh.positions[index_of(triangle[corner])]; };
            if (corners.size() < 3 || !has_area(at(0), at(1), at(2)) || !known.insert(corners).second) {
                continue;
            }
            mesh.triangles.push_back(triangle);
            if (textured) {
                mesh.texture.push_back({});
                for (auto& place : mesh.texture.back()) {
                    place = {draw.once_in(3) ? -0.0 : draw.share(), draw.once_in(3) ? 0.0 : draw.share()};
                }
            }
        }
        if (mesh.triangles.empty()) {
            continue;
        }
        const std::string text = write_obj(mesh);
        const Result<scenes::Mesh> read = parse_obj(text, "m.obj");
        ASSERT_TRUE(read) << read.error().message << "\n" << text;
        expect_same_bits(*read, mesh);
        EXPECT_EQ(read->notes, std::vector<std::string>());
        EXPECT_EQ(write_obj(*read), text);
    }
}

/// A sheet of `side` x `side` vertices. `rough` adds random digits, which compress badly.
std::string sheet(int side, bool rough) {
    test::Draw draw(7);
    std::string text;
    const auto number = [&](double value) { return " " + std::to_string(value + (rough ? 0.01 * draw.share() : 0)); };
    for (int i = 0; i < side * side; ++i) {
        const double x = 0.025 * (i % side), z = 0.025 * (i / side);
        text += "v" + number(x) + number(0) + number(z) + "\n";
    }
    for (int i = 0; i + side < side * side; ++i) {
        if (i % side + 1 < side) {
            text += "f " + std::to_string(i + 1) + " " + std::to_string(i + 2) + " " + std::to_string(i + side + 2) +
                    " " + std::to_string(i + side + 1) + "\n";
        }
    }
    return text;
}

TEST(HeldMesh, OfAThousandVerticesHasALink) {
    const TemporaryFolder folder;
    const Session regular = session_of_sheet(folder, sheet(60, false));
    const Session rough = session_of_sheet(folder, sheet(31, true));
    for (const Session* session : {&regular, &rough}) {
        const Result<std::string> link = to_link(*session);
        ASSERT_TRUE(link) << link.error().message;
        RecordProperty(std::to_string(session->scene.mesh->positions.size()), static_cast<int>(link->size()));
        EXPECT_EQ(from_link(*link)->scene.mesh, session->scene.mesh);
    }
}

TEST(HeldMesh, TooLargeForALinkIsSaidAndItsFileHoldsIt) {
    const TemporaryFolder folder;
    const Session session = session_of_sheet(folder, sheet(60, true));
    const Result<std::string> link = to_link(session);
    ASSERT_FALSE(link);
    EXPECT_EQ(link.error().message, "with a mesh of 3600 vertices the session is too long for a link, which has up to "
                                    "32000 characters; save it as a file");
    ASSERT_TRUE(save_session(folder / "s.json", session));
    const Result<Session> opened = load_session(folder / "s.json");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, session);
}

TEST(HeldMesh, TooLargeForASessionFileIsNamedOnly) {
    Session session = *default_session("mesh");
    session.scene.file = "large.obj";
    session.scene.mesh.emplace();
    session.scene.mesh->positions.resize(kLargestHeldMesh / 8 + 1, Vec3(0)); // "v 0 0 0" and the end of its line
    EXPECT_LT(write_session(session).size(), 10000u);
    session.scene.mesh->positions.pop_back();
    EXPECT_GT(write_session(session).size(), kLargestHeldMesh);
}

} // namespace
} // namespace xpbd::lab
