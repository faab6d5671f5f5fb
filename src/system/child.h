// Other programs as child processes, such as ffmpeg.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::system {

/// A child process in a process group of its own: Ctrl+C in the terminal reaches only this program, which then ends the
/// child in order. The child's output is discarded, and it opens no console.
class Child {
public:
    enum class Input { none, pipe };
    /// Starts a program, searched for as the shell does. Fails with the system's reason if it cannot be started.
    /// @param words the program and its arguments
    static Result<Child> start(const std::vector<std::string>& words, Input input = Input::none);
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child(); ///< waits for the process as wait() does

    /// Writes to the child's standard input. Fails if the child has ended or closed it; call ignore_broken_pipes()
    /// before.
    Status write(std::string_view bytes);
    /// Closes the child's input and waits for its end. Returns its exit code; -1 if a signal or an exception ended it.
    int wait();

private:
    Child(std::intptr_t process, std::intptr_t input) : process_(process), input_(input) {}

    std::intptr_t process_; ///< -1 after the process has ended
    std::intptr_t input_;   ///< -1 = no pipe
};

/// True if the shell would find a program with this name.
bool has_program(const std::string& name);

} // namespace xpbd::system
