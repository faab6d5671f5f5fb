#include "lab/readouts/readouts.h"

#include "core/base/find_key.h"
#include "core/model/method_traits.h"
#include "lab/text/number_text.h"

#include <cmath>
#include <limits>

namespace xpbd::lab {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using R = Reading;

/// Row for the component `axis` of Measure's member `vector`.
template <Vec3 Measure::*vector, int axis>
constexpr Readout component(std::string_view key, std::string_view label, std::string_view unit,
                            std::string_view tooltip) {
    return {key, label, unit, unit, 1, false, true, tooltip, [](const R& r) { return (r.measure.*vector)[axis]; }};
}

constexpr Readout kReadouts[] = {
    {.key = "mean_strain",
     .label = "Mean strain",
     .unit = "1",
     .shown_unit = "%",
     .factor = 100,
     .tooltip = "Mean relative change of length of the edges, in magnitude.",
     .value = [](const R& r) { return r.measure.mean_strain; }},
    {.key = "max_strain",
     .label = "Largest strain",
     .unit = "1",
     .shown_unit = "%",
     .factor = 100,
     .tooltip = "Largest relative change of length of an edge, in magnitude.",
     .value = [](const R& r) { return r.measure.max_strain; }},
    {.key = "sag",
     .label = "Sag from the start",
     .unit = "m",
     .shown_unit = "m",
     .tooltip = "How far the lowest point has sunk below the lowest point of the start.",
     .value = [](const R& r) { return r.measure.sag; }},
    {.key = "effective_stiffness",
     .label = "Effective stiffness",
     .unit = "N/m",
     .shown_unit = "N/m",
     .logarithmic = true,
     .tooltip = "Tension over elongation, T/C, the median over the edges. Nominal is 1/α, the inverse of the "
                "compliance. PBD has no nominal value: its stiffness comes from k, the iterations and the timestep. "
                "None for a method without forces (HPBD), and where forces leave over 2 % of the load to nothing (VBD, "
                "AVBD, Newton, primal-dual Newton) or λ is reset: not measured. Of a fabric, the modulus of its warp.",
     .value = [](const R& r) { return r.measure.effective_stiffness.value_or(kNone); },
     .exact = "nominal_stiffness"},
    {.key = "kinetic_energy",
     .label = "Kinetic energy",
     .unit = "J",
     .shown_unit = "J",
     .tooltip = "Sum of m v²/2.",
     .value = [](const R& r) { return r.measure.kinetic_energy; }},
    {.key = "gravity_energy",
     .label = "Gravity energy",
     .unit = "J",
     .shown_unit = "J",
     .tooltip = "Sum of -m g . x, zero at the origin.",
     .value = [](const R& r) { return r.measure.gravity_energy; }},
    {.key = "elastic_energy",
     .label = "Elastic energy",
     .unit = "J",
     .shown_unit = "J",
     .tooltip = "Sum of C²/(2α) over the compliant constraints; PBD and rigid ones store none. Where a pane has not "
                "converged, unmet_energy of it is held by no force.",
     .value = [](const R& r) { return r.measure.elastic_energy; }},
    {.key = "residual_primal",
     .label = "Primal residual",
     .unit = "kg m",
     .shown_unit = "kg m",
     .logarithmic = true,
     .tooltip = "RMS of M (x - x̃) - ∇C' λ over the free particles: how far the forces are from balancing inertia "
                "(XPBD, 2016, eq. 8). None for a method without forces (HPBD).",
     .value = [](const R& r) { return r.measure.residual_primal; }},
    {.key = "residual_dual",
     .label = "Dual residual",
     .unit = "m",
     .shown_unit = "m",
     .logarithmic = true,
     .tooltip = "RMS of C + α̃ λ over the distance constraints that can move: how far they are from their material law "
                "(XPBD, 2016, eq. 9). Of a fabric, over its rows.",
     .value = [](const R& r) { return r.measure.residual_dual; }},
    {.key = "iterations",
     .label = "Iterations",
     .unit = "1",
     .shown_unit = kCount,
     .tooltip = "Iterations of the last frame, over all its substeps.",
     .value = [](const R& r) { return static_cast<double>(r.stats.iterations); }},
    {.key = "solve_ms",
     .label = "Time per frame",
     .unit = "ms",
     .shown_unit = "ms",
     .reproducible = false,
     .tooltip = "Wall time that this pane's solver took for the last frame.",
     .value = [](const R& r) { return r.solve_ms; }},
    {.key = "nominal_stiffness",
     .label = "Nominal stiffness",
     .unit = "N/m",
     .shown_unit = "N/m",
     .logarithmic = true,
     .tooltip = "1/α of the stretch compliance; none for PBD, infinite for a rigid constraint. Of a fabric, the "
                "modulus of its warp; of a rope, EA over the length of a segment.",
     .value = [](const R& r) { return nominal_stiffness(r.settings, r.measure); }},
    {.key = "sigma",
     .label = "Sigma",
     .unit = "1",
     .shown_unit = "",
     .logarithmic = true,
     .tooltip = "h²/(α m), the median over the edges: far above 1 few iterations do not reach the stiffness asked for.",
     .value = [](const R& r) { return r.measure.sigma; }},
    {.key = "total_energy",
     .label = "Total energy",
     .unit = "J",
     .shown_unit = "J",
     .tooltip = "Kinetic, gravity and elastic energy: falls where the method or damping takes energy out. Where a pane "
                "has not converged, unmet_energy of it is held by no force.",
     .value =
         [](const R& r) { return r.measure.kinetic_energy + r.measure.gravity_energy + r.measure.elastic_energy; }},
    {.key = "momentum",
     .label = "Momentum",
     .unit = "kg m/s",
     .shown_unit = "kg m/s",
     .tooltip = "Length of the sum of m v.",
     .value = [](const R& r) { return glm::length(r.measure.momentum); }},
    {.key = "relative_dual",
     .label = "Relative dual residual",
     .unit = "1",
     .shown_unit = "%",
     .factor = 100,
     .logarithmic = true,
     .tooltip = "Share of the constraints' error that no force answers for: h = C + α̃ λ over C, RMS over all "
                "constraints that can move, each weighed by 1/(w |∇C|² + α̃). Above 5 % a pane counts as not converged.",
     .value = [](const R& r) { return r.measure.relative_dual; }},
    {.key = "contacts",
     .label = "Contacts",
     .unit = "1",
     .shown_unit = kCount,
     .tooltip = "Contacts that carried a force in the last substep.",
     .value = [](const R& r) { return static_cast<double>(r.stats.contacts); }},
    {.key = "unfinished",
     .label = "Unfinished substeps",
     .unit = "1",
     .shown_unit = kCount,
     .tooltip = "Substeps of the last frame that ended short of the method's accuracy, in Newton, Primal-dual Newton "
                "and Direct: above 0 a pane counts as not converged, and its badge has the reason.",
     .value = [](const R& r) { return static_cast<double>(r.stats.unfinished); }},
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
    component<&Measure::contact_force, 1>(
        "contact_force_y", "Contact force y", "N",
        "Sum of the forces of contacts and long range attachments on the particles, in the last substep, along y, up."),
    component<&Measure::contact_force, 2>(
        "contact_force_z", "Contact force z", "N",
        "Sum of the forces of contacts and long range attachments on the particles, in the last substep, along z."),
    {.key = "hang_sag",
     .label = "Sag",
     .unit = "m",
     .shown_unit = "m",
     .tooltip = "How far the body hangs below where it hangs at rest without stretch. Where the scene has no such "
                "shape: how far a point hangs below the length of its shortest way to a fixed point; 0 where none "
                "does. None where nothing is fixed.",
     .value = [](const R& r) { return r.measure.hang_sag; }},
    {.key = "volume",
     .label = "Volume",
     .unit = "m^3",
     .shown_unit = "l",
     .factor = 1000,
     .tooltip = "Enclosed by the surface that holds the air; none for an open body.",
     .value = [](const R& r) { return r.measure.volume; }},
    {.key = "period",
     .label = "Period",
     .unit = "s",
     .shown_unit = "s",
     .tooltip = "Time of the last full swing of a single free particle, none before the first one has ended.",
     .value = [](const R& r) { return r.oscillation.period; }},
    {.key = "lowest",
     .label = "Lowest point",
     .unit = "m",
     .shown_unit = "m",
     .tooltip = "Height of the lowest point of the body above y = 0.",
     .value = [](const R& r) { return r.measure.lowest; }},
    {.key = "height",
     .label = "Height",
     .unit = "m",
     .shown_unit = "m",
     .tooltip = "From the lowest point of the body to its highest.",
     .value = [](const R& r) { return r.measure.height; }},
    {.key = "modulus_warp",
     .label = "Modulus, warp",
     .unit = "N/m",
     .shown_unit = "N/m",
     .logarithmic = true,
     .tooltip = "Tension per width over strain along the warp of a fabric, from the multipliers, the median over its "
                "triangles: the modulus that the method gives it.",
     .value = [](const R& r) { return r.measure.moduli.warp; },
     .exact = "nominal_stiffness"},
    {.key = "modulus_weft",
     .label = "Modulus, weft",
     .unit = "N/m",
     .shown_unit = "N/m",
     .logarithmic = true,
     .tooltip = "The same along the weft.",
     .value = [](const R& r) { return r.measure.moduli.weft; }},
    {.key = "shear_modulus",
     .label = "Shear modulus",
     .unit = "N/m",
     .shown_unit = "N/m",
     .logarithmic = true,
     .tooltip = "Shear force per width of a fabric over the change of the angle between warp and weft, from the "
                "multipliers too.",
     .value = [](const R& r) { return r.measure.moduli.shear; }},
    {.key = "poisson",
     .label = "Poisson's ratio",
     .unit = "1",
     .shown_unit = "",
     .tooltip = "Of a fabric under Green strain: contraction along the weft over the stretch along the warp that the "
                "stiffnesses of its rows amount to.",
     .value = [](const R& r) { return r.measure.moduli.poisson; }},
    {.key = "grip_force",
     .label = "Force at the grip",
     .unit = "N/m",
     .shown_unit = "N/m",
     .tooltip = "Of a strip or a frame: the force of the cloth on the grip per width, from the multipliers.",
     .value = [](const R& r) { return r.measure.specimen.grip_force; },
     .exact = "asked_force"},
    {.key = "asked_force",
     .label = "Force asked for",
     .unit = "N/m",
     .shown_unit = "N/m",
     .tooltip = "The force per width that the fabric's law has at this strain, in uniform stress.",
     .value = [](const R& r) { return r.measure.specimen.asked_force; }},
    {.key = "secant_modulus",
     .label = "Secant modulus",
     .unit = "N/m",
     .shown_unit = "N/m",
     .logarithmic = true,
     .tooltip = "Force at the grip over strain: of a pull, or of a shear.",
     .value = [](const R& r) { return r.measure.specimen.secant_modulus; }},
    {.key = "contraction",
     .label = "Contraction",
     .unit = "1",
     .shown_unit = "",
     .tooltip =
         "How much narrower the middle of a strip has become, over its strain: Poisson's ratio, for a small pull.",
     .value = [](const R& r) { return r.measure.specimen.contraction; }},
    {.key = "bending_length",
     .label = "Bending length",
     .unit = "m",
     .shown_unit = "mm",
     .factor = 1000,
     .tooltip = "Of a strip that hangs over an edge, from the angle of its chord (Peirce 1930): (B/w)^(1/3), w being "
                "its weight per area. His formula reads 0.5 % too much of a chord at 22 degrees, 1.9 % at 41.5.",
     .value = [](const R& r) { return r.measure.specimen.bending_length; },
     .exact = "asked_bending_length"},
    {.key = "asked_bending_length",
     .label = "Bending length asked for",
     .unit = "m",
     .shown_unit = "mm",
     .factor = 1000,
     .tooltip = "(B/w)^(1/3) of the fabric's rigidity B.",
     .value = [](const R& r) { return r.measure.specimen.asked_bending_length; }},
    {.key = "drape_coefficient",
     .label = "Drape coefficient",
     .unit = "1",
     .shown_unit = "%",
     .factor = 100,
     .tooltip = "Shadow of a draped disc of cloth beyond the disc that carries it, over the same of the flat cloth.",
     .value = [](const R& r) { return r.measure.specimen.drape_coefficient; }},
    {.key = "folds",
     .label = "Folds",
     .unit = "1",
     .shown_unit = kCount,
     .tooltip = "Waves of a draped disc's rim.",
     .value = [](const R& r) { return r.measure.specimen.folds; }},
    {.key = "relative_primal",
     .label = "Relative primal residual",
     .unit = "1",
     .shown_unit = "%",
     .factor = 100,
     .logarithmic = true,
     .tooltip =
         "Share of the load that no force holds: sum of |M (x - x̃) - ∇C' λ| over the load. Above 5 % a pane of a "
         "method that converges to implicit Euler counts as not converged (Newton, VBD, AVBD, primal-dual Newton); "
         "XPBD and Direct XPBD keep some of it when converged. None for a method without forces (HPBD).",
     .value = [](const R& r) { return r.measure.relative_primal; }},
    {.key = "unmet_energy",
     .label = "Unmet energy",
     .unit = "J",
     .shown_unit = "J",
     .logarithmic = true,
     .tooltip = "The part of the elastic energy that no force answers for: sum of (C² - α² T²)/(2α), with the tension "
                "T that the constraints hold. Nothing where a pane has converged.",
     .value = [](const R& r) { return r.measure.unmet_energy; }},
    {.key = "not_converged",
     .label = "Not converged",
     .unit = "1",
     .shown_unit = "",
     .logarithmic = true,
     .tooltip =
         "1 where the pane shows NOT CONVERGED, else 0: a relative residual above 5 %, unfinished substeps, or links "
         "that turn too far in a step of Direct XPBD. None for PBD, which converges to nothing, and where λ is reset.",
     .value =
         [](const R& r) {
             const bool converges = method_of(r.settings).has_compliance && !resets_multipliers(r.settings);
             const bool short_of_it = r.stats.unfinished > 0 || shortfall(r.measure, r.settings) != Shortfall::none;
             return converges ? static_cast<double>(short_of_it) : kNone;
         }},
    component<&Measure::collider_force, 0>("collider_force_x", "Collider force x", "N",
                                           "Force of all colliders on the body in the last substep, along x. Blank "
                                           "without colliders, and for a method without forces (HPBD)."),
    component<&Measure::collider_force, 1>(
        "collider_force_y", "Collider force y", "N",
        "Force of all colliders on the body in the last substep, along y, up: the weight of what rests on them."),
    component<&Measure::collider_force, 2>("collider_force_z", "Collider force z", "N",
                                           "Force of all colliders on the body in the last substep, along z."),
    {.key = "collider_power",
     .label = "Power of colliders",
     .unit = "W",
     .shown_unit = "W",
     .tooltip = "Force of the colliders times the velocity of their surface: what driven colliders do to the body. "
                "Blank where none is driven.",
     .value = [](const R& r) { return r.measure.collider_power; }},
    component<&Measure::pin_force, 0>("pin_force_x", "Pin force x", "N",
                                      "Force of all fixed particles on the body in the last substep, along x. Blank "
                                      "where nothing is fixed, and for a method without forces (HPBD)."),
    component<&Measure::pin_force, 1>(
        "pin_force_y", "Pin force y", "N",
        "Force of all fixed particles on the body in the last substep, along y, up: the weight of what hangs on them."),
    component<&Measure::pin_force, 2>("pin_force_z", "Pin force z", "N",
                                      "Force of all fixed particles on the body in the last substep, along z."),
    {.key = "pin_power",
     .label = "Power of pins",
     .unit = "W",
     .shown_unit = "W",
     .tooltip = "Force of the fixed particles times their velocity: what driven pins do to the body. Blank where none "
                "is driven.",
     .value = [](const R& r) { return r.measure.pin_power; }},
    {.key = "winch_power",
     .label = "Power of winches",
     .unit = "W",
     .shown_unit = "W",
     .tooltip = "Tension times the speed at which the winches draw in, over all distances that they wind; negative "
                "while they pay out. Blank without winches.",
     .value = [](const R& r) { return r.measure.winch_power; }},
    {.key = "work_in",
     .label = "Work of drives",
     .unit = "J",
     .shown_unit = "J",
     .tooltip = "Power of colliders, pins and winches, summed over all substeps since the start. Less the growth of "
                "the total energy it is what the method, friction and damping have taken out; hands and wind do more "
                "work, which is not in it. Blank where nothing is driven, and after a step of a method without forces.",
     .value = [](const R& r) { return r.measure.work_in; }},
    {.key = "gain",
     .label = "Gain",
     .unit = "1",
     .shown_unit = "",
     .tooltip = "Amplitude of the centre of mass over the amplitude of the drive that swings, at its frequency, over "
                "its last full period. Blank without such a drive.",
     .value = [](const R& r) { return r.oscillation.gain; }},
    {.key = "phase_lag",
     .label = "Phase lag",
     .unit = "deg",
     .shown_unit = "deg",
     .tooltip = "How far the centre of mass is behind the drive that swings, over the drive's last full period: near 0 "
                "below resonance, 90 in it, near 180 above. Blank without such a drive.",
     .value = [](const R& r) { return r.oscillation.phase_lag; }},
};

} // namespace

std::span<const Readout> readouts() {
    return kReadouts;
}

const Readout* find_readout(std::string_view key) {
    return find_key(kReadouts, key);
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
    if (!method_of(settings).has_compliance) {
        return kNone;
    }
    if (std::isfinite(measure.own_stiffness)) {
        return measure.own_stiffness;
    }
    return settings.stretch_compliance > 0 ? 1 / settings.stretch_compliance : std::numeric_limits<double>::infinity();
}

} // namespace xpbd::lab
