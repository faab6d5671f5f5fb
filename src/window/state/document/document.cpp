#include "window/state/document/document.h"

#include "core/model/method_traits.h"

#include <algorithm>
#include <cstdint>
#include <limits>
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

lab::Session make_session(const Document& document) {
    lab::Session session;
    session.scene = document.scene;
    session.world = document.world;
    session.panes = document.panes;
    return session;
}

int parameter_row(std::string_view key) {
    const SettingsParameter* found = find_settings_parameter(key);
    return found == nullptr ? -1 : static_cast<int>(found - settings_parameters().data());
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

void adopt_settings(Document& document, const World& world, std::vector<Settings> panes) {
    document.world = world;
    if (panes.size() != document.panes.size()) {
        document.comparison.reset();
    }
    document.panes = std::move(panes);
    const auto table = settings_parameters();
    for (std::size_t row = 0; row < document.linked.size(); ++row) {
        const bool agree = std::all_of(document.panes.begin(), document.panes.end(), [&](const Settings& pane) {
            return table[row].get(pane) == table[row].get(document.panes.front());
        });
        document.linked[row] = document.linked[row] && agree;
    }
}

void History::commit(const Document& current, const Branches& branches) {
    // A pull of the body at an earlier frame changes no parameter, but makes a new branch: an entry too.
    const bool branched = committed_.branch != branches.now && branches.can_put_back(committed_.branch);
    if (current == committed_.document && !branched) {
        committed_.branch = branches.now;
        return;
    }
    undo_.push_back(std::exchange(committed_, Entry{current, branches.now}));
    if (undo_.size() > kMaxEntries) {
        undo_.erase(undo_.begin());
    }
    redo_.clear();
}

std::optional<History::Step> History::go(std::vector<Entry>& from, std::vector<Entry>& to, const Branches& branches) {
    while (!from.empty()) {
        to.push_back(std::exchange(committed_, std::move(from.back())));
        from.pop_back();
        const bool other_branch = committed_.branch != branches.now && branches.can_put_back(committed_.branch);
        if (other_branch) {
            return Step{committed_.document, committed_.branch};
        }
        committed_.branch = branches.now;
        if (!(committed_.document == to.back().document)) { // else the entry would change nothing on screen
            return Step{committed_.document};
        }
    }
    return std::nullopt;
}

std::optional<History::Step> History::undo(const Document& current, const Branches& branches) {
    commit(current, branches);
    return go(undo_, redo_, branches);
}

std::optional<History::Step> History::redo(const Document& current, const Branches& branches) {
    commit(current, branches);
    return go(redo_, undo_, branches);
}

void History::replace(const Document& current, const Document& opened) {
    constexpr auto kGone = std::numeric_limits<std::uint64_t>::max();
    commit(current);
    for (Entry& entry : undo_) {
        entry.branch = kGone;
    }
    committed_.branch = kGone;
    commit(opened);
    committed_.branch = kGone;
}

void History::restart(Document start) {
    committed_ = {std::move(start), 0};
    undo_.clear();
    redo_.clear();
}

} // namespace xpbd::window
