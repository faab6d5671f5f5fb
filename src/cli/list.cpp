// The command `list`: prints the program's tables as text, JSON or Markdown.
#include "cli/cli.h"
#include "cli/command_list.h"

#include "core/base/excerpt.h"
#include "core/model/constraint_table.h"
#include "core/model/method_traits.h"
#include "core/model/parameters.h"
#include "lab/figures/figure.h"
#include "lab/files/file.h"
#include "lab/lessons/lesson.h"
#include "lab/looks/looks.h"
#include "lab/readouts/readouts.h"
#include "lab/text/number_text.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/parts/rope_rows.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

namespace xpbd::cli {
namespace {

struct ListOptions {
    std::string what; ///< a name of kTables
    bool json = false;
    bool markdown = false;
};

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

/// Prints a table as text, JSON or Markdown.
void print(std::ostream& out, const Row& head, const std::vector<Row>& rows, const ListOptions& options) {
    if (options.json) {
        Json list = Json::array();
        for (const Row& row : rows) {
            Json item;
            for (std::size_t i = 0; i < head.size(); ++i) {
                item[head[i]] = row[i];
            }
            list.push_back(item);
        }
        out << list.dump(2) << "\n";
        return;
    }
    if (options.markdown) {
        const auto line = [](const Row& row) {
            std::string text = "|";
            for (std::string cell : row) {
                for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) {
                    cell.insert(at, "\\");
                }
                text += " " + cell + " |";
            }
            return text + "\n";
        };
        out << line(head) << "|" << [&] {
            std::string dashes;
            for (std::size_t i = 0; i < head.size(); ++i) {
                dashes += "---|";
            }
            return dashes;
        }() << "\n";
        for (const Row& row : rows) {
            out << line(row);
        }
        return;
    }
    // Text: all columns except the last are aligned.
    std::vector<std::size_t> width(head.size());
    for (std::size_t i = 0; i < head.size(); ++i) {
        width[i] = head[i].size();
        for (const Row& row : rows) {
            width[i] = std::max(width[i], row[i].size());
        }
    }
    const auto line = [&](const Row& row) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i) {
            out << row[i] << std::string(width[i] + 2 - row[i].size(), ' ');
        }
        out << row.back() << "\n";
    };
    line(head);
    for (const Row& row : rows) {
        line(row);
    }
}

std::string default_text(const ParameterInfo& info) {
    return format_value(info, info.default_value);
}

Row parameter_row(const std::string& key, const ParameterInfo& info) {
    return {key, std::string(info.unit), allowed_range(info), default_text(info), std::string(info.tooltip)};
}

void list_parameters(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const auto& parameter : world_parameters()) {
        rows.push_back(parameter_row(std::string(parameter.info.key), parameter.info));
    }
    for (const auto& parameter : settings_parameters()) {
        rows.push_back(parameter_row(std::string(parameter.info.key), parameter.info));
    }
    print(out, {"key", "unit", "allowed", "default", "meaning"}, rows, options);
}

std::string percent(double share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g %%", 100 * share);
    return text.data();
}

void list_methods(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const MethodTraits& method : methods()) {
        rows.push_back({std::string(method.key), std::string(method.label), std::string(method.formula),
                        std::string(method.source), std::string(method.summary), percent(method.energy_rise[0]),
                        percent(method.energy_rise[1])});
    }
    print(out, {"key", "name", "formula", "source", "description", "energy rise, BDF1", "BDF2"}, rows, options);
}

void list_constraints(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const ConstraintInfo& constraint : constraint_table()) {
        rows.push_back({std::string(constraint.key), std::string(constraint.formula),
                        std::string(constraint.compliance_unit), std::string(constraint.source),
                        std::string(constraint.summary)});
    }
    print(out, {"key", "formula", "compliance in", "source", "description"}, rows, options);
}

/// A parameter as JSON, with its range as numbers or its choices.
Json json_of(const ParameterInfo& info) {
    Json json{{"key", info.key},
              {"unit", info.unit},
              {"allowed", allowed_range(info)},
              {"components", info.components},
              {"default", default_text(info)},
              {"meaning", info.tooltip}};
    if (info.scale == Scale::choice) {
        json["choices"] = Json::array();
        for (const std::string_view choice : info.choices) {
            json["choices"].push_back(choice);
        }
    } else if (info.scale != Scale::toggle) {
        json["min"] = info.scale == Scale::logarithmic && info.zero_allowed ? 0 : info.min;
        json["max"] = info.max;
    }
    return json;
}

