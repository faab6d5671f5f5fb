// kill -9 during a save, many times: each file is the whole old one or the whole new one; other files stay unchanged.
#include "program.h"

#include "lab/files/result_files.h"
#include "lab/files/session/session.h"
#include "picture/picture.h"
#include "render/renderer.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace xpbd::test {
namespace {

constexpr int kKills = 40;
const std::string kBystander = "not theirs\n";

/// Kills a process that calls save(0), save(1), save(0), ... without end, at moments that differ; checks after each.
void kill_while_saving(const std::function<void(int)>& save, const std::function<void()>& check) {
    save(0);
    check();
    for (int i = 0; i < kKills; ++i) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (int turn = 0;; turn = 1 - turn) {
                save(turn);
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(500 + 1117 * i)); // a random moment within the save
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the process ended by itself";
        check();
    }
}

class KilledWhileSaving : public testing::Test {
protected:
    KilledWhileSaving() { write_text(folder / "bystander", kBystander); }
    std::string path(const std::string& name) const { return (folder / name).string(); }
    void check_others() const { EXPECT_EQ(read_text(folder / "bystander"), kBystander); }

    const Folder folder;
};

/// Two sessions whose files differ in length.
std::array<lab::Session, 2> two_sessions() {
    std::array<lab::Session, 2> sessions = {*lab::default_session("cloth"), *lab::default_session("rope_hanging")};
    sessions[1].panes.resize(4);
    return sessions;
}

TEST_F(KilledWhileSaving, ASessionIsTheOldOneOrTheNewOne) {
    const auto sessions = two_sessions();
    const std::array<std::string, 2> texts = {lab::write_session(sessions[0]), lab::write_session(sessions[1])};
    kill_while_saving(
        [&](int turn) { (void)lab::save_session(path("s.json"), sessions[static_cast<std::size_t>(turn)]); },
        [&] {
            const std::string text = read_text(folder / "s.json");
            EXPECT_TRUE(text == texts[0] || text == texts[1]) << text;
            check_others();
        });
}

TEST_F(KilledWhileSaving, APictureIsTheOldOneOrTheNewOne) {
    const auto sessions = two_sessions();
    const render::Image images[] = {{96, 64, std::vector<std::uint8_t>(96 * 64 * 4, 255)},
                                    {32, 64, std::vector<std::uint8_t>(32 * 64 * 4, 128)}};
    kill_while_saving(
        [&](int turn) {
            (void)picture::save_picture(images[turn], sessions[static_cast<std::size_t>(turn)], path("p.png"));
        },
        [&] {
            const Result<render::Image> image = render::decode_png(read_text(folder / "p.png"));
            const Result<lab::Session> session = lab::load_session(path("p.png"));
            ASSERT_TRUE(image && session);
            EXPECT_EQ(session->scene.name, sessions[image->width == 96 ? 0 : 1].scene.name);
            check_others();
        });
}

TEST_F(KilledWhileSaving, ATableThatGrowsIsTheOldOneOrTheNewOne) {
    const auto rows = [](int turn) { return turn == 0 ? 200 : 3000; };
    const auto row = [](int turn) { return std::string(turn == 0 ? "0,1,2\n" : "3,4,5,6\n"); };
    kill_while_saving(
        [&](int turn) {
            Result<lab::GrowingFile> file = lab::GrowingFile::create(path("t.csv"));
            for (int i = 0; file && i < rows(turn); ++i) {
                (void)file->append(row(turn));
            }
            if (file) {
                (void)file->finish();
            }
        },
        [&] {
            const std::string text = read_text(folder / "t.csv");
            const int turn = text.starts_with("0") ? 0 : 1;
            std::string whole;
            for (int i = 0; i < rows(turn); ++i) {
                whole += row(turn);
            }
            EXPECT_EQ(text, whole);
            check_others();
        });
}

} // namespace
} // namespace xpbd::test
