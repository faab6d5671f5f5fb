#include "scenes/changes/cuts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace xpbd::scenes {
namespace {

/// Six times the signed volume of the tetrahedron a, b, c, d.
double volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return glm::dot(glm::cross(b - a, c - a), d - a);
}

/// True if a segment crosses a triangle.
bool crosses_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    const double from = volume(a, b, c, p), to = volume(a, b, c, q);
    if ((from > 0) == (to > 0)) {
        return false;
    }
    const double u = volume(p, q, a, b), v = volume(p, q, b, c), w = volume(p, q, c, a);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

std::vector<Cut> cuts_of(const Changes& changes) {
    std::vector<Cut> cuts;
    for (const Thing& thing : changes.things) {
        if (const auto* cut = std::get_if<Cut>(&thing)) {
            cuts.push_back(*cut);
        }
    }
    return cuts;
}

/// Cuts, with the box around each.
class Scissors {
public:
    explicit Scissors(std::vector<Cut> cuts) : cuts_(std::move(cuts)) {
        for (const Cut& cut : cuts_) {
            Box box;
            for (const Vec3& place : cut.line) {
                box.low = glm::min(box.low, place - glm::abs(cut.across));
                box.high = glm::max(box.high, place + glm::abs(cut.across));
            }
            boxes_.push_back(box);
        }
    }

    bool pass_between(const Vec3& from, const Vec3& to) const {
        const Vec3 low = glm::min(from, to), high = glm::max(from, to);
        for (std::size_t i = 0; i < cuts_.size(); ++i) {
            const Box& box = boxes_[i];
            const bool apart = high.x < box.low.x || high.y < box.low.y || high.z < box.low.z || low.x > box.high.x ||
                               low.y > box.high.y || low.z > box.high.z;
            if (!apart && crosses(cuts_[i], from, to)) {
                return true;
            }
        }
        return false;
    }

    /// True if a cut passes between any two of the particles.
    template <class Particles>
    bool cut(const Model& model, const Particles& particles) const {
        for (std::size_t i = 0; i < particles.size(); ++i) {
            for (std::size_t j = i + 1; j < particles.size(); ++j) {
                if (pass_between(pattern_place(model, particles[i]), pattern_place(model, particles[j]))) {
                    return true;
                }
            }
        }
        return false;
    }

private:
    struct Box {
        Vec3 low{1e300};
        Vec3 high{-1e300};
    };
    std::vector<Cut> cuts_;
    std::vector<Box> boxes_;
};

/// Sets the flags of everything that the cuts pass through.
void mark(const Model& model, const std::vector<Cut>& cuts, std::uint8_t value, std::vector<std::uint8_t>& torn) {
    const Scissors scissors(cuts);
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            if (scissors.cut(model, array.particles[c])) {
                torn[first + c] = value;
            }
        }
    });
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const auto& triangles = model.volumes[v].triangles;
        if (std::any_of(triangles.begin(), triangles.end(),
                        [&](const auto& triangle) { return scissors.cut(model, triangle); })) {
            torn[model.typed_count() + v] = value;
        }
    }
}

} // namespace

Vec3 pattern_place(const Model& model, int particle) {
    const std::size_t i = index_of(particle);
    return i < model.flat.size() ? Vec3(model.flat[i][0], model.flat[i][1], 0) : model.rest_position[i];
}

bool crosses(const Cut& cut, const Vec3& from, const Vec3& to) {
    for (std::size_t i = 1; i < cut.line.size(); ++i) {
        const Vec3 a = cut.line[i - 1] - cut.across, b = cut.line[i - 1] + cut.across;
        const Vec3 c = cut.line[i] + cut.across, d = cut.line[i] - cut.across;
        if (crosses_triangle(from, to, a, b, c) || crosses_triangle(from, to, a, c, d)) {
            return true;
        }
    }
    return false;
}

void take_cuts(const Model& model, const Changes& before, const Changes& now, State& state) {
    const std::vector<Cut> old = cuts_of(before), present = cuts_of(now);
    if (old == present) {
        return;
    }
    state.torn.resize(model.constraint_count(), 0);
    std::vector<Cut> mended;
    std::copy_if(old.begin(), old.end(), std::back_inserter(mended),
                 [&](const Cut& cut) { return std::find(present.begin(), present.end(), cut) == present.end(); });
    mark(model, mended, 0, state.torn);
    mark(model, present, 1, state.torn);
    if (std::all_of(state.torn.begin(), state.torn.end(), [](std::uint8_t flag) { return flag == 0; })) {
        state.torn.clear(); // empty means that nothing is torn
    }
}

Status check(const Cut& cut, const std::string& where) {
    if (cut.line.size() < 2 || cut.line.size() > kMostCutPlaces) {
        return Error{where + ".cut: needs 2 to " + std::to_string(kMostCutPlaces) + " places"};
    }
    if (!is_finite(cut.across) ||
        !std::all_of(cut.line.begin(), cut.line.end(), [](const Vec3& place) { return is_finite(place); })) {
        return Error{where + ".cut: needs finite numbers [m]"};
    }
    return ok();
}

} // namespace xpbd::scenes
