#pragma once

#include "core/constraints/evaluation.h"

#include <span>

namespace xpbd {

/// What every constraint type says about itself, in the order of the type list, the volume last.
std::span<const ConstraintInfo> constraint_table();

} // namespace xpbd
