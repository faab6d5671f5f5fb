// Collects the descriptions of all constraint types.
#include "core/model/constraint_table.h"

#include "core/model/constraints/all.h"
#include "core/model/volume.h"

#include <array>

namespace xpbd {
namespace {

template <class ConstraintType>
struct Info {
    static constexpr const ConstraintInfo& value = ConstraintType::info;
};

template <class... Each>
constexpr auto collect(const std::tuple<Each...>*) {
    return std::array{Each::value..., kVolumeInfo};
}

constexpr auto kTable = collect(static_cast<const ForEachConstraint<Info>*>(nullptr));

} // namespace

std::span<const ConstraintInfo> constraint_table() {
    return kTable;
}

} // namespace xpbd
