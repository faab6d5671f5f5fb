#include "lab/files/session/things_json.h"

#include "lab/files/session/shape_json.h"
#include "scenes/changes/cuts.h"
#include "scenes/changes/things.h"

#include <limits>
#include <string_view>

namespace xpbd::lab {
namespace {

using nlohmann::ordered_json;
using scenes::AddedCollider;
using scenes::Cut;
using scenes::MovedCollider;
using scenes::String;
using scenes::Thing;
using scenes::Weight;

Vec3 read_vector(const Json& json, const std::string& path, const std::string& needed, JsonCheck& check) {
    const auto v = check.numbers<3>(json, path, needed);
    return {v[0], v[1], v[2]};
}

int read_index(const Json& json, const std::string& path, const char* of_what, JsonCheck& check) {
    return static_cast<int>(check.whole(json, path, 0, std::numeric_limits<int>::max(),
                                        "the index of a " + std::string(of_what) + ": 0 or more"));
}

/// The placement in the members of an object that may have others, too.
Placement placement_of(const Json& json, const std::string& path, JsonCheck& check) {
    Placement place;
    if (json.contains("shift")) {
        place.pose.shift = read_vector(json["shift"], child(path, "shift"), "a list of 3 numbers [m]", check);
    }
    if (json.contains("turn")) {
        place.pose.turn = read_rotation(json["turn"], child(path, "turn"), check);
    }
    if (json.contains("size")) {
        place.size = check.number(json["size"], child(path, "size"), "a factor from 0.001 to 1000");
        if (!check.failed() && !(place.size >= kLeastSize && place.size <= kMostSize)) {
            check.fail(child(path, "size"), "is " + format_number(place.size) + ", needs a factor from 0.001 to 1000");
        }
    }
    return place;
}

Thing read_moved(const Json& json, const std::string& path, JsonCheck& check) {
    MovedCollider moved;
    constexpr std::string_view kKeys[] = {"collider", "shift", "turn", "size", "removed"};
    if (!check.object(json, path, kKeys)) {
        return moved;
    }
    moved.collider = read_index(json["collider"], child(path, "collider"), "collider", check);
    moved.place = placement_of(json, path, check);
    if (json.contains("removed")) {
        if (json["removed"] != true) {
            check.fail(child(path, "removed"), "is " + describe(json["removed"]) + ", needs true");
        }
        moved.is_removed = true;
    }
    return moved;
}

Thing read_added(const Json& json, const std::string& path, JsonCheck& check) {
    AddedCollider added;
    constexpr std::string_view kKeys[] = {"plane", "sphere", "capsule", "box", "rotation", "friction", "spin"};
    if (!check.object(json, path, kKeys)) {
        return added;
    }
    added.shape = read_shape(json, path, check);
    if (json.contains("friction")) {
        added.friction = check.not_negative(json["friction"], child(path, "friction"), "a number >= 0 [1]");
    }
    if (json.contains("spin")) {
        added.spin = read_vector(json["spin"], child(path, "spin"), "a list of 3 numbers [rad/s]", check);
    }
    return added;
}

Thing read_weight(const Json& json, const std::string& path, JsonCheck& check) {
    Weight weight;
    constexpr std::string_view kKeys[] = {"weight", "particle"};
    if (check.object(json, path, kKeys)) {
        weight.mass = check.number(json["weight"], child(path, "weight"), "a mass > 0 [kg]");
        if (!json.contains("particle")) {
            check.fail(child(path, "particle"), "is missing, needs the particle on which the weight hangs");
        } else {
            weight.particle = read_index(json["particle"], child(path, "particle"), "particle", check);
        }
    }
    return weight;
}

Thing read_string(const Json& json, const std::string& path, JsonCheck& check) {
    String string;
    constexpr std::string_view kKeys[] = {"string", "point", "length", "compliance"};
    if (!check.object(json, path, kKeys)) {
        return string;
    }
    const std::string ends = child(path, "string");
    const bool to_world = json.contains("point");
    const std::size_t count = to_world ? 1 : 2;
    if (check.list(json["string"], ends, count, count,
                   to_world ? "a list of one particle, because the other end is at \"point\""
                            : "a list of two particles, or of one with a \"point\"")) {
        string.particles[1] = -1;
        for (std::size_t i = 0; i < count; ++i) {
            string.particles[i] = read_index(json["string"][i], child(ends, i), "particle", check);
        }
    }
    if (to_world) {
        string.point = read_vector(json["point"], child(path, "point"), "a list of 3 numbers [m]", check);
    }
    if (!json.contains("length")) {
        check.fail(child(path, "length"), "is missing, needs the length at rest [m]");
    } else {
        string.length = check.number(json["length"], child(path, "length"), "a length > 0 [m]");
    }
    if (json.contains("compliance")) {
        string.compliance = check.not_negative(json["compliance"], child(path, "compliance"), "a number >= 0 [m/N]");
    }
    return string;
}

Thing read_cut(const Json& json, const std::string& path, JsonCheck& check) {
    Cut cut;
    constexpr std::string_view kKeys[] = {"cut", "across"};
    if (!check.object(json, path, kKeys)) {
        return cut;
    }
    const std::string line = child(path, "cut");
    if (check.list(json["cut"], line, 2, scenes::kMostCutPlaces, "a list of at least two places")) {
        for (std::size_t i = 0; i < json["cut"].size() && !check.failed(); ++i) {
            cut.line.push_back(read_vector(json["cut"][i], child(line, i), "a list of 3 numbers [m]", check));
        }
    }
    if (!json.contains("across")) {
        check.fail(child(path, "across"), "is missing, needs half the width of the cut, across the surface [m]");
    } else {
        cut.across = read_vector(json["across"], child(path, "across"), "a list of 3 numbers [m]", check);
    }
    return cut;
}

ordered_json json_of(const MovedCollider& moved) {
    ordered_json json{{"collider", moved.collider}};
    write_placement(moved.place, json);
    if (moved.is_removed) {
        json["removed"] = true;
    }
    return json;
}

ordered_json json_of(const AddedCollider& added) {
    ordered_json json = shape_json(added.shape);
    if (added.friction != AddedCollider{}.friction) {
        json["friction"] = added.friction;
    }
    if (added.spin != Vec3(0)) {
        json["spin"] = vector_json(added.spin);
    }
    return json;
}

ordered_json json_of(const Weight& weight) {
    return {{"weight", weight.mass}, {"particle", weight.particle}};
}

ordered_json json_of(const String& string) {
    ordered_json json{{"string", string.particles}};
    if (string.particles[1] < 0) {
        json["string"].erase(1);
        json["point"] = vector_json(string.point);
    }
    json["length"] = string.length;
    if (string.compliance != 0) {
        json["compliance"] = string.compliance;
    }
    return json;
}

ordered_json json_of(const Cut& cut) {
    ordered_json json{{"cut", ordered_json::array()}, {"across", vector_json(cut.across)}};
    for (const Vec3& place : cut.line) {
        json["cut"].push_back(vector_json(place));
    }
    return json;
}

/// A kind of thing is recognised by a key that only it has.
constexpr struct {
    std::string_view key;
    Thing (*read)(const Json&, const std::string&, JsonCheck&);
} kKinds[] = {{"collider", read_moved}, {"sphere", read_added},  {"box", read_added},     {"capsule", read_added},
              {"plane", read_added},    {"weight", read_weight}, {"string", read_string}, {"cut", read_cut}};

Thing read_thing(const Json& json, const std::string& path, JsonCheck& check) {
    for (const auto& [key, read] : kKinds) {
        if (json.is_object() && json.contains(std::string(key))) {
            return read(json, path, check);
        }
    }
    check.fail(path,
               (json.is_object() ? "has none of the keys" : "is " + describe(json) + ", needs an object with one of") +
                   " \"collider\", \"sphere\", \"box\", \"capsule\", \"plane\", \"weight\", \"string\" and \"cut\"");
    return MovedCollider{};
}

} // namespace

Placement read_placement(const Json& json, const std::string& path, JsonCheck& check) {
    constexpr std::string_view kKeys[] = {"shift", "turn", "size"};
    return check.object(json, path, kKeys) ? placement_of(json, path, check) : Placement{};
}

void write_placement(const Placement& place, ordered_json& json) {
    const glm::dquat& turn = place.pose.turn;
    if (place.pose.shift != Vec3(0)) {
        json["shift"] = vector_json(place.pose.shift);
    }
    if (turn != glm::dquat{1, 0, 0, 0}) {
        json["turn"] = {turn.w, turn.x, turn.y, turn.z};
    }
    if (place.size != 1) {
        json["size"] = place.size;
    }
}

std::vector<Thing> read_things(const Json& json, const std::string& path, JsonCheck& check) {
    std::vector<Thing> things;
    if (!check.list(json, path, 0, scenes::kMostThings,
                    "a list of at most " + std::to_string(scenes::kMostThings) + " things")) {
        return things;
    }
    for (std::size_t i = 0; i < json.size() && !check.failed(); ++i) {
        things.push_back(read_thing(json[i], child(path, i), check));
    }
    return things;
}

ordered_json things_json(const std::vector<Thing>& things) {
    ordered_json list;
    for (const Thing& thing : things) {
        list.push_back(std::visit([](const auto& kind) { return json_of(kind); }, thing));
    }
    return list;
}

std::vector<ColliderGrab> read_collider_grabs(const Json& json, const std::string& path, JsonCheck& check) {
    std::vector<ColliderGrab> grabs;
    constexpr std::string_view kKeys[] = {"collider", "from", "to"};
    for (std::size_t i = 0; check.list(json, path) && i < json.size() && !check.failed(); ++i) {
        const std::string here = child(path, i);
        if (!check.object(json[i], here, kKeys)) {
            break;
        }
        ColliderGrab grab;
        if (!json[i].contains("collider")) {
            check.fail(child(here, "collider"), "is missing, needs the index of a collider");
            break;
        }
        grab.collider = read_index(json[i]["collider"], child(here, "collider"), "collider", check);
        for (const auto& [key, place] : {std::pair("from", &grab.from), std::pair("to", &grab.to)}) {
            if (json[i].contains(key)) {
                *place = read_placement(json[i][key], child(here, key), check);
            }
        }
        grabs.push_back(grab);
    }
    return grabs;
}

ordered_json collider_grab_json(const ColliderGrab& grab) {
    ordered_json json{{"collider", grab.collider}};
    for (const auto& [key, place] : {std::pair("from", &grab.from), std::pair("to", &grab.to)}) {
        if (ordered_json written; *place != Placement{}) {
            write_placement(*place, written);
            json[key] = std::move(written);
        }
    }
    return json;
}

} // namespace xpbd::lab
