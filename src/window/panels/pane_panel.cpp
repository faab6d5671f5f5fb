#include "core/base/excerpt.h"
#include "core/base/find_key.h"
#include "picture/view/scene_views.h"
#include "window/lessons/lesson_chart.h"
#include "window/panels/hand_marks.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/stage/cameras.h"
#include "window/state/comparison.h"
#include "window/widgets/copying.h"

#include "core/model/method_traits.h"
#include "core/step/measure/measure.h"
#include "lab/readouts/readouts.h"
#include "lab/run/snapshot.h"
#include "picture/view/annotations.h"
#include "render/colour/colour_map.h"
#include "scenes/changes/other_mesh.h"
#include "system/page.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr float kWidestLabel = 0.2f; ///< widest text in the picture, as a share of the pane's width

std::string percent(double share) {
    return lab::reading_text(share * 100, "%");
}

/// One figure: caption, value, and what to compare it with.
struct Figure {
    std::string key; ///< row of lab::readouts()
    std::string name;
    std::string value;
    std::string beside;
    std::string tooltip;
    bool beyond = false; ///< `beside` is above the range that the scene's colours show
};

std::string tooltip_of(std::string_view readout) {
    return std::string(lab::find_readout(readout)->tooltip);
}

std::string upper(std::string_view label) {
    std::string text(label);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// A figure that the scene names, with what to compare it with.
Figure figure_of(const lab::ShownReadout& readout, const lab::PaneSnapshot& shown) {
    Figure figure{std::string(readout.key), upper(readout.label), "none yet", "", std::string(readout.tooltip)};
    const std::string no_forces = no_forces_reason(shown.settings);
    if (std::isfinite(readout.value)) {
        figure.value = lab::reading_text(readout.value, readout.unit);
    }
    if (readout.key == "effective_stiffness") {
        const double asked = lab::nominal_stiffness(shown.settings, shown.measure);
        const bool forgets = resets_multipliers(shown.settings);
        figure.value = forgets || shown.measure.out_of_balance ? "- not measured"
                       : !no_forces.empty()                    ? "none: no forces"
                                                               : figure.value;
        figure.beside = std::isnan(asked)   ? ""
                        : std::isinf(asked) ? "asked: rigid"
                                            : "of " + lab::quantity_text(asked, "N/m");
        figure.tooltip += " Colour by, in the pane's corner, shows it edge by edge.";
        figure.tooltip += no_forces.empty() ? "" : (forgets ? "\n\nNot measured: " : "\n\n") + no_forces + ".";
        figure.tooltip += shown.measure.out_of_balance ? "\n\nNot measured: forces do not balance." : "";
    }
    return figure;
}

/// The figures that always show: the figures that the scene names, the strain, and the time of a step.
std::vector<Figure> main_figures(const lab::Snapshot& snapshot, int pane) {
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    std::vector<Figure> all;
    for (const lab::ShownReadout& readout : lab::shown_readouts(snapshot, pane)) {
        all.push_back(figure_of(readout, shown));
    }
    const Measure& m = shown.measure;
    auto strain = std::find_if(all.begin(), all.end(), [](const Figure& f) { return f.key == "mean_strain"; });
    if (strain == all.end()) {
        const std::string name = upper(lab::find_readout("mean_strain")->label);
        strain = all.insert(all.end(), {"mean_strain", name, percent(m.mean_strain), "", ""});
    }
    const double range = picture::suggested_range(snapshot, picture::Colouring::stretch).high;
    strain->beside = find_key(all, "max_strain") != nullptr ? "" : "max " + percent(m.max_strain);
    strain->tooltip = "Mean and largest relative change of length of the edges, in magnitude.";
    strain->beyond = m.max_strain > range;
    strain->tooltip += strain->beyond ? " The largest is above " + percent(range) +
                                            ", where this scene's colours end: it has their colour for that."
                                      : "";
    all.push_back({"solve_ms", "TIME", lab::time_text(shown.solve_ms, 1e3 * system::clock_step(), "ms"), "",
                   tooltip_of("solve_ms") + " It had " +
                       counted(static_cast<std::size_t>(shown.stats.iterations), "iteration") + "."});
    return all;
}

/// The largest force along a distance constraint, as lessons measure it [N]; NaN where the pane shows none.
double largest_tension(const lab::PaneSnapshot& shown) {
    double most = shown.tension.empty() ? std::numeric_limits<double>::quiet_NaN() : 0;
    const std::size_t links = std::min(shown.tension.size(), shown.model->of_type<Distance>().size());
    for (std::size_t i = 0; i < links; ++i) {
        most = std::max(most, static_cast<double>(shown.tension[i]));
    }
    return most;
}

/// Puts the figure of a quantity first; adds it if it is missing.
void put_first(const Ui& ui, int pane, const lab::LessonQuantity& asked, std::vector<Figure>& figures) {
    const auto found =
        std::find_if(figures.begin(), figures.end(), [&](const Figure& figure) { return figure.key == asked.key; });
    if (found != figures.end()) {
        std::rotate(figures.begin(), found, found + 1);
        return;
    }
    const lab::PaneSnapshot& shown = ui.snapshot.panes[static_cast<std::size_t>(pane)];
    const lab::Readout* row = lab::find_readout(asked.key);
    const double value = row == nullptr ? largest_tension(shown) : shown.readings[lab::place_of(*row)];
    figures.insert(figures.begin(),
                   {std::string(asked.key), upper(asked.label), lesson_number(asked, value), "",
                    row == nullptr ? "The largest force along a link: λ/h²." : std::string(row->tooltip)});
}

/// The second row: figures that explain the main ones.
std::array<Figure, 4> more_figures(const lab::PaneSnapshot& shown) {
    const Measure& m = shown.measure;
    const std::string no_forces = no_forces_reason(shown.settings);
    const std::string why = no_forces.empty() ? "" : "\n\n" + no_forces + ".";
    const double energy = lab::find_readout("total_energy")->value({m, shown.settings, shown.stats, shown.solve_ms});
    return {
        {{"sigma", "SIGMA", std::isinf(m.sigma) ? "rigid" : lab::reading_text(m.sigma, ""), "", tooltip_of("sigma")},
         {"total_energy", "ENERGY", lab::reading_text(energy, "J"), "kin. " + lab::reading_text(m.kinetic_energy, "J"),
          "Total energy (kinetic, gravity and elastic), and the kinetic part of it." +
              (shortfall(m, shown.settings) == Shortfall::none
                   ? ""
                   : " Not converged: no force holds " + lab::reading_text(m.unmet_energy, "J") + " of it.")},
         {"residual_dual", "RESIDUALS",
          resets_multipliers(shown.settings) ? "- not measured" : lab::reading_text(m.residual_dual, "m"),
          resets_multipliers(shown.settings) ? ""
          : !no_forces.empty()               ? "no forces"
          : std::isnan(m.residual_primal)    ? "none yet" // measured with the method before
                                             : lab::reading_text(m.residual_primal, "kg m"),
          "Dual: " + tooltip_of("residual_dual") + "\n\nPrimal: " + tooltip_of("residual_primal") + why},
         {"momentum", "MOMENTUM", lab::reading_text(glm::length(m.momentum), ""), "kg m/s", tooltip_of("momentum")}}};
}

/// A row of figures, laid out: captions above, values below, and beside each value the number to compare it with.
struct Row {
    std::span<const Figure> figures;
    ImFont* font = nullptr; ///< of the values
    bool beside = true;
    std::vector<float> widths; ///< of its columns
    float width = 0;
};

/// Sizes at scale 1 [px].
constexpr float kColumnGap = 14;
constexpr float kBesideGap = 6;
constexpr float kColumnStep = 8; ///< widths are multiples of it: else a column would tremble with its digits
constexpr float kPlatePadding = 10;

Row set_row(Ui& ui, std::span<const Figure> figures, ImFont* font, bool beside) {
    Row row{figures, font, beside, {}, ui.px(kColumnGap) * static_cast<float>(figures.size() - 1)};
    for (const Figure& figure : figures) {
        const bool second = beside && !figure.beside.empty();
        const float value = text_width(font, figure.value) +
                            (second ? ui.px(kBesideGap) + text_width(ui.fonts.small, figure.beside) : 0.0f);
        const float needed = std::max(value, text_width(ui.fonts.small, figure.name));
        row.widths.push_back(std::ceil(needed / ui.px(kColumnStep)) * ui.px(kColumnStep));
        row.width += row.widths.back();
    }
    return row;
}

/// The figures that fit, in the largest font that fits; the first one always.
Row fit_row(Ui& ui, std::span<const Figure> figures, ImFont* large, float room) {
    for (std::size_t count = figures.size(); count >= 2; --count) {
        for (const auto& [font, beside] : {std::pair(large, true), {ui.fonts.bold, true}, {ui.fonts.bold, false}}) {
            if (Row row = set_row(ui, figures.first(count), font, beside); row.width <= room) {
                return row;
            }
        }
    }
    const Row two = set_row(ui, figures.first(2), ui.fonts.small, false);
    return two.width <= room ? two : set_row(ui, figures.first(1), ui.fonts.small, false);
}

float height_of(const Ui& ui, const Row& row) {
    return line_height(ui.fonts.small) + ui.px(1) + line_height(row.font);
}

void draw_row(Ui& ui, const Row& row, const std::string& pane, float x, float y) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float height = height_of(ui, row);
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
        const Figure& figure = row.figures[i];
        ImGui::SetCursorScreenPos({x, y});
        if (ImGui::InvisibleButton(figure.key.c_str(), {row.widths[i], height})) {
            copy_text(ui.state, figure.value, "Copied " + figure.value + ": " + figure.name + " of pane " + pane);
        }
        item_tooltip(ui, figure.tooltip + (figure.tooltip.empty() ? "" : "\n\n") + "A click copies the value.");
        mark_rect(ui, "readout_" + pane + "." + figure.key, {x, y}, {x + row.widths[i], y + height});
        const auto text = [&](ImFont* font, float left, ImU32 colour, const std::string& words, bool below) {
            push_font(font);
            ui.state.ui_map.note_text(words);
            const float top = below ? y + height - ImGui::GetTextLineHeight() : y;
            list->AddText({std::round(left), std::round(top)}, colour, words.c_str());
            const float end = left + ImGui::CalcTextSize(words.c_str()).x;
            pop_font();
            return end;
        };
        text(ui.fonts.small, x, ui.colours.text_dim, figure.name, false);
        const float end = text(row.font, x, ui.colours.text, figure.value, true);
        ui.state.ui_map.note_value("readout_" + pane + "." + figure.key, figure.value);
        if (row.beside) {
            text(ui.fonts.small, end + ui.px(kBesideGap),
                 figure.beyond ? to_colour(render::above_colour(ui.theme())) : ui.colours.text_dim, figure.beside,
                 true);
        }
        x += row.widths[i] + ui.px(kColumnGap);
    }
}

