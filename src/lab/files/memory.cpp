#include "lab/files/memory.h"

#include "scenes/parts/triangulation.h"

#include "core/base/excerpt.h"
#include "core/implicit/primal_dual/cost.h"
#include "core/model/method_traits.h"
#include "lab/files/method_cost.h"
#include "system/machine.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {
namespace {

/// @name Bytes per element, measured as growth of the peak memory from 128 x 128 to 256 x 256 particles
/// The values include the unused capacity of growing vectors, up to a third.
/// @{
constexpr double kPerParticle = 400;        ///< in a model: positions, masses, tethers, neighbours during construction
constexpr double kPerConstraint = 110;      ///< in a model: indices, rest data, material
constexpr double kPerTriangle = 60;         ///< in a model: corners, edges during construction
constexpr double kPerStateParticle = 520;   ///< in a pane: the state, the last good state, drawing data
constexpr double kPerStateConstraint = 40;  ///< in a pane: multipliers, colours
constexpr double kPerSolverConstraint = 90; ///< in a solver with packed constraints or levels of its own
constexpr double kPerSolverJoint = 450;     ///< in such a solver, in addition, per BendTwist constraint
/// In a solver with a sparse matrix: terms, edges and positions in the matrix.
constexpr double kPerGlobalConstraint = 450;
/// In a solver with multigrid: rows and gradients; the matrix, its coarser levels and vectors.
constexpr double kPerMultigridConstraint = 260, kPerMultigridParticle = 2300;
/// In `global` with multigrid, besides the above: the matrix twice, its coarser levels and vectors.
constexpr double kPerGlobalParticle = 2500;
constexpr double kPerSelfParticle = 1000; ///< in a pane with self-contact: neighbours and pairs
constexpr double kPerContact = 120;       ///< in a pane, if every particle touches every collider
constexpr double kPerEntry = 24;          ///< in a sparse matrix during construction: triplets and the matrix
constexpr double kPerFactorRow = 170;     ///< in a Cholesky factor, times the logarithm (base 2) of its rows
/// @}

struct Counts {
    double particles = 0;
    double constraints = 0;
    double triangles = 0;
};

Counts count_custom(const scenes::CustomScene& scene) {
    Counts counts;
    counts.particles = static_cast<double>(scene.particles.size());
    counts.constraints = static_cast<double>(scene.constraint_count() + 3 * scene.bend_twist.size());
    counts.triangles = static_cast<double>(scene.triangles.size());
    for (const scenes::CustomVolume& volume : scene.volume) {
        counts.triangles += 3 * static_cast<double>(volume.triangles.size());
    }
    return counts;
}

/// Estimates counts from parameters that scenes share: a grid's resolution, a rope's segments, a sphere's detail.
Counts count(const scenes::SceneSpec& scene) {
    if (scene.custom) {
        return count_custom(*scene.custom);
    }
    if (scene.mesh) {
        // A triangle has 1.5 edges and 1.5 bends, as neighbours share them; 4.5 constraints include a margin.
        const auto triangles = static_cast<double>(scene.mesh->triangles.size());
        return {static_cast<double>(scene.mesh->positions.size()), 4.5 * triangles, triangles};
    }
    const Value resolution = scenes::scene_value(scene, "resolution");
    const double grid = resolution[0] * resolution[1];
    const double sphere = 10 * std::pow(4, scenes::scene_value(scene, "detail")[0]);
    const double rope = scenes::scene_value(scene, "segments")[0];
    const bool crossed = static_cast<scenes::Triangulation>(scenes::scene_value(scene, "triangulation")[0]) ==
                         scenes::Triangulation::crossed; // one additional particle per cell
    // the mesh of a disc is a square of (2 rings) x (2 rings) cells
    const double rings = scenes::scene_value(scene, "rings")[0];
    if (const double cells = grid > 0 ? grid : 4 * rings * rings; cells > 0) {
        // The larger count is a fabric's: three scalar constraints per triangle and one bend per edge.
        return crossed ? Counts{2 * cells, 18 * cells, 4 * cells} : Counts{cells, 9 * cells, 2 * cells};
    }
    return {sphere + 2 * rope, 6 * sphere + 6 * rope, 2 * sphere};
}

double factor_bytes(double rows) {
    return rows * std::log2(rows + 2) * kPerFactorRow;
}

/// Size of the factor of J M^-1 J', in which each particle couples all of its constraints.
double row_factor_bytes(const Model& model) {
    std::vector<double> meeting(model.particle_count(), 0);
    const auto meet = [&](const auto& particles) {
        for (const int particle : particles) {
            meeting[index_of(particle)] += 1;
        }
    };
    for_each_type(model, [&](const auto& array, std::size_t) {
        std::for_each(array.particles.begin(), array.particles.end(), meet);
    });
    for (const Volume& volume : model.volumes) {
        meet(volume.particles);
    }
    double entries = 0;
    for (const double count : meeting) {
        entries += count * (count + 1) / 2;
    }
    return entries * kPerEntry + factor_bytes(static_cast<double>(model.constraint_count()));
}

/// Size of the factor of the Hessian, in which each constraint couples all coordinates of its particles.
double hessian_factor_bytes(const Model& model) {
    double entries = 0;
    for_each_type(model, [&](const auto& array, std::size_t) {
        using ConstraintType = typename std::remove_cvref_t<decltype(array)>::Type;
        entries +=
            static_cast<double>(array.size()) * 9 * SizesOf<ConstraintType>::arity * SizesOf<ConstraintType>::arity;
    });
    for (const Volume& volume : model.volumes) {
        entries += 54 * static_cast<double>(volume.triangles.size());
    }
    const auto particles = static_cast<double>(model.particle_count());
    return entries * kPerEntry + factor_bytes(3 * particles);
}

double estimate_model(const Counts& counts) {
    return counts.particles * kPerParticle + counts.constraints * kPerConstraint + counts.triangles * kPerTriangle;
}

std::atomic<std::size_t>& limit() {
    constexpr double kUnknownMachine = 8.0 * (1u << 30);
    static std::atomic<std::size_t> bytes = [] {
        const auto machine = static_cast<double>(system::machine_memory());
        return static_cast<std::size_t>((machine > 0 ? machine : kUnknownMachine) / 2);
    }();
    return bytes;
}

/// Text like "1.3 GiB", in MiB below 1 GiB.
std::string size_text(double bytes) {
    constexpr double kMiB = 1 << 20;
    const bool small = bytes < 1024 * kMiB;
    const double tenths = std::ceil(10 * bytes / (small ? kMiB : 1024 * kMiB));
    return format_number(tenths / 10) + (small ? " MiB" : " GiB");
}

/// Fails if `what` needs more memory than allowed; `part` names the largest part.
Status check(double needed, const std::string& what, const std::string& part) {
    const auto allowed = static_cast<double>(memory_limit());
    if (needed <= allowed) {
        return ok();
    }
    const double enough = std::ceil(needed / (1u << 30));
    return Error{what + " about " + size_text(needed) + " of memory" + part + ", the limit is " + size_text(allowed) +
                 "; choose a smaller scene, fewer panes or another method, or raise it with --memory " +
                 format_number(enough)};
}

/// Text like ", pane c alone 1.3 GiB for Primal-dual Newton on 65536 particles and 453000 constraints" for the pane
/// that needs most, if its method is the reason.
std::string dearest_pane(std::span<const Model* const> models, std::span<const Settings> panes) {
    std::size_t dearest = 0;
    double most = 0;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        const double needed = estimate_pane(*models[i], panes[i]);
        if (needed > most) {
            most = needed;
            dearest = i;
        }
    }
    if (panes.empty() || !has_factor(method_of(panes[dearest]).storage)) {
        return "";
    }
    return ", pane " + std::string(1, static_cast<char>('a' + dearest)) + " alone " + size_text(most) + " for " +
           std::string(method_of(panes[dearest]).label) + " on " +
           counted(models[dearest]->particle_count(), "particle") + " and " +
           counted(models[dearest]->constraint_count(), "constraint");
}

