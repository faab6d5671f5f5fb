#include "lab/experiment/response.h"

#include "core/base/math/elementary.h"

#include <numbers>
#include <variant>

namespace xpbd::lab {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kLeastFrames = 4; ///< in a period
constexpr std::size_t kMostPeriods = 4096;

/// The first motion to and fro along a line, or null.
const SwingMotion* line_swing(const Model& model) {
    for (const Drive& drive : model.drives) {
        const auto* swing = std::get_if<SwingMotion>(&drive.motion);
        if (swing != nullptr && swing->shift != Vec3(0) && (!drive.colliders.empty() || !drive.particles.empty())) {
            return swing;
        }
    }
    return nullptr;
}

Vec3 centre_of_mass(const Model& model, const State& state) {
    Vec3 sum(0);
    double mass = 0;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        sum += model.mass[i] * xyz(state.particles.position[i]);
        mass += model.mass[i];
    }
    return sum / mass; // NaN if nothing is free
}

} // namespace

Answer answer_of(double in_phase, double ahead) {
    const double lag = -math::atan2(ahead, in_phase) * 180 / std::numbers::pi;
    return {math::hypot(in_phase, ahead), lag < -90 ? lag + 360 : lag};
}

/// Begins a period.
void Response::begin(double phase) {
    begun_ = phase;
    frames_ = 0;
    matrix_ = glm::dmat3(0);
    right_ = Vec3(0);
}

void Response::add_frame(const Model& model, const State& state) {
    const SwingMotion* swing = line_swing(model);
    if (swing == nullptr) {
        return;
    }
    const double phase = kTurn * swing->frequency * motion_time(state) + swing->phase;
    if (state.step != step_ + 1) {
        while (!past_.empty() && (state.step > step_ || past_.back().end > state.step)) {
            past_.pop_back();
        }
        begin(phase);
    } else if (phase - begun_ >= kTurn) {
        const bool is_known = frames_ >= kLeastFrames;
        const Vec3 fitted = is_known ? glm::inverse(matrix_) * right_ : Vec3(0);
        past_.push_back({state.step, is_known ? answer_of(fitted.y, fitted.z) : Answer{}});
        if (past_.size() > kMostPeriods) {
            past_.pop_front();
        }
        begin(phase);
    }
    step_ = state.step;
    const double square = glm::dot(swing->shift, swing->shift);
    const Vec3 basis(1, math::sin(phase), math::cos(phase));
    matrix_ += glm::outerProduct(basis, basis);
    right_ += glm::dot(centre_of_mass(model, state), swing->shift) / square * basis;
    ++frames_;
}

} // namespace xpbd::lab
