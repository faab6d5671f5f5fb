#include "lab/files/session/session.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/names.h"
#include "window/commands/actions.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace xpbd::window {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 2000;
constexpr float kPlaces = 190;    ///< width of the column of folders and recent files, at scale 1 [px]
constexpr float kPictureRow = 48; ///< height of the row of a picture, at scale 1 [px]

/// Kind of the content of a file that can be opened, from its name; "" for other files.
std::string_view kind_of_name(std::string_view name) {
    return is_session_name(name)           ? "session"
           : lab::has_ending(name, ".png") ? "picture"
           : lab::is_mesh_name(name)       ? "mesh"
                                           : "";
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
        if (!name.starts_with('.') && (folder || !kind_of_name(name).empty())) {
            dialog.entries.emplace_back(name, folder);
        }
    }
    if (code) {
        dialog.error = dialog.folder + ": " + code.message();
    }
    std::sort(dialog.entries.begin(), dialog.entries.end(),
              [](const auto& a, const auto& b) { return a.second != b.second ? a.second : a.first < b.first; });
}

void set_name(FileDialogState& dialog, const std::string& name) {
    dialog.name.fill('\0');
    name.copy(dialog.name.data(), dialog.name.size() - 1);
    dialog.error.clear();
}

void go_to(FileDialogState& dialog, const std::string& folder) {
    dialog.folder = folder;
    if (dialog.purpose == FileDialogState::Purpose::open) {
        set_name(dialog, "");
    }
}

/// Opens or saves what the dialog names. True on success; otherwise `error` holds the reason.
bool accept(Ui& ui) {
    FileDialogState& dialog = ui.state.file_dialog;
    dialog.appeared = false; // the box of the name gets the keyboard again, also after a fault
    const auto done = [&](const Status& status) {
        dialog.error = status ? "" : status.error().message;
        return static_cast<bool>(status);
    };
    fs::path path = system::path_of(dialog.name.data());
    if (path.empty()) {
        return false;
    }
    if (path.is_relative()) {
        path = system::path_of(dialog.folder) / path;
    }
    if (system::kind_of(system::text_of(path)) == system::FileKind::folder) {
        dialog.folder = system::text_of(path.lexically_normal());
        set_name(dialog, "");
        return false;
    }
    if (dialog.purpose == FileDialogState::Purpose::open) {
        return done(open_file(ui.state, system::text_of(path)));
    }
    const std::string name = session_name(system::text_of(path));
    return !needs_consent_to_replace(ui.state, name) && done(save_file(ui.state, ui.snapshot, name));
}

/// A row with a name that is shortened to fit. True where it was clicked.
bool row(Ui& ui, const std::string& id, const std::string& label, std::string_view kind, bool chosen, float height,
         std::uint64_t picture) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const bool clicked =
        ImGui::Selectable(("##" + id).c_str(), chosen, ImGuiSelectableFlags_AllowDoubleClick, {width, height});
    mark_item(ui, "file." + id);
    if (!ImGui::IsItemVisible()) {
        return clicked;
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    float left = low.x + ui.px(6);
    if (height > ui.px(kPictureRow) - 1) {
        const float wide = 1.6f * (height - ui.px(8));
        const ImVec2 corner{left, low.y + ui.px(4)}, end{left + wide, low.y + height - ui.px(4)};
        if (picture != 0) {
            list->AddImageRounded((ImTextureID)picture, corner, end, {0, 0}, {1, 1}, 0xffffffffu, ui.px(4));
        } else {
            list->AddRectFilled(corner, end, ui.colours.track, ui.px(4));
        }
        left = end.x + ui.px(10);
    }
    const float middle = std::round(low.y + 0.5f * (height - ImGui::GetTextLineHeight()));
    push_font(ui.fonts.small);
    const std::string what(kind);
    const float kind_width = what.empty() ? 0 : ImGui::CalcTextSize(what.c_str()).x + ui.px(20);
    list->AddText({low.x + width - kind_width + ui.px(10), middle + ui.px(1)}, ui.colours.text_dim, what.c_str());
    pop_font();
    ui.state.ui_map.note_text(label);
    list->AddText({left, middle}, ui.colours.text,
                  shortened(label, low.x + width - kind_width - left - ui.px(4)).c_str());
    return clicked;
}

