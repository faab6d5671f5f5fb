// Places of colliders and fixed particles, and rest lengths, at the end of a substep.
#include "core/step/driven_model.h"

#include "core/model/wound_model.h"

namespace xpbd {

const Model& DrivenModel::begin(const Model& model, State& state, double dt) {
    moves_ = !model.drives.empty() || !model.winches.empty();
    if (!moves_) {
        return model;
    }
    if (identity_ != model.identity) {
        moved_ = model;
        identity_ = model.identity;
    }
    model_ = &model;
    if (state.clock.dt != dt) {
        state.clock = {motion_time(state), state.step, dt};
    }
    clock_ = state.clock;
    frame_ = static_cast<double>(state.step);
    poses_.clear();
    for (const Drive& drive : model.drives) {
        poses_.push_back(pose_at(drive.motion, clock_.time(frame_)));
    }
    return moved_;
}

void DrivenModel::move(State& state, double share) {
    if (!moves_) {
        return;
    }
    const double time = clock_.time(frame_ + share);
    for (std::size_t d = 0; d < poses_.size(); ++d) {
        const Drive& drive = model_->drives[d];
        const Pose now = pose_at(drive.motion, time);
        for (const int c : drive.colliders) {
            Collider& collider = moved_.colliders[index_of(c)];
            collider.shape = moved(model_->colliders[index_of(c)].shape, now);
            collider.moves = now != poses_[d];
            collider.carry = collider.moves ? after(inverse(poses_[d]), now) : Pose{};
        }
        for (const int p : drive.particles) {
            Vec4& particle = state.particles.position[index_of(p)];
            if (particle.w == 0 && model_->mass[index_of(p)] == 0) {
                particle = Vec4(now.at(model_->rest_position[index_of(p)]), 0);
            }
        }
        poses_[d] = now;
    }
    if (wind(*model_, time, moved_)) {
        moved_.identity = new_identity(); // what methods have derived from the rest lengths is outdated
    }
}

} // namespace xpbd
