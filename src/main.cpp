#include "cli/cli.h"
#include "system/standard_streams.h"
#ifdef XPBD_WITH_WINDOW
#include "window/platform/window.h"
#endif

#include <string>
#include <utility>
#include <vector>

namespace {

xpbd::cli::OpenWindow window() {
#ifdef XPBD_WITH_WINDOW
    return xpbd::window::run_window;
#else
    return {};
#endif
}

} // namespace

int main(int argc, char** argv) {
    xpbd::system::prepare_standard_streams();
    std::vector<std::string> words = xpbd::system::command_line(argc, argv);
    if (!words.empty()) {
        words.erase(words.begin()); // the program's name
    }
    const int code = xpbd::cli::run_command_line(std::move(words), window());
    if (code != 0) {
        xpbd::system::show_unread();
    }
    return code;
}
