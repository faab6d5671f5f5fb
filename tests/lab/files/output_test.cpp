#include "lab/study/output.h"

#include "fixtures.h"
#include "lab/files/obj.h"
#include "run/running.h"

#include <charconv>

namespace xpbd::lab {
namespace {

using Table = std::vector<std::vector<std::string>>;

Table parse_csv(const std::string& text) {
    Table table;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        auto& row = table.emplace_back();
        std::size_t begin = 0;
        for (std::size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', begin)) {
            row.push_back(line.substr(begin, comma - begin));
            begin = comma + 1;
        }
        row.push_back(line.substr(begin));
    }
    return table;
}

double number(const std::string& text) {
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    EXPECT_TRUE(code == std::errc{} && end == text.data() + text.size()) << text;
    return value;
}

Experiment stepped_cloth(int frames) {
    auto experiment = Experiment::create(test::small_cloth());
    for (int i = 0; i < frames; ++i) {
        experiment->step();
    }
    return std::move(*experiment);
}

TEST(Csv, HasTheColumnsOfTheDesignAndOneLinePerPane) {
    EXPECT_EQ(
        csv_header(),
        "frame,time,pane,method,mean_strain,max_strain,sag,effective_stiffness,kinetic_energy,"
        "gravity_energy,elastic_energy,residual_primal,residual_dual,iterations,solve_ms,"
        "nominal_stiffness,sigma,total_energy,momentum,relative_dual,contacts,unfinished,"
        "momentum_x,momentum_y,momentum_z,angular_momentum_x,angular_momentum_y,angular_momentum_z,"
        "contact_force_x,contact_force_y,contact_force_z,hang_sag,volume,period,lowest,"
        "height,modulus_warp,modulus_weft,shear_modulus,poisson,grip_force,asked_force,secant_modulus,contraction,"
        "bending_length,asked_bending_length,drape_coefficient,folds,relative_primal,unmet_energy,not_converged,"
        "collider_force_x,collider_force_y,collider_force_z,collider_power,pin_force_x,pin_force_y,pin_force_z,"
        "pin_power,winch_power,work_in,gain,phase_lag\n");
    const Experiment experiment = stepped_cloth(7);
    const Table rows = parse_csv(csv_rows(experiment));
    ASSERT_EQ(rows.size(), 2u);
    const std::size_t columns = parse_csv(csv_header())[0].size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Pane& pane = experiment.panes()[i];
        const Measure m =
            measure(*experiment.model(), pane.state, pane.settings, experiment.world().gravity, experiment.world().dt);
        ASSERT_EQ(rows[i].size(), columns);
        EXPECT_EQ(rows[i][0], "7");
        EXPECT_EQ(number(rows[i][1]), pane.state.time);
        EXPECT_EQ(rows[i][2], i == 0 ? "a" : "b");
        EXPECT_EQ(rows[i][3], i == 0 ? "pbd" : "xpbd");
        EXPECT_EQ(number(rows[i][4]), m.mean_strain);
        EXPECT_EQ(number(rows[i][5]), m.max_strain);
        EXPECT_EQ(number(rows[i][6]), m.sag);
        EXPECT_EQ(number(rows[i][7]), m.effective_stiffness.value());
        EXPECT_EQ(number(rows[i][8]), m.kinetic_energy);
        EXPECT_EQ(number(rows[i][9]), m.gravity_energy);
        EXPECT_EQ(number(rows[i][10]), m.elastic_energy);
        EXPECT_EQ(number(rows[i][11]), m.residual_primal);
        EXPECT_EQ(number(rows[i][12]), m.residual_dual);
        EXPECT_EQ(number(rows[i][13]), pane.settings.iterations * pane.settings.substeps);
        EXPECT_GE(number(rows[i][14]), 0);
        EXPECT_EQ(rows[i][15], i == 0 ? "" : format_number(1 / pane.settings.stretch_compliance));
        EXPECT_EQ(number(rows[i][16]), m.sigma);
        EXPECT_EQ(number(rows[i][17]), m.kinetic_energy + m.gravity_energy + m.elastic_energy);
        EXPECT_EQ(number(rows[i][18]), glm::length(m.momentum));
        EXPECT_EQ(number(rows[i][19]), m.relative_dual);
        EXPECT_EQ(number(rows[i][20]), pane.stats.contacts);
        EXPECT_EQ(Vec3(number(rows[i][22]), number(rows[i][23]), number(rows[i][24])), m.momentum);
        EXPECT_EQ(Vec3(number(rows[i][25]), number(rows[i][26]), number(rows[i][27])), m.angular_momentum);
        EXPECT_EQ(Vec3(number(rows[i][28]), number(rows[i][29]), number(rows[i][30])), m.contact_force);
        EXPECT_EQ(Vec3(number(rows[i][55]), number(rows[i][56]), number(rows[i][57])), m.pin_force);
    }
}

