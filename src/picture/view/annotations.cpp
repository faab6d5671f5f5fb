#include "picture/view/annotations.h"

#include "core/base/bounds.h"
#include "core/model/method_traits.h"
#include "lab/readouts/readouts.h"
#include "lab/text/number_text.h"
#include "picture/looks/pane_colours.h"
#include "picture/view/grip_forces.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/parts/edges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <variant>

namespace xpbd::picture {
namespace {

constexpr float kRulerWidth = 1.5f; ///< width of the ruler's lines [px] at a line scale of 1
constexpr float kThinWidth = 1.2f;  ///< width of the ruler's level lines [px] at a line scale of 1
constexpr float kOutlineWidth = 1.2f;
constexpr float kOutlineOpacity = 0.55f;
constexpr double kWarpMarks = 150;   ///< area of the fabric over the squared least distance of two warp strokes
constexpr double kMarkLength = 0.55; ///< length of a stroke over the least distance of two strokes
constexpr float kMarkWidth = 1.4f;   ///< [px] at a line scale of 1
constexpr float kMarkOpacity = 0.6f;
/// Offset of a stroke towards the eye, over the distance to the eye; keeps the stroke in front of the cloth.
constexpr float kMarkLift = 0.002f;

glm::vec3 ink(render::Theme theme) {
    switch (theme) {
    case render::Theme::light:
        return {0.25f, 0.28f, 0.33f};
    case render::Theme::paper:
        return glm::vec3(0);
    case render::Theme::dark:
        break;
    }
    return {0.80f, 0.83f, 0.88f};
}

/// A colour that contrasts with cloths: they are bright on the dark stage and dark on the bright one.
glm::vec3 mark_colour(render::Theme theme) {
    return glm::vec3(theme == render::Theme::dark ? 0.05f : 1.0f);
}

/// A point in view coordinates: x and y divided by the depth, and the depth.
glm::vec3 seen(const render::OrbitCamera& camera, const glm::mat4& view, const glm::vec3& p) {
    const glm::vec4 at = view * glm::vec4(p, 1);
    const float depth = std::max(-at.z, 0.01f * camera.distance);
    return {at.x / depth, at.y / depth, depth};
}

/// The panes whose bodies are drawn as ghosts over `pane`.
std::vector<int> ghosts(const lab::Snapshot& snapshot, int pane, const PictureOptions& options) {
    std::vector<int> result;
    for (int other = 0; other < static_cast<int>(snapshot.panes.size()); ++other) {
        const bool in_front = options.mode == ViewMode::ghost;
        const bool compared = options.overlay && other == compared_pane(snapshot, pane, options.other_pane);
        if (other != pane && (in_front || compared)) {
            result.push_back(other);
        }
    }
    return result;
}

} // namespace

std::vector<Label> labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                          const render::OrbitCamera& camera, const Screen& screen, render::Theme theme) {
    std::vector<Label> result;
    if (options.transparent) {
        return result;
    }
    if (options.ruler) {
        if (const std::optional<Ruler> ruler = make_ruler(snapshot, pane, camera, screen)) {
            const bool on_left = (camera.view() * glm::vec4(ruler->outward, 0)).x < 0;
            result.push_back(
                {ruler->number, lab::reading_text(ruler->length, "m"), ink(theme), on_left, ruler->lowest});
        }
    }
    append_grip_labels(snapshot, pane, options, ink(theme), result);
    const glm::mat4 view = camera.view();
    for (const int ghost : ghosts(snapshot, pane, options)) {
        const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(ghost)];
        const auto leftmost = std::min_element(
            shown.positions.begin(), shown.positions.end(),
            [&](const glm::vec3& a, const glm::vec3& b) { return seen(camera, view, a).x < seen(camera, view, b).x; });
        const std::string name =
            static_cast<char>('A' + ghost) + std::string(" ") + std::string(method_of(shown.settings).label);
        result.push_back({*leftmost, name, pane_colour(ghost, theme), true, std::nullopt});
    }
    return result;
}

