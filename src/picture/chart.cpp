// Draws charts into images on the CPU: axes, grid, curves, legend and caption of a figure.
#include "picture/chart.h"

#include "lab/text/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd::picture {
namespace {

const glm::vec4 kInk(0.16f, 0.18f, 0.21f, 1);
const glm::vec4 kFaint(0.42f, 0.45f, 0.50f, 1);
const glm::vec4 kGrid(0.90f, 0.91f, 0.93f, 1);
const glm::vec4 kFrame(0.70f, 0.72f, 0.76f, 1);

void blend(render::Image& image, int x, int y, const glm::vec3& colour, float share) {
    if (x < 0 || y < 0 || x >= image.width || y >= image.height || share <= 0) {
        return;
    }
    std::uint8_t* pixel =
        image.pixels.data() +
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
    for (int c = 0; c < 3; ++c) {
        const float old = pixel[c];
        pixel[c] = static_cast<std::uint8_t>(std::lround(old + std::min(share, 1.0f) * (255 * colour[c] - old)));
    }
}

/// Draws a straight line with round ends. Anti-aliased by each pixel's distance to the line.
void draw_line(render::Image& image, const glm::vec2& a, const glm::vec2& b, float width, const glm::vec3& colour) {
    const float reach = width / 2 + 1;
    const glm::vec2 low = glm::min(a, b) - reach;
    const glm::vec2 high = glm::max(a, b) + reach;
    const glm::vec2 way = b - a;
    const float length2 = glm::dot(way, way);
    for (int y = static_cast<int>(low.y); y <= static_cast<int>(high.y); ++y) {
        for (int x = static_cast<int>(low.x); x <= static_cast<int>(high.x); ++x) {
            const glm::vec2 p(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
            const float share = length2 > 0 ? std::clamp(glm::dot(p - a, way) / length2, 0.0f, 1.0f) : 0;
            blend(image, x, y, colour, width / 2 + 0.5f - glm::length(p - (a + share * way)));
        }
    }
}

void draw_dot(render::Image& image, const glm::vec2& center, float radius, const glm::vec3& colour) {
    draw_line(image, center, center, 2 * radius, colour);
}

/// Cuts a polyline at the first point where it leaves the plot through `bottom`.
void cut_at(std::vector<glm::vec2>& points, float bottom) {
    const auto below = std::find_if(points.begin(), points.end(), [&](const glm::vec2& p) { return p.y > bottom; });
    if (below == points.end()) {
        return;
    }
    if (below == points.begin()) {
        points.clear();
        return;
    }
    const glm::vec2 above = *(below - 1);
    *below = above + (*below - above) * ((bottom - above.y) / (below->y - above.y));
    points.erase(below + 1, points.end());
}

/// Draws a polyline; the dash pattern continues around corners.
void draw_curve(render::Image& image, const std::vector<glm::vec2>& points, float width, bool dashed,
                const glm::vec3& colour) {
    const float dash = 4.5f * width;
    const float period = 8 * width;
    float travelled = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const glm::vec2 a = points[i - 1];
        const glm::vec2 way = points[i] - a;
        const float length = glm::length(way);
        if (!dashed) {
            draw_line(image, a, points[i], width, colour);
            continue;
        }
        for (float at = 0; at < length;) {
            const float phase = std::fmod(travelled + at, period);
            const float step = std::min(length - at, (phase < dash ? dash : period) - phase + 1e-3f);
            if (phase < dash) {
                draw_line(image, a + way * (at / length), a + way * ((at + step) / length), width, colour);
            }
            at += step;
        }
        travelled += length;
    }
}

std::string tick_text(double value) {
    return lab::short_number(value, 6);
}

/// Range of one axis over all series. settle(true) widens it by 5 % on either side, or to whole decades if logarithmic.
struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool logarithmic = false;

