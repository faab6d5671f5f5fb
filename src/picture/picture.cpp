#include "picture/picture.h"

#include "core/methods.h"
#include "lab/files/file.h"
#include "lab/files/png_text.h"
#include "lab/study/output.h"
#include "picture/image_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>

namespace xpbd::picture {
namespace {

constexpr float kRadians = 0.017453292f;
constexpr float kGhostOpacity = 0.35f;
constexpr int kSeparator = 2; // [px]

render::Obstacle to_obstacle(const Plane& plane) {
    render::Obstacle obstacle;
    obstacle.kind = render::Obstacle::Kind::plane;
    obstacle.normal = glm::vec3(plane.normal);
    obstacle.center = glm::vec3(plane.offset * plane.normal);
    return obstacle;
}

render::Obstacle to_obstacle(const Sphere& sphere) {
    render::Obstacle obstacle;
    obstacle.center = glm::vec3(sphere.center);
    obstacle.radius = static_cast<float>(sphere.radius);
    return obstacle;
}

render::Obstacle to_obstacle(const Capsule& capsule) {
    render::Obstacle obstacle;
    obstacle.kind = render::Obstacle::Kind::capsule;
    obstacle.center = glm::vec3(capsule.a);
    obstacle.end = glm::vec3(capsule.b);
    obstacle.radius = static_cast<float>(capsule.radius);
    return obstacle;
}

render::Obstacle to_obstacle(const Box& box) {
    render::Obstacle obstacle;
    obstacle.kind = render::Obstacle::Kind::box;
    obstacle.center = glm::vec3(box.center);
    obstacle.half = glm::vec3(box.half);
    obstacle.axes = glm::mat3(glm::mat3_cast(box.rotation));
    return obstacle;
}

/// Room around a pinned body, in parts of its reach from the pins.
constexpr float kSwing = 0.5f;
constexpr float kStretch = 1.3f;

} // namespace

struct SceneViews::Impl {
    std::shared_ptr<const Model> model;
    std::vector<std::array<int, 2>> lines;
    std::vector<int> pins;
    std::vector<render::Obstacle> obstacles;
    float ground = 0;
    /// Per pane, rewritten for every view.
    std::array<std::vector<float>, lab::kMaxPanes> levels;

