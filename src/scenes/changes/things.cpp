#include "scenes/changes/things.h"

#include "core/model/constraints/distance.h"
#include "core/model/constraints/world_distance.h"
#include "scenes/changes/cuts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::scenes {
namespace {

constexpr double kLeastLength = 1e-6; ///< of an edge, a radius or a string [m]
constexpr double kMostLength = 1e4;   ///< [m]

std::string at(std::size_t i) {
    return "scene.things[" + std::to_string(i) + "]";
}

bool is_length(double length) {
    return length >= kLeastLength && length <= kMostLength;
}
bool is_sound(const glm::dquat& turn) {
    return std::abs(glm::dot(turn, turn) - 1) < 1e-6;
}

bool is_sound(const Plane& plane) {
    return std::abs(glm::dot(plane.normal, plane.normal) - 1) < 1e-6 && std::isfinite(plane.offset);
}
bool is_sound(const Sphere& sphere) {
    return is_finite(sphere.center) && is_length(sphere.radius);
}
bool is_sound(const Capsule& capsule) {
    return is_finite(capsule.a) && is_finite(capsule.b) && is_length(capsule.radius);
}
bool is_sound(const Box& box) {
    return is_finite(box.center) && is_length(box.half.x) && is_length(box.half.y) && is_length(box.half.z) &&
           is_sound(box.rotation);
}

/// The index of a collider's drive; -1: no drive.
int drive_of(const Model& model, int collider) {
    for (std::size_t d = 0; d < model.drives.size(); ++d) {
        const auto& driven = model.drives[d].colliders;
        if (std::find(driven.begin(), driven.end(), collider) != driven.end()) {
            return static_cast<int>(d);
        }
    }
    return -1;
}

/// Places a collider of the scene. If it is driven, its motion is displaced with it.
void place(Model& model, int collider, const Placement& placement) {
    Collider& placed_one = model.colliders[index_of(collider)];
    placed_one.shape = placed(placed_one.shape, placement);
    placed_one.drawn = true; // the fixtures that are drawn in its place have not moved
    if (const int drive = drive_of(model, collider); drive >= 0) {
        Drive own = model.drives[index_of(drive)];
        std::erase(model.drives[index_of(drive)].colliders, collider);
        own.colliders = {collider};
        own.particles.clear();
        own.motion = moved(own.motion, placement.pose);
        model.drives.push_back(std::move(own));
    }
}

/// Erases colliders and gives the others new numbers.
void erase(Model& model, const std::vector<bool>& is_removed) {
    std::vector<int> number(is_removed.size(), -1);
    std::vector<Collider> kept;
    for (std::size_t c = 0; c < is_removed.size(); ++c) {
        if (!is_removed[c]) {
            number[c] = static_cast<int>(kept.size());
            kept.push_back(model.colliders[c]);
        }
    }
    model.colliders = std::move(kept);
    for (Drive& drive : model.drives) {
        std::erase_if(drive.colliders, [&](int c) { return is_removed[index_of(c)]; });
        for (int& c : drive.colliders) {
            c = number[index_of(c)];
        }
    }
}

Status check(const Placement& place, const std::string& where) {
    if (!is_finite(place.pose.shift) || !is_sound(place.pose.turn) ||
        !(place.size >= kLeastSize && place.size <= kMostSize)) {
        return Error{where + ": needs finite numbers, and a size from 0.001 to 1000"};
    }
    return ok();
}

/// The kind of thing with an index of its own, and its place in the list.
template <class Kind>
std::size_t nth(const std::vector<Thing>& things, std::size_t n) {
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (std::holds_alternative<Kind>(things[i]) && n-- == 0) {
            return i;
        }
    }
    return things.size();
}

/// What a collider of the model is in the spec.
struct Origin {
    bool is_added = false;
    int number = 0; ///< among the scene's own colliders, or place in Changes::things
};

Origin origin_of(const Changes& changes, const Model& model, int collider) {
    std::vector<int> removed;
    std::size_t added = 0;
    for (const Thing& thing : changes.things) {
        if (const auto* moved = std::get_if<MovedCollider>(&thing); moved != nullptr && moved->is_removed) {
            removed.push_back(moved->collider);
        }
        added += std::holds_alternative<AddedCollider>(thing) ? 1 : 0;
    }
    const auto kept = static_cast<int>(model.colliders.size() - added);
    if (collider >= kept) {
        return {true, static_cast<int>(nth<AddedCollider>(changes.things, index_of(collider - kept)))};
    }
    std::sort(removed.begin(), removed.end());
    for (const int number : removed) {
        collider += number <= collider ? 1 : 0;
    }
    return {false, collider};
}

