#pragma once

#include "core/measure/measure.h"
#include "core/settings.h"
#include "core/solver.h"
#include "lab/run/snapshot.h"

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// What one pane's frame is read from.
struct Reading {
    const Measure& measure;
    const Settings& settings;
    const StepStats& stats;
    double solve_ms = 0;                                      ///< wall time of the frame's step [ms]
    double period = std::numeric_limits<double>::quiet_NaN(); ///< Swing::period() [s]
};

/// One measured figure of a pane.
struct Readout {
    std::string_view key;   ///< column in CSV files, measure of a sweep
    std::string_view label; ///< name in the window
    std::string_view unit;  ///< in files
    std::string_view shown_unit;
    double factor = 1; ///< from the unit in files to the one shown
    bool logarithmic = false;
    bool reproducible = true; ///< false for wall times: the same session gives others
    std::string_view tooltip;
    double (*value)(const Reading&); ///< NaN where there is none
    std::string_view exact = {};     ///< row that has its exact value, which plots show beneath it; "" = none
};

/// Every readout. THE table: the window's figures, plots and sweeps, and the columns of CSV files come from it.
std::span<const Readout> readouts();
/// The row of this key, or null.
const Readout* find_readout(std::string_view key);
/// The place of a row in the table.
std::size_t place_of(const Readout& row);
/// The row that has the exact value of this one, or null.
const Readout* exact_of(const Readout& row);

/// The value of every row, in the table's order.
std::vector<double> read_all(const Reading& reading);

/// One of the figures that a scene names for what it shows.
struct ShownReadout {
    std::string_view key;     ///< row of readouts()
    std::string_view label;   ///< in this scene
    std::string_view unit;    ///< in which `value` is
    std::string_view tooltip; ///< what it is
    double value;             ///< NaN where there is none
};
/// The figures that a pane of this snapshot shows, as the scene orders them (SceneInfo::readouts): beside its picture,
/// in the stamp, at the ruler. Their keys are what the plots show at first, too.
std::vector<ShownReadout> shown_readouts(const Snapshot& snapshot, int pane);

/// 1/alpha of the stretch compliance, or what a material of its own has in its place [N/m]: infinite where rigid, NaN
/// for methods without a compliance.
double nominal_stiffness(const Settings& settings, const Measure& measure);

} // namespace xpbd::lab
