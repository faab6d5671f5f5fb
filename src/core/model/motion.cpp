// Poses of the kinds of motion, by functions with the same bits on every machine.
#include "core/model/motion.h"

#include "core/base/math/elementary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace xpbd {
namespace {

/// Rotation by a rotation vector [rad].
glm::dquat rotation(const Vec3& turn) {
    const double angle = std::sqrt(glm::dot(turn, turn));
    if (!(angle > 0)) {
        return {1, 0, 0, 0};
    }
    return {math::cos(angle / 2), (math::sin(angle / 2) / angle) * turn};
}

/// A turn about a point, then a shift.
Pose pose(const Vec3& turn, const Vec3& through, const Vec3& shift) {
    const glm::dquat rotated = rotation(turn);
    return {rotated, through - rotated * through + shift};
}

Pose pose_of(const SteadyMotion& motion, double time) {
    return pose(time * motion.spin, motion.through, time * motion.velocity);
}

Pose pose_of(const SwingMotion& motion, double time) {
    const double share = math::sin(2 * std::numbers::pi * motion.frequency * time + motion.phase);
    return pose(share * motion.turn, motion.through, share * motion.shift);
}

Pose pose_of(const KeyMotion& motion, double time) {
    const auto& keys = motion.keys;
    if (keys.empty()) {
        return {};
    }
    const double length = keys.back().time - keys.front().time;
    if (motion.loops && time > keys.back().time && length > 0) {
        time = keys.front().time + std::fmod(time - keys.front().time, length);
    }
    const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                       [](double wanted, const KeyMotion::Key& key) { return wanted < key.time; });
    const KeyMotion::Key& to = next == keys.end() ? keys.back() : *next;
    const KeyMotion::Key& from = next == keys.begin() ? keys.front() : *(next - 1);
    double share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
    share = motion.is_smooth ? share * share * (3 - 2 * share) : share;
    // The shorter of both ways round is not searched for: two keys may be several turns apart.
    return pose(from.turn + share * (to.turn - from.turn), motion.through,
                from.shift + share * (to.shift - from.shift));
}

/// True if the first and the last key have the same rotation, whole turns apart.
bool turned_alike(const std::vector<KeyMotion::Key>& keys) {
    constexpr double kRounding = 1e-12;
    return std::abs(glm::dot(rotation(keys.front().turn), rotation(keys.back().turn))) > 1 - kRounding;
}

SteadyMotion moved_of(const SteadyMotion& motion, const Pose& pose) {
    return {pose.turn * motion.velocity, pose.turn * motion.spin, pose.at(motion.through)};
}

SwingMotion moved_of(const SwingMotion& motion, const Pose& pose) {
    return {pose.turn * motion.shift, pose.turn * motion.turn, pose.at(motion.through), motion.frequency, motion.phase};
}

KeyMotion moved_of(KeyMotion motion, const Pose& pose) {
    motion.through = pose.at(motion.through);
    for (KeyMotion::Key& key : motion.keys) {
        key.shift = pose.turn * key.shift;
        key.turn = pose.turn * key.turn;
    }
    return motion;
}

Status check_of(const SteadyMotion& motion) {
    if (!is_finite(motion.velocity) || !is_finite(motion.spin) || !is_finite(motion.through)) {
        return Error{"needs finite numbers"};
    }
    return ok();
}

Status check_of(const SwingMotion& motion) {
    if (!is_finite(motion.shift) || !is_finite(motion.turn) || !is_finite(motion.through) ||
        !std::isfinite(motion.phase)) {
        return Error{"needs finite numbers"};
    }
    if (!std::isfinite(motion.frequency) || motion.frequency < 0) {
        return Error{"frequency: must be a finite number >= 0 [Hz]"};
    }
    return ok();
}

Status check_of(const KeyMotion& motion) {
    const auto& keys = motion.keys;
    if (keys.empty()) {
        return Error{"has no keys, needs at least one"};
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string where = "keys[" + std::to_string(i) + "]";
        if (!std::isfinite(keys[i].time) || keys[i].time < 0 || !is_finite(keys[i].shift) || !is_finite(keys[i].turn)) {
            return Error{where + ": needs a finite time >= 0 [s] and finite numbers"};
        }
        if (i > 0 && !(keys[i].time > keys[i - 1].time)) {
            return Error{where + ".time: must be later than that of the key before"};
        }
    }
    if (!is_finite(motion.through)) {
        return Error{"through: needs finite numbers"};
    }
    if (motion.loops && (keys.size() < 2 || keys.back().shift != keys.front().shift || !turned_alike(keys))) {
        return Error{"a loop must end where it began; the last key has another place than the first"};
    }
    return ok();
}

} // namespace

bool is_finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

Pose inverse(const Pose& pose) {
    const glm::dquat back = glm::conjugate(pose.turn);
    return {back, -(back * pose.shift)};
}

Pose after(const Pose& first, const Pose& second) {
    return {second.turn * first.turn, second.turn * first.shift + second.shift};
}

Placement between(const Placement& from, const Placement& to, const Vec3& center, double share) {
    // Normalised and not spherical interpolation: within a step the turn is small, and it needs no elementary function.
    const glm::dquat near = glm::dot(from.pose.turn, to.pose.turn) < 0 ? -to.pose.turn : to.pose.turn;
    const glm::dquat turn = glm::normalize((1 - share) * from.pose.turn + share * near);
    const Vec3 place = from.pose.at(center) + share * (to.pose.at(center) - from.pose.at(center));
    return {{turn, place - turn * center}, from.size + share * (to.size - from.size)};
}

Motion moved(const Motion& motion, const Pose& pose) {
    return std::visit([&](const auto& kind) { return Motion(moved_of(kind, pose)); }, motion);
}

Pose pose_at(const Motion& motion, double time) {
    return std::visit(
        [&](const auto& kind) {
            const Pose start = pose_of(kind, 0);
            const Pose now = pose_of(kind, time);
            return start == Pose{} ? now : after(inverse(start), now);
        },
        motion);
}

Status check(const Motion& motion) {
    return std::visit([](const auto& kind) { return check_of(kind); }, motion);
}

double Winch::length_at(double length, double time) const {
    const double wanted = length + rate * (std::clamp(time, from, std::max(from, until)) - from);
    return rate < 0 ? std::max(wanted, std::min(length, least)) : wanted;
}

} // namespace xpbd
