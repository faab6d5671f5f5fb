// Checks a model and computes its derived members: runs, volumes, tethers, roles.
#include "core/model/model.h"

#include "core/base/group_by.h"
#include "core/model/constraints/all.h"
#include "core/model/fold.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <queue>
#include <string>
#include <tuple>

namespace xpbd {
namespace {

bool finite3(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The error of a material, or std::nullopt.
std::optional<std::string> fault_in(const Material& material) {
    const auto negative = [](const std::optional<double>& v) { return v && !(*v >= 0 && std::isfinite(*v)); };
    if (negative(material.compliance) || negative(material.damping) || negative(material.stiffness)) {
        return "compliance, damping and stiffness must be finite and not negative";
    }
    if (material.stiffness && *material.stiffness > 1) {
        return "stiffness must lie in [0, 1]";
    }
    return std::nullopt;
}

template <class ConstraintType>
std::optional<std::string> fault_in(const ConstraintArray<ConstraintType>& array, std::size_t particle_count) {
    for (std::size_t c = 0; c < array.size(); ++c) {
        const std::string where = std::string(ConstraintType::info.key) + "[" + std::to_string(c) + "]";
        auto sorted = array.particles[c];
        std::sort(sorted.begin(), sorted.end());
        if (sorted.front() < 0 || static_cast<std::size_t>(sorted.back()) >= particle_count) {
            return where + ": particle index out of range, there are " + std::to_string(particle_count) + " particles";
        }
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
            return where + ": a particle is named twice, it needs " + std::to_string(ConstraintType::arity) +
                   " distinct particles";
        }
        if (const auto fault = fault_in(array.material[c])) {
            return where + ": " + *fault;
        }
    }
    return std::nullopt;
}

/// Index one past each run of equal values of(c), for c in [0, count).
template <class F>
std::vector<std::size_t> run_ends(std::size_t count, const F& of) {
    std::vector<std::size_t> ends;
    for (std::size_t c = 1; c <= count; ++c) {
        if (c == count || !(of(c) == of(c - 1))) {
            ends.push_back(c);
        }
    }
    return ends;
}

/// Computes Model::lighter_ends.
std::vector<std::size_t> lighter_ends(const Model& model) {
    const auto& array = model.of_type<Distance>();
    return run_ends(array.size(), [&](std::size_t c) {
        const auto [first, second] = array.particles[c];
        return std::max(model.inverse_mass(index_of(first)), model.inverse_mass(index_of(second)));
    });
}

/// Fills Volume::around and Volume::first.
void gather_triangles(Volume& volume) {
    const auto place_of = [&](int p) {
        const auto found = std::lower_bound(volume.particles.begin(), volume.particles.end(), p);
        return static_cast<std::size_t>(found - volume.particles.begin());
    };
    group_by(volume.particles.size(), volume.first, volume.around, [&](const auto& add) {
        for (const auto& [a, b, c] : volume.triangles) {
            add(place_of(a), {b, c});
            add(place_of(b), {c, a});
            add(place_of(c), {a, b});
        }
    });
}

/// Checks a volume, and fills its particles and their triangles. Returns the error, or std::nullopt.
std::optional<std::string> complete(Volume& volume, std::size_t particle_count) {
    if (volume.triangles.empty()) {
        return "has no triangles";
    }
    for (const auto& triangle : volume.triangles) {
        for (const int p : triangle) {
            if (p < 0 || index_of(p) >= particle_count) {
                return "particle index out of range, there are " + std::to_string(particle_count) + " particles";
            }
            volume.particles.push_back(p);
        }
    }
    if (!std::isfinite(volume.rest) || !(volume.pressure >= 0) || !std::isfinite(volume.pressure)) {
        return "volume at rest and pressure must be finite numbers, the pressure not negative";
    }
    std::sort(volume.particles.begin(), volume.particles.end());
    volume.particles.erase(std::unique(volume.particles.begin(), volume.particles.end()), volume.particles.end());
    gather_triangles(volume);
    return fault_in(volume.material);
}

/// If there are more fixed particles than this, each particle is tethered to the nearest one only.
constexpr std::size_t kMaxTethers = 4;

/// Rest length of side k of a triangle, from corner k to the next corner [m].
double rest_side(const FabricTriangle& triangle, std::size_t k) {
    // the edges e1 and e2 in components of warp and weft: the inverse of triangle.inverse
    const auto [s1, t1, s2, t2] = triangle.inverse;
    const double determinant = s1 * t2 - t1 * s2;
    const std::array<double, 2> e1 = {t2 / determinant, -t1 / determinant};
    const std::array<double, 2> e2 = {-s2 / determinant, s1 / determinant};
    const std::array<std::array<double, 2>, 3> sides = {e1, {e2[0] - e1[0], e2[1] - e1[1]}, e2};
    return std::sqrt(sides[k][0] * sides[k][0] + sides[k][1] * sides[k][1]);
}

/// Makes tethers along shortest paths of stretch constraints, and of sides of a fabric's triangles, at rest (Dijkstra).
std::vector<Tether> make_tethers(const Model& model) {
    const std::size_t count = model.particle_count();
    std::vector<int> fixed;
    for (std::size_t i = 0; i < count; ++i) {
        if (model.mass[i] == 0) {
            fixed.push_back(static_cast<int>(i));
        }
    }
    struct Step {
        int to;
        double length;
    };
    std::vector<std::vector<Step>> steps(count);
    const auto& array = model.of_type<Distance>();
    for (std::size_t c = 0; c < array.size(); ++c) {
        if (array.material[c].role == Role::bend) {
            continue; // a skip-one distance is no path: its length equals two edges only in the flat shape
        }
        const auto [a, b] = array.particles[c];
        steps[index_of(a)].push_back({b, rest_length(array, c)});
        steps[index_of(b)].push_back({a, rest_length(array, c)});
    }
    for (const FabricTriangle& triangle : model.fabric) {
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = triangle.particles[k];
            const int b = triangle.particles[(k + 1) % 3];
            const double length = rest_side(triangle, k);
            steps[index_of(a)].push_back({b, length});
            steps[index_of(b)].push_back({a, length});
        }
    }
    std::vector<Tether> tethers;
    const auto reach = [&](const std::vector<int>& anchors) {
        struct Visit {
            double length;
            int particle;
            int anchor;
            bool operator>(const Visit& other) const {
                return std::tie(length, particle, anchor) > std::tie(other.length, other.particle, other.anchor);
            }
        };
        std::priority_queue<Visit, std::vector<Visit>, std::greater<>> open;
        for (const int anchor : anchors) {
            open.push({0, anchor, anchor});
        }
        std::vector<bool> done(count);
        while (!open.empty()) {
            const Visit visit = open.top();
            open.pop();
            const auto at = index_of(visit.particle);
            if (done[at]) {
                continue;
            }
            done[at] = true;
            if (model.mass[at] > 0) {
                tethers.push_back({visit.particle, visit.anchor, visit.length});
            }
            for (const Step& step : steps[at]) {
                if (!done[index_of(step.to)]) {
                    open.push({visit.length + step.length, step.to, visit.anchor});
                }
            }
        }
    };
    if (fixed.size() > kMaxTethers) {
        reach(fixed);
    } else {
        for (const int anchor : fixed) {
            reach({anchor});
        }
    }
    std::stable_sort(tethers.begin(), tethers.end(),
                     [](const Tether& a, const Tether& b) { return a.particle < b.particle; });
    return tethers;
}

/// Checks that drives and winches name what exists, and that nothing has two drives.
Status check_drives(const Model& model) {
    std::vector<bool> collider(model.colliders.size(), false);
    std::vector<bool> particle(model.particle_count(), false);
    for (std::size_t d = 0; d < model.drives.size(); ++d) {
        const Drive& drive = model.drives[d];
        const std::string where = "drives[" + std::to_string(d) + "]";
        for (const auto& [named, taken, what] : {std::tuple(&drive.colliders, &collider, "collider"),
                                                 std::tuple(&drive.particles, &particle, "particle")}) {
            for (const int i : *named) {
                const std::string which = std::string(what) + " " + std::to_string(i);
                if (i < 0 || index_of(i) >= taken->size()) {
                    return Error{where + ": " + which + " does not exist, there are " + std::to_string(taken->size())};
                }
                if ((*taken)[index_of(i)]) {
                    return Error{where + ": " + which + " has another motion already"};
                }
                (*taken)[index_of(i)] = true;
            }
        }
        if (const Status sound = check(drive.motion); !sound) {
            return Error{where + ".motion: " + sound.error().message};
        }
    }
    for (std::size_t w = 0; w < model.winches.size(); ++w) {
        const Winch& winch = model.winches[w];
        const std::string where = "winches[" + std::to_string(w) + "]";
        const std::size_t count = model.of_type<Distance>().size();
        for (const int i : winch.distances) {
            if (i < 0 || index_of(i) >= count) {
                return Error{where + ": distance " + std::to_string(i) + " does not exist, there are " +
                             std::to_string(count)};
            }
        }
        if (!std::isfinite(winch.rate) || !std::isfinite(winch.from) || std::isnan(winch.until) ||
            !(winch.least >= 0 && std::isfinite(winch.least))) {
            return Error{where + ": needs finite numbers, and a least length >= 0 [m]"};
        }
    }
    return ok();
}

} // namespace

