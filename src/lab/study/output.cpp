// Writes tables and shapes of a simulation.
#include "lab/study/output.h"

#include "core/base/decimal.h"
#include "core/model/method_traits.h"
#include "core/model/parameters.h"
#include "core/step/measure/supports.h"

#include <cmath>
#include <initializer_list>
#include <numeric>

namespace xpbd::lab {
namespace {

/// Appends format_number() without creating a temporary string.
void append(std::string& line, double number) {
    char buffer[kDecimalRoom];
    line.append(buffer, write_decimal(buffer, number));
}

/// Appends numbers, each after a comma.
void append(std::string& line, std::initializer_list<double> numbers) {
    for (const double number : numbers) {
        line += ',';
        append(line, number);
    }
}

/// A user's text as one field (RFC 4180).
std::string csv_text(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter;
        quoted += letter == '"' ? "\"" : "";
    }
    return quoted + '"';
}

} // namespace

std::string csv_number(double value) {
    return std::isnan(value) ? "" : format_number(value);
}

std::string method_key(int method) {
    return std::string(methods()[static_cast<std::size_t>(method)].key);
}

std::string csv_header() {
    std::string header = "frame,time,pane,method";
    for (const Readout& readout : readouts()) {
        header += ',' + std::string(readout.key);
    }
    return header + '\n';
}

std::string csv_row(std::int64_t frame, double time, int pane, int method, std::span<const double> values) {
    std::string row =
        std::to_string(frame) + ',' + format_number(time) + ',' + pane_name(pane) + ',' + method_key(method);
    row.reserve(row.size() + values.size() * (kDecimalRoom / 2));
    for (const double value : values) {
        row += ',';
        if (!std::isnan(value)) {
            append(row, value);
        }
    }
    row += '\n';
    return row;
}

std::string csv_row(const Experiment& experiment, std::size_t pane) {
    const Pane& shown = experiment.panes()[pane];
    const World& world = experiment.world();
    const Measure m = measure(*shown.model, shown.state, shown.settings, world.gravity, world.dt);
    return csv_row(shown.state.step, shown.state.time, static_cast<int>(pane), shown.settings.method,
                   read_all({m, shown.settings, shown.stats, shown.solve_ms, shown.swing.measured()}));
}

std::string csv_rows(const Experiment& experiment) {
    std::vector<std::string> rows(experiment.panes().size());
    experiment.for_each_pane([&](std::size_t i) { rows[i] = csv_row(experiment, i); });
    return std::accumulate(rows.begin(), rows.end(), std::string());
}

std::string particles_header() {
    return "pane,particle,x,y,z,vx,vy,vz,mass,frame,time,contact_force_x,contact_force_y,contact_force_z\n";
}

std::string particles_rows(const Experiment& experiment) {
    std::string text;
    for (std::size_t p = 0; p < experiment.panes().size(); ++p) {
        const Pane& pane = experiment.panes()[p];
        const Model& model = *pane.model;
        const State& state = pane.state;
        const bool has_forces = no_forces_reason(pane.settings).empty();
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            const Vec4& x = state.particles.position[i];
            const Vec3& v = state.particles.velocity[i];
            text += pane_name(static_cast<int>(p)) + ',' + std::to_string(i);
            append(text, {x.x, x.y, x.z, v.x, v.y, v.z, model.mass[i]});
            text += ',' + std::to_string(state.step);
            append(text, {state.time});
            if (has_forces) {
                const Vec3 force = contact_force_on(state, i);
                append(text, {force.x, force.y, force.z});
            } else {
                text += ",,,";
            }
            text += '\n';
        }
    }
    return text;
}

/// New columns are added at the end, so that readers of older files still find the others.
std::string constraints_header() {
    return "pane,constraint,type,p0,p1,p2,p3,value,lambda,force,frame,time,role,p4,value_unit,force_unit,p5\n";
}

std::string constraints_rows(const Experiment& experiment) {
    constexpr std::size_t kFirst = 4; // number of particles in the columns before the value
    std::string text;
    for (std::size_t p = 0; p < experiment.panes().size(); ++p) {
        const Pane& pane = experiment.panes()[p];
        const State& state = pane.state;
        const auto readings = read_constraints(*pane.model, state);
        const bool has_forces = no_forces_reason(pane.settings).empty();
        for (std::size_t c = 0; c < readings.size(); ++c) {
            const ConstraintReading& reading = readings[c];
            text += pane_name(static_cast<int>(p)) + ',' + std::to_string(c) + ',' + std::string(reading.type);
            for (std::size_t k = 0; k < kFirst; ++k) {
                text += ',' + std::to_string(reading.particles[k]);
            }
            append(text, {reading.value});
            if (has_forces) {
                append(text, {reading.lambda, reading.force});
            } else {
                text += ",,";
            }
            text += ',' + std::to_string(state.step);
            append(text, {state.time});
            text += ',' + std::string(kRoleNames[static_cast<std::size_t>(reading.role)]);
            static_assert(std::tuple_size_v<decltype(reading.particles)> == kFirst + 2, "the header names them");
            text += ',' + std::to_string(reading.particles[kFirst]);
            text += ',' + std::string(reading.value_unit) + ',' + std::string(reading.force_unit);
            text += ',' + std::to_string(reading.particles[kFirst + 1]) + '\n';
        }
    }
    return text;
}