namespace {

bool overlap(glm::vec2 one, glm::vec2 one_size, glm::vec2 other, glm::vec2 other_size) {
    return one.x < other.x + other_size.x && other.x < one.x + one_size.x && one.y < other.y + other_size.y &&
           other.y < one.y + one_size.y;
}

/// Upper left corner of a label's text, regardless of other labels.
std::optional<glm::vec2> label_corner(const Label& label, const render::OrbitCamera& camera, glm::vec2 view,
                                      glm::vec2 text) {
    constexpr float kBorder = 2; // [px]
    const auto project = [&](const glm::vec3& p) -> std::optional<glm::vec2> {
        const glm::vec4 at = camera.projection(view.x / view.y) * camera.view() * glm::vec4(p, 1);
        if (!(at.w > 0)) {
            return std::nullopt;
        }
        return view * (0.5f + 0.5f * glm::vec2(at.x, -at.y) / at.w);
    };
    const std::optional<glm::vec2> at = project(label.at);
    if (!at) {
        return std::nullopt;
    }
    glm::vec2 corner = *at + glm::vec2(label.on_left ? -text.x - 0.5f * text.y : 0.5f * text.y, -0.5f * text.y);
    const bool no_room = label.on_left ? corner.x < kBorder : corner.x + text.x > view.x - kBorder;
    if (label.below && no_room) {
        if (const std::optional<glm::vec2> other = project(*label.below)) {
            // At the view's border, below the point `label.below`: above that point the window has buttons.
            corner = {label.on_left ? kBorder : view.x - kBorder - text.x, other->y + 0.4f * text.y};
        }
    }
    const glm::vec2 most = glm::max(view - text - kBorder, glm::vec2(kBorder));
    return glm::clamp(corner, glm::vec2(kBorder), most);
}

} // namespace

std::vector<std::optional<glm::vec2>> label_corners(std::span<const Label> labels, std::span<const glm::vec2> texts,
                                                    const render::OrbitCamera& camera, glm::vec2 view) {
    std::vector<std::optional<glm::vec2>> corners;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        corners.push_back(label_corner(labels[i], camera, view, texts[i]));
        if (!corners[i]) {
            continue;
        }
        // Moves the text up or down by whole lines to the nearest free place.
        const auto is_free = [&](glm::vec2 corner) {
            if (corner.y < 0 || corner.y + texts[i].y > view.y) {
                return false;
            }
            for (std::size_t other = 0; other < i; ++other) {
                if (corners[other] && overlap(corner, texts[i], *corners[other], texts[other])) {
                    return false;
                }
            }
            return true;
        };
        const glm::vec2 wanted = *corners[i];
        for (std::size_t line = 0; line <= labels.size() && !is_free(*corners[i]); ++line) {
            const float way = 1.15f * static_cast<float>(line + 1) * texts[i].y;
            corners[i] = is_free({wanted.x, wanted.y + way})   ? glm::vec2(wanted.x, wanted.y + way)
                         : is_free({wanted.x, wanted.y - way}) ? glm::vec2(wanted.x, wanted.y - way)
                                                               : wanted;
        }
    }
    return corners;
}

std::vector<std::array<int, 2>> outline_edges(const Model& model) {
    if (model.triangles.empty()) {
        return model.segments;
    }
    std::map<std::array<int, 2>, int> uses;
    for (const auto& triangle : model.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const int a = triangle[i];
            const int b = triangle[(i + 1) % 3];
            ++uses[{std::min(a, b), std::max(a, b)}];
        }
    }
    std::vector<std::array<int, 2>> border;
    for (const auto& [edge, count] : uses) {
        if (count == 1) {
            border.push_back(edge);
        }
    }
    return border;
}

std::vector<std::array<int, 2>> silhouette_edges(const Model& model, const glm::vec3& eye) {
    std::vector<std::array<int, 2>> result;
    for (const scenes::MeshEdge& edge : scenes::collect_edges(model.triangles)) {
        const auto from_eye = [&](int particle) {
            return model.rest_position[static_cast<std::size_t>(particle)] - Vec3(eye);
        };
        // If both triangles are on the same side of the plane through the eye and the edge, one of them faces the eye
        // and the other does not.
        const Vec3 across = glm::cross(from_eye(edge.particles[0]), from_eye(edge.particles[1]));
        if (edge.triangle_count == 2 &&
            glm::dot(across, from_eye(edge.opposite[0])) * glm::dot(across, from_eye(edge.opposite[1])) > 0) {
            result.push_back(edge.particles);
        }
    }
    return result;
}

void add_strings(const lab::Snapshot& snapshot, int pane, const PictureOptions& options, render::View& view) {
    constexpr float kStringWidth = 2; // [px] at scale 1
    constexpr float kKnot = 0.004f;   // radius of an end in the world over the camera's distance
    const lab::PaneSnapshot& shown = snapshot.panes[index_of(pane)];
    for (const scenes::Thing& thing : snapshot.scene.changes.things) {
        const auto* string = std::get_if<scenes::String>(&thing);
        if (string == nullptr) {
            continue;
        }
        std::array<glm::vec3, 2> ends{};
        bool found = true;
        for (std::size_t i = 0; i < 2; ++i) {
            if (string->particles[i] < 0) { // tied to the world
                ends[i] = glm::vec3(string->point);
                render::Obstacle knot;
                knot.center = ends[i];
                knot.radius = kKnot * view.camera.distance;
                view.obstacles.push_back(knot);
                continue;
            }
            const int particle = scenes::same_place(*snapshot.model, string->particles[i], *shown.model);
            found = found && particle >= 0 && index_of(particle) < shown.positions.size();
            ends[i] = found ? shown.positions[index_of(particle)] : glm::vec3(0);
        }
        if (found) {
            view.strokes.push_back({ends[0], ends[1], ink(view.look.theme), kStringWidth * options.line_scale, 1});
        }
    }
}

