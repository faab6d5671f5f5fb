// The formulas of methods with numbers put in.
#pragma once

#include "core/model/model.h"
#include "core/model/parameters.h"

#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// One line of a method's computation: the formula, and the formula with current values.
struct Explanation {
    std::string formula; ///< "k_eff = ((1-k)^(-n) - 1)/(h^2 w)"
    std::string values;  ///< "((1-0.04)^(-20) - 1)/(0.00833^2 x 0.5)"
    std::string result;  ///< "= 36500 N/m"
    std::string meaning; ///< a short sentence
    double number = 0;   ///< the result in SI units
};

/// The formulas of a pane's method for a typical edge of the model, with the current values. For an unknown method only
/// the part that all methods share: the substep and the masses.
std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world);
/// The formulas of a method that need not be in the table of methods.
std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world,
                                 std::string_view method);

} // namespace xpbd::lab
