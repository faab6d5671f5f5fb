#include "window/lessons/lesson_chart.h"

#include "core/model/parameters.h"
#include "picture/chart.h"
#include "window/widgets/plot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr double kDecade = 8; ///< ratio of the last to the first value from which on the x axis is logarithmic
constexpr int kPredictionDash = 1;
constexpr int kOtherDash = 2;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// An axis between data and pixels.
struct ChartAxis {
    bool logarithmic = false;
    double low = 0;
    double high = 1;
    float from = 0; ///< [px]
    float to = 1;

    double coordinate(double value) const { return logarithmic ? std::log10(value) : value; }
    float pixel(double value) const {
        const double t = (coordinate(value) - coordinate(low)) / (coordinate(high) - coordinate(low));
        return from + static_cast<float>(t) * (to - from);
    }
    double value(float pixel) const {
        const double t = static_cast<double>((pixel - from) / (to - from));
        const double c = coordinate(low) + std::clamp(t, 0.0, 1.0) * (coordinate(high) - coordinate(low));
        return logarithmic ? std::pow(10.0, c) : c;
    }
};

struct Chart {
    ChartAxis x;
    ChartAxis y;
    const lab::LessonCurve& curve;
    const lab::LessonQuantity& quantity;

    ImVec2 at(std::size_t point, double value) const {
        return {x.pixel(curve.values[point]), std::clamp(y.pixel(value), y.to - 4, y.from + 4)};
    }
};

/// A value of the parameter as text; a timestep as "1/60" where it is a fraction of a second.
std::string value_label(const std::string& key, double value) {
    const double rate = std::round(1 / value);
    return key == "dt" && std::abs(value * rate - 1) < 1e-9 ? "1/" + lab::short_number(rate) : lab::short_number(value);
}

/// The parameter's name and unit: "Timestep (s)".
std::string parameter_label(const std::string& key, const std::string& scene) {
    const auto label = [](const ParameterInfo& info) {
        return std::string(info.label) + lab::unit_in_brackets(info.unit);
    };
    const std::size_t dot = key.find('.');
    const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
    if (key.starts_with("scene.")) {
        const scenes::SceneInfo* info = scenes::find_scene(scene);
        const ParameterInfo* row = info == nullptr ? nullptr : scenes::find_scene_parameter(*info, name);
        return row == nullptr ? key : label(*row);
    }
    if (const WorldParameter* row = find_world_parameter(name)) {
        return label(row->info);
    }
    const SettingsParameter* row = find_settings_parameter(name);
    const std::string pane = dot == 1 ? " of " + std::string(1, static_cast<char>(key[0] - 'a' + 'A')) : "";
    return row == nullptr ? key : label(row->info) + pane;
}

void draw_axes(Ui& ui, const Chart& chart, const ScreenRect& area, const std::string& x_name) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    const ImU32 grid = with_alpha(ui.colours.line, 0.55f);
    const int wanted = std::max(2, static_cast<int>(area.height() / ui.px(28)));
    for (const double value : picture::ticks_of(chart.y.low, chart.y.high, chart.y.logarithmic, wanted)) {
        const float y = std::round(chart.y.pixel(value));
        if (y < area.min.y - 1 || y > area.max.y + 1) {
            continue;
        }
        list->AddLine({area.min.x, y}, {area.max.x, y}, grid);
        const std::string label = lab::short_number(value);
        ui.state.ui_map.note_text(label);
        list->AddText({std::round(area.min.x - ui.px(6) - ImGui::CalcTextSize(label.c_str()).x),
                       std::round(std::clamp(y - line / 2, area.min.y - ui.px(3), area.max.y - line + ui.px(3)))},
                      ui.colours.text_dim, label.c_str());
    }
    float taken = area.min.x - ui.px(40);
    const float name = ImGui::CalcTextSize(x_name.c_str()).x;
    for (const double value : chart.curve.values) {
        const float x = std::round(chart.x.pixel(value));
        list->AddLine({x, area.min.y}, {x, area.max.y}, grid);
        const std::string label = value_label(chart.curve.vary, value);
        const float width = ImGui::CalcTextSize(label.c_str()).x;
        if (x - width / 2 > taken + ui.px(6)) {
            list->AddText({std::round(x - width / 2), area.max.y + ui.px(2)}, ui.colours.text_dim, label.c_str());
            taken = x + width / 2;
        }
    }
    list->AddText({std::round(area.max.x - name), area.max.y + ui.px(3) + line}, ui.colours.text_dim, x_name.c_str());
}

