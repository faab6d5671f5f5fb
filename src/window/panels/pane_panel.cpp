#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/state/cameras.h"
#include "window/state/panes/comparison.h"

#include "core/measure.h"
#include "core/methods.h"
#include "lab/run/readouts.h"
#include "picture/view/annotations.h"
#include "scenes/pins/other_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

namespace xpbd::window {
namespace {

constexpr float kWidestLabel = 0.2f; ///< of a text in the picture, of the pane's width

struct BadgeLook {
    Icon icon;
    ImU32 colour;
};

BadgeLook look_of(const Ui& ui, picture::Badge::Kind kind) {
    switch (kind) {
    case picture::Badge::Kind::strain:
    case picture::Badge::Kind::slow:
    case picture::Badge::Kind::not_converged:
        return {Icon::alert, ui.colours.warn};
    case picture::Badge::Kind::diverged:
        break;
    }
    return {Icon::close, ui.colours.bad};
}

/// A pill with icon and word, icon only where there is no room. A click opens the reason.
void badge_button(Ui& ui, const picture::Badge& badge, int pane, int index, bool brief) {
    ImGui::PushID(index);
    push_font(ui.fonts.small);
    ui.state.ui_map.note_text(badge.text);
    const BadgeLook look = look_of(ui, badge.kind);
    const float height = ui.px(22);
    const ImVec2 text = ImGui::CalcTextSize(badge.text.c_str());
    const float width = brief ? ui.px(24) : text.x + ui.px(30);
    if (ImGui::InvisibleButton("badge", {width, height})) {
        ImGui::OpenPopup("why");
    }
    mark_item(ui, "badge_" + pane_label(pane) + "." + std::to_string(index));
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, with_alpha(look.colour, ImGui::IsItemHovered() ? kBadgeFillHot : kBadgeFill),
                        height * 0.5f);
    draw_icon(list, look.icon, {low.x + ui.px(12), (low.y + high.y) * 0.5f}, ui.px(11), look.colour);
    if (!brief) {
        list->AddText({low.x + ui.px(21), std::floor((low.y + high.y - text.y) * 0.5f)}, look.colour,
                      badge.text.c_str());
    }
    pop_font();
    item_tooltip(ui, brief ? badge.text + ": click for the reason" : "Click for the reason");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
    if (ImGui::BeginPopup("why")) {
        push_font(ui.fonts.bold);
        ImGui::TextUnformatted(badge.text.c_str());
        pop_font();
        ImGui::PushTextWrapPos(ui.px(340));
        ImGui::TextUnformatted(badge.reason.c_str());
        ImGui::PopTextWrapPos();
        if (badge.kind == picture::Badge::Kind::diverged) {
            if (ImGui::Button("Back to the last good frame")) {
                ui.state.link.outbox.emplace_back(lab::RestoreLastGood{pane});
                ImGui::CloseCurrentPopup();
            }
            mark_item(ui, "badge.restore");
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
}

float badge_width(Ui& ui, const picture::Badge& badge) {
    push_font(ui.fonts.small);
    const float width = ImGui::CalcTextSize(badge.text.c_str()).x + ui.px(30);
    pop_font();
    return width;
}

void method_combo(Ui& ui, int pane, float width) {
    Document& document = ui.state.document;
    const int row = parameter_row("method");
    const int current = document.panes[static_cast<std::size_t>(pane)].method;
    ImGui::SetNextItemWidth(width);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ui.colours.track);
    push_font(ui.fonts.bold);
    const std::string label(methods()[static_cast<std::size_t>(current)].label);
    // The list is a window of its own, with a draw list of its own: a font has to be popped in the window it was pushed
    // in.
    if (ImGui::BeginCombo("##method", label.c_str(), ImGuiComboFlags_HeightLarge)) { // all methods at once
        push_font(ui.fonts.body);
        for (std::size_t i = 0; i < methods().size(); ++i) {
            const MethodInfo& method = methods()[i];
            if (ImGui::Selectable(std::string(method.label).c_str(), static_cast<int>(i) == current)) {
                set_parameter(document, pane, row, static_cast<double>(i));
            }
            mark_item(ui, "method_choice." + std::string(method.key));
            method_tooltip(ui, pane, static_cast<int>(i));
        }
        pop_font();
        ImGui::EndCombo();
    }
    pop_font();
    ImGui::PopStyleColor();
    mark_item(ui, "method_" + pane_label(pane));
}

constexpr float kWidestReadout = 880; ///< further apart, the figures of a row are no row any more

std::string percent(double share) {
    return lab::short_number(share * 100) + " %";
}

/// One figure: caption, value, and what to compare it with.
struct Figure {
    const char* name;
    std::string value;
    std::string beside;
    std::string tooltip;
};

std::string tooltip_of(std::string_view readout) {
    return std::string(lab::find_readout(readout)->tooltip);
}

/// The figures of a pane, in two rows of four: what is looked at all the time, then what explains it.
std::array<Figure, 8> figures(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const Measure& m = shown.measure;
    const double asked = lab::nominal_stiffness(shown.settings);
    const std::string nominal = std::isnan(asked)   ? "nominal: none"
                                : std::isinf(asked) ? "nominal: rigid"
                                                    : "nominal " + lab::stiffness_text(asked);
    const std::string no_forces = no_forces_reason(shown.settings);
    const std::string why = no_forces.empty() ? "" : "\n\n" + no_forces + ".";
    std::array<char, 32> ms{};
    std::snprintf(ms.data(), ms.size(), "%.2f ms", shown.solve_ms);
    const double energy = lab::find_readout("total_energy")->value({m, shown.settings, shown.stats, shown.solve_ms});
    return {{{"SAG", lab::short_number(m.sag) + " m", "", tooltip_of("sag")},
             {"EFF. STIFFNESS",
              m.effective_stiffness ? lab::stiffness_text(*m.effective_stiffness) + " N/m"
                                    : (no_forces.empty() ? "none yet" : "none: no forces"),
              nominal, tooltip_of("effective_stiffness") + " View > Colour by shows it edge by edge." + why},
             {"STRAIN", percent(m.mean_strain), "max " + percent(m.max_strain),
              "Mean and largest relative change of length of the edges, in magnitude."},
             {"TIME", ms.data(), "n = " + std::to_string(shown.stats.iterations), tooltip_of("solve_ms")},
             {"SIGMA", std::isinf(m.sigma) ? "rigid" : lab::short_number(m.sigma), "", tooltip_of("sigma")},
             {"ENERGY", lab::short_number(energy) + " J", "kin. " + lab::short_number(m.kinetic_energy),
              "Total energy (kinetic, gravity and elastic), and the kinetic part of it."},
             {"RESIDUALS", lab::scientific(m.residual_dual) + " m",
              !no_forces.empty()              ? "no forces"
              : std::isnan(m.residual_primal) ? "none yet" // measured with the method before
                                              : lab::scientific(m.residual_primal) + " kg m",
              "Dual: " + tooltip_of("residual_dual") + "\n\nPrimal: " + tooltip_of("residual_primal") + why},
             {"MOMENTUM", lab::short_number(glm::length(m.momentum)), "kg m/s", tooltip_of("momentum")}}};
}

/// One row of four columns from a height on, its values in `large` where they fit.
void readout_row(Ui& ui, const ScreenRect& r, std::span<const Figure> row, float top, ImFont* large) {
    constexpr std::array<float, 4> kShare = {0.21f, 0.32f, 0.23f, 0.24f}; // stiffness needs most
    const float inner = std::min(r.width() - ui.px(16), ui.px(kWidestReadout));
    // One size for the whole row: a value that is set smaller than its neighbours would look less important.
    push_font(large);
    bool fits = true;
    for (std::size_t i = 0; i < row.size(); ++i) {
        fits = fits && ImGui::CalcTextSize(row[i].value.c_str()).x <= inner * kShare[i] - ui.px(6);
    }
    pop_font();
    float x = ui.px(12);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Figure& figure = row[i];
        const float room = inner * kShare[i] - ui.px(6);
        ImGui::SetCursorPos({x, top});
        ImGui::BeginGroup();
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(1)});
        push_font(ui.fonts.small);
        fitted_text(ui, figure.name, room, ui.colours.text_dim);
        pop_font();
        push_font(fits ? large : ui.fonts.small);
        fitted_text(ui, figure.value, room, ui.colours.text);
        pop_font();
        push_font(ui.fonts.small);
        fitted_text(ui, figure.beside, room, ui.colours.text_dim);
        pop_font();
        ImGui::PopStyleVar();
        ImGui::EndGroup();
        item_tooltip(ui, figure.tooltip);
        x += inner * kShare[i];
    }
}