void add_annotations(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                     std::span<const std::array<int, 2>> outline, render::View& view) {
    const glm::vec3 colour = ink(view.look.theme);
    if (options.rest_outline) {
        const Model& model = *snapshot.panes[static_cast<std::size_t>(pane)].model;
        const auto at = [&](int particle) {
            return glm::vec3(model.rest_position[static_cast<std::size_t>(particle)]);
        };
        std::vector<std::array<int, 2>> silhouette;
        if (outline.empty()) {
            silhouette = silhouette_edges(model, view.camera.eye());
            outline = silhouette;
        }
        for (const auto& edge : outline) {
            view.strokes.push_back(
                {at(edge[0]), at(edge[1]), colour, kOutlineWidth * options.line_scale, kOutlineOpacity});
        }
    }
    if (options.ruler && !options.transparent) {
        const Screen screen{{options.width, options.height}, options.line_scale};
        if (const std::optional<Ruler> ruler = make_ruler(snapshot, pane, view.camera, screen)) {
            const auto add = [&](const Ruler::Line& line, float width) {
                view.strokes.push_back({line[0], line[1], colour, width * options.line_scale, 1});
            };
            for (const Ruler::Line& line : ruler->extension) {
                add(line, kThinWidth);
            }
            add({ruler->top, ruler->bottom}, kRulerWidth);
            for (const Ruler::Line& line : ruler->arrows) {
                add(line, kRulerWidth);
            }
        }
    }
    append_grip_arrows(snapshot, pane, options, view.arrows);
}

WarpMarks find_warp_marks(const Model& model) {
    WarpMarks marks;
    double area = 0;
    for (const FabricTriangle& triangle : model.fabric) {
        area += triangle.area;
    }
    const double apart = std::sqrt(area / kWarpMarks);
    marks.length = static_cast<float>(kMarkLength * apart);
    // Accepts a triangle if no accepted one is nearer than `apart`. With cells of this size only the 27 cells around it
    // must be searched.
    std::map<std::array<long, 3>, std::vector<Vec3>> taken;
    for (std::size_t t = 0; t < model.fabric.size(); ++t) {
        Vec3 middle(0);
        for (const int particle : model.fabric[t].particles) {
            middle += model.rest_position[static_cast<std::size_t>(particle)] / 3.0;
        }
        const auto cell = [&](int axis) { return static_cast<long>(std::floor(middle[axis] / apart)); };
        const std::array<long, 3> here = {cell(0), cell(1), cell(2)};
        bool free = true;
        for (long place = 0; place < 27 && free; ++place) {
            const auto found =
                taken.find({here[0] + place % 3 - 1, here[1] + place / 3 % 3 - 1, here[2] + place / 9 - 1});
            free = found == taken.end() || std::none_of(found->second.begin(), found->second.end(), [&](const Vec3& p) {
                       return glm::distance(p, middle) < apart;
                   });
        }
        if (free) {
            taken[here].push_back(middle);
            marks.triangles.push_back(t);
        }
    }
    return marks;
}

void add_warp_marks(const WarpMarks& marks, const lab::PaneSnapshot& pane, const PictureOptions& options,
                    render::View& view) {
    std::vector<std::array<int, 3>> whole = pane.whole_triangles;
    std::sort(whole.begin(), whole.end());
    const glm::vec3 eye = view.camera.eye();
    const glm::vec3 colour = mark_colour(view.look.theme);
    for (const std::size_t t : marks.triangles) {
        const FabricTriangle& triangle = pane.model->fabric[t];
        if (pane.torn && !std::binary_search(whole.begin(), whole.end(), triangle.particles)) {
            continue;
        }
        const auto at = [&](std::size_t i) { return pane.positions[static_cast<std::size_t>(triangle.particles[i])]; };
        const glm::vec3 middle = (at(0) + at(1) + at(2)) / 3.0f;
        const glm::vec3 warp = static_cast<float>(triangle.inverse[0]) * (at(1) - at(0)) +
                               static_cast<float>(triangle.inverse[1]) * (at(2) - at(0));
        const glm::vec3 half = 0.5f * marks.length * warp;
        const glm::vec3 lifted = middle + kMarkLift * (eye - middle); // in front of the cloth, on the visible side
        view.strokes.push_back({lifted - half, lifted + half, colour, kMarkWidth * options.line_scale, kMarkOpacity});
    }
}

} // namespace xpbd::picture
