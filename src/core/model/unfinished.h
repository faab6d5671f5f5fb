#pragma once

#include <string_view>

namespace xpbd {

/// Why a substep ended before its method's accuracy was reached, from mild to severe.
enum class Unfinished {
    none,          ///< it reached the accuracy
    not_converged, ///< the bound on its work was reached, or no step lowers its objective
    not_positive,  ///< its matrix was not positive definite: mass was added, which shortens steps, or no step was made
    not_finite,    ///< forces or their derivatives were not finite: constraints were left out, or no step was made
};

/// Texts of a cause: a message that continues "3 of 4 substeps ", and advice. Empty for Unfinished::none.
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
