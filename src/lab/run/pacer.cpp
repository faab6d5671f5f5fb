#include "lab/run/pacer.h"

#include <algorithm>
#include <cmath>

namespace xpbd::lab {
namespace {

/// Most frames per call. With any arguments the result then fits into an int.
constexpr double kMaxFrames = 1e6;
/// Largest delay that later calls make up for, in wall time [s].
constexpr double kKept = 0.15;
/// A frame may begin early by this share of its duration, as sums of wall times do not hit multiples of dt exactly.
constexpr double kEarly = 1e-9;

} // namespace

int Pacer::frames(double wall, double speed, double dt, double cost, double budget) {
    if (!(wall >= 0) || !(speed > 0) || !(dt > 0)) {
        return 0;
    }
    debt_ += wall * speed;
    const double due = std::floor(debt_ / dt + kEarly);
    if (due < 1) {
        return 0;
    }
    // At least one frame, even if it costs more than the whole budget.
    const double affordable = cost > 0 ? std::max(1.0, std::floor(budget / cost)) : kMaxFrames;
    const double taken = std::min({due, affordable, kMaxFrames});
    // A short delay is made up for by the next calls. Making up for a long one would delay later frames even more.
    const double late = std::min(due - taken, std::floor(kKept * speed / dt));
    dropped_ += (due - taken - late) * dt;
    debt_ = std::max(0.0, debt_ - (due - late) * dt);
    return static_cast<int>(taken);
}

double Pacer::wait(double speed, double dt) const {
    return speed > 0 ? std::max(0.0, (dt - debt_) / speed) : 0;
}

void Pacer::reset() {
    debt_ = 0;
    dropped_ = 0;
}

} // namespace xpbd::lab
