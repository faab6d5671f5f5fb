#pragma once

#include "core/result.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace xpbd::lab {

/// Starts a program, found as the shell finds it, in a process group of its own: Ctrl+C in the terminal reaches us
/// alone and we end the child in order. Its output goes nowhere. The caller waits for its end (waitpid). Fails where it
/// cannot be started; the message is the system's.
/// @param words the program and its arguments; @param input file descriptor of its standard input; below 0: none
Result<pid_t> start_child(const std::vector<std::string>& words, int input = -1);

} // namespace xpbd::lab