/// The numbers and names inside a pane's picture.
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
    std::vector<picture::Label> all = picture::labels(ui.snapshot, rects.pane, ui.state.stage.picture, orbit,
                                                      {{r.width(), r.height()}, ui.state.scale()}, ui.theme());
    std::erase_if(all, [&](const picture::Label& label) {
        // So wide a label would hide the body; the readout has its numbers, too.
        return ImGui::CalcTextSize(label.text.c_str()).x > kWidestLabel * r.width();
    });
    std::vector<glm::vec2> sizes;
    sizes.reserve(all.size());
    for (const picture::Label& label : all) {
        const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
        sizes.emplace_back(size.x, size.y);
    }
    const auto corners = picture::label_corners(all, sizes, orbit, {r.width(), r.height()});
    const ScreenRect legend = legend_rect(ui, rects);
    const float gap = ui.px(4);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (corners[i]) {
            // Above the readout, and above a legend that it would lie under.
            glm::vec2 at = glm::min(r.min + *corners[i], {r.max.x, rects.readout.min.y - sizes[i].y - gap});
            const glm::vec2 end = at + sizes[i] + gap;
            if (end.x > legend.min.x && at.x < legend.max.x && end.y > legend.min.y && at.y < legend.max.y) {
                at.y = legend.min.y - sizes[i].y - gap;
            }
            const ImVec2 low{std::round(at.x), std::round(at.y)};
            mark_rect(ui, "label_" + pane_label(rects.pane) + "." + std::to_string(i), low,
                      {low.x + sizes[i].x, low.y + sizes[i].y});
            text_on_picture(ui, list, low, to_colour(all[i].colour), all[i].text);
        }
    }
    list->PopClipRect();
    pop_font();
}

