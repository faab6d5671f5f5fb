#include "window/state/panes/cameras.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kMoveSeconds = 0.3;
constexpr float kLastShare = 0.99f;    ///< of the view, which a quick body may reach while the camera eases
constexpr double kStart = 1;           ///< [s] a body may start out of the default view, which it enters in this time
constexpr float kThere = 1e-3f;        ///< of the distance: a camera this near its place is there
constexpr double kFollowSeconds = 0.2; ///< in which a framed camera makes up most of its way to the body
constexpr float kTall = 400;           ///< pane in which chips and tools take a line below the header, at scale 1 [px]
constexpr float kTools = 34;           ///< that line

/// A share of the way between two cameras; turns take the shorter way.
lab::Camera between(const lab::Camera& from, const lab::Camera& to, double share) {
    lab::Camera camera;
    for (std::size_t i = 0; i < 3; ++i) {
        camera.pivot[i] = std::lerp(from.pivot[i], to.pivot[i], share);
    }
    camera.yaw = from.yaw + share * std::remainder(to.yaw - from.yaw, 360.0);
    camera.pitch = std::lerp(from.pitch, to.pitch, share);
    camera.distance = from.distance * std::pow(to.distance / from.distance, share);
    return camera;
}

float aspect_of(const ScreenRect& view) {
    return view.width() / std::max(1.0f, view.height());
}

/// What the interface lays over a pane's picture.
picture::Covered covered_of(const PaneRects& pane, float scale) {
    const ScreenRect clear = pane.clear();
    const float height = std::max(1.0f, pane.view.height());
    const float tools = clear.min.y > pane.view.min.y && height >= kTall * scale ? kTools * scale : 0;
    return {(clear.min.y - pane.view.min.y + tools) / height, (pane.view.max.y - clear.max.y) / height};
}

/// Runs f(index) for the cameras that a command to one pane means.
template <class F>
void for_each_meant(const AppState& state, int pane, const F& f) {
    for (std::size_t i = 0; i < state.stage.cameras.size(); ++i) {
        if (state.stage.cameras_linked || static_cast<int>(i) == pane) {
            f(i);
        }
    }
}

/// Gives a camera that frames the scene its place, at once or at the end of a move.
void place(AppState& state, std::size_t pane, const lab::Snapshot& snapshot, float aspect,
           const picture::Covered& covered) {
    lab::Camera& camera = state.stage.cameras[pane];
    CameraMove& move = state.stage.moves[pane];
    const lab::Camera placed =
        picture::from_orbit(move.on_bodies ? picture::frame_bodies(snapshot, camera.yaw, camera.pitch, aspect, covered)
                                           : picture::to_orbit(camera, snapshot, aspect, covered));
    move.framed = true;
    move.entering = !move.on_bodies && snapshot.time < kStart;
    move.aspect = aspect;
    move.covered = covered;
    move.to = placed;
    move.begun = state.now;
    camera = move.from.value_or(placed);
}

void go_on(AppState& state, std::size_t pane) {
    CameraMove& move = state.stage.moves[pane];
    if (!move.from) {
        return;
    }
    const double t = std::clamp((state.now - move.begun) / kMoveSeconds, 0.0, 1.0);
    state.stage.cameras[pane] = t < 1 ? between(*move.from, move.to, t * t * (3 - 2 * t)) : move.to;
    if (t >= 1) {
        move.from.reset();
    }
}

/// Moves a framed camera on towards where it holds the bodies.
void follow(AppState& state, std::size_t pane, const lab::Snapshot& snapshot, float aspect, double seconds) {
    lab::Camera& camera = state.stage.cameras[pane];
    const render::OrbitCamera now = picture::to_orbit(camera, snapshot, aspect);
    CameraMove& move = state.stage.moves[pane];
    const lab::Camera anew{{}, camera.yaw, camera.pitch, 0};
    move.entering = move.entering && snapshot.time < 2 * kStart;
    const render::OrbitCamera held = move.entering ? picture::to_orbit(anew, snapshot, aspect, move.covered)
                                                   : picture::hold_bodies(now, snapshot, aspect);
    const float off = glm::distance(held.pivot, now.pivot) + std::abs(held.distance - now.distance);
    move.following = off > (move.entering ? kThere * now.distance : 0);
    move.entering = move.entering && (move.following || snapshot.time < kStart);
    if (move.following) {
        lab::Camera goal = picture::from_orbit(held);
        goal.yaw = camera.yaw;
        camera = between(camera, goal, 1 - std::exp(-seconds / kFollowSeconds));
        // A body may be quicker than that, but it stays in view.
        const render::OrbitCamera eased = picture::to_orbit(camera, snapshot, aspect);
        camera = picture::from_orbit(picture::hold_bodies(eased, snapshot, aspect, kLastShare));
        camera.yaw = goal.yaw;
    }
}

} // namespace

