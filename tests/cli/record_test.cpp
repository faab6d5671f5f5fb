// `shot --frames`: numbered pictures and shapes, films through ffmpeg, and the message where ffmpeg is missing.
#include "program.h"

#include "lab/files/session/session.h"
#include "picture/recorder.h"
#include "render/renderer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace xpbd::test {
namespace {

const std::string kSmallPicture =
    "shot --quiet --set scene.resolution=6x6 --set dt=0.016666666666666666 --size 96x64 --no-stamp ";

/// A folder with a program `ffmpeg` that stores its standard input in the last file on its command line.
void pretend_ffmpeg(const Folder& folder, const std::string& script) {
    write_text(folder / "ffmpeg", "#!/bin/sh\n" + script);
    chmod((folder / "ffmpeg").c_str(), 0755);
}

TEST(Record, NumberedPicturesCarryTheirOwnFrame) {
    const Folder folder;
    // 60 frames per second of simulation and 20 pictures per second: one picture every third frame.
    const Outcome outcome = run_program(kSmallPicture + "--frames 12 --fps 20 --out " + quoted(folder / "walk.png"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(count_entries(folder.path()), 5u);
    for (int i = 0; i < 5; ++i) {
        const std::string name = "walk_0000" + std::to_string(i) + ".png";
        const Result<lab::Session> session = lab::load_session((folder / name).string());
        ASSERT_TRUE(session) << session.error().message;
        EXPECT_EQ(session->frame, 3 * i);
        const Result<render::Image> image = render::decode_png(read_text(folder / name));
        ASSERT_TRUE(image);
        EXPECT_EQ(image->width, 96);
    }
    EXPECT_NE(read_text(folder / "walk_00000.png"), read_text(folder / "walk_00004.png"));
    EXPECT_EQ(run_program(kSmallPicture + "--frames 12 --out " + quoted(folder / "walk.png")).exit_code, 2)
        << "never replaces without --force";
}

TEST(Record, NumberedShapesAreThoseOfARun) {
    const Folder folder;
    ASSERT_EQ(run_program(kSmallPicture + "--frames 10 --fps 60 --out " + quoted(folder / "s.obj")).exit_code, 0);
    EXPECT_EQ(count_entries(folder.path()), 11u);
    ASSERT_EQ(run_program("run --quiet --set scene.resolution=6x6 --set dt=0.016666666666666666 --frames 10 --obj " +
                          quoted(folder / "run.obj"))
                  .exit_code,
              0);
    EXPECT_EQ(read_text(folder / "s_00010.obj"), read_text(folder / "run.obj"));
}

TEST(Record, FilmsGoThroughFfmpegPictureByPicture) {
    const Folder folder;
    const Folder programs;
    pretend_ffmpeg(programs, "for last; do :; done\necho \"$@\" > " + quoted(folder / "words") + "\ncat > \"$last\"\n");
    const std::string path = "PATH=" + programs.path().string() + ":/usr/bin:/bin";
    for (const char* name : {"film.mp4", "film.gif"}) {
        const Outcome outcome = run_program(kSmallPicture + "--frames 6 --fps 30 --out " + quoted(folder / name), path);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(std::filesystem::file_size(folder / name), 4u * 96 * 64 * 4) << "frames 0, 2, 4 and 6";
        EXPECT_NE(read_text(folder / "words").find("-video_size 96x64 -framerate 30"), std::string::npos);
    }
    EXPECT_EQ(count_entries(folder.path()), 3u) << "nothing half-written stays";
}

TEST(Record, SaysWhenFfmpegIsMissingOrFails) {
    const Folder folder;
    const Folder programs;
    const std::string command = kSmallPicture + "--frames 4 --out " + quoted(folder / "film.mp4");
    const Outcome missing = run_program(command, "PATH=" + programs.path().string());
    EXPECT_EQ(missing.exit_code, 3);
    EXPECT_NE(missing.error.find("apt-get install ffmpeg"), std::string::npos) << missing.error;
    pretend_ffmpeg(programs, "exit 1\n");
    const Outcome failing = run_program(command, "PATH=" + programs.path().string() + ":/usr/bin:/bin");
    EXPECT_EQ(failing.exit_code, 3);
    EXPECT_NE(failing.error.find("ffmpeg"), std::string::npos) << failing.error;
    EXPECT_EQ(count_entries(folder.path()), 0u);
    const Outcome unknown = run_program(kSmallPicture + "--frames 4 --out film.avi");
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.error.find(".mp4"), std::string::npos) << unknown.error;
}

TEST(FilmRate, KeepsSimulatedTime) {
    const auto rate = [](double wanted, double dt) { return picture::film_rate(wanted, dt); };
    EXPECT_EQ(rate(30, 1.0 / 60).stride, 2);
    EXPECT_NEAR(rate(30, 1.0 / 60).pictures_per_second, 30, 1e-9);
    EXPECT_EQ(rate(60, 1.0 / 240).stride, 4);
    EXPECT_EQ(rate(60, 0.1).stride, 1) << "no picture between two frames";
    EXPECT_NEAR(rate(60, 0.1).pictures_per_second, 10, 1e-9);
    EXPECT_NEAR(rate(25, 1.0 / 60).pictures_per_second, 30, 1e-9) << "the nearest one that is whole frames apart";
}

TEST(Shot, ColoursTellTensionStiffnessAndDifference) {
    const Folder folder;
    std::vector<std::string> pictures;
    for (const char* colour : {"material", "stretch", "strain", "tension", "stiffness", "difference"}) {
        const auto file = folder / (std::string(colour) + ".png");
        ASSERT_EQ(run_program(kSmallPicture + "--frame 60 --colour " + colour + " --out " + quoted(file)).exit_code, 0);
        const Result<render::Image> image = render::decode_png(read_text(file));
        ASSERT_TRUE(image);
        pictures.emplace_back(image->pixels.begin(), image->pixels.end());
        for (std::size_t i = 0; i + 1 < pictures.size(); ++i) {
            EXPECT_NE(pictures[i], pictures.back()) << colour;
        }
    }
}

} // namespace
} // namespace xpbd::test
