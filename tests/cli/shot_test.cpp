// `xpbd-lab shot`: off screen, at an explicit size, with its session inside, never overwriting.
#include "program.h"

#include "lab/files/link/link.h"
#include "lab/files/png_text.h"
#include "lab/files/session/session.h"
#include "lab/run/runner.h"
#include "picture/picture.h"
#include "render/renderer.h"

#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <vector>

namespace xpbd::test {
namespace {

TEST(Shot, HasTheSizeAskedForAndTwoDifferentPanes) {
    const Folder folder;
    const Outcome outcome =
        run_program("shot --quiet --frame 150 --size 400x220 --no-stamp --out " + quoted(folder / "a.png"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const Result<render::Image> image = render::decode_png(read_text(folder / "a.png"));
    ASSERT_TRUE(image) << image.error().message;
    ASSERT_EQ(image->width, 400);
    ASSERT_EQ(image->height, 220);
    int different = 0;
    for (int y = 0; y < 220; ++y) {
        for (int x = 2; x < 198; ++x) { // clear of the line between the panes
            const auto at = [&](int column) {
                return image->pixels.data() + (static_cast<std::ptrdiff_t>(y) * 400 + column) * 4;
            };
            different += std::abs(at(x)[0] - at(x + 200)[0]) + std::abs(at(x)[2] - at(x + 200)[2]) > 30 ? 1 : 0;
        }
    }
    EXPECT_GT(different, 196 * 220 / 50) << "the panes look alike";
}

TEST(Shot, OfThreeAtOnceOneWritesTheFileAndTheOthersSayThatItExists) {
    const Folder folder;
    const Outcome outcome = run_shell(
        "( cd " + quoted(folder.path()) +
        " && for i in 1 2 3; do ( '" XPBD_LAB_PROGRAM
        "' shot --scene pendulum --frame 1 --size 64x48 --quiet --out race.png; echo $? >code$i ) & done; wait )");
    std::multiset<std::string> codes;
    for (const char* file : {"code1", "code2", "code3"}) {
        codes.insert(read_text(folder / file));
    }
    EXPECT_EQ(codes, (std::multiset<std::string>{"0\n", "2\n", "2\n"})) << outcome.error;
    EXPECT_NE(outcome.error.find("race.png: exists already; choose another name, or --force"), std::string::npos)
        << outcome.error;
    EXPECT_TRUE(lab::load_session((folder / "race.png").string()));
}

TEST(Shot, CarriesItsSessionAndTheSessionGivesTheSamePicture) {
    const Folder folder;
    const std::string options = " --quiet --size 320x180 --out ";
    ASSERT_EQ(run_program("shot --frame 40 --set a.iterations=7 --set b.stretch_compliance=0.003" + options +
                          quoted(folder / "first.png"))
                  .exit_code,
              0);
    const Result<lab::Session> session = lab::load_session((folder / "first.png").string());
    ASSERT_TRUE(session) << session.error().message;
    Result<lab::Session> expected = lab::default_session();
    ASSERT_TRUE(expected);
    expected->frame = 40;
    expected->panes[0].iterations = 7;
    expected->panes[1].stretch_compliance = 0.003;
    expected->look = lab::Looks{};
    EXPECT_EQ(*session, *expected);

    const Outcome again = run_program("shot " + quoted(folder / "first.png") + options + quoted(folder / "second.png"));
    ASSERT_EQ(again.exit_code, 0) << again.error;
    EXPECT_TRUE(read_text(folder / "first.png") == read_text(folder / "second.png")) << "not the same bytes";
}

TEST(Shot, ASessionALinkAndAPictureGiveThePictureInWhichTheyWereMade) {
    const Folder folder;
    const std::string size = " --quiet --size 320x180 --supersampling 1 --quality low --force --out ";
    const auto shot = [&](const std::string& what, const char* name) {
        const Outcome outcome = run_program("shot " + what + size + quoted(folder / name));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return read_text(folder / name);
    };
    const std::string made = shot("--scene cloth --set scene.resolution=12x12 --frame 20 --print check --theme light "
                                  "--camera side --colour tension --no-ruler --style paper",
                                  "made.png");
    const Result<lab::Session> session = lab::load_session((folder / "made.png").string());
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_TRUE(session->look);
    EXPECT_EQ(session->look->print, lab::Print::check);
    EXPECT_EQ(session->look->theme, lab::Theme::light);
    EXPECT_EQ(session->look->colouring, lab::Colouring::tension);
    EXPECT_FALSE(session->look->ruler);
    EXPECT_TRUE(session->look->paper);
    EXPECT_EQ(session->camera.yaw, 90);
    write_text(folder / "made.json", lab::write_session(*session));
    EXPECT_TRUE(shot(quoted(folder / "made.png"), "again.png") == made);
    EXPECT_TRUE(shot(quoted(folder / "made.json"), "again.png") == made);
    EXPECT_TRUE(shot("'" + *lab::to_link(*session) + "'", "again.png") == made);
    EXPECT_FALSE(shot(quoted(folder / "made.json") + " --style screen", "again.png") == made);
    ASSERT_TRUE(shot(quoted(folder / "made.json") + " --print plain --set look.ruler=true", "other.png") != made);
    const Result<lab::Session> other = lab::load_session((folder / "other.png").string());
    ASSERT_TRUE(other);
    lab::Looks wanted = *session->look;
    wanted.print = lab::Print::plain;
    wanted.ruler = true;
    EXPECT_EQ(other->look, wanted) << "the command line goes before the session";
}

TEST(Shot, NeverReplacesAFileUnlessForced) {
    const Folder folder;
    write_text(folder / "mine.png", "precious");
    const Outcome refused = run_program("shot --quiet --frame 0 --size 64x64 --out " + quoted(folder / "mine.png"));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.error.find("exists already"), std::string::npos);
    EXPECT_EQ(read_text(folder / "mine.png"), "precious");
    EXPECT_EQ(run_program("shot --force --quiet --frame 0 --size 64x64 --out " + quoted(folder / "mine.png")).exit_code,
              0);
    EXPECT_TRUE(lab::is_png(read_text(folder / "mine.png")));
}

TEST(Shot, TransparentPicturesHaveClearCorners) {
    const Folder folder;
    ASSERT_EQ(
        run_program("shot --transparent --quiet --frame 10 --size 200x100 --out " + quoted(folder / "t.png")).exit_code,
        0);
    const Result<render::Image> image = render::decode_png(read_text(folder / "t.png"));
    ASSERT_TRUE(image);
    EXPECT_EQ(image->pixels[3], 0);
    EXPECT_NE(std::count_if(image->pixels.begin(), image->pixels.end(), [](auto v) { return v == 255; }), 0);
}

TEST(Shot, ImpossibleSizesAreRefused) {
    const Folder folder;
    for (const char* size : {"0x100", "100", "100x", "axb", "1000000x10", "-5x5"}) {
        const Outcome outcome =
            run_program(std::string("shot --quiet --frame 0 --size=") + size + " --out " + quoted(folder / "x.png"));
        EXPECT_EQ(outcome.exit_code, 2) << size << ": " << outcome.error;
        EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
    }
}

TEST(Shot, UnwritableFolderIsExitThree) {
    const Outcome outcome = run_program("shot --quiet --frame 0 --size 64x64 --out /nonexistent/x.png");
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_NE(outcome.error.find("/nonexistent"), std::string::npos);
}

TEST(Shot, OfADivergedPaneCarriesTheFrameInWhichItStopped) {
    const Folder folder;
    write_text(folder / "s.json", R"({"format":"xpbd-lab","version":1,"gravity":[0,0,0],"scene":{"name":"custom",
        "particles":[{"position":[0,0,0],"mass":1,"velocity":[6e6,0,0]}]},"panes":[{"method":"xpbd"}]})");
    const auto shot = [&](const char* from, const char* to, const char* frame) {
        return run_program("shot " + quoted(folder / from) + " --quiet --size 64x64 --out " + quoted(folder / to) +
                           frame);
    };
    const Outcome outcome = shot("s.json", "first.png", " --frame 50");
    EXPECT_EQ(outcome.exit_code, 5) << outcome.error;
    EXPECT_NE(outcome.error.find("pane a diverged"), std::string::npos) << outcome.error;
    const Result<lab::Session> session = lab::load_session((folder / "first.png").string());
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->frame, 10) << "at 1e5 m per frame it leaves the world of 1e6 m in frame 10";
    EXPECT_EQ(shot("first.png", "second.png", "").exit_code, 5);
    EXPECT_TRUE(read_text(folder / "first.png") == read_text(folder / "second.png")) << "not the same bytes";
}

