#pragma once

#include "core/model.h"
#include "core/settings.h"
#include "core/stop.h"

#include <optional>
#include <string>

namespace xpbd::lab {

/// What a method with a sparse factor of its mesh takes.
struct MethodCost {
    double factor_bytes = 0;          ///< the factor, which stays
    double peak_bytes = 0;            ///< with all that a factorisation needs
    double seconds_per_iteration = 0; ///< on one thread of this machine
};

/// The cost of a pane's method on a model, predicted without its factor; none for the methods whose cost the iterations
/// alone say. A cost that was found is kept: the second call for the same mesh takes no time. The first one takes that
/// of an analysis, and gives none where it is stopped. Safe on several threads.
std::optional<MethodCost> method_cost(const Model& model, const Settings& settings, const StopToken& stop = {});

/// The same where it is known already, or is known not to be there: method_cost() would take no time.
bool is_cost_known(const Model& model, const Settings& settings);

/// "factor 11 MB, about 9 ms per iteration, 28 ms per step on this mesh", for the pane's iterations and substeps; and
/// which compliance is meant where the one asked for is too small for the method.
std::string cost_text(const MethodCost& cost, const Settings& settings);

} // namespace xpbd::lab