std::size_t Model::typed_count() const {
    return std::apply([](const auto&... array) { return (array.size() + ...); }, constraints);
}

int add_distance(Model& model, int p0, int p1, Material material) {
    return add_constraint<Distance>(model, {p0, p1}, material);
}

int add_dihedral(Model& model, int p0, int p1, int p2, int p3, Material material) {
    return add_constraint<Dihedral>(model, {p0, p1, p2, p3}, material);
}

int add_angle(Model& model, int p0, int p1, int p2, Material material) {
    return add_constraint<Angle>(model, {p0, p1, p2}, material);
}

int add_bend_twist(Model& model, const std::array<int, 3>& rod, const std::array<int, 2>& ghosts,
                   const std::optional<Material>& bend, const std::optional<Material>& twist) {
    const std::array<int, 5> particles = {rod[0], rod[1], rod[2], ghosts[0], ghosts[1]};
    const Points<double, 5> points = rest_points(model, particles);
    auto& array = model.of_type<BendTwist>();
    const int first = static_cast<int>(array.size());
    for (int component = 0; component < 3; ++component) {
        if (const auto& material = component == 2 ? twist : bend) {
            array.add(particles, BendTwist::rest<double>(points, component), *material);
        }
    }
    return first;
}

Status finalise(Model& model) {
    const std::size_t count = model.particle_count();
    if (count == 0) {
        return Error{"the model has no particles"};
    }
    model.rest_velocity.resize(count, Vec3(0));
    if (!model.flat.empty() && model.flat.size() != count) {
        return Error{"flat: " + std::to_string(model.flat.size()) + " places for " + std::to_string(count) +
                     " particles"};
    }
    const auto [columns, rows] = model.grid;
    const bool is_grid = columns >= 2 && rows >= 2;
    const auto fits = [&](int across, int down) {
        const std::size_t places = index_of(across) * index_of(down);
        return count == places || count == places + index_of(across - 1) * index_of(down - 1);
    };
    if ((columns != 0 || rows != 0) && !(is_grid && fits(columns, rows))) {
        return Error{"grid: " + std::to_string(columns) + " x " + std::to_string(rows) + " is not that of " +
                     std::to_string(count) + " particles"};
    }
    if (model.mass.size() != count) {
        return Error{"the model needs one mass per particle"};
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string where = "particles[" + std::to_string(i) + "]";
        if (!finite3(model.rest_position[i]) || !finite3(model.rest_velocity[i])) {
            return Error{where + ": position and velocity must be finite numbers"};
        }
        if (!(model.mass[i] >= 0) || !std::isfinite(model.mass[i])) {
            return Error{where + ": mass must be a finite number >= 0 [kg] (0 = fixed)"};
        }
    }
    for (std::size_t c = 0; c < model.colliders.size(); ++c) {
        const Collider& collider = model.colliders[c];
        if (!(collider.friction >= 0) || !(collider.restitution >= 0 && collider.restitution <= 1)) {
            return Error{"colliders[" + std::to_string(c) + "]: friction must be >= 0, restitution in [0, 1]"};
        }
    }
    if (Status driven = check_drives(model); !driven) {
        return driven;
    }
    if (!(model.self_distance >= 0) || !(model.self_friction >= 0)) {
        return Error{"the body's thickness and its friction with itself must be >= 0"};
    }
    if (!(model.self_restitution >= 0 && model.self_restitution <= 1)) {
        return Error{"the body's restitution with itself must lie in [0, 1]"};
    }
    const auto in_range = [&](int p) { return p >= 0 && index_of(p) < count; };
    for (const auto& triangle : model.triangles) {
        if (!std::all_of(triangle.begin(), triangle.end(), in_range)) {
            return Error{"a triangle names a particle that does not exist"};
        }
    }
    for (const auto& segment : model.segments) {
        if (!std::all_of(segment.begin(), segment.end(), in_range)) {
            return Error{"a segment names a particle that does not exist"};
        }
    }
    std::optional<std::string> fault;
    for_each_type(model, [&](const auto& array, std::size_t) {
        if (!fault) {
            fault = fault_in(array, count);
        }
    });
    if (fault) {
        return Error{*fault};
    }
    for_each_type(model, [&](auto& array, std::size_t) {
        array.run_ends = run_ends(array.size(), [&](std::size_t c) -> const Material& { return array.material[c]; });
        array.at_fixed.clear();
        for (std::size_t c = 0; c < array.size(); ++c) {
            const auto& particles = array.particles[c];
            const auto fixed =
                std::count_if(particles.begin(), particles.end(), [&](int p) { return model.mass[index_of(p)] == 0; });
            if (fixed > 0 && static_cast<std::size_t>(fixed) < particles.size()) {
                array.at_fixed.push_back(c);
            }
        }
    });
    model.lighter_ends = lighter_ends(model);
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        if (const auto wrong = complete(model.volumes[v], count)) {
            return Error{"volume[" + std::to_string(v) + "]: " + *wrong};
        }
    }
    model.tethers = model.winches.empty() ? make_tethers(model) : std::vector<Tether>{}; // their lengths would change
    const auto lower = [](const Vec3& a, const Vec3& b) { return a.y < b.y; };
    model.rest_lowest = std::min_element(model.rest_position.begin(), model.rest_position.end(), lower)->y;
    model.has_role = {};
    model.has_own_softness = {};
    model.follows_compliance = {};
    for_each_constraint(model, [&](const auto& constraint) {
        const Material& material = constraint.material();
        const auto role = static_cast<std::size_t>(material.role);
        model.has_role[role] = true;
        model.follows_compliance[role] = model.follows_compliance[role] || !material.compliance;
        model.has_own_softness[role] =
            model.has_own_softness[role] || (!material.damping && material.compliance.value_or(0) > 0);
    });
    model.identity = new_identity();
    return ok();
}

std::uint64_t new_identity() {
    static std::atomic<std::uint64_t> models{0};
    return ++models;
}

State initial_state(const Model& model) {
    State state;
    const std::size_t count = model.particle_count();
    state.particles.position.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        state.particles.position[i] = Vec4(model.rest_position[i], model.inverse_mass(i));
    }
    state.particles.velocity = model.rest_velocity;
    state.previous_position = model.rest_position;
    state.previous_velocity = model.rest_velocity;
    state.predicted = model.rest_position;
    state.lambda.assign(model.constraint_count(), 0.0);
    state.contact_multiplier.assign(count, Vec3(0));
    return state;
}

} // namespace xpbd