    void follow(const std::shared_ptr<const Model>& new_model) {
        if (model == new_model) {
            return;
        }
        model = new_model;
        lines = model->batch<Distance>().particles;
        pins.clear();
        for (std::size_t i = 0; i < model->mass.size(); ++i) {
            if (model->mass[i] == 0) {
                pins.push_back(static_cast<int>(i));
            }
        }
        obstacles.clear();
        for (const Collider& collider : model->colliders) {
            obstacles.push_back(std::visit([](const auto& shape) { return to_obstacle(shape); }, collider.shape));
        }
        // Without a floor of its own, a scene stands over a grid some way below its rest shape.
        double low = model->rest_position.front().y;
        double high = low;
        for (const Vec3& p : model->rest_position) {
            low = std::min(low, p.y);
            high = std::max(high, p.y);
        }
        ground = static_cast<float>(low - std::max(0.6 * (high - low), 0.2));
        for (const Tether& tether : model->tethers) { // nor does a pendulum swing through it
            const double anchor = model->rest_position[static_cast<std::size_t>(tether.anchor)].y;
            ground = std::min(ground, static_cast<float>(anchor - 1.1 * tether.length));
        }
    }
};

SceneViews::SceneViews() : impl_(std::make_unique<Impl>()) {}
SceneViews::~SceneViews() = default;

render::View SceneViews::view(const lab::Snapshot& snapshot, int pane, const lab::Camera& camera,
                              const PictureOptions& options, const ColourScale& scale) {
    impl_->follow(snapshot.model);
    render::View view;
    const float aspect = static_cast<float>(options.width) / static_cast<float>(std::max(options.height, 1));
    view.camera = to_orbit(camera, snapshot, aspect);
    view.look = options.look;
    const bool coloured = options.colouring != Colouring::material;
    view.look.colour_by = coloured ? render::ColourBy::level : render::ColourBy::material;
    view.look.transparent = options.transparent;
    view.look.ground_height = impl_->ground;
    view.obstacles = impl_->obstacles;
    const auto add = [&](std::size_t i, float opacity) {
        const lab::PaneSnapshot& shown = snapshot.panes[i];
        const auto& colour = methods()[static_cast<std::size_t>(shown.settings.method)].colour;
        render::Body body;
        body.positions = shown.positions;
        body.triangles = shown.torn ? shown.whole_triangles : snapshot.model->triangles;
        body.segments = shown.torn ? shown.whole_segments : snapshot.model->segments;
        body.lines = impl_->lines;
        if (coloured) {
            const int index = static_cast<int>(i);
            std::vector<float>& levels = impl_->levels[i];
            colour_levels(snapshot, index, compared_pane(snapshot, index, options.other_pane), scale, levels);
            (options.colouring == Colouring::difference ? body.point_level : body.line_level) = levels;
        }
        body.pins = impl_->pins;
        body.colour = {colour[0], colour[1], colour[2]};
        body.opacity = opacity;
        body.tube_radius = static_cast<float>(snapshot.model->radius);
        body.marker_radius = 0.006f * view.camera.distance;
        body.topology = shown.torn ? 0 : snapshot.model->identity;
        view.bodies.push_back(body);
    };
    add(static_cast<std::size_t>(pane), 1);
    if (options.mode == ViewMode::ghost) {
        for (std::size_t i = 0; i < snapshot.panes.size(); ++i) {
            if (i != static_cast<std::size_t>(pane)) {
                add(i, kGhostOpacity);
            }
        }
    } else if (options.overlay && snapshot.panes.size() > 1) {
        add(static_cast<std::size_t>(compared_pane(snapshot, pane, options.other_pane)), kGhostOpacity);
    }
    if (options.contact_forces) {
        const float length = arrow_scale(snapshot, view.camera.distance);
        for (const auto& contact : snapshot.panes[static_cast<std::size_t>(pane)].contacts) {
            view.arrows.push_back({contact.at, contact.at + length * contact.force});
        }
    }
    return view;
}

void SceneViews::bounds(const lab::Snapshot& snapshot, glm::vec3& box_min, glm::vec3& box_max) {
    // The rest shape, so that the frame does not jump with the motion; balls belong to it.
    box_min = glm::vec3(snapshot.model->rest_position.front());
    box_max = box_min;
    for (const Vec3& p : snapshot.model->rest_position) {
        box_min = glm::min(box_min, glm::vec3(p));
        box_max = glm::max(box_max, glm::vec3(p));
    }
    for (const Collider& collider : snapshot.model->colliders) {
        render::extend_bounds(std::visit([](const auto& shape) { return to_obstacle(shape); }, collider.shape), box_min,
                              box_max);
    }
    // Room for what is to come: a body swings around its pins and stretches below them; a free one falls.
    Vec3 pin_sum(0);
    int pins = 0;
    for (std::size_t i = 0; i < snapshot.model->mass.size(); ++i) {
        if (snapshot.model->mass[i] == 0) {
            pin_sum += snapshot.model->rest_position[i];
            ++pins;
        }
    }
    if (pins == 0) {
        box_min.y -= 0.35f * glm::length(box_max - box_min);
        return;
    }
    const glm::vec3 pivot(pin_sum / static_cast<double>(pins));
    float reach = 0;
    for (const Vec3& p : snapshot.model->rest_position) {
        reach = std::max(reach, glm::distance(glm::vec3(p), pivot));
    }
    box_min = glm::min(box_min, pivot - reach * glm::vec3(kSwing, kStretch, kSwing));
    box_max = glm::max(box_max, pivot + reach * glm::vec3(kSwing, 0, kSwing));
}

ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options) {
    ColourScale scale = colour_scale(snapshot, options.colouring, options.other_pane);
    if (options.fixed_high && !scale.info->logarithmic) {
        scale.high = *options.fixed_high;
    }
    return scale;
}