/// A chip to click, at the left of the strip of the colour bar.
bool camera_chip(Ui& ui, const PaneRects& rects, const char* name, const std::string& text, const char* tooltip) {
    const std::string id = name + pane_label(rects.pane);
    push_font(ui.fonts.small);
    const glm::vec2 size{ImGui::CalcTextSize(text.c_str()).x + ui.px(20), ImGui::GetTextLineHeight() + ui.px(6)};
    const glm::vec2 at{rects.legend.min.x + ui.px(kPlateInset), std::round(rects.legend.center().y - 0.5f * size.y)};
    begin_over_stage(id.c_str(), {at, at + size});
    const bool clicked = ImGui::InvisibleButton("chip", {size.x, size.y});
    mark_item(ui, id);
    ui.state.ui_map.note_text(text);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 high{at.x + size.x, at.y + size.y};
    list->AddRectFilled({at.x, at.y}, high, with_alpha(ui.colours.raised, 0.9f), 0.5f * size.y);
    list->AddRect({at.x, at.y}, high, ui.colours.line, 0.5f * size.y, 0, std::max(1.0f, ui.px(1)));
    list->AddText({at.x + ui.px(10), at.y + ui.px(3)}, ImGui::IsItemHovered() ? ui.colours.accent : ui.colours.text,
                  text.c_str());
    item_tooltip(ui, tooltip);
    ImGui::End();
    pop_font();
    return clicked;
}

