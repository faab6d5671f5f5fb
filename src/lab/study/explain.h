#pragma once

#include "core/model.h"
#include "core/parameters.h"

#include <string>
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

/// The formulas of a pane's method for a typical edge of the model, with the values that are set.
std::vector<Explanation> explain(const Model& model, const Settings& settings, const World& world);

} // namespace xpbd::lab