    void add(double value) {
        if (std::isfinite(value) && (!logarithmic || value > 0)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    void settle(bool widen) {
        if (!(low <= high)) {
            low = logarithmic ? 0.1 : 0;
            high = 1;
        }
        if (logarithmic) {
            if (widen) {
                low = std::pow(10.0, std::floor(std::log10(low) + 1e-9));
                high = std::pow(10.0, std::ceil(std::log10(high) - 1e-9));
            }
            high = high > low ? high : low * 10;
        } else {
            const double room = widen ? 0.05 * (high - low) : 0;
            low -= room;
            high += room;
            high = high > low ? high : low + 1;
        }
    }
    double share(double value) const {
        return logarithmic ? std::log10(value / low) / std::log10(high / low) : (value - low) / (high - low);
    }
    bool shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }
};

/// Draws a heading, in smaller letters if it is wider than `width`.
void draw_title(render::Image& image, float left, float top, float width, float height, const std::string& text,
                const ImageText& letters) {
    const float fitting = std::min(height, height * width / std::max(letters.width(text, height, true), 1.0f));
    letters.text(image, left, top + (height - fitting), fitting, text, kInk, true);
}

struct Area {
    float left, top, right, bottom;
};

/// A legend with more entries than this has several columns; charts that share all of its entries have one in common.
constexpr std::size_t kMostRows = 8;
constexpr float kLegendRow = 1.5f;   ///< height of a row, in units
constexpr float kSwatch = 4.2f;      ///< width of a line of the legend with its gap, in units
constexpr float kBetweenColumns = 2; ///< in units

/// Entries per column of a legend of this width.
std::size_t legend_rows(const std::vector<lab::Series>& entries, float width, float unit, const ImageText& letters) {
    float widest = 0;
    for (const lab::Series& entry : entries) {
        widest = std::max(widest, letters.width(entry.label, unit));
    }
    const float column = (kSwatch + kBetweenColumns) * unit + widest;
    const auto fitting = static_cast<std::size_t>(std::max(1.0f, (width + kBetweenColumns * unit) / column));
    const std::size_t columns = std::clamp<std::size_t>((entries.size() + kMostRows - 1) / kMostRows, 1, fitting);
    return (entries.size() + columns - 1) / columns;
}

float line_width(float unit) {
    return std::max(1.5f, 0.16f * unit);
}

void draw_legend(render::Image& image, const std::vector<lab::Series>& entries, float left, float top, std::size_t rows,
                 float unit, const ImageText& letters) {
    float widest = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i > 0 && i % rows == 0) {
            left += (kSwatch + kBetweenColumns) * unit + widest;
            widest = 0;
        }
        const lab::Series& entry = entries[i];
        const glm::vec3 colour(entry.colour[0], entry.colour[1], entry.colour[2]);
        const float at = top + kLegendRow * unit * static_cast<float>(i % rows);
        const float middle = at + 0.62f * unit;
        draw_curve(image, {{left, middle}, {left + 3.5f * unit, middle}}, line_width(unit), entry.dashed, colour);
        if (entry.markers) {
            draw_dot(image, {left + 1.75f * unit, middle}, 0.33f * unit, colour);
        }
        letters.text(image, left + kSwatch * unit, at, unit, entry.label, kInk);
        widest = std::max(widest, letters.width(entry.label, unit));
    }
}

/// True if all charts have the same long legend, so that it is drawn once.
bool shares_legend(const std::vector<lab::Chart>& charts) {
    const auto same = [](const lab::Series& a, const lab::Series& b) {
        return a.label == b.label && a.colour == b.colour && a.dashed == b.dashed && a.markers == b.markers;
    };
    return charts.size() > 1 && charts.front().series.size() > kMostRows &&
           std::all_of(charts.begin() + 1, charts.end(), [&](const lab::Chart& chart) {
               return std::equal(chart.series.begin(), chart.series.end(), charts.front().series.begin(),
                                 charts.front().series.end(), same);
           });
}

