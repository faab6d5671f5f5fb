#pragma once

#include "program.h"

#include "system/windows/api.h"

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

    std::string arguments_;
    std::intptr_t process_ = system::kNoHandle;
};

} // namespace xpbd::test
