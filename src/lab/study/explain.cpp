#include "lab/study/explain.h"

#include "core/matching.h"
#include "core/methods.h"
#include "lab/run/readouts.h"

#include <cmath>
#include <cstdio>

namespace xpbd::lab {
namespace {

/// Four digits, without a long tail.
std::string text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), "%.4g", value);
    return buffer;
}

struct Writer {
    std::vector<Explanation> lines;

    void add(std::string formula, std::string values, double number, const std::string& unit, std::string meaning) {
        // Without compliance, or with k = 1, a stiffness has no finite value.
        const std::string result = std::isfinite(number) ? text(number) + (unit.empty() ? "" : " " + unit) : "rigid";
        lines.push_back({std::move(formula), std::move(values), "= " + result, std::move(meaning), number});
    }
};

void explain_pbd(Writer& out, const Settings& s, double h, double w, bool corrected) {
    const double n = s.iterations;
    double k = s.stretch_stiffness;
    if (corrected) {
        k = 1 - std::pow(1 - s.stretch_stiffness, 1 / n);
        out.add("k' = 1 - (1-k)^(1/n)", "1 - (1-" + text(s.stretch_stiffness) + ")^(1/" + text(n) + ")", k, "",
                "What each iteration multiplies its correction by.");
    }
    const std::string name = corrected ? "k'" : "k";
    const double r = std::pow(1 - k, n);
    out.add("r = (1-" + name + ")^n", "(1-" + text(k) + ")^" + text(n), r, "",
            "Share of the error of a single edge that a substep leaves.");
    out.add("k_eff = (1/r - 1)/(h^2 w)", "(1/" + text(r) + " - 1)/(" + text(h) + "^2 x " + text(w) + ")",
            (1 / r - 1) / (h * h * w), "N/m",
            "Stiffness of a single edge: it moves with k, n and h, and with the mass.");
}

void explain_compliant(Writer& out, const Settings& s, double h, double lighter) {
    const double alpha = s.stretch_compliance;
    const double scaled = alpha / (h * h);
    out.add("alpha~ = alpha/h^2", text(alpha) + "/" + text(h) + "^2", scaled, "1/kg",
            "The compliance as the step sees it.");
    out.add("1/alpha", "1/" + text(alpha), nominal_stiffness(s), "N/m",
            "Stiffness of every edge when the iterations have converged, whatever n and h.");
    out.add("sigma = h^2/(alpha m)", text(h) + "^2 x " + text(lighter) + "/" + text(alpha),
            alpha > 0 ? h * h * lighter / alpha : INFINITY, "",
            "m is the lighter end. Far below 1 few iterations converge; far above 1 the body stays softer than asked.");
}

void explain_sweep(Writer& out, double scaled, double w) {
    out.add("d_lambda = (-C - alpha~ lambda)/(sum w |grad C|^2 + alpha~)",
            "(-C - " + text(scaled) + " lambda)/(" + text(w) + " + " + text(scaled) + ")", w / (w + scaled), "",
            "Share of an edge's C that its first projection takes away.");
}

} // namespace

std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world) {
    Writer out;
    const MethodInfo& method = methods()[index_of(settings.method)];
    const double h = world.dt / settings.substeps;
    const TypicalEdge edge = typical_edge(model);
    const double w = edge.inverse_mass;
    out.add("h = dt/s", text(world.dt) + "/" + text(settings.substeps), h, "s", "The substep.");
    if (w <= 0) {
        return out.lines;
    }
    out.add("w = 1/m0 + 1/m1", "the median edge", w, "1/kg", "Inverse masses at both ends of an edge.");
    if (!method.has_compliance) {
        explain_pbd(out, settings, h, w, settings.method == find_method("pbd_corrected"));
        return out.lines;
    }
    explain_compliant(out, settings, h, edge.lighter_inverse_mass);
    if (method.key == "xpbd" || method.key == "direct") {
        explain_sweep(out, settings.stretch_compliance / (h * h), w);
    }
    return out.lines;
}

} // namespace xpbd::lab
