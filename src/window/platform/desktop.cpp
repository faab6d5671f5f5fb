#include "window/platform/desktop.h"

#include "lab/run/signals.h"

#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>

extern char** environ;

namespace xpbd::window {

void show_folder(const std::string& path) {
    std::error_code code;
    std::string folder = std::filesystem::absolute(path, code).parent_path().string();
    std::string program = "xdg-open";
    char* arguments[] = {program.data(), folder.data(), nullptr};
    pid_t child = 0;
    const lab::ChildAttributes attributes(lab::ChildAttributes::Ends::by_signals);
    if (posix_spawnp(&child, "xdg-open", nullptr, attributes.get(), arguments, environ) == 0) {
        std::thread([child] { waitpid(child, nullptr, 0); }).detach();
    }
}

} // namespace xpbd::window
