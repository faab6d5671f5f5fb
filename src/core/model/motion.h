// Prescribed motions: where a driven part of a scene is at a time.
#pragma once

#include "core/base/result.h"
#include "core/base/types.h"

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace xpbd {

/// True if all three numbers are finite.
bool is_finite(const Vec3& v);

/// A rigid displacement: x -> turn x + shift.
struct Pose {
    glm::dquat turn{1, 0, 0, 0}; ///< unit quaternion
    Vec3 shift{0};               ///< [m]

    Vec3 at(const Vec3& x) const { return turn * x + shift; }
    bool operator==(const Pose&) const = default;
};
/// The pose that undoes another one.
Pose inverse(const Pose& pose);
/// First `first`, then `second`.
Pose after(const Pose& first, const Pose& second);

/// Where something has been put: scaled about its centre, then displaced.
struct Placement {
    Pose pose;
    double size = 1; ///< factor of its lengths [1]

    bool operator==(const Placement&) const = default;
};
inline constexpr double kLeastSize = 1e-3; ///< Placement::size of what the user scales [1]
inline constexpr double kMostSize = 1e3;
/// The placement between two others, at a share of the way in [0, 1]. It turns about `center` [m], which moves
/// straight.
Placement between(const Placement& from, const Placement& to, const Vec3& center, double share);

/// A constant velocity, and a constant angular velocity about an axis that moves along.
struct SteadyMotion {
    Vec3 velocity{0}; ///< [m/s]
    Vec3 spin{0};     ///< angular velocity [rad/s]
    Vec3 through{0};  ///< point on the axis at t = 0 [m]

    bool operator==(const SteadyMotion&) const = default;
};

/// A to and fro by shift sin(2 pi f t + phase), and by angles about an axis.
struct SwingMotion {
    Vec3 shift{0};        ///< amplitude [m]
    Vec3 turn{0};         ///< amplitude of the angle, along the axis [rad]
    Vec3 through{0};      ///< point on the axis [m]
    double frequency = 1; ///< f [Hz]
    double phase = 0;     ///< [rad]

    bool operator==(const SwingMotion&) const = default;
};

/// Places at given times. Before the first and after the last key the place is held.
struct KeyMotion {
    struct Key {
        double time = 0; ///< [s]
        Vec3 shift{0};   ///< [m]
        Vec3 turn{0};    ///< rotation vector [rad]

        bool operator==(const Key&) const = default;
    };
    std::vector<Key> keys;  ///< in ascending order of time
    Vec3 through{0};        ///< point about which the turns are [m]
    bool is_smooth = false; ///< true: each way between two keys starts and ends at rest (3 u^2 - 2 u^3)
    bool loops = false; ///< true: begins again after the last key; the first and the last key must have the same place

    bool operator==(const KeyMotion&) const = default;
};

/// A motion of one of these kinds. A new kind is one struct, and in motion.cpp one pose_of(), moved_of() and
/// check_of().
using Motion = std::variant<SteadyMotion, SwingMotion, KeyMotion>;

/// Displacement between t = 0, for which scenes are built, and the time t [s]. The same bits on every machine,
/// whatever was computed before.
Pose pose_at(const Motion& motion, double time);
/// The motion of a thing that was displaced before: it turns about the displaced axis and moves in the turned
/// direction.
Motion moved(const Motion& motion, const Pose& pose);

/// The error of a motion, one line that names the member: a number that is not finite, keys out of order.
Status check(const Motion& motion);

/// Colliders and fixed particles that move as one.
struct Drive {
    std::string name; ///< shown to the user
    std::vector<int> colliders;
    std::vector<int> particles; ///< those with a mass are free of the drive
    Motion motion;

    bool operator==(const Drive&) const = default;
};

/// Distance constraints whose rest lengths change: rope is paid out, or drawn in.
struct Winch {
    std::string name; ///< shown to the user
    std::vector<int> distances;
    double rate = 0;  ///< change of each rest length [m/s]; negative: drawn in
    double least = 0; ///< no rest length becomes shorter than this by the winch [m]
    double from = 0;  ///< start [s]
    double until = std::numeric_limits<double>::infinity(); ///< end [s]

    /// The rest length at a time, from the one at t = 0 [m].
    double length_at(double length, double time) const;

    bool operator==(const Winch&) const = default;
};

/// The time of driven parts. It follows from the number of frames and not from a sum of timesteps, so that it has no
/// rounding error that grows.
struct MotionClock {
    double begin = 0;            ///< time at first_step [s]
    std::int64_t first_step = 0; ///< State::step when dt was set
    double dt = 0;               ///< frame timestep since then [s]; 0: the clock has not started

    /// Time [s] after `frames` frames in all, which need not be a whole number.
    double time(double frames) const { return begin + (frames - static_cast<double>(first_step)) * dt; }
};

} // namespace xpbd
