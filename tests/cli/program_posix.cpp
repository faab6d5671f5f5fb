#include "program.h"

#include <cstdlib>

#include <sys/wait.h>

namespace xpbd::test {

Outcome run_shell(const std::string& line) {
    const Folder folder;
    const std::string command = "cd '" + folder.path().string() + "' && " + line + " >out 2>error </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(folder / "out"), read_text(folder / "error")};
}

Outcome run_program(const std::string& arguments, const std::string& environment) {
    return run_shell("env -u DISPLAY -u WAYLAND_DISPLAY " + environment + " '" XPBD_LAB_PROGRAM "' " + arguments);
}

} // namespace xpbd::test