/// A chip: the camera follows a body (a click stops it), or the user's camera has lost it (a click frames it).
void draw_camera_chip(Ui& ui, const PaneRects& rects) {
    constexpr float kInView = 0.5f;
    const auto pane = static_cast<std::size_t>(rects.pane);
    StageState& stage = ui.state.stage;
    const CameraMove& move = stage.moves[pane];
    const lab::Camera& camera = stage.cameras[pane];
    if (pane >= ui.snapshot.panes.size() || camera.distance == 0 || rects.legend.width() <= 0) {
        return;
    }
    if (move.framed && stage.cameras_follow) {
        const bool said = !stage.cameras_linked || rects.pane == visible_panes(ui.state).front();
        if (move.away && !move.entering && said &&
            camera_chip(ui, rects, "follows_", "camera follows  ×",
                        "A body leaves the view, and the camera goes with it until all are in view again. Click: it "
                        "goes back and stays there (View > Camera)")) {
            stage.cameras_follow = false;
        }
        return;
    }
    const float aspect = rects.room().aspect;
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, aspect);
    if (picture::share_in_view(orbit, ui.snapshot.panes[pane].positions, aspect) < kInView &&
        camera_chip(ui, rects, "frame_", "Frame the body", "The body is out of view (F)")) {
        frame_camera(ui.state, rects.pane, lab::Camera{}.yaw, lab::Camera{}.pitch);
    }
}

/// Every figure that a pane could show in its first row, the most telling first.
std::vector<Figure> shown_figures(const Ui& ui, int pane) {
    std::vector<Figure> figures = main_figures(ui.snapshot, pane);
    const auto quantity = [](int row) { return lab::lesson_quantities()[static_cast<std::size_t>(row)]; };
    if (ui.state.lessons.open()) {
        put_first(ui, pane, quantity(ui.state.lessons.current().quantity), figures);
    }
    const Document& document = ui.state.document;
    if (const std::string compared = comparison_label(document, pane); !compared.empty()) {
        const std::string_view about = compared_readout(document.comparison->compared, document.scene.name);
        put_first(ui, pane, quantity(lab::find_quantity(about)), figures);
        figures.insert(figures.begin(), {"compared", upper(comparison_caption(document)), compared, "",
                                         "What differs from column to column of this comparison"});
    }
    return figures;
}