/// @param has_legend false: the legend of all charts is below them
void draw_chart(render::Image& image, const lab::Chart& chart, const Area& area, float unit, bool has_legend,
                const ImageText& letters) {
    Range x{.logarithmic = chart.x.logarithmic};
    Range y{.logarithmic = chart.y.logarithmic};
    for (const lab::Series& series : chart.series) {
        for (const glm::dvec2& point : series.points) {
            x.add(point.x);
            y.add(point.y);
        }
    }
    x.settle(false);
    y.low = std::max(y.low, chart.y.lowest.value_or(y.low));
    y.settle(true);
    const int wanted_x = std::clamp(static_cast<int>((area.right - area.left) / (5 * unit)), 2, 10);
    const int wanted_y = std::clamp(static_cast<int>((area.bottom - area.top) / (4 * unit)), 2, 10);
    const std::vector<double> ticks_x = ticks_of(x.low, x.high, x.logarithmic, wanted_x);
    const std::vector<double> ticks_y = ticks_of(y.low, y.high, y.logarithmic, wanted_y);
    float widest = 0;
    for (const double tick : ticks_y) {
        widest = std::max(widest, letters.width(tick_text(tick), unit));
    }
    const float legend_width = area.right - area.left - widest - 2 * unit;
    const std::size_t rows = has_legend ? legend_rows(chart.series, legend_width, unit, letters) : 0;
    // Vertical order: title, name of the y axis, plot, ticks and name of the x axis, legend.
    const Area plot{area.left + widest + unit, area.top + 4.2f * unit, area.right - unit,
                    area.bottom - (4.0f + kLegendRow * static_cast<float>(rows)) * unit};
    const auto at = [&](const glm::dvec2& point) {
        return glm::vec2(plot.left + static_cast<float>(x.share(point.x)) * (plot.right - plot.left),
                         plot.bottom - static_cast<float>(y.share(point.y)) * (plot.bottom - plot.top));
    };
    draw_title(image, area.left, area.top, area.right - area.left, 1.15f * unit, chart.title, letters);
    letters.text(image, area.left, area.top + 2.2f * unit, unit, chart.y.label, kFaint);
    for (const double tick : ticks_x) {
        const float place = at({tick, y.low}).x;
        draw_line(image, {place, plot.top}, {place, plot.bottom}, 1, kGrid);
        const std::string text = tick_text(tick);
        letters.text(image, place - letters.width(text, unit) / 2, plot.bottom + 0.5f * unit, unit, text, kFaint);
    }
    for (const double tick : ticks_y) {
        const float place = at({x.low, tick}).y;
        draw_line(image, {plot.left, place}, {plot.right, place}, 1, kGrid);
        const std::string text = tick_text(tick);
        letters.text(image, plot.left - letters.width(text, unit) - 0.5f * unit, place - 0.62f * unit, unit, text,
                     kFaint);
    }
    draw_line(image, {plot.left, plot.bottom}, {plot.right, plot.bottom}, 1.5f, kFrame);
    draw_line(image, {plot.left, plot.top}, {plot.left, plot.bottom}, 1.5f, kFrame);
    letters.text(image, (plot.left + plot.right - letters.width(chart.x.label, unit)) / 2, plot.bottom + 2.0f * unit,
                 unit, chart.x.label, kFaint);

    for (const lab::Series& series : chart.series) {
        const glm::vec3 colour(series.colour[0], series.colour[1], series.colour[2]);
        std::vector<glm::vec2> points;
        for (const glm::dvec2& point : series.points) {
            if (x.shows(point.x) && y.shows(point.y)) {
                points.push_back(at(point));
            }
        }
        cut_at(points, plot.bottom);
        draw_curve(image, points, line_width(unit), series.dashed, colour);
        if (series.markers || points.size() == 1) { // one point makes no line
            for (const glm::vec2& point : points) {
                draw_dot(image, point, 0.33f * unit, colour);
            }
        }
    }
    if (has_legend) {
        draw_legend(image, chart.series, plot.left, plot.bottom + 4.0f * unit, rows, unit, letters);
    }
}

