#pragma once

#include "core/model/constraints/evaluation.h"

#include <span>

namespace xpbd {

/// Descriptions of all constraint types, in the order of ConstraintTypes, then the description of volume constraints.
std::span<const ConstraintInfo> constraint_table();

} // namespace xpbd