/// Largest width of the row of figures [px].
float readout_room(const Ui& ui, const PaneRects& rects) {
    return rects.readout.width() - 2 * (ui.px(kPlateInset) + ui.px(kPlatePadding));
}

} // namespace

ImFont* readout_font(Ui& ui, const Layout& layout) {
    ImFont* font =
        layout.value_size == 0 ? ui.fonts.bold : ui.fonts.values[static_cast<std::size_t>(layout.value_size - 1)];
    ImFont* common = font;
    for (const PaneRects& rects : layout.panes) {
        if (rects.pane < static_cast<int>(ui.snapshot.panes.size())) {
            const std::vector<Figure> figures = shown_figures(ui, rects.pane);
            ImFont* fits = fit_row(ui, figures, font, readout_room(ui, rects)).font;
            common = line_height(fits) < line_height(common) ? fits : common;
        }
    }
    return common;
}

void draw_pane_readout(Ui& ui, const PaneRects& rects, int row_count, ImFont* font) {
    const ScreenRect& r = rects.readout;
    if (rects.pane >= static_cast<int>(ui.snapshot.panes.size())) {
        return;
    }
    const std::vector<Figure> figures = shown_figures(ui, rects.pane);
    const std::array<Figure, 4> more = more_figures(ui.snapshot.panes[static_cast<std::size_t>(rects.pane)]);
    const float edge = ui.px(kPlateInset);
    const float padding = ui.px(kPlatePadding);
    const float room = readout_room(ui, rects);
    std::vector<Row> rows = {fit_row(ui, figures, font, room)};
    if (row_count == 2) {
        rows.push_back(fit_row(ui, more, ui.fonts.small, room));
    }
    const float between = ui.px(4);
    float width = 0;
    float height = ui.px(8) - between;
    for (const Row& row : rows) {
        width = std::max(width, row.width);
        height += height_of(ui, row) + between;
    }
    const ScreenRect plate{{r.min.x + edge, r.max.y - edge - height},
                           {r.min.x + edge + std::min(width, room) + 2 * padding, r.max.y - edge}};
    begin_plate(ui, ("readout_" + pane_label(rects.pane)).c_str(), plate);
    float y = plate.min.y + ui.px(4);
    for (const Row& row : rows) {
        draw_row(ui, row, pane_label(rects.pane), plate.min.x + padding, y);
        y += height_of(ui, row) + between;
    }
    ImGui::End();
}

void draw_pane_overlay(Ui& ui, const PaneRects& rects) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const ScreenRect& r = rects.view;
    list->AddRectFilled({r.min.x, r.min.y}, {r.max.x, r.min.y + ui.px(2)}, ui.pane_colour(rects.pane));
    const picture::PictureOptions& picture = ui.state.stage.picture;
    draw_hand_marks(ui, rects);
    std::vector<std::string> notes;
    if (picture.overlay && ui.snapshot.panes.size() > 1 && picture.mode == picture::ViewMode::side_by_side) {
        notes.push_back("ghost: " + pane_label(picture::compared_pane(ui.snapshot, rects.pane, picture.other_pane)));
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
                                        lab::reading_text(static_cast<double>(picture::kLongestArrow / scale), "N")
                                  : "no contact");
    }
    // The last notes, because they must not move the others when they appear.
    for (std::string& note : hand_notes(ui, rects.pane)) {
        notes.push_back(std::move(note));
    }
    draw_labels(ui, rects);
    push_font(ui.fonts.small);
    const float top = rects.clear().min.y;
    float y = top > r.min.y ? top : top + ui.px(8);
    for (const std::string& note : notes) {
        text_on_picture(ui, list, {r.min.x + ui.px(12), y}, ui.colours.text, note);
        y += ImGui::GetTextLineHeight() * 1.3f;
    }
    pop_font();
    draw_camera_chip(ui, rects);
}

} // namespace xpbd::window