void list_scenes(std::ostream& out, const ListOptions& options) {
    if (options.json) {
        Json list = Json::array();
        for (const scenes::SceneInfo& scene : scenes::scene_table()) {
            Json item{{"key", scene.key}, {"name", scene.label}, {"caption", scene.caption}, {"hint", scene.hint}};
            item["parameters"] = Json::array();
            for (const ParameterInfo& info : scene.parameters) {
                item["parameters"].push_back(json_of(info));
            }
            list.push_back(item);
        }
        out << list.dump(2) << "\n";
        return;
    }
    std::vector<Row> rows;
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        std::string keys;
        for (const ParameterInfo& info : scene.parameters) {
            if (info.key == "material" &&
                scenes::takes_rope(scene)) { // the material parameters have a table of their own
                break;
            }
            if (!scenes::is_fabric_row(info)) {
                keys += (keys.empty() ? "" : ", ") + std::string(info.key);
            }
        }
        keys += scenes::takes_fabric(scene) ? "; the fabric's" : scenes::takes_rope(scene) ? "; the rope's" : "";
        rows.push_back({std::string(scene.key), keys, std::string(scene.caption)});
    }
    print(out, {"key", "parameters (scene.KEY)", "description"}, rows, options);
    if (options.markdown) { // the Markdown page lists only the parameters' names
        return;
    }
    std::vector<Row> parameters;
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        for (const ParameterInfo& info : scene.parameters) {
            if (info.key == "material" && (scenes::takes_rope(scene) || scenes::takes_fabric(scene))) {
                break; // the material parameters have tables of their own
            }
            parameters.push_back({std::string(scene.key), std::string(info.key), std::string(info.unit),
                                  default_text(info), allowed_range(info)});
        }
    }
    out << "\n";
    print(out, {"scene", "scene.KEY", "unit", "default", "allowed"}, parameters, options);
}

/// Prints the parameters of a scene from its material on.
void list_material_parameters(std::string_view scene, std::ostream& out, const ListOptions& options) {
    const auto parameters = scenes::find_scene(scene)->parameters;
    std::vector<Row> rows;
    for (auto info = std::find_if(parameters.begin(), parameters.end(),
                                  [](const ParameterInfo& row) { return row.key == "material"; });
         info != parameters.end(); ++info) {
        rows.push_back(parameter_row(std::string(info->key), *info));
    }
    print(out, {"key", "unit", "allowed", "default", "meaning"}, rows, options);
}

void list_fabric_parameters(std::ostream& out, const ListOptions& options) {
    list_material_parameters("cloth", out, options);
}

void list_rope_parameters(std::ostream& out, const ListOptions& options) {
    list_material_parameters("twisted_rod", out, options);
}

void list_ropes(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    rows.reserve(std::size(kRopes));
    for (const RopeInfo& info : kRopes) {
        const auto number = [](double value) { return lab::short_number(value); };
        rows.push_back({std::string(info.key), std::string(info.label), number(1e3 * info.diameter),
                        number(1e3 * info.density), number(info.rope.axial), number(info.rope.bending),
                        number(info.rope.torsion), std::string(info.source)});
    }
    print(out, {"key", "name", "d (mm)", "density (g/m)", "EA (N)", "EI (N m^2)", "GJ (N m^2)", "source"}, rows,
          options);
}

void list_fabrics(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    rows.reserve(std::size(kFabrics));
    for (const FabricInfo& info : kFabrics) {
        const auto pair = [](double warp, double weft) {
            return lab::short_number(warp) + ", " + lab::short_number(weft);
        };
        const Fabric& fabric = info.fabric;
        rows.push_back({std::string(info.key), std::string(info.label), lab::short_number(info.density),
                        pair(fabric.modulus_warp, fabric.modulus_weft), lab::short_number(fabric.poisson),
                        lab::short_number(fabric.shear_modulus),
                        pair(1e6 * fabric.rigidity_warp, 1e6 * fabric.rigidity_weft) + ", " +
                            lab::short_number(1e6 * fabric.rigidity_bias),
                        std::string(info.source)});
    }
    print(out,
          {"key", "name", "density (kg/m^2)", "E warp, weft (N/m)", "nu", "G (N/m)", "B warp, weft, bias (1e-6 N m)",
           "source"},
          rows, options);
}

void list_figures(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const lab::FigureInfo& figure : lab::figure_table()) {
        rows.push_back({std::string(figure.key), std::string(figure.title), std::string(figure.sessions)});
    }
    print(out, {"key", "description", "sessions in assets/sessions"}, rows, options);
}

void list_lessons(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const lab::LessonFile& file : lab::lesson_files()) {
        const Result<lab::Lesson> lesson = lab::load_lesson(file.path);
        rows.push_back({file.key, lesson ? lesson->title : "", lesson ? lesson->about : lesson.error().message});
    }
    print(out, {"key", "title", "description"}, rows, options);
}