bool needs_forces(const PictureOptions& options) {
    return options.contact_forces || colouring_info(options.colouring).needs_forces;
}

float arrow_scale(const lab::Snapshot& snapshot, float camera_distance) {
    float largest = 0;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        for (const auto& contact : pane.contacts) {
            largest = std::max(largest, glm::length(contact.force));
        }
    }
    return largest > 0 ? kLongestArrow * camera_distance / largest : 0;
}

render::OrbitCamera to_orbit(const lab::Camera& camera, const lab::Snapshot& snapshot, float aspect) {
    render::OrbitCamera orbit;
    orbit.yaw = static_cast<float>(camera.yaw) * kRadians;
    orbit.pitch = static_cast<float>(camera.pitch) * kRadians;
    if (camera.distance > 0) {
        orbit.pivot = {static_cast<float>(camera.pivot[0]), static_cast<float>(camera.pivot[1]),
                       static_cast<float>(camera.pivot[2])};
        orbit.distance = static_cast<float>(camera.distance);
        return orbit;
    }
    glm::vec3 low;
    glm::vec3 high;
    SceneViews::bounds(snapshot, low, high);
    orbit.frame(low, high, aspect);
    orbit.distance *= 0.92f; // bodies seldom fill the ball around their box
    return orbit;
}

lab::Camera from_orbit(const render::OrbitCamera& camera) {
    return {{camera.pivot.x, camera.pivot.y, camera.pivot.z},
            camera.yaw / kRadians,
            camera.pitch / kRadians,
            camera.distance};
}

namespace {

struct StampColours {
    glm::vec4 text, dim, card, line;
};

StampColours stamp_colours(render::Theme theme) {
    if (theme == render::Theme::light) {
        return {{0.10f, 0.12f, 0.15f, 1}, {0.35f, 0.38f, 0.43f, 1}, {1, 1, 1, 0.78f}, {0.72f, 0.75f, 0.79f, 1}};
    }
    return {{0.93f, 0.95f, 0.98f, 1}, {0.68f, 0.72f, 0.78f, 1}, {0.06f, 0.07f, 0.09f, 0.66f}, {0.30f, 0.33f, 0.38f, 1}};
}

enum class Side { left, right };

/// Part of a picture, upper left corner first [px].
struct Part {
    int x, y, width, height;
};

/// Card with method, settings and measured values in the lower corner of a part. `note` follows the method's name.
void stamp_pane(render::Image& image, const Stamp& stamp, const lab::Snapshot& snapshot, int pane, const Part& part,
                const StampColours& colours, Side side = Side::left, const std::string& note = "") {
    const std::vector<std::string> lines = describe_pane(snapshot, pane);
    float unit = std::clamp(static_cast<float>(part.height) / 50.0f, 11.0f, 60.0f);
    const std::string title = static_cast<char>('A' + pane) + std::string("  ") + lines[0] + note;
    const auto widest = [&](float size) {
        float result = stamp.width(title, size * 1.35f, true);
        for (std::size_t i = 1; i < lines.size(); ++i) {
            result = std::max(result, stamp.width(lines[i], size));
        }
        return result;
    };
    // A narrow pane gets smaller letters rather than cut ones.
    const float room = static_cast<float>(part.width) - 3.0f * unit;
    if (widest(unit) > room) {
        unit = std::max(8.0f, unit * room / widest(unit));
    }
    const float step = unit * 1.45f;
    const int card_width = static_cast<int>(widest(unit) + 1.6f * unit);
    const int card_height = static_cast<int>(step * static_cast<float>(lines.size()) + 1.6f * unit);
    const int margin = static_cast<int>(unit * 0.8f);
    const int left = side == Side::left ? part.x + margin : part.x + part.width - card_width - margin;
    const int top = part.y + part.height - card_height - static_cast<int>(unit * 0.8f);
    Stamp::box(image, left, top, card_width, card_height, colours.card);
    const auto& colour =
        methods()[static_cast<std::size_t>(snapshot.panes[static_cast<std::size_t>(pane)].settings.method)].colour;
    Stamp::box(image, left, top, std::max(2, static_cast<int>(unit * 0.22f)), card_height,
               {colour[0], colour[1], colour[2], 1});
    const float text_x = static_cast<float>(left) + 0.8f * unit;
    float y = static_cast<float>(top) + 0.55f * unit;
    stamp.text(image, text_x, y, unit * 1.35f, title, colours.text, true);
    y += step * 1.15f;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        stamp.text(image, text_x, y, unit, lines[i], i == 1 ? colours.dim : colours.text);
        y += step;
    }
}

