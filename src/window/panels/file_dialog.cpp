#include "system/files.h"
#include "system/names.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 2000;

/// A session under its own name, which the desktop opens by a double click, or as JSON among other JSON.
bool is_session_name(const fs::path& name) {
    return name.extension() == ".json" || name.extension() == ".xpbd";
}

void list_folder(FileDialogState& dialog) {
    dialog.listed_folder = dialog.folder;
    dialog.entries.clear();
    dialog.error.clear();
    std::error_code code;
    for (fs::directory_iterator it(system::path_of(dialog.folder), fs::directory_options::skip_permission_denied, code),
         end;
         !code && it != end && dialog.entries.size() < kMaxEntries; it.increment(code)) {
        const std::string name = system::text_of(it->path().filename());
        const bool folder = it->is_directory(code);
        const bool opens = is_session_name(it->path()) || it->path().extension() == ".png";
        if (!name.starts_with('.') && (folder || opens)) {
            dialog.entries.emplace_back(name, folder);
        }
    }
    if (code) {
        dialog.error = dialog.folder + ": " + code.message();
    }
    std::sort(dialog.entries.begin(), dialog.entries.end(),
              [](const auto& a, const auto& b) { return a.second != b.second ? a.second : a.first < b.first; });
}

/// Opens or saves what the dialog names. True where it is done.
bool accept(Ui& ui) {
    FileDialogState& dialog = ui.state.file_dialog;
    fs::path path = system::path_of(dialog.name.data());
    if (path.empty()) {
        return false;
    }
    if (path.is_relative()) {
        path = system::path_of(dialog.folder) / path;
    }
    if (system::kind_of(system::text_of(path)) == system::FileKind::folder) {
        dialog.folder = system::text_of(path.lexically_normal());
        dialog.name.fill('\0');
        return false;
    }
    if (dialog.purpose == FileDialogState::Purpose::open) {
        return open_session_file(ui.state, system::text_of(path));
    }
    if (!is_session_name(path)) {
        path += ".json"; // so that a session cannot overwrite a picture
    }
    const std::string name = system::text_of(path);
    if (system::exists(name) && name != ui.state.session_path.value_or("") && dialog.replaces != name) {
        dialog.replaces = name;
        dialog.error = system::text_of(path.filename()) + " exists; save once more to replace it";
        return false;
    }
    return save_session_file(ui.state, ui.snapshot, name);
}

} // namespace

void draw_file_dialog(Ui& ui, glm::vec2 display) {
    FileDialogState& dialog = ui.state.file_dialog;
    if (!dialog.open) {
        return;
    }
    if (dialog.listed_folder != dialog.folder) {
        list_folder(dialog);
    }
    const bool saving = dialog.purpose == FileDialogState::Purpose::save;
    begin_raised(ui, "file_dialog", display, {600, 460});
    push_font(ui.fonts.large);
    ImGui::TextUnformatted(saving ? "Save the session" : "Open a session");
    pop_font();
    push_font(ui.fonts.small);
    fitted_text(ui, dialog.folder, ImGui::GetWindowWidth() - ui.px(40), ui.colours.text_dim);
    pop_font();
    ImGui::BeginChild("entries", {0, -ui.px(dialog.error.empty() ? 84 : 106)});
    bool done = false;
    if (ImGui::Selectable("../  (folder above)")) {
        dialog.folder = system::text_of(system::path_of(dialog.folder).parent_path());
    }
    mark_item(ui, "file.above");
    for (const auto& [name, folder] : dialog.entries) {
        const bool current = name == dialog.name.data();
        const bool chosen =
            ImGui::Selectable((folder ? name + "/" : name).c_str(), current, ImGuiSelectableFlags_AllowDoubleClick);
        mark_item(ui, "file.entry." + name);
        if (chosen) {
            if (folder) {
                dialog.folder = system::text_of(system::path_of(dialog.folder) / system::path_of(name));
                break;
            }
            dialog.name.fill('\0');
            name.copy(dialog.name.data(), dialog.name.size() - 1);
            done = ImGui::IsMouseDoubleClicked(0) && accept(ui);
        }
    }
    ImGui::EndChild();
    if (!dialog.error.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.bad);
        ImGui::TextUnformatted(dialog.error.c_str());
        ImGui::PopStyleColor();
    }
    if (!dialog.appeared) {
        ImGui::SetKeyboardFocusHere();
        dialog.appeared = true;
    }
    ImGui::SetNextItemWidth(-1);
    done |= ImGui::InputTextWithHint("##name", saving ? "name.json" : "a file, or a whole path", dialog.name.data(),
                                     dialog.name.size(), ImGuiInputTextFlags_EnterReturnsTrue) &&
            accept(ui);
    mark_item(ui, "file.name");
    if (ImGui::Button(saving ? "Save" : "Open", {ui.px(110), 0})) {
        done |= accept(ui);
    }
    mark_item(ui, "file.accept");
    ImGui::SameLine();
    if (ImGui::Button("Cancel", {ui.px(110), 0}) || escape_pressed()) {
        done = true;
    }
    mark_item(ui, "file.cancel");
    ImGui::End();
    if (done) {
        dialog.open = false;
    }
}

} // namespace xpbd::window