/// Draws with the mouse: sets the values of the columns that the pen passes.
void take_pen(LessonState& lessons, const Chart& chart) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    int column = 0;
    for (std::size_t i = 1; i < chart.curve.values.size(); ++i) {
        const auto away = [&](std::size_t k) { return std::abs(chart.x.pixel(chart.curve.values[k]) - mouse.x); };
        column = away(i) < away(static_cast<std::size_t>(column)) ? static_cast<int>(i) : column;
    }
    const double value = chart.y.value(mouse.y);
    const int from = lessons.last_column < 0 ? column : lessons.last_column;
    const double before = lessons.last_column < 0 ? value : lessons.last_value;
    for (int i = std::min(from, column); i <= std::max(from, column); ++i) {
        const double t = column == from ? 1 : static_cast<double>(i - from) / (column - from);
        const double y = chart.y.coordinate(before) + t * (chart.y.coordinate(value) - chart.y.coordinate(before));
        lessons.drawn[static_cast<std::size_t>(i)] = chart.y.logarithmic ? std::pow(10.0, y) : y;
    }
    lessons.last_column = column;
    lessons.last_value = value;
}

void draw_curve(Ui& ui, const std::vector<ImVec2>& points, ImU32 colour, int dash, bool markers) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) {
            draw_line_sample(ui, points[i - 1], points[i], colour, dash);
        }
        if (markers) {
            list->AddCircleFilled(points[i], ui.px(4), colour, 16);
        }
    }
}

/// A line of the legend.
struct Name {
    std::string text;
    ImU32 colour;
    int dash;
};

/// The legend of the curves, in the upper corner where no curve is.
void draw_names(Ui& ui, const ScreenRect& area, const std::vector<Name>& names, bool left) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    float wide = 0;
    for (const Name& name : names) {
        wide = std::max(wide, ImGui::CalcTextSize(name.text.c_str()).x);
    }
    const float line = ImGui::GetTextLineHeight() + ui.px(3);
    const float x = std::round(left ? area.min.x + ui.px(10) : area.max.x - wide - ui.px(44));
    float y = area.min.y + ui.px(6);
    list->AddRectFilled({x - ui.px(4), y - ui.px(3)},
                        {x + wide + ui.px(38), y + line * static_cast<float>(names.size()) + ui.px(1)},
                        with_alpha(ui.colours.raised, 0.85f), ui.px(4));
    for (const Name& name : names) {
        const float middle = y + ImGui::GetTextLineHeight() / 2;
        draw_line_sample(ui, {x, middle}, {x + ui.px(26), middle}, name.colour, name.dash);
        list->AddText({x + ui.px(32), y}, ui.colours.text, name.text.c_str());
        y += line;
    }
}

