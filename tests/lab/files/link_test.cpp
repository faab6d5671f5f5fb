// Links: a session in one word. Which links open, the messages for the others, and that a session has one link only.
#include "lab/files/link/link.h"

#include "drawn_session.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"
#include "lab/files/link/zlib.h"
#include "lab/study/output.h"

#include <cmath>
#include <filesystem>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShort = 2000;               ///< characters that a link of the default with edits may have
constexpr std::size_t kShortWithTablecloth = 9000; ///< its mesh has 631 vertices

/// Error message of a link that does not open, checked to be one short line; "" for a link that opens.
std::string fault_of(const std::string& link) {
    const Result<Session> session = from_link(link);
    if (session) {
        return "";
    }
    EXPECT_EQ(session.error().kind, Error::Kind::bad_input);
    EXPECT_EQ(session.error().message.find('\n'), std::string::npos) << "one line";
    EXPECT_LT(session.error().message.size(), 300u) << "does not repeat the link";
    return session.error().message;
}

/// Encodes base64url, without the code under test.
std::string base64(const std::string& bytes) {
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
        unsigned six = 0;
        for (std::size_t i = bit; i < bit + 6; ++i) {
            const unsigned byte = i / 8 < bytes.size() ? static_cast<unsigned char>(bytes[i / 8]) : 0;
            six = six << 1 | (byte >> (7 - i % 8) & 1u);
        }
        text += alphabet[six];
    }
    return text;
}

/// The link of a text that need not be a session.
std::string link_of(const std::string& text) {
    return "#s1." + base64(zlib_compress(text));
}

/// The default with a dozen edits to both panes.
Session edited() {
    Session session = *default_session();
    for (const char* edit :
         {"a.iterations=37", "b.iterations=137", "a.substeps=4", "a.stretch_stiffness=0.123456789", "a.sweep=coloured",
          "b.stretch_compliance=1.23456789e-7", "b.shear_compliance=3e-6", "b.bend_compliance=0.777",
          "b.stretch_damping=0.0123", "b.integrator=bdf2", "a.velocity_damping=0.321", "b.velocity_damping=0.654",
          "dt=1/144", "gravity=0.1,-9.80665,0.2", "scene.resolution=48x40"}) {
        const Status status = apply_assignment(session, edit);
        EXPECT_TRUE(status) << status.error().message;
    }
    session.camera = {{0.123456789, 0.987654321, -0.5}, 33.3, 12.25, 2.718281828459045};
    session.frame = 240;
    return session;
}

TEST(Link, OfTheDefaultWithADozenEditsIsShortAndOpensToTheBit) {
    const Session session = edited();
    const Result<std::string> link = to_link(session);
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_LT(link->size(), kShort) << *link;
    EXPECT_TRUE(is_link(*link));
    RecordProperty("characters", static_cast<int>(link->size()));
    const Result<Session> opened = from_link(*link);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, session);
    EXPECT_EQ(write_session(*opened), write_session(session));
}

TEST(Link, OfEveryShippedSessionIsShortAndOpensToTheBit) {
    int held = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(test::source_folder()) / "assets/sessions")) {
        SCOPED_TRACE(entry.path().filename().string());
        const Result<Session> session = load_session(system::text_of(entry.path()));
        ASSERT_TRUE(session) << session.error().message;
        const Result<std::string> link = to_link(*session);
        ASSERT_TRUE(link) << link.error().message;
        EXPECT_LT(link->size(), session->scene.mesh ? kShortWithTablecloth : kShort);
        const Result<Session> opened = from_link(*link);
        ASSERT_TRUE(opened) << opened.error().message;
        Session nameless = *session;
        nameless.scene.file.clear();
        EXPECT_EQ(write_session(*opened), write_session(nameless));
        ++held;
    }
    EXPECT_GE(held, 25);
}

