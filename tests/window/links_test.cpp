// A link to the session, by Copy link and by paste.
#include "desk.h"
#include "files.h"

#include "lab/files/link/link.h"

#include <cmath>
#include <filesystem>
#include <optional>

namespace xpbd::window {
namespace {

TEST(Links, OneIsCopiedAndPasted) {
    Desk desk(small_session());
    desk.settings(0).iterations = 33;
    desk.press({kKeyRight});
    action("copy_link").run(desk.state, desk.snapshot());
    const std::string link = ImGui::GetClipboardText();
    EXPECT_TRUE(link.starts_with(lab::kLinkAddress)) << link;
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_EQ(desk.state.toasts[0].text, "Copied a link of " + std::to_string(link.size()) +
                                             " characters: it opens at frame 1, without what is recorded");
    const Document copied = desk.state.document;
    const lab::Session shown = screen_session(desk.state, desk.snapshot());
    const std::vector<glm::vec3> positions = desk.snapshot().panes[0].positions;
    desk.settings(0).iterations = 5;
    desk.press({']'});
    desk.frame(2);
    ImGui::SetClipboardText(("See\n  " + link.substr(0, 100) + "\n" + link.substr(100)).c_str());
    desk.press({'V', true});
    desk.frame(3);
    EXPECT_EQ(desk.state.document.panes, copied.panes);
    EXPECT_EQ(screen_session(desk.state, desk.snapshot()), shown);
    EXPECT_EQ(desk.snapshot().panes[0].positions, positions) << "to the bit";
    EXPECT_EQ(desk.state.toasts.back().text, "Link opened");
}

TEST(Links, ABrokenOneChangesNothingAndIsSaid) {
    Desk desk(small_session());
    action("copy_link").run(desk.state, desk.snapshot());
    const std::string link = ImGui::GetClipboardText();
    desk.press({kKeyRight});
    const Document before = desk.state.document;
    for (const std::string& broken : {link.substr(0, link.size() / 2), std::string("https://example.org/#s9.abc")}) {
        desk.state.toasts.clear();
        ImGui::SetClipboardText(broken.c_str());
        desk.press({'V', true});
        desk.frame(2);
        EXPECT_EQ(desk.state.document, before);
        EXPECT_EQ(desk.snapshot().frame, 1);
        ASSERT_EQ(desk.state.toasts.size(), 1u);
        EXPECT_EQ(desk.state.toasts[0].kind, Toast::Kind::error);
        EXPECT_TRUE(desk.state.toasts[0].text.starts_with("link: it is ")) << desk.state.toasts[0].text;
    }
}

TEST(Links, NoneIsPastedWhileATextFieldHasTheKeyboard) {
    Desk desk(small_session());
    const Document before = desk.state.document;
    lab::Session other = small_session();
    other.panes[0].iterations = 77;
    ImGui::SetClipboardText(lab::to_link(other)->c_str());
    desk.state.typing = true;
    EXPECT_FALSE(desk.press({'V', true}));
    EXPECT_EQ(desk.state.document, before);
}

TEST(Links, HoldAMeshWhoseFileHasGone) {
    const Folder folder;
    Desk desk(small_session());
    const std::string path = folder.write("shirt.obj", kSquare);
    ASSERT_TRUE(open_session_file(desk.state, path));
    desk.frame(2);
    action("copy_link").run(desk.state, desk.snapshot());
    const std::string link = ImGui::GetClipboardText();
    ASSERT_TRUE(link.starts_with(lab::kLinkAddress)) << link;
    const std::optional<scenes::Mesh> mesh = desk.state.document.scene.mesh;
    ASSERT_TRUE(mesh);
    std::filesystem::remove(path);
    desk.press({']'});
    desk.frame(2);
    ASSERT_NE(desk.state.document.scene.name, "mesh");
    ImGui::SetClipboardText(link.c_str());
    desk.press({'V', true});
    desk.frame(3);
    EXPECT_EQ(desk.state.document.scene.mesh, mesh);
    EXPECT_EQ(desk.state.document.scene.file, "");
    EXPECT_EQ(desk.state.toasts.back().text, "Link opened");
}

TEST(Links, WhatALinkCannotHoldIsSaid) {
    Desk desk(small_session());
    ImGui::SetClipboardText("mine");
    lab::Snapshot snapshot = desk.snapshot();
    snapshot.scene.name = "mesh";
    snapshot.scene.mesh.emplace();
    for (int i = 0; i < 5000; ++i) {
        snapshot.scene.mesh->positions.emplace_back(std::sqrt(i), std::sqrt(i + 0.5), 0);
    }
    action("copy_link").run(desk.state, snapshot);
    EXPECT_STREQ(ImGui::GetClipboardText(), "mine");
    ASSERT_EQ(desk.state.toasts.size(), 1u);
    EXPECT_EQ(desk.state.toasts[0].text, "with a mesh of 5000 vertices the session is too long for a link, which has "
                                         "up to 32000 characters; save it as a file");
}

} // namespace
} // namespace xpbd::window
