// The parameters in which panes differ, as short texts.
#pragma once

#include "core/model/model.h"
#include "core/model/parameters.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::picture {

/// A parameter in which a pane differs from another, short enough for the pane's header.
struct Difference {
    std::string_view key; ///< row of settings_parameters()
    std::string text;     ///< "n 20", "k 0.03", "bdf2"
    std::string meaning;  ///< "Iterations: 20"
    bool unread = false;  ///< listed because another pane does not read this parameter, not because the values differ
};

/// Per pane: first the parameters that act in it and have another value in another pane where they act, too; then the
/// numbers that another pane does not read at all, such as k beside a compliance. Both parts are in the order of the
/// table. Methods are not listed, because the header shows them anyway.
std::vector<std::vector<Difference>> differences(std::span<const Settings> panes, const Model& model);

} // namespace xpbd::picture
