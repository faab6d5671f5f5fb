#pragma once

#include "core/model/constraints/evaluation.h"

#include <span>

namespace xpbd {

/// Descriptions of all constraint types, in the order of the type list, followed by the volume's.
std::span<const ConstraintInfo> constraint_table();

} // namespace xpbd