/// The colour bar that all panes share, and the time, in the upper right.
void stamp_legend(render::Image& image, const Stamp& stamp, const lab::Snapshot& snapshot,
                  const PictureOptions& options, const ColourScale& scale, const StampColours& colours) {
    const float unit = std::clamp(static_cast<float>(image.height) / 50.0f, 11.0f, 60.0f);
    const int bar_width = static_cast<int>(unit * 12);
    const int bar_height = std::max(4, static_cast<int>(unit * 0.6f));
    const int right = image.width - static_cast<int>(unit);
    const int left = right - bar_width;
    int y = static_cast<int>(unit * 0.9f);
    const bool has_bar = options.colouring != Colouring::material;
    const auto half = static_cast<int>(unit / 2);
    Stamp::box(image, left - half, half, bar_width + 2 * half, static_cast<int>(unit * (has_bar ? 4.6f : 2.0f)),
               colours.card);
    char text[96];
    std::snprintf(text, sizeof(text), "t = %.3f s, frame %lld", snapshot.time, static_cast<long long>(snapshot.frame));
    if (const float unit_arrow = options.contact_forces ? arrow_scale(snapshot, 1) : 0; unit_arrow > 0) {
        std::snprintf(text, sizeof(text), "longest arrow %.3g N, t = %.3f s",
                      static_cast<double>(kLongestArrow / unit_arrow), snapshot.time);
    }
    stamp.text(image, static_cast<float>(right) - stamp.width(text, unit), static_cast<float>(y), unit, text,
               colours.text);
    if (!has_bar) {
        return;
    }
    y += static_cast<int>(unit * 1.8f);
    for (int column = 0; column < bar_width; ++column) {
        const glm::vec3 c = render::cividis(static_cast<float>(column) / static_cast<float>(bar_width - 1));
        Stamp::box(image, left + column, y, 1, bar_height, {c.x, c.y, c.z, 1});
    }
    y += bar_height + static_cast<int>(unit * 0.25f);
    const std::string high = scale.text(1);
    const std::string title(scale.info->title);
    stamp.text(image, static_cast<float>(left), static_cast<float>(y), unit, scale.text(0), colours.dim);
    stamp.text(image, static_cast<float>(left) + (static_cast<float>(bar_width) - stamp.width(title, unit)) / 2,
               static_cast<float>(y), unit, title, colours.dim);
    stamp.text(image, static_cast<float>(right) - stamp.width(high, unit), static_cast<float>(y), unit, high,
               colours.dim);
}

} // namespace

