#include "cli/cli.h"
#include "cli/standard_streams.h"
#include "window/platform/window.h"

int main(int argc, char** argv) {
    xpbd::cli::open_missing_streams();
    return xpbd::cli::run_command_line(argc, argv, [](const xpbd::cli::WindowRequest& request) {
        return xpbd::window::run_window(
            {request.session, request.session_path, request.session_given, request.threads});
    });
}
