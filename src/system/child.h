#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::system {

/// Another program that runs for us, in a group of its own: Ctrl+C in the terminal reaches us alone and we end the
/// child in order. Its output goes nowhere, and it opens no console.
class Child {
public:
    enum class Input { none, pipe };
    /// Starts a program, found as the shell finds it. Fails where it cannot be started, with the system's reason.
    /// @param words the program and its arguments
    static Result<Child> start(const std::vector<std::string>& words, Input input = Input::none);
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child(); ///< as wait()

    /// To its standard input. Fails where it has ended or closed it; ignore_broken_pipes() first.
    Status write(std::string_view bytes);
    /// Ends its input and waits for its end. Its exit code; -1 where something ended it.
    int wait();

private:
    Child(std::intptr_t process, std::intptr_t input) : process_(process), input_(input) {}

    std::intptr_t process_; ///< -1 once its end is known
    std::intptr_t input_;   ///< -1: none
};

/// True where the shell would find a program of this name.
bool has_program(const std::string& name);

} // namespace xpbd::system
