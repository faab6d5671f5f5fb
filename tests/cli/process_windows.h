#pragma once

#include "program.h"

#include <cstdint>

namespace xpbd::test {

/// The running program, in the console of this process if there is one.
class Process final : public RunningProgram {
public:
    explicit Process(const std::string& arguments, const std::string& environment = "");
    ~Process();

    /// Waits until the program ends; exit code -2 if it hangs.
    Outcome finish();

private:
    bool ended() override;

    std::intptr_t process_ = -1;
};

} // namespace xpbd::test
