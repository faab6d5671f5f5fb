#pragma once

#include "program.h"

#include <cstdint>

namespace xpbd::test {

/// The running program, in the console of this process if there is one.
class Process final : public RunningProgram {
public:
    /// If the program cannot be started, the test fails.
    explicit Process(const std::string& arguments, const std::string& environment = "");
    ~Process();

    /// Waits until the program ends. If it hangs, the test fails and the exit code is -2.
    Outcome finish();

private:
    bool ended() override;

    /// Waiting for it fails at once; INVALID_HANDLE_VALUE would mean the process that waits.
    static constexpr std::intptr_t kNone = 0;
    std::intptr_t process_ = kNone;
};

} // namespace xpbd::test