/// Returns the entry of one of the scene's colliders, and appends it if the list has no entry for it.
MovedCollider& moved_collider(Changes& changes, int number) {
    for (Thing& thing : changes.things) {
        if (auto* moved = std::get_if<MovedCollider>(&thing); moved != nullptr && moved->collider == number) {
            return *moved;
        }
    }
    return std::get<MovedCollider>(changes.things.emplace_back(MovedCollider{number, {}, false}));
}

bool has_particle(const Model& model, int particle) {
    return particle >= 0 && index_of(particle) < model.particle_count();
}

std::string no_particle(const Model& model, int particle) {
    return ": particle " + std::to_string(particle) + " does not exist, needs 0 to " +
           std::to_string(model.particle_count() - 1);
}

} // namespace

Status apply_colliders(Model& model, const SceneSpec& spec) {
    const std::vector<Thing>& things = spec.changes.things;
    if (things.size() > kMostThings) {
        return Error{"scene.things: has " + std::to_string(things.size()) + " entries, at most " +
                     std::to_string(kMostThings) + " are possible"};
    }
    const std::size_t own = model.colliders.size();
    std::vector<bool> named(own, false), is_removed(own, false);
    for (std::size_t i = 0; i < things.size(); ++i) {
        const auto* change = std::get_if<MovedCollider>(&things[i]);
        if (change == nullptr) {
            continue;
        }
        if (change->collider < 0 || index_of(change->collider) >= own) {
            return Error{at(i) + ".collider: the scene has " + std::to_string(own) + " colliders" +
                         (own == 0 ? "" : ", needs 0 to " + std::to_string(own - 1))};
        }
        if (named[index_of(change->collider)]) {
            return Error{at(i) + ".collider: names collider " + std::to_string(change->collider) + " again"};
        }
        named[index_of(change->collider)] = true;
        if (Status sound = check(change->place, at(i)); !sound) {
            return sound;
        }
        is_removed[index_of(change->collider)] = change->is_removed;
        if (!change->is_removed) {
            place(model, change->collider, change->place);
        }
    }
    erase(model, is_removed);
    for (std::size_t i = 0; i < things.size(); ++i) {
        const auto* added = std::get_if<AddedCollider>(&things[i]);
        if (added == nullptr) {
            continue;
        }
        if (!std::visit([](const auto& shape) { return is_sound(shape); }, added->shape)) {
            return Error{at(i) + ": needs finite numbers, and lengths from 1e-6 to 10000 m"};
        }
        if (!(added->friction >= 0 && added->friction <= 1e3) || !is_finite(added->spin)) {
            return Error{at(i) + ": needs a friction from 0 to 1000 and a finite spin [rad/s]"};
        }
        Collider collider;
        collider.shape = added->shape;
        collider.friction = added->friction;
        const auto number = static_cast<int>(model.colliders.size());
        model.colliders.push_back(collider);
        if (added->spin != Vec3(0)) {
            model.drives.push_back({"Spin " + std::to_string(i + 1),
                                    {number},
                                    {},
                                    SteadyMotion{Vec3(0), added->spin, center_of(added->shape)}});
        }
    }
    model.hang_level.reset(); // valid only among the scene's own colliders
    return ok();
}

