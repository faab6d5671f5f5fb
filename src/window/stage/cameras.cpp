#include "window/stage/cameras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kMoveSeconds = 0.3;
constexpr float kLastShare = 0.99f;    ///< share of the free picture that a quick body may fill as the camera eases
constexpr double kStart = 1;           ///< a body may begin outside of the default view, and enters it in this time [s]
constexpr float kThere = 1e-3f;        ///< a camera nearer to its goal than this share of its distance has arrived
constexpr double kFollowSeconds = 0.2; ///< time constant with which a framed camera follows the body
constexpr float kHomeShare = 0.93f;    ///< share of the view from `home` that must hold all bodies: the camera returns
constexpr double kHomeAfterSeconds = 1.4; ///< time within kHomeShare before the return: a swing does not cause it [s]

/// The camera at a share of the way between two cameras; turns take the shorter way.
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

/// Runs f(index) for the pane's camera, and for all others while the cameras are linked.
template <class F>
void for_each_meant(const AppState& state, int pane, const F& f) {
    for (std::size_t i = 0; i < state.stage.cameras.size(); ++i) {
        if (state.stage.cameras_linked || static_cast<int>(i) == pane) {
            f(i);
        }
    }
}

/// How far two cameras in the same direction are from each other [m].
float apart(const render::OrbitCamera& a, const render::OrbitCamera& b) {
    return glm::distance(a.pivot, b.pivot) + std::abs(a.distance - b.distance);
}

/// True if a camera shows all bodies within this share of the room.
bool shows(const lab::Camera& camera, const lab::Snapshot& snapshot, const picture::Room& room, float share) {
    const render::OrbitCamera orbit = picture::to_orbit(camera, snapshot, room);
    return apart(picture::hold_bodies(orbit, snapshot, room, share), orbit) == 0;
}

/// Gives a camera that frames the scene its place, at once or at the end of a move.
void place(AppState& state, std::size_t pane, const lab::Snapshot& snapshot, const picture::Room& room) {
    lab::Camera& camera = state.stage.cameras[pane];
    CameraMove& move = state.stage.moves[pane];
    const render::OrbitCamera placed =
        move.on_bodies ? picture::frame_bodies(snapshot, camera.yaw, camera.pitch, room)
                       : picture::frame_points(picture::framed_points(snapshot), camera.yaw, camera.pitch, room);
    move.framed = true;
    move.entering = !move.on_bodies && snapshot.time < kStart;
    move.room = room;
    move.home = picture::from_orbit(placed);
    if (move.entering) {
        move.to = picture::from_orbit(picture::hold_bodies(placed, snapshot, room));
    } else { // in the middle of a run: bodies may be outside the view that suits the scene's usual run
        const bool shown = shows(move.home, snapshot, room, picture::kMostFilled);
        move.home =
            picture::from_orbit(shown ? placed : picture::hold_bodies(placed, snapshot, room, picture::kFramedShare));
        move.to = move.home;
    }
    move.away = false;
    move.fits_since = state.now;
    move.begun = state.now;
    camera = move.from.value_or(move.to);
}