TEST(Link, OfRandomSessionsOpensToTheSameStates) {
    constexpr int kSessions = 60, kFrames = 3;
    for (int index = 0; index < kSessions; ++index) {
        SCOPED_TRACE(index);
        const Session session = test::drawn_session(index);
        const Result<std::string> link = to_link(session);
        ASSERT_TRUE(link) << link.error().message;
        const Result<Session> opened = from_link(*link);
        ASSERT_TRUE(opened) << opened.error().message << "\n" << write_session(session);
        ASSERT_EQ(write_session(*opened), write_session(session));
        Result<Experiment> one = Experiment::create(session);
        Result<Experiment> other = Experiment::create(*opened);
        ASSERT_TRUE(one) << one.error().message << "\n" << write_session(session);
        ASSERT_TRUE(other) << other.error().message;
        for (int frame = 0; frame < kFrames; ++frame) {
            one->step();
            other->step();
        }
        EXPECT_EQ(state_hash(*one), state_hash(*other));
    }
}

TEST(Link, HoldsThePastAndPinsAndASignedZero) {
    Session session = *parse_session(R"({ "format": "xpbd-lab", "version": 1, "gravity": [-0.0, -9.81, 0.0],
        "scene": { "name": "cloth", "resolution": [6, 6], "released": [0], "pinned": [ { "particle": 7,
        "position": [0.25, -0.5, 0.125] } ] },
        "panes": [ { "method": "pbd", "substeps": 2 }, { "iterations": 7 } ], "frame": 9,
        "past": [ { "until": 4, "dt": 0.02, "panes": [ { "iterations": 3 }, {} ],
        "grabs": [ { "particle": 3, "target": [0.1, 0.2, 0.3] } ] }, { "until": 7, "wind": [1, 0, -0.0] } ] })",
                                     "past");
    const Result<std::string> link = to_link(session);
    ASSERT_TRUE(link) << link.error().message;
    const Result<Session> opened = from_link(*link);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(*opened, session);
    EXPECT_EQ(write_session(*opened), write_session(session));
    EXPECT_TRUE(std::signbit(opened->world.gravity.x));
}

TEST(Link, OfTheSameSessionIsAlwaysTheSame) {
    const Session session = edited();
    const std::string link = *to_link(session);
    EXPECT_EQ(*to_link(session), link);
    EXPECT_EQ(*to_link(*from_link(link)), link);
    EXPECT_EQ(*to_link(*parse_session(write_session(session), "read again")), link);
    EXPECT_EQ(*to_link(session, "https://example.org/lab/"), "https://example.org/lab/" + link.substr(link.find('#')));
}

TEST(Link, OpensWithAnyAddressAndThroughMailPrograms) {
    const Session session = edited();
    const std::string link = *to_link(session);
    const std::string fragment = link.substr(link.find('#'));
    std::string broken;
    for (std::size_t i = 0; i < link.size(); ++i) {
        broken += link[i];
        broken += i % 70 == 69 ? "\r\n" : i % 70 == 30 ? " \t" : "";
    }
    for (const std::string& text :
         {link, fragment, fragment.substr(1), "https://example.org/a/index.html?embed=1" + fragment,
          "  " + link + " \r\n", broken, "<" + link + ">", link + "==", link + ".",
          "(see " + link + ", it shows the difference)", "\n" + fragment.substr(1) + "\n"}) {
        SCOPED_TRACE(text);
        EXPECT_TRUE(is_link(text));
        const Result<Session> opened = from_link(text);
        ASSERT_TRUE(opened) << opened.error().message;
        EXPECT_EQ(*opened, session);
    }
}

