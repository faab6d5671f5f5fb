#pragma once

#include <string_view>

namespace xpbd {

/// Why a substep ended short of its method's accuracy, from mild to grave.
enum class Unfinished {
    none,          ///< it did not
    not_converged, ///< it reached the bound on its work, or no step lowers its objective
    not_positive,  ///< its matrix is not positive definite: mass was added, which makes steps shorter, or no step was
                   ///< taken
    not_finite, ///< forces or their derivatives are no finite numbers: constraints were left out, or no step was taken
};

/// What happened, to follow "3 substeps of 4 ", and what helps; "" for none.
struct UnfinishedText {
    std::string_view cause, help;
};
constexpr UnfinishedText text_of(Unfinished cause) {
    switch (cause) {
    case Unfinished::not_converged:
        return {"ended at the bound on their work, short of the method's accuracy (not converged)",
                "Constraints contradict each other, or are too stiff for the step. More substeps help."};
    case Unfinished::not_positive:
        return {"met a matrix that is not positive definite",
                "Stiffnesses differ by more than numbers can hold, or a part of the body has collapsed. Equal "
                "compliances and more substeps help."};
    case Unfinished::not_finite:
        return {"met forces that are not finite numbers",
                "A part of the body has collapsed or is far too large: constraints there are left out of the step. Go "
                "back to a frame before, and try more substeps."};
    default:
        return {};
    }
}

} // namespace xpbd
