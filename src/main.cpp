#include "cli/cli.h"
#include "cli/standard_streams.h"
#ifdef XPBD_WITH_WINDOW
#include "window/platform/window.h"
#endif

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
    xpbd::cli::open_missing_streams();
    return xpbd::cli::run_command_line(argc, argv, window());
}