double estimate_built(const Model& model) {
    return estimate_model({static_cast<double>(model.particle_count()), static_cast<double>(model.constraint_count()),
                           static_cast<double>(model.triangles.size())});
}

} // namespace

double estimate_scene(const scenes::SceneSpec& scene) {
    return estimate_model(count(scene));
}

double estimate_pane(const Model& model, const Settings& settings) {
    const auto particles = static_cast<double>(model.particle_count());
    const auto constraints = static_cast<double>(model.constraint_count());
    const double contacts = particles * static_cast<double>(model.colliders.size());
    const double per_particle = kPerStateParticle + (model.self_distance > 0 ? kPerSelfParticle : 0);
    const double states = particles * per_particle + constraints * kPerStateConstraint + contacts * kPerContact;
    switch (method_of(settings).storage) {
    case SolverStorage::row_factor:
        return states + row_factor_bytes(model);
    case SolverStorage::multigrid:
        return states + constraints * kPerMultigridConstraint + particles * kPerMultigridParticle;
    case SolverStorage::hessian_factor:
        return states + hessian_factor_bytes(model);
    case SolverStorage::predictable_factor:
        if (global_uses_multigrid(model, settings)) {
            return states + constraints * kPerGlobalConstraint + particles * kPerGlobalParticle;
        }
        return states + constraints * kPerGlobalConstraint +
               method_cost(model, settings).value_or(MethodCost{}).peak_bytes;
    case SolverStorage::packed_if_fast:
        if (settings.engine == Engine::textbook) {
            break;
        }
        [[fallthrough]];
    case SolverStorage::rows:
        return states + constraints * kPerSolverConstraint +
               static_cast<double>(model.of_type<BendTwist>().size()) * kPerSolverJoint;
    }
    return states;
}

std::size_t memory_limit() {
    return limit();
}

void set_memory_limit(std::size_t bytes) {
    limit() = bytes;
}

Status check_memory(const scenes::SceneSpec& scene) {
    return check(estimate_scene(scene), "scene \"" + scene.name + "\" needs", "");
}

Status check_memory(const Model& model, std::span<const Settings> panes) {
    return check_memory(model, std::vector<const Model*>(panes.size(), &model), panes);
}

Status check_memory(const Model& scene, std::span<const Model* const> models, std::span<const Settings> panes) {
    std::vector<const Model*> built(models.begin(), models.end());
    built.push_back(&scene);
    std::sort(built.begin(), built.end());
    built.erase(std::unique(built.begin(), built.end()), built.end());
    double needed = 0;
    for (const Model* model : built) {
        needed += estimate_built(*model);
    }
    for (std::size_t i = 0; i < panes.size(); ++i) {
        needed += estimate_pane(*models[i], panes[i]);
    }
    const std::string count = std::to_string(panes.size()) + (panes.size() == 1 ? " pane" : " panes");
    const bool fits = needed <= static_cast<double>(memory_limit());
    return check(needed, "this scene in " + count + " needs", fits ? "" : dearest_pane(models, panes));
}

} // namespace xpbd::lab
