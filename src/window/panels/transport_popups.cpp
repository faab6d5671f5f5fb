#include "window/panels/transport_popups.h"

#include "core/base/excerpt.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace xpbd::window {

std::string memory_text(const lab::Snapshot& snapshot) {
    std::array<char, 64> text{};
    constexpr double kMegabyte = 1 << 20;
    std::snprintf(text.data(), text.size(), "%.0f of %.0f MB", static_cast<double>(snapshot.timeline_bytes) / kMegabyte,
                  static_cast<double>(snapshot.timeline_limit) / kMegabyte);
    return text.data();
}

std::string kept_text(const lab::Snapshot& snapshot) {
    const auto number = [](std::int64_t frame) { return std::to_string(frame); };
    const lab::Kept& kept = snapshot.kept;
    std::string text = "Timeline: frames " + number(snapshot.first_frame) + " to " + number(snapshot.last_frame) +
                       " (" + memory_text(snapshot) + ").";
    if (kept.widest_gap > 1) {
        text += "\nEvery frame from " + number(kept.whole_from) + " on; before it up to every " +
                (kept.widest_gap > 2 ? number(kept.widest_gap) + "th" : "2nd") +
                ". Those between are computed again when they are shown, to the same bits.";
    }
    if (snapshot.first_frame > kept.began_at) {
        text += "\nThe beginning, frames " + number(kept.began_at) + " to " + number(snapshot.first_frame - 1) +
                ", was dropped for the memory.";
    } else if (kept.began_at > 0) {
        text += "\nIt begins where the number of panes changed.";
    }
    return text;
}

namespace {

/// Popup: computes frames in advance, and sets how many are kept.
void ahead_popup(Ui& ui) {
    AppState& state = ui.state;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
    if (begin_popup_below(ui, "ahead")) {
        push_font(ui.fonts.bold);
        ImGui::TextUnformatted("Compute in advance");
        pop_font();
        ImGui::TextDisabled("from the newest frame on, as fast as the machine can; then scrub");
        const auto compute = [&](double seconds) {
            compute_ahead(state, ui.snapshot, seconds);
            ImGui::CloseCurrentPopup();
        };
        for (const double seconds : {1.0, 2.0, 5.0, 10.0, 30.0}) {
            if (seconds != 1.0) {
                ImGui::SameLine();
            }
            const std::string label = lab::short_number(seconds) + " s";
            if (ImGui::Button(label.c_str(), {ui.px(52), 0})) {
                compute(seconds);
            }
            mark_item(ui, "ahead." + label);
        }
        ImGui::SetNextItemWidth(ui.px(110));
        ImGui::InputDouble("s of simulated time", &state.panels.ahead_seconds, 0, 0, "%.4g");
        state.panels.ahead_seconds = std::clamp(state.panels.ahead_seconds, 0.0, 1e5);
        mark_box(ui, "ahead.seconds", "s of simulated time");
        ImGui::SameLine();
        if (ImGui::Button("Compute") && state.panels.ahead_seconds > 0) {
            compute(state.panels.ahead_seconds);
        }
        mark_item(ui, "ahead.compute");
        ImGui::Separator();
        ImGui::Text("Recorded frames: %s", memory_text(ui.snapshot).c_str());
        ImGui::SetNextItemWidth(ui.px(110));
        double megabytes = state.preferences.timeline_mb;
        if (number_box("MB at most", megabytes, "%.0f") && !std::isnan(megabytes)) {
            state.preferences.timeline_mb = static_cast<int>(std::clamp(megabytes, 16.0, 65536.0));
        }
        mark_box(ui, "ahead.limit", "MB at most");
        item_tooltip(ui, "Beyond it old frames are thinned out: every 2nd, 4th, ... stays. Enter sets it.");
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}
/// Popup: the settings of the next recording.
void record_popup(Ui& ui) {
    RecordingState& panel = ui.state.recording;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
    if (begin_popup_below(ui, "recording")) {
        push_font(ui.fonts.bold);
        ImGui::TextUnformatted("Record");
        pop_font();
        ImGui::TextDisabled("locked to simulation time; sizes are those of screenshots");
        constexpr std::array<const char*, 4> kNames = {"PNG pictures, numbered", "MP4 film", "GIF film",
                                                       "OBJ shapes, numbered"};
        const bool films = picture::has_ffmpeg();
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const auto format = static_cast<picture::RecordFormat>(i);
            const bool film = picture::is_film(format);
            if (ImGui::Selectable((std::string(kNames[i]) + (film && !films ? " (needs ffmpeg)" : "")).c_str(),
                                  panel.format == format,
                                  ImGuiSelectableFlags_DontClosePopups |
                                      (films || !film ? 0 : ImGuiSelectableFlags_Disabled))) {
                panel.format = format;
            }
            mark_item(ui, "record." + std::string(picture::kRecordFormats[i]));
        }
        ImGui::Separator();
        ImGui::SetNextItemWidth(ui.px(90));
        ImGui::InputDouble("pictures per second", &panel.pictures_per_second, 0, 0, "%.0f");
        panel.pictures_per_second = std::clamp(panel.pictures_per_second, 1.0, 240.0);
        mark_box(ui, "record.rate", "pictures per second");
        ImGui::SetNextItemWidth(ui.px(90));
        ImGui::InputDouble("seconds (0 = until stopped)", &panel.seconds, 0, 0, "%.3g");
        panel.seconds = std::clamp(panel.seconds, 0.0, 3600.0);
        mark_box(ui, "record.seconds", "seconds (0 = until stopped)");
        if (ImGui::Button("Start", {ui.px(120), ui.px(30)})) {
            panel.wanted = true;
            ImGui::CloseCurrentPopup();
        }
        mark_item(ui, "record.start");
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace

void ahead_button(Ui& ui) {
    if (icon_button(ui, "ahead", Icon::ahead, "Compute some seconds in advance, and the memory for it", false,
                    kTransportIcon)) {
        ImGui::OpenPopup("ahead");
    }
    ahead_popup(ui);
}

void record_button(Ui& ui) {
    RecordingState& panel = ui.state.recording;
    const std::string tip =
        panel.active ? "Stop recording  (F9): " + counted(static_cast<std::size_t>(panel.frames), "frame") + " so far"
                     : "Record …  (F9 starts at once)";
    if (icon_button(ui, "record", panel.active ? Icon::stop : Icon::record, tip, panel.active, kTransportIcon)) {
        if (panel.active) {
            panel.wanted = false;
        } else {
            ImGui::OpenPopup("recording");
        }
    }
    if (std::exchange(panel.ask, false) && !panel.active) {
        ImGui::OpenPopup("recording");
    }
    record_popup(ui);
}

} // namespace xpbd::window
