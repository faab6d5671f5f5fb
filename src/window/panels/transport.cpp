#include "window/commands/actions.h"
#include "window/panels/panels.h"
#include "window/panels/transport_popups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace xpbd::window {
namespace {

std::string time_text(const lab::Snapshot& snapshot) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2f s  ·  frame %lld", snapshot.time,
                  static_cast<long long>(snapshot.frame));
    return text.data();
}

std::string speed_text(double speed) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%gx", speed);
    return text.data();
}
/// Number of recorded frames, and where drawing takes long the drawn part of the next one.
std::string recording_text(const RecordingState& panel) {
    if (!panel.active) {
        return "";
    }
    std::array<char, 16> part{};
    if (panel.picture) {
        std::snprintf(part.data(), part.size(), " + %.0f %%", 100 * *panel.picture);
    }
    return "rec " + std::to_string(panel.frames) + part.data() + "  ·  ";
}

/// Progress of the long job, of the simulation or of a screenshot, and a button to cancel it, instead of the scrub bar.
void job_bar(Ui& ui, float width) {
    const lab::Snapshot& snapshot = ui.snapshot;
    const float button = ui.px(72);
    std::array<char, 96> text{};
    double progress = snapshot.progress;
    if (snapshot.bodies_coming) {
        std::snprintf(text.data(), text.size(), "stepping the new body to frame %lld: %.0f %%",
                      static_cast<long long>(snapshot.busy_until), 100 * progress);
    } else if (snapshot.busy) {
        std::snprintf(text.data(), text.size(), "frame %lld of %lld", static_cast<long long>(snapshot.frame),
                      static_cast<long long>(snapshot.busy_until));
    } else {
        progress = ui.state.drawing.progress.value_or(1);
        std::snprintf(text.data(), text.size(), "drawing the screenshot: %.0f %%", 100 * progress);
    }
    const float bar = std::max(width - button - ui.px(8), ui.px(24));
    if (ImGui::CalcTextSize(text.data()).x > bar - ui.px(8)) {
        std::snprintf(text.data(), text.size(), "%.0f %%", 100 * progress);
    }
    ImGui::ProgressBar(static_cast<float>(progress), {bar, ui.px(28)}, text.data());
    mark_item(ui, "job.progress");
    ImGui::SameLine(0, ui.px(8));
    ImGui::BeginDisabled(!ui.state.job.cancellable);
    if (ImGui::Button("Cancel", {button, ui.px(28)})) {
        cancel_job(ui.state, snapshot);
    }
    ImGui::EndDisabled();
    if (ui.state.job.cancellable) {
        mark_item(ui, "job.cancel");
    }
    item_tooltip(ui, std::string(action("cancel").text) + "  (" + shortcut_text(action("cancel"), true) + " or Esc)");
}

/// Ticks under the scrub bar at the frames at which the user has changed something.
void edit_ticks(Ui& ui, const lab::Snapshot& snapshot, ImVec2 from, float length) {
    const auto first = static_cast<double>(snapshot.first_frame);
    const double span = std::max(1.0, static_cast<double>(snapshot.last_frame) - first);
    float taken = -1e9f;
    for (const lab::EditLog::Entry& entry : snapshot.log->entries()) {
        const float x = from.x + length * static_cast<float>((static_cast<double>(entry.frame) - first) / span);
        if (entry.frame > snapshot.first_frame && entry.frame <= snapshot.last_frame && x - taken > ui.px(3)) {
            ImGui::GetWindowDrawList()->AddLine({x, from.y + ui.px(5)}, {x, from.y + ui.px(10)}, ui.colours.text_dim,
                                                ui.px(1));
            taken = x;
        }
    }
}

