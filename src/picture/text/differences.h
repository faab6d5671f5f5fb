#pragma once

#include "core/model.h"
#include "core/parameters.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::picture {

/// A parameter that tells a pane from another one, short enough for the pane's header.
struct Difference {
    std::string_view key; ///< row of settings_parameters()
    std::string text;     ///< "n 20", "k 0.03", "bdf2"
    std::string meaning;  ///< "Iterations: 20"
    bool unread = false;  ///< no other value: another pane does not read it at all
};

/// For each pane what acts in it and has another value in another pane where it acts too; after that the numbers that
/// another pane does not read at all, as k beside a compliance. Each part in the order of the table. The methods are
/// left out: they stand beside it.
std::vector<std::vector<Difference>> differences(std::span<const Settings> panes, const Model& model);

} // namespace xpbd::picture
