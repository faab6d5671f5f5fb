#include "app/cli.h"
#include "app/streams.h"

int main(int argc, char** argv) {
    xpbd::app::open_missing_streams();
    return xpbd::app::run_command_line(argc, argv);
}