/// The measured curves of all panes, up to the last value measured. The curve of the question is solid, the others
/// are dotted: where two coincide, both can be seen.
void draw_measured(Ui& ui, const Chart& chart, const ScreenRect& area) {
    const LessonState& lessons = ui.state.lessons;
    std::vector<Name> names;
    if (lessons.current().drawn()) {
        names.push_back({"your prediction of " + pane_label(chart.curve.pane), ui.colours.warn, kPredictionDash});
    }
    double rise = 0; // of the curve that the question is about
    const lab::StepReplay& replay = lessons.job->replay();
    const auto draw = [&](int pane) {
        const ImU32 colour = to_colour(picture::pane_colour(pane, ui.theme()));
        const bool asked = pane == chart.curve.pane;
        std::vector<ImVec2> points;
        for (std::size_t i = 0; i < chart.curve.values.size(); ++i) {
            const double value = replay.curve_value(i, pane).value_or(kUnknown) * chart.quantity.factor;
            if (value >= chart.y.low && value <= chart.y.high) { // the other curves may leave the axis
                points.push_back(chart.at(i, value));
            }
        }
        const int dash = asked ? 0 : kOtherDash;
        draw_curve(ui, points, colour, dash, asked);
        names.push_back({pane_label(pane) + ", measured", colour, dash});
        if (asked && !points.empty()) {
            rise = static_cast<double>(points.front().y - points.back().y);
        }
    };
    draw(chart.curve.pane);
    for (int pane = 0; pane < static_cast<int>(replay.pane_count()); ++pane) {
        if (pane != chart.curve.pane) {
            draw(pane);
        }
    }
    draw_names(ui, area, names, rise > 0);
}

void draw_empty(Ui& ui, const ScreenRect& area, const char* text) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    ImGui::GetWindowDrawList()->AddText(
        {std::round(area.center().x - size.x / 2), std::round(area.center().y - size.y / 2)}, ui.colours.text_dim,
        text);
}

/// A text: the panes show the time of the bars, or another time. They play up to it, and the user may play further.
std::string what_the_panes_show(const Ui& ui) {
    if (explored(ui.state)) {
        return "the panes have other settings";
    }
    const bool there = ui.snapshot.frame == ui.state.lessons.current().measured_frame(ui.snapshot.world.dt);
    return there ? "the panes show this moment" : "the panes are at " + lab::reading_text(ui.snapshot.time, "s");
}

} // namespace

std::string lesson_number(const lab::LessonQuantity& quantity, double value) {
    if (!std::isfinite(value)) {
        return "none";
    }
    return lab::reading_text(value * quantity.factor, quantity.shown_unit);
}