TEST(Csv, WhatIsNotKnownIsAnEmptyField) {
    const Experiment experiment = stepped_cloth(0); // at rest no stiffness can be measured
    const Table rows = parse_csv(csv_rows(experiment));
    EXPECT_EQ(rows[0][7], "");
}

TEST(Csv, TheFirstFrameHasTheEnergyOfItsPositions) {
    auto experiment = Experiment::create(*default_session("oscillator")); // stretched by 0.5 m, alpha = 1e-2 m/N
    ASSERT_TRUE(experiment);
    const auto header = parse_csv(csv_header())[0];
    const auto row = parse_csv(csv_rows(*experiment))[1]; // XPBD
    for (std::size_t column = 0; column < header.size(); ++column) {
        if (header[column] == "elastic_energy" || header[column] == "total_energy") {
            EXPECT_NEAR(number(row[column]), 0.5 * 0.5 / (2 * 1e-2), 1e-9) << header[column];
        }
    }
}

TEST(Csv, ForcesThatAMethodDoesNotHaveAreEmptyFields) {
    Session session = test::small_cloth();
    session.panes[0].method = find_method("hpbd");
    auto experiment = Experiment::create(session);
    ASSERT_TRUE(experiment);
    for (int i = 0; i < 10; ++i) {
        experiment->step();
    }
    const Table rows = parse_csv(csv_rows(*experiment));
    const auto header = parse_csv(csv_header())[0];
    const auto fabric =
        static_cast<std::size_t>(std::find(header.begin(), header.end(), "modulus_warp") - header.begin());
    for (std::size_t column = 4; column < header.size(); ++column) {
        const bool of_pins = header[column].starts_with("pin_force");
        const bool none = of_pins || header[column] == "effective_stiffness" || header[column] == "residual_primal" ||
                          header[column] == "nominal_stiffness" || header[column].starts_with("contact_force") ||
                          header[column] == "relative_primal" || header[column] == "not_converged";
        const bool convergence = header[column] == "relative_primal" || header[column] == "unmet_energy" ||
                                 header[column] == "not_converged";
        const bool no_cloth = header[column] == "volume" ||
                              header[column] == "period" || // of a balloon, of a pendulum
                                                            // of a fabric, of a textile test, of colliders and drives
                              (column >= fabric && !convergence && !of_pins);
        EXPECT_EQ(rows[0][column].empty(), none || no_cloth) << header[column];
        EXPECT_EQ(rows[1][column].empty(), no_cloth) << header[column];
    }
    const Table constraints = parse_csv(constraints_rows(*experiment));
    const std::size_t columns = parse_csv(constraints_header())[0].size();
    const std::size_t count = experiment->model()->constraint_count();
    for (std::size_t c = 0; c < count; ++c) {
        const auto& hierarchical = constraints[c];
        ASSERT_EQ(hierarchical.size(), columns);
        EXPECT_FALSE(hierarchical[7].empty()) << "C";
        EXPECT_EQ(hierarchical[8] + hierarchical[9], "") << "multiplier and force";
        EXPECT_FALSE(constraints[count + c][9].empty());
    }
    const Table particles = parse_csv(particles_rows(*experiment));
    ASSERT_EQ(particles[0].size(), parse_csv(particles_header())[0].size());
    EXPECT_EQ(particles[0][11] + particles[0][12] + particles[0][13], "") << "contact force";
    EXPECT_FALSE(particles.back()[13].empty());
}

