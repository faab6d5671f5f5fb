#pragma once

#include "core/model.h"
#include "core/parameters.h"

#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// One line of what a method computes: the formula, then the same with the present values put in.
struct Explanation {
    std::string formula; ///< "k_eff = ((1-k)^(-n) - 1)/(h^2 w)"
    std::string values;  ///< "((1-0.04)^(-20) - 1)/(0.00833^2 x 0.5)"
    std::string result;  ///< "= 36500 N/m"
    std::string meaning; ///< a short sentence
    double number = 0;   ///< the result, in SI
};

/// The formulas of a pane's method for a typical edge of the model, with the values that are set. Of a method that it
/// does not know it says no more than what every method shares: the substep and the masses.
std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world);
/// The same for a method that need not be in the table of methods.
std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world,
                                 std::string_view method);

} // namespace xpbd::lab
