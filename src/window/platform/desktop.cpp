#include "window/platform/desktop.h"

#include "lab/system/child.h"

#include <filesystem>
#include <sys/wait.h>
#include <system_error>
#include <thread>

namespace xpbd::window {

void show_folder(const std::string& path) {
    std::error_code code;
    const std::string folder = std::filesystem::absolute(path, code).parent_path().string();
    const Result<pid_t> child = lab::start_child({"xdg-open", folder});
    if (child) {
        std::thread([child = *child] { waitpid(child, nullptr, 0); }).detach();
    }
}

} // namespace xpbd::window
