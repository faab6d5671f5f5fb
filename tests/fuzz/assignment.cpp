// `--set KEY=VALUE`: the first byte chooses a scene, each line is one assignment. A session stays valid after an
// accepted assignment, and reads back the same from a session file.
#include "core/model/parameters.h"
#include "lab/files/session/session.h"

#include "fuzz.h"

#include <algorithm>
#include <string>

using namespace xpbd;

namespace {

lab::Session start(std::uint8_t choice) {
    const auto scenes = scenes::scene_table();
    const scenes::SceneInfo& scene = scenes[choice % scenes.size()];
    Result<lab::Session> session = lab::default_session(scene.key);
    fuzz::check(static_cast<bool>(session), "every scene has a session of its own");
    return *session;
}

void check_session(const lab::Session& session) {
    fuzz::check(static_cast<bool>(lab::validate_panes(session.panes)), "panes stay valid");
    fuzz::check(static_cast<bool>(lab::validate_world(session.world)), "the world stays valid");
    if (session.scene.name == "mesh" || session.scene.name == "custom") {
        return; // these scenes need a file or particles
    }
    const Result<lab::Session> again = lab::parse_session(lab::write_session(session), "s.json");
    fuzz::check(static_cast<bool>(again), "the session is read back", again ? "" : again.error().message);
    fuzz::check(*again == session, "the session is read back the same");
}

} // namespace

int fuzz::take_assignment(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    lab::Session session = start(data[0]);
    bool changed = false;
    std::string_view text = fuzz::text_of(data + 1, size - 1);
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.starts_with("scene.file=")) {
            continue; // this key reads any file; target `obj` tests the reader
        }
        const Status status = lab::apply_assignment(session, line);
        if (!status) {
            fuzz::check_message(status.error().message);
        }
        changed = changed || status;
    }
    if (changed) {
        check_session(session);
    }
    return 0;
}