void draw_lesson_chart(Ui& ui, const ScreenRect& rect) {
    LessonState& lessons = ui.state.lessons;
    const lab::LessonStep& step = lessons.current();
    const lab::LessonCurve& curve = *step.curve;
    const lab::LessonQuantity& quantity = lab::lesson_quantities()[static_cast<std::size_t>(step.quantity)];
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const std::string y_name = std::string(quantity.label) + lab::unit_in_brackets(quantity.shown_unit);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText({rect.min.x, rect.min.y}, ui.colours.text_dim, y_name.c_str());
    const ScreenRect area{{rect.min.x + ui.px(54), rect.min.y + line + ui.px(4)},
                          {rect.max.x - ui.px(8), rect.max.y - 2 * line - ui.px(6)}};
    if (area.width() < ui.px(60) || area.height() < ui.px(40)) {
        pop_font();
        return;
    }
    const bool decades = curve.values.front() > 0 && curve.values.back() >= kDecade * curve.values.front();
    const Chart chart{
        {decades, curve.values.front(), curve.values.back(), area.min.x + ui.px(14), area.max.x - ui.px(14)},
        {quantity.logarithmic, curve.low, curve.high, area.max.y - ui.px(4), area.min.y + ui.px(4)},
        curve,
        quantity};
    list->AddRectFilled({area.min.x, area.min.y}, {area.max.x, area.max.y}, ui.colours.raised, ui.px(4));
    draw_axes(ui, chart, area, parameter_label(curve.vary, lessons.lesson->session.scene.name));
    ImGui::SetCursorScreenPos({area.min.x, area.min.y});
    ImGui::InvisibleButton("lesson_chart", {area.width(), area.height()});
    mark_item(ui, "lesson.chart");
    const bool draws = step.drawn() && !lessons.answered;
    if (draws && ImGui::IsItemActive()) {
        take_pen(lessons, chart);
    } else {
        lessons.last_column = -1;
    }
    if (draws && ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    std::vector<ImVec2> sketch;
    for (std::size_t i = 0; i < lessons.drawn.size(); ++i) {
        if (!std::isnan(lessons.drawn[i])) {
            sketch.push_back(chart.at(i, lessons.drawn[i]));
        }
    }
    if (draws && sketch.empty()) {
        draw_empty(ui, area, "Draw here: hold the mouse button and sweep across");
    } else if (!step.drawn() && !lessons.answered) {
        draw_empty(ui, area, "Predict first: the measured curves come here");
    }
    if (step.drawn()) {
        draw_curve(ui, sketch, ui.colours.warn, kPredictionDash, !lessons.answered);
    }
    if (lessons.answered && lessons.job) {
        draw_measured(ui, chart, area);
    }
    pop_font();
}

void draw_lesson_bars(Ui& ui, const ScreenRect& rect) {
    const LessonState& lessons = ui.state.lessons;
    const lab::LessonStep& step = lessons.current();
    const lab::LessonQuantity& quantity = lab::lesson_quantities()[static_cast<std::size_t>(step.quantity)];
    ImDrawList* list = ImGui::GetWindowDrawList();
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const std::string title = std::string(quantity.label) + " after " + lab::short_number(step.seconds) + " s" +
                              (lessons.answered ? "  ·  " + what_the_panes_show(ui) : "");
    list->AddText({rect.min.x, rect.min.y}, ui.colours.text_dim, title.c_str());
    const ScreenRect area{{rect.min.x, rect.min.y + line + ui.px(6)}, rect.max};
    if (!lessons.answered || !lessons.job) {
        list->AddRectFilled({area.min.x, area.min.y}, {area.max.x, area.max.y}, ui.colours.raised, ui.px(4));
        draw_empty(ui, area, "Predict first: the measured answer comes here");
        pop_font();
        return;
    }
    struct Bar {
        std::string name;
        std::optional<double> value;
        ImU32 colour;
    };
    std::vector<Bar> bars;
    const lab::StepReplay& replay = lessons.job->replay();
    const bool changes = !step.change.empty();
    for (std::size_t pane = 0; pane < replay.pane_count(); ++pane) {
        const int index = static_cast<int>(pane);
        const ImU32 colour = with_alpha(ui.pane_colour(index), explored(ui.state) ? 0.4f : 1.0f); // pale if outdated
        if (changes) {
            bars.push_back({pane_label(index) + " before",
                            replay.value({lab::LessonValue::When::before, index, step.quantity}),
                            with_alpha(ui.pane_colour(index), explored(ui.state) ? 0.2f : 0.45f)});
        }
        bars.push_back({pane_label(index) + (changes ? " after" : ""),
                        replay.value({lab::LessonValue::When::after, index, step.quantity}), colour});
    }
    double most = 0;
    for (const Bar& bar : bars) {
        most = std::max(most, bar.value && std::isfinite(*bar.value) ? std::abs(*bar.value) : 0);
    }
    const float names = ui.px(58);
    const float numbers = ui.px(92);
    const float each = std::min(ui.px(26), area.height() / static_cast<float>(bars.size()));
    const float room = std::max(ui.px(20), area.width() - names - numbers);
    float y = area.min.y;
    for (const Bar& bar : bars) {
        const float middle = std::round(y + each / 2 - line / 2);
        list->AddText({area.min.x, middle}, ui.colours.text_dim, bar.name.c_str());
        const double share = bar.value && std::isfinite(*bar.value) && most > 0 ? std::abs(*bar.value) / most : 0;
        const float length = std::max(ui.px(2), room * static_cast<float>(share));
        list->AddRectFilled({area.min.x + names, y + ui.px(4)}, {area.min.x + names + length, y + each - ui.px(4)},
                            bar.colour, ui.px(3));
        const std::string text = bar.value ? lesson_number(quantity, *bar.value) : "measuring";
        ui.state.ui_map.note_value("lesson.bar." + bar.name, text);
        list->AddText({area.min.x + names + length + ui.px(8), middle}, ui.colours.text, text.c_str());
        y += each;
    }
    pop_font();
}

} // namespace xpbd::window
