// Collects the descriptions of all constraint types.
#include "core/model/constraint_table.h"

#include "core/model/constraints/all.h"
#include "core/model/volume.h"

#include <array>

namespace xpbd {
namespace {

template <class... ConstraintType>
constexpr auto collect(ConstraintList<ConstraintType...>) {
    return std::array{ConstraintType::info..., kVolumeInfo};
}

constexpr auto kTable = collect(ConstraintTypes{});

} // namespace

std::span<const ConstraintInfo> constraint_table() {
    return kTable;
}

} // namespace xpbd
