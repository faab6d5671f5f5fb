// Predicts time and memory of methods with a sparse factor.
#pragma once

#include "core/base/stop.h"
#include "core/model/model.h"
#include "core/model/settings.h"

#include <optional>
#include <string>

namespace xpbd::lab {

/// Time and memory of a method that factorises a sparse matrix of the mesh.
struct MethodCost {
    double factor_bytes = 0;          ///< memory of the factor, which is kept between steps
    double peak_bytes = 0;            ///< including temporary memory of the factorisation
    double seconds_per_iteration = 0; ///< on one thread of this machine
};

/// The predicted cost of a pane's method on a model, without factorising. std::nullopt for methods whose cost depends
/// on the iterations only. Results are cached: the first call for a mesh takes the time of a symbolic analysis and
/// returns std::nullopt if `stop` stops it; later calls are immediate. Thread-safe.
std::optional<MethodCost> method_cost(const Model& model, const Settings& settings, const StopToken& stop = {});

/// True if method_cost() would return at once.
bool is_cost_known(const Model& model, const Settings& settings);

/// Text like "factor 11 MB, about 9 ms per iteration, 28 ms per step on this mesh", for the pane's iterations and
/// substeps. If the compliance is too small for the method, names the compliance that is used.
std::string cost_text(const MethodCost& cost, const Settings& settings);

} // namespace xpbd::lab
