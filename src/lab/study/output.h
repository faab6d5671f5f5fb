#pragma once

#include "lab/experiment/experiment.h"
#include "lab/run/readouts.h"
#include "lab/run/runner.h"

#include <cstdint>
#include <span>
#include <string>

namespace xpbd::lab {

/// A number of a CSV file: it reads back exactly; empty for NaN.
std::string csv_number(double value);
/// Key of a row of methods().
std::string method_key(int method);
/// Header line of `--csv`, with its newline.
std::string csv_header();
/// One line: a pane at a frame, with read_all()'s values.
std::string csv_row(std::int64_t frame, double time, int pane, int method, std::span<const double> values);
/// The line of a pane at the current frame.
std::string csv_row(const Experiment& experiment, std::size_t pane);
/// Those of all panes.
std::string csv_rows(const Experiment& experiment);
/// @name `--particles`, `--constraints` and `--residuals`
/// Header lines, and the lines of the current frame. Numbers read back exactly; the fields of what a method does not
/// have (HPBD's forces) are empty.
/// @{
std::string particles_header();
std::string particles_rows(const Experiment& experiment);
std::string constraints_header();
std::string constraints_rows(const Experiment& experiment);
/// One line per pane and iteration of the frame's last substep; none where it was not traced (Experiment::set_tracing).
std::string residuals_header();
std::string residuals_rows(const Experiment& experiment);
/// @}
/// The whole file of the current frame: `--obj`, one object per pane. Numbers read back exactly.
std::string obj_text(const Experiment& experiment);
/// The same, in the single precision of what is drawn.
std::string obj_text(const Snapshot& snapshot);

} // namespace xpbd::lab
