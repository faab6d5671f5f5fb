#include "app/panels.h"

#include "core/methods.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace xpbd::app {
namespace {

using Sample = PlotSeries::Sample;

struct Plot {
    const char* title;
    const char* unit;
    double factor; ///< from the sample to what is shown
    bool logarithmic;
    double (*value)(const Sample&, std::size_t pane);
};

constexpr std::array<Plot, 3> kPlots = {{
    {"Mean stretch", "%", 100, false, [](const Sample& s, std::size_t pane) { return s.stretch[pane]; }},
    {"Sag", "m", 1, false, [](const Sample& s, std::size_t pane) { return s.sag[pane]; }},
    {"Effective stiffness", "N/m", 1, true, [](const Sample& s, std::size_t pane) { return s.stiffness[pane]; }},
}};

/// A line that is solid for pane 0, dashed for pane 1, dotted for the others: told apart without colour.
void draw_line(ImDrawList* list, const std::vector<ImVec2>& points, ImU32 colour, std::size_t pane, float scale) {
    const float on = pane == 0 ? 0.0f : (pane == 1 ? 7.0f : 2.0f) * scale;
    const float off = (pane == 1 ? 4.0f : 3.0f) * scale;
    if (on == 0) {
        list->AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, 1.7f * scale);
        return;
    }
    float walked = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        ImVec2 a = points[i - 1];
        const ImVec2 b = points[i];
        float length = std::hypot(b.x - a.x, b.y - a.y);
        while (length > 0) {
            const float phase = std::fmod(walked, on + off);
            const float part = std::min(length, phase < on ? on - phase : on + off - phase);
            if (part <= 1e-4f) {
                walked += 1e-3f;
                length -= 1e-3f;
                continue;
            }
            const ImVec2 end{a.x + (b.x - a.x) * part / length, a.y + (b.y - a.y) * part / length};
            if (phase < on) {
                list->AddLine(a, end, colour, 1.7f * scale);
            }
            a = end;
            walked += part;
            length -= part;
        }
    }
}

void draw_plot(Ui& ui, const Plot& plot, ImVec2 low, ImVec2 high) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const auto& samples = ui.state.series.samples();
    const lab::Snapshot& snapshot = ui.snapshot;
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const std::string title = std::string(plot.title) + " (" + plot.unit + ")";
    list->AddText({low.x, low.y}, ui.colours.text_dim, title.c_str());
    const float gutter = ui.px(52);
    const ImVec2 a{low.x + gutter, low.y + line + ui.px(6)};
    const ImVec2 b{high.x - ui.px(8), high.y - ui.px(4)};
    list->AddRectFilled(a, b, with_alpha(ui.colours.track, 0.45f), ui.px(4));
    const auto mapped = [&](double value) { return plot.logarithmic ? std::log10(value) : value * plot.factor; };
    double lowest = std::numeric_limits<double>::max();
    double highest = std::numeric_limits<double>::lowest();
    for (const Sample& sample : samples) {
        for (std::size_t pane = 0; pane < static_cast<std::size_t>(sample.panes); ++pane) {
            const double y = mapped(plot.value(sample, pane));
            if (std::isfinite(y)) {
                lowest = std::min(lowest, y);
                highest = std::max(highest, y);
            }
        }
    }
    if (samples.size() > 1 && highest >= lowest) {
        if (!plot.logarithmic) {
            lowest = std::min(lowest, 0.0);
        }
        const double span = std::max(highest - lowest, plot.logarithmic ? 0.2 : 1e-9);
        const double first = samples.front().time;
        const double duration = std::max(1e-9, samples.back().time - first);
        const auto x_of = [&](double time) {
            return a.x + static_cast<float>((time - first) / duration) * (b.x - a.x);
        };
        const auto y_of = [&](double y) {
            return b.y - ui.px(3) - static_cast<float>((y - lowest) / span) * (b.y - a.y - ui.px(6));
        };
        for (const double y : {lowest, highest}) {
            const std::string text = plot.logarithmic ? stiffness_text(std::pow(10.0, y)) : short_number(y);
            const float width = ImGui::CalcTextSize(text.c_str()).x;
            const float top = std::clamp(y_of(y) - line * 0.5f, a.y - ui.px(2), b.y - line);
            list->AddText({std::round(a.x - ui.px(5) - width), std::round(top)}, ui.colours.text_dim, text.c_str());
        }
        list->PushClipRect(a, b, true);
        // At most a point per pixel: the plot's cost does not grow with the recording.
        const auto stride =
            std::max<std::size_t>(1, samples.size() / static_cast<std::size_t>(std::max(32.0f, b.x - a.x)));
        std::vector<ImVec2> points;
        for (std::size_t pane = 0; pane < snapshot.panes.size() && pane < lab::kMaxPanes; ++pane) {
            const auto method = static_cast<std::size_t>(snapshot.panes[pane].settings.method);
            const ImU32 colour = to_colour(methods()[method].colour);
            points.clear();
            for (std::size_t i = 0; i < samples.size(); i += stride) {
                const double y = pane < static_cast<std::size_t>(samples[i].panes)
                                     ? mapped(plot.value(samples[i], pane))
                                     : std::numeric_limits<double>::quiet_NaN();
                if (std::isfinite(y)) {
                    points.push_back({x_of(samples[i].time), y_of(y)});
                }
            }
            draw_line(list, points, colour, pane, ui.state.scale());
        }
        const float now = x_of(snapshot.time);
        list->AddLine({now, a.y}, {now, b.y}, with_alpha(ui.colours.text, 0.5f));
        list->PopClipRect();
    }
    pop_font();
}

} // namespace

void draw_plots(Ui& ui, const ScreenRect& rect) {
    begin_region("plots", rect, ui.colours.panel, {ui.px(12), ui.px(8)}, ImGuiWindowFlags_NoScrollbar);
    ImDrawList* list = ImGui::GetWindowDrawList();
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    // The key: line style and method of every pane.
    float x = rect.min.x + ui.px(12);
    const float y = rect.min.y + ui.px(8);
    for (std::size_t pane = 0; pane < ui.snapshot.panes.size() && pane < lab::kMaxPanes; ++pane) {
        const MethodInfo& method = methods()[static_cast<std::size_t>(ui.snapshot.panes[pane].settings.method)];
        draw_line(list, {{x, y + line * 0.5f}, {x + ui.px(26), y + line * 0.5f}}, to_colour(method.colour), pane,
                  ui.state.scale());
        const std::string name = pane_label(static_cast<int>(pane)) + "  " + std::string(method.label);
        list->AddText({x + ui.px(32), y}, ui.colours.text, name.c_str());
        x += ui.px(52) + ImGui::CalcTextSize(name.c_str()).x;
    }
    pop_font();
    const float top = y + line + ui.px(6);
    const float inner = rect.width() - ui.px(24);
    const int count = inner < ui.px(420) ? 1 : static_cast<int>(kPlots.size());
    const float width = (inner - ui.px(12) * static_cast<float>(count - 1)) / static_cast<float>(count);
    for (int i = 0; i < count; ++i) {
        const float left = rect.min.x + ui.px(12) + static_cast<float>(i) * (width + ui.px(12));
        draw_plot(ui, kPlots[static_cast<std::size_t>(i)], {left, top}, {left + width, rect.max.y - ui.px(6)});
    }
    ImGui::End();
}

} // namespace xpbd::app