/// One line per figure, name on the left, value on the right, as many as there is room for; then what to compare with.
void narrow_readout(Ui& ui, const ScreenRect& r, std::span<const Figure> all) {
    push_font(ui.fonts.small);
    const float step = ImGui::GetTextLineHeight() * 1.15f;
    const auto room = static_cast<std::size_t>(std::max(1.0f, (r.height() - ui.px(6)) / step));
    std::size_t extra = room > all.size() ? room - all.size() : 0;
    float y = ui.px(4);
    const auto line = [&](const std::string& name, const std::string& value, const std::string& tooltip) {
        const float width = ImGui::CalcTextSize(value.c_str()).x;
        ImGui::SetCursorPos({ui.px(8), y});
        fitted_text(ui, name, r.width() - width - ui.px(20), ui.colours.text_dim);
        item_tooltip(ui, tooltip);
        ImGui::SetCursorPos({r.width() - ui.px(8) - width, y});
        fitted_text(ui, value, width, ui.colours.text);
        y += step;
    };
    for (const Figure& figure : all.first(std::min(room, all.size()))) {
        line(figure.name, figure.value, figure.tooltip);
        if (!figure.beside.empty() && extra > 0) {
            line("", figure.beside, figure.tooltip);
            --extra;
        }
    }
    pop_font();
}

