#include "picture/text/differences.h"

#include "core/model/method_traits.h"
#include "lab/text/body_unit.h"
#include "lab/text/number_text.h"

#include <algorithm>
#include <cstddef>

namespace xpbd::picture {
namespace {

std::string number_text(const ParameterInfo& info, double value) {
    if (value == 0 && !info.zero_label.empty()) {
        return std::string(info.zero_label.substr(0, info.zero_label.find(" (")));
    }
    return info.scale == Scale::integer ? lab::display_value(info, value) : lab::short_number(value);
}

Difference difference(const ParameterInfo& info, double value) {
    Difference result;
    result.key = info.key;
    const std::string label(info.label);
    if (info.scale == Scale::choice) {
        result.text = choice_label(info, static_cast<std::size_t>(value));
        result.meaning = label + ": " + result.text;
    } else if (info.scale == Scale::toggle) {
        result.text = value != 0 ? label : "without " + label;
        result.meaning = label + ": " + (value != 0 ? "on" : "off");
    } else {
        result.text = (info.symbol.empty() ? label : std::string(info.symbol)) + " " + number_text(info, value);
        result.meaning = label + ": " + lab::display_value(info, value);
    }
    return result;
}

/// True if a number has an effect. A 0 switches the parameter off, except for a compliance, where 0 means rigid.
bool has_effect(const ParameterInfo& info, double value) {
    return info.scale != Scale::choice && (value != 0 || info.key.ends_with("_compliance"));
}

} // namespace

std::vector<std::vector<Difference>> differences(std::span<const Settings> panes, const Model& model) {
    std::vector<std::vector<Difference>> unequal(panes.size()), alone(panes.size());
    std::vector<bool> acts(panes.size());
    for (const SettingsParameter& row : settings_parameters()) {
        if (row.info.key == "method") {
            continue;
        }
        for (std::size_t i = 0; i < panes.size(); ++i) {
            acts[i] = unused_reason(panes[i], model, row.info.key).empty();
        }
        for (std::size_t i = 0; i < panes.size(); ++i) {
            const double value = row.get(panes[i]);
            bool other_value = false;
            bool unread = false;
            for (std::size_t j = 0; acts[i] && j < panes.size(); ++j) {
                other_value = other_value || (acts[j] && row.get(panes[j]) != value);
                unread = unread || !acts[j];
            }
            if (other_value) {
                unequal[i].push_back(difference(lab::with_unit_of(model, row.info), value));
            } else if (unread && has_effect(row.info, value)) {
                alone[i].push_back(difference(lab::with_unit_of(model, row.info), value));
                alone[i].back().unread = true;
            }
        }
    }
    for (std::size_t i = 0; i < panes.size(); ++i) {
        unequal[i].insert(unequal[i].end(), alone[i].begin(), alone[i].end());
    }
    return unequal;
}

} // namespace xpbd::picture