TEST(Csv, ParticlesReadBackToTheBit) {
    Session session = *default_session("cloth_sphere"); // contacts
    session.scene.values["resolution"] = {8, 8, 0};
    Experiment experiment = test::experiment_of(session);
    bool touched = false;
    for (int frame = 0; frame < 60 && !touched; ++frame) {
        experiment.step();
        touched = experiment.panes()[0].stats.contacts > 0 && experiment.panes()[1].stats.contacts > 0;
    }
    ASSERT_TRUE(touched);
    const Table rows = parse_csv(particles_header() + particles_rows(experiment));
    const std::size_t count = experiment.model()->particle_count();
    ASSERT_EQ(rows.size(), 1 + 2 * count);
    EXPECT_EQ(rows[0], (std::vector<std::string>{"pane", "particle", "x", "y", "z", "vx", "vy", "vz", "mass", "frame",
                                                 "time", "contact_force_x", "contact_force_y", "contact_force_z"}));
    Vec3 total(0);
    for (std::size_t p = 0; p < 2; ++p) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto& row = rows[1 + p * count + i];
            const Particles& particles = experiment.panes()[p].state.particles;
            EXPECT_EQ(row[0], pane_name(static_cast<int>(p)));
            EXPECT_EQ(row[1], std::to_string(i));
            EXPECT_EQ(Vec3(number(row[2]), number(row[3]), number(row[4])), xyz(particles.position[i]));
            EXPECT_EQ(Vec3(number(row[5]), number(row[6]), number(row[7])), particles.velocity[i]);
            EXPECT_EQ(number(row[8]), experiment.model()->mass[i]);
            EXPECT_EQ(row[9], std::to_string(experiment.frame()));
            EXPECT_EQ(number(row[10]), experiment.time());
            const State& state = experiment.panes()[p].state;
            const Vec3 force(number(row[11]), number(row[12]), number(row[13]));
            EXPECT_EQ(force, state.contact_multiplier[i] * state.force_scale);
            total += force;
        }
    }
    EXPECT_GT(total.y, 0);
}

TEST(Csv, ConstraintsReadBackToTheBit) {
    const Experiment experiment = stepped_cloth(20);
    const Table rows = parse_csv(constraints_header() + constraints_rows(experiment));
    const std::size_t count = experiment.model()->constraint_count();
    ASSERT_EQ(rows.size(), 1 + 2 * count);
    for (std::size_t p = 0; p < 2; ++p) {
        const auto readings = read_constraints(*experiment.model(), experiment.panes()[p].state);
        for (std::size_t c = 0; c < count; ++c) {
            const auto& row = rows[1 + p * count + c];
            ASSERT_EQ(row.size(), rows[0].size());
            EXPECT_EQ(row[1], std::to_string(c));
            EXPECT_EQ(row[2], readings[c].type);
            for (std::size_t k = 0; k < 4; ++k) {
                EXPECT_EQ(row[3 + k], std::to_string(readings[c].particles[k]));
            }
            EXPECT_EQ(number(row[7]), readings[c].value);
            EXPECT_EQ(number(row[8]), readings[c].lambda);
            EXPECT_EQ(number(row[9]), readings[c].force);
            EXPECT_EQ(row[10], "20");
            EXPECT_EQ(number(row[11]), experiment.time());
            EXPECT_EQ(row[12], kRoleNames[static_cast<std::size_t>(readings[c].role)]);
            EXPECT_EQ(row[13], "-1");
            EXPECT_EQ(row[14], readings[c].value_unit);
            EXPECT_EQ(row[15], readings[c].force_unit);
        }
    }
}