std::string supports_header() {
    return "pane,kind,name,force_x,force_y,force_z,power,frame,time\n";
}

std::string supports_rows(const Experiment& experiment) {
    std::string text;
    for (std::size_t p = 0; p < experiment.panes().size(); ++p) {
        const Pane& pane = experiment.panes()[p];
        for (const SupportReading& one : read_supports(*pane.model, pane.state, pane.settings, experiment.world().dt)) {
            const std::string name =
                one.kind == SupportReading::Kind::collider ? std::to_string(one.index) : csv_text(one.name);
            text += pane_name(static_cast<int>(p)) + ',' + std::string(name_of(one.kind)) + ',' + name;
            append(text, {one.load.force.x, one.load.force.y, one.load.force.z, one.load.power});
            text += ',' + std::to_string(pane.state.step);
            append(text, {pane.state.time});
            text += '\n';
        }
    }
    return text;
}

std::string residuals_header() {
    return "frame,time,pane,method,substep,iteration,residual_primal,residual_dual,relative_primal,relative_dual,"
           "elastic_energy\n";
}

std::string residuals_rows(const Experiment& experiment) {
    std::string text;
    for (std::size_t p = 0; p < experiment.panes().size(); ++p) {
        const Pane& pane = experiment.panes()[p];
        const std::string start = std::to_string(pane.state.step) + ',' + format_number(pane.state.time) + ',' +
                                  pane_name(static_cast<int>(p)) + ',' + method_key(pane.settings.method) + ',' +
                                  std::to_string(pane.settings.substeps) + ',';
        for (std::size_t i = 0; i < pane.trace.size(); ++i) {
            const Equations& now = pane.trace[i];
            text += start + std::to_string(i + 1);
            for (const double value :
                 {now.residual_primal, now.residual_dual, now.relative_primal, now.relative_dual, now.elastic_energy}) {
                text += ',' + csv_number(value); // empty if the method has no such value
            }
            text += '\n';
        }
    }
    return text;
}

namespace {

/// The shape of one pane.
struct Shape {
    int method;
    const Model& model;
    std::vector<Vec3> positions;
};

std::string obj_of(const std::string& scene, std::int64_t frame, double time, const std::vector<Shape>& panes) {
    std::string text =
        "# xpbd-lab: scene " + scene + ", frame " + std::to_string(frame) + ", " + format_number(time) + " s\n";
    std::size_t first = 1; // indices in OBJ files start at 1 and continue over all objects
    for (std::size_t p = 0; p < panes.size(); ++p) {
        const Model& model = panes[p].model;
        text += "o " + pane_name(static_cast<int>(p)) + '_' + method_key(panes[p].method) + '\n';
        for (const Vec3& x : panes[p].positions) {
            text += "v " + format_number(x.x) + ' ' + format_number(x.y) + ' ' + format_number(x.z) + '\n';
        }
        const auto element = [&](char kind, const auto& indices) {
            text += kind;
            for (const int index : indices) {
                text += ' ' + std::to_string(first + static_cast<std::size_t>(index));
            }
            text += '\n';
        };
        for (const auto& triangle : model.triangles) {
            element('f', triangle);
        }
        for (const auto& segment : model.segments) {
            element('l', segment);
        }
        first += model.particle_count();
    }
    return text;
}

} // namespace

std::string obj_text(const Experiment& experiment) {
    std::vector<Shape> panes;
    for (const Pane& pane : experiment.panes()) {
        Shape& shape = panes.emplace_back(Shape{pane.settings.method, *pane.model, {}});
        for (const Vec4& x : pane.state.particles.position) {
            shape.positions.push_back(xyz(x));
        }
    }
    return obj_of(experiment.scene().name, experiment.frame(), experiment.time(), panes);
}

std::string obj_text(const Snapshot& snapshot) {
    std::vector<Shape> panes;
    for (const PaneSnapshot& pane : snapshot.panes) {
        panes.push_back({pane.settings.method, *pane.model, {pane.positions.begin(), pane.positions.end()}});
    }
    return obj_of(snapshot.scene.name, snapshot.frame, snapshot.time, panes);
}

} // namespace xpbd::lab
