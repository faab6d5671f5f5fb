#include "window/widgets/copying.h"

#include "lab/files/link/link.h"
#include "system/page.h"

#include <imgui.h>
#include <utility>

namespace xpbd::window {

void copy_text(AppState& state, const std::string& text, std::string told) {
    ImGui::SetClipboardText(text.c_str());
    tell_copied(state, std::move(told));
}

void copy_link(AppState& state, const lab::Session& session) {
    const Result<std::string> link = session_link(session);
    if (!link) {
        return add_toast(state, Toast::Kind::error, link.error().message);
    }
    copy_text(state, *link,
              "Copied a link of " + std::to_string(link->size()) + " characters: it opens at frame " +
                  std::to_string(session.frame) + ", without what is recorded");
}

void tell_copied(AppState& state, std::string told) {
    if (system::in_page()) {
        state.copied = std::move(told);
    } else {
        add_toast(state, Toast::Kind::info, std::move(told));
    }
}

void note_copied(AppState& state, const std::string& fault) {
    const std::string told = std::exchange(state.copied, "");
    if (!fault.empty()) {
        add_toast(state, Toast::Kind::error, "Not copied: " + fault);
    } else if (!told.empty()) {
        add_toast(state, Toast::Kind::info, told);
    }
}

void open_from_clipboard(AppState& state) {
    const auto open = [&state](const std::string& text) {
        if (lab::is_link(text) || !system::visit(text)) {
            open_session_text(state, text);
        }
    };
    if (!system::ask_clipboard(open)) {
        const char* text = ImGui::GetClipboardText();
        open(text == nullptr ? "" : text);
    }
}

} // namespace xpbd::window
