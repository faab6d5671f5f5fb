#include "scene_from_bytes.h"
#include "core/model/constraints/all.h"

#include "core/model/method_traits.h"
#include "core/model/parameters.h"

#include <cmath>
#include <limits>

namespace xpbd::fuzz {
namespace {

using scenes::CustomConstraint;
using scenes::CustomMaterial;
using scenes::CustomScene;

/// Numbers that often break code, used with both signs.
constexpr double kNasty[] = {0,
                             1,
                             1e-3,
                             1e-6,
                             1e-9,
                             1e-15,
                             1e-38,
                             1e-160,
                             1e-300,
                             5e-324,
                             1e-1,
                             1e3,
                             1e6,
                             1e9,
                             1e15,
                             1e19,
                             1e30,
                             1e38,
                             1e100,
                             1e154,
                             1e300,
                             3.14159265358979,
                             std::numeric_limits<double>::max()};

class Source {
public:
    explicit Source(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint8_t byte() {
        if (bytes_.empty()) {
            return 0;
        }
        const std::uint8_t first = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return first;
    }
    /// 0 to count - 1.
    int below(int count) { return byte() % count; }
    bool chance(int of) { return below(of) == of - 1; }
    /// -2 to 2 in steps of 1/32, or one time in 16 a nasty one.
    double number() {
        if (!chance(16)) {
            return (byte() - 128) / 64.0;
        }
        const std::uint8_t choice = byte();
        const double value = kNasty[(choice >> 1) % std::size(kNasty)];
        return (choice & 1) != 0 ? -value : value;
    }
    double size() { return std::abs(number()); }
    Vec3 vector() {
        const double x = number();
        const double y = number();
        return {x, y, number()};
    }

private:
    std::span<const std::uint8_t> bytes_;
};

CustomMaterial material(Source& source) {
    CustomMaterial result;
    const int given = source.below(8);
    if ((given & 1) != 0) {
        result.compliance = source.size();
    }
    if ((given & 2) != 0) {
        result.damping = source.size();
    }
    if ((given & 4) != 0) {
        result.stiffness = source.byte() / 255.0;
    }
    return result;
}

/// `count` successive particles from a random one on; one time in four any particles, which a scene may refuse.
std::vector<int> particles(Source& source, int count, int of) {
    std::vector<int> result;
    result.reserve(static_cast<std::size_t>(count));
    const int first = source.below(of);
    const bool any = source.chance(4);
    for (int i = 0; i < count; ++i) {
        result.push_back(any ? source.below(of) : (first + i) % of);
    }
    return result;
}

template <class ConstraintType>
void add_constraints(Source& source, CustomScene& scene, int of) {
    constexpr const ConstraintFormat& format = ConstraintType::info.format;
    for (int i = format.list.empty() ? 0 : source.below(12); i > 0; --i) {
        CustomConstraint constraint;
        constraint.particles = particles(source, static_cast<int>(ConstraintType::arity), of);
        if (!format.rest_needed.empty() && source.chance(4)) {
            constraint.rest = format.rest_has_sign ? source.number() : source.size();
        }
        constraint.material = material(source);
        scene.of<ConstraintType>().push_back(constraint);
    }
}

template <class... ConstraintType>
void add_constraints_of_all_types(Source& source, CustomScene& scene, int of, ConstraintList<ConstraintType...>) {
    (add_constraints<ConstraintType>(source, scene, of), ...);
}

void add_surfaces(Source& source, CustomScene& scene, int count) {
    for (int i = source.below(3); i > 0; --i) {
        const std::vector<int> p = particles(source, 4, count);
        scenes::CustomVolume volume;
        volume.triangles = {{p[0], p[1], p[2]}, {p[0], p[2], p[3]}, {p[0], p[3], p[1]}, {p[1], p[3], p[2]}};
        if (source.chance(2)) {
            for (auto& triangle : volume.triangles) {
                std::swap(triangle[0], triangle[1]);
            }
        }
        volume.pressure = source.size();
        volume.material = material(source);
        scene.volume.push_back(volume);
    }
    for (int i = source.below(4); i > 0; --i) {
        const std::vector<int> p = particles(source, 3, count);
        scene.triangles.push_back({p[0], p[1], p[2]});
    }
}

void add_colliders(Source& source, CustomScene& scene) {
    for (int i = source.below(4); i > 0; --i) {
        const Vec3 a = source.vector();
        const Vec3 b = source.vector();
        switch (source.below(4)) {
        case 0:
            scene.planes.push_back({a.x, a.y, a.z, b.x});
            break;
        case 1:
            scene.spheres.push_back({a.x, a.y, a.z, std::abs(b.x)});
            break;
        case 2:
            scene.capsules.push_back({a.x, a.y, a.z, b.x, b.y, b.z, source.size()});
            break;
        default:
            scene.boxes.push_back({a.x, a.y, a.z, std::abs(b.x), std::abs(b.y), std::abs(b.z), source.number(),
                                   source.number(), source.number(), 1});
        }
    }
    scene.friction = source.size();
    scene.restitution = source.byte() / 255.0;
    scene.thickness = source.chance(3) ? source.size() : 0;
}

Motion motion(Source& source) {
    switch (source.below(3)) {
    case 0:
        return SteadyMotion{source.vector(), source.vector(), source.vector()};
    case 1:
        return SwingMotion{source.vector(), source.vector(), source.vector(), source.size(), source.number()};
    default:
        return KeyMotion{{{0, source.vector(), source.vector()}, {source.size(), source.vector(), source.vector()}},
                         source.vector(),
                         source.chance(2),
                         source.chance(4)};
    }
}

/// Some of these are refused: a motion of something that does not exist, or of the same thing as another motion.
void add_motions(Source& source, CustomScene& scene, int count) {
    for (int i = source.below(3); i > 0; --i) {
        Drive drive{"", {}, {source.below(count)}, motion(source)};
        if (source.chance(2)) {
            drive.colliders.push_back(source.below(3));
        }
        scene.motions.push_back(drive);
    }
    if (source.chance(4)) {
        scene.winches.push_back({"", {source.below(4)}, source.number(), source.size(), 0, source.size()});
    }
}

CustomScene scene(Source& source) {
    CustomScene result;
    const int count = 1 + source.below(24);
    for (int i = 0; i < count; ++i) {
        scenes::CustomParticle particle;
        particle.position = source.vector();
        particle.mass = source.chance(4) ? source.size() : 1;
        if (source.chance(4)) {
            particle.velocity = source.vector();
        }
        result.particles.push_back(particle);
    }
    add_constraints_of_all_types(source, result, count, ConstraintTypes{});
    for (int i = source.below(4); i > 0; --i) {
        const std::vector<int> p = particles(source, 5, count);
        result.bend_twist.push_back({{p[0], p[1], p[2]}, {p[3], p[4]}, material(source), material(source)});
    }
    add_surfaces(source, result, count);
    add_colliders(source, result);
    add_motions(source, result, count);
    return result;
}

/// A value that the row allows: an end, zero, the default, or between.
double value(Source& source, const ParameterInfo& info) {
    const bool whole = info.scale == Scale::integer || info.scale == Scale::choice;
    const double max = info.scale == Scale::toggle ? 1 : info.slider_end();
    if (whole || info.scale == Scale::toggle) {
        return info.min + std::fmod(source.byte(), max - info.min + 1);
    }
    switch (source.below(4)) {
    case 0:
        return info.zero_allowed ? 0 : info.min;
    case 1:
        return info.min;
    case 2:
        return max;
    default:
        return info.min + (max - info.min) * source.byte() / 255.0;
    }
}

Settings pane(Source& source) {
    Settings settings;
    const auto rows = settings_parameters();
    settings.method = source.below(static_cast<int>(methods().size()));
    settings.engine = static_cast<Engine>(source.below(2));
    for (int i = source.below(8); i > 0; --i) {
        const SettingsParameter& row = rows[static_cast<std::size_t>(source.below(static_cast<int>(rows.size())))];
        row.set(settings, value(source, row.info));
    }
    return settings;
}

} // namespace

lab::Session session_from(std::span<const std::uint8_t> bytes) {
    Source source(bytes);
    lab::Session session;
    session.panes.assign(1, pane(source));
    if (source.chance(4)) {
        session.panes.push_back(pane(source));
    }
    for (const WorldParameter& row : world_parameters()) {
        if (source.chance(4)) {
            row.set(session.world, {value(source, row.info), value(source, row.info), value(source, row.info)});
        }
    }
    session.scene.name = "custom";
    session.scene.custom = scene(source);
    return session;
}

} // namespace xpbd::fuzz
