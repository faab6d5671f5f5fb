// Messages to the user that are the same on all systems.
#include "system/signals.h"
#include "system/standard_streams.h"

namespace xpbd::system {

void say(const std::string& line) {
    write_to_user("xpbd-lab: " + line + "\n");
}

NothingToSave::NothingToSave(const Signals& signals, const std::string& line)
    : end_(signals.stop(), [&signals, line] {
          // clears a progress bar on the line
          write_to_user(std::string(user_sees_terminal() ? kClearLine : "") + "xpbd-lab: " + line + "\n");
          exit_at_once(signals.exit_code());
      }) {}

} // namespace xpbd::system