/// The numbers and names that stand in a pane's picture.
void draw_labels(Ui& ui, const PaneRects& rects) {
    const ScreenRect& r = rects.view;
    if (rects.pane >= static_cast<int>(ui.snapshot.panes.size()) || r.height() < 1) {
        return;
    }
    const lab::Camera& camera = ui.state.stage.cameras[static_cast<std::size_t>(rects.pane)];
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, r.width() / r.height());
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    push_font(ui.fonts.small);
    list->PushClipRect({r.min.x, r.min.y}, {r.max.x, r.max.y});
    for (const picture::Label& label :
         picture::labels(ui.snapshot, rects.pane, ui.state.stage.picture, orbit, ui.state.preferences.theme)) {
        const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
        if (size.x > kWidestLabel * r.width()) {
            continue; // it would hide the body; what it says stands in the readout, too
        }
        if (const auto corner =
                picture::label_corner(label, orbit, {r.width(), r.height()}, glm::vec2(size.x, size.y))) {
            list->AddText({std::round(r.min.x + corner->x), std::round(r.min.y + corner->y)},
                          ImGui::ColorConvertFloat4ToU32({label.colour.x, label.colour.y, label.colour.z, 1}),
                          label.text.c_str());
        }
    }
    list->PopClipRect();
    pop_font();
}

/// The place where the body is held, or would be: it lights up under the mouse, in every pane while it is pulled.
void draw_hand(Ui& ui, const PaneRects& rects) {
    constexpr int kRings = 6; // of the glow
    const GrabState& grab = ui.state.stage.grab;
    if (rects.pane >= static_cast<int>(ui.snapshot.panes.size()) || (!grab.active && grab.hover_pane != rects.pane)) {
        return;
    }
    const ScreenRect& r = rects.view;
    const auto& positions = ui.snapshot.panes[static_cast<std::size_t>(rects.pane)].positions;
    const int particle = scenes::same_place(*ui.snapshot.model, grab.active ? grab.particle : grab.hover_particle,
                                            *model_of(ui.snapshot, rects.pane));
    const auto index = static_cast<std::size_t>(particle); // beyond all of them where there is none
    const lab::Camera& camera = ui.state.stage.cameras[static_cast<std::size_t>(rects.pane)];
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, r.width() / std::max(1.0f, r.height()));
    const std::optional<glm::vec2> at = index < positions.size() ? to_screen(orbit, r, positions[index]) : std::nullopt;
    if (!at || !r.contains(*at)) {
        return;
    }
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->PushClipRect({r.min.x, r.min.y}, {r.max.x, r.max.y});
    const ImVec2 centre{at->x, at->y};
    for (int ring = 1; ring <= kRings; ++ring) {
        list->AddCircleFilled(centre, ui.px(5.0f * static_cast<float>(ring)), IM_COL32(255, 255, 255, 26), 32);
    }
    list->AddCircleFilled(centre, ui.px(grab.active ? 5.0f : 3.5f), ui.colours.accent, 20);
    list->AddCircle(centre, ui.px(10), ui.colours.accent, 28, ui.px(1.6f));
    list->PopClipRect();
}