void set_camera(AppState& state, int pane, const lab::Camera& camera) {
    for_each_meant(state, pane, [&](std::size_t i) {
        state.stage.cameras[i] = camera;
        state.stage.moves[i] = {};
    });
}

void frame_camera(AppState& state, int pane, double yaw, double pitch) {
    for_each_meant(state, pane, [&](std::size_t i) {
        lab::Camera& camera = state.stage.cameras[i];
        CameraMove& move = state.stage.moves[i];
        move = {};
        move.on_bodies = true;
        if (camera.distance > 0) {
            move.from = camera;
        }
        camera = {};
        camera.yaw = yaw;
        camera.pitch = pitch;
    });
}

void link_cameras(AppState& state, bool linked, int pane) {
    state.stage.cameras_linked = linked;
    if (linked) {
        state.stage.cameras.fill(lab::Camera(state.stage.cameras[static_cast<std::size_t>(pane)]));
        state.stage.moves.fill(CameraMove(state.stage.moves[static_cast<std::size_t>(pane)]));
    }
}

lab::Camera camera_goal(const AppState& state, int pane) {
    const CameraMove& move = state.stage.moves[static_cast<std::size_t>(pane)];
    const lab::Camera& camera = state.stage.cameras[static_cast<std::size_t>(pane)];
    return move.from && camera.distance > 0 ? move.to : camera;
}

std::vector<lab::Camera> picture_cameras(const AppState& state) {
    std::vector<lab::Camera> cameras;
    for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
        lab::Camera camera = camera_goal(state, pane);
        const CameraMove& move = state.stage.moves[static_cast<std::size_t>(pane)];
        if (move.framed && !move.on_bodies) {
            camera.pivot = {};
            camera.distance = 0;
        }
        cameras.push_back(camera);
    }
    return cameras;
}

bool cameras_move(const AppState& state) {
    return std::any_of(state.stage.moves.begin(), state.stage.moves.end(),
                       [](const CameraMove& move) { return move.from.has_value() || move.following; });
}

void settle_cameras(AppState& state, const lab::Snapshot& snapshot, const Layout& layout) {
    if (!state.link.answered(snapshot)) {
        return; // another scene may be loading
    }
    StageState& stage = state.stage;
    const double seconds = std::clamp(state.now - std::exchange(stage.cameras_at, state.now), 0.0, 0.1);
    const bool restarted = snapshot.frame == 0 && std::exchange(stage.cameras_frame, snapshot.frame) > 0;
    stage.cameras_frame = snapshot.frame;
    // Linked cameras are one: the narrowest pane decides how far away it stands.
    float narrowest = 1e9f;
    for (const PaneRects& pane : layout.panes) {
        narrowest = std::min(narrowest, aspect_of(pane.view));
    }
    for (const PaneRects& rects : layout.panes) {
        const auto pane = static_cast<std::size_t>(rects.pane);
        if (!(rects.view.height() > 0) || !(rects.view.width() > 0)) {
            continue;
        }
        const float aspect = stage.cameras_linked ? narrowest : aspect_of(rects.view);
        CameraMove& move = stage.moves[pane];
        lab::Camera& camera = stage.cameras[pane];
        if (move.framed && restarted) {
            frame_camera(state, rects.pane, camera.yaw, camera.pitch);
            for_each_meant(state, rects.pane, [&](std::size_t i) { stage.moves[i].on_bodies = false; });
        } else if (move.framed && !move.from && std::abs(aspect - move.aspect) > 0.005f * aspect) {
            camera.distance = 0; // the pane has another shape
        }
        if (camera.distance == 0) {
            place(state, pane, snapshot, aspect, covered_of(rects, state.scale()));
        }
        move.entering = move.entering && !stage.grab.active; // the hand keeps the view that it began in
        go_on(state, pane);
        if (move.framed && !move.from && !stage.grab.active) {
            follow(state, pane, snapshot, aspect, seconds);
        } else {
            move.following = false;
        }
        if (stage.cameras_linked) {
            link_cameras(state, true, rects.pane);
            break;
        }
    }
}

} // namespace xpbd::window
