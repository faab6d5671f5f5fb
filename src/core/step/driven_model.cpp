// Places of colliders and fixed particles, and rest lengths, at the end of a substep.
#include "core/step/driven_model.h"

#include "core/model/wound_model.h"

#include <algorithm>

namespace xpbd {

std::vector<Shape> collider_shapes(const Model& model, double time, const std::vector<ColliderGrab>& held) {
    std::vector<Shape> shapes;
    for (const Collider& collider : model.colliders) {
        shapes.push_back(collider.shape);
    }
    for (const Drive& drive : model.drives) {
        const Pose now = pose_at(drive.motion, time);
        for (const int c : drive.colliders) {
            shapes[index_of(c)] = moved(shapes[index_of(c)], now);
        }
    }
    for (const ColliderGrab& grab : held) {
        if (grab.collider >= 0 && index_of(grab.collider) < shapes.size()) {
            shapes[index_of(grab.collider)] = placed(shapes[index_of(grab.collider)], grab.to);
        }
    }
    return shapes;
}

const Model& DrivenModel::begin(const Model& model, State& state, double dt, const std::vector<ColliderGrab>& held) {
    const bool is_driven = !model.drives.empty() || !model.winches.empty();
    held_ = held;
    std::erase_if(held_, [&](const ColliderGrab& grab) {
        return grab.collider < 0 || index_of(grab.collider) >= model.colliders.size();
    });
    moves_ = is_driven || !held_.empty();
    if (!moves_) {
        return model;
    }
    if (identity_ != model.identity) {
        moved_ = model;
        identity_ = model.identity;
    }
    moved_.colliders = model.colliders; // undoes what a hand has moved in the frame before
    model_ = &model;
    if (is_driven && state.clock.dt != dt) {
        state.clock = {motion_time(state), state.step, dt};
    }
    clock_ = state.clock;
    frame_ = static_cast<double>(state.step);
    parts_.clear();
    for (std::size_t d = 0; d < model.drives.size(); ++d) {
        for (const int c : model.drives[d].colliders) {
            parts_.push_back({c, static_cast<int>(d), -1, {}});
        }
    }
    for (std::size_t h = 0; h < held_.size(); ++h) {
        const auto driven = std::find_if(parts_.begin(), parts_.end(),
                                         [&](const Part& part) { return part.collider == held_[h].collider; });
        if (driven != parts_.end()) {
            driven->held = static_cast<int>(h);
        } else {
            parts_.push_back({held_[h].collider, -1, static_cast<int>(h), {}});
        }
    }
    for (Part& part : parts_) {
        part.pose = place_of(part, clock_.time(frame_), 0).pose;
    }
    return moved_;
}

Placement DrivenModel::place_of(const Part& part, double time, double share) const {
    const Pose driven = part.drive < 0 ? Pose{} : pose_at(model_->drives[index_of(part.drive)].motion, time);
    if (part.held < 0) {
        return {driven, 1};
    }
    const ColliderGrab& grab = held_[index_of(part.held)];
    const Vec3 center = driven.at(center_of(model_->colliders[index_of(part.collider)].shape));
    const Placement hand = between(grab.from, grab.to, center, share);
    return {after(driven, hand.pose), hand.size};
}

void DrivenModel::move(State& state, double share) {
    if (!moves_) {
        return;
    }
    const double time = clock_.time(frame_ + share);
    for (Part& part : parts_) {
        Collider& collider = moved_.colliders[index_of(part.collider)];
        const Placement now = place_of(part, time, share);
        collider.shape = placed(model_->colliders[index_of(part.collider)].shape, now);
        collider.moves = now.pose != part.pose;
        collider.carry = collider.moves ? after(inverse(part.pose), now.pose) : Pose{};
        part.pose = now.pose;
    }
    for (const Drive& drive : model_->drives) {
        if (drive.particles.empty()) {
            continue;
        }
        const Pose now = pose_at(drive.motion, time);
        for (const int p : drive.particles) {
            Vec4& particle = state.particles.position[index_of(p)];
            if (particle.w == 0 && model_->mass[index_of(p)] == 0) {
                particle = Vec4(now.at(model_->rest_position[index_of(p)]), 0);
            }
        }
    }
    if (wind(*model_, time, moved_)) {
        moved_.identity = new_identity(); // what methods have derived from the rest lengths is outdated
    }
}

} // namespace xpbd