/// Home, the pictures' folder, and the files that were opened or saved last. True where a file was double clicked and
/// opened.
bool places(Ui& ui) {
    FileDialogState& dialog = ui.state.file_dialog;
    bool done = false;
    ImGui::BeginChild("places", {ui.px(kPlaces), 0});
    const float height = ImGui::GetTextLineHeight() + ui.px(8);
    caption(ui, "Folders");
    const std::pair<const char*, std::string> folders[] = {{"Home", system::home_folder()},
                                                           {"Pictures", system::pictures_folder()}};
    for (const auto& [name, folder] : folders) {
        if (!folder.empty() && system::kind_of(folder) == system::FileKind::folder &&
            row(ui, std::string("place.") + name, name, "", dialog.folder == folder, height, 0)) {
            go_to(dialog, folder);
        }
    }
    ImGui::Dummy({0, ui.px(4)});
    if (!ui.state.preferences.recent.empty() && dialog.purpose == FileDialogState::Purpose::open) {
        caption(ui, "Recent files");
        for (std::size_t i = 0; i < ui.state.preferences.recent.size(); ++i) {
            const std::string path = ui.state.preferences.recent[i];
            const fs::path file = system::path_of(path);
            const bool chosen = path == dialog.name.data();
            if (row(ui, "recent." + std::to_string(i), system::text_of(file.filename()), "", chosen, height, 0)) {
                set_name(dialog, path);
                done = ImGui::IsMouseDoubleClicked(0) && accept(ui);
                break; // the list may be another one now
            }
            item_tooltip(ui, path);
        }
    }
    ImGui::EndChild();
    return done;
}

/// The folder's entries; a picture with a session has a thumbnail. True where an entry was double clicked and opened.
bool entries(Ui& ui) {
    FileDialogState& dialog = ui.state.file_dialog;
    PickerState& picker = ui.state.picker;
    const float height = ImGui::GetTextLineHeight() + ui.px(8);
    bool done = false;
    if (row(ui, "above", "..", "folder above", false, height, 0)) {
        go_to(dialog, system::text_of(system::path_of(dialog.folder).parent_path()));
        return false;
    }
    for (const auto& [name, folder] : dialog.entries) {
        const std::string path = system::text_of(system::path_of(dialog.folder) / system::path_of(name));
        const bool picture = !folder && lab::has_ending(name, ".png");
        const auto found = picture ? picker.pictures.find(kFilePicture + path) : picker.pictures.end();
        const std::uint64_t texture = found == picker.pictures.end() ? 0 : found->second;
        const bool empty = found != picker.pictures.end() && texture == 0;
        const bool clicked = row(ui, "entry." + name, folder ? name + "/" : name,
                                 folder  ? ""
                                 : empty ? "no session in it"
                                         : kind_of_name(name),
                                 name == dialog.name.data(), picture ? ui.px(kPictureRow) : height, texture);
        if (picture && found == picker.pictures.end() && ImGui::IsItemVisible()) {
            picker.wanted.push_back(kFilePicture + path);
        }
        if (clicked && folder) {
            go_to(dialog, path);
            return false;
        }
        if (clicked) {
            set_name(dialog, name);
            done = ImGui::IsMouseDoubleClicked(0) && accept(ui);
        }
    }
    return done;
}

} // namespace

void draw_file_dialog(Ui& ui, glm::vec2 display) {
    FileDialogState& dialog = ui.state.file_dialog;
    if (!dialog.open) {
        return;
    }
    if (!ui.state.picker.open) {
        ui.state.picker.wanted.clear();
    }
    if (dialog.listed_folder != dialog.folder) {
        list_folder(dialog);
    }
    const bool saving = dialog.purpose == FileDialogState::Purpose::save;
    begin_raised(ui, "file_dialog", display, {820, 540});
    push_font(ui.fonts.large);
    ImGui::TextUnformatted(saving ? "Save the session" : "Open a session, a picture or a mesh");
    pop_font();
    const std::string error = wrapped(dialog.error, ImGui::GetContentRegionAvail().x);
    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + ui.px(6) +
                        (error.empty() ? 0 : ImGui::CalcTextSize(error.c_str()).y + ui.px(8));
    ImGui::BeginChild("files", {0, -below});
    bool done = places(ui);
    ImGui::SameLine(0, ui.px(16));
    ImGui::BeginGroup();
    push_font(ui.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.text_dim);
    ImGui::TextUnformatted(shortened(dialog.folder, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    pop_font();
    ImGui::BeginChild("entries");
    done |= entries(ui);
    ImGui::EndChild();
    ImGui::EndGroup();
    ImGui::EndChild();
    if (!error.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.bad);
        ImGui::TextUnformatted(error.c_str());
        ImGui::PopStyleColor();
        mark_item(ui, "file.error");
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
