// Texts on the clipboard and their toasts; the summary for a page.
#include "desk.h"

#include "window/platform/page_summary.h"
#include "window/widgets/copying.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace xpbd::window {
namespace {

TEST(Copying, ADesktopTellsAtOnce) {
    Desk desk(small_session());
    copy_text(desk.state, "0.3 m", "Copied 0.3 m");
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_EQ(desk.state.toasts[0].text, "Copied 0.3 m");
    EXPECT_STREQ(ImGui::GetClipboardText(), "0.3 m");
}

TEST(Copying, ABrowserIsBelievedOnlyWhenItHasTakenTheText) {
    Desk desk(small_session());
    desk.state.copied = "Copied 0.3 m"; // as tell_copied() does in a page
    note_copied(desk.state, "the browser refuses");
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_EQ(desk.state.toasts[0].text, "Not copied: the browser refuses");
    desk.state.copied = "Copied 0.3 m";
    note_copied(desk.state, "");
    note_copied(desk.state, ""); // a copy from a text box has no toast
    ASSERT_EQ(desk.state.toasts.size(), 2u);
    EXPECT_EQ(desk.state.toasts[1].text, "Copied 0.3 m");
}

TEST(PageSummary, NamesMethodsAlwaysAndReadoutsWhilePaused) {
    Desk desk(small_session());
    desk.runner().post(lab::Play{true});
    desk.frame(2);
    const auto running = nlohmann::json::parse(page_summary(desk.state, desk.snapshot()));
    EXPECT_EQ(running["title"], scenes::find_scene(desk.state.document.scene.name)->label);
    EXPECT_EQ(running["playing"], true);
    EXPECT_EQ(running["theme"], "dark");
    const std::string told = running["told"];
    EXPECT_NE(told.find("Pane A: PBD, 20 iterations."), std::string::npos) << told;
    EXPECT_NE(told.find("Pane B: XPBD, 20 iterations."), std::string::npos) << told;
    desk.runner().advance(60); // the first frames have no stiffness yet
    desk.runner().post(lab::Play{false});
    desk.frame(2);
    const auto paused = nlohmann::json::parse(page_summary(desk.state, desk.snapshot()));
    EXPECT_EQ(paused["playing"], false);
    for (const lab::ShownReadout& readout : lab::shown_readouts(desk.snapshot(), 0)) {
        ASSERT_TRUE(std::isfinite(readout.value)) << readout.label;
        EXPECT_NE(std::string(paused["told"]).find(readout.label), std::string::npos) << readout.label;
    }
}

} // namespace
} // namespace xpbd::window