/// What the buttons of the mouse mean for the body under it; nothing beside the body.
std::string what_a_press_does(const Ui& ui, int pane) {
    const GrabState& grab = ui.state.stage.grab;
    if (ui.state.presentation.on || (grab.active ? grab.pane != pane : grab.hover_pane != pane)) {
        return "";
    }
    const auto particle = static_cast<std::size_t>(grab.active ? grab.particle : grab.hover_particle);
    const bool fixed = particle < ui.snapshot.model->mass.size() && ui.snapshot.model->mass[particle] == 0;
    if (grab.active) {
        return fixed ? "" : "right button: pin it here";
    }
    return fixed ? "drag: move the pin  ·  right click: free it" : "drag: pull  ·  right click: pin it";
}

/// Where the user has moved the camera and less than half of the body is in view.
void draw_frame_button(Ui& ui, const PaneRects& rects) {
    constexpr float kInView = 0.5f;
    const auto pane = static_cast<std::size_t>(rects.pane);
    const ScreenRect& r = rects.view;
    const CameraMove& move = ui.state.stage.moves[pane];
    const lab::Camera& camera = ui.state.stage.cameras[pane];
    if (pane >= ui.snapshot.panes.size() || move.framed || camera.distance == 0 || r.height() < ui.px(80)) {
        return;
    }
    const float aspect = r.width() / std::max(1.0f, r.height());
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, aspect);
    if (picture::share_in_view(orbit, ui.snapshot.panes[pane].positions, aspect) >= kInView) {
        return;
    }
    const float width = ui.px(96);
    const glm::vec2 at{r.center().x - 0.5f * width, r.max.y - ui.px(44)};
    begin_region(("frame_" + pane_label(rects.pane)).c_str(), {at, at + glm::vec2{width, ui.px(32)}}, 0, {0, 0},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
    if (ImGui::Button("Frame", {width, ui.px(30)})) {
        frame_camera(ui.state, rects.pane, lab::Camera{}.yaw, lab::Camera{}.pitch);
    }
    mark_item(ui, "frame_" + pane_label(rects.pane));
    item_tooltip(ui, "The body is out of view. Frame the scene (F)");
    ImGui::End();
}

} // namespace

void draw_pane_header(Ui& ui, const PaneRects& rects) {
    AppState& state = ui.state;
    const int pane = rects.pane;
    const std::string name = "header_" + pane_label(pane);
    begin_region(name.c_str(), rects.header, ui.colours.raised, {ui.px(10), ui.px(6)}, ImGuiWindowFlags_NoScrollbar);
    const ImU32 colour = ui.pane_colour(pane);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ScreenRect& r = rects.header;
    list->PushClipRectFullScreen();
    list->AddRectFilled({r.min.x, r.max.y - ui.px(2)}, {r.max.x, r.max.y}, colour);
    list->PopClipRect();
    // The letter in a disc of the pane's colour.
    const float radius = ui.px(12);
    const ImVec2 center{r.min.x + ui.px(10) + radius, r.center().y - ui.px(1)};
    list->AddCircleFilled(center, radius, colour, 32);
    push_font(ui.fonts.bold);
    const std::string letter = pane_label(pane);
    const ImVec2 size = ImGui::CalcTextSize(letter.c_str());
    list->AddText({std::round(center.x - size.x * 0.5f), std::round(center.y - size.y * 0.5f)}, ink_on(colour),
                  letter.c_str());
    pop_font();

    // Left out where space is short: the badges are more important, and the Edit menu offers the same.
    const bool has_other = state.document.panes.size() > 1 && r.width() > ui.px(250);
    const float buttons = has_other ? ui.px(2 * 26 + 4) : 0;
    const float begin = ui.px(10) + 2 * radius + ui.px(8);
    float room = r.width() - begin - buttons - ui.px(has_other ? 18 : 8);
    const float combo = std::clamp(room * 0.4f, ui.px(78), ui.px(200));
    ImGui::SetCursorPos({begin, (r.height() - ui.px(2) - ImGui::GetFrameHeight()) * 0.5f});
    method_combo(ui, pane, combo);
    room -= combo + ui.px(8);

    if (pane < static_cast<int>(ui.snapshot.panes.size())) {
        const std::vector<picture::Badge> all = picture::badges(ui.snapshot, pane);
        float needed = 0;
        for (const picture::Badge& badge : all) {
            needed += badge_width(ui, badge) + ui.px(4);
        }
        float x = begin + combo + ui.px(8);
        for (std::size_t i = 0; i < all.size(); ++i) {
            // The other badges shrink to icons first; the most severe one keeps its text as long as it fits.
            const float word = badge_width(ui, all[i]);
            const float rest = static_cast<float>(all.size() - i - 1) * ui.px(28);
            const bool brief = needed > room && (i > 0 || word + rest > room);
            const float width = brief ? ui.px(24) : word;
            if (width > room) {
                break;
            }
            ImGui::SetCursorPos({x, (r.height() - ui.px(2) - ui.px(22)) * 0.5f});
            badge_button(ui, all[i], pane, static_cast<int>(i), brief);
            x += width + ui.px(4);
            room -= width + ui.px(4);
            needed -= word + ui.px(4);
        }
    }
    if (has_other) {
        const int other = pane == 0 ? 1 : 0;
        const float y = (r.height() - ui.px(2) - ui.px(26)) * 0.5f;
        ImGui::SetCursorPos({r.width() - ui.px(8) - ui.px(54), y});
        if (icon_button(ui, ("copy_" + letter).c_str(), Icon::copy,
                        "Copy all parameters of " + letter + " to " + pane_label(other), false, 26)) {
            state.document.panes[static_cast<std::size_t>(other)] =
                state.document.panes[static_cast<std::size_t>(pane)];
        }
        ImGui::SetCursorPos({r.width() - ui.px(8) - ui.px(26), y});
        if (icon_button(ui, ("swap_" + letter).c_str(), Icon::swap,
                        "Swap the parameters of " + letter + " and " + pane_label(other), false, 26)) {
            std::swap(state.document.panes[static_cast<std::size_t>(other)],
                      state.document.panes[static_cast<std::size_t>(pane)]);
        }
    }
    ImGui::End();
}

