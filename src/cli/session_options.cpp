#include "cli/cli.h"

#include "core/excerpt.h"
#include "lab/files/link/link.h"
#include "lab/files/memory.h"
#include "system/files.h"

namespace xpbd::cli {

void SessionOptions::declare(Options& options) {
    options.text("session", path, "SESSION",
                 "Session file (.json), a screenshot (.png) that carries one, or a link (" +
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
    for (const std::string& assignment : assignments) {
        const Status status = lab::apply_assignment(*session, assignment);
        if (!status) {
            return Error{"--set " + excerpt(assignment) + ": " + status.error().message, status.error().kind};
        }
    }
    return session;
}

} // namespace xpbd::cli