TEST(Shot, GoesToStandardOutputToo) {
    const Outcome outcome = run_program("shot --quiet --frame 0 --size 32x32 --out -");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_TRUE(lab::is_png(outcome.out));
}

TEST(Shot, ThatCannotBeWrittenIsFoundBeforeTheRun) {
    expect_one_line(run_program("shot --frame 100000000 --out /nonexistent/x.png"), 3, {"/nonexistent"});
    expect_one_line(run_program("shot --frame 100000000 --out x.jpg"), 2, {"x.jpg", ".png"});
}

TEST(Shot, AMistypedOneIsTold) {
    expect_one_line(run_program("shoot"), 2, {"shoot", "shot"});
}

TEST(Shot, IsRefusedBeyondTheMemory) {
    expect_one_line(run_program("shot --out x.png --memory 0.001"), 2, {"--memory"});
}

TEST(NoDisplay, TheWindowEndsWithFourAndSaysWhatToDo) {
    const Folder folder;
    expect_one_line(run_program("", "XDG_CONFIG_HOME='" + folder.path().string() + "'"), 4, {"display"});
}

TEST(NoDisplay, ShotWithoutADriverEndsWithFour) {
    const Folder folder;
    expect_one_line(run_program("shot --frame 0 --out '" + (folder / "x.png").string() + "'",
                                "__EGL_VENDOR_LIBRARY_DIRS=/nonexistent"),
                    4, {"libegl1"});
    EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
}

/// A run in which sliders moved three times.
TEST(CliRun, APictureOfARunWithEditsGivesTheHashThatWasOnScreen) {
    const Folder folder;
    lab::Session session = *lab::default_session("cloth");
    session.scene.values["resolution"] = {8, 8, 0};
    const auto runner = std::move(*lab::InlineRunner::create(session));
    std::vector<Settings> panes = session.panes;
    for (const int iterations : {3, 40, 7}) {
        runner->advance(12);
        panes[0].iterations = iterations;
        panes[1].stretch_compliance = 1e-3 / iterations;
        runner->post(lab::SetPanes{panes});
    }
    runner->advance(12);
    const std::shared_ptr<const lab::Snapshot> shown = runner->latest();
    const std::string file = (folder / "shot.png").string();
    const render::Image image{2, 2, std::vector<unsigned char>(16, 255)};
    ASSERT_TRUE(picture::save_picture(image, lab::session_of(*shown), file));
    std::array<char, 20> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx\n", static_cast<unsigned long long>(shown->hash));
    EXPECT_EQ(run_program("run " + file + " --quiet --hash").out, hash.data());
    EXPECT_NE(run_program("run " + file + " --quiet --hash --set a.iterations=3").out, hash.data())
        << "--set holds from the start on";
}

} // namespace
} // namespace xpbd::test
