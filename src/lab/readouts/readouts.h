// The table of measured values.
#pragma once

#include "core/model/settings.h"
#include "core/step/measure/measure.h"
#include "core/step/solver.h"

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// What repeats itself in the frames of a pane; NaN: not measured.
struct Oscillation {
    double period = std::numeric_limits<double>::quiet_NaN();    ///< of a swing [s]
    double gain = std::numeric_limits<double>::quiet_NaN();      ///< amplitude over that of the drive [1]
    double phase_lag = std::numeric_limits<double>::quiet_NaN(); ///< behind the drive [deg]
};

/// The data from which the readouts of a pane are computed.
struct Reading {
    const Measure& measure;
    const Settings& settings;
    const StepStats& stats;
    double solve_ms = 0;          ///< wall time of the frame's step [ms]
    Oscillation oscillation = {}; ///< Swing::measured()
};

/// One row of the table: a measured value of a pane.
struct Readout {
    std::string_view key;   ///< column in CSV files, and name for sweeps
    std::string_view label; ///< name in the window
    std::string_view unit;  ///< unit in exported files
    std::string_view shown_unit;
    double factor = 1; ///< from the unit in exported files to the shown unit
    bool logarithmic = false;
    bool reproducible = true; ///< false for wall times, which differ between runs of the same session
    std::string_view tooltip;
    double (*value)(const Reading&); ///< NaN if the value does not exist
    /// Key of the row with the exact value, which plots show as a reference; "" = no such row.
    std::string_view exact = {};
};

/// All readouts. The window's values, plots and sweeps and the columns of CSV files are made from this table.
std::span<const Readout> readouts();
/// The row with this key, or null.
const Readout* find_readout(std::string_view key);
/// Index of a row in the table.
std::size_t place_of(const Readout& row);
/// The row with the exact value of this one, or null.
const Readout* exact_of(const Readout& row);

/// The values of all rows, in the table's order.
std::vector<double> read_all(const Reading& reading);

/// Reciprocal stretch compliance, or the corresponding stiffness of a measured material [N/m]. Infinite if rigid; NaN
/// for methods without a compliance.
double nominal_stiffness(const Settings& settings, const Measure& measure);

} // namespace xpbd::lab