void draw_pane_readout(Ui& ui, const PaneRects& rects, const Layout& layout) {
    const std::string name = "readout_" + pane_label(rects.pane);
    const ScreenRect& r = rects.readout;
    begin_region(name.c_str(), r, ui.colours.raised, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    if (layout.low && !comparison_label(ui.state.document, rects.pane).empty()) {
        draw_comparison_title(ui, ImGui::GetWindowDrawList(), rects.pane, {r.min.x + ui.px(10), r.min.y + ui.px(9)});
    } else if (rects.pane < static_cast<int>(ui.snapshot.panes.size())) {
        const std::array<Figure, 8> all = figures(ui.snapshot, rects.pane);
        const std::span<const Figure> shown(all.data(), layout.readout_rows == 2 ? 8u : 4u);
        if (layout.readout_columns == 4) {
            ImFont* large = layout.value_size == 0 ? ui.fonts.bold
                                                   : ui.fonts.values[static_cast<std::size_t>(layout.value_size - 1)];
            readout_row(ui, r, shown.first(4), ui.px(6), large);
            if (shown.size() > 4) {
                readout_row(ui, r, shown.subspan(4), r.height() - ui.px(50), ui.fonts.small);
            }
        } else {
            narrow_readout(ui, r, shown);
        }
    }
    ImGui::End();
}

void draw_pane_overlay(Ui& ui, const PaneRects& rects, const Layout& layout) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const ScreenRect& r = rects.view;
    const picture::PictureOptions& picture = ui.state.stage.picture;
    draw_hand(ui, rects);
    std::vector<std::string> notes;
    if (const std::string what = what_a_press_does(ui, rects.pane); !what.empty()) {
        notes.push_back(what);
    }
    if (!ui.state.stage.cameras_linked) {
        notes.emplace_back("cameras not linked (L)");
    }
    const std::string missing = rects.pane < static_cast<int>(ui.snapshot.panes.size())
                                    ? picture::missing_forces(ui.snapshot, rects.pane, picture)
                                    : "";
    if (!missing.empty()) {
        notes.push_back(missing);
    } else if (picture.contact_forces) {
        const float scale = picture::arrow_scale(ui.snapshot, 1); // of the longest arrow, whatever the camera
        notes.push_back(scale > 0 ? "longest arrow " +
                                        lab::short_number(static_cast<double>(picture::kLongestArrow / scale)) + " N"
                                  : "no contact");
    }
    if (picture.overlay && ui.snapshot.panes.size() > 1 && picture.mode == picture::ViewMode::side_by_side) {
        notes.push_back("ghost: " + pane_label(picture::compared_pane(ui.snapshot, rects.pane, picture.other_pane)));
    }
    draw_labels(ui, rects);
    float y = draw_pane_chips(ui, rects, !layout.low);
    push_font(ui.fonts.small);
    for (const std::string& note : notes) {
        text_on_picture(ui, list, {r.min.x + ui.px(12), y}, ui.colours.text, note);
        y += ImGui::GetTextLineHeight() * 1.3f;
    }
    pop_font();
    draw_frame_button(ui, rects);
}

} // namespace xpbd::window