/// Breaks a text into lines of at most this width.
std::vector<std::string> wrapped(const std::string& text, float width, float height, const ImageText& letters) {
    std::vector<std::string> lines(1);
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
        if (!lines.back().empty() && letters.width(longer, height) > width) {
            lines.push_back(word);
        } else {
            lines.back() = longer;
        }
        at = end + 1;
    }
    return lines;
}

} // namespace

std::vector<double> ticks_of(double low, double high, bool logarithmic, int wanted) {
    std::vector<double> ticks;
    const double slack = 1e-9;
    if (logarithmic) {
        const double first = std::ceil(std::log10(low) - slack);
        const double last = std::floor(std::log10(high) + slack);
        const bool few = last - first < 2;
        const double stride = std::max(1.0, std::ceil((last - first + 1) / std::max(wanted, 1)));
        const double start = few ? first - 1 : first;
        const double each = few ? 1 : stride;
        for (int i = 0; start + each * i <= last + slack; ++i) {
            const double decade = start + each * i;
            for (const double step : {1.0, 2.0, 5.0}) {
                const double tick = step * std::pow(10.0, decade);
                if ((few || step == 1) && tick >= low * (1 - slack) && tick <= high * (1 + slack)) {
                    ticks.push_back(tick);
                }
            }
        }
        return ticks;
    }
    const double raw = (high - low) / std::max(wanted, 1);
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * decade;
    for (const double nice : {1.0, 2.0, 5.0}) {
        if (nice * decade >= raw * (1 - slack)) {
            step = nice * decade;
            break;
        }
    }
    for (double n = std::ceil(low / step - slack); n * step <= high + slack * step; ++n) {
        ticks.push_back(n == 0 ? 0 : n * step);
    }
    return ticks;
}

render::Image draw_figure(const lab::FigureInfo& info, const lab::Figure& figure, int width, int height,
                          const ImageText& letters) {
    render::Image image{width, height, {}};
    image.pixels.assign(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
    const float unit = std::clamp(static_cast<float>(height) / 52.0f, 9.0f, 60.0f);
    const float margin = 2 * unit;
    draw_title(image, margin, margin, static_cast<float>(width) - 2 * margin, 1.6f * unit, std::string(info.title),
               letters);
    const std::vector<std::string> caption =
        wrapped(figure.caption, static_cast<float>(width) - 2 * margin, unit, letters);
    const float caption_top = static_cast<float>(height) - margin - 1.45f * unit * static_cast<float>(caption.size());
    for (std::size_t i = 0; i < caption.size(); ++i) {
        letters.text(image, margin, caption_top + 1.45f * unit * static_cast<float>(i), unit, caption[i], kFaint);
    }
    const auto count = static_cast<float>(std::max<std::size_t>(figure.charts.size(), 1));
    const float each = (static_cast<float>(width) - 2 * margin + 2 * unit) / count;
    float bottom = caption_top - unit;
    const bool shared = shares_legend(figure.charts);
    if (shared) {
        const std::vector<lab::Series>& entries = figure.charts.front().series;
        const std::size_t rows = legend_rows(entries, static_cast<float>(width) - 2 * margin, unit, letters);
        bottom -= kLegendRow * unit * static_cast<float>(rows);
        draw_legend(image, entries, margin, bottom, rows, unit, letters);
    }
    for (std::size_t i = 0; i < figure.charts.size(); ++i) {
        const float left = margin + each * static_cast<float>(i);
        draw_chart(image, figure.charts[i], {left, margin + 3.6f * unit, left + each - 2 * unit, bottom}, unit, !shared,
                   letters);
    }
    return image;
}

} // namespace xpbd::picture
