// Loads the session that the command line describes, and notes options without effect.
#include "cli/cli.h"

#include "core/base/excerpt.h"
#include "core/model/method_traits.h"
#include "core/model/parameters.h"
#include "lab/files/link/link.h"
#include "lab/files/memory.h"
#include "system/files.h"
#include "system/standard_streams.h"

#include <algorithm>

namespace xpbd::cli {
namespace {

/// Prints a note if a --set changes nothing, because the method of no named pane reads the parameter.
void note_idle_assignment(const lab::Session& session, const std::string& assignment) {
    const std::string key = assignment.substr(0, assignment.find('='));
    const auto [owner, name] = lab::split_key(key);
    if (find_settings_parameter(name) == nullptr || owner == "scene") {
        return;
    }
    std::string reason;
    for (std::size_t pane = 0; pane < session.panes.size(); ++pane) {
        if (owner.empty() || owner == lab::pane_name(static_cast<int>(pane))) {
            const std::string idle = unused_reason(session.panes[pane], name);
            if (idle.empty()) {
                return;
            }
            reason = reason.empty() ? idle : reason;
        }
    }
    system::say("note: --set " + excerpt(assignment) + " has no effect: " + reason);
}

/// Prints a note for each switch that is on in a pane whose method does not read it: the user expects it to act.
/// `panes`: the session's panes before the assignments; note_idle_assignment() handles switches set by assignments.
void note_idle_switches(const std::vector<Settings>& panes, const lab::Session& session) {
    for (std::size_t pane = 0; pane < session.panes.size(); ++pane) {
        for (const SettingsParameter& row : settings_parameters()) {
            const std::string idle = unused_reason(session.panes[pane], row.info.key);
            const bool is_on = row.get(panes[pane]) != 0 && row.get(session.panes[pane]) != 0;
            if (row.info.scale == Scale::toggle && is_on && !idle.empty()) {
                system::say("note: " + std::string(row.info.key) + " of pane " +
                            lab::pane_name(static_cast<int>(pane)) + " has no effect: " + idle);
            }
        }
    }
}

} // namespace

void SessionOptions::declare(Options& options) {
    options.text(
        "session", path, "SESSION",
        "Session file (.json), a screenshot (.png) that carries one, a mesh (.obj), which hangs from its top, or "
        "a link (" +
            std::string(lab::kLinkAddress) + "#s1. and so on, from Session > Copy link)");
    options.text("--scene", scene, "NAME", "Start from the default session of this scene (see: list scenes)");
    options.texts("--set", assignments, "KEY=VALUE",
                  "Set a parameter: a.iterations=40, scene.mass=2, dt=0.01 (repeatable)");
    options.whole("--threads", threads, 0, 256, "N",
                  "Threads that step the panes; 0 = as many as the machine has cores (same results)");
    options.number("--memory", memory, 0.001, 1e6, "GIB",
                   "Most memory that a session may need, by an estimate before it starts [half of the machine's]");
}

bool SessionOptions::is_link() const {
    return lab::is_link(path) && !system::exists(path);
}

Status apply_assignments(lab::Session& session, const std::vector<std::string>& assignments) {
    for (const std::string& assignment : assignments) {
        const Status status = lab::apply_assignment(session, assignment);
        if (!status) {
            return Error{"--set " + excerpt(assignment) + ": " + status.error().message, status.error().kind};
        }
    }
    return ok();
}

Result<lab::Session> SessionOptions::load() const {
    if (memory) {
        lab::set_memory_limit(static_cast<std::size_t>(*memory * 1024 * 1024 * 1024));
    }
    if (!path.empty() && !scene.empty()) {
        return Error{"--scene " + excerpt(scene) + ": a session names its own scene; give one of the two"};
    }
    Result<lab::Session> session = path.empty() ? lab::default_session(scene.empty() ? "cloth" : scene)
                                   : is_link()  ? lab::from_link(path)
                                                : lab::load_session(path);
    if (!session) {
        return session;
    }
    const std::vector<Settings> panes = session->panes;
    if (const Status status = apply_assignments(*session, assignments); !status) {
        return status.error();
    }
    note_idle_switches(panes, *session);
    std::for_each(assignments.begin(), assignments.end(),
                  [&](const std::string& assignment) { note_idle_assignment(*session, assignment); });
    return session;
}

} // namespace xpbd::cli