Result<render::Image> take_picture(render::Renderer& renderer, SceneViews& views, const lab::Snapshot& snapshot,
                                   const std::vector<lab::Camera>& cameras, const PictureOptions& options) {
    if (options.width < 1 || options.height < 1 || options.width > renderer.max_side() ||
        options.height > renderer.max_side()) {
        return Error{"a picture of " + std::to_string(options.width) + " x " + std::to_string(options.height) +
                     " pixels cannot be made; each side may be 1 to " + std::to_string(renderer.max_side())};
    }
    const int panes = options.mode == ViewMode::side_by_side ? static_cast<int>(snapshot.panes.size()) : 1;
    const bool two_rows = panes == 4 || (panes == 3 && options.width < 2 * options.height);
    const int columns = two_rows ? 2 : panes;
    const int rows = two_rows ? 2 : 1;
    render::Image picture{options.width, options.height,
                          std::vector<std::uint8_t>(static_cast<std::size_t>(options.width) *
                                                    static_cast<std::size_t>(options.height) * 4)};
    const StampColours colours = stamp_colours(options.look.theme);
    const bool stamped = options.stamp && !options.transparent;
    const Stamp stamp;
    const ColourScale scale = picture_scale(snapshot, options);
    for (int i = 0; i < panes; ++i) {
        // The snapshot may still lack a pane that was just added.
        const int last = static_cast<int>(snapshot.panes.size()) - 1;
        const int pane = std::min(options.mode == ViewMode::side_by_side ? i : options.active_pane, last);
        const int column = i % columns;
        const int row = i / columns;
        const int left = options.width * column / columns;
        const int top = options.height * row / rows;
        // The last pane of an odd number takes the rest of its row.
        const int right = i + 1 == panes ? options.width : options.width * (column + 1) / columns;
        PictureOptions part = options;
        part.width = std::max(1, right - left);
        part.height = std::max(1, options.height * (row + 1) / rows - top);
        const std::size_t camera = std::min(static_cast<std::size_t>(pane), cameras.size() - 1);
        const Result<render::Image> image = renderer.capture(views.view(snapshot, pane, cameras[camera], part, scale),
                                                             part.width, part.height, options.supersampling);
        if (!image) {
            return image.error();
        }
        render::blit(picture, *image, left, top);
        if (!options.transparent && column > 0) {
            Stamp::box(picture, left - kSeparator / 2, top, kSeparator, part.height, colours.line);
        }
        if (!options.transparent && row > 0) {
            Stamp::box(picture, left, top - kSeparator / 2, part.width, kSeparator, colours.line);
        }
        if (stamped && options.mode != ViewMode::ghost) {
            stamp_pane(picture, stamp, snapshot, pane, {left, top, part.width, part.height}, colours);
        }
    }
    if (stamped && options.mode == ViewMode::ghost) {
        const int count = static_cast<int>(snapshot.panes.size());
        for (int pane = 0; pane < count; ++pane) {
            stamp_pane(picture, stamp, snapshot, pane,
                       {options.width * pane / count, 0, options.width / count, options.height}, colours,
                       2 * pane < count ? Side::left : Side::right, pane == options.active_pane ? "" : " (ghost)");
        }
    }
    if (stamped) {
        stamp_legend(picture, stamp, snapshot, options, scale, colours);
    }
    return picture;
}

Status save_picture(const render::Image& image, const lab::Session& session, const std::string& path,
                    const std::stop_token& stop) {
    const Result<std::string> png = render::encode_png(image);
    if (!png) {
        return png.error();
    }
    const Result<std::string> with_session =
        lab::insert_png_text(*png, lab::kSessionKeyword, lab::write_session(session));
    if (!with_session) {
        return with_session.error();
    }
    return lab::write_file(path, *with_session, stop);
}

namespace {

/// `{folder}/{scene}_{A}-{B}_{date}`
std::string dated_stem(const std::string& folder, const lab::Session& session) {
    const auto method = [&](std::size_t pane) {
        return std::string(methods()[static_cast<std::size_t>(session.panes[pane].method)].key);
    };
    char date[16];
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::strftime(date, sizeof(date), "%Y%m%d", &local);
    std::string stem = folder.empty() ? "" : folder + "/";
    stem += session.scene.name + "_" + method(0);
    for (std::size_t pane = 1; pane < session.panes.size(); ++pane) {
        stem += "-" + method(pane);
    }
    return stem + "_" + date;
}

} // namespace

std::string picture_path(const std::string& folder, const lab::Session& session) {
    return lab::unused_path(dated_stem(folder, session), ".png");
}

std::string recording_path(const std::string& folder, const lab::Session& session, const std::string& extension) {
    const std::string stem = dated_stem(folder, session);
    const auto taken = [](const std::string& path) {
        std::error_code code;
        return std::filesystem::exists(path, code);
    };
    for (int n = 1;; ++n) {
        const std::string name = stem + "_take" + std::to_string(n);
        if (!taken(name + extension) && !taken(name + "_00000" + extension) && !taken(name + ".csv")) {
            return name + extension;
        }
    }
}

} // namespace xpbd::picture