void list_looks(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const lab::LookRow& row : lab::looks()) {
        rows.push_back(parameter_row(std::string(row.info.key), row.info));
        if (row.info.choices.size() > lab::readouts().size()) { // too long for a table
            rows.back()[2] = "scene | a key of `list readouts`, or residual_dual/iteration, residual_primal/iteration";
        }
    }
    print(out, {"key", "unit", "allowed", "default", "meaning"}, rows, options);
}

void list_readouts(std::ostream& out, const ListOptions& options) {
    std::vector<Row> rows;
    for (const lab::Readout& readout : lab::readouts()) {
        rows.push_back({std::string(readout.key), std::string(readout.unit), std::string(readout.tooltip)});
    }
    print(out, {"key", "unit", "meaning"}, rows, options);
}

/// src/core/REFERENCE.md: the tables of the solvers in one document.
void list_reference(std::ostream& out, const ListOptions& options) {
    struct Section {
        const char* key;
        const char* title;
        const char* about; ///< Markdown, between title and table
        void (*print_table)(std::ostream&, const ListOptions&);
    };
    constexpr Section kSections[] = {
        {"parameters", "Parameters",
         "A pane's sliders, its keys in a session file, and `--set KEY=VALUE`. The command line and session files\n"
         "take a quotient as a number, too: `dt=1/60`, in a session `\"dt\": \"1/60\"`.",
         list_parameters},
        {"methods", "Methods",
         "Values of the parameter `method`. The last two columns: how far the kinetic and potential energy rises\n"
         "above its minimum until then, at most, in 500 random scenes without damping. It is a share of m g times\n"
         "the body's size plus the energy at the start. Methods with a compliance are counted until a step does not\n"
         "converge.",
         list_methods},
        {"constraints", "Constraints",
         "Types of constraints. `C` is the error, which is zero where the constraint is met.", list_constraints},
        {"readouts", "Readouts",
         "Measured per pane and frame. The keys are the columns of every CSV file, and name plots and the measure\n"
         "of a sweep.",
         list_readouts},
    };
    if (options.json) {
        Json tables;
        for (const Section& section : kSections) {
            std::ostringstream table;
            section.print_table(table, options);
            tables[section.key] = Json::parse(table.str());
        }
        out << tables.dump(2) << "\n";
        return;
    }
    out << (options.markdown
                ? "# Reference of the solvers\n\nThis file is generated: "
                  "`xpbd-lab list reference --markdown > src/core/REFERENCE.md` writes it again, and a test\n"
                  "compares the two. [FORMULAS.md](FORMULAS.md) has the formulas behind the tables.\n"
                : "");
    for (const Section& section : kSections) {
        if (options.markdown) {
            out << "\n## " << section.title << "\n\n" << section.about << "\n\n";
        } else {
            out << section.title << "\n";
        }
        section.print_table(out, options);
        out << (options.markdown ? "" : "\n");
    }
}

constexpr std::pair<std::string_view, void (*)(std::ostream&, const ListOptions&)> kTables[] = {
    {"scenes", list_scenes},
    {"methods", list_methods},
    {"constraints", list_constraints},
    {"parameters", list_parameters},
    {"readouts", list_readouts},
    {"looks", list_looks},
    {"figures", list_figures},
    {"lessons", list_lessons},
    {"fabrics", list_fabrics},
    {"fabric_parameters", list_fabric_parameters},
    {"ropes", list_ropes},
    {"rope_parameters", list_rope_parameters},
    {"reference", list_reference},
};

int list(const ListOptions& options) {
    std::vector<std::string_view> names;
    for (const auto& [name, print_table] : kTables) {
        if (options.what == name) {
            std::ostringstream out;
            print_table(out, options);
            const Status written = lab::write_file("-", out.str());
            return written ? kDone : report(written.error());
        }
        names.push_back(name);
    }
    return report({"list " + excerpt(options.what) + (options.what.empty() ? "what? " : ": no such list; ") +
                   "there are scenes, methods, constraints, parameters, readouts, looks, figures, lessons, fabrics, "
                   "fabric_parameters, ropes, rope_parameters and reference" +
                   did_you_mean(options.what, names)});
}

} // namespace

Action declare_list(Options& options) {
    const auto listing = std::make_shared<ListOptions>();
    options.text(
        "what", listing->what, "WHAT",
        "scenes, methods, constraints, parameters, readouts, looks, figures, lessons, fabrics, "
        "fabric_parameters, ropes, rope_parameters, or reference (parameters, methods, constraints and readouts)");
    options.flag("--json", listing->json, "As JSON");
    options.flag("--markdown", listing->markdown, "As a Markdown table");
    options.exclude("--markdown", "--json");
    return [listing] { return list(*listing); };
}

} // namespace xpbd::cli