TEST(Link, IsToldFromAFileAndFromJson) {
    for (const char* text :
         {"", "s1.json", "#s", "#s1", "#section.1", "cloth.json", "lab#1.json", "s1.a_session_of_mine"}) {
        EXPECT_FALSE(is_link(text)) << text;
    }
    EXPECT_FALSE(is_link(R"( { "format": "#s1.abc" })"));
    EXPECT_TRUE(is_link("#s1."));
    EXPECT_TRUE(is_link("https://example.org/#s12.abc"));
}

TEST(LinkFaults, EachIsOneLineThatNamesIt) {
    const std::string link = *to_link(edited());
    EXPECT_EQ(fault_of("#s2." + link.substr(link.find('.') + 1)),
              "link: it is of version 2; this program reads version 1, a later one may read it");
    for (const std::string text : {"cloth.json", "xpbd-lab:#s1", "https://example.org/lab"}) {
        EXPECT_EQ(fault_of(text), "link: \"" + text +
                                      "\" is damaged, or no link of this program: one has #s1. and the session's text "
                                      "behind it");
    }
    EXPECT_EQ(fault_of("#s1."), "link: it is cut or damaged");
    EXPECT_EQ(fault_of(link.substr(0, link.size() / 2)), "link: it is cut or damaged");
    EXPECT_EQ(fault_of(link.substr(0, link.size() / 2) + "%20and"),
              "link: it is cut or damaged; it ends before %20and");
    EXPECT_EQ(fault_of("#s1.AAAAAAAAAAAAAAAAAAAAAAAA"), "link: it is cut or damaged");
    EXPECT_EQ(fault_of("#s1." + std::string(kLongestLink + 1, 'A')),
              "link: it is 32001 characters long, and a link has up to 32000");
    EXPECT_EQ(fault_of(link_of(std::string(kLargestLinked + 1, ' '))), "link: it is cut or damaged");
    std::string changed = link;
    changed[link.size() - 3] = link[link.size() - 3] == 'A' ? 'B' : 'A'; // within the checksum
    EXPECT_EQ(fault_of(changed), "link: it is cut or damaged");
}

TEST(LinkFaults, WhatIsInsideIsCheckedAsAFileIs) {
    EXPECT_EQ(fault_of(link_of(" ")), "link: line 1, column 2: syntax error: there is nothing in it, needs JSON");
    EXPECT_EQ(fault_of(link_of(R"({"format":"xpbd-lab","version":3,"scene":{"name":"cloth"},"panes":[{}]})")),
              "link: version: is 3; this program reads version 1 to 2");
    EXPECT_EQ(fault_of(link_of(R"({"format":"xpbd-lab","version":1,"scene":{"name":"cloth"},"panes":[]})")),
              "link: panes: is a list of 0, needs a list of 1 to 6 panes");
}

TEST(LinkFaults, ALinkReadsNoFile) {
    const test::TemporaryFolder folder;
    test::spill(folder / "square.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    const std::string path = fs::path(folder / "square.obj").generic_string(); // a backslash would be an escape
    const std::string text =
        R"({"format":"xpbd-lab","version":1,"scene":{"name":"mesh","file":")" + path + R"("},"panes":[{}]})";
    ASSERT_TRUE(parse_session(text, "file")) << "as a file it opens";
    EXPECT_EQ(fault_of(link_of(text)),
              "link: scene.mesh: is missing; a link reads no files, so that it holds its mesh itself");
}

TEST(LinkFaults, EveryCutAndEveryChangedCharacterIsSaid) {
    const Session session = edited();
    const std::string link = *to_link(session);
    const std::size_t begin = link.find('.') + 1;
    for (std::size_t size = begin; size < link.size(); ++size) {
        EXPECT_NE(fault_of(link.substr(0, size)), "") << size;
    }
    for (std::size_t at = begin; at < link.size(); ++at) {
        std::string changed = link;
        changed[at] = link[at] == 'A' ? 'B' : 'A';
        const Result<Session> opened = from_link(changed);
        EXPECT_TRUE(!opened || *opened == session) << at; // a changed compression level or padding bit
    }
}

TEST(LinkFaults, ASessionThatIsTooLongIsRefused) {
    Session session = *parse_session(test::hanging_mass_json(), "mass");
    test::Draw draw(1);
    for (int i = 0; i < 3000; ++i) {
        session.scene.custom->particles.push_back({{draw.share(), draw.share(), draw.share()}, 1});
    }
    const Result<std::string> link = to_link(session);
    ASSERT_FALSE(link);
    EXPECT_EQ(link.error().message,
              "the session is too long for a link, which has up to 32000 characters; save it as a file");
}

} // namespace
} // namespace xpbd::lab