/// The scrub bar: from the oldest to the newest frame that is kept.
void timeline(Ui& ui, float width) {
    const lab::Snapshot& snapshot = ui.snapshot;
    const float height = ui.px(28);
    ImGui::InvisibleButton("timeline", {std::max(width, ui.px(24)), height});
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    mark_item(ui, "timeline");
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const auto first = static_cast<double>(snapshot.first_frame);
    const double span = std::max(1.0, static_cast<double>(snapshot.last_frame) - first);
    const float inset = ui.px(6);
    const float length = max.x - min.x - 2 * inset;
    if (ImGui::IsItemActive()) {
        const double t = std::clamp((ImGui::GetIO().MousePos.x - min.x - inset) / length, 0.0f, 1.0f);
        const auto frame = static_cast<std::int64_t>(std::llround(first + t * span));
        if (frame != snapshot.frame) {
            ui.state.link.wanted_frame = frame;
        }
    }
    const float y = std::round((min.y + max.y) * 0.5f);
    const float half = ui.px(2);
    const double share = (static_cast<double>(snapshot.frame) - first) / span;
    const float x = min.x + inset + length * static_cast<float>(std::clamp(share, 0.0, 1.0));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({min.x + inset, y - half}, {max.x - inset, y + half}, ui.colours.track_hover, half);
    list->AddRectFilled({min.x + inset, y - half}, {x, y + half}, ui.colours.accent, half);
    if (snapshot.log) {
        edit_ticks(ui, snapshot, {min.x + inset, y}, length);
    }
    list->AddCircleFilled({x, y}, ui.px(hot ? 7.5f : 6), ui.colours.accent, 24);
    item_tooltip(ui, kept_text(snapshot) +
                         "\nDrag to look back; Space plays what was recorded. A change there begins a "
                         "new branch, and Ctrl+Z brings the old one back.");
}

void speed_list(Ui& ui) {
    const lab::Snapshot& snapshot = ui.snapshot;
    ImGui::SetNextItemWidth(ui.px(76));
    if (ImGui::BeginCombo("##speed", speed_text(snapshot.asked_speed).c_str())) {
        for (const double speed : {0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) {
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == snapshot.asked_speed)) {
                ui.state.link.outbox.emplace_back(lab::SetSpeed{speed});
            }
            mark_item(ui, "speed." + speed_text(speed));
        }
        ImGui::EndCombo();
    }
    mark_item(ui, "speed");
    item_tooltip(ui, "Simulation speed: simulated seconds per second (- and =). Measured now: " +
                         lab::short_number(snapshot.measured_speed) + "x");
}

} // namespace

void draw_transport(Ui& ui, const ScreenRect& rect) {
    const lab::Snapshot& snapshot = ui.snapshot;
    begin_region("transport", rect, ui.colours.panel, {ui.px(8), 0}, ImGuiWindowFlags_NoScrollbar);
    const float icons = std::round(0.5f * (rect.height() - ui.px(kTransportIcon)));
    ImGui::SetCursorPosY(icons);
    const auto button = [&](std::string_view id, Icon icon, bool active = false) {
        const Action& row = action(id);
        const std::string tip = std::string(row.text) + "  (" + shortcut_text(row, true) + ")";
        if (icon_button(ui, std::string(id).c_str(), icon, tip, active, kTransportIcon)) {
            row.run(ui.state, snapshot);
        }
        ImGui::SameLine(0, ui.px(2));
    };
    button("restart", Icon::restart);
    button("step_back", Icon::step_back);
    button("play", snapshot.playing ? Icon::pause : Icon::play, !snapshot.playing);
    button("step", Icon::step);
    button("loop", Icon::loop, snapshot.looping);
    ahead_button(ui);
    ImGui::SameLine(0, ui.px(2));
    record_button(ui);
    ImGui::SameLine(0, ui.px(10));
    ImGui::SetCursorPosY(std::round(0.5f * (rect.height() - ImGui::GetFrameHeight())));
    speed_list(ui);
    ImGui::SameLine(0, ui.px(12));
    const std::string time = recording_text(ui.state.recording) + time_text(snapshot);
    // Room for the widest text that is likely, so that the bar does not move when the digits change.
    const float label =
        std::max(ImGui::CalcTextSize("000.00 s  ·  frame 00000").x, ImGui::CalcTextSize(time.c_str()).x);
    const float end = rect.width() - ui.px(12);
    const bool room = end - ImGui::GetCursorPosX() > label + ui.px(120);
    const float low_edge = std::round(0.5f * (rect.height() - ui.px(28)));
    ImGui::SetCursorPosY(low_edge);
    const float bar = (room ? end - label - ui.px(10) : end) - ImGui::GetCursorPosX();
    if (snapshot.busy || ui.state.drawing.progress) {
        job_bar(ui, bar);
    } else {
        timeline(ui, bar);
    }
    if (room) {
        ImGui::SetCursorPos({end - ImGui::CalcTextSize(time.c_str()).x,
                             std::round(0.5f * (rect.height() - ImGui::GetTextLineHeight()))});
        ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.text_dim);
        ImGui::TextUnformatted(time.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::End();
}
} // namespace xpbd::window