TEST(Csv, ResidualsAreThoseOfTheLastSubstepAndTracingChangesNoState) {
    Session session = test::small_cloth();
    for (Settings& settings : session.panes) {
        settings.iterations = 5;
        settings.substeps = 3;
    }
    Experiment plain = test::experiment_of(session);
    Experiment traced = test::experiment_of(session);
    traced.set_tracing(true);
    for (int frame = 0; frame < 4; ++frame) {
        plain.step();
        traced.step();
    }
    EXPECT_EQ(state_hash(plain), state_hash(traced));
    EXPECT_EQ(residuals_rows(plain), "");
    const Table rows = parse_csv(residuals_header() + residuals_rows(traced));
    ASSERT_EQ(rows.size(), 1u + 2 * 5);
    for (std::size_t p = 0; p < 2; ++p) {
        const std::vector<Equations> expected = plain.trace_step(static_cast<int>(p));
        ASSERT_EQ(expected.size(), 5u);
        for (std::size_t i = 0; i < 5; ++i) {
            const auto& row = rows[1 + 5 * p + i];
            ASSERT_EQ(row.size(), rows[0].size());
            EXPECT_EQ(row[0], "4");
            EXPECT_EQ(number(row[1]), plain.time());
            EXPECT_EQ(row[2], p == 0 ? "a" : "b");
            EXPECT_EQ(row[3], p == 0 ? "pbd" : "xpbd");
            EXPECT_EQ(row[4], "3");
            EXPECT_EQ(row[5], std::to_string(i + 1));
            EXPECT_EQ(number(row[6]), expected[i].residual_primal);
            EXPECT_EQ(number(row[7]), expected[i].residual_dual);
            EXPECT_EQ(number(row[8]), expected[i].relative_primal);
            EXPECT_EQ(number(row[9]), expected[i].relative_dual);
            EXPECT_EQ(number(row[10]), expected[i].elastic_energy);
        }
    }
    traced.set_tracing(false);
    traced.step();
    EXPECT_EQ(residuals_rows(traced), "");
}

TEST(ObjOutput, HoldsOneObjectPerPaneThatReadsBackToTheBit) {
    const test::TemporaryFolder folder;
    const Experiment experiment = stepped_cloth(5);
    test::spill(folder / "out.obj", obj_text(experiment));
    const auto mesh = load_obj(folder / "out.obj");
    ASSERT_TRUE(mesh) << mesh.error().message;
    const Model& model = *experiment.model();
    const std::size_t count = model.particle_count();
    ASSERT_EQ(mesh->positions.size(), 2 * count);
    ASSERT_EQ(mesh->triangles.size(), 2 * model.triangles.size());
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(mesh->positions[i], xyz(experiment.panes()[0].state.particles.position[i]));
        EXPECT_EQ(mesh->positions[count + i], xyz(experiment.panes()[1].state.particles.position[i]));
    }
    EXPECT_EQ(mesh->triangles.front(), model.triangles.front());
    EXPECT_EQ(mesh->triangles[model.triangles.size()][0], model.triangles.front()[0] + static_cast<int>(count));
    EXPECT_NE(obj_text(experiment).find("\no a_pbd\n"), std::string::npos);
    EXPECT_NE(obj_text(experiment).find("\no b_xpbd\n"), std::string::npos);
}

TEST(ObjOutput, ARopeIsWrittenAsLines) {
    auto experiment = Experiment::create(*default_session("rope_hanging"));
    ASSERT_TRUE(experiment) << experiment.error().message;
    EXPECT_NE(obj_text(*experiment).find("\nl 1 2\n"), std::string::npos);
}

TEST(Output, PanesAreLettered) {
    EXPECT_EQ(pane_name(0), "a");
    EXPECT_EQ(pane_name(3), "d");
}

} // namespace
} // namespace xpbd::lab
