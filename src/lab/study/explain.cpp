#include "lab/study/explain.h"

#include "core/base/math/elementary.h"
#include "core/implicit/primal_dual/cost.h"
#include "core/model/method_traits.h"
#include "core/step/measure/matching.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace xpbd::lab {
namespace {

/// A number with four significant digits.
std::string text(double value) {
    return short_number(value, 4);
}

struct Writer {
    std::vector<Explanation> lines;

    void add(std::string formula, std::string values, double number, const std::string& unit, std::string meaning) {
        // Without compliance, or with k = 1, the stiffness is infinite.
        const std::string result = std::isfinite(number) ? text(number) + (unit.empty() ? "" : " " + unit) : "rigid";
        lines.push_back({std::move(formula), std::move(values), "= " + result, std::move(meaning), number});
    }
};

/// The values to put into the formulas.
struct Values {
    const Settings& settings;
    double h;       ///< substep [s]
    double w;       ///< sum of the inverse masses at both ends of a typical edge [1/kg]
    double lighter; ///< inverse mass of the lighter end [1/kg]
};

/// Explains PBD on one edge, where each iteration multiplies its correction by k, which is called `name`.
void explain_stiffness(Writer& out, const Values& v, double k, const std::string& name) {
    const double n = v.settings.iterations;
    const double r = math::pow(1 - k, n);
    out.add("r = (1-" + name + ")^n", "(1-" + text(k) + ")^" + text(n), r, "",
            "Share of the error of a single edge that a substep leaves.");
    out.add("k_eff = (1/r - 1)/(h² w)", "(1/" + text(r) + " - 1)/(" + text(v.h) + "² × " + text(v.w) + ")",
            (1 / r - 1) / (v.h * v.h * v.w), "N/m",
            "Stiffness of a single edge: it moves with k, n and h, and with the mass.");
}

void explain_pbd(Writer& out, const Values& v) {
    explain_stiffness(out, v, v.settings.stretch_stiffness, "k");
}

void explain_pbd_corrected(Writer& out, const Values& v) {
    const double n = v.settings.iterations;
    const double k = 1 - math::pow(1 - v.settings.stretch_stiffness, 1 / n);
    out.add("k' = 1 - (1-k)^(1/n)", "1 - (1-" + text(v.settings.stretch_stiffness) + ")^(1/" + text(n) + ")", k, "",
            "What each iteration multiplies its correction by.");
    explain_stiffness(out, v, k, "k'");
}

void explain_compliant(Writer& out, const Values& v) {
    const double alpha = v.settings.stretch_compliance;
    out.add("α̃ = α/h²", text(alpha) + "/" + text(v.h) + "²", alpha / (v.h * v.h), "1/kg",
            "The compliance as the step sees it.");
    out.add("1/α", "1/" + text(alpha), alpha > 0 ? 1 / alpha : INFINITY, "N/m",
            "Stiffness of every edge when the iterations have converged, whatever n and h.");
    out.add("σ = h²/(α m)", text(v.h) + "² × " + text(v.lighter) + "/" + text(alpha),
            alpha > 0 ? v.h * v.h * v.lighter / alpha : INFINITY, "",
            "m is the lighter end. Far below 1 few iterations converge; far above 1 the body stays softer than asked.");
}

void explain_xpbd(Writer& out, const Values& v) {
    explain_compliant(out, v);
    const double scaled = v.settings.stretch_compliance / (v.h * v.h);
    out.add("Δλ = (-C - α̃ λ)/(Σ w |∇C|² + α̃)",
            "(-C - " + text(scaled) + " λ)/(" + text(v.w) + " + " + text(scaled) + ")", v.w / (v.w + scaled), "",
            "Share of an edge's C that its first projection takes away.");
}

/// Explains XPBD's law with the compliance that primal-dual Newton uses, at least kGlobalLeastCompliance.
void explain_global(Writer& out, const Values& v) {
    Settings asked = v.settings;
    asked.stretch_compliance = std::max(asked.stretch_compliance, kGlobalLeastCompliance);
    explain_compliant(out, {asked, v.h, v.w, v.lighter});
}

/// The function that explains a method.
struct Row {
    std::string_view method;
    void (*explain)(Writer&, const Values&);
};
constexpr Row kRows[] = {
    {method_key::pbd, &explain_pbd},          {method_key::pbd_corrected, &explain_pbd_corrected},
    {method_key::hpbd, &explain_pbd}, // explained on a single edge, which has only the finest level
    {method_key::xpbd, &explain_xpbd},        {method_key::direct, &explain_xpbd},
    {method_key::newton, &explain_compliant}, {method_key::vbd, &explain_compliant},
    {method_key::avbd, &explain_compliant},   {method_key::global, &explain_global},
    {method_key::mgpbd, &explain_xpbd},
};

} // namespace

std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world) {
    return explain(model, settings, world, method_of(settings).key);
}

std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world,
                                 std::string_view method) {
    Writer out;
    const double h = world.dt / settings.substeps;
    const TypicalEdge edge = typical_edge(model);
    out.add("h = Δt/s", text(world.dt) + "/" + text(settings.substeps), h, "s", "The substep.");
    if (edge.inverse_mass <= 0) {
        return out.lines;
    }
    out.add("w = 1/m0 + 1/m1", "the median edge", edge.inverse_mass, "1/kg", "Inverse masses at both ends of an edge.");
    const auto row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) { return r.method == method; });
    if (row != std::end(kRows)) {
        row->explain(out, {settings, h, edge.inverse_mass, edge.lighter_inverse_mass});
    }
    return out.lines;
}

} // namespace xpbd::lab
