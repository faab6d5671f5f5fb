#include "app/cli.h"

int main(int argc, char** argv) {
    return xpbd::app::run_command_line(argc, argv);
}
