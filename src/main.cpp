#include "cli/cli.h"
#include "cli/standard_streams.h"
#include "window/platform/window.h"

int main(int argc, char** argv) {
    xpbd::cli::open_missing_streams();
    return xpbd::cli::run_command_line(argc, argv, xpbd::window::run_window);
}
