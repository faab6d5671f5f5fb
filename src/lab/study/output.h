// CSV and OBJ output.
#pragma once

#include "lab/experiment/experiment.h"
#include "lab/readouts/readouts.h"
#include "lab/run/runner.h"

#include <cstdint>
#include <span>
#include <string>

namespace xpbd::lab {

/// A number in a CSV file. It reads back exactly; NaN is empty.
std::string csv_number(double value);
/// Key of the method with this index in methods().
std::string method_key(int method);
/// Header line of `--csv`, with line end.
std::string csv_header();
/// The line of a pane at a frame, with the values of read_all().
std::string csv_row(std::int64_t frame, double time, int pane, int method, std::span<const double> values);
/// The line of a pane at the current frame.
std::string csv_row(const Experiment& experiment, std::size_t pane);
/// The lines of all panes at the current frame.
std::string csv_rows(const Experiment& experiment);
/// @name Header lines and lines of the current frame for `--particles`, `--constraints`, `--supports` and `--residuals`
/// Numbers read back exactly. Fields that a method does not have (HPBD's forces) are empty.
/// @{
std::string particles_header();
std::string particles_rows(const Experiment& experiment);
std::string constraints_header();
std::string constraints_rows(const Experiment& experiment);
/// One line per pane and iteration of the frame's last substep; empty if Experiment::set_tracing is off.
std::string supports_header();
std::string supports_rows(const Experiment& experiment);

std::string residuals_header();
std::string residuals_rows(const Experiment& experiment);
/// @}
/// The content of `--obj`: the current frame, one object per pane. Numbers read back exactly.
std::string obj_text(const Experiment& experiment);
/// The content of `--obj` from a snapshot, in single precision.
std::string obj_text(const Snapshot& snapshot);

} // namespace xpbd::lab
