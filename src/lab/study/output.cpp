#include "lab/study/output.h"

#include "core/methods.h"
#include "core/parameters.h"

#include <cmath>
#include <initializer_list>

namespace xpbd::lab {
namespace {

/// Appends numbers, each after a comma.
void append(std::string& line, std::initializer_list<double> numbers) {
    for (const double number : numbers) {
        line += ',';
        line += format_number(number);
    }
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
    for (const double value : values) {
        row += ',' + csv_number(value);
    }
    return row + '\n';
}

std::string csv_rows(const Experiment& experiment) {
    std::string rows;
    for (std::size_t i = 0; i < experiment.panes().size(); ++i) {
        const Pane& pane = experiment.panes()[i];
        const World& world = experiment.world();
        const Measure m = measure(*experiment.model(), pane.state, pane.settings, world.gravity, world.dt);
        rows += csv_row(pane.state.step, pane.state.time, static_cast<int>(i), pane.settings.method,
                        read_all({m, pane.settings, pane.stats, pane.solve_ms}));
    }
    return rows;
}

std::string particles_csv(const Experiment& experiment) {
    std::string text = "pane,particle,x,y,z,vx,vy,vz,mass\n";
    const Model& model = *experiment.model();
    for (std::size_t p = 0; p < experiment.panes().size(); ++p) {
        const Particles& particles = experiment.panes()[p].state.particles;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            const Vec4& x = particles.position[i];
            const Vec3& v = particles.velocity[i];
            text += pane_name(static_cast<int>(p)) + ',' + std::to_string(i);
            append(text, {x.x, x.y, x.z, v.x, v.y, v.z, model.mass[i]});
            text += '\n';
        }
    }
    return text;
}

std::string constraints_csv(const Experiment& experiment) {
    std::string text = "pane,constraint,type,p0,p1,p2,p3,value,lambda,force\n";
    for (std::size_t p = 0; p < experiment.panes().size(); ++p) {
        const Pane& pane = experiment.panes()[p];
        const auto readings = read_constraints(*experiment.model(), pane.state);
        const bool has_forces = no_forces_reason(pane.settings).empty();
        for (std::size_t c = 0; c < readings.size(); ++c) {
            const ConstraintReading& reading = readings[c];
            text += pane_name(static_cast<int>(p)) + ',' + std::to_string(c) + ',' + std::string(reading.type);
            for (const int particle : reading.particles) {
                text += ',' + std::to_string(particle);
            }
            append(text, {reading.value});
            if (has_forces) {
                append(text, {reading.lambda, reading.force});
            } else {
                text += ",,";
            }
            text += '\n';
        }
    }
    return text;
}

namespace {

/// One pane's shape.
struct Shape {
    int method;
    std::vector<Vec3> positions;
};

std::string obj_of(const Model& model, const std::string& scene, std::int64_t frame, double time,
                   const std::vector<Shape>& panes) {
    std::string text =
        "# xpbd-lab: scene " + scene + ", frame " + std::to_string(frame) + ", " + format_number(time) + " s\n";
    std::size_t first = 1; // OBJ counts from 1, through all objects
    for (std::size_t p = 0; p < panes.size(); ++p) {
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
        Shape& shape = panes.emplace_back(Shape{pane.settings.method, {}});
        for (const Vec4& x : pane.state.particles.position) {
            shape.positions.push_back(xyz(x));
        }
    }
    return obj_of(*experiment.model(), experiment.scene().name, experiment.frame(), experiment.time(), panes);
}

std::string obj_text(const Snapshot& snapshot) {
    std::vector<Shape> panes;
    for (const PaneSnapshot& pane : snapshot.panes) {
        panes.push_back({pane.settings.method, {pane.positions.begin(), pane.positions.end()}});
    }
    return obj_of(*snapshot.model, snapshot.scene.name, snapshot.frame, snapshot.time, panes);
}

} // namespace xpbd::lab
