#include "lab/readouts/readouts.h"

#include "core/methods.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd::lab {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using R = Reading;

/// Row for one component of a vector.
template <Vec3 Measure::*vector, int axis>
constexpr Readout component(std::string_view key, std::string_view label, std::string_view unit,
                            std::string_view tooltip) {
    return {key, label, unit, unit, 1, false, true, tooltip, [](const R& r) { return (r.measure.*vector)[axis]; }};
}

constexpr Readout kReadouts[] = {
    {"mean_strain", "Mean strain", "1", "%", 100, false, true,
     "Mean relative change of length of the edges, in magnitude.", [](const R& r) { return r.measure.mean_strain; }},
    {"max_strain", "Largest strain", "1", "%", 100, false, true,
     "Largest relative change of length of an edge, in magnitude.", [](const R& r) { return r.measure.max_strain; }},
    {"sag", "Sag from the start", "m", "m", 1, false, true,
     "How far the lowest point has sunk below the lowest point of the start.",
     [](const R& r) { return r.measure.sag; }},
    {"effective_stiffness", "Effective stiffness", "N/m", "N/m", 1, true, true,
     "Tension over elongation, T/C, the median over the edges. Nominal is 1/α, the inverse of the compliance. PBD "
     "has no nominal value: its stiffness comes from k, the iterations and the timestep. None for a method without "
     "forces "
     "(HPBD), and where forces leave over 2 % of the load to nothing (VBD, AVBD, Newton, primal-dual Newton) or λ is "
     "reset: not measured. Of a fabric, the modulus of its warp.",
     [](const R& r) { return r.measure.effective_stiffness.value_or(kNone); }, "nominal_stiffness"},
    {"kinetic_energy", "Kinetic energy", "J", "J", 1, false, true, "Sum of m v²/2.",
     [](const R& r) { return r.measure.kinetic_energy; }},
    {"gravity_energy", "Gravity energy", "J", "J", 1, false, true, "Sum of -m g . x, zero at the origin.",
     [](const R& r) { return r.measure.gravity_energy; }},
    {"elastic_energy", "Elastic energy", "J", "J", 1, false, true,
     "Sum of C²/(2α) over the compliant constraints; PBD and rigid ones store none. Where a pane has not converged, "
     "unmet_energy of it is held by no force.",
     [](const R& r) { return r.measure.elastic_energy; }},
    {"residual_primal", "Primal residual", "kg m", "kg m", 1, true, true,
     "RMS of M (x - x̃) - ∇C' λ over the free particles: how far the forces are from balancing inertia "
     "(XPBD, 2016, eq. 8). None for a method without forces (HPBD).",
     [](const R& r) { return r.measure.residual_primal; }},
    {"residual_dual", "Dual residual", "m", "m", 1, true, true,
     "RMS of C + α̃ λ over the distance constraints that can move: how far they are from their material law (XPBD, "
     "2016, eq. 9). Of a fabric, over its rows.",
     [](const R& r) { return r.measure.residual_dual; }},
    {"iterations", "Iterations", "1", kCount, 1, false, true, "Iterations of the last frame, over all its substeps.",
     [](const R& r) { return static_cast<double>(r.stats.iterations); }},
    {"solve_ms", "Time per frame", "ms", "ms", 1, false, false,
     "Wall time that this pane's solver took for the last frame.", [](const R& r) { return r.solve_ms; }},
    {"nominal_stiffness", "Nominal stiffness", "N/m", "N/m", 1, true, true,
     "1/α of the stretch compliance; none for PBD, infinite for a rigid constraint. Of a fabric, the modulus of its "
     "warp; of a rope, EA over the length of a segment.",
     [](const R& r) { return nominal_stiffness(r.settings, r.measure); }},
    {"sigma", "Sigma", "1", "", 1, true, true,
     "h²/(α m), the median over the edges: far above 1 few iterations do not reach the stiffness asked for.",
     [](const R& r) { return r.measure.sigma; }},
    {"total_energy", "Total energy", "J", "J", 1, false, true,
     "Kinetic, gravity and elastic energy: falls where the method or damping takes energy out. Where a pane has not "
     "converged, unmet_energy of it is held by no force.",
     [](const R& r) { return r.measure.kinetic_energy + r.measure.gravity_energy + r.measure.elastic_energy; }},
    {"momentum", "Momentum", "kg m/s", "kg m/s", 1, false, true, "Length of the sum of m v.",
     [](const R& r) { return glm::length(r.measure.momentum); }},
    {"relative_dual", "Relative dual residual", "1", "%", 100, true, true,
     "Share of the constraints' error that no force answers for: h = C + α̃ λ over C, RMS over all constraints that "
     "can move, each weighed by 1/(w |∇C|² + α̃). Above 5 % a pane counts as not converged.",
     [](const R& r) { return r.measure.relative_dual; }},
    {"contacts", "Contacts", "1", kCount, 1, false, true, "Contacts that carried a force in the last substep.",
     [](const R& r) { return static_cast<double>(r.stats.contacts); }},
    {"unfinished", "Unfinished substeps", "1", kCount, 1, false, true,
     "Substeps of the last frame that ended short of the method's accuracy, in Newton, Primal-dual Newton and Direct: "
     "above 0 a pane counts as not converged, and its badge has the reason.",
     [](const R& r) { return static_cast<double>(r.stats.unfinished); }},
    component<&Measure::momentum, 0>("momentum_x", "Momentum x", "kg m/s", "Sum of m v along x."),
    component<&Measure::momentum, 1>("momentum_y", "Momentum y", "kg m/s", "Sum of m v along y, up."),
    component<&Measure::momentum, 2>("momentum_z", "Momentum z", "kg m/s", "Sum of m v along z."),
    component<&Measure::angular_momentum, 0>("angular_momentum_x", "Angular momentum x", "kg m^2/s",
                                             "Sum of x cross m v, about the origin, along x."),
    component<&Measure::angular_momentum, 1>("angular_momentum_y", "Angular momentum y", "kg m^2/s",
                                             "Sum of x cross m v, about the origin, along y, up."),
    component<&Measure::angular_momentum, 2>("angular_momentum_z", "Angular momentum z", "kg m^2/s",
                                             "Sum of x cross m v, about the origin, along z."),
    component<&Measure::contact_force, 0>("contact_force_x", "Contact force x", "N",
                                          "Sum of the forces of contacts and long range attachments on the particles, "
                                          "in the last substep, along x. None for a method without forces (HPBD)."),
    component<&Measure::contact_force, 1>("contact_force_y", "Contact force y", "N",
                                          "Sum of the forces of contacts and long range attachments on the particles, "
                                          "in the last substep, along y, up."),
    component<&Measure::contact_force, 2>("contact_force_z", "Contact force z", "N",
                                          "Sum of the forces of contacts and long range attachments on the particles, "
                                          "in the last substep, along z."),
    {"hang_sag", "Sag", "m", "m", 1, false, true,
     "How far the body hangs below where it hangs at rest without stretch. Where the scene has no such shape: "
     "how far a point hangs below the length of its shortest way to a fixed point; 0 where none does. None where "
     "nothing is fixed.",
     [](const R& r) { return r.measure.hang_sag; }},
    {"volume", "Volume", "m^3", "l", 1000, false, true,
     "Enclosed by the surface that holds the air; none for an open body.", [](const R& r) { return r.measure.volume; }},
    {"period", "Period", "s", "s", 1, false, true,
     "Time of the last full swing of a single free particle, none before the first one has ended.",
     [](const R& r) { return r.period; }},
    {"lowest", "Lowest point", "m", "m", 1, false, true, "Height of the lowest point of the body above y = 0.",
     [](const R& r) { return r.measure.lowest; }},
    {"height", "Height", "m", "m", 1, false, true, "From the lowest point of the body to its highest.",
     [](const R& r) { return r.measure.height; }},
    {"modulus_warp", "Modulus, warp", "N/m", "N/m", 1, true, true,
     "Tension per width over strain along the warp of a fabric, from the multipliers, the median over its triangles: "
     "the modulus that the method gives it.",
     [](const R& r) { return r.measure.moduli.warp; }, "nominal_stiffness"},
    {"modulus_weft", "Modulus, weft", "N/m", "N/m", 1, true, true, "The same along the weft.",
     [](const R& r) { return r.measure.moduli.weft; }},
    {"shear_modulus", "Shear modulus", "N/m", "N/m", 1, true, true,
     "Shear force per width of a fabric over the change of the angle between warp and weft, from the multipliers too.",
     [](const R& r) { return r.measure.moduli.shear; }},
    {"poisson", "Poisson's ratio", "1", "", 1, false, true,
     "Of a fabric under Green strain: contraction along the weft over the stretch along the warp that the stiffnesses "
     "of its rows amount to.",
     [](const R& r) { return r.measure.moduli.poisson; }},
    {"grip_force", "Force at the grip", "N/m", "N/m", 1, false, true,
     "Of a strip or a frame: the force of the cloth on the grip per width, from the multipliers.",
     [](const R& r) { return r.measure.specimen.grip_force; }, "asked_force"},
    {"asked_force", "Force asked for", "N/m", "N/m", 1, false, true,
     "The force per width that the fabric's law has at this strain, in uniform stress.",
     [](const R& r) { return r.measure.specimen.asked_force; }},
    {"secant_modulus", "Secant modulus", "N/m", "N/m", 1, true, true,
     "Force at the grip over strain: of a pull, or of a shear.",
     [](const R& r) { return r.measure.specimen.secant_modulus; }},
    {"contraction", "Contraction", "1", "", 1, false, true,
     "How much narrower the middle of a strip has become, over its strain: Poisson's ratio, for a small pull.",
     [](const R& r) { return r.measure.specimen.contraction; }},
    {"bending_length", "Bending length", "m", "mm", 1000, false, true,
     "Of a strip that hangs over an edge, from the angle of its chord (Peirce 1930): (B/w)^(1/3), w being its weight "
     "per area. His formula reads 0.5 % too much of a chord at 22 degrees, 1.9 % at 41.5.",
     [](const R& r) { return r.measure.specimen.bending_length; }, "asked_bending_length"},
    {"asked_bending_length", "Bending length asked for", "m", "mm", 1000, false, true,
     "(B/w)^(1/3) of the fabric's rigidity B.", [](const R& r) { return r.measure.specimen.asked_bending_length; }},
    {"drape_coefficient", "Drape coefficient", "1", "%", 100, false, true,
     "Shadow of a draped disc of cloth beyond the disc that carries it, over the same of the flat cloth.",
     [](const R& r) { return r.measure.specimen.drape_coefficient; }},
    {"folds", "Folds", "1", kCount, 1, false, true, "Waves of a draped disc's rim.",
     [](const R& r) { return r.measure.specimen.folds; }},
    {"relative_primal", "Relative primal residual", "1", "%", 100, true, true,
     "Share of the load that no force holds: sum of |M (x - x̃) - ∇C' λ| over the load. Above 5 % a pane of a method "
     "that converges to implicit Euler counts as not converged (Newton, VBD, AVBD, primal-dual Newton); XPBD and "
     "Direct XPBD keep some of it when converged. None for a method without forces (HPBD).",
     [](const R& r) { return r.measure.relative_primal; }},
    {"unmet_energy", "Unmet energy", "J", "J", 1, true, true,
     "The part of the elastic energy that no force answers for: sum of (C² - α² T²)/(2α), with the tension T that the "
     "constraints hold. Nothing where a pane has converged.",
     [](const R& r) { return r.measure.unmet_energy; }},
    {"not_converged", "Not converged", "1", "", 1, true, true,
     "1 where the pane shows NOT CONVERGED, else 0: a relative residual above 5 %, unfinished substeps, or links that "
     "turn too far in a step of Direct XPBD. None for PBD, which converges to nothing, and where λ is reset.",
     [](const R& r) {
         const bool converges =
             methods()[static_cast<std::size_t>(r.settings.method)].has_compliance && !forgets_multipliers(r.settings);
         const bool short_of_it = r.stats.unfinished > 0 || shortfall(r.measure, r.settings) != Shortfall::none;
         return converges ? static_cast<double>(short_of_it) : kNone;
     }},
};

} // namespace

std::span<const Readout> readouts() {
    return kReadouts;
}

const Readout* find_readout(std::string_view key) {
    const auto found =
        std::find_if(std::begin(kReadouts), std::end(kReadouts), [&](const Readout& row) { return row.key == key; });
    return found == std::end(kReadouts) ? nullptr : found;
}

std::size_t place_of(const Readout& row) {
    return static_cast<std::size_t>(&row - kReadouts);
}

const Readout* exact_of(const Readout& row) {
    return row.exact.empty() ? nullptr : find_readout(row.exact);
}

std::vector<double> read_all(const Reading& reading) {
    std::vector<double> values;
    for (const Readout& row : kReadouts) {
        values.push_back(row.value(reading));
    }
    return values;
}

double nominal_stiffness(const Settings& settings, const Measure& measure) {
    if (!methods()[static_cast<std::size_t>(settings.method)].has_compliance) {
        return kNone;
    }
    if (std::isfinite(measure.own_stiffness)) {
        return measure.own_stiffness;
    }
    return settings.stretch_compliance > 0 ? 1 / settings.stretch_compliance : std::numeric_limits<double>::infinity();
}

} // namespace xpbd::lab
