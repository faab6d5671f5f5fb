#include "window/state/document.h"

#include "core/methods.h"

#include <algorithm>
#include <utility>

namespace xpbd::window {
namespace {

constexpr std::size_t kMaxEntries = 200;

} // namespace

Document make_document(const lab::Session& session) {
    Document document{session.scene, session.world, session.panes, {}, {}};
    for (const SettingsParameter& parameter : settings_parameters()) {
        const bool agree = std::all_of(session.panes.begin(), session.panes.end(), [&](const Settings& pane) {
            return parameter.get(pane) == parameter.get(session.panes.front());
        });
        document.linked.push_back(parameter.info.key != "method" && agree);
    }
    return document;
}

int parameter_row(std::string_view key) {
    const auto table = settings_parameters();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const SettingsParameter& row) { return row.info.key == key; });
    return found == table.end() ? -1 : static_cast<int>(found - table.begin());
}

void set_parameter(Document& document, int pane, int row, double value) {
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
    if (!validate(parameter.info, Value{value, 0, 0})) {
        return;
    }
    for (std::size_t i = 0; i < document.panes.size(); ++i) {
        if (static_cast<int>(i) == pane || document.linked[static_cast<std::size_t>(row)]) {
            Settings& settings = document.panes[i];
            if (parameter.info.key == "method") {
                settings = with_method(settings, static_cast<int>(value));
            } else {
                parameter.set(settings, value);
            }
        }
    }
}

void add_pane(Document& document, int copied) {
    if (document.panes.size() < lab::kMaxPanes) {
        document.panes.push_back(Settings(document.panes[static_cast<std::size_t>(copied)]));
    }
}

void remove_pane(Document& document, int pane) {
    if (document.panes.size() > 1) {
        document.panes.erase(document.panes.begin() + pane);
    }
}

void set_linked(Document& document, int pane, int row, bool linked) {
    document.linked[static_cast<std::size_t>(row)] = linked;
    if (linked) {
        const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(row)];
        set_parameter(document, pane, row, parameter.get(document.panes[static_cast<std::size_t>(pane)]));
    }
}

void History::commit(const Document& current) {
    if (current == committed_) {
        return;
    }
    undo_.push_back(std::exchange(committed_, current));
    if (undo_.size() > kMaxEntries) {
        undo_.erase(undo_.begin());
    }
    redo_.clear();
}

std::optional<Document> History::undo(const Document& current) {
    commit(current);
    if (undo_.empty()) {
        return std::nullopt;
    }
    redo_.push_back(std::exchange(committed_, std::move(undo_.back())));
    undo_.pop_back();
    return committed_;
}

std::optional<Document> History::redo(const Document& current) {
    commit(current);
    if (redo_.empty()) {
        return std::nullopt;
    }
    undo_.push_back(std::exchange(committed_, std::move(redo_.back())));
    redo_.pop_back();
    return committed_;
}

void History::restart(Document start) {
    committed_ = std::move(start);
    undo_.clear();
    redo_.clear();
}

} // namespace xpbd::window
