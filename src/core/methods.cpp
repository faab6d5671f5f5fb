// The table of solvers. It is above all layers of the core: nothing in the core includes it.
#include "core/methods.h"

#include "core/fast/fast.h"
#include "core/implicit/direct/direct.h"
#include "core/implicit/mgpbd/mgpbd.h"
#include "core/implicit/newton/newton.h"
#include "core/implicit/primal_dual/primal_dual.h"
#include "core/implicit/vertex_block/vertex_block.h"
#include "core/textbook/hierarchical.h"
#include "core/textbook/textbook.h"

#include <algorithm>
#include <iterator>

namespace xpbd {
namespace {

using Create = std::unique_ptr<Solver> (*)(Engine engine);

/// Creates a method of the PBD family, in one of its two engines. @tparam rule gives its coefficients
template <CoefficientRule rule>
std::unique_ptr<Solver> create_position_based(Engine engine) {
    if (engine == Engine::fast) {
        return std::make_unique<FastSolver>(rule);
    }
    return std::make_unique<TextbookSolver>(rule);
}

/// Creates a method that has one engine only. @tparam arguments arguments of its constructor
template <class SolverType, auto... arguments>
std::unique_ptr<Solver> create(Engine) {
    return std::make_unique<SolverType>(arguments...);
}

struct Row {
    std::string_view method;
    Create create;
};
constexpr Row kSolvers[] = {
    {.method = method_key::pbd, .create = &create_position_based<pbd_rule>},
    {.method = method_key::pbd_corrected, .create = &create_position_based<pbd_corrected_rule>},
    {.method = method_key::xpbd, .create = &create_position_based<xpbd_rule>},
    {.method = method_key::hpbd, .create = &create<HierarchicalSolver, &pbd_rule>},
    {.method = method_key::direct, .create = &create<DirectSolver>},
    {.method = method_key::newton, .create = &create<NewtonSolver>},
    {.method = method_key::vbd, .create = &create<VertexBlockSolver, VertexBlockSolver::Kind::plain>},
    {.method = method_key::avbd, .create = &create<VertexBlockSolver, VertexBlockSolver::Kind::augmented>},
    {.method = method_key::global, .create = &create<PrimalDualSolver>},
    {.method = method_key::mgpbd, .create = &create<MgpbdSolver>},
};

} // namespace

std::unique_ptr<Solver> make_solver(const Settings& settings) {
    const std::string_view method = method_of(settings).key;
    const auto row =
        std::find_if(std::begin(kSolvers), std::end(kSolvers), [&](const Row& r) { return r.method == method; });
    return row->create(settings.engine);
}

} // namespace xpbd
