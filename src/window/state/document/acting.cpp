#include "window/state/document/acting.h"

#include "core/model/method_traits.h"

namespace xpbd::window {

void ActingParameters::update(const std::vector<Settings>& panes, const Model& model) {
    if (panes == panes_ && model.identity == identity_ && !acting_.empty()) {
        return;
    }
    panes_ = panes;
    identity_ = model.identity;
    acting_.clear();
    for (const SettingsParameter& row : settings_parameters()) {
        std::vector<int>& acting = acting_.emplace_back();
        for (std::size_t pane = 0; pane < panes.size(); ++pane) {
            if (unused_reason(panes[pane], model, row.info.key).empty()) {
                acting.push_back(static_cast<int>(pane));
            }
        }
    }
    differences_ = picture::differences(panes, model);
}

} // namespace xpbd::window
