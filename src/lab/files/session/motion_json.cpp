#include "lab/files/session/motion_json.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>

namespace xpbd::lab {
namespace {

constexpr std::string_view kMotionKeys[] = {"name", "colliders", "particles", "steady", "swing", "keys"};
constexpr std::string_view kSteadyKeys[] = {"velocity", "spin", "through"};
constexpr std::string_view kSwingKeys[] = {"shift", "turn", "through", "frequency", "phase"};
constexpr std::string_view kKeysKeys[] = {"through", "smooth", "loop", "at"};
constexpr std::string_view kKeyKeys[] = {"time", "shift", "turn"};
constexpr std::string_view kWinchKeys[] = {"name", "distances", "rate", "least", "from", "until"};

/// The members of an object, each of which may be missing.
struct Members {
    const Json& json;
    const std::string& path;
    JsonCheck& check;

    void vector(const char* key, Vec3& to, std::string_view unit) const {
        if (json.contains(key)) {
            const auto v =
                check.numbers<3>(json[key], child(path, key), "a list of 3 numbers [" + std::string(unit) + "]");
            to = {v[0], v[1], v[2]};
        }
    }
    void number(const char* key, double& to, const std::string& needed) const {
        if (json.contains(key)) {
            to = check.number(json[key], child(path, key), needed);
        }
    }
    void not_negative(const char* key, double& to, const std::string& needed) const {
        if (json.contains(key)) {
            to = check.not_negative(json[key], child(path, key), needed);
        }
    }
    void flag(const char* key, bool& to) const {
        if (json.contains(key) && !json[key].is_boolean()) {
            check.fail(child(path, key), "is " + describe(json[key]) + ", needs true or false");
        } else if (json.contains(key)) {
            to = json[key].get<bool>();
        }
    }
    void name(std::string& to) const {
        if (json.contains("name")) {
            to = check.text(json["name"], child(path, "name"), "a name in quotes");
        }
    }
    /// Distinct indices of `count` things.
    std::vector<int> indices(const char* key, std::size_t count, const std::string& thing) const {
        std::vector<int> all;
        if (!json.contains(key) || !check.list(json[key], child(path, key))) {
            return all;
        }
        for (std::size_t i = 0; i < json[key].size() && !check.failed(); ++i) {
            const std::string at = child(child(path, key), i);
            const std::string range = "the number of a " + thing + "; there are " + std::to_string(count);
            if (count == 0) {
                check.fail(at, "needs " + range);
                break;
            }
            const auto last = static_cast<std::int64_t>(count) - 1;
            const auto index =
                static_cast<int>(check.whole(json[key][i], at, 0, last, range + ": 0 to " + std::to_string(last)));
            if (std::find(all.begin(), all.end(), index) != all.end()) {
                check.fail(at, "names " + thing + " " + std::to_string(index) + " again");
            }
            all.push_back(index);
        }
        return all;
    }
};

SteadyMotion read_steady(const Json& json, const std::string& path, JsonCheck& check) {
    SteadyMotion motion;
    if (check.object(json, path, kSteadyKeys)) {
        const Members members{json, path, check};
        members.vector("velocity", motion.velocity, "m/s");
        members.vector("spin", motion.spin, "rad/s");
        members.vector("through", motion.through, "m");
    }
    return motion;
}

SwingMotion read_swing(const Json& json, const std::string& path, JsonCheck& check) {
    SwingMotion motion;
    if (check.object(json, path, kSwingKeys)) {
        const Members members{json, path, check};
        members.vector("shift", motion.shift, "m");
        members.vector("turn", motion.turn, "rad");
        members.vector("through", motion.through, "m");
        members.not_negative("frequency", motion.frequency, "a number >= 0 [Hz]");
        members.number("phase", motion.phase, "a number [rad]");
    }
    return motion;
}

KeyMotion read_keys(const Json& json, const std::string& path, JsonCheck& check) {
    KeyMotion motion;
    if (!check.object(json, path, kKeysKeys)) {
        return motion;
    }
    const Members members{json, path, check};
    members.vector("through", motion.through, "m");
    members.flag("smooth", motion.is_smooth);
    members.flag("loop", motion.loops);
    if (!json.contains("at")) {
        check.fail(child(path, "at"), "is missing, needs a list of places with their times");
        return motion;
    }
    const std::string list = child(path, "at");
    if (!check.list(json["at"], list, 1, std::numeric_limits<std::size_t>::max(), "a list of at least one place")) {
        return motion;
    }
    for (std::size_t i = 0; i < json["at"].size() && !check.failed(); ++i) {
        const std::string at = child(list, i);
        KeyMotion::Key key;
        if (check.object(json["at"][i], at, kKeyKeys)) {
            const Members place{json["at"][i], at, check};
            place.not_negative("time", key.time, "a number >= 0 [s]");
            place.vector("shift", key.shift, "m");
            place.vector("turn", key.turn, "rad");
            if (i > 0 && !check.failed() && !(key.time > motion.keys.back().time)) {
                check.fail(child(at, "time"), "must be later than that of the place before");
            }
        }
        motion.keys.push_back(key);
    }
    return motion;
}

nlohmann::ordered_json kind_json(const SteadyMotion& motion) {
    return {{"velocity", vector_json(motion.velocity)},
            {"spin", vector_json(motion.spin)},
            {"through", vector_json(motion.through)}};
}

nlohmann::ordered_json kind_json(const SwingMotion& motion) {
    return {{"shift", vector_json(motion.shift)},
            {"turn", vector_json(motion.turn)},
            {"through", vector_json(motion.through)},
            {"frequency", motion.frequency},
            {"phase", motion.phase}};
}

nlohmann::ordered_json kind_json(const KeyMotion& motion) {
    nlohmann::ordered_json json{{"through", vector_json(motion.through)},
                                {"smooth", motion.is_smooth},
                                {"loop", motion.loops},
                                {"at", nlohmann::ordered_json::array()}};
    for (const KeyMotion::Key& key : motion.keys) {
        json["at"].push_back({{"time", key.time}, {"shift", vector_json(key.shift)}, {"turn", vector_json(key.turn)}});
    }
    return json;
}

constexpr const char* key_of(const SteadyMotion&) {
    return "steady";
}
constexpr const char* key_of(const SwingMotion&) {
    return "swing";
}
constexpr const char* key_of(const KeyMotion&) {
    return "keys";
}

} // namespace

Drive read_motion(const Json& json, const std::string& path, const Driveable& known, JsonCheck& check) {
    Drive drive;
    if (!check.object(json, path, kMotionKeys)) {
        return drive;
    }
    const Members members{json, path, check};
    members.name(drive.name);
    for (const int listed : members.indices("colliders", known.collider_places.size(), "collider")) {
        drive.colliders.push_back(static_cast<int>(known.collider_places[index_of(listed)]));
    }
    drive.particles = members.indices("particles", known.particles, "particle");
    if (!check.failed() && drive.colliders.empty() && drive.particles.empty()) {
        check.fail(path, "moves nothing, needs \"colliders\" or \"particles\"");
    }
    if (json.contains("steady") + json.contains("swing") + json.contains("keys") != 1) {
        check.fail(path, "needs exactly one of \"steady\", \"swing\" and \"keys\"");
    } else if (json.contains("steady")) {
        drive.motion = read_steady(json["steady"], child(path, "steady"), check);
    } else if (json.contains("swing")) {
        drive.motion = read_swing(json["swing"], child(path, "swing"), check);
    } else {
        drive.motion = read_keys(json["keys"], child(path, "keys"), check);
    }
    if (const Status sound = xpbd::check(drive.motion); !sound && !check.failed()) {
        check.fail(child(path, std::visit([](const auto& kind) { return key_of(kind); }, drive.motion)),
                   sound.error().message);
    }
    return drive;
}

Winch read_winch(const Json& json, const std::string& path, const Driveable& known, JsonCheck& check) {
    Winch winch;
    if (!check.object(json, path, kWinchKeys)) {
        return winch;
    }
    const Members members{json, path, check};
    members.name(winch.name);
    winch.distances = members.indices("distances", known.distances, "distance");
    if (!check.failed() && winch.distances.empty()) {
        check.fail(child(path, "distances"), "is empty, needs the numbers of entries of \"distance\"");
    }
    members.number("rate", winch.rate, "a number [m/s]; negative draws in");
    members.not_negative("least", winch.least, "a number >= 0 [m]");
    members.not_negative("from", winch.from, "a number >= 0 [s]");
    members.not_negative("until", winch.until, "a number >= 0 [s]");
    return winch;
}

nlohmann::ordered_json motion_json(const Drive& drive) {
    nlohmann::ordered_json json{{"name", drive.name}, {"colliders", drive.colliders}, {"particles", drive.particles}};
    std::visit([&](const auto& kind) { json[key_of(kind)] = kind_json(kind); }, drive.motion);
    return json;
}

nlohmann::ordered_json winch_json(const Winch& winch) {
    nlohmann::ordered_json json{{"name", winch.name},
                                {"distances", winch.distances},
                                {"rate", winch.rate},
                                {"least", winch.least},
                                {"from", winch.from}};
    if (std::isfinite(winch.until)) {
        json["until"] = winch.until;
    }
    return json;
}

} // namespace xpbd::lab