Status apply_ties(Model& model, const SceneSpec& spec) {
    const std::vector<Thing>& things = spec.changes.things;
    std::vector<bool> named(model.particle_count(), false);
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (const auto* weight = std::get_if<Weight>(&things[i])) {
            if (!has_particle(model, weight->particle)) {
                return Error{at(i) + no_particle(model, weight->particle)};
            }
            if (named[index_of(weight->particle)]) {
                return Error{at(i) + ": particle " + std::to_string(weight->particle) + " has a weight already"};
            }
            named[index_of(weight->particle)] = true;
            if (!(weight->mass >= 1e-9 && weight->mass <= 1e6)) {
                return Error{at(i) + ".weight: needs a mass from 1e-9 to 1e6 kg"};
            }
            double& mass = model.mass[index_of(weight->particle)];
            mass += mass > 0 ? weight->mass : 0;
        } else if (const auto* string = std::get_if<String>(&things[i])) {
            const auto [one, other] = string->particles;
            const bool to_world = other == -1;
            for (const int particle : {one, to_world ? one : other}) {
                if (!has_particle(model, particle)) {
                    return Error{at(i) + no_particle(model, particle)};
                }
            }
            if (!is_finite(string->point)) {
                return Error{at(i) + ".point: needs finite numbers [m]"};
            }
            if (one == other) {
                return Error{at(i) + ": both ends are at particle " + std::to_string(one)};
            }
            if (!is_length(string->length) || !(string->compliance >= 0 && string->compliance <= 1e9)) {
                return Error{at(i) + ": needs a length from 1e-6 to 10000 m and a compliance from 0 to 1e9 m/N"};
            }
            const Material material{Role::stretch, string->compliance, {}, {}};
            if (to_world) {
                const Vec3& p = string->point;
                model.of_type<WorldDistance>().add({one}, {p.x, p.y, p.z, string->length}, material);
            } else {
                model.of_type<Distance>().add({one, other}, {string->length}, material);
            }
            model.hang_level.reset();
        } else if (const auto* cut = std::get_if<Cut>(&things[i])) {
            if (Status sound = check(*cut, at(i)); !sound) {
                return sound;
            }
        }
    }
    return ok();
}

void carry_over(const Model& before, const Model& now, State& state) {
    if (before.colliders.size() != now.colliders.size()) {
        state.collider_load.clear(); // no step has measured these colliders yet
    }
    if (before.constraint_count() == now.constraint_count()) {
        return;
    }
    // Strings are the last ones of their types: the first ones of each type are the scene's own.
    struct Part {
        std::size_t first, count;
    };
    const auto parts_of = [](const Model& model) {
        std::vector<Part> parts;
        for_each_type(model, [&](const auto& array, std::size_t first) { parts.push_back({first, array.size()}); });
        parts.push_back({model.typed_count(), model.volumes.size()});
        return parts;
    };
    const std::vector<Part> from = parts_of(before), to = parts_of(now);
    const auto carry = [&](auto& values) {
        if (values.size() != before.constraint_count()) {
            return; // not started
        }
        const auto old = std::exchange(values, {});
        values.assign(now.constraint_count(), {});
        for (std::size_t k = 0; k < to.size(); ++k) {
            std::copy_n(old.begin() + static_cast<std::ptrdiff_t>(from[k].first), std::min(from[k].count, to[k].count),
                        values.begin() + static_cast<std::ptrdiff_t>(to[k].first));
        }
    };
    carry(state.torn);
    carry(state.lambda);
    carry(state.penalty);
}

void place_collider(SceneSpec& spec, const Model& model, int collider, const Placement& place) {
    Changes& changes = spec.changes;
    const Origin origin = origin_of(changes, model, collider);
    if (origin.is_added) {
        auto& added = std::get<AddedCollider>(changes.things[index_of(origin.number)]);
        added.shape = placed(added.shape, place);
        added.spin = place.pose.turn * added.spin;
        return;
    }
    Placement& whole = moved_collider(changes, origin.number).place;
    whole = {after(whole.pose, place.pose), whole.size * place.size};
    whole.pose.turn = glm::normalize(whole.pose.turn);
}

void remove_collider(SceneSpec& spec, const Model& model, int collider) {
    Changes& changes = spec.changes;
    const Origin origin = origin_of(changes, model, collider);
    if (origin.is_added) {
        changes.things.erase(changes.things.begin() + origin.number);
    } else {
        moved_collider(changes, origin.number).is_removed = true;
    }
}

void set_weight(SceneSpec& spec, int particle, double mass) {
    std::vector<Thing>& things = spec.changes.things;
    std::erase_if(things, [&](const Thing& thing) {
        const auto* weight = std::get_if<Weight>(&thing);
        return weight != nullptr && weight->particle == particle;
    });
    if (mass > 0) {
        things.emplace_back(Weight{particle, mass});
    }
}

double weight_on(const SceneSpec& spec, int particle) {
    for (const Thing& thing : spec.changes.things) {
        if (const auto* weight = std::get_if<Weight>(&thing); weight != nullptr && weight->particle == particle) {
            return weight->mass;
        }
    }
    return 0;
}

} // namespace xpbd::scenes