/// Begins the move back to the camera's place after framing.
void go_home(AppState& state, std::size_t pane) {
    CameraMove& move = state.stage.moves[pane];
    move.from = state.stage.cameras[pane];
    move.to = move.home;
    move.begun = state.now;
    move.following = false;
    move.away = false;
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

/// Eases a camera towards another one in the same direction, which shows the bodies. A quick body stays in view.
void ease(lab::Camera& camera, const render::OrbitCamera& held, const lab::Snapshot& snapshot,
          const picture::Room& room, double seconds) {
    lab::Camera goal = picture::from_orbit(held);
    goal.yaw = camera.yaw;
    camera = between(camera, goal, 1 - std::exp(-seconds / kFollowSeconds));
    const render::OrbitCamera eased = picture::to_orbit(camera, snapshot, room);
    camera = picture::from_orbit(picture::hold_bodies(eased, snapshot, room, kLastShare));
    camera.yaw = goal.yaw;
}

/// Moves the camera during the start of a run. False when it has come to the view of the run, or after 2 kStart.
bool enter(AppState& state, std::size_t pane, const lab::Snapshot& snapshot, double seconds) {
    lab::Camera& camera = state.stage.cameras[pane];
    CameraMove& move = state.stage.moves[pane];
    const render::OrbitCamera now = picture::to_orbit(camera, snapshot, move.room);
    const render::OrbitCamera home = picture::to_orbit(move.home, snapshot, move.room);
    const render::OrbitCamera held = picture::hold_bodies(home, snapshot, move.room);
    move.following = apart(held, now) > kThere * now.distance;
    if (move.following) {
        ease(camera, held, snapshot, move.room, seconds);
    }
    move.away = apart(held, home) > 0;
    return snapshot.time < 2 * kStart && (move.following || snapshot.time < kStart);
}

/// Moves a framed camera with bodies that leave the view; and back home after a while in which home would show them.
void follow(AppState& state, std::size_t pane, const lab::Snapshot& snapshot, double seconds) {
    lab::Camera& camera = state.stage.cameras[pane];
    CameraMove& move = state.stage.moves[pane];
    const bool leaves = !shows(camera, snapshot, move.room, picture::kHeldShare);
    if (leaves || move.following) {
        const render::OrbitCamera now = picture::to_orbit(camera, snapshot, move.room);
        const render::OrbitCamera goal = picture::hold_bodies(now, snapshot, move.room, picture::kFramedShare);
        move.following = leaves || apart(goal, now) > kThere * now.distance;
        if (move.following) {
            move.away = true;
            ease(camera, goal, snapshot, move.room, seconds);
        }
    }
    if (!move.away || !shows(move.home, snapshot, move.room, kHomeShare)) {
        move.fits_since = state.now;
    } else if (state.now - move.fits_since > kHomeAfterSeconds) {
        go_home(state, pane);
    }
}

/// The part of the picture that is free in all panes: linked cameras share one place, and the narrowest pane decides on
/// their distance.
picture::Room common_room(const Layout& layout) {
    picture::Room common(std::numeric_limits<float>::max());
    std::vector<picture::Room> rooms;
    for (const PaneRects& pane : layout.panes) {
        rooms.push_back(pane.room());
        common.aspect = std::min(common.aspect, rooms.back().aspect);
    }
    for (const picture::Room& room : rooms) {
        const glm::vec2 scale(room.aspect / common.aspect, 1);
        common.low = glm::max(common.low, room.low * scale);
        common.high = glm::min(common.high, room.high * scale);
    }
    return common;
}

/// True where a camera that was framed for one room must be framed again for the other.
bool differ(const picture::Room& a, const picture::Room& b) {
    constexpr float kEnough = 0.01f;
    return std::abs(a.aspect - b.aspect) > 0.5f * kEnough * a.aspect || glm::distance(a.low, b.low) > kEnough ||
           glm::distance(a.high, b.high) > kEnough;
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

std::vector<lab::Camera> picture_cameras(const AppState& state) {
    std::vector<lab::Camera> cameras;
    for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
        lab::Camera camera = state.stage.camera_goal(pane);
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
        return; // the runner may still be loading another scene
    }
    StageState& stage = state.stage;
    const double seconds = std::clamp(state.now - std::exchange(stage.cameras_at, state.now), 0.0, 0.1);
    const bool restarted = snapshot.frame == 0 && std::exchange(stage.cameras_frame, snapshot.frame) > 0;
    stage.cameras_frame = snapshot.frame;
    const picture::Room common = common_room(layout);
    for (const PaneRects& rects : layout.panes) {
        const auto pane = static_cast<std::size_t>(rects.pane);
        if (!(rects.view.height() > 0) || !(rects.view.width() > 0)) {
            continue;
        }
        const picture::Room room = stage.cameras_linked ? common : rects.room();
        CameraMove& move = stage.moves[pane];
        lab::Camera& camera = stage.cameras[pane];
        if (move.framed && restarted) {
            frame_camera(state, rects.pane, camera.yaw, camera.pitch);
            for_each_meant(state, rects.pane, [&](std::size_t i) { stage.moves[i].on_bodies = false; });
        } else if (move.framed && !move.from && differ(room, move.room)) {
            camera.distance = 0; // frames again, because the pane has another shape
        }
        if (camera.distance == 0) {
            place(state, pane, snapshot, room);
        }
        move.entering = move.entering && !stage.grab.active; // the view must not change during a pull
        go_on(state, pane);
        if (!move.framed || move.from || stage.grab.active) {
            move.following = false;
        } else if (move.entering) {
            move.entering = enter(state, pane, snapshot, seconds);
        } else if (stage.cameras_follow) {
            follow(state, pane, snapshot, seconds);
        } else if (move.away) {
            go_home(state, pane);
        }
        if (stage.cameras_linked) {
            link_cameras(state, true, rects.pane);
            break;
        }
    }
}

} // namespace xpbd::window
